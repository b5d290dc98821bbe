import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { latitudeSchema, longitudeSchema } from '../places/places.ts';
import { countedKinds } from './map-counts.rules.ts';

const within = (limit: number) => z.coerce.number().check(z.gte(-limit), z.lte(limit));

export const listMapCounts = endpoint({
  name: 'listMapCounts',
  method: 'GET',
  path: '/api/map/counts',
  summary:
    'About how many posts or plans there are in the parts of a box; without filters and blocks, seconds old',
  who: 'anyone',
  whileOut: 'visitor',
  query: z.object({
    /** Posts where it is missing. Of plans: those listed for everyone that have not started, by their districts. */
    kind: z.optional(z.enum(countedKinds)),
    west: within(180),
    south: within(90),
    east: within(180),
    north: within(90),
    zoom: z.coerce.number().check(z.gte(0), z.lte(24)),
  }),
  data: z.object({
    level: z.int(),
    /** For each cell that holds some: how many, and the middle of their displayed positions. */
    cells: z.array(z.tuple([z.int(), latitudeSchema, longitudeSchema])),
  }),
});
