import type { ExpressionSpecification, LayerSpecification, LineLayerSpecification } from 'maplibre-gl';
import type { MapColours } from '#map/map-colours.ts';

/** From here on the world is drawn from the finer tiles, of this one zoom. */
export const NEAR_ZOOM = 8;

/** A metre in px on screen, at the equator and at each zoom twice as many. */
const PX_A_METRE_AT_8 = 512 / (40_075_017 / 2 ** NEAR_ZOOM);

/** As wide as it is in truth, once that is more than a line. */
function trueWidth(metres: ExpressionSpecification, thinnest_px: number): ExpressionSpecification {
  const at = (zoom: number): ExpressionSpecification => [
    'max',
    thinnest_px,
    ['*', metres, PX_A_METRE_AT_8 * 2 ** (zoom - NEAR_ZOOM)],
  ];
  return ['interpolate', ['exponential', 2], ['zoom'], 10, at(10), 14, at(14), 18, at(18)];
}

function water(colours: MapColours, id: string, source: string, zooms: object): LayerSpecification {
  return {
    id,
    type: 'fill',
    source,
    'source-layer': 'lakes',
    ...zooms,
    paint: { 'fill-color': colours.water },
  };
}

const RIVER_WIDTH: LineLayerSpecification['paint'] = {
  'line-width': [
    'interpolate',
    ['exponential', 1.4],
    ['zoom'],
    3,
    ['*', ['get', 'width'], 1.2],
    8,
    ['*', ['get', 'width'], 5],
    12,
    ['*', ['get', 'width'], 16],
  ],
};

function rivers(colours: MapColours, id: string, source: string, zooms: object): LineLayerSpecification {
  return {
    id,
    type: 'line',
    source,
    'source-layer': 'rivers',
    ...zooms,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colours.water, ...RIVER_WIDTH },
  };
}

/** What tells a far view of the land apart: its large rivers and lakes. */
export function farWaters(colours: MapColours): LayerSpecification[] {
  const zooms = { minzoom: 3, maxzoom: NEAR_ZOOM };
  return [
    rivers(colours, 'far-river', 'world', zooms),
    water(colours, 'far-lake', 'world', { maxzoom: NEAR_ZOOM }),
  ];
}

/** The near views of the offline world, from below: sea, waters, airports, railways. */
export function nearGround(colours: MapColours): LayerSpecification[] {
  const near = (id: string, sourceLayer: string, minzoom = NEAR_ZOOM) => ({
    id,
    source: 'near',
    'source-layer': sourceLayer,
    minzoom,
  });
  const runwayWidth = trueWidth(['get', 'width'], 1);
  return [
    rivers(colours, 'near-river', 'near', { minzoom: NEAR_ZOOM, maxzoom: 11 }),
    water(colours, 'near-lake', 'near', { minzoom: NEAR_ZOOM }),
    {
      ...near('near-sea', 'sea'),
      type: 'fill',
      paint: { 'fill-color': colours.water, 'fill-antialias': false },
    },
    {
      ...near('near-shore', 'shores'),
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colours.waterEdge,
        'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.8, 14, 1.5],
      },
    },
    {
      ...near('airport-ground', 'grounds', 9),
      type: 'fill',
      paint: { 'fill-color': colours.building },
    },
    {
      ...near('runway', 'runways', 10),
      type: 'line',
      layout: { 'line-cap': 'butt' },
      paint: { 'line-color': colours.rail, 'line-width': runwayWidth },
    },
    ...tracks(colours, near),
  ];
}

type Near = (
  id: string,
  sourceLayer: string,
  minzoom?: number,
) => { id: string; source: string; 'source-layer': string; minzoom: number };

/** A dark line with light sleepers, as on paper. */
function tracks(colours: MapColours, near: Near): LayerSpecification[] {
  return [
    {
      ...near('track', 'tracks', 9),
      type: 'line',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': colours.rail,
        'line-width': ['interpolate', ['linear'], ['zoom'], 9, 0.5, 11, 1.2, 13, 2.6, 16, 4],
      },
    },
    {
      ...near('track-sleepers', 'tracks', 12),
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colours.road,
        'line-width': ['interpolate', ['linear'], ['zoom'], 12, 0.8, 13, 1.4, 16, 2.4],
        'line-dasharray': [4, 4],
      },
    },
    {
      ...near('station-dot', 'stations', 12),
      type: 'circle',
      paint: {
        'circle-color': colours.road,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 12, 1.6, 14, 3.2, 17, 5],
        'circle-stroke-color': colours.rail,
        'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 12, 1, 15, 1.8],
      },
    },
  ];
}
