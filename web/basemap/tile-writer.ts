import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, FeatureCollection } from 'geojson';
import GeoJSONVT from 'geojson-vt';

/** Fine enough for the deepest tile to be magnified to street views. */
const EXTENT = 8192;

export interface TileAddress {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export type TileIndex = GeoJSONVT;

export function indexTiles(data: FeatureCollection | Feature, deepestZoom: number): TileIndex {
  return new GeoJSONVT(data, {
    maxZoom: deepestZoom,
    indexMaxZoom: Math.min(5, deepestZoom),
    tolerance: 6,
    extent: EXTENT,
    buffer: 256,
  });
}

export function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

export type TileLayers = Record<string, GeoJSONVTTile>;

/** The layers that have something at the address. */
export function cutTile(
  layers: Readonly<Record<string, TileIndex>>,
  { zoom, x, y }: TileAddress,
): TileLayers {
  const filled: TileLayers = {};
  for (const [name, index] of Object.entries(layers)) {
    const tile = index.getTile(zoom, x, y);
    // The two libraries describe one and the same tile shape with different types.
    if (tile !== null && tile.features.length > 0) filled[name] = tile as unknown as GeoJSONVTTile;
  }
  return filled;
}

export const encodeLayers = (layers: TileLayers): Uint8Array =>
  fromGeojsonVt(layers, { version: 2, extent: EXTENT });

/** Nothing when no layer has anything at the address. */
export function encodeTile(
  layers: Readonly<Record<string, TileIndex>>,
  address: TileAddress,
): Uint8Array | undefined {
  const filled = cutTile(layers, address);
  return Object.keys(filled).length === 0 ? undefined : encodeLayers(filled);
}

export function tilePath(folder: string, { zoom, x, y }: TileAddress): string {
  return join(folder, String(zoom), String(x), `${y}.mvt`);
}

export function writeTile(folder: string, address: TileAddress, tile: Uint8Array): void {
  const path = tilePath(folder, address);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, tile);
}
