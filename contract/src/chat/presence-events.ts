import * as z from 'zod/mini';
import { idSchema } from '../kernel/fields.ts';

/** Told to those who have a private conversation with the person, as far as the person shows it. */
export const presenceEvent = z.object({
  type: z.literal('presence'),
  userId: idSchema,
  isOnline: z.boolean(),
});
