import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { idSchema, instantSchema } from '../kernel/fields.ts';

const languageSchema = z.enum(['en', 'ja', 'zh']);
const flag = z.optional(z.enum(['true', 'false']));
const actorOnly = { userId: z.optional(idSchema) };

/** A calendar file, not JSON: described for the OpenAPI document and the tests. Where exactly to meet is in it if wanted. */
export const getPlanFile = endpoint({
  name: 'getPlanFile',
  method: 'GET',
  path: '/api/plans/{planId}/calendar',
  summary: 'A plan that one is in or waits for, as a file for calendars (text/calendar)',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ planId: idSchema }),
  query: z.object({ ...actorOnly, place: flag, language: z.optional(languageSchema) }),
  data: z.unknown(),
  errors: ['PLAN_NOT_FOUND', 'NOT_IN_PLAN'],
});

export const planCalendarSchema = z.object({
  exists: z.boolean(),
  /** Whether where exactly to meet is in it, as long as one may know. */
  place: z.boolean(),
  language: languageSchema,
  madeAt: z.nullable(instantSchema),
});
export type PlanCalendar = z.output<typeof planCalendarSchema>;

export const getCalendar = endpoint({
  name: 'getCalendar',
  method: 'GET',
  path: '/api/plans/calendar',
  summary: 'Whether there is an address at which calendars read the own plans; never which one',
  who: 'signed-in',
  actor: 'userId',
  query: z.object(actorOnly),
  data: planCalendarSchema,
});

/** What is not named stays. */
export const makeCalendar = endpoint({
  name: 'makeCalendar',
  method: 'POST',
  path: '/api/plans/calendar',
  summary:
    'Makes the address at which calendars read the own plans, another one with `renew`, or changes what they read',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({
    ...actorOnly,
    place: z.optional(z.boolean()),
    language: z.optional(languageSchema),
    /** The earlier address ends. */
    renew: z.optional(z.boolean()),
  }),
  data: z.extend(planCalendarSchema, {
    /** When it was made by this call, and never again: whoever has it reads the plans. */
    address: z.nullable(z.string()),
  }),
});

export const removeCalendar = endpoint({
  name: 'removeCalendar',
  method: 'DELETE',
  path: '/api/plans/calendar',
  summary: 'Ends the address at which calendars read the own plans; without effect when there is none',
  who: 'signed-in',
  actor: 'userId',
  body: z.object(actorOnly),
  data: planCalendarSchema,
});

/** For calendars, which know no session: text/calendar to whoever has the token, and 304 where nothing has changed. */
export const readCalendar = endpoint({
  name: 'readCalendar',
  method: 'GET',
  path: '/calendar/{token}.ics',
  summary: 'The plans of whoever made this address, for calendars; 60 times an hour',
  who: 'anyone',
  whileOut: 'visitor',
  // Of any length: one that nobody has is not there.
  params: z.object({ token: z.string() }),
  data: z.unknown(),
});
