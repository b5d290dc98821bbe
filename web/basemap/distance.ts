import type { Position } from 'geojson';

const KILOMETRES_A_DEGREE = 111.2;

/** Good enough for what lies near by. */
export function distanceKm([x1 = 0, y1 = 0]: Position, [x2 = 0, y2 = 0]: Position): number {
  const narrowing = Math.cos((((y1 + y2) / 2) * Math.PI) / 180);
  return Math.hypot((x2 - x1) * narrowing, y2 - y1) * KILOMETRES_A_DEGREE;
}
