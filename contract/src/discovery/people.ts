import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { idSchema, instantSchema, pageFields } from '../kernel/fields.ts';
import { lookingForSchema, profileSchema } from '../people/profiles.ts';
import { peopleLimits } from './people.rules.ts';

const matchSchema = z.object({
  profile: profileSchema,
  /** 30 to 100. */
  score: z.int(),
  /** Between the displayed positions: tenths of a kilometre below 10 km, whole ones beyond. */
  distanceKm: z.number(),
  sharedInterests: z.array(z.string()),
  sharedLookingFor: z.array(lookingForSchema),
});
export type Match = z.output<typeof matchSchema>;

export const findMatches = endpoint({
  name: 'findMatches',
  method: 'GET',
  path: '/api/profiles/matches',
  summary:
    'Up to 20 people near the own shared position who share their own, best match first; nobody while nothing is shared',
  who: 'signed-in',
  budget: 'search',
  data: z.array(matchSchema),
  /** How long the own position is shared; null when it is not. */
  top: { sharedUntil: z.nullable(instantSchema) },
  errors: ['PROFILE_NOT_CONFIRMED'],
});

export const searchProfiles = endpoint({
  name: 'searchProfiles',
  method: 'GET',
  path: '/api/profiles/search',
  summary:
    'Up to 10 people by a part of their name. Private profiles are not found, nor nearby-only ones known to be far away',
  who: 'signed-in',
  budget: 'search',
  query: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(peopleLimits.name)),
  }),
  data: z.array(profileSchema),
});

const listedUserSchema = z.object({
  id: idSchema,
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  email: z.nullable(z.string()),
});

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/api/users',
  summary: 'People, by name; or, with userId and messageCount=true, how many posts somebody has',
  who: 'anyone',
  whileOut: 'visitor',
  query: z.object({
    userId: z.optional(idSchema),
    messageCount: z.optional(z.enum(['true', 'false'])),
    ...pageFields,
  }),
  data: z.union([z.array(listedUserSchema), z.object({ messageCount: z.int() })]),
  top: { nextCursor: z.nullable(z.string()) },
});

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/api/profiles/{userId}',
  summary: 'The public face of a person, as far as their privacy settings allow',
  who: 'anyone',
  whileOut: 'visitor',
  params: z.object({ userId: idSchema }),
  data: profileSchema,
  errors: ['PROFILE_NOT_FOUND'],
});

export const listProfiles = endpoint({
  name: 'listProfiles',
  method: 'GET',
  path: '/api/profiles',
  summary: 'Profiles of the people one may see, as a map by user id',
  who: 'signed-in',
  query: z.object(pageFields),
  data: z.record(z.string(), profileSchema),
  top: { nextCursor: z.nullable(z.string()) },
});
