import type { Position } from '@dazi/contract/places/places';

const axis_m = 6_378_245;
const eccentricity = 0.006_693_421_622_965_943;
const { PI, abs, cos, sin, sqrt } = Math;

/** Roughly China, as maps there understand it: elsewhere nothing is shifted. */
const isShifted = ({ latitude, longitude }: Position) =>
  longitude > 72.004 && longitude < 137.8347 && latitude > 0.8293 && latitude < 55.8271;

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
