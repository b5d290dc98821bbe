import * as z from 'zod/mini';
import { genderSchema } from '../identity/identity.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { clientIdSchema, idSchema, instantSchema } from '../kernel/fields.ts';
import { placeNamesSchema } from '../places/place-search.ts';
import { latitudeSchema, longitudeSchema } from '../places/places.ts';
import { activityCodes } from './plan-activities.ts';
import {
  calledOffReasons,
  callOffReasons,
  changedThings,
  partCodes,
  planAudiences,
  planCosts,
  planEntries,
  planLanguages,
  planLevels,
  planLimits,
  planStates,
  spotAudiences,
  spotHints,
  standings,
} from './plans.rules.ts';

/** Local time in the plan's zone, to the minute. */
export const localTimeSchema = z
  .string()
  .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/));
export const standingSchema = z.enum(standings);

/** No age and no gender: nobody is chosen by them. */
export const planPersonSchema = z.object({
  id: idSchema,
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
});
export type PlanPerson = z.output<typeof planPersonSchema>;

export const planSchema = z.object({
  id: idSchema,
  activity: z.enum(activityCodes),
  title: z.nullable(z.string()),
  /** Null for visitors. */
  note: z.nullable(z.string()),
  local: localTimeSchema,
  timeZone: z.string(),
  part: z.nullable(z.enum(partCodes)),
  minutes: z.int(),
  startsAt: instantSchema,
  endsAt: instantSchema,
  decidesAt: instantSchema,
  /** The cell of about 1 km with the spot: its centre, and half its height and width in degrees for drawing. */
  district: z.object({
    latitude: latitudeSchema,
    longitude: longitudeSchema,
    halfLatitude: z.number(),
    halfLongitude: z.number(),
    /** The town near by; `names` where other languages have their own. */
    address: z.optional(z.string()),
    names: z.optional(placeNamesSchema),
  }),
  spotShown: z.enum(spotAudiences),
  /** Null for whoever may not know it now. */
  spot: z.nullable(
    z.object({
      latitude: latitudeSchema,
      longitude: longitudeSchema,
      name: z.string(),
      hint: z.nullable(z.enum(spotHints)),
    }),
  ),
  seats: z.int(),
  least: z.int(),
  goingCount: z.int(),
  /** Null for whoever neither hosts it nor is in line. */
  waitingCount: z.nullable(z.int()),
  state: z.enum(planStates),
  /** A full plan can be on as well. */
  isOn: z.boolean(),
  calledOff: z.nullable(z.object({ at: instantSchema, reason: z.enum(calledOffReasons) })),
  entry: z.enum(planEntries),
  who: z.enum(planAudiences),
  /** Of `same_gender`: whose, else null. */
  gender: z.nullable(genderSchema),
  languages: z.array(z.enum(planLanguages)),
  languageNeeded: z.boolean(),
  level: z.nullable(z.enum(planLevels)),
  cost: z.enum(planCosts),
  costText: z.nullable(z.string()),
  listed: z.boolean(),
  version: z.int(),
  /** The post it was made from; null for whoever does not see that. */
  fromPostId: z.nullable(idSchema),
  /** The plan that this one is again, and the one that is this again: for those who were in the earlier one. */
  copiedFromId: z.nullable(idSchema),
  copiedToId: z.nullable(idSchema),
  /** Null for visitors, and while nobody hosts. */
  host: z.nullable(planPersonSchema),
  hostWantedUntil: z.nullable(instantSchema),
  /** Those going, the host first; without people hidden from the reader. Empty for visitors, and once it is over for others. */
  people: z.array(planPersonSchema),
  mine: z.object({
    standing: standingSchema,
    isHost: z.boolean(),
    /** In line, from 1. */
    place: z.nullable(z.int()),
    /** Has not said yet whether they still come after a change. */
    unsure: z.boolean(),
    confirmUntil: z.nullable(instantSchema),
    /** What has changed since they said that they come, and when the plan was then; null unless they are asked. */
    asked: z.nullable(
      z.object({
        changed: z.array(z.enum(changedThings)),
        was: z.nullable(
          z.object({
            local: localTimeSchema,
            timeZone: z.string(),
            part: z.nullable(z.enum(partCodes)),
            minutes: z.int(),
          }),
        ),
      }),
    ),
    /** For the host: when and where it was when the others last said that they come; null where that has not changed. */
    agreed: z.nullable(
      z.object({
        local: localTimeSchema,
        timeZone: z.string(),
        part: z.nullable(z.enum(partCodes)),
        minutes: z.int(),
        latitude: latitudeSchema,
        longitude: longitudeSchema,
      }),
    ),
    conversationId: z.nullable(idSchema),
    /** Somebody the reader has blocked is in. */
    blockedAmong: z.boolean(),
  }),
  /** From the centre of the district, tenths of a kilometre; null where nobody asked from a place. */
  distanceKm: z.nullable(z.number()),
  can: z.object({
    join: z.boolean(),
    leave: z.boolean(),
    change: z.boolean(),
    callOff: z.boolean(),
    takeOver: z.boolean(),
    again: z.boolean(),
    mark: z.boolean(),
    report: z.boolean(),
  }),
  /** The code a join would be refused with; null when it would not. */
  obstacle: z.nullable(z.string()),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type Plan = z.output<typeof planSchema>;

export const plansErrors = defineErrors({
  PLAN_SIGN_IN_REQUIRED: { status: 401, text: 'Please sign in to make a plan' },
  PLAN_NOT_FOUND: { status: 404, text: 'This plan is not there, or not for you to see' },
  PLAN_ACTIVITY_UNKNOWN: { status: 400, text: 'That activity is not in the list' },
  PLAN_TITLE_MISSING: { status: 400, text: 'Please say in a few words what you want to do' },
  PLAN_TITLE_TOO_LONG: { status: 400, text: 'A title can have up to 40 characters' },
  PLAN_NOTE_TOO_LONG: { status: 400, text: 'A note can have up to 200 characters' },
  PLAN_SPOT_MISSING: { status: 400, text: 'Please choose where to meet' },
  PLAN_SPOT_NAME_MISSING: { status: 400, text: 'Please give the place a name' },
  PLAN_TIME_TOO_SOON: { status: 400, text: 'A plan starts at least 30 minutes from now' },
  PLAN_TIME_TOO_FAR: { status: 400, text: 'A plan can be up to 60 days ahead' },
  PLAN_TIME_NOT_THERE: { status: 400, text: 'The clocks change then: this time does not exist' },
  PLAN_LENGTH_INVALID: { status: 400, text: 'A plan lasts from 30 minutes to 12 hours' },
  PLAN_SEATS_INVALID: { status: 400, text: 'A plan is for 2 to 20 people' },
  PLAN_LEAST_INVALID: {
    status: 400,
    text: 'The smallest number must be between 2 and the number of places',
  },
  PLAN_TWO_NEEDS_ASK: { status: 400, text: 'For two people the host has to answer each request' },
  PLAN_COST_MISSING: { status: 400, text: 'Please say how much it costs' },
  NOT_THE_HOST: { status: 403, text: 'Only the host can do this' },
  PLAN_OVER: { status: 409, text: 'This plan is over' },
  PLAN_VERSION: {
    status: 409,
    text: 'The plan was changed meanwhile. Please look at it again.',
  },
  PLAN_TOO_LATE_TO_CHANGE: {
    status: 409,
    text: 'So shortly before, only a delay of up to an hour is possible',
  },
  PLAN_CHANGES_SPENT: {
    status: 409,
    text: 'This plan was changed too often. Call it off and make a new one.',
  },
  SEATS_TAKEN: { status: 409, text: 'More people are in than that' },
  PLAN_POST_TAKEN: { status: 409, text: 'This post has become a plan already' },
  TOO_MANY_PLANS: { status: 409, text: 'You host as many plans as one person may' },
});

/** What is wrong with these is said by its own code, so that the schema only keeps out what is of the wrong kind. */
const planFields = {
  activity: z.optional(z.string().check(z.maxLength(40))),
  title: z.optional(z.nullable(z.string())),
  note: z.optional(z.nullable(z.string())),
  local: z.optional(localTimeSchema),
  timeZone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  part: z.optional(z.nullable(z.enum(partCodes))),
  /** Of the activity when it is missing; with `part` its length, whatever is said. */
  minutes: z.optional(z.number()),
  /** Chosen on the map, stored as placed: never where the device is. */
  spot: z.optional(
    z.nullable(
      z.object({
        latitude: latitudeSchema,
        longitude: longitudeSchema,
        name: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(planLimits.spotName)))),
        hint: z.optional(z.nullable(z.enum(spotHints))),
      }),
    ),
  ),
  spotShown: z.optional(z.enum(spotAudiences)),
  seats: z.optional(z.number()),
  least: z.optional(z.number()),
  entry: z.optional(z.enum(planEntries)),
  who: z.optional(z.enum(planAudiences)),
  languages: z.optional(
    z.array(z.enum(planLanguages)).check(
      z.minLength(1),
      z.maxLength(planLimits.languages.plan),
      z.refine((languages: readonly string[]) => new Set(languages).size === languages.length),
    ),
  ),
  languageNeeded: z.optional(z.boolean()),
  level: z.optional(z.nullable(z.enum(planLevels))),
  cost: z.optional(z.enum(planCosts)),
  costText: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(planLimits.cost)))),
  listed: z.optional(z.boolean()),
};
const actorOnly = { userId: z.optional(idSchema) };
const ofPlan = z.object({ planId: idSchema });

