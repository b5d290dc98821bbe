import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instantSchema } from './fields.ts';
import { lookingForSchema, profileSchema } from './profiles.ts';

export const peopleLimits = { found: 10, matches: 20, name: 50 } as const;

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
