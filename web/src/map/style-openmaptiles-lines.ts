import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  LineLayerSpecification,
} from 'maplibre-gl';
import type { MapColours } from '#map/map-colours.ts';

/** Widths in px at zoom 6, 10, 12, 14, 16 and 18. */
type Widths = readonly [number, number, number, number, number, number];

interface Rank {
  readonly id: string;
  readonly classes: readonly string[];
  readonly widths: Widths;
  readonly firstZoom: number;
  readonly isMajor: boolean;
}

/** From the quietest to the busiest, so that busy roads lie on top. */
const RANKS: readonly Rank[] = [
  {
    id: 'service',
    classes: ['service', 'track', 'raceway', 'busway'],
    widths: [0, 0, 0.4, 1, 4, 10],
    firstZoom: 14,
    isMajor: false,
  },
  {
    id: 'minor',
    classes: ['minor', 'street', 'street_limited'],
    widths: [0, 0.3, 0.7, 2.2, 8, 22],
    firstZoom: 12,
    isMajor: false,
  },
  {
    id: 'tertiary',
    classes: ['tertiary'],
    widths: [0, 0.5, 1.2, 3.4, 11, 26],
    firstZoom: 11,
    isMajor: false,
  },
  {
    id: 'primary',
    classes: ['secondary', 'primary'],
    widths: [0.3, 0.8, 1.8, 4.6, 13, 29],
    firstZoom: 9,
    isMajor: true,
  },
  {
    id: 'motorway',
    classes: ['trunk', 'motorway'],
    widths: [0.5, 1.4, 2.6, 5.4, 14, 31],
    firstZoom: 6,
    isMajor: true,
  },
];

function widthByZoom(widths: Widths, extra = 0): DataDrivenPropertyValueSpecification<number> {
  const stops = [6, 10, 12, 14, 16, 18].flatMap((zoom, index) => [zoom, widths[index]! + extra]);
  return ['interpolate', ['exponential', 1.5], ['zoom'], ...stops] as ExpressionSpecification;
}

const isTunnel: ExpressionSpecification = ['==', ['get', 'brunnel'], 'tunnel'];

function classFilter(
  classes: readonly string[],
  ...more: ExpressionSpecification[]
): ExpressionSpecification {
  return [
    'all',
    ['in', ['get', 'class'], ['literal', [...classes]]],
    ['==', ['geometry-type'], 'LineString'],
    ...more,
  ];
}

/** Roads, rails, paths and thin waters. All edges lie under all surfaces, so that crossings stay open. */
export function streetLines(
  colours: MapColours,
  source: string,
  firstZoom: number,
): LineLayerSpecification[] {
  const line = (
    id: string,
    sourceLayer: string,
    more: Omit<LineLayerSpecification, 'id' | 'type' | 'source' | 'source-layer'>,
  ): LineLayerSpecification => ({
    id: `streets-${id}`,
    type: 'line',
    source,
    'source-layer': sourceLayer,
    ...more,
  });
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const road = (id: string, rank: Rank, colour: string, extra: number) =>
    line(id, 'transportation', {
      minzoom: Math.max(firstZoom, rank.firstZoom),
      filter: classFilter(rank.classes, ['!', isTunnel]),
      layout: round,
      paint: { 'line-color': colour, 'line-width': widthByZoom(rank.widths, extra) },
    });
  return [
    line('stream', 'waterway', {
      minzoom: 9,
      filter: ['!', isTunnel],
      layout: round,
      paint: {
        'line-color': colours.water,
        'line-width': [
          'interpolate',
          ['exponential', 1.4],
          ['zoom'],
          9,
          0.6,
          14,
          ['match', ['get', 'class'], ['river', 'canal'], 2.4, 1.2],
          18,
          ['match', ['get', 'class'], ['river', 'canal'], 12, 5],
        ],
      },
    }),
    line('ferry', 'transportation', {
      minzoom: 9,
      filter: classFilter(['ferry']),
      paint: { 'line-color': colours.labelWater, 'line-width': 1, 'line-dasharray': [1, 4] },
    }),
    line('tunnel', 'transportation', {
      minzoom: 13,
      filter: classFilter(['trunk', 'motorway', 'primary', 'secondary', 'tertiary', 'minor'], isTunnel),
      paint: {
        'line-color': colours.roadEdge,
        'line-width': widthByZoom([0, 0.5, 0.8, 1.6, 5, 14]),
        'line-dasharray': [2, 1.5],
      },
    }),
    line('path', 'transportation', {
      minzoom: 14,
      filter: classFilter(['path'], ['!', isTunnel]),
      layout: round,
      paint: { 'line-color': colours.road, 'line-width': widthByZoom([0, 0, 0.3, 0.8, 2.2, 5]) },
    }),
    line('runway', 'aeroway', {
      minzoom: 10,
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: {
        'line-color': colours.roadEdge,
        'line-width': [
          'interpolate',
          ['exponential', 1.5],
          ['zoom'],
          10,
          ['match', ['get', 'class'], 'runway', 1.5, 0.4],
          16,
          ['match', ['get', 'class'], 'runway', 30, 8],
        ],
      },
    }),
    ...RANKS.map((rank) => road(`road-${rank.id}-edge`, rank, colours.roadEdge, 1.4)),
    ...RANKS.map((rank) => road(`road-${rank.id}`, rank, rank.isMajor ? colours.roadMajor : colours.road, 0)),
    line('rail', 'transportation', {
      minzoom: 11,
      filter: classFilter(['rail', 'transit'], ['!', isTunnel], ['!', ['has', 'service']]),
      paint: {
        'line-color': colours.rail,
        'line-width': widthByZoom([0.3, 0.5, 0.7, 1.1, 1.6, 2.2]),
        'line-dasharray': [4, 3],
      },
    }),
  ];
}
