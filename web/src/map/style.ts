import type {
  ExpressionSpecification,
  FillLayerSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import type { MapColours } from '#map/map-colours.ts';
import type { MapLanguage } from '#map/map-types.ts';
import type { ExtractStyle } from '#map/style-extracts.ts';
import { labelLayers } from '#map/style-labels.ts';
import { roadLayers } from '#map/style-roads.ts';
import { STREET_BOUNDS, veilFrames } from '#map/style-veil.ts';

export interface StyleOptions {
  readonly language: MapLanguage;
  readonly colours: MapColours;
  /** Streets of city extracts, which lie over the land and under the names of the offline world. */
  readonly extracts?: ExtractStyle | null;
}

const SOURCES: StyleSpecification['sources'] = {
  world: { type: 'vector', tiles: ['basemap://world/{z}/{x}/{y}'], minzoom: 0, maxzoom: 6 },
  streets: {
    type: 'vector',
    tiles: ['basemap://streets/{z}/{x}/{y}'],
    minzoom: 12,
    maxzoom: 15,
    bounds: STREET_BOUNDS,
  },
  veil: { type: 'geojson', data: veilFrames() },
};

function area(
  id: string,
  sourceLayer: string,
  colour: string,
  filter?: ExpressionSpecification,
): FillLayerSpecification {
  return {
    id,
    type: 'fill',
    source: 'streets',
    'source-layer': sourceLayer,
    ...(filter ? { filter } : {}),
    paint: { 'fill-color': colour, 'fill-antialias': true },
  };
}

function classIn(...classes: string[]): ExpressionSpecification {
  return ['in', ['get', 'class'], ['literal', classes]];
}

/** Names that an extract has too are left to it where it reaches. */
const NAMED_BY_EXTRACTS = new Set(['city-name']);

function withExtracts(
  layers: readonly LayerSpecification[],
  { ground, labels, elsewhere, coversOwnStreets }: ExtractStyle,
): LayerSpecification[] {
  const own = layers
    .filter((layer) => !(coversOwnStreets && 'source' in layer && ['streets', 'veil'].includes(layer.source)))
    .map((layer) =>
      NAMED_BY_EXTRACTS.has(layer.id)
        ? ({
            ...layer,
            filter: ['all', (layer as { filter?: unknown }).filter, elsewhere],
          } as LayerSpecification)
        : layer,
    );
  const firstName = own.findIndex((layer) => layer.type === 'symbol');
  return [...own.slice(0, firstName), ...ground, ...labels, ...own.slice(firstName)];
}

export function buildStyle({ language, colours, extracts = null }: StyleOptions): StyleSpecification {
  const layers = offlineLayers(language, colours);
  return {
    version: 8,
    sources: { ...SOURCES, ...extracts?.sources },
    layers: extracts ? withExtracts(layers, extracts) : layers,
  };
}

function offlineLayers(language: MapLanguage, colours: MapColours): LayerSpecification[] {
  return [
    // What shows where a tile is missing. Sea that looks like land for a moment misleads nobody, land like sea does.
    { id: 'ground', type: 'background', paint: { 'background-color': colours.land } },
    {
      id: 'sea',
      type: 'fill',
      source: 'world',
      'source-layer': 'sea',
      paint: { 'fill-color': colours.water, 'fill-antialias': false },
    },
    {
      id: 'land',
      type: 'fill',
      source: 'world',
      'source-layer': 'land',
      paint: { 'fill-color': colours.land },
    },
    {
      id: 'coast',
      type: 'line',
      source: 'world',
      'source-layer': 'land',
      // Further out, the edges where land is cut at the date line would show.
      minzoom: 5,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colours.waterEdge,
        'line-width': ['interpolate', ['linear'], ['zoom'], 5, 0.6, 8, 1, 14, 1.5],
      },
    },
    area('block', 'landuse', colours.block, classIn('school', 'hospital', 'parking', 'rock')),
    area('park', 'landuse', colours.park, classIn('park', 'grass', 'cemetery')),
    area('wood', 'landuse', colours.tree, classIn('wood', 'pitch')),
    area('pond', 'water', colours.water),
    {
      ...area('building', 'building', colours.building),
      minzoom: 14,
      paint: {
        'fill-color': colours.building,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 14, 0, 15, 1],
      },
    },
    ...roadLayers(colours),
    {
      id: 'veil',
      type: 'fill',
      source: 'veil',
      minzoom: 12,
      paint: {
        'fill-color': colours.land,
        'fill-opacity': ['get', 'opacity'],
        'fill-antialias': false,
      },
    },
    {
      id: 'border',
      type: 'line',
      source: 'world',
      'source-layer': 'borders',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colours.rail,
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1, 12, 1.5],
        'line-dasharray': [3, 2],
      },
    },
    ...labelLayers(language, colours),
  ];
}
