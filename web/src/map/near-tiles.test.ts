// @vitest-environment node
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../public/map/', import.meta.url);
const pack = readFileSync(new URL('near.pack', folder));
const coverage = JSON.parse(readFileSync(new URL('coverage.json', folder), 'utf8')) as {
  near: Record<'tiles' | 'openSea', Record<string, string>>;
};

const KB = 1024;
const ZOOM = 8;
const tiles = new Map(
  Array.from({ length: pack.readUInt32LE() }, (_, number): [string, Buffer] => {
    const entry = 4 + number * 12;
    const at = pack.readUInt32LE(entry + 4);
    return [
      `${pack.readUInt16LE(entry)}/${pack.readUInt16LE(entry + 2)}`,
      pack.subarray(at, at + pack.readUInt32LE(entry + 8)),
    ];
  }),
);

function addressOf(latitude: number, longitude: number): { x: number; y: number } {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: Math.floor((longitude / 360 + 0.5) * 2 ** ZOOM),
    y: Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** ZOOM),
  };
}

function tileAt(latitude: number, longitude: number) {
  const { x, y } = addressOf(latitude, longitude);
  const { layers } = new VectorTile(new PbfReader(brotliDecompressSync(tiles.get(`${x}/${y}`)!)));
  const features = (layer: string) =>
    Array.from({ length: layers[layer]?.length ?? 0 }, (_, index) => layers[layer]!.feature(index));
  return { names: Object.keys(layers), features };
}

function isSet(bitmap: 'tiles' | 'openSea', latitude: number, longitude: number): boolean {
  const { x, y } = addressOf(latitude, longitude);
  const bits = Buffer.from(coverage.near[bitmap][ZOOM]!, 'base64');
  const position = y * 2 ** ZOOM + x;
  return (bits[position >> 3]! & (1 << (position & 7))) !== 0;
}

describe('the near tiles', () => {
  it.each([
    [
      'Tokyo',
      35.68,
      139.75,
      ['airports', 'cities', 'grounds', 'quarters', 'runways', 'sea', 'shores', 'stations', 'tracks'],
    ],
    ['Paris', 48.86, 2.35, ['airports', 'cities', 'grounds', 'rivers', 'runways']],
    ['New York', 40.72, -73.96, ['airports', 'cities', 'grounds', 'runways', 'sea', 'shores']],
    ['Nairobi', -1.29, 36.82, ['airports', 'cities', 'grounds', 'runways']],
  ])('show of %s what the packages know', (_, latitude, longitude, layers) => {
    expect(tileAt(latitude, longitude).names).toEqual(expect.arrayContaining(layers));
  });

  it('have no sea where there is none, though the source lies round all land', () => {
    expect(tileAt(-1.29, 36.82).names).not.toContain('sea');
    expect(isSet('openSea', 0, -30)).toBe(true);
    expect(isSet('tiles', 0, -30)).toBe(false);
    // In the Sahara there is neither a file nor sea.
    expect([isSet('tiles', 24, 26.7), isSet('openSea', 24, 26.7)]).toEqual([false, false]);
    expect(tiles.size).toBe(
      [...Buffer.from(coverage.near.tiles[ZOOM]!, 'base64')].reduce(
        (sum, byte) => sum + byte.toString(2).replaceAll('0', '').length,
        0,
      ),
    );
  });

  it('cost what the README says', () => {
    expect(pack.length).toBeLessThan(12_500 * KB);
    for (const [address, tile] of tiles) expect(tile.length, address).toBeLessThan(56 * KB);
    const sizes = [...tiles.values()].map(({ length }) => length).sort((one, other) => one - other);
    expect(sizes[sizes.length >> 1]!).toBeLessThan(1 * KB);
  });

  it('name the stations and quarters of Tokyo in three languages', () => {
    const tokyo = tileAt(35.68, 139.75);
    const named = (layer: string, name: string) =>
      tokyo.features(layer).find(({ properties }) => properties.name === name)?.properties;
    expect(named('stations', '新宿')).toMatchObject({ name_en: 'Shinjuku', name_zh: '新宿' });
    expect(named('quarters', 'Shibuya')).toMatchObject({ name_ja: '渋谷', name_zh: '渋谷区' });
    expect(named('cities', 'Kawasaki')).toMatchObject({ name_ja: '川崎', name_zh: '川崎' });
    expect(tokyo.features('tracks').length).toBeGreaterThan(1_000);
    expect(tokyo.features('airports').map(({ properties }) => properties.code)).toEqual(
      expect.arrayContaining(['HND', 'NRT']),
    );
  });
});
