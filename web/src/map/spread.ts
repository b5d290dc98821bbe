import type { ScreenPoint } from '#map/map-types.ts';

/** More than this many pins at one place open as a list. */
export const SPREAD_AT_MOST = 8;
const SMALLEST_RADIUS_PX = 48;
/** Between the centres of neighbours: a touch target and some air. */
const SPACING_PX = 50;

/** Offsets from the common place, evenly on a circle, from the top clockwise; two lie side by side. */
export function spreadOffsets(count: number): ScreenPoint[] {
  const radius =
    count < 2
      ? SMALLEST_RADIUS_PX
      : Math.max(SMALLEST_RADIUS_PX, SPACING_PX / (2 * Math.sin(Math.PI / count)));
  const start = count === 2 ? Math.PI : -Math.PI / 2;
  return Array.from({ length: count }, (_, index) => {
    const angle = start + (2 * Math.PI * index) / count;
    return { x: Math.round(radius * Math.cos(angle)), y: Math.round(radius * Math.sin(angle)) };
  });
}

/** How far something must step aside so that a circle at the origin does not hide it. */
export function stepAside(from: ScreenPoint, needed_px: number): ScreenPoint {
  const distance = Math.hypot(from.x, from.y);
  if (distance >= needed_px) return { x: 0, y: 0 };
  const direction = distance < 1 ? { x: 0.8, y: 0.6 } : { x: from.x / distance, y: from.y / distance };
  const missing = needed_px - distance;
  return { x: Math.round(direction.x * missing), y: Math.round(direction.y * missing) };
}
