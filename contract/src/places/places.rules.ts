import type { Box, Position } from './places.ts';

/** Mean radius of the earth in kilometres; every distance of the product is computed with it. */
export const earthRadiusKm = 6371;

/** Centre of the map when no position is known: San Francisco. It never counts as a detected position. */
export const fallbackPosition = { latitude: 37.7749, longitude: -122.4194 } as const;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometres (haversine). */
export function distanceKm(a: Position, b: Position): number {
  const dLatitude = radians(b.latitude - a.latitude);
  const dLongitude = radians(b.longitude - a.longitude);
  const h =
    Math.sin(dLatitude / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLongitude / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

export function boxContains(box: Box, { latitude, longitude }: Position): boolean {
  if (latitude < box.south || latitude > box.north) return false;
  return box.west <= box.east
    ? longitude >= box.west && longitude <= box.east
    : longitude >= box.west || longitude <= box.east;
}

/** Positions that are only asked with are rounded to 3 decimals (about 110 m) before they leave the device. */
export function roundedForAsking({ latitude, longitude }: Position): Position {
  return { latitude: Math.round(latitude * 1000) / 1000, longitude: Math.round(longitude * 1000) / 1000 };
}
