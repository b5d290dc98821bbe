import type { Position } from '@dazi/contract/places/places';

/** About a metre. */
const decimals = 5;

/** Directions to a place, which asks where one sets out. */
export function directionsTo({ latitude, longitude }: Position): string {
  const [north, east] = [latitude.toFixed(decimals), longitude.toFixed(decimals)];
  return `https://www.openstreetmap.org/directions?to=${north}%2C${east}#map=16/${north}/${east}`;
}
