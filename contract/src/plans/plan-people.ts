import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema, instantSchema } from '../kernel/fields.ts';
import { planLimits, removalReasons } from './plans.rules.ts';
import { planPersonSchema, planSchema, standingSchema } from './plans.ts';

export const planPeopleErrors = defineErrors({
  PLAN_JOIN_SIGN_IN_REQUIRED: { status: 401, text: 'Please sign in to join' },
  LANGUAGE_NEEDED: { status: 403, text: 'This plan needs one of its languages' },
  NOT_IN_PLAN: { status: 403, text: 'You are not in this plan' },
  PLAN_FULL: { status: 409, text: 'All places are taken' },
  PLAN_ASKING_OVER: { status: 409, text: 'Requests for this plan are closed' },
  PLAN_STARTED: { status: 409, text: 'This plan has started already' },
  PLAN_LEFT_TWICE: { status: 409, text: 'You have left this plan twice and cannot join again' },
  PLAN_DECLINED: { status: 409, text: "It didn't work out this time" },
  HOST_TAKEN: { status: 409, text: 'Somebody has taken it over already' },
  TOO_MANY_JOINED: { status: 409, text: 'You are in as many plans as one person may be' },
  JOINS_SPENT: { status: 409, text: 'You have joined as many plans as one may in a day' },
});

const actorOnly = { userId: z.optional(idSchema) };
const ofPlan = z.object({ planId: idSchema });
const personOfPlan = z.object({ planId: idSchema, personId: idSchema });

const planParticipantSchema = z.object({
  person: planPersonSchema,
  standing: standingSchema,
  /** To the host, with a request. */
  message: z.nullable(z.string()),
  since: instantSchema,
  unsure: z.boolean(),
});
export type PlanParticipant = z.output<typeof planParticipantSchema>;

/** A seat at once, a place in line, or a request, as the plan is. Joining again answers the same. */
export const joinPlan = endpoint({
  name: 'joinPlan',
  method: 'POST',
  path: '/api/plans/{planId}/people',
  summary: 'Joins a plan, stands in line where it is full, or asks the host',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'PLAN_JOIN_SIGN_IN_REQUIRED',
  params: ofPlan,
  body: z.object({
    ...actorOnly,
    /** Of an invite link: opens a plan that is not listed. */
    invite: z.optional(idSchema),
    /** `no` is refused with PLAN_FULL rather than put in line. */
    ifFull: z.optional(z.enum(['wait', 'no'])),
    message: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(planLimits.message)))),
  }),
  data: planSchema,
  /** Own other plans at the same time. */
  top: { overlaps: z.array(idSchema) },
  errors: [
    'PLAN_NOT_FOUND',
    'ADULT_NEEDED',
    'SAFETY_CARD_NEEDED',
    'GENDER_NEEDED',
    'LANGUAGE_NEEDED',
    'PLAN_FULL',
    'PLAN_ASKING_OVER',
    'PLAN_STARTED',
    'PLAN_OVER',
    'PLAN_LEFT_TWICE',
    'PLAN_DECLINED',
    'TOO_MANY_JOINED',
    'JOINS_SPENT',
    'NEWCOMER_LINKS',
    'ACCOUNT_LIMITED',
  ],
});

export const leavePlan = endpoint({
  name: 'leavePlan',
  method: 'DELETE',
  path: '/api/plans/{planId}/people',
  summary: 'Gives the own seat, place in line or request up; of a host somebody else may take over',
  who: 'signed-in',
  actor: 'userId',
  params: ofPlan,
  body: z.object(actorOnly),
  data: planSchema,
  errors: ['PLAN_NOT_FOUND', 'NOT_IN_PLAN', 'PLAN_OVER'],
});

