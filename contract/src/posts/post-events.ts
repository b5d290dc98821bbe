import * as z from 'zod/mini';
import { idSchema } from '../kernel/fields.ts';
import { latitudeSchema, longitudeSchema } from '../places/places.ts';

/** Told to whoever listens where the post is. Ids and displayed positions only; details are fetched. */
export const postEvents = [
  z.object({
    type: z.literal('post_created'),
    messageId: idSchema,
    userId: idSchema,
    latitude: latitudeSchema,
    longitude: longitudeSchema,
  }),
  z.object({ type: z.literal('post_edited'), messageId: idSchema, userId: idSchema }),
  z.object({ type: z.literal('post_deleted'), messageId: idSchema, userId: idSchema }),
  z.object({ type: z.literal('reactions_changed'), messageId: idSchema, userId: idSchema }),
  z.object({ type: z.literal('comments_changed'), messageId: idSchema, userId: idSchema }),
] as const;
export type PostEvent = z.output<(typeof postEvents)[number]>;
