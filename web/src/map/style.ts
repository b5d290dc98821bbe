import type {
  ExpressionSpecification,
  FillLayerSpecification,
  LayerSpecification,
  LineLayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import type { MapColours } from '#map/map-colours.ts';
import type { MapLanguage } from '#map/map-types.ts';
import type { ExtractStyle } from '#map/style-extracts.ts';
import { labelLayers } from '#map/style-labels.ts';
import { farWaters, NEAR_ZOOM, nearGround } from '#map/style-near.ts';
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
  near: { type: 'vector', tiles: ['basemap://near/{z}/{x}/{y}'], minzoom: NEAR_ZOOM, maxzoom: NEAR_ZOOM },
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

/** What an extract has too is left to it where it reaches. */
const LEFT_TO_EXTRACTS = new Set([
  'city-name',
  'near-city-name',
  'near-quarter-name',
  'station-name',
  'station-dot',
  'airport-name',
  'track',
  'track-sleepers',
  'runway',
]);

function withExtracts(
  layers: readonly LayerSpecification[],
  { ground, labels, elsewhere, coversOwnStreets }: ExtractStyle,
): LayerSpecification[] {
  const own = layers
    .filter((layer) => !(coversOwnStreets && 'source' in layer && ['streets', 'veil'].includes(layer.source)))
    .map((layer) =>
      LEFT_TO_EXTRACTS.has(layer.id)
        ? ({
            ...layer,
            filter: ['all', (layer as { filter?: ExpressionSpecification }).filter ?? true, elsewhere],
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

function border(id: string, source: string, colours: MapColours, zooms: object): LineLayerSpecification {
  return {
    id,
    type: 'line',
    source,
    'source-layer': 'borders',
    ...zooms,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': colours.rail,
      'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 6, 1, 12, 1.5],
      'line-dasharray': [3, 2],
    },
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
      maxzoom: NEAR_ZOOM,
      paint: { 'fill-color': colours.water, 'fill-antialias': false },
    },
    {
      id: 'land',
      type: 'fill',
      source: 'world',
      'source-layer': 'land',
      maxzoom: NEAR_ZOOM,
      paint: { 'fill-color': colours.land },
    },
    {
      id: 'coast',
      type: 'line',
      source: 'world',
      'source-layer': 'land',
      // Further out, the edges where land is cut at the date line would show.
      minzoom: 5,
      maxzoom: NEAR_ZOOM,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colours.waterEdge,
        'line-width': ['interpolate', ['linear'], ['zoom'], 5, 0.6, 8, 1],
      },
    },
    ...farWaters(colours),
    ...nearGround(colours),
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
    border('border', 'world', colours, { maxzoom: NEAR_ZOOM }),
    border('near-border', 'near', colours, { minzoom: NEAR_ZOOM }),
    ...labelLayers(language, colours),
  ];
}
