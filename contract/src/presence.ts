import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { defineErrors } from './errors.ts';
import { idSchema, instantSchema } from './fields.ts';
import { latitudeSchema, locationDisplaySchema, longitudeSchema } from './places.ts';

export const presenceErrors = defineErrors({
  LOCATION_SHARING_OFF: { status: 403, text: 'Please turn on location sharing in your profile first' },
});

/** A shared position is used for an hour and deleted after a day. */
export const presenceLifetimes = { used_ms: 60 * 60 * 1000, kept_ms: 24 * 60 * 60 * 1000 } as const;

export const sharePresence = endpoint({
  name: 'sharePresence',
  method: 'PUT',
  path: '/api/presence',
  summary: 'Shares where one is for an hour: the displayed position made from the given one',
  who: 'signed-in',
  actor: 'userId',
  budget: 'live',
  body: z.object({
    userId: z.optional(idSchema),
    latitude: latitudeSchema,
    longitude: longitudeSchema,
    /** The more private of this and the profile's setting applies. */
    locationDisplay: z.optional(locationDisplaySchema),
  }),
  data: z.object({
    latitude: latitudeSchema,
    longitude: longitudeSchema,
    display: locationDisplaySchema,
    sharedUntil: instantSchema,
  }),
  errors: ['LOCATION_SHARING_OFF'],
});

export const clearPresence = endpoint({
  name: 'clearPresence',
  method: 'DELETE',
  path: '/api/presence',
  summary: 'Forgets the shared position; without effect when there is none',
  who: 'signed-in',
  actor: 'userId',
  budget: 'live',
  body: z.object({ userId: z.optional(idSchema) }),
  data: z.null(),
});
