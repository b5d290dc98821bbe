import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type {
  Feature,
  FeatureCollection,
  MultiLineString,
  MultiPolygon,
  Point,
  Polygon,
  Position,
} from 'geojson';
import countryCodes from 'i18n-iso-countries';
import polylabel from 'polylabel';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { polygonsOf } from './rings.ts';

type World = Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>;

/** Natural Earth counts these without an ISO number. */
const CODES_BY_NAME: Readonly<Record<string, string>> = { Kosovo: 'XK' };

const LANGUAGES = { name_en: 'en', name_ja: 'ja', name_zh: 'zh-Hans' } as const;

/** Where the long form is a legal formula rather than what people say. */
const SHORTER_NAMES = new Set(['HK', 'MO', 'PS', 'MM']);

function displayNames(code: string): Record<string, string> {
  const names: Record<string, string> = {};
  const style = SHORTER_NAMES.has(code) ? 'short' : 'long';
  for (const [property, language] of Object.entries(LANGUAGES)) {
    const name = new Intl.DisplayNames([language], { type: 'region', style }).of(code);
    if (name !== undefined) names[property] = name;
  }
  return names;
}

/** Area on the globe in some unit: enough to rank countries. */
function ringArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let index = 1; index < ring.length; index += 1) {
    const [x1 = 0, y1 = 0] = ring[index - 1]!;
    const [x2 = 0, y2 = 0] = ring[index]!;
    sum += (x2 - x1) * Math.sin((((y1 + y2) / 2) * Math.PI) / 180);
  }
  return Math.abs(sum);
}

function labelOf(country: Feature<Polygon | MultiPolygon, { name: string }>): Feature<Point> | undefined {
  const code =
    CODES_BY_NAME[country.properties.name] ?? countryCodes.numericToAlpha2(String(country.id ?? '')) ?? '';
  if (code === '') return undefined;
  const polygons = polygonsOf(country.geometry).map((rings) => ({ rings, area: ringArea(rings[0] ?? []) }));
  const largest = polygons.reduce((best, polygon) => (polygon.area > best.area ? polygon : best));
  const [longitude, latitude] = polylabel(largest.rings, 0.1);
  const area = polygons.reduce((sum, polygon) => sum + polygon.area, 0);
  return {
    type: 'Feature',
    properties: { code, area: Math.round(area * 100) / 100, ...displayNames(code) },
    geometry: { type: 'Point', coordinates: [longitude > 180 ? longitude - 360 : longitude, latitude] },
  };
}

export interface Countries {
  readonly land: FeatureCollection<MultiPolygon>;
  readonly borders: Feature<MultiLineString>;
  readonly labels: FeatureCollection<Point>;
}

export function readCountries(): Countries {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
  const world = JSON.parse(readFileSync(path, 'utf8')) as World;
  const countries = feature(world, world.objects.countries);
  const labels = countries.features
    .map((country) => labelOf(country as Feature<Polygon | MultiPolygon, { name: string }>))
    .filter((label) => label !== undefined)
    .sort((one, other) => Number(other.properties?.area) - Number(one.properties?.area));
  labels.forEach((label, rank) => {
    label.properties = { ...label.properties, rank };
  });
  const land = feature(world, world.objects.land) as FeatureCollection<Polygon | MultiPolygon>;
  const borders = mesh(world, world.objects.countries, (one, other) => one !== other);
  return {
    land: {
      type: 'FeatureCollection',
      features: land.features.map(({ geometry }) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'MultiPolygon', coordinates: polygonsOf(geometry) },
      })),
    },
    borders: { type: 'Feature', properties: {}, geometry: borders },
    labels: { type: 'FeatureCollection', features: labels },
  };
}
