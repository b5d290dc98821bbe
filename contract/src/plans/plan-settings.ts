import * as z from 'zod/mini';
import { genderSchema } from '../identity/identity.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema, instantSchema } from '../kernel/fields.ts';
import { planLanguages, planLimits } from './plans.rules.ts';

export const planSettingsErrors = defineErrors({
  ADULT_NEEDED: {
    status: 403,
    text: 'Plans are for people of 18 and over. Please confirm your age first.',
  },
  SAFETY_CARD_NEEDED: { status: 403, text: 'Please read the safety card first' },
  SAFETY_CARD_VERSION: { status: 409, text: 'The safety card has changed. Please read it again.' },
  GENDER_NEEDED: { status: 403, text: 'Please confirm your gender in your profile first' },
  GENDER_DIFFERS: { status: 409, text: 'Your profile says something else' },
});

const remindersSchema = z.object({ day: z.boolean(), hours: z.boolean() });

/** Null is not stated. */
export const planSettingsSchema = z.object({
  adultAt: z.nullable(instantSchema),
  /** The version that was read to its end. */
  safetyCard: z.nullable(z.int()),
  safetyCardAt: z.nullable(instantSchema),
  /** A first one counts at once, another after 30 days. */
  gender: z.nullable(genderSchema),
  genderAt: z.nullable(instantSchema),
  genderCountsFrom: z.nullable(instantSchema),
  languages: z.array(z.enum(planLanguages)),
  reminders: remindersSchema,
});
export type PlanSettings = z.output<typeof planSettingsSchema>;

export const getPlanSettings = endpoint({
  name: 'getPlanSettings',
  method: 'GET',
  path: '/api/plans/settings',
  summary: 'What one has stated to host and join plans',
  who: 'signed-in',
  actor: 'userId',
  query: z.object({ userId: z.optional(idSchema) }),
  data: planSettingsSchema,
});

/** What is not named stays. Being 18 or older is never taken back. */
export const savePlanSettings = endpoint({
  name: 'savePlanSettings',
  method: 'PUT',
  path: '/api/plans/settings',
  summary:
    'States that one is 18 or older, has read the safety card, the own gender, the languages one speaks; turns reminders on and off',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({
    userId: z.optional(idSchema),
    adult: z.optional(z.literal(true)),
    safetyCard: z.optional(z.int()),
    /** Must be that of the own profile. */
    gender: z.optional(genderSchema),
    languages: z.optional(z.array(z.enum(planLanguages)).check(z.maxLength(planLimits.languages.person))),
    reminders: z.optional(z.partial(remindersSchema)),
  }),
  data: planSettingsSchema,
  errors: ['SAFETY_CARD_VERSION', 'GENDER_DIFFERS', 'PROFILE_NOT_CONFIRMED'],
});
