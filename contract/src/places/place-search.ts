import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { placeSearchLimits } from './place-search.rules.ts';
import { latitudeSchema, longitudeSchema } from './places.ts';

export const placeNamesSchema = z.object({ ja: z.optional(z.string()), zh: z.optional(z.string()) });
export type PlaceNames = z.output<typeof placeNamesSchema>;

export const findPlaces = endpoint({
  name: 'findPlaces',
  method: 'GET',
  path: '/api/places',
  summary:
    'Towns and quarters whose name begins like this, in English, Japanese or Chinese, the largest first; else those of a name with its region',
  who: 'anyone',
  whileOut: 'visitor',
  budget: 'search',
  query: z.object({ query: z.string().check(z.minLength(1), z.maxLength(placeSearchLimits.query)) }),
  data: z.array(
    z.object({
      name: z.string(),
      names: placeNamesSchema,
      /** ISO 3166, two letters. */
      country: z.string(),
      latitude: latitudeSchema,
      longitude: longitudeSchema,
      population: z.int(),
      /** Of a quarter its town; of a town whose name others of its country have, too, a larger one near by. */
      near: z.nullable(z.object({ name: z.string(), names: placeNamesSchema })),
    }),
  ),
});
