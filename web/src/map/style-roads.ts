import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  LineLayerSpecification,
} from 'maplibre-gl';
import type { MapColours } from '#map/map-colours.ts';

/** Widths in px at zoom 12, 14, 16 and 18. */
type Widths = readonly [number, number, number, number];

interface RoadRank {
  readonly id: string;
  readonly classes: readonly string[];
  readonly widths: Widths;
  readonly firstZoom: number;
  readonly isMajor: boolean;
}

/** From the quietest to the busiest, so that busy roads lie on top. */
const RANKS: readonly RoadRank[] = [
  {
    id: 'service',
    classes: ['service', 'track', 'pedestrian', 'street_limited'],
    widths: [0.5, 1, 4, 10],
    firstZoom: 14,
    isMajor: false,
  },
  { id: 'street', classes: ['street', 'link'], widths: [0.7, 2.2, 8, 22], firstZoom: 12, isMajor: false },
  { id: 'tertiary', classes: ['tertiary'], widths: [1.2, 3.4, 11, 26], firstZoom: 12, isMajor: false },
  {
    id: 'primary',
    classes: ['secondary', 'primary', 'trunk'],
    widths: [1.8, 5, 14, 30],
    firstZoom: 12,
    isMajor: true,
  },
];

function widthByZoom(widths: Widths, extra = 0): DataDrivenPropertyValueSpecification<number> {
  const [far, middle, near, nearest] = widths.map((width) => width + extra) as unknown as Widths;
  return ['interpolate', ['exponential', 1.5], ['zoom'], 12, far, 14, middle, 16, near, 18, nearest];
}

function classFilter(classes: readonly string[]): ExpressionSpecification {
  return [
    'all',
    ['in', ['get', 'class'], ['literal', [...classes]]],
    ['!=', ['get', 'structure'], 'tunnel'],
    ['==', ['geometry-type'], 'LineString'],
  ];
}

function roadLine(id: string, rank: RoadRank, colour: string, extraWidth: number): LineLayerSpecification {
  return {
    id,
    type: 'line',
    source: 'streets',
    'source-layer': 'road',
    minzoom: rank.firstZoom,
    filter: classFilter(rank.classes),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colour, 'line-width': widthByZoom(rank.widths, extraWidth) },
  };
}

export function roadLayers(colours: MapColours): LineLayerSpecification[] {
  const path: LineLayerSpecification = {
    id: 'path',
    type: 'line',
    source: 'streets',
    'source-layer': 'road',
    minzoom: 14,
    filter: classFilter(['path']),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colours.road, 'line-width': widthByZoom([0.5, 0.8, 2.2, 5]) },
  };
  const rail: LineLayerSpecification = {
    id: 'rail',
    type: 'line',
    source: 'streets',
    'source-layer': 'road',
    minzoom: 13,
    filter: classFilter(['minor_rail', 'major_rail']),
    paint: {
      'line-color': colours.rail,
      'line-width': widthByZoom([0.6, 0.9, 1.4, 2]),
      'line-dasharray': [4, 3],
    },
  };
  return [
    path,
    // All edges under all surfaces, so that crossings stay open.
    ...RANKS.map((rank) => roadLine(`road-${rank.id}-edge`, rank, colours.roadEdge, 1.4)),
    ...RANKS.map((rank) =>
      roadLine(`road-${rank.id}`, rank, rank.isMajor ? colours.roadMajor : colours.road, 0),
    ),
    rail,
  ];
}