const fieldErrors = [
  'PLAN_ACTIVITY_UNKNOWN',
  'PLAN_TITLE_MISSING',
  'PLAN_TITLE_TOO_LONG',
  'PLAN_NOTE_TOO_LONG',
  'PLAN_SPOT_MISSING',
  'PLAN_SPOT_NAME_MISSING',
  'PLAN_TIME_TOO_SOON',
  'PLAN_TIME_TOO_FAR',
  'PLAN_TIME_NOT_THERE',
  'TIME_ZONE_UNKNOWN',
  'PLAN_LENGTH_INVALID',
  'PLAN_SEATS_INVALID',
  'PLAN_LEAST_INVALID',
  'PLAN_TWO_NEEDS_ASK',
  'PLAN_COST_MISSING',
  'GENDER_NEEDED',
  'NEWCOMER_LINKS',
  'ACCOUNT_LIMITED',
] as const;

/** Of a local time that the clocks skip `fields[0].code` says the next that exists. */
export const createPlan = endpoint({
  name: 'createPlan',
  method: 'POST',
  path: '/api/plans',
  summary: 'Publishes a plan; whoever makes it hosts it and has the first seat',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'PLAN_SIGN_IN_REQUIRED',
  body: z.object({
    ...actorOnly,
    ...planFields,
    clientId: clientIdSchema,
    /** An own post, which carries the plan from then on. */
    fromPostId: z.optional(z.nullable(idSchema)),
  }),
  data: planSchema,
  errors: [
    ...fieldErrors,
    'ADULT_NEEDED',
    'SAFETY_CARD_NEEDED',
    'TOO_MANY_PLANS',
    'PLAN_POST_TAKEN',
    'POST_NOT_FOUND',
  ],
});

