import type { Box, Position } from '@dazi/contract/places/places';
import { AppError } from '#platform/app-error.ts';

export interface Region {
  disc: { centre: Position; radiusKm: number } | null;
  box: Box | null;
}

interface RegionQuery {
  latitude?: number | undefined;
  longitude?: number | undefined;
  radiusKm?: number | undefined;
  west?: number | undefined;
  south?: number | undefined;
  east?: number | undefined;
  north?: number | undefined;
}

/** Parts of a region come together or not at all. */
export function regionOf(query: RegionQuery): Region {
  const { latitude, longitude, radiusKm, west, south, east, north } = query;
  const disc = [latitude, longitude, radiusKm].filter((part) => part !== undefined);
  if (disc.length !== 0 && disc.length !== 3) throw new AppError('POSITION_INCOMPLETE');
  const box = [west, south, east, north].filter((part) => part !== undefined);
  if ((box.length !== 0 && box.length !== 4) || (box.length === 4 && south! > north!)) {
    throw new AppError('BOX_INCOMPLETE');
  }
  return {
    disc:
      disc.length === 3
        ? { centre: { latitude: latitude!, longitude: longitude! }, radiusKm: radiusKm! }
        : null,
    box: box.length === 4 ? { west: west!, south: south!, east: east!, north: north! } : null,
  };
}