export const removeFromPlan = endpoint({
  name: 'removeFromPlan',
  method: 'DELETE',
  path: '/api/plans/{planId}/people/{personId}',
  summary: 'Takes somebody out of the own plan for good; they are not told why',
  who: 'signed-in',
  actor: 'userId',
  params: personOfPlan,
  body: z.object({ ...actorOnly, reason: z.enum(removalReasons) }),
  data: z.object({ personId: idSchema }),
  errors: ['PLAN_NOT_FOUND', 'NOT_THE_HOST', 'NOT_ONESELF', 'PARTICIPANT_NOT_FOUND', 'PLAN_OVER'],
});

/** Who is in everybody sees who is in; who waits or asks the host alone. */
export const listPlanPeople = endpoint({
  name: 'listPlanPeople',
  method: 'GET',
  path: '/api/plans/{planId}/people',
  summary: 'Who is in, in line or asking, in their order',
  who: 'signed-in',
  actor: 'userId',
  params: ofPlan,
  query: z.object({ ...actorOnly, standing: z.enum(['going', 'waiting', 'asked']) }),
  data: z.array(planParticipantSchema),
  errors: ['PLAN_NOT_FOUND', 'NOT_THE_HOST'],
});

/** Somebody let in while it is full stands at the end of the line. Of a no nobody hears before the decision. */
export const answerPlanRequest = endpoint({
  name: 'answerPlanRequest',
  method: 'POST',
  path: '/api/plans/{planId}/people/{personId}',
  summary: 'Lets somebody in who asked, or not',
  who: 'signed-in',
  actor: 'userId',
  params: personOfPlan,
  body: z.object({ ...actorOnly, action: z.enum(['let_in', 'decline']) }),
  data: z.object({ personId: idSchema, standing: standingSchema }),
  errors: ['PLAN_NOT_FOUND', 'NOT_THE_HOST', 'REQUEST_NOT_FOUND', 'REQUEST_ANSWERED', 'PLAN_STARTED'],
});

export const confirmPlan = endpoint({
  name: 'confirmPlan',
  method: 'POST',
  path: '/api/plans/{planId}/confirm',
  summary: 'Says that one still comes after a change',
  who: 'signed-in',
  actor: 'userId',
  params: ofPlan,
  body: z.object({ ...actorOnly, version: z.int() }),
  data: planSchema,
  errors: ['PLAN_NOT_FOUND', 'NOT_IN_PLAN', 'PLAN_VERSION'],
});

export const takeOverPlan = endpoint({
  name: 'takeOverPlan',
  method: 'POST',
  path: '/api/plans/{planId}/host',
  summary: 'Hosts a plan that one is in and that nobody hosts; the first has it',
  who: 'signed-in',
  actor: 'userId',
  params: ofPlan,
  body: z.object(actorOnly),
  data: planSchema,
  errors: ['PLAN_NOT_FOUND', 'NOT_IN_PLAN', 'HOST_TAKEN', 'PLAN_OVER', 'TOO_MANY_PLANS', 'ACCOUNT_LIMITED'],
});

/** The same link each time, until it is taken back; `renew` makes another one, and the earlier one is invalid then. */
export const inviteToPlan = endpoint({
  name: 'inviteToPlan',
  method: 'POST',
  path: '/api/plans/{planId}/invite',
  summary: 'The link by which a plan is found that is not listed',
  who: 'signed-in',
  actor: 'userId',
  params: ofPlan,
  body: z.object({ ...actorOnly, renew: z.optional(z.boolean()) }),
  data: z.object({ invite: idSchema, path: z.string() }),
  errors: ['PLAN_NOT_FOUND', 'NOT_THE_HOST', 'ACCOUNT_LIMITED'],
});

export const removePlanInvite = endpoint({
  name: 'removePlanInvite',
  method: 'DELETE',
  path: '/api/plans/{planId}/invite',
  summary: 'Makes the links to a plan invalid',
  who: 'signed-in',
  actor: 'userId',
  params: ofPlan,
  body: z.object(actorOnly),
  data: z.null(),
  errors: ['PLAN_NOT_FOUND', 'NOT_THE_HOST'],
});
