import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { getSettings } from '@dazi/contract/kernel/service';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeExtract } from '../../testing/test-extract.ts';
import { TestMapSource } from '../../testing/test-map-source.ts';
import { DiskCache } from './disk-cache.ts';
import { Extracts } from './extracts.ts';
import { StyleSource } from './style-source.ts';

const key = 'operators-secret-key';
const tile = new TextEncoder().encode('a vector tile');
const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
const forbidden = ['cookie', 'referer', 'x-forwarded-for', 'forwarded', 'origin', 'via'];

function styleAt(other: string) {
  return {
    version: 8,
    sources: {
      streets: { type: 'vector', url: `/list.json?key=${key}` },
      photos: { type: 'raster', tiles: ['/photos/{z}/{x}/{y}.png'] },
      elsewhere: { type: 'vector', tiles: [`${other}/{z}/{x}/{y}`] },
      cloud: { type: 'vector', tiles: ['http://169.254.169.254/latest/{z}/{x}/{y}'] },
    },
    sprite: '/sprite',
    glyphs: '/fonts/{fontstack}/{range}.pbf',
    layers: [
      { id: 'road', type: 'line', source: 'streets', 'source-layer': 'road' },
      { id: 'name', type: 'symbol', source: 'streets', layout: { 'text-font': ['Sans Regular'] } },
    ],
  };
}

