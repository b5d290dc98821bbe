/**
 * Writes the towns of the world and the quarters that the map prints for the server, which names places and finds them
 * by name: one a line, by folded name and the largest of a name first, so that a prefix is found by halving.
 *
 *   node --import tsx web/basemap/build-gazetteer.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { foldedPlaceName } from '../../contract/src/places/place-search.rules.ts';
import { isQuarter, namedCities } from './cities.ts';
import type { CityNames } from './city-names.ts';
import { readQuarters } from './quarters.ts';
import { readRailways } from './railways.ts';
import { quartersOfStreets } from './streets.ts';

const OUTPUT = fileURLToPath(new URL('../../server/gazetteer/towns.tsv', import.meta.url));

/** About a hundred metres: a town is no point. */
const coordinate = (degrees: number) => String(Math.round(degrees * 1000) / 1000);

interface Place {
  name: string;
  country: string;
  latitude: number;
  longitude: number;
  population: number;
  kind: 'town' | 'quarter';
  names?: CityNames | undefined;
}

const cities: Place[] = namedCities().map(({ city, names }) => {
  const [longitude, latitude] = city.loc.coordinates;
  const { name, country, population } = city;
  return {
    name,
    country,
    latitude,
    longitude,
    population,
    kind: isQuarter(city) ? 'quarter' : 'town',
    names,
  };
});
const moreQuarters: Place[] = readQuarters().map(
  ({ position: [longitude = 0, latitude = 0], ...quarter }) => ({
    ...quarter,
    latitude,
    longitude,
    kind: 'quarter',
  }),
);
/** Named as people look for them: 新宿 is the ward, 新宿駅 the station. */
const stations: Place[] = readRailways().stations.map(
  ({ japanese, english, chinese, position: [longitude = 0, latitude = 0] }) => ({
    name: english ? `${english} Station` : `${japanese}駅`,
    country: 'JP',
    latitude,
    longitude,
    population: 0,
    kind: 'quarter',
    names: { japanese: `${japanese}駅`, ...(chinese ? { chinese: `${chinese}站` } : {}) },
  }),
);
const known = new Set(cities.map(({ name, country }) => `${country} ${name}`));
const quarters: Place[] = quartersOfStreets()
  .filter(({ name }) => !known.has(`US ${name}`))
  .map((quarter) => ({ ...quarter, country: 'US', population: 0, kind: 'quarter' }));

const lines = [...cities, ...quarters, ...moreQuarters, ...stations]
  .map(({ name, country, latitude, longitude, population, kind, names }) => {
    const fields = [
      name,
      country,
      coordinate(latitude),
      coordinate(longitude),
      String(population),
      kind === 'quarter' ? kind : '',
    ];
    if (names) fields.push(names.japanese ?? '', names.chinese ?? '');
    return { key: foldedPlaceName(name), population, line: fields.join('\t') };
  })
  .sort((one, other) => {
    if (one.key !== other.key) return one.key < other.key ? -1 : 1;
    return other.population - one.population;
  })
  .map(({ line }) => line);

mkdirSync(dirname(OUTPUT), { recursive: true });
writeFileSync(OUTPUT, `${lines.join('\n')}\n`);
process.stdout.write(`gazetteer: ${lines.length} towns, quarters and stations\n`);
