import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import type { MapColours } from '#map/map-colours.ts';
import type { MapLanguage } from '#map/map-types.ts';
import { NEAR_ZOOM } from '#map/style-near.ts';

const NAME_PROPERTIES: Readonly<Record<MapLanguage, readonly string[]>> = {
  en: ['name_en', 'name'],
  ja: ['name_ja', 'name'],
  zh: ['name_zh', 'name_zh-Hans', 'name'],
};

/** Drawn with the fonts of the device, as the interface is; the same families as tokens.css. */
const HAN_FAMILIES: Readonly<Record<MapLanguage, readonly string[]>> = {
  en: [],
  ja: ['Hiragino Sans', 'Yu Gothic UI', 'Meiryo', 'Noto Sans JP', 'Noto Sans CJK JP'],
  zh: ['PingFang SC', 'Microsoft YaHei UI', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC'],
};

/** The first family does not exist: the renderer takes the weight from its name. */
export function fontStack(language: MapLanguage, weight: 'Medium' | 'SemiBold'): string[] {
  return [
    `Dazi ${weight}`,
    'system-ui',
    'Segoe UI',
    'Roboto',
    'Inter',
    'Noto Sans',
    'Arial',
    ...HAN_FAMILIES[language],
  ];
}

function nameIn(language: MapLanguage): ExpressionSpecification {
  const properties = NAME_PROPERTIES[language].map((name): ExpressionSpecification => ['get', name]);
  return ['coalesce', ...properties];
}

/** Far views show only what is big enough there; the limit falls with every zoom step. */
const COUNTRY_FILTER: ExpressionSpecification = [
  '<',
  ['get', 'rank'],
  ['step', ['zoom'], 10, 2, 28, 3, 70, 4, 130, 5, 175, 6, 300],
];
const CITY_FILTER: ExpressionSpecification = [
  '>=',
  ['*', ['get', 'population'], ['case', ['has', 'capital'], 4, 1]],
  ['step', ['zoom'], 4e6, 4, 1e6, 5, 2e5, 6, 5e4, 7, 2e4, 8, 8e3, 9, 3e3, 10, 0],
];
const CITY_WEIGHT: ExpressionSpecification = [
  'log10',
  ['*', ['get', 'population'], ['case', ['has', 'capital'], 4, 1]],
];

/** What all labels of a map have in common. */
interface Lettering {
  readonly name: ExpressionSpecification;
  readonly isLatin: boolean;
  /** In em: names without spaces would break inside of words. */
  readonly width: number;
  readonly medium: string[];
  readonly strong: string[];
  readonly halo: SymbolLayerSpecification['paint'];
  readonly colours: MapColours;
}

export function labelLayers(language: MapLanguage, colours: MapColours): SymbolLayerSpecification[] {
  const isLatin = language === 'en';
  const lettering: Lettering = {
    name: nameIn(language),
    isLatin,
    width: isLatin ? 7 : 12,
    medium: fontStack(language, 'Medium'),
    strong: fontStack(language, 'SemiBold'),
    halo: { 'text-halo-color': colours.halo, 'text-halo-width': 1.6, 'text-halo-blur': 0.4 },
    colours,
  };
  return [
    roadNames,
    parkNames,
    stationNames,
    airportNames,
    quarterNames,
    nearQuarterNames,
    farCityNames,
    nearCityNames,
    countryNames,
  ].map((layer) => layer(lettering));
}

function roadNames({ name, medium, halo, colours }: Lettering): SymbolLayerSpecification {
  return {
    id: 'road-name',
    type: 'symbol',
    source: 'streets',
    'source-layer': 'road_label',
    minzoom: 13,
    filter: [
      'any',
      ['in', ['get', 'class'], ['literal', ['primary', 'secondary', 'tertiary']]],
      ['>=', ['zoom'], 15],
    ],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 360,
      'text-field': name,
      'text-font': medium,
      'text-size': ['interpolate', ['linear'], ['zoom'], 13, 12, 18, 15],
      'text-max-angle': 30,
      'text-padding': 12,
    },
    paint: { 'text-color': colours.label, ...halo },
  };
}

function parkNames({ name, width, strong, halo, colours }: Lettering): SymbolLayerSpecification {
  return {
    id: 'park-name',
    type: 'symbol',
    source: 'streets',
    'source-layer': 'poi_label',
    minzoom: 14,
    filter: [
      'all',
      ['in', ['get', 'type'], ['literal', ['Park', 'Forest', 'Meadow', 'Garden']]],
      ['<=', ['get', 'scalerank'], ['step', ['zoom'], 3, 16, 5]],
    ],
    layout: {
      'text-field': name,
      'text-font': strong,
      'text-size': ['interpolate', ['linear'], ['zoom'], 14, 12, 17, 15],
      'text-max-width': width,
      'text-padding': 8,
      'symbol-sort-key': ['get', 'scalerank'],
    },
    paint: { 'text-color': colours.labelPark, ...halo, 'text-halo-color': colours.park },
  };
}

