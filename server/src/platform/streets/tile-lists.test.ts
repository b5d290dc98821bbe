import { getSettings } from '@dazi/contract/kernel/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { TestMapSource } from '../../testing/test-map-source.ts';
import { StyleSource } from './style-source.ts';

/** One layer of a vector tile, as far as its outside goes. */
const tileOf = (text: string) => Buffer.concat([Buffer.of(0x1a, text.length), Buffer.from(text)]);
const list = {
  tilejson: '3.0.0',
  tiles: ['/planet/first/{z}/{x}/{y}.pbf'],
  minzoom: 0,
  maxzoom: 14,
  bounds: [-180, -85.05, 180, 85.05],
  vector_layers: [{ id: 'water' }, { id: 'transportation' }, { id: 'place' }],
  attribution:
    '<a href="https://openfreemap.org" target="_blank">OpenFreeMap</a> <a href="https://www.openmaptiles.org/">&copy; OpenMapTiles</a> Data from <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>',
};

interface GivenStyle {
  sources: { openmaptiles: { tiles: string[]; maxzoom: number } };
  layers: unknown[];
  metadata: { schema: string; credits: { text: string; link: string }[] };
}

describe('a list of tiles in the place of a style', () => {
  let source: TestMapSource;
  let app: TestApp;
  let id: string;
  const get = (path: string) => fetch(`${app.url}${path}`);
  const getTile = (place: string) => get(`/streets/tiles/${id}/${place}`);

  beforeAll(async () => {
    source = await TestMapSource.start();
    source.json('/planet', list, { 'cache-control': 'max-age=600' });
    const long = { 'cache-control': 'max-age=864000' };
    source.bytes('/planet/first/3/1/2.pbf', 'application/x-protobuf', tileOf('streets'), long);
    app = await startTestApp({ MAP_STYLE_URL: `${source.url}/planet` });
    const style = (await (await get('/streets/style')).json()) as GivenStyle;
    id = style.sources.openmaptiles.tiles[0]!.split('/')[3]!;
  });
  afterAll(async () => {
    await app.close();
    await source.stop();
  });

  test('MAP-201 is handed on for the page to draw, with the credits that such tiles ask for', async () => {
    const text = await (await get('/streets/style')).text();
    expect(text).not.toContain('127.0.0.1');
    const style = JSON.parse(text) as GivenStyle;
    expect(style).toMatchObject({ layers: [], sources: { openmaptiles: { type: 'vector', maxzoom: 14 } } });
    expect(style.metadata.schema).toBe('openmaptiles');
    expect(style.metadata.credits).toEqual([
      { text: 'OpenFreeMap', link: 'https://openfreemap.org' },
      { text: '© OpenMapTiles', link: 'https://openmaptiles.org/' },
      { text: '© OpenStreetMap contributors', link: 'https://www.openstreetmap.org/copyright' },
    ]);
    expect(await (await getTile('3/1/2')).text()).toContain('streets');
    expect((await app.visitor().get(getSettings)).data.map.hasStyle).toBe(true);
  });

  test('MAP-201 what is kept of its tiles stays when the list names other addresses', async () => {
    await getTile('3/1/2');
    source.json('/planet', { ...list, tiles: ['/planet/second/{z}/{x}/{y}.pbf'] });
    source.bytes('/planet/second/3/2/2.pbf', 'application/x-protobuf', tileOf('newer'));
    app.clock.advance(700_000);
    // The first is answered with what was known, while the list is read anew.
    await expect
      .poll(async () => (await get('/streets/style')).ok && (await (await getTile('3/2/2')).text()))
      .toContain('newer');
    const before = source.requests.length;
    expect(await (await getTile('3/1/2')).text()).toContain('streets');
    expect(source.requests.length).toBe(before);
  });

  test.each([
    ['a page', 'text/html', Buffer.from('<p>Please log in')],
    ['a page that is called a tile', 'application/x-protobuf', Buffer.from('<p>Please log in')],
    ['a tile that was cut off', 'application/x-protobuf', tileOf('streets').subarray(0, -1)],
    ['a tile that ends in its length', 'application/x-protobuf', Buffer.of(0x1a, 0x80)],
    ['a tile that is too large', 'application/x-protobuf', Buffer.alloc(5 * 1024 * 1024)],
  ])('MAP-202 %s is refused, and not asked for again at once', async (_what, type, body) => {
    const path = `4/1/${refused++}`;
    source.bytes(`/planet/second/${path}.pbf`, type, body);
    for (const _time of [1, 2]) expect((await getTile(path)).status).toBe(503);
    expect(source.asked(`/planet/second/${path}.pbf`)).toBe(1);
  });
  let refused = 0;

  test('an empty tile is one', async () => {
    source.bytes('/planet/second/5/1/1.pbf', 'application/x-protobuf', Buffer.alloc(0));
    expect((await getTile('5/1/1')).status).toBe(200);
  });
});

