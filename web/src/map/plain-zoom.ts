import type View from 'ol/View.js';
import { TILE_PX } from '#map/geometry.ts';
import { DEEPEST_ZOOM } from '#map/map-types.ts';

/** OpenLayers counts zoom by tiles of 256 px, styles and the rest of the product by tiles of 512 px. */
export const ZOOM_DIFFERENCE = Math.log2(TILE_PX / 256);

/** The far limit: one world fills the width, so that no place shows twice. */
export const furthestZoom = (width_px: number) => Math.max(0.5, Math.log2(Math.max(1, width_px) / TILE_PX));

/** Zooms that differ by less are the same one: they went through powers and logarithms. */
const hair = 1e-9;

/** Firm ones. OpenLayers counts whole steps from the far limit, and the deepest zoom must be among them. */
export function zoomLimits(width_px: number) {
  const minZoom = furthestZoom(width_px) + ZOOM_DIFFERENCE;
  const maxZoom = minZoom + Math.ceil(DEEPEST_ZOOM + ZOOM_DIFFERENCE - minZoom) + hair;
  return { minZoom, maxZoom, smoothResolutionConstraint: false };
}

/** OpenLayers keeps a resolution, whose logarithm misses a whole step by a hair: 10.999999999999998 is not yet 11. */
export function zoomOf(view: View): number {
  const zoom = (view.getZoom() ?? ZOOM_DIFFERENCE) - ZOOM_DIFFERENCE;
  const nearestStep = Math.round(zoom);
  return Math.abs(zoom - nearestStep) < hair ? nearestStep : zoom;
}
