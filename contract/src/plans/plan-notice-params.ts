import * as z from 'zod/mini';
import { idSchema, instantSchema } from '../kernel/fields.ts';
import { activityCodes } from './plan-activities.ts';
import { calledOffReasons, changedThings, partCodes } from './plans.rules.ts';

export const planNoticeParams = {
  /** What a plan is, was changed in, and until when an answer is waited for. */
  plan: z.nullable(
    z.object({
      id: idSchema,
      activity: z.enum(activityCodes),
      title: z.nullable(z.string()),
      /** By the clocks of the plan's own zone. */
      local: z.string(),
      timeZone: z.string(),
      part: z.nullable(z.enum(partCodes)),
      startsAt: instantSchema,
      going: z.int(),
      seats: z.int(),
      changed: z.array(z.enum(changedThings)),
      reason: z.nullable(z.enum(calledOffReasons)),
      until: z.nullable(instantSchema),
      /** A reminder that comes at another time than its words would say. */
      isOffTime: z.boolean(),
    }),
  ),
};
export type PlanNoticeParams = NonNullable<z.output<(typeof planNoticeParams)['plan']>>;