describe('a source of streets that is of no use', () => {
  let source: TestMapSource;
  let neighbour: TestMapSource;
  let app: TestApp;
  beforeAll(async () => {
    source = await TestMapSource.start();
    neighbour = await TestMapSource.start();
    neighbour.json('/planet', list);
    app = await startTestApp();
  });
  afterAll(async () => {
    await app.close();
    await source.stop();
    await neighbour.stop();
  });
  const sourceAt = (url: string, { isNamed = true, timeout_ms = 2000 } = {}) =>
    new StyleSource({
      ...{ url, isNamed, timeout_ms, dataDir: app.dataDir, cacheLimit_bytes: 1024 * 1024, log: app.deps.log },
      clock: app.clock.read,
    });

  test.each<[string, (path: string) => void]>([
    ['fails', (path) => source.answers.set(path, (_request, response) => response.writeHead(500).end())],
    ['is not there', () => {}],
    ['answers a page', (path) => source.bytes(path, 'text/html', Buffer.from('<p>hi'))],
    ['answers too much', (path) => source.json(path, { ...list, more: 'x'.repeat(5 * 1024 * 1024) })],
    ['lists no tiles', (path) => source.json(path, { ...list, tiles: [] })],
    ['lists no addresses', (path) => source.json(path, { ...list, tiles: ['file:///{z}', 7] })],
    ['has other layers', (path) => source.json(path, { ...list, vector_layers: [{ id: 'roads' }, null] })],
    ['leads to a neighbour', (path) => source.redirect(path, `${neighbour.url}/planet`)],
    ['leads round and round', (path) => source.redirect(path, path)],
    ['never answers', (path) => source.answers.set(path, () => {})],
  ])(
    'MAP-202 one that %s leaves the map its offline world, and is left alone for a while',
    async (what, prepare) => {
      const path = `/${what.replaceAll(' ', '-')}`;
      prepare(path);
      const streets = sourceAt(source.url + path);
      for (const _time of [1, 2, 3]) expect(await streets.style()).toBeNull();
      expect(source.asked(path)).toBeLessThanOrEqual(what === 'leads round and round' ? 4 : 1);
      expect(neighbour.requests).toEqual([]);
      await expect(streets.file('x')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    },
  );

  test('MAP-202 a map waits for no answer that is long in coming', async () => {
    source.answers.set('/slow', () => {});
    const streets = sourceAt(`${source.url}/slow`, { timeout_ms: 10 * 60_000 });
    expect(await streets.style()).toBeNull();
  });

  test('MAP-202 it serves once it is there', async () => {
    const streets = sourceAt(`${source.url}/later`);
    source.answers.set('/later', (_request, response) => response.writeHead(500).end());
    expect(await streets.style()).toBeNull();
    source.json('/later', list);
    expect(await streets.style()).toBeNull();
    app.clock.advance(31_000);
    expect(await streets.style()).toMatchObject({ metadata: { schema: 'openmaptiles' } });
  });

  test('MAP-202 nothing but what the operator named may lie in a private network', async () => {
    expect(await sourceAt(`${neighbour.url}/planet`, { isNamed: false }).style()).toBeNull();
    expect(neighbour.requests).toEqual([]);
    expect(await sourceAt(`${neighbour.url}/planet`).style()).not.toBeNull();
  });
});

test('MAP-201 a map without streets from elsewhere asks nobody for any', async () => {
  const app = await startTestApp({ MAP_STYLE_URL: 'none' });
  try {
    expect((await fetch(`${app.url}/streets/style`)).status).toBe(404);
    expect((await app.visitor().get(getSettings)).data.map.hasStyle).toBe(false);
  } finally {
    await app.close();
  }
});
