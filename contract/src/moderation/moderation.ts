import * as z from 'zod/mini';
import { messageTypeSchema } from '../chat/conversations.ts';
import { standingSchema } from '../identity/standing.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { cursorSchema, idSchema, instantSchema } from '../kernel/fields.ts';
import { mediaItemSchema } from '../media/media.ts';
import {
  decisionActions,
  personParts,
  reportLimits,
  reportReasons,
  reportStates,
  reportTargetTypes,
  urgencies,
} from './moderation.rules.ts';
import { actorOnly, personSchema, ruleSchema, targetFields } from './moderation-fields.ts';

export const moderationErrors = defineErrors({
  REPORT_SIGN_IN_REQUIRED: { status: 401, text: 'Please sign in to report' },
  REPORT_REPEATED: { status: 409, text: 'You have reported this already' },
  OWN_REPORT: { status: 400, text: 'You cannot report yourself' },
  TOO_MANY_REPORTS: { status: 429, text: 'You have reported a lot today. Please go on tomorrow.' },
  PERSON_NOT_FOUND: { status: 404, text: 'Person not found' },
  TRANSFER_NOT_FOUND: { status: 404, text: 'Transfer not found' },
  MODERATORS_ONLY: { status: 403, text: 'Only moderators can do this' },
  /** One is a reporter, the person it is about, or between both there is a block. */
  INVOLVED: { status: 403, text: 'You are involved in this case. Somebody else has to decide it.' },
  REPORT_NOT_FOUND: { status: 404, text: 'There is no open report about this' },
  CASE_TAKEN: { status: 409, text: 'Another moderator is deciding this case' },
});

/**
 * Whatever the caller could once see is answered the same way whether it is still there or not, also when its author
 * blocked them. 404 is for what never was, or never was theirs to see.
 */
export const report = endpoint({
  name: 'report',
  method: 'POST',
  path: '/api/reports',
  summary: 'Tells the moderators about something somebody made, or about somebody',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'REPORT_SIGN_IN_REQUIRED',
  budget: 'report',
  body: z.object({
    ...actorOnly,
    ...targetFields,
    part: z.optional(z.enum(personParts)),
    /** Of the link that a plan was found by, where no list has it. */
    invite: z.optional(idSchema),
    reason: z.enum(reportReasons),
    details: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(reportLimits.details)))),
  }),
  data: z.object({
    id: idSchema,
    createdAt: instantSchema,
    /** Within what it is looked at; the dialog says so. */
    urgency: z.enum(urgencies),
  }),
  errors: [
    'REPORT_REPEATED',
    'OWN_REPORT',
    'TOO_MANY_REPORTS',
    'POST_NOT_FOUND',
    'COMMENT_NOT_FOUND',
    'PERSON_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
    'ROOM_NOT_FOUND',
    'TRANSFER_NOT_FOUND',
    'MOTION_NOT_FOUND',
    'MINI_APP_NOT_FOUND',
    'PLAN_NOT_FOUND',
  ],
});

/** One's own, as the list in the settings shows them; what was decided is told as far as it concerns the reporter. */
export const listOwnReports = endpoint({
  name: 'listOwnReports',
  method: 'GET',
  path: '/api/reports',
  summary: 'What one has reported, the latest first',
  who: 'signed-in',
  actor: 'userId',
  query: z.object({ ...actorOnly, cursor: z.optional(cursorSchema) }),
  data: z.array(
    z.object({
      id: idSchema,
      targetType: z.enum(reportTargetTypes),
      reason: z.enum(reportReasons),
      createdAt: instantSchema,
      state: z.enum(reportStates),
      decidedAt: z.nullable(instantSchema),
      /** Of an upheld one. */
      rule: z.nullable(ruleSchema),
    }),
  ),
  top: { nextCursor: z.nullable(z.string()) },
});
export type OwnReport = z.output<typeof listOwnReports.data>[number];

