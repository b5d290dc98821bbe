import { worldPixels } from '#map/geometry.ts';
import type { MapPlace, ScreenPoint } from '#map/map-types.ts';

const EARTH_RADIUS_M = 6_371_000;
const CORNERS = 96;

/**
 * The outline of everything within a distance of a place, in px from that place. Far from the equator and for
 * hundreds of kilometres it is no circle on the map: each corner is computed by its bearing.
 */
export function circleShape(centre: MapPlace, radius_m: number, zoom: number): readonly ScreenPoint[] {
  const origin = worldPixels(centre, zoom);
  const angle = radius_m / EARTH_RADIUS_M;
  const latitude = (centre.latitude * Math.PI) / 180;
  return Array.from({ length: CORNERS }, (_, corner) => {
    const bearing = (corner / CORNERS) * 2 * Math.PI;
    const sine =
      Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing);
    const eastward = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(latitude),
      Math.cos(angle) - Math.sin(latitude) * sine,
    );
    const at = worldPixels(
      {
        latitude: (Math.asin(Math.max(-1, Math.min(1, sine))) * 180) / Math.PI,
        longitude: centre.longitude + (eastward * 180) / Math.PI,
      },
      zoom,
    );
    return { x: at.x - origin.x, y: at.y - origin.y };
  });
}

/** As the outline of an SVG path. */
export function pathOf(points: readonly ScreenPoint[]): string {
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}
