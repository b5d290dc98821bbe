import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { clientIdSchema, idSchema } from '../kernel/fields.ts';
import { localTimeSchema, planSchema } from './plans.ts';

export const planAgainErrors = defineErrors({
  PLAN_REPEATED: { status: 409, text: 'This plan was repeated already' },
  PLAN_SPOT_GONE: { status: 409, text: 'The place is not kept any more. Please choose it again.' },
  PLAN_AGAIN_CLOSED: {
    status: 409,
    text: 'A plan can be repeated once it has started, unless it was called off',
  },
});

/**
 * Once for each plan, from its start on for as long as its spot is kept. Of a local time that the clocks skip
 * `fields[0].code` says the next that exists.
 */
export const repeatPlan = endpoint({
  name: 'repeatPlan',
  method: 'POST',
  path: '/api/plans/{planId}/again',
  summary: 'Publishes the same plan a week later, at the same place; those who were in are told',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ planId: idSchema }),
  body: z.object({
    userId: z.optional(idSchema),
    clientId: clientIdSchema,
    /** Seven days later at the same hour when it is missing. */
    local: z.optional(localTimeSchema),
  }),
  data: planSchema,
  errors: [
    'PLAN_NOT_FOUND',
    'NOT_THE_HOST',
    'PLAN_REPEATED',
    'PLAN_SPOT_GONE',
    'PLAN_AGAIN_CLOSED',
    'PLAN_TIME_TOO_SOON',
    'PLAN_TIME_TOO_FAR',
    'PLAN_TIME_NOT_THERE',
    'TOO_MANY_PLANS',
    // Its words may have gone: with the account of who made it, or taken away by moderators.
    'PLAN_TITLE_MISSING',
    'PLAN_COST_MISSING',
    'ADULT_NEEDED',
    'SAFETY_CARD_NEEDED',
    'GENDER_NEEDED',
    'NEWCOMER_LINKS',
    'ACCOUNT_LIMITED',
  ],
});