describe('a style that the operator names', () => {
  let source: TestMapSource;
  let neighbour: TestMapSource;
  let app: TestApp;
  const log: string[] = [];
  const ids: Record<string, string> = {};
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}${path}`, { headers });
  const getTile = (name: string, place: string) => get(`/streets/tiles/${ids[name]}/${place}`);

  beforeAll(async () => {
    source = await TestMapSource.start();
    neighbour = await TestMapSource.start();
    source.json(`/style.json?key=${key}`, styleAt(neighbour.url), { 'cache-control': 'max-age=600' });
    source.json(`/list.json?key=${key}`, {
      tiles: [`/tiles/{z}/{x}/{y}.pbf?key=${key}`],
      maxzoom: 14,
      attribution: '<a href="https://maps.example">© Maps</a>',
    });
    source.bytes(`/tiles/3/1/2.pbf?key=${key}`, 'application/x-protobuf', tile, {
      etag: '"one"',
      'cache-control': 'max-age=600',
    });
    source.bytes(`/tiles/3/2/2.pbf?key=${key}`, 'application/x-protobuf', tile, {
      'cache-control': 'max-age=60, s-maxage=2000',
      age: '800',
    });
    source.bytes('/photos/3/1/2.png', 'image/png', png);
    source.bytes('/fonts/Sans%20Regular/0-255.pbf', 'application/x-protobuf', tile);
    source.json('/sprite@2x.json', { icon: {} });
    neighbour.bytes('/3/1/2', 'application/x-protobuf', tile);
    app = await startTestApp(
      { MAP_STYLE_URL: `${source.url}/style.json?key=${key}`, MAP_CACHE_MB: '1' },
      { logLevel: 'info' },
      undefined,
      { logTo: { write: (line) => log.push(line) } },
    );
    const { sources } = (await (await get('/streets/style')).json()) as {
      sources: Record<string, { tiles: string[] }>;
    };
    for (const [name, { tiles }] of Object.entries(sources)) ids[name] = tiles[0]!.split('/')[3]!;
  });
  afterAll(async () => {
    await app.close();
    await source.stop();
    await neighbour.stop();
  });

  test('comes with addresses of this server alone, and its credits', async () => {
    const answer = await get('/streets/style');
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toMatch('application/json');
    expect(text).not.toContain(key);
    expect(text).not.toContain('127.0.0.1');
    expect(JSON.parse(text).metadata.credits).toEqual([{ text: '© Maps', link: 'https://maps.example' }]);
    const settings = await app.visitor().get(getSettings);
    expect(settings.data.map).toEqual({ googleKey: null, hasStyle: true, extracts: [] });
  });

  test('its tiles are asked for once, by nobody in particular', async () => {
    const ask = () =>
      get(`/streets/tiles/${ids.streets}/3/1/2`, {
        cookie: 'session=mine',
        referer: `${app.url}/?map=12/35.68/139.69`,
        'x-forwarded-for': '203.0.113.9',
        'user-agent': 'A telling browser',
      });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/x-protobuf');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
      expect(await answer.text()).toBe('a vector tile');
    }
    await ask();
    expect(source.asked(`/tiles/3/1/2.pbf?key=${key}`)).toBe(1);
    for (const { headers } of source.requests) {
      expect(Object.keys(headers).filter((name) => forbidden.includes(name))).toEqual([]);
      expect(headers['user-agent']).toBe('Dazi');
    }
  });

  test('what is on disk names nobody and no place, and log lines hold no key', async () => {
    await getTile('streets', '3/1/2');
    const names = readdirSync(join(app.dataDir, 'map-cache'));
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect(log.join('')).not.toContain(key);
  });

  test('old tiles are asked for with their tag', async () => {
    // The style is as old, and may be asked for at the same time.
    const path = `/tiles/3/1/2.pbf?key=${key}`;
    await getTile('streets', '3/1/2');
    const before = source.asked(path);
    app.clock.advance(601_000);
    expect(await (await getTile('streets', '3/1/2')).text()).toBe('a vector tile');
    expect(source.asked(path)).toBe(before + 1);
    const last = source.requests.findLast((request) => request.path === path);
    expect(last?.headers['if-none-match']).toBe('"one"');
    await getTile('streets', '3/1/2');
    expect(source.asked(path)).toBe(before + 1);
  });

  test('a tile is fresh as long as caches may keep it, less what it has lain in others', async () => {
    const asked = () => source.asked(`/tiles/3/2/2.pbf?key=${key}`);
    await getTile('streets', '3/2/2');
    expect(asked()).toBe(1);
    app.clock.advance(1_100_000);
    await getTile('streets', '3/2/2');
    expect(asked()).toBe(1);
    app.clock.advance(200_000);
    await getTile('streets', '3/2/2');
    expect(asked()).toBe(2);
  });

  test('pictures, letters and icons come too', async () => {
    expect((await getTile('photos', '3/1/2')).headers.get('content-type')).toBe('image/png');
    expect(await (await get('/streets/glyphs/Sans%20Regular/0-255')).text()).toBe('a vector tile');
    const { sprite } = (await (await get('/streets/style')).json()) as { sprite: string };
    expect(await (await get(`${sprite}@2x.json`)).json()).toEqual({ icon: {} });
  });

  test.each([
    ['a tile set that it does not name', '/streets/tiles/0123456789abcdef/3/1/2'],
    ['a zoom beyond its own', 'streets 15/1/2'],
    ['a tile outside the world', 'streets 3/8/2'],
    ['something that is no number', 'streets 3/1/..%2f..%2fsecret'],
    ['a font that it does not use', '/streets/glyphs/Other/0-255'],
    ['a path for a font', '/streets/glyphs/..%2f..%2fsecret/0-255'],
    ['a range that does not exist', '/streets/glyphs/Sans%20Regular/1-256'],
    ['a sprite that it does not name', '/streets/sprites/0123456789abcdef.json'],
    ['a file that it does not name', '/streets/files/0123456789abcdef'],
  ])('no way to %s', async (_what, path) => {
    const before = source.requests.length;
    const [name, place] = path.split(' ');
    const answer = place ? await getTile(name!, place) : await get(path);
    expect(answer.status).toBe(404);
    expect(source.requests.length).toBe(before);
  });

  test('what is not there is empty and is not asked for again', async () => {
    expect((await getTile('streets', '3/7/7')).status).toBe(204);
    expect((await getTile('streets', '3/7/7')).status).toBe(204);
    expect(source.asked(`/tiles/3/7/7.pbf?key=${key}`)).toBe(1);
  });

  describe('other places are refused', () => {
    test.each([
      ['a neighbour in the private network', 'elsewhere', '3/1/2'],
      ['the address of cloud metadata', 'cloud', '3/1/2'],
    ])('%s', async (_what, name, place) => {
      const answer = await getTile(name, place);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('10');
      expect(neighbour.requests).toEqual([]);
    });

    test.each([
      ['to a neighbour', () => `${neighbour.url}/3/1/2`],
      ['to the metadata of a cloud', () => 'http://169.254.169.254/latest'],
      ['to a name of this machine', () => neighbour.url.replace('127.0.0.1', 'localhost')],
      ['to a file', () => 'file:///etc/passwd'],
      ['round and round', () => '/photos/4/0/0.png'],
    ])('also when the source redirects %s', async (_where, location) => {
      const place = `4/0/${redirected++}`;
      source.redirect(`/photos/${place}.png`, location());
      source.redirect('/photos/4/0/0.png', '/photos/4/0/0.png');
      expect((await getTile('photos', place)).status).toBe(503);
      expect(neighbour.requests).toEqual([]);
    });
    let redirected = 1;

    test('a redirect on the source itself is followed', async () => {
      source.redirect('/photos/4/1/1.png', '/photos/3/1/2.png');
      expect((await getTile('photos', '4/1/1')).status).toBe(200);
    });
  });

  test.each([
    [
      'a page instead of a tile',
      'streets',
      (path: string) => source.bytes(path, 'text/html', Buffer.from('<p>hi')),
    ],
    [
      'a script instead of a picture',
      'photos',
      (path: string) => source.bytes(path, 'image/png', Buffer.from('<svg onload=x>')),
    ],
    [
      'a body that is too large',
      'streets',
      (path: string) => source.bytes(path, 'application/x-protobuf', Buffer.alloc(5 * 1024 * 1024)),
    ],
    [
      'a body without end',
      'streets',
      (path: string) =>
        source.answers.set(path, (_request, response) => {
          response.writeHead(200, { 'content-type': 'application/x-protobuf' });
          const more = () => {
            while (!response.destroyed && response.write(Buffer.alloc(65_536)));
          };
          response.on('drain', more);
          more();
        }),
    ],
    [
      'something small that unpacks to something huge',
      'streets',
      (path: string) =>
        source.bytes(path, 'application/x-protobuf', gzipSync(Buffer.alloc(50 * 1024 * 1024)), {
          'content-encoding': 'gzip',
        }),
    ],
    [
      'the same without saying so',
      'streets',
      (path: string) =>
        source.bytes(path, 'application/x-protobuf', gzipSync(Buffer.alloc(50 * 1024 * 1024))),
    ],
  ])('%s is refused, and not asked for again at once', async (_what, name, prepare) => {
    const place = `5/0/${hostile++}`;
    const path = name === 'photos' ? `/photos/${place}.png` : `/tiles/${place}.pbf?key=${key}`;
    prepare(path);
    for (let times = 0; times < 3; times++) expect((await getTile(name, place)).status).toBe(503);
    expect(source.asked(path)).toBe(1);
    expect((await getTile('streets', '3/1/2')).status).toBe(200);
  });
  let hostile = 0;

  test('while the source is away what is known serves, and afterwards everything again', async () => {
    await getTile('streets', '3/1/2');
    await source.stop();
    app.clock.advance(24 * 60 * 60_000);
    expect(await (await getTile('streets', '3/1/2')).text()).toBe('a vector tile');
    expect((await get('/streets/style')).status).toBe(200);
    for (const y of [3, 4, 5, 6]) expect((await getTile('streets', `3/2/${y}`)).status).toBe(503);
    await source.restore();
    source.bytes(`/tiles/3/2/3.pbf?key=${key}`, 'application/x-protobuf', tile);
    const before = source.requests.length;
    // For a moment it is left alone, whatever is wanted.
    expect((await getTile('streets', '3/2/3')).status).toBe(503);
    expect(source.requests.length).toBe(before);
    app.clock.advance(11_000);
    expect((await getTile('streets', '3/2/3')).status).toBe(200);
  });

  test('the disk holds no more than it may', async () => {
    const folder = join(app.dataDir, 'map-cache');
    const size = 100 * 1024;
    for (let x = 0; x < 15; x++) {
      source.bytes(`/tiles/6/${x}/0.pbf?key=${key}`, 'application/x-protobuf', Buffer.alloc(size, x));
      expect((await getTile('streets', `6/${x}/0`)).status).toBe(200);
      // The first is used again and again, so it stays.
      await getTile('streets', '6/0/0');
    }
    const total = readdirSync(folder).reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0);
    expect(total).toBeLessThanOrEqual(1024 * 1024);
    expect(total).toBeGreaterThan(700 * 1024);
    expect(source.asked(`/tiles/6/0/0.pbf?key=${key}`)).toBe(1);
    await getTile('streets', '6/1/0');
    expect(source.asked(`/tiles/6/1/0.pbf?key=${key}`)).toBe(2);
  });
});

test('a source that never answers is given up on, and what is kept survives a restart', async () => {
  const source = await TestMapSource.start();
  const app = await startTestApp();
  try {
    source.json('/style', {
      version: 8,
      layers: [],
      sources: { s: { type: 'vector', tiles: ['/{z}/{x}/{y}'] } },
    });
    source.bytes('/0/0/0', 'application/x-protobuf', tile);
    source.answers.set('/1/0/0', () => {});
    source.answers.set('/1/1/1', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-protobuf' });
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    });
    const options = {
      url: `${source.url}/style`,
      isNamed: true,
      dataDir: app.dataDir,
      cacheLimit_bytes: 1024 * 1024,
      clock: app.clock.read,
      log: app.deps.log,
      timeout_ms: 1500,
    };
    const first = new StyleSource(options);
    const { sources } = (await first.style()) as { sources: { s: { tiles: string[] } } };
    const id = sources.s.tiles[0]!.split('/')[3]!;
    await first.tile(id, 0, 0, 0);
    const start = performance.now();
    await expect(first.tile(id, 1, 0, 0)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(first.tile(id, 1, 1, 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(performance.now() - start).toBeLessThan(10_000);
    await source.stop();

    const [half] = readdirSync(join(app.dataDir, 'map-cache'));
    const later = new StyleSource(options);
    expect((await later.tile(id, 0, 0, 0)).body.toString()).toBe('a vector tile');
    // A file that was cut off counts as missing.
    const path = join(app.dataDir, 'map-cache', half!);
    writeFileSync(path, readFileSync(path).subarray(0, -1));
    const cache = new DiskCache(join(app.dataDir, 'map-cache'), 1024 * 1024);
    await cache.put('x', {
      type: 't',
      etag: null,
      lastModified: null,
      freshUntil: 0,
      body: Buffer.from('b'),
    });
    expect((await cache.get('x'))?.body.toString()).toBe('b');
    const whole = await Promise.all(
      [`${source.url}/style`, `${source.url}/0/0/0`].map((address) => cache.get(address)),
    );
    expect(whole.filter(Boolean)).toHaveLength(1);
  } finally {
    await app.close();
    await source.stop();
  }
});

describe('extracts in the folder `maps`', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dazi-extracts-'));
  const log: string[] = [];
  const small = { bounds: [139, 35, 140, 36], minZoom: 0, maxZoom: 10 } as const;
  const at = (z: number, x: number, y: number, text: string) => ({
    z,
    x,
    y,
    data: new TextEncoder().encode(text),
  });
  const put = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, 'maps', name), bytes);
  const logger = {
    info: () => {},
    warn: (_about: object, text: string) => log.push(text),
  } as unknown as FastifyBaseLogger;

  beforeAll(() => mkdirSync(join(folder, 'maps')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('serve their tiles, the smaller one first, and others are ignored with a reason', async () => {
    put('tokyo.pmtiles', makeExtract({ ...small, tiles: [at(10, 909, 403, 'tokyo')] }));
    put(
      'japan.pmtiles',
      makeExtract({
        ...small,
        bounds: [130, 30, 145, 45],
        tiles: [at(10, 909, 403, 'japan'), at(10, 905, 400, 'kanto')],
      }),
    );
    put(
      'lisbon.pmtiles',
      makeExtract({ ...small, bounds: [-10, 38, -9, 39], maxZoom: 12, tiles: [at(12, 1945, 1570, 'x')] }),
    );
    put('noise.pmtiles', Buffer.from('not a map at all'));
    put('cut.pmtiles', makeExtract({ ...small, tiles: [at(10, 909, 403, 'tokyo')] }).subarray(0, -3));
    put('photos.pmtiles', makeExtract({ ...small, tileType: 2, tiles: [] }));
    put('other.pmtiles', makeExtract({ ...small, layers: ['transportation'], tiles: [] }));
    put('readme.txt', Buffer.from('x'));
    const extracts = new Extracts(join(folder, 'maps'), logger);
    await extracts.scan();
    expect(extracts.groups()).toEqual([
      {
        maxZoom: 10,
        minZoom: 0,
        areas: [
          [139, 35, 140, 36],
          [130, 30, 145, 45],
        ],
      },
      { maxZoom: 12, minZoom: 0, areas: [[-10, 38, -9, 39]] },
    ]);
    const read = async (...tile: [number, number, number, number]) =>
      (await extracts.tile(...tile))?.toString();
    expect(await read(10, 10, 909, 403)).toBe('tokyo');
    expect(await read(10, 10, 905, 400)).toBe('kanto');
    expect(await read(10, 10, 1, 1)).toBeUndefined();
    expect(await read(12, 12, 1945, 1570)).toBe('x');
    expect(await read(12, 13, 1945, 1570)).toBeUndefined();
    expect(log.sort()).toEqual([
      expect.stringMatching(/^map extract cut\.pmtiles is ignored: it is incomplete$/),
      expect.stringMatching(/^map extract noise\.pmtiles is ignored: /),
      expect.stringMatching(
        /^map extract other\.pmtiles is ignored: it lacks the layers earth, water, roads/,
      ),
      expect.stringMatching(/^map extract photos\.pmtiles is ignored: it holds no vector tiles$/),
    ]);

    await extracts.scan();
    expect(log.filter((line) => line.includes('noise'))).toHaveLength(1);
    rmSync(join(folder, 'maps', 'tokyo.pmtiles'));
    put('cut.pmtiles', makeExtract({ ...small, tiles: [at(10, 909, 403, 'mended')] }));
    await extracts.scan();
    expect(await read(10, 10, 909, 403)).toBe('mended');
    await extracts.close();
  });

  test('are noticed at start and served by http', async () => {
    const app = await startTestApp({ DATA_DIR: folder });
    try {
      const answer = await fetch(`${app.url}/streets/extracts/10/10/909/403`);
      expect(answer.headers.get('content-type')).toBe('application/x-protobuf');
      expect(await answer.text()).toBe('mended');
      expect((await fetch(`${app.url}/streets/extracts/10/10/0/0`)).status).toBe(204);
      const { extracts } = (await app.visitor().get(getSettings)).data.map;
      expect(extracts.map(({ maxZoom }) => maxZoom)).toEqual([10, 12]);
      for (const path of ['/streets/extracts/x/1/1/1', '/streets/extracts/10/1/1/-1', '/streets/style']) {
        expect((await fetch(`${app.url}${path}`)).status).toBe(404);
      }
    } finally {
      await app.close();
    }
  });
});
