import * as z from 'zod/mini';
import { idSchema } from '../kernel/fields.ts';
import { standingSchema } from './plans.ts';

/** Told where the district of a listed plan for everyone is; ask for it by its id. Left out, it is listed no more. */
export const planChangedEvent = z.object({ type: z.literal('plan_changed'), planId: idSchema });

export const planEvent = z.object({
  type: z.literal('plan'),
  planId: idSchema,
  standing: standingSchema,
  version: z.int(),
});
