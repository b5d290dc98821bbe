import { metresPerPixel } from '#map/geometry.ts';

const RING_KILOMETRES = [1, 5, 10, 25] as const;
const SMALLEST_RADIUS_PX = 44;
const SCALE_STEPS_M = [
  5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000,
  1_000_000, 2_000_000,
];
const WIDEST_SCALE_PX = 112;

export interface DistanceRing {
  readonly kilometres: number;
  readonly radius_px: number;
}

/** The rings that are neither lost in the own dot nor far outside the view. */
export function distanceRings(latitude: number, zoom: number, reach_px: number): DistanceRing[] {
  const scale = metresPerPixel(latitude, zoom);
  return RING_KILOMETRES.map((kilometres) => ({
    kilometres,
    radius_px: (kilometres * 1_000) / scale,
  })).filter(({ radius_px }) => radius_px >= SMALLEST_RADIUS_PX && radius_px <= reach_px);
}

export interface Scale {
  readonly metres: number;
  readonly width_px: number;
}

export function scaleBar(latitude: number, zoom: number): Scale {
  const scale = metresPerPixel(latitude, zoom);
  const metres = SCALE_STEPS_M.findLast((step) => step / scale <= WIDEST_SCALE_PX) ?? SCALE_STEPS_M[0]!;
  return { metres, width_px: Math.round(metres / scale) };
}
