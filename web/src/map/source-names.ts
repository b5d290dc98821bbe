import type { Geometry } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type MapName, type MapNameKind, uniqueNames } from '#map/map-names.ts';
import type { MapLanguage, MapPlace } from '#map/map-types.ts';
import { STREET_NAMES } from '#map/style-openmaptiles-labels.ts';

type Properties = Readonly<Record<string, unknown>>;

/** A layer of tiles with names, and what they are names of. */
interface NamedLayer {
  readonly source: RegExp;
  readonly layer: string;
  kindOf(properties: Properties): MapNameKind | null;
}

const among = (values: readonly string[], kind: MapNameKind) => (value: unknown) =>
  values.includes(String(value)) ? kind : null;
const quarter = among(
  ['suburb', 'borough', 'quarter', 'neighbourhood', 'neighborhood', 'macrohood'],
  'quarter',
);
const town = among(['city', 'town', 'village', 'hamlet', 'locality'], 'town');
const station = among(['station', 'train_station', 'subway', 'halt', 'tram_stop'], 'station');

/** Of OpenMapTiles, of extracts in the schema of Protomaps, and of the streets that come with the product. */
const layers: readonly NamedLayer[] = [
  {
    source: /^openmaptiles$/,
    layer: 'place',
    kindOf: (of) => quarter(of.class) ?? town(of.class),
  },
  {
    source: /^openmaptiles$/,
    layer: 'poi',
    kindOf: (of) =>
      of.class === 'railway' ? station(of.subclass) : among(['park', 'garden'], 'park')(of.class),
  },
  { source: /^openmaptiles$/, layer: 'park', kindOf: () => 'park' },
  { source: /^openmaptiles$/, layer: 'transportation_name', kindOf: () => 'street' },
  {
    source: /^extracts-/,
    layer: 'places',
    kindOf: (of) => (of.kind === 'locality' ? 'town' : quarter(of.kind)),
  },
  { source: /^extracts-/, layer: 'roads', kindOf: () => 'street' },
  {
    source: /^extracts-/,
    layer: 'pois',
    kindOf: (of) => station(of.kind) ?? among(['park', 'garden'], 'park')(of.kind),
  },
  { source: /^near$/, layer: 'stations', kindOf: () => 'station' },
  { source: /^streets$/, layer: 'place_label', kindOf: () => 'quarter' },
  { source: /^streets$/, layer: 'road_label', kindOf: () => 'street' },
  {
    source: /^streets$/,
    layer: 'poi_label',
    kindOf: (of) =>
      /station/i.test(String(of.type)) ? 'station' : among(['Park', 'Garden'], 'park')(of.type),
  },
];

/** The middle of a line, and of anything else where it begins. */
function placeOf(geometry: Geometry): MapPlace | null {
  if (geometry.type === 'GeometryCollection') return null;
  let at: unknown = geometry.coordinates;
  while (Array.isArray(at) && Array.isArray(at[0])) at = at[at.length >> 1];
  const [longitude, latitude] = at as number[];
  return longitude === undefined || latitude === undefined ? null : { latitude, longitude };
}

/** A feature of a tile. */
interface TileFeature {
  readonly source: string;
  readonly layer: string;
  readonly properties: Properties;
  readonly place: MapPlace | null;
}

/** Those that have a name, each once, as seen from the middle of the map. */
export function namesAmong(
  features: Iterable<TileFeature>,
  middle: MapPlace,
  language: MapLanguage,
): MapName[] {
  const found: Omit<MapName, 'near'>[] = [];
  for (const { source, layer, properties, place } of features) {
    const known = layers.find((one) => one.layer === layer && one.source.test(source));
    const kind = known?.kindOf(properties);
    if (!kind || !place) continue;
    const names = Object.entries(properties).filter(
      ([key, value]) => /^(pgf:)?name(:|_|$)/.test(key) && typeof value === 'string' && value !== '',
    );
    if (names.length === 0) continue;
    // The offline world has names in other languages where streets have `name:zh`.
    const inLanguage = [`name_${language}`, ...STREET_NAMES[language]].find((key) => properties[key]);
    const name = String(inLanguage ? properties[inLanguage] : names[0]![1]);
    const all = [...new Set([name, ...names.map(([, value]) => String(value))])];
    found.push({ kind, name, names: all, ...place });
  }
  return uniqueNames(found, middle);
}

/** What stands on the map where it is looked at, from the tiles that are there: nothing is fetched for it. */
export function namesOnMap(map: MapLibreMap, language: MapLanguage): MapName[] {
  const { lat, lng } = map.getCenter();
  const features = Object.keys(map.getStyle().sources).flatMap((source) =>
    layers
      .filter((one) => one.source.test(source))
      .flatMap(({ layer }) =>
        map.querySourceFeatures(source, { sourceLayer: layer }).map(({ properties, geometry }) => ({
          source,
          layer,
          properties,
          place: placeOf(geometry),
        })),
      ),
  );
  return namesAmong(features, { latitude: lat, longitude: lng }, language);
}
