import * as z from 'zod/mini';
import { genderSchema } from '../identity/identity.ts';
import { standingSchema } from '../identity/standing.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { clientIdSchema, cursorSchema, idSchema, instantSchema, wordsUpTo } from '../kernel/fields.ts';
import { judgedSchema } from './decisions.ts';
import { decisionActions, decisionLimits, logActions } from './moderation.rules.ts';
import { actorOnly, personSchema } from './moderation-fields.ts';

export const moderatedPeopleErrors = defineErrors({
  CANNOT_MODERATE: { status: 400, text: 'This person cannot be a moderator at the moment' },
});

const noteSchema = z.object({
  id: idSchema,
  text: z.string(),
  createdAt: instantSchema,
  by: z.nullable(personSchema),
});
const countsSchema = z.object({ open: z.int(), upheld: z.int(), dismissed: z.int() });

/** Asking for it is written down. Holds no private message but those that were reported. */
export const getModeratedPerson = endpoint({
  name: 'getModeratedPerson',
  method: 'GET',
  path: '/api/moderation/people/{personId}',
  summary: 'What moderators know of somebody',
  who: 'signed-in',
  params: z.object({ personId: idSchema }),
  data: z.object({
    person: personSchema,
    bio: z.nullable(z.string()),
    /** Both null until they were confirmed. */
    age: z.nullable(z.int()),
    gender: z.nullable(genderSchema),
    accountCreatedAt: instantSchema,
    confirmedAt: z.nullable(instantSchema),
    /** The host of the provider; the address itself goes to administrators alone. */
    provider: z.string(),
    hasVerifiedEmail: z.boolean(),
    email: z.nullable(z.string()),
    cameByInvitation: z.boolean(),
    /** Null also once the account of whoever invited them is erased. */
    invitedBy: z.nullable(personSchema),
    /** Who came by their invitations, and about how many of those something was decided. */
    invited: z.object({ people: z.int(), withDecisions: z.int() }),
    /** As they called themselves in the last months, the latest first. */
    earlierNames: z.array(z.object({ name: z.string(), until: instantSchema })),
    standing: standingSchema,
    isModerator: z.boolean(),
    isAdministrator: z.boolean(),
    decisions: z.array(judgedSchema),
    reportsAbout: countsSchema,
    reportsMade: countsSchema,
    /** In the last 90 days; below 3 it reads 0. */
    blockedBy: z.int(),
    made: z.object({ posts: z.int(), comments: z.int(), rooms: z.int() }),
    /** Their latest posts and comments that are there, 20 of both at most, newest first. */
    public: z.array(
      z.object({
        kind: z.enum(['post', 'comment']),
        id: idSchema,
        /** The post, or the one that was commented on. */
        postId: idSchema,
        content: z.string(),
        createdAt: instantSchema,
      }),
    ),
    /** Of one's own none: they are for the others. */
    notes: z.array(noteSchema),
    can: z.array(z.enum(decisionActions)),
  }),
  errors: ['MODERATORS_ONLY', 'PERSON_NOT_FOUND'],
});

/** The same `clientId` again within a day answers the note that was made the first time. */
export const addModeratorNote = endpoint({
  name: 'addModeratorNote',
  method: 'POST',
  path: '/api/moderation/people/{personId}/notes',
  summary: 'Notes something about somebody for the other moderators; kept for 12 months',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ personId: idSchema }),
  body: z.object({
    ...actorOnly,
    text: wordsUpTo(decisionLimits.note),
    clientId: z.optional(clientIdSchema),
  }),
  data: noteSchema,
  errors: ['MODERATORS_ONLY', 'PERSON_NOT_FOUND'],
});

export const listModerators = endpoint({
  name: 'listModerators',
  method: 'GET',
  path: '/api/moderation/moderators',
  summary: 'Who moderates, for moderators',
  who: 'signed-in',
  data: z.array(
    z.object({
      person: personSchema,
      role: z.enum(['moderator', 'administrator']),
      /** Null for administrators, whom the settings of the server name. */
      since: z.nullable(instantSchema),
      by: z.nullable(personSchema),
      decided: z.int(),
    }),
  ),
  errors: ['MODERATORS_ONLY'],
});

/** Told to the person, who may give it back at any time. Needs an account of 14 days in good standing. */
export const setModerator = endpoint({
  name: 'setModerator',
  method: 'PUT',
  path: '/api/moderation/moderators/{personId}',
  summary:
    'Makes somebody a moderator, or takes it back; for administrators, and for oneself to give it back',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ personId: idSchema }),
  body: z.object({ ...actorOnly, isModerator: z.boolean() }),
  data: z.object({ isModerator: z.boolean() }),
  errors: ['ADMINISTRATORS_ONLY', 'PERSON_NOT_FOUND', 'CANNOT_MODERATE'],
});

/** What links say to moderators; what was erased reads null and still verifies. */
export const listModerationLog = endpoint({
  name: 'listModerationLog',
  method: 'GET',
  path: '/api/moderation/log',
  summary: 'The chained log of what moderators did, the latest first; for moderators',
  who: 'signed-in',
  query: z.object({ cursor: z.optional(cursorSchema), personId: z.optional(idSchema) }),
  data: z.array(
    z.object({
      number: z.int(),
      action: z.enum(logActions),
      /** Of a decision its action. */
      code: z.nullable(z.string()),
      rule: z.nullable(z.int()),
      until: z.nullable(instantSchema),
      createdAt: instantSchema,
      commitment: z.string(),
      hash: z.string(),
      salt: z.nullable(z.string()),
      /** Null for the command line too, which says so in `byOperator`. */
      by: z.nullable(personSchema),
      byOperator: z.boolean(),
      person: z.nullable(personSchema),
      reason: z.nullable(z.string()),
    }),
  ),
  top: { nextCursor: z.nullable(z.string()), head: z.object({ number: z.int(), hash: z.string() }) },
  errors: ['MODERATORS_ONLY'],
});
