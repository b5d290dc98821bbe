import { readFileSync } from 'node:fs';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { withSea } from './sea-tile.ts';

const read = (tile: ArrayBuffer) => new VectorTile(new PbfReader(tile));

test('the open sea is one square, larger than the tile', () => {
  const { layers } = read(withSea(new ArrayBuffer(0)));
  expect(Object.keys(layers)).toEqual(['sea']);
  const { sea } = layers;
  expect([sea!.version, sea!.extent, sea!.length]).toEqual([2, 4096, 1]);
  const square = sea!.feature(0);
  expect(square.type).toBe(3);
  const corners = square.loadGeometry()[0]!.map(({ x, y }) => [x, y]);
  expect(corners).toEqual([
    [-128, -128],
    [4224, -128],
    [4224, 4224],
    [-128, 4224],
    [-128, -128],
  ]);
});

test('with the sea below, a tile keeps all that it had', () => {
  const file = readFileSync(new URL('../../public/map/tiles/0/0/0.mvt', import.meta.url));
  const tile = Uint8Array.from(file).buffer;
  const [before, after] = [read(tile).layers, read(withSea(tile)).layers];
  expect(Object.keys(after).sort()).toEqual([...Object.keys(before), 'sea'].sort());
  for (const name of Object.keys(before)) expect(after[name]!.length).toBe(before[name]!.length);
});
