import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema } from '../kernel/fields.ts';
import { planLimits } from './plans.rules.ts';

export const planMarksErrors = defineErrors({
  PLAN_MARKS_CLOSED: {
    status: 409,
    text: 'You can say who came from the start until a week after',
  },
  PLAN_MARK_INVALID: { status: 400, text: 'You can mark those who were in the plan with you' },
});

const planMarkSchema = z.object({ userId: idSchema, came: z.boolean() });
export type PlanMark = z.output<typeof planMarkSchema>;

const ofPlan = z.object({ planId: idSchema });
const memberErrors = ['PLAN_NOT_FOUND', 'NOT_IN_PLAN'] as const;

export const getMarks = endpoint({
  name: 'getMarks',
  method: 'GET',
  path: '/api/plans/{planId}/marks',
  summary: 'Who came, as one has noted it for oneself',
  who: 'signed-in',
  actor: 'userId',
  params: ofPlan,
  query: z.object({ userId: z.optional(idSchema) }),
  data: z.array(planMarkSchema),
  errors: [...memberErrors],
});

/** Nobody else ever sees them, and nothing follows from them. Who is not named stays as before. */
export const saveMarks = endpoint({
  name: 'saveMarks',
  method: 'PUT',
  path: '/api/plans/{planId}/marks',
  summary: 'Notes for oneself who of those in a plan came and who did not',
  who: 'signed-in',
  actor: 'userId',
  params: ofPlan,
  body: z.object({
    userId: z.optional(idSchema),
    marks: z.array(planMarkSchema).check(
      z.maxLength(planLimits.seats.most),
      z.refine((marks: readonly PlanMark[]) => new Set(marks.map((one) => one.userId)).size === marks.length),
    ),
  }),
  data: z.array(planMarkSchema),
  errors: [...memberErrors, 'PLAN_MARKS_CLOSED', 'PLAN_MARK_INVALID'],
});
