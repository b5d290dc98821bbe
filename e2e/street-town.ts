import type { TestMapSource } from '../server/src/testing/test-map-source.ts';
import { area, line, paperTown, paperTownBounds, tilesOf } from './paper-town.ts';

const [west, south, east, north] = paperTownBounds;
const step = 0.004;
type Feature = ReturnType<typeof line>;

const point = (longitude: number, latitude: number, properties: object): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
});

function streets() {
  const roads: Feature[] = [];
  const names: Feature[] = [];
  for (let index = 0; south + index * step < north; index++) {
    const properties = { class: index % 4 === 0 ? 'primary' : 'minor' };
    const across = [west, south + index * step] as const;
    roads.push(line(across, [east, across[1]], properties));
    roads.push(line([west + index * step, south], [west + index * step, north], properties));
    const name = { name: `${index + 1}丁目通り`, 'name:en': `Paper Street ${index + 1}` };
    names.push(line(across, [east, across[1]], { ...properties, ...name }));
  }
  return { roads, names };
}

const { roads, names } = streets();
const { latitude, longitude } = paperTown;
const river = area([135.705, south, 135.711, north], { class: 'river' });
const park = area([135.68, 35.002, 135.695, 35.012], { class: 'park' });
export const paperStation = { latitude: latitude + 0.004, longitude: longitude + 0.016 };

const tiles = tilesOf({
  landuse: [area([west, south, east, north], { class: 'residential' })],
  park: [park],
  water: [river],
  transportation: [...roads, line([west, latitude], [east, latitude], { class: 'rail' })],
  transportation_name: names,
  place: [
    point(longitude, latitude, { class: 'town', name: '紙町', 'name:en': 'Kamitown', rank: 5 }),
    point(longitude + 0.012, latitude + 0.006, { class: 'quarter', name: '窯が丘', 'name:en': 'Kiln Hill' }),
  ],
  poi: [
    point(paperStation.longitude, paperStation.latitude, {
      class: 'railway',
      subclass: 'station',
      name: '紙町駅',
      'name:en': 'Kamitown Station',
      rank: 1,
    }),
  ],
});

/** Gives out the paper town as OpenFreeMap gives out the world: a list, tiles in the schema of OpenMapTiles. */
export function standInForOpenFreeMap(source: TestMapSource): string {
  source.json('/planet', {
    tilejson: '3.0.0',
    tiles: [`${source.url}/planet/1/{z}/{x}/{y}.pbf`],
    minzoom: 0,
    maxzoom: 14,
    vector_layers: ['landuse', 'park', 'water', 'transportation', 'place', 'poi'].map((id) => ({ id })),
    attribution:
      '<a href="https://openfreemap.org">OpenFreeMap</a> <a href="https://www.openmaptiles.org/">&copy; OpenMapTiles</a> Data from <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>',
  });
  for (const { z, x, y, data } of tiles) {
    source.bytes(`/planet/1/${z}/${x}/${y}.pbf`, 'application/x-protobuf', data);
  }
  return `${source.url}/planet`;
}
