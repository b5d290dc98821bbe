import * as z from 'zod/mini';
import { idSchema } from '../kernel/fields.ts';
import { standingSchema } from './plans.ts';

/**
 * Told where the district of a listed plan for everyone is: made, changed, filled, freed, called off, or folded back. Ask
 * for it by its id; what is left out does not stand in lists any more.
 */
export const planChangedEvent = z.object({ type: z.literal('plan_changed'), planId: idSchema });

/** Told to one person, on every device: their standing, or the plan they stand with, changed. */
export const planEvent = z.object({
  type: z.literal('plan'),
  planId: idSchema,
  standing: standingSchema,
  version: z.int(),
});
