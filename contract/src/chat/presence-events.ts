import * as z from 'zod/mini';
import { idSchema } from '../kernel/fields.ts';

/** Told to those who have the person in a private conversation: they came, or are not there any more, as far as they show it. */
export const presenceEvent = z.object({
  type: z.literal('presence'),
  userId: idSchema,
  isOnline: z.boolean(),
});
