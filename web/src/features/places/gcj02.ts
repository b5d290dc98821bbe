import type { Box, Position } from '@dazi/contract/places/places';
import { boxContains } from '@dazi/contract/places/places.rules';

const axis_m = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;
const { PI, abs, cos, sin, sqrt } = Math;

const box = (south: number, west: number, north: number, east: number): Box => ({ south, west, north, east });

/**
 * The mainland with Hong Kong and Macau, in boxes that are a few dozen kilometres exact. Taiwan and all other countries are
 * drawn where they are: https://developer.huawei.com/consumer/en/doc/doccenter-capabilities/map-convert-coordinate/
 */
const shifted = [
  box(42.89, 79.45, 49.22, 96.33),
  box(39.37, 109.69, 53.6, 135),
  box(29.53, 73.12, 42.89, 124.14),
  box(27.85, 83, 29.53, 97.03),
  box(20.41, 97.03, 29.53, 124.37),
  box(17.87, 107.98, 20.41, 111.74),
];
/** What lies in those boxes and is not China. */
const unshifted = [
  box(21.78, 119.92, 25.4, 122.5), // Taiwan
  box(20, 97, 21.6, 101.1), // Myanmar, Laos and Vietnam
  box(21.6, 97, 24, 97.5),
  box(20.1, 101.87, 22.28, 106.67),
  box(20.4, 106.45, 21.54, 108.05),
  box(49.9, 109, 53.6, 115.4), // Mongolia and Russia
  box(44.9, 109.69, 49.9, 111.8),
  box(49.56, 127.5, 53.6, 135),
  box(42.57, 131.27, 44.89, 135),
  box(39.37, 126.5, 41.4, 130), // Korea
  box(40.9, 73.12, 42.89, 78.5), // Kyrgyzstan and Kazakhstan
  box(29.53, 73.12, 35.4, 78.4), // India
];

const isShifted = (place: Position) =>
  shifted.some((one) => boxContains(one, place)) && !unshifted.some((one) => boxContains(one, place));

const waves = (value: number, lengths: readonly (readonly [size: number, share: number])[]) =>
  lengths.reduce((sum, [size, share]) => sum + (size * 2 * sin(value * PI * share)) / 3, 0);

/** How far the map of China shifts a place, in degrees (the published approximation of GCJ-02). */
function shiftOf({ latitude, longitude }: Position): Position {
  const [x, y] = [longitude - 105, latitude - 35];
  const both = waves(x, [
    [20, 6],
    [20, 2],
  ]);
  const north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * sqrt(abs(x)) + both;
  const south = waves(y, [
    [20, 1],
    [40, 1 / 3],
    [160, 1 / 12],
    [320, 1 / 30],
  ]);
  const east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * sqrt(abs(x)) + both;
  const west = waves(x, [
    [20, 1],
    [40, 1 / 3],
    [150, 1 / 12],
    [300, 1 / 30],
  ]);
  const radians = (latitude / 180) * PI;
  const bend = 1 - eccentricity * sin(radians) ** 2;
  return {
    latitude: ((north + south) * 180) / (((axis_m * (1 - eccentricity)) / (bend * sqrt(bend))) * PI),
    longitude: ((east + west) * 180) / ((axis_m / sqrt(bend)) * cos(radians) * PI),
  };
}

/** Where Chinese maps draw a place of the world. */
export function toGcj02(place: Position): Position {
  if (!isShifted(place)) return place;
  const shift = shiftOf(place);
  return { latitude: place.latitude + shift.latitude, longitude: place.longitude + shift.longitude };
}

/** The place in the world that a Chinese map draws there, to a centimetre. */
export function fromGcj02(drawn: Position): Position {
  let place = drawn;
  for (let turn = 0; turn < 5; turn++) {
    const there = toGcj02(place);
    place = {
      latitude: place.latitude + drawn.latitude - there.latitude,
      longitude: place.longitude + drawn.longitude - there.longitude,
    };
  }
  return place;
}