function quarterNames({ name, isLatin, width, strong, halo, colours }: Lettering): SymbolLayerSpecification {
  return {
    id: 'quarter-name',
    type: 'symbol',
    source: 'streets',
    'source-layer': 'place_label',
    minzoom: 13,
    maxzoom: 17,
    layout: {
      'text-field': name,
      'text-font': strong,
      'text-transform': 'uppercase',
      'text-letter-spacing': isLatin ? 0.12 : 0,
      'text-size': ['interpolate', ['linear'], ['zoom'], 13, 12, 16, 15],
      'text-max-width': width,
      'text-padding': 10,
    },
    paint: { 'text-color': colours.label, ...halo },
  };
}

/** Where many lines meet first; all of them once there is room. */
const STATION_FILTER: ExpressionSpecification = [
  '>=',
  ['get', 'lines'],
  ['step', ['zoom'], 9, 11, 6, 12, 3, 13, 2, 14, 1],
];

function stationNames({ name, width, medium, halo, colours }: Lettering): SymbolLayerSpecification {
  return {
    id: 'station-name',
    type: 'symbol',
    source: 'near',
    'source-layer': 'stations',
    minzoom: 11,
    filter: STATION_FILTER,
    layout: {
      'text-field': name,
      'text-font': medium,
      'text-size': 12,
      'text-max-width': width,
      'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
      'text-radial-offset': 0.5,
      'text-padding': 4,
      'symbol-sort-key': ['-', 0, ['get', 'lines']],
    },
    paint: { 'text-color': colours.label, ...halo },
  };
}

function airportNames({ width, medium, halo, colours }: Lettering): SymbolLayerSpecification {
  return {
    id: 'airport-name',
    type: 'symbol',
    source: 'near',
    'source-layer': 'airports',
    minzoom: 10,
    filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 0, 11, 1]],
    layout: {
      'text-field': [
        'case',
        ['has', 'code'],
        ['concat', ['get', 'name'], ' (', ['get', 'code'], ')'],
        ['get', 'name'],
      ],
      'text-font': medium,
      'text-size': 12,
      'text-max-width': Math.max(9, width),
      'text-padding': 8,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: { 'text-color': colours.label, ...halo },
  };
}

function nearQuarterNames({
  name,
  isLatin,
  width,
  strong,
  halo,
  colours,
}: Lettering): SymbolLayerSpecification {
  return {
    id: 'near-quarter-name',
    type: 'symbol',
    source: 'near',
    'source-layer': 'quarters',
    minzoom: 11,
    maxzoom: 15.5,
    layout: {
      'text-field': name,
      'text-font': strong,
      'text-transform': 'uppercase',
      'text-letter-spacing': isLatin ? 0.1 : 0.04,
      'text-size': ['interpolate', ['linear'], ['zoom'], 11, 12, 15, 14],
      'text-max-width': width,
      'text-padding': 12,
      'symbol-sort-key': ['-', 0, ['get', 'population']],
    },
    paint: { 'text-color': colours.label, ...halo },
  };
}

const farCityNames = (lettering: Lettering) =>
  cityNames(lettering, { id: 'city-name', source: 'world', minzoom: 3, maxzoom: NEAR_ZOOM });
const nearCityNames = (lettering: Lettering) =>
  cityNames(lettering, { id: 'near-city-name', source: 'near', minzoom: NEAR_ZOOM, maxzoom: 15 });

function cityNames(
  { name, width, medium, halo, colours }: Lettering,
  part: Pick<SymbolLayerSpecification, 'id' | 'minzoom' | 'maxzoom'> & { source: string },
): SymbolLayerSpecification {
  return {
    ...part,
    type: 'symbol',
    'source-layer': 'cities',
    filter: CITY_FILTER,
    layout: {
      'text-field': name,
      'text-font': medium,
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        3,
        ['interpolate', ['linear'], CITY_WEIGHT, 6, 12, 7.5, 14],
        8,
        ['interpolate', ['linear'], CITY_WEIGHT, 3.5, 12, 6.5, 16],
        12,
        ['interpolate', ['linear'], CITY_WEIGHT, 3, 12.5, 6, 17],
      ],
      'text-max-width': width,
      'text-padding': 10,
      'symbol-sort-key': ['-', 0, CITY_WEIGHT],
    },
    paint: { 'text-color': colours.label, ...halo },
  };
}

function countryNames({ name, isLatin, width, strong, halo, colours }: Lettering): SymbolLayerSpecification {
  return {
    id: 'country-name',
    type: 'symbol',
    source: 'world',
    'source-layer': 'countries',
    minzoom: 1,
    maxzoom: 7,
    filter: COUNTRY_FILTER,
    layout: {
      'text-field': name,
      'text-font': strong,
      'text-letter-spacing': isLatin ? 0.06 : 0,
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        1,
        12,
        4,
        ['interpolate', ['linear'], ['get', 'rank'], 0, 17, 60, 13, 150, 12],
        6,
        ['interpolate', ['linear'], ['get', 'rank'], 0, 17, 120, 14],
      ],
      'text-max-width': width,
      'text-padding': 8,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: { 'text-color': colours.label, ...halo },
  };
}
