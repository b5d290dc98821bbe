import * as z from 'zod/mini';
import { standingSchema } from '../identity/standing.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { clientIdSchema, cursorSchema, idSchema, instantSchema, wordsUpTo } from '../kernel/fields.ts';
import {
  appealLimits,
  appealOutcomes,
  appealStates,
  decisionActions,
  decisionLimits,
} from './moderation.rules.ts';
import { actorOnly, personSchema, ruleSchema, targetFields } from './moderation-fields.ts';

export const appealSchema = z.object({
  text: z.string(),
  madeAt: instantSchema,
  state: z.enum(appealStates),
  decidedAt: z.nullable(instantSchema),
  reason: z.nullable(z.string()),
  /** False where there was nobody else. */
  bySomebodyElse: z.nullable(z.boolean()),
});

export const decisionSchema = z.object({
  id: idSchema,
  /** Its place in the log, and the hash it has there: who keeps both can show later that it was not changed. */
  number: z.int(),
  hash: z.string(),
  action: z.enum(decisionActions),
  /** Whether what it was about was taken away as well. */
  removed: z.boolean(),
  rule: z.nullable(ruleSchema),
  reason: z.nullable(z.string()),
  createdAt: instantSchema,
  until: z.nullable(instantSchema),
  /** What it was about, in the author's own words; null for a person, and 6 months later. */
  about: z.nullable(
    z.object({
      targetType: z.string(),
      excerpt: z.string(),
      createdAt: instantSchema,
      /** The excerpt is the code of a quick answer. */
      isQuick: z.optional(z.literal(true)),
    }),
  ),
  readAt: z.nullable(instantSchema),
  appeal: z.nullable(appealSchema),
  /** Null when it cannot be appealed, or not any more. */
  appealUntil: z.nullable(instantSchema),
  /** Whether somebody else would look at an appeal; null where there can be none. */
  appealByOther: z.nullable(z.boolean()),
});
export type Decision = z.output<typeof decisionSchema>;

/** A decision as moderators see it; `by` is null for who has left, and for the command line. */
export const judgedSchema = z.extend(decisionSchema, { by: z.nullable(personSchema) });
export type Judged = z.output<typeof judgedSchema>;

export const decisionErrors = defineErrors({
  DECISION_NOT_FOUND: { status: 404, text: 'Decision not found' },
  APPEALED_ALREADY: { status: 409, text: 'You have appealed already' },
  APPEAL_TOO_LATE: { status: 409, text: 'The time to appeal is over' },
  APPEAL_ANSWERED: { status: 409, text: 'This appeal was decided already' },
  ADMINISTRATORS_ONLY: { status: 403, text: 'Only administrators can do this' },
  NOT_OVER_MODERATORS: {
    status: 403,
    text: 'Only an administrator decides about a moderator or a board member',
  },
  NOT_OVER_ADMINISTRATORS: { status: 403, text: 'Nothing can be decided about an administrator here' },
  CASE_CHANGED: { status: 409, text: 'Something came to this case. Please look at it again.' },
  NOT_REMOVABLE: { status: 400, text: 'This cannot be removed' },
  ACTION_NOT_POSSIBLE: { status: 400, text: 'This cannot be decided about this' },
  UNTIL_MISSING: { status: 400, text: 'Please say until when' },
  UNTIL_OUT_OF_RANGE: { status: 400, text: 'The end must lie between 1 hour and 365 days from now' },
  MODERATOR_LIMIT: {
    status: 403,
    text: 'Moderators decide for up to 30 days. Longer is for administrators.',
  },
  RULE_UNKNOWN: { status: 400, text: 'There is no rule with this number' },
  REASON_MISSING: { status: 400, text: 'Please give the reason' },
});

/**
 * Settles all open reports about the target and `together`; without a target it is about an unreported person. The same
 * `clientId` again within a day answers the decision that was made the first time.
 */
