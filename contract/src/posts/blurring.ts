import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { idSchema, instantSchema } from '../kernel/fields.ts';

/** `left` is how many posts and rooms are exact still. */
const blurringSchema = z.object({ posts: z.int(), rooms: z.int(), left: z.int() });
export type Blurring = z.output<typeof blurringSchema>;

/** What was made later than `upTo` is left as it is. */
const own = { userId: z.optional(idSchema), upTo: z.optional(instantSchema) };

export const countExactPosts = endpoint({
  name: 'countExactPosts',
  method: 'GET',
  path: '/api/messages/blur',
  summary: 'How many of the own posts and rooms show an exact position',
  who: 'signed-in',
  actor: 'userId',
  query: z.object(own),
  data: blurringSchema,
});

/** A hundred at once; asked again until nothing is left. Nobody can undo it. */
export const blurPosts = endpoint({
  name: 'blurPosts',
  method: 'POST',
  path: '/api/messages/blur',
  summary: 'Moves own exact posts and rooms to where they would be had they been approximate',
  who: 'signed-in',
  actor: 'userId',
  body: z.object(own),
  data: blurringSchema,
});
