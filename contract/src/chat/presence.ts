import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema, instantSchema } from '../kernel/fields.ts';
import { latitudeSchema, locationDisplaySchema, longitudeSchema } from '../places/places.ts';

export const presenceErrors = defineErrors({
  LOCATION_SHARING_OFF: { status: 403, text: 'Please turn on location sharing in your profile first' },
});

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
  errors: ['LOCATION_SHARING_OFF', 'PROFILE_NOT_CONFIRMED', 'ACCOUNT_LIMITED'],
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

const onlineUserSchema = z.object({
  userId: idSchema,
  userName: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** Whether a browser of theirs is open; false also for those who do not show it. */
  isOnline: z.boolean(),
  /** Null for those who do not show it. */
  lastSeen: z.nullable(instantSchema),
  location: z.object({ latitude: latitudeSchema, longitude: longitudeSchema }),
  /** Between the displayed positions: tenths of a kilometre. */
  distanceKm: z.number(),
});
export type OnlineUser = z.output<typeof onlineUserSchema>;

export const listOnlineUsers = endpoint({
  name: 'listOnlineUsers',
  method: 'GET',
  path: '/api/presence/nearby',
  summary:
    'Up to 50 people within 5 km of the own shared position who share their own, those online first; nobody while nothing is shared',
  who: 'signed-in',
  actor: 'userId',
  budget: 'search',
  query: z.object({
    userId: z.optional(idSchema),
    radius: z.optional(z.coerce.number().check(z.gte(1), z.lte(50))),
  }),
  data: z.array(onlineUserSchema),
  /** How long the own position is shared; null when it is not. */
  top: { sharedUntil: z.nullable(instantSchema) },
  errors: ['PROFILE_NOT_CONFIRMED'],
});
