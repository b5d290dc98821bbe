import { makeExtract } from '../server/src/testing/test-extract.ts';
import { collection, encodeTile, indexTiles } from '../web/basemap/tile-writer.ts';

type Feature = Parameters<typeof collection>[0][number];
type Position = readonly [longitude: number, latitude: number];

/** A town that does not exist, west of Kyoto: its streets, river and park, as extracts describe them. */
export const paperTown = { latitude: 35.0, longitude: 135.7 };
export const paperTownBounds = [135.66, 34.97, 135.74, 35.03] as const;

const deepestZoom = 14;
const [west, south, east, north] = paperTownBounds;
const step = 0.004;

export function line(from: Position, to: Position, properties: object): Feature {
  return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates: [[...from], [...to]] } };
}

export function area(box: readonly [number, number, number, number], properties: object): Feature {
  const [w, s, e, n] = box;
  const ring = [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
}

function grid(): Feature[] {
  const streets: Feature[] = [];
  for (let index = 0; south + index * step < north; index++) {
    const kind = index % 4 === 0 ? 'major_road' : 'minor_road';
    const name = `${index + 1} Chome`;
    const properties = { kind, name, 'name:ja': `${index + 1}丁目`, 'name:zh-Hans': `${index + 1}街` };
    streets.push(line([west, south + index * step], [east, south + index * step], properties));
    streets.push(line([west + index * step, south], [west + index * step, north], { kind }));
  }
  return streets;
}

export function tilesOf(layers: Readonly<Record<string, Feature[]>>) {
  const indexes = Object.fromEntries(
    Object.entries(layers).map(([name, features]) => [name, indexTiles(collection(features), deepestZoom)]),
  );
  const column = (longitude: number, z: number) => Math.floor((longitude / 360 + 0.5) * 2 ** z);
  const row = (latitude: number, z: number) => {
    const sine = Math.sin((latitude * Math.PI) / 180);
    return Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z);
  };
  const tiles: { z: number; x: number; y: number; data: Uint8Array }[] = [];
  for (let z = 0; z <= deepestZoom; z++) {
    for (let x = column(west, z); x <= column(east, z); x++) {
      for (let y = row(north, z); y <= row(south, z); y++) {
        const data = encodeTile(indexes, { zoom: z, x, y });
        if (data) tiles.push({ z, x, y, data });
      }
    }
  }
  return tiles;
}

const river = area([135.705, south, 135.711, north], { kind: 'river' });
const park = area([135.68, 35.002, 135.695, 35.012], { kind: 'park' });
const name: Feature = {
  type: 'Feature',
  properties: {
    kind: 'locality',
    name: 'Kamitown',
    'name:ja': '紙町',
    'name:zh-Hans': '纸镇',
    min_zoom: 4,
    population_rank: 10,
  },
  geometry: { type: 'Point', coordinates: [paperTown.longitude, paperTown.latitude] },
};

export const paperTownTiles = tilesOf({
  earth: [area([west, south, east, north], { kind: 'earth' })],
  landuse: [park],
  water: [river],
  roads: grid(),
  places: [name],
});

export const paperTownExtract = () =>
  makeExtract({
    tiles: paperTownTiles,
    bounds: paperTownBounds,
    minZoom: 0,
    maxZoom: deepestZoom,
    layers: ['earth', 'landuse', 'water', 'roads', 'places'],
  });
