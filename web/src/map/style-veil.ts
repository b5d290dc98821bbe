import type { Feature, FeatureCollection, Position } from 'geojson';

type Bounds = [west: number, south: number, east: number, north: number];

/** The nine tiles at zoom 15 that carry streets, a hair inside so that no neighbour is asked for. */
export const STREET_BOUNDS: Bounds = [-122.46459, 37.75335, -122.43165, 37.77939];

const STEPS = 12;
/** Share of the width over which the streets fade into the bare land. */
const FADE_SHARE = 0.12;
/** The tiles draw a little beyond their own edge. */
const MARGIN_SHARE = -0.02;

function rectangle(insetShare: number): Position[] {
  const [west, south, east, north] = STREET_BOUNDS;
  const x = (east - west) * insetShare;
  const y = (north - south) * insetShare;
  return [
    [west + x, south + y],
    [east - x, south + y],
    [east - x, north - y],
    [west + x, north - y],
    [west + x, south + y],
  ];
}

/**
 * Frames over the rim of the street tiles, the widest first. Each lets through what is left of a straight
 * ramp, so that the streets end softly instead of at a cut.
 */
export function veilFrames(): FeatureCollection {
  const features = Array.from({ length: STEPS }, (_, step): Feature => {
    const reach = FADE_SHARE * (1 - step / STEPS);
    return {
      type: 'Feature',
      properties: { opacity: 1 / (STEPS - step) },
      geometry: { type: 'Polygon', coordinates: [rectangle(MARGIN_SHARE), rectangle(reach).reverse()] },
    };
  });
  return { type: 'FeatureCollection', features };
}
