import type {
  CircleLayerSpecification,
  ExpressionSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { MapColours } from '#map/map-colours.ts';
import type { MapLanguage } from '#map/map-types.ts';
import { fontStack } from '#map/style-labels.ts';

/** In the order in which they are looked for; the last is what people there call it. */
export const STREET_NAMES: Readonly<Record<MapLanguage, readonly string[]>> = {
  en: ['name:en', 'name_en', 'name:latin', 'name'],
  ja: ['name:ja', 'name'],
  zh: ['name:zh-Hans', 'name:zh', 'name'],
};

/** Where people may want to meet, and what they find their way by. */
const LANDMARKS = [
  ...['park', 'museum', 'art_gallery', 'attraction', 'castle', 'monument', 'stadium', 'theatre', 'cinema'],
  ...['college', 'library', 'town_hall', 'place_of_worship', 'zoo', 'aquarium', 'swimming_pool', 'garden'],
];
const PLACES_TO_SIT = ['cafe', 'restaurant', 'bar', 'beer', 'ice_cream', 'bakery', 'music'];

const isStation: ExpressionSpecification = [
  'all',
  ['==', ['get', 'class'], 'railway'],
  ['in', ['get', 'subclass'], ['literal', ['station', 'subway', 'halt', 'tram_stop', 'train_station']]],
  ['any', ['!=', ['get', 'subclass'], 'tram_stop'], ['>=', ['zoom'], 16]],
];

const classIn = (...classes: string[]): ExpressionSpecification => [
  'in',
  ['get', 'class'],
  ['literal', classes],
];
const byRank: ExpressionSpecification = ['coalesce', ['get', 'rank'], 30];

interface Text {
  readonly colour?: string;
  readonly halo?: string;
  readonly weight?: 'Medium' | 'SemiBold';
  readonly size: ExpressionSpecification | number;
  readonly minzoom: number;
  readonly maxzoom?: number;
  readonly filter?: ExpressionSpecification;
  readonly layout?: SymbolLayerSpecification['layout'];
}

type Write = (id: string, sourceLayer: string, text: Text) => SymbolLayerSpecification;

/** Names without spaces would break inside of words. */
const widthIn = (language: MapLanguage) => (language === 'en' ? 8 : 12);

function writerFor(language: MapLanguage, colours: MapColours, source: string, firstZoom: number): Write {
  return (id, sourceLayer, { weight = 'Medium', minzoom, maxzoom, filter, layout, ...text }) => ({
    id: `streets-${id}`,
    type: 'symbol',
    source,
    'source-layer': sourceLayer,
    minzoom: Math.max(firstZoom, minzoom),
    ...(maxzoom !== undefined && { maxzoom }),
    ...(filter && { filter }),
    layout: {
      'text-field': ['coalesce', ...STREET_NAMES[language].map((name) => ['get', name])] as never,
      'text-font': fontStack(language, weight),
      'text-size': text.size,
      'text-max-width': widthIn(language),
      'text-padding': 8,
      ...layout,
    },
    paint: {
      'text-color': text.colour ?? colours.label,
      'text-halo-color': text.halo ?? colours.halo,
      'text-halo-width': 1.6,
      'text-halo-blur': 0.4,
    },
  });
}

/** Later ones win room over earlier ones. */
export function streetLabels(
  language: MapLanguage,
  colours: MapColours,
  source: string,
  firstZoom: number,
): LayerSpecification[] {
  const isLatin = language === 'en';
  const text = writerFor(language, colours, source, firstZoom);
  return [
    stationMark(colours, source),
    ...lineNames(text, colours, isLatin),
    ...pointNames(text, colours),
    ...townNames(text, colours, isLatin),
  ];
}

function stationMark(colours: MapColours, source: string): CircleLayerSpecification {
  return {
    id: 'streets-station',
    type: 'circle',
    source,
    'source-layer': 'poi',
    minzoom: 13,
    filter: isStation,
    paint: {
      'circle-color': colours.halo,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 13, 2.2, 16, 4],
      'circle-stroke-color': colours.label,
      'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 13, 1.4, 16, 2],
    },
  };
}

