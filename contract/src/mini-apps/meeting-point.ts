import * as z from 'zod/mini';
import { placeNamesSchema } from '../places/place-search.ts';
import { positionSchema } from '../places/places.ts';
import { meetingPointLimits } from './meeting-point-limits.rules.ts';
import { resultPersonSchema } from './mini-app-kit.ts';

export const meetingPointConfigSchema = z.object({
  minParticipants: z.int().check(z.gte(meetingPointLimits.least), z.lte(meetingPointLimits.participants)),
});
export type MeetingPointConfig = z.output<typeof meetingPointConfigSchema>;

/** `details` of an instance. */
export const meetingPointDetailsSchema = z.object({
  /** How many more have to take part before there can be a point. */
  missing: z.int(),
  /** Until when the reader's own contribution counts; null when they have none. */
  ownUntil: z.nullable(z.string()),
});
export type MeetingPointDetails = z.output<typeof meetingPointDetailsSchema>;

/** `results`: the point whose largest distance to a contributed position is smallest. */
export const meetingPointResultsSchema = z.object({
  /** Rounded to 2 decimals, about a kilometre. */
  point: positionSchema,
  /** The nearest town, with its own names where it has some. */
  place: z.nullable(z.object({ name: z.string(), names: placeNamesSchema })),
  /** From the farthest, in whole kilometres, at least 1. */
  farthest_km: z.int(),
  participants: z.array(resultPersonSchema),
});
export type MeetingPointResults = z.output<typeof meetingPointResultsSchema>;
