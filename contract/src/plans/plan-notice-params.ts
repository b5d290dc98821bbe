import * as z from 'zod/mini';
import { idSchema, instantSchema } from '../kernel/fields.ts';
import { activityCodes } from './plan-activities.ts';
import { calledOffReasons, changedThings, partCodes, quickAnswers } from './plans.rules.ts';

export const planNoticeParams = {
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
  planOf: z.nullable(
    z.object({
      activity: z.enum(activityCodes),
      title: z.nullable(z.string()),
      local: z.string(),
      part: z.nullable(z.enum(partCodes)),
    }),
  ),
  quick: z.nullable(z.enum(quickAnswers)),
};
export type PlanNoticeParams = NonNullable<z.output<(typeof planNoticeParams)['plan']>>;