/** A change of time, spot, activity or cost that matters asks everybody who is in whether they still come. */
export const changePlan = endpoint({
  name: 'changePlan',
  method: 'PATCH',
  path: '/api/plans/{planId}',
  summary: 'Changes what is named; who may join and how acts on those who come later',
  who: 'signed-in',
  actor: 'userId',
  params: ofPlan,
  body: z.object({
    ...actorOnly,
    ...planFields,
    /** The one that was looked at. */
    version: z.int(),
  }),
  data: planSchema,
  errors: [
    ...fieldErrors,
    'PLAN_NOT_FOUND',
    'NOT_THE_HOST',
    'PLAN_VERSION',
    'PLAN_TOO_LATE_TO_CHANGE',
    'PLAN_CHANGES_SPENT',
    'SEATS_TAKEN',
    'PLAN_OVER',
  ],
});

export const callOffPlan = endpoint({
  name: 'callOffPlan',
  method: 'DELETE',
  path: '/api/plans/{planId}',
  summary: 'Calls the own plan off, until it ends; everybody in it, in line or asking is told',
  who: 'signed-in',
  actor: 'userId',
  params: ofPlan,
  body: z.object({ ...actorOnly, reason: z.enum(callOffReasons) }),
  data: planSchema,
  errors: ['PLAN_NOT_FOUND', 'NOT_THE_HOST', 'PLAN_OVER'],
});
