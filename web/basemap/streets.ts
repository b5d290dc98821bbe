import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import type { Feature } from 'geojson';
import { PbfReader } from 'pbf';
import { collection, encodeTile, indexTiles, type TileAddress, tilePath, writeTile } from './tile-writer.ts';

/** The nine real street tiles around Haight Street that the fixtures package carries. */
const SOURCE_ZOOM = 15;
const COLUMNS = [5237, 5238, 5239];
const ROWS = [12665, 12666, 12667];
const COARSER_ZOOMS = [12, 13, 14];

const KEPT_PROPERTIES = ['class', 'type', 'structure', 'name', 'name_zh-Hans', 'localrank', 'scalerank'];

/** From which zoom on a feature is worth its bytes. */
const FIRST_ZOOM: Readonly<Record<string, (feature: Feature) => number>> = {
  landuse: () => 12,
  water: () => 12,
  building: () => 14,
  road: ({ properties }) =>
    /^(primary|secondary|tertiary|street|minor_rail|link)$/.test(String(properties?.class)) ? 12 : 14,
  road_label: ({ properties }) =>
    /^(primary|secondary|tertiary)$/.test(String(properties?.class)) ? 13 : 14,
  place_label: () => 12,
  poi_label: () => 14,
};

const sourceAddresses: TileAddress[] = COLUMNS.flatMap((x) => ROWS.map((y) => ({ zoom: SOURCE_ZOOM, x, y })));

function fixturePath({ zoom, x, y }: TileAddress): string {
  const entry = createRequire(import.meta.url).resolve('@mapbox/mvt-fixtures');
  return join(dirname(entry), 'real-world', 'sanfrancisco', `${zoom}-${x}-${y}.mvt`);
}

function slim(feature: Feature): Feature {
  const properties = Object.fromEntries(
    Object.entries(feature.properties ?? {}).filter(([name]) => KEPT_PROPERTIES.includes(name)),
  );
  return { type: 'Feature', properties, geometry: feature.geometry };
}

/** Points repeat in the margin of the neighbouring tile; the fourth decimal tells true twins apart. */
function pointKey(feature: Feature): string | undefined {
  if (feature.geometry.type !== 'Point') return undefined;
  const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
  return `${feature.properties?.name}:${longitude.toFixed(4)}:${latitude.toFixed(4)}`;
}

function readSourceLayers(): Map<string, Feature[]> {
  const layers = new Map<string, Feature[]>();
  const seenPoints = new Set<string>();
  for (const address of sourceAddresses) {
    const tile = new VectorTile(new PbfReader(readFileSync(fixturePath(address))));
    for (const name of Object.keys(FIRST_ZOOM)) {
      const layer = tile.layers[name];
      const features = layers.get(name) ?? [];
      layers.set(name, features);
      for (let index = 0; index < (layer?.length ?? 0); index += 1) {
        const feature = slim(layer!.feature(index).toGeoJSON(address.x, address.y, address.zoom));
        const key = pointKey(feature);
        if (key !== undefined && seenPoints.has(key)) continue;
        if (key !== undefined) seenPoints.add(key);
        features.push(feature);
      }
    }
  }
  return layers;
}

/** The quarters of the city whose names stand on these tiles. */
export function quartersOfStreets(): { name: string; latitude: number; longitude: number }[] {
  const labels = readSourceLayers().get('place_label') ?? [];
  const quarters = labels.flatMap(({ geometry, properties }) => {
    if (geometry.type !== 'Point' || typeof properties?.name !== 'string') return [];
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    return [{ name: properties.name, latitude, longitude }];
  });
  return [...new Map(quarters.map((quarter) => [quarter.name, quarter])).values()];
}

/** Writes the street tiles of zoom 12 to 15 and answers their addresses. */
export function writeStreets(folder: string): TileAddress[] {
  const written: TileAddress[] = [];
  for (const address of sourceAddresses) {
    const path = tilePath(folder, address);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(fixturePath(address), path);
    written.push(address);
  }
  const source = readSourceLayers();
  for (const zoom of COARSER_ZOOMS) {
    const layers = Object.fromEntries(
      [...source].map(([name, features]) => {
        const visible = features.filter((feature) => FIRST_ZOOM[name]!(feature) <= zoom);
        return [name, indexTiles(collection(visible), zoom)];
      }),
    );
    const shift = SOURCE_ZOOM - zoom;
    const places = new Set(sourceAddresses.map(({ x, y }) => `${x >> shift}/${y >> shift}`));
    for (const place of places) {
      const [x = 0, y = 0] = place.split('/').map(Number);
      const tile = encodeTile(layers, { zoom, x, y });
      if (tile === undefined) continue;
      writeTile(folder, { zoom, x, y }, tile);
      written.push({ zoom, x, y });
    }
  }
  return written;
}