/** As it was when it was first reported. Gone 6 months after the decision, 30 days after a dismissal. */
const snapshotSchema = z.object({
  /** Text, name, bio or memo; of a mini app its title, question and options, one a line. */
  content: z.string(),
  type: z.nullable(messageTypeSchema),
  media: z.array(mediaItemSchema),
  createdAt: instantSchema,
  /** The name of the room it was said in; null for everything else. */
  room: z.nullable(z.string()),
  isPrivate: z.boolean(),
  /** When its author took it away, or who else did. */
  goneAt: z.nullable(instantSchema),
  goneBy: z.nullable(z.enum(['author', 'room', 'moderators', 'expiry'])),
  /** Whether what is there now differs from it. */
  wasEdited: z.boolean(),
});
export type Snapshot = z.output<typeof snapshotSchema>;

export const reportedSchema = z.object({
  ...targetFields,
  /** Null for a room without an owner, and for whoever's account is erased. */
  person: z.nullable(z.extend(personSchema, { accountCreatedAt: instantSchema, standing: standingSchema })),
  /** Null where nothing was left to copy. */
  snapshot: z.nullable(snapshotSchema),
  urgency: z.enum(urgencies),
  /** Since when the first open report waits; of a settled one when it was settled. */
  since: instantSchema,
  /** Folded for everybody until it is decided. */
  isFolded: z.boolean(),
  /** Newest first, those that were settled before included. */
  reports: z.array(
    z.object({
      id: idSchema,
      part: z.nullable(z.enum(personParts)),
      reason: z.enum(reportReasons),
      /** Null to whom it is about. */
      details: z.nullable(z.string()),
      createdAt: instantSchema,
      /** Null for somebody who has deleted their account since, and to whom it is about. */
      reporter: z.nullable(z.extend(personSchema, { upheld: z.int(), dismissed: z.int() })),
      state: z.enum(reportStates),
    }),
  ),
  alsoOpen: z.array(z.object({ ...targetFields, reason: z.enum(reportReasons), since: instantSchema })),
  /** What was decided about the same person before: the latest three. */
  before: z.array(
    z.object({
      action: z.enum(decisionActions),
      rule: z.nullable(ruleSchema),
      /** What was judged; null for a person, and 6 months later. */
      targetType: z.nullable(z.enum(reportTargetTypes)),
      createdAt: instantSchema,
    }),
  ),
  takenBy: z.nullable(personSchema),
  takenUntil: z.nullable(instantSchema),
  /** To be sent back with the decision: what it was judged on. */
  version: z.int(),
  can: z.array(z.enum(decisionActions)),
  /** Whether `remove` takes it away, beside another measure too. */
  isRemovable: z.boolean(),
  /** Why `can` is empty, where it is. */
  isInvolved: z.boolean(),
});
export type Reported = z.output<typeof reportedSchema>;

export const listReports = endpoint({
  name: 'listReports',
  method: 'GET',
  path: '/api/moderation/reports',
  summary: 'What was reported, for moderators: open ones by urgency and wait, settled ones newest first',
  who: 'signed-in',
  query: z.object({
    state: z.optional(z.enum(['open', 'resolved'])),
    urgency: z.optional(z.enum(urgencies)),
    cursor: z.optional(cursorSchema),
  }),
  data: z.array(reportedSchema),
  top: {
    nextCursor: z.nullable(z.string()),
    waiting: z.object({ hour: z.int(), day: z.int(), week: z.int(), appeals: z.int() }),
  },
  errors: ['MODERATORS_ONLY'],
});

export const takeCase = endpoint({
  name: 'takeCase',
  method: 'PUT',
  path: '/api/moderation/claims',
  summary: 'Keeps a case for oneself for 15 minutes, or puts it back',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({ ...actorOnly, ...targetFields, take: z.boolean() }),
  data: z.object({ takenUntil: z.nullable(instantSchema) }),
  errors: ['MODERATORS_ONLY', 'REPORT_NOT_FOUND', 'CASE_TAKEN', 'INVOLVED'],
});
