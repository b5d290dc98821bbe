import * as z from 'zod/mini';
import { defineErrors } from '../kernel/errors.ts';

export const latitudeSchema = z.number().check(z.gte(-90), z.lte(90));
export const longitudeSchema = z.number().check(z.gte(-180), z.lte(180));
export const positionSchema = z.object({ latitude: latitudeSchema, longitude: longitudeSchema });
export type Position = z.output<typeof positionSchema>;

export const locationDisplaySchema = z.enum(['exact', 'approximate']);
export type LocationDisplay = z.output<typeof locationDisplaySchema>;

/** `west` is larger than `east` where the box crosses the date line. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

export const placesErrors = defineErrors({
  POSITION_REQUIRED: { status: 400, text: 'Location access is required' },
  PUBLIC_POSITION_REQUIRED: { status: 400, text: 'Location required for public access' },
  POSITION_INCOMPLETE: { status: 400, text: 'latitude, longitude and radiusKm belong together' },
  BOX_INCOMPLETE: { status: 400, text: 'west, south, east and north belong together' },
});
