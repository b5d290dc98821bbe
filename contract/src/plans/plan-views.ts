import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { cursorSchema, idSchema, instantSchema } from '../kernel/fields.ts';
import { planLimits } from './plans.rules.ts';
import { planSchema } from './plans.ts';

const numberIn = (low: number, high: number) => z.optional(z.coerce.number().check(z.gte(low), z.lte(high)));
const pageOfPlans = {
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(planLimits.pageMost))),
  cursor: z.optional(cursorSchema),
};
const flag = z.optional(z.enum(['true', 'false']));

/**
 * Plans to come, soonest first, in a radius, in a box or anywhere; all conditions are joined by "and". Distances are those
 * of the districts. A page may be shorter than asked for, or empty, and go on all the same.
 */
export const listPlans = endpoint({
  name: 'listPlans',
  method: 'GET',
  path: '/api/plans',
  summary: 'Listed plans that have not started, soonest first, by place, time and filters',
  who: 'anyone',
  whileOut: 'visitor',
  query: z.object({
    latitude: numberIn(-90, 90),
    longitude: numberIn(-180, 180),
    radiusKm: numberIn(planLimits.radius_km.least, planLimits.radius_km.most),
    west: numberIn(-180, 180),
    south: numberIn(-90, 90),
    east: numberIn(-180, 180),
    north: numberIn(-90, 90),
    /** Starting in this span; the server knows no today. */
    from: z.optional(instantSchema),
    to: z.optional(instantSchema),
    /** Separated by commas, like `languages`: any of them. */
    activities: z.optional(z.string().check(z.maxLength(400))),
    languages: z.optional(z.string().check(z.maxLength(60))),
    free: flag,
    /** Joined at once, without an answer of the host. */
    open: flag,
    /** Of those held, what is left out does not stand in lists any more. */
    ids: z.optional(z.string().check(z.maxLength(4000))),
    ...pageOfPlans,
  }),
  data: z.array(planSchema),
  top: { nextCursor: z.nullable(z.string()) },
  errors: ['POSITION_INCOMPLETE', 'BOX_INCOMPLETE', 'PLAN_ACTIVITY_UNKNOWN'],
});

/** Ahead are those that have not ended and were not called off, soonest first; past the others, the latest first. */
export const listMyPlans = endpoint({
  name: 'listMyPlans',
  method: 'GET',
  path: '/api/plans/mine',
  summary: 'The plans one hosts, is in, waits for or asked to join',
  who: 'signed-in',
  actor: 'userId',
  query: z.object({ userId: z.optional(idSchema), part: z.enum(['ahead', 'past']), ...pageOfPlans }),
  data: z.array(planSchema),
  top: { nextCursor: z.nullable(z.string()) },
});

export const getPlan = endpoint({
  name: 'getPlan',
  method: 'GET',
  path: '/api/plans/{planId}',
  summary: 'One plan, as far as the caller may know it',
  who: 'anyone',
  whileOut: 'visitor',
  actor: 'userId',
  params: z.object({ planId: idSchema }),
  query: z.object({
    userId: z.optional(idSchema),
    invite: z.optional(idSchema),
    latitude: numberIn(-90, 90),
    longitude: numberIn(-180, 180),
  }),
  data: planSchema,
  errors: ['PLAN_NOT_FOUND', 'POSITION_INCOMPLETE'],
});

/** For the dialog in which one blocks somebody, before or after: only who has blocked learns it, never who was. */
export const listCommonPlans = endpoint({
  name: 'listCommonPlans',
  method: 'GET',
  path: '/api/blocks/plans',
  summary: 'Plans to come in which both oneself and somebody else are',
  who: 'signed-in',
  actor: 'userId',
  query: z.object({ userId: z.optional(idSchema), blockedId: idSchema }),
  data: z.array(planSchema),
});
