import type { Feature, MultiLineString } from 'geojson';
import { readAirports } from './airports.ts';
import { everyCity, nameProperties } from './cities.ts';
import { readQuarters } from './quarters.ts';
import { readRailways } from './railways.ts';
import { isEmptySea, type Ring, readSea, shoresOf } from './sea.ts';
import { type PackedTile, writePack } from './tile-pack.ts';
import {
  collection,
  cutTile,
  encodeLayers,
  indexTiles,
  type TileAddress,
  type TileIndex,
  type TileLayers,
} from './tile-writer.ts';
import { readWaters } from './waters.ts';

/** The one zoom whose tiles serve all near views: a hundred kilometres wide and, in the browser, 19 metres fine. */
export const NEAR_ZOOM = 8;

function quarterFeatures(): Feature[] {
  return readQuarters().map(({ name, position, population, names }) => ({
    type: 'Feature',
    properties: { name, quarter: 1, population, ...nameProperties(names) },
    geometry: { type: 'Point', coordinates: position },
  }));
}

function stationFeatures(): Feature[] {
  return readRailways().stations.map(({ japanese, english, chinese, position, lines }) => ({
    type: 'Feature',
    properties: {
      name: japanese,
      lines,
      ...(english ? { name_en: english } : {}),
      ...(chinese ? { name_zh: chinese } : {}),
    },
    geometry: { type: 'Point', coordinates: position },
  }));
}

function readLayers(borders: Feature<MultiLineString>): Record<string, TileIndex> {
  const { rivers, lakes } = readWaters();
  const airports = readAirports();
  const sources = {
    sea: readSea(),
    lakes,
    rivers,
    borders,
    tracks: readRailways().tracks,
    grounds: airports.grounds,
    runways: airports.runways,
    cities: collection(everyCity()),
    quarters: collection(quarterFeatures()),
    stations: collection(stationFeatures()),
    airports: airports.names,
  };
  return Object.fromEntries(
    Object.entries(sources).map(([name, data]) => [name, indexTiles(data, NEAR_ZOOM)]),
  );
}

const LINE = 2;

/** Takes out sea that is none, and adds the shores of what is left. */
function withShores(tile: TileLayers): TileLayers {
  const { sea, ...others } = tile;
  const pieces = (sea?.features ?? []).filter(({ geometry }) => !isEmptySea(geometry as unknown as Ring[]));
  if (pieces.length === 0) return others;
  const shores = pieces.flatMap(({ geometry }) => (geometry as unknown as Ring[]).flatMap(shoresOf));
  const layer = (features: readonly unknown[]) => ({ ...sea, features }) as TileLayers[string];
  return {
    sea: layer(pieces),
    ...(shores.length > 0 ? { shores: layer([{ type: LINE, geometry: shores, tags: null }]) } : {}),
    ...others,
  };
}

export interface NearTiles {
  readonly tiles: readonly TileAddress[];
  /** Tiles without a file, all sea. */
  readonly openSea: readonly TileAddress[];
}

export async function writeNear(path: string, borders: Feature<MultiLineString>): Promise<NearTiles> {
  const layers = readLayers(borders);
  const tiles: (TileAddress & PackedTile)[] = [];
  const openSea: TileAddress[] = [];
  for (let x = 0; x < 2 ** NEAR_ZOOM; x += 1) {
    for (let y = 0; y < 2 ** NEAR_ZOOM; y += 1) {
      const address = { zoom: NEAR_ZOOM, x, y };
      const layersHere = withShores(cutTile(layers, address));
      const names = Object.keys(layersHere);
      // Sea without a shore is all of the tile.
      if (names.length === 1 && names[0] === 'sea') {
        openSea.push(address);
        continue;
      }
      if (names.length === 0) continue;
      tiles.push({ ...address, data: encodeLayers(layersHere) });
    }
  }
  await writePack(path, tiles);
  return { tiles, openSea };
}
