import type {
  ExpressionSpecification,
  FillLayerSpecification,
  LayerSpecification,
  LineLayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import type { MapColours } from '#map/map-colours.ts';
import type { MapLanguage } from '#map/map-types.ts';
import { buildStyle } from '#map/style.ts';
import { streetLabels } from '#map/style-openmaptiles-labels.ts';
import { streetLines } from '#map/style-openmaptiles-lines.ts';

/** Further out the offline world shows as much, and nothing is fetched from elsewhere. */
const FIRST_ZOOM = 6;
const STREETS_SOURCE = 'openmaptiles';

export interface OpenMapTilesOptions {
  /** What this server says of the tiles. */
  readonly sources: StyleSpecification['sources'];
  readonly language: MapLanguage;
  readonly colours: MapColours;
}

const classIn = (...classes: string[]): ExpressionSpecification => [
  'in',
  ['get', 'class'],
  ['literal', classes],
];

function area(
  id: string,
  sourceLayer: string,
  colour: string,
  more: Pick<FillLayerSpecification, 'minzoom' | 'filter'> & {
    opacity?: ExpressionSpecification | number;
  } = {},
): FillLayerSpecification {
  const { opacity, ...rest } = more;
  return {
    id,
    type: 'fill',
    source: STREETS_SOURCE,
    'source-layer': sourceLayer,
    minzoom: FIRST_ZOOM,
    ...rest,
    paint: { 'fill-color': colour, ...(opacity && { 'fill-opacity': opacity }) },
  };
}

/** Comes in softly between two zooms. */
const fadeIn = (from: number, to: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  from,
  0,
  to,
  1,
];

function groundLayers(colours: MapColours): LayerSpecification[] {
  const { block, park, tree, water, waterEdge, building, roadEdge, rail, road } = colours;
  const shore: LineLayerSpecification = {
    id: 'streets-shore',
    type: 'line',
    source: STREETS_SOURCE,
    'source-layer': 'water',
    minzoom: 9,
    filter: ['!=', ['get', 'brunnel'], 'tunnel'],
    paint: { 'line-color': waterEdge, 'line-width': ['interpolate', ['linear'], ['zoom'], 9, 0.4, 14, 1.2] },
  };
  return [
    area('streets-town', 'landuse', block, {
      filter: classIn('residential', 'suburb', 'quarter', 'neighbourhood', 'commercial', 'retail'),
      opacity: fadeIn(8, 11),
    }),
    area('streets-block', 'landuse', block, {
      minzoom: 11,
      filter: classIn('school', 'university', 'college', 'hospital', 'industrial', 'railway', 'military'),
    }),
    area('streets-wood', 'landcover', tree, { filter: classIn('wood'), opacity: 0.6 }),
    area('streets-grass', 'landcover', park, { filter: classIn('grass', 'wetland') }),
    area('streets-park', 'park', park, { minzoom: 9, filter: ['==', ['geometry-type'], 'Polygon'] }),
    area('streets-green', 'landuse', park, {
      minzoom: 11,
      filter: classIn('cemetery', 'zoo', 'garden', 'park', 'theme_park'),
    }),
    area('streets-pitch', 'landuse', tree, {
      minzoom: 14,
      filter: classIn('pitch', 'playground', 'stadium', 'track'),
    }),
    area('streets-water', 'water', water, { filter: ['!=', ['get', 'brunnel'], 'tunnel'] }),
    shore,
    area('streets-apron', 'aeroway', roadEdge, {
      minzoom: 11,
      filter: ['==', ['geometry-type'], 'Polygon'],
    }),
    area('streets-pier', 'transportation', road, {
      minzoom: 13,
      filter: ['all', classIn('pier', 'path'), ['==', ['geometry-type'], 'Polygon']],
    }),
    area('streets-building', 'building', building, { minzoom: 14, opacity: fadeIn(14, 15) }),
    {
      id: 'streets-building-edge',
      type: 'line',
      source: STREETS_SOURCE,
      'source-layer': 'building',
      minzoom: 15.5,
      paint: { 'line-color': roadEdge, 'line-width': 0.6, 'line-opacity': fadeIn(15.5, 16.5) },
    },
    ...streetLines(colours, STREETS_SOURCE, FIRST_ZOOM),
    {
      id: 'streets-border',
      type: 'line',
      source: STREETS_SOURCE,
      'source-layer': 'boundary',
      minzoom: FIRST_ZOOM,
      filter: [
        'all',
        ['<=', ['get', 'admin_level'], ['step', ['zoom'], 2, 7, 4]],
        ['!=', ['get', 'maritime'], 1],
      ],
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': rail,
        'line-width': ['case', ['==', ['get', 'admin_level'], 2], 1.3, 0.7],
        'line-dasharray': [3, 2],
      },
    },
  ];
}

/** The offline world as far as it goes before the streets begin. */
function worldLayers({ layers, sources }: StyleSpecification): LayerSpecification[] {
  const begins = (source: unknown) => (source as { minzoom?: number } | undefined)?.minzoom ?? 0;
  return layers
    .filter(
      (layer) =>
        !('source' in layer) || Math.max(layer.minzoom ?? 0, begins(sources[layer.source])) < FIRST_ZOOM,
    )
    .map((layer) =>
      'source' in layer
        ? ({ ...layer, maxzoom: Math.min(FIRST_ZOOM, layer.maxzoom ?? FIRST_ZOOM) } as LayerSpecification)
        : layer,
    );
}

/** Tiles in the schema of OpenMapTiles, drawn as the offline world is: with its colours, and the letters of the device. */
export function openMapTilesStyle({ sources, language, colours }: OpenMapTilesOptions): StyleSpecification {
  const offline = buildStyle({ language, colours });
  const world = worldLayers(offline);
  const used = new Set(world.map((layer) => ('source' in layer ? layer.source : '')));
  const ownSources = Object.fromEntries(Object.entries(offline.sources).filter(([name]) => used.has(name)));
  const streets = sources[STREETS_SOURCE] as Extract<
    StyleSpecification['sources'][string],
    { type: 'vector' }
  >;
  const firstName = world.findIndex((layer) => layer.type === 'symbol');
  return {
    version: 8,
    sources: {
      ...ownSources,
      [STREETS_SOURCE]: { ...streets, minzoom: Math.max(FIRST_ZOOM, streets.minzoom ?? 0) },
    },
    layers: [
      ...world.slice(0, firstName),
      ...groundLayers(colours),
      ...world.slice(firstName),
      ...streetLabels(language, colours, STREETS_SOURCE, FIRST_ZOOM),
    ],
  };
}
