import { describe, expect, test } from 'vitest';
import { isPrivateAddress } from '../private-address.ts';
import { creditsOf } from './credits.ts';
import { planStyle, type TileSet, tileListsOf } from './style-plan.ts';
import { tileAddress } from './tile-address.ts';

const base = 'https://maps.example/styles/town.json?key=operators-key';

function plan(style: object) {
  return planStyle({ version: 8, layers: [], sources: {}, ...style }, base, new Map());
}

describe('a style is handed on with addresses of this server', () => {
  const style = {
    sources: {
      streets: { type: 'vector', tiles: ['../tiles/{z}/{x}/{y}.pbf?key=operators-key'], maxzoom: 14 },
      places: { type: 'geojson', data: 'places.json' },
      sign: { type: 'image', url: '/sign.png', coordinates: [] },
      film: { type: 'video', urls: ['https://maps.example/film.mp4'] },
      archive: { type: 'vector', url: 'pmtiles://https://maps.example/a.pmtiles' },
    },
    sprite: [{ id: 'default', url: 'https://sprites.example/day' }],
    glyphs: 'https://fonts.example/{fontstack}/{range}.pbf?key=operators-key',
    layers: [
      { id: 'road', type: 'line', source: 'streets', 'source-layer': 'road' },
      {
        id: 'name',
        type: 'symbol',
        source: 'places',
        layout: {
          'text-font': ['step', ['zoom'], ['literal', ['Sans Regular']], 8, ['literal', ['Sans Bold']]],
        },
      },
      { id: 'film', type: 'raster', source: 'film' },
    ],
    metadata: { secret: 'operators-key' },
  };

  test('and nothing in it names another server or the key', () => {
    const { style: given, left } = plan(style);
    const text = JSON.stringify(given);
    expect(text).not.toMatch(/https?:|example|operators-key/);
    expect(given).toMatchObject({
      glyphs: '/streets/glyphs/{fontstack}/{range}',
      sources: {
        streets: { type: 'vector', maxzoom: 14 },
        places: { type: 'geojson' },
        sign: { type: 'image' },
      },
    });
    expect((given.layers as { id: string }[]).map(({ id }) => id)).toEqual(['road', 'name']);
    expect(left).toEqual(['film', 'archive']);
  });

  test('and what lies behind them is resolved against the style', () => {
    const { tiles, files, sprites, fonts } = plan(style);
    const [set] = [...tiles.values()];
    expect(tileAddress(set!, 14, 3, 5)).toBe('https://maps.example/tiles/14/3/5.pbf?key=operators-key');
    expect([...files.values()]).toEqual([
      { url: 'https://maps.example/styles/places.json', kind: 'features' },
      { url: 'https://maps.example/sign.png', kind: 'picture' },
    ]);
    expect([...sprites.values()]).toEqual(['https://sprites.example/day']);
    expect(fonts.has('Sans Bold') && fonts.has('Sans Regular')).toBe(true);
    expect(fonts.has('Another')).toBe(false);
  });

  test('with lists of tiles that are read first', () => {
    const sources = { streets: { type: 'vector', url: 'list.json' } };
    const lists = tileListsOf({ sources }, base);
    expect([...lists]).toEqual([['streets', 'https://maps.example/styles/list.json']]);
    const list = { tiles: ['{z}/{x}/{y}'], minzoom: 2, maxzoom: 12, attribution: '© Us' };
    const made = planStyle(
      { version: 8, layers: [], sources },
      base,
      new Map([['streets', { url: lists.get('streets')!, content: list }]]),
    );
    expect([...made.tiles.values()]).toEqual([
      { templates: ['https://maps.example/styles/{z}/{x}/{y}'], kind: 'vector', minZoom: 2, maxZoom: 12 },
    ]);
    expect(made.style).toMatchObject({ metadata: { credits: [{ text: '© Us', link: null }] } });
  });

  test.each([null, [], 'x', { version: 7, sources: {}, layers: [] }, { version: 8 }])(
    '%j is refused',
    (other) => {
      expect(() => planStyle(other, base, new Map())).toThrow('is no MapLibre style');
    },
  );
});

test('tiles are asked for as MapLibre does', () => {
  const set = (template: string): TileSet => ({
    templates: [template],
    kind: 'vector',
    minZoom: 0,
    maxZoom: 9,
  });
  expect(tileAddress(set('http://x/{quadkey}'), 3, 3, 5)).toBe('http://x/213');
  expect(tileAddress(set('http://x/{prefix}/{ratio}t'), 6, 17, 18)).toBe('http://x/12/t');
  const box = tileAddress(set('http://x/{bbox-epsg-3857}'), 1, 1, 0)
    .slice('http://x/'.length)
    .split(',')
    .map(Number);
  expect(box.map(Math.round)).toEqual([0, 0, 20037508, 20037508]);
});

test('attributions are words and links, whatever else they hold', () => {
  expect(
    creditsOf(
      '<a href="https://maps.example/?a=1&amp;b=2" onclick="x()">&copy; Maps</a> | <b>Town</b> survey',
    ),
  ).toEqual([
    { text: '© Maps', link: 'https://maps.example/?a=1&b=2' },
    { text: 'Town survey', link: null },
  ]);
  expect(creditsOf('<a href="javascript:alert(1)">Bad</a><script>x</script>')).toEqual([
    { text: 'Bad', link: null },
    { text: 'x', link: null },
  ]);
  expect(creditsOf(undefined)).toEqual([]);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '192.168.0.9',
  '172.31.255.255',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  'fd00::1',
  'fe80::1%eth0',
  // The loopback in a form of IPv6 that is out of use, networks of examples, and what nobody was given yet.
  '::7f00:1',
  '192.0.2.1',
  '2001:db8::1',
  '4000::1',
  '127.1',
  'metadata',
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
  '%s is public',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);