export const decide = endpoint({
  name: 'decide',
  method: 'POST',
  path: '/api/moderation/decisions',
  summary: 'Decides a case, or about a person; for moderators',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({
    ...actorOnly,
    target: z.optional(z.object(targetFields)),
    /** Whom it is about; beside a target whom the case was about when it was judged, else CASE_CHANGED. */
    personId: z.optional(idSchema),
    together: z.optional(z.array(z.object(targetFields)).check(z.maxLength(decisionLimits.together))),
    /**
     * About a person: their open cases are settled with it, as many as `together` may name; not those that somebody else has
     * taken, or in which whoever decides is the reporter.
     */
    settleOpen: z.optional(z.boolean()),
    /** What the case was judged on, as `listReports` told it. */
    version: z.optional(z.int()),
    action: z.enum(decisionActions),
    remove: z.optional(z.boolean()),
    /** Of `limit` and `suspend`; null is without an end, for `limit` by an administrator. */
    until: z.optional(z.nullable(instantSchema)),
    /** Not asked of `dismiss`. */
    rule: z.optional(z.int()),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(decisionLimits.reason))),
    clientId: z.optional(clientIdSchema),
  }),
  data: decisionSchema,
  errors: [
    'MODERATORS_ONLY',
    'ADMINISTRATORS_ONLY',
    'INVOLVED',
    'NOT_OVER_MODERATORS',
    'NOT_OVER_ADMINISTRATORS',
    'REPORT_NOT_FOUND',
    'PERSON_NOT_FOUND',
    'CASE_TAKEN',
    'CASE_CHANGED',
    'NOT_REMOVABLE',
    'ACTION_NOT_POSSIBLE',
    'UNTIL_MISSING',
    'UNTIL_OUT_OF_RANGE',
    'MODERATOR_LIMIT',
    'RULE_UNKNOWN',
    'REASON_MISSING',
  ],
});

/** Ends a measure before its time; restores a closed account until its erasure begins. */
export const liftMeasure = endpoint({
  name: 'liftMeasure',
  method: 'DELETE',
  path: '/api/moderation/people/{personId}/measure',
  summary: 'Ends what stands against somebody',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ personId: idSchema }),
  body: z.object({ ...actorOnly, reason: wordsUpTo(decisionLimits.reason) }),
  data: standingSchema,
  errors: [
    'MODERATORS_ONLY',
    'ADMINISTRATORS_ONLY',
    'INVOLVED',
    'NOT_OVER_MODERATORS',
    'NOT_OVER_ADMINISTRATORS',
    'PERSON_NOT_FOUND',
    'ACTION_NOT_POSSIBLE',
  ],
});

export const listOwnDecisions = endpoint({
  name: 'listOwnDecisions',
  method: 'GET',
  path: '/api/account/decisions',
  summary: 'What moderators decided about one, the latest first',
  who: 'signed-in',
  actor: 'userId',
  query: z.object({ ...actorOnly, cursor: z.optional(cursorSchema) }),
  data: z.array(decisionSchema),
  top: { nextCursor: z.nullable(z.string()), standing: standingSchema },
  whileOut: true,
});

export const readDecision = endpoint({
  name: 'readDecision',
  method: 'POST',
  path: '/api/account/decisions/{decisionId}/read',
  summary: 'Says that one has read a decision: a warning stays before the page until then',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ decisionId: idSchema }),
  body: z.object(actorOnly),
  data: z.object({ readAt: instantSchema }),
  errors: ['DECISION_NOT_FOUND'],
  whileOut: true,
});

export const appeal = endpoint({
  name: 'appeal',
  method: 'POST',
  path: '/api/account/decisions/{decisionId}/appeal',
  summary: 'Asks for a decision to be looked at again, once',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ decisionId: idSchema }),
  body: z.object({ ...actorOnly, text: wordsUpTo(appealLimits.text) }),
  data: appealSchema,
  errors: ['DECISION_NOT_FOUND', 'APPEALED_ALREADY', 'APPEAL_TOO_LATE'],
  whileOut: true,
});

export const listAppeals = endpoint({
  name: 'listAppeals',
  method: 'GET',
  path: '/api/moderation/appeals',
  summary: 'Appeals, for moderators: open ones oldest first',
  who: 'signed-in',
  query: z.object({ state: z.optional(z.enum(['open', 'resolved'])), cursor: z.optional(cursorSchema) }),
  data: z.array(
    z.object({
      decision: judgedSchema,
      person: z.nullable(personSchema),
      /** Whether the caller may decide it; of one's own decisions only where there is nobody else. */
      can: z.boolean(),
    }),
  ),
  top: { nextCursor: z.nullable(z.string()) },
  errors: ['MODERATORS_ONLY'],
});

/** `changed` needs a milder action; `lifted` brings back what was removed, as far as it is still there. */
export const decideAppeal = endpoint({
  name: 'decideAppeal',
  method: 'POST',
  path: '/api/moderation/appeals/{decisionId}',
  summary: 'Decides an appeal',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ decisionId: idSchema }),
  body: z.object({
    ...actorOnly,
    outcome: z.enum(appealOutcomes),
    action: z.optional(z.enum(decisionActions)),
    until: z.optional(z.nullable(instantSchema)),
    reason: wordsUpTo(appealLimits.text),
  }),
  data: decisionSchema,
  errors: [
    'MODERATORS_ONLY',
    'DECISION_NOT_FOUND',
    'APPEAL_ANSWERED',
    'INVOLVED',
    'ACTION_NOT_POSSIBLE',
    'UNTIL_MISSING',
    'UNTIL_OUT_OF_RANGE',
    'MODERATOR_LIMIT',
    'ADMINISTRATORS_ONLY',
  ],
});
