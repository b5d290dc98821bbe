import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';

/** A direction from the middle of the earth: no edge at the date line, and the poles are places like others. */
type Vector = readonly [x: number, y: number, z: number];

const radians = Math.PI / 180;

function vectorOf({ latitude, longitude }: Position): Vector {
  const level = Math.cos(latitude * radians);
  return [
    level * Math.cos(longitude * radians),
    level * Math.sin(longitude * radians),
    Math.sin(latitude * radians),
  ];
}

function positionOf([x, y, z]: Vector): Position {
  return { latitude: Math.atan2(z, Math.hypot(x, y)) / radians, longitude: Math.atan2(y, x) / radians };
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** A vector of length 1; null for one that has no direction. */
function unit([x, y, z]: Vector): Vector | null {
  const length = Math.hypot(x, y, z);
  return length < 1e-12 ? null : [x / length, y / length, z / length];
}

/** A cap of the globe: its middle, and the cosine of how far it reaches. */
interface Cap {
  middle: Vector;
  reach: number;
}

const tolerance = 1e-12;
const holds = (cap: Cap, point: Vector) => dot(cap.middle, point) >= cap.reach - tolerance;

function capOfTwo(a: Vector, b: Vector): Cap {
  // Of two opposite points every place half way is as good: any one across.
  const across = Math.abs(a[2]) < 0.9 ? cross(a, [0, 0, 1]) : cross(a, [1, 0, 0]);
  const middle = unit([a[0] + b[0], a[1] + b[1], a[2] + b[2]]) ?? unit(across)!;
  return { middle, reach: Math.min(dot(middle, a), dot(middle, b)) };
}

function capOfThree(a: Vector, b: Vector, c: Vector): Cap {
  const normal = unit(cross(minus(b, a), minus(c, a)));
  if (!normal) return capOfTwo(a, b);
  const sum: Vector = [a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2]];
  // On the side where the three are; when they lie round the whole globe either is as far.
  const middle: Vector = dot(normal, sum) < 0 ? [-normal[0], -normal[1], -normal[2]] : normal;
  return { middle, reach: Math.min(dot(middle, a), dot(middle, b), dot(middle, c)) };
}

/** The same mixed order for the same number of points: chance would make the result differ from node to node. */
function mixed<Item>(items: readonly Item[]): Item[] {
  const order = [...items];
  let seed = 0x2545f491;
  for (let last = order.length - 1; last > 0; last--) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const other = seed % (last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** The middle of the smallest cap of the globe that holds all positions; null without any. */
export function fairPoint(positions: readonly Position[]): Position | null {
  const points = mixed(positions.map(vectorOf));
  const [first] = points;
  if (!first) return null;
  let cap: Cap = { middle: first, reach: 1 };
  for (let i = 1; i < points.length; i++) {
    if (holds(cap, points[i]!)) continue;
    cap = { middle: points[i]!, reach: 1 };
    for (let j = 0; j < i; j++) {
      if (holds(cap, points[j]!)) continue;
      cap = capOfTwo(points[i]!, points[j]!);
      for (let k = 0; k < j; k++) {
        if (!holds(cap, points[k]!)) cap = capOfThree(points[i]!, points[j]!, points[k]!);
      }
    }
  }
  return positionOf(cap.middle);
}

/** About a kilometre: a point says no more of two people than the positions they are shown at. */
export function roundedPoint({ latitude, longitude }: Position): Position {
  const rounded = (degrees: number) => Math.round(degrees * 100) / 100 + 0;
  const east = rounded(longitude);
  return { latitude: rounded(latitude), longitude: east === -180 ? 180 : east };
}

/** How far the farthest of the positions is, in whole kilometres, at least 1. */
export const farthestKm = (point: Position, positions: readonly Position[]): number =>
  Math.max(
    1,
    Math.ceil(positions.reduce((most, position) => Math.max(most, distanceKm(point, position)), 0)),
  );
