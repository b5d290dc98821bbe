import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Position } from 'geojson';
import { foldedPlaceName } from '../../contract/src/places/place-search.rules.ts';
import { namedCities } from './cities.ts';
import type { CityNames } from './city-names.ts';
import { distanceKm } from './distance.ts';
import { namesByScript, readNamedPlaces } from './other-names.ts';

export interface Quarter {
  readonly name: string;
  readonly country: string;
  readonly position: Position;
  readonly population: number;
  readonly names: CityNames | undefined;
}

/** Two sources put the same place somewhat apart. */
const SAME_PLACE_KM = 8;

interface Municipality {
  city: string;
  city_en: string | null;
  latitude: number;
  longitude: number;
}

const UNIT_IN_ENGLISH = /-(?:ku|shi|cho|chō|machi|mura|son)$/i;
const UNIT = /[市区町村]$/;

/** The wards, towns and villages of Japan, by name without their unit: Shibuya, not Shibuya-ku. */
function readMunicipalities(): Quarter[] {
  const entry = createRequire(import.meta.url).resolve('detect-location-jp');
  const text = readFileSync(join(dirname(entry), 'data', 'japan_cities.json'), 'utf8');
  return (JSON.parse(text) as Municipality[]).flatMap(({ city, city_en, latitude, longitude }) => {
    if (!city_en || !Number.isFinite(latitude) || !Number.isFinite(longitude)) return [];
    return [
      {
        name: city_en.replace(UNIT_IN_ENGLISH, ''),
        country: 'JP',
        position: [longitude, latitude],
        population: 0,
        names: { japanese: city.replace(UNIT, ''), chinese: city },
      },
    ];
  });
}

function readNewQuarters(): Quarter[] {
  return readNamedPlaces()
    .filter(({ featureCode }) => featureCode === 'PPLX')
    .map((place) => ({
      name: place.name,
      country: place.country,
      position: [place.longitude, place.latitude],
      population: place.population,
      names: namesByScript(place),
    }));
}

let quarters: readonly Quarter[] | undefined;

/** Quarters and wards that the list of cities lacks. */
export function readQuarters(): readonly Quarter[] {
  if (quarters) return quarters;
  const known = new Map<string, Position[]>();
  // One of them writes Ōsaka, the other Osaka.
  const keyOf = (country: string, name: string) => `${country} ${foldedPlaceName(name)}`;
  const isNew = ({ country, name, position }: Quarter) => {
    const key = keyOf(country, name);
    const namesakes = known.get(key) ?? [];
    if (namesakes.some((other) => distanceKm(other, position) < SAME_PLACE_KM)) return false;
    known.set(key, [...namesakes, position]);
    return true;
  };
  for (const { city } of namedCities()) {
    const key = keyOf(city.country, city.name);
    known.set(key, [...(known.get(key) ?? []), city.loc.coordinates]);
  }
  quarters = [...readMunicipalities(), ...readNewQuarters()].filter(isNew);
  return quarters;
}
