import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';

const POLE = 90;

function longitudeOf(position: Position | undefined): number {
  return position?.[0] ?? 0;
}

/**
 * The source joins land across the date line, so that a ring jumps there from 180 to -180. Here it goes on
 * past 180 (the tile maker wraps that round), and a ring around a pole is closed along the pole.
 */
export function unroll(ring: readonly Position[]): Position[] {
  let turn = 0;
  const unrolled = ring.map((position, index): Position => {
    const step = longitudeOf(position) - longitudeOf(ring[index - 1] ?? position);
    if (step > 180) turn -= 360;
    if (step < -180) turn += 360;
    return [longitudeOf(position) + turn, position[1] ?? 0];
  });
  if (turn === 0) return unrolled;
  const pole = (unrolled[0]?.[1] ?? 0) < 0 ? -POLE : POLE;
  return [
    ...unrolled,
    [longitudeOf(unrolled.at(-1)), pole],
    [longitudeOf(unrolled[0]), pole],
    [...unrolled[0]!],
  ];
}

/** Unrolls a polygon and keeps its holes on the same turn of the globe as its outline. */
export function unrollPolygon([outline = [], ...holes]: readonly Position[][]): Position[][] {
  const outer = unroll(outline);
  const middle = outer.reduce((sum, position) => sum + longitudeOf(position), 0) / outer.length;
  const inner = holes.map((hole) => {
    const ring = unroll(hole);
    const shift = Math.round((middle - longitudeOf(ring[0])) / 360) * 360;
    return ring.map((position): Position => [longitudeOf(position) + shift, position[1] ?? 0]);
  });
  return [outer, ...inner];
}

export function polygonsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.map((polygon) => unrollPolygon(polygon));
}

const LONGEST_SMOOTH_EDGE = 0.0015;

/** One round of corner cutting on long edges: a coast seen nearer than it was drawn looks like a coast. */
export function cutCorners(ring: readonly Position[]): Position[] {
  const smooth: Position[] = [];
  for (let index = 1; index < ring.length; index += 1) {
    const [x1 = 0, y1 = 0] = ring[index - 1]!;
    const [x2 = 0, y2 = 0] = ring[index]!;
    const isShort = Math.hypot(x2 - x1, y2 - y1) < LONGEST_SMOOTH_EDGE;
    const isFrame = Math.abs(y1) >= POLE || Math.abs(y2) >= POLE;
    if (isShort || isFrame) smooth.push([x1, y1], [x2, y2]);
    else
      smooth.push(
        [x1 * 0.75 + x2 * 0.25, y1 * 0.75 + y2 * 0.25],
        [x1 * 0.25 + x2 * 0.75, y1 * 0.25 + y2 * 0.75],
      );
  }
  return [...smooth, [...smooth[0]!]];
}

/** Land with rounded corners, for the deepest tiles, which are magnified the most. */
export function smoothLand(land: FeatureCollection<MultiPolygon>): FeatureCollection<MultiPolygon> {
  return {
    type: 'FeatureCollection',
    features: land.features.map(
      (feature): Feature<MultiPolygon> => ({
        ...feature,
        geometry: {
          type: 'MultiPolygon',
          coordinates: feature.geometry.coordinates.map((polygon) =>
            polygon.map((ring) => cutCorners(cutCorners(ring))),
          ),
        },
      }),
    ),
  };
}