function lineNames(text: Write, colours: MapColours, isLatin: boolean): LayerSpecification[] {
  const along = { 'symbol-placement': 'line', 'text-max-angle': 30, 'symbol-spacing': 380 } as const;
  return [
    text('road-name', 'transportation_name', {
      size: ['interpolate', ['linear'], ['zoom'], 12, 12, 18, 15],
      minzoom: 12,
      filter: [
        'any',
        classIn('motorway', 'trunk', 'primary', 'secondary'),
        ['all', ['>=', ['zoom'], 14], classIn('tertiary')],
        ['>=', ['zoom'], 15],
      ],
      layout: along,
    }),
    text('river-name', 'waterway', {
      colour: colours.labelWater,
      halo: colours.water,
      size: 12,
      minzoom: 13,
      layout: { ...along, 'text-letter-spacing': isLatin ? 0.06 : 0 },
    }),
  ];
}

function pointNames(text: Write, colours: MapColours): LayerSpecification[] {
  return [
    text('landmark-name', 'poi', {
      size: 12,
      minzoom: 15,
      filter: [
        'any',
        ['all', classIn(...LANDMARKS), ['<=', byRank, ['step', ['zoom'], 8, 16, 20, 17, 99]]],
        ['all', classIn(...PLACES_TO_SIT), ['>=', ['zoom'], 17]],
      ],
      layout: { 'symbol-sort-key': byRank },
    }),
    text('park-name', 'park', {
      colour: colours.labelPark,
      halo: colours.park,
      weight: 'SemiBold',
      size: ['interpolate', ['linear'], ['zoom'], 11, 12, 16, 14],
      minzoom: 11,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'symbol-sort-key': byRank },
    }),
    text('park-poi-name', 'poi', {
      colour: colours.labelPark,
      halo: colours.park,
      weight: 'SemiBold',
      size: ['interpolate', ['linear'], ['zoom'], 14, 12, 17, 14],
      minzoom: 14,
      filter: ['all', classIn('park'), ['<=', byRank, ['step', ['zoom'], 12, 15, 40, 16, 999]]],
      layout: { 'symbol-sort-key': byRank },
    }),
    text('station-name', 'poi', {
      size: 12,
      minzoom: 13,
      filter: isStation,
      layout: { 'text-anchor': 'top', 'text-offset': [0, 0.6], 'symbol-sort-key': byRank },
    }),
    text('airport-name', 'aerodrome_label', { size: 12, minzoom: 10 }),
  ];
}

function townNames(text: Write, colours: MapColours, isLatin: boolean): LayerSpecification[] {
  const quarters = {
    'text-transform': 'uppercase',
    'text-letter-spacing': isLatin ? 0.1 : 0.02,
    'symbol-sort-key': byRank,
  } as const;
  return [
    text('water-name', 'water_name', {
      colour: colours.labelWater,
      halo: colours.water,
      size: ['interpolate', ['linear'], ['zoom'], 6, 12, 14, 15],
      minzoom: 6,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'text-letter-spacing': isLatin ? 0.08 : 0.02 },
    }),
    text('quarter-name', 'place', {
      weight: 'SemiBold',
      size: ['interpolate', ['linear'], ['zoom'], 11, 12, 16, 14],
      minzoom: 11,
      maxzoom: 17,
      filter: [
        'any',
        classIn('suburb', 'borough'),
        ['all', ['>=', ['zoom'], 12.5], classIn('quarter')],
        ['all', ['>=', ['zoom'], 13], classIn('neighbourhood')],
      ],
      layout: quarters,
    }),
    text('village-name', 'place', {
      size: ['interpolate', ['linear'], ['zoom'], 10, 12, 15, 15],
      minzoom: 10,
      filter: classIn('village', 'hamlet', 'island'),
      layout: { 'symbol-sort-key': byRank },
    }),
    text('town-name', 'place', {
      weight: 'SemiBold',
      size: ['interpolate', ['linear'], ['zoom'], 6, 12, 12, ['match', ['get', 'class'], 'city', 18, 15]],
      minzoom: 6,
      maxzoom: 15,
      filter: ['any', classIn('city'), ['all', ['>=', ['zoom'], 8], classIn('town')]],
      layout: { 'symbol-sort-key': byRank },
    }),
    text('country-name', 'place', {
      weight: 'SemiBold',
      size: 15,
      minzoom: 6,
      maxzoom: 8,
      filter: classIn('country'),
      layout: { 'text-letter-spacing': isLatin ? 0.06 : 0, 'symbol-sort-key': byRank },
    }),
  ];
}
