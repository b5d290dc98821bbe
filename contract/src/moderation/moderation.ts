import * as z from 'zod/mini';
import { messageTypeSchema } from '../chat/conversations.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { cursorSchema, idSchema, instantSchema } from '../kernel/fields.ts';
import { mediaItemSchema } from '../media/media.ts';
import { reportLimits, reportReasons, reportStates, reportTargetTypes } from './moderation.rules.ts';

export type ReportReason = (typeof reportReasons)[number];
export type ReportTargetType = (typeof reportTargetTypes)[number];

export const moderationErrors = defineErrors({
  REPORT_SIGN_IN_REQUIRED: { status: 401, text: 'Please sign in to report' },
  REPORT_REPEATED: { status: 409, text: 'You have reported this already' },
  OWN_REPORT: { status: 400, text: 'You cannot report yourself' },
  PERSON_NOT_FOUND: { status: 404, text: 'Person not found' },
  REPORT_NOT_FOUND: { status: 404, text: 'There is no open report about this' },
  NOT_REMOVABLE: { status: 400, text: 'This cannot be removed' },
});

const targetFields = { targetType: z.enum(reportTargetTypes), targetId: idSchema };

export const report = endpoint({
  name: 'report',
  method: 'POST',
  path: '/api/reports',
  summary: 'Tells the administrators about a post, a person, a message or a room',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'REPORT_SIGN_IN_REQUIRED',
  budget: 'report',
  body: z.object({
    userId: z.optional(idSchema),
    ...targetFields,
    reason: z.enum(reportReasons),
    details: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(reportLimits.details)))),
  }),
  data: z.object({ id: idSchema, createdAt: instantSchema }),
  errors: [
    'REPORT_REPEATED',
    'OWN_REPORT',
    'POST_NOT_FOUND',
    'PERSON_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
    'ROOM_NOT_FOUND',
  ],
});
export type ReportState = (typeof reportStates)[number];

const personSchema = z.object({ id: idSchema, name: z.string(), avatarUrl: z.nullable(z.string()) });

export const reportedSchema = z.object({
  ...targetFields,
  /** The person, whoever wrote the post or the message, or the owner of the room now; null for a room without one. */
  person: z.nullable(personSchema),
  /** The post as it stands now; null when it is gone, and for everything else. */
  post: z.nullable(
    z.object({ content: z.string(), media: z.array(mediaItemSchema), createdAt: instantSchema }),
  ),
  /**
   * The message as it stands now, and nothing else that was said with it; null when it is gone, once its reports are
   * settled, and for everything else. Of a mini app its title.
   */
  message: z.nullable(
    z.object({
      content: z.string(),
      type: messageTypeSchema,
      media: z.array(mediaItemSchema),
      createdAt: instantSchema,
      /** The name of the room it was said in; null in private. */
      room: z.nullable(z.string()),
    }),
  ),
  /** The room as everybody may see it; null when it has ended, and for everything else. */
  room: z.nullable(
    z.object({
      name: z.string(),
      description: z.nullable(z.string()),
      memberCount: z.int(),
      createdAt: instantSchema,
    }),
  ),
  /** Newest first, those that were resolved before included. */
  reports: z.array(
    z.object({
      id: idSchema,
      reason: z.enum(reportReasons),
      details: z.nullable(z.string()),
      createdAt: instantSchema,
      /** Null for somebody who has deleted their account since. */
      reporter: z.nullable(personSchema),
      state: z.enum(reportStates),
      resolvedAt: z.nullable(instantSchema),
      resolvedBy: z.nullable(personSchema),
    }),
  ),
  can: z.object({ dismiss: z.boolean(), remove: z.boolean() }),
});
export type Reported = z.output<typeof reportedSchema>;

export const listReports = endpoint({
  name: 'listReports',
  method: 'GET',
  path: '/api/moderation/reports',
  summary:
    'What was reported, for administrators: the waiting ones oldest first, the resolved ones newest first',
  who: 'signed-in',
  query: z.object({
    state: z.optional(z.enum(['open', 'resolved'])),
    cursor: z.optional(cursorSchema),
  }),
  data: z.array(reportedSchema),
  top: { nextCursor: z.nullable(z.string()) },
});

export const resolveReports = endpoint({
  name: 'resolveReports',
  method: 'POST',
  path: '/api/moderation/resolutions',
  summary:
    'Settles all open reports about one thing: dismisses them, removes the post, takes the message back, or ends the room; for administrators',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({
    userId: z.optional(idSchema),
    ...targetFields,
    action: z.enum(['dismiss', 'remove']),
  }),
  data: z.object({ resolved: z.int() }),
  errors: ['REPORT_NOT_FOUND', 'NOT_REMOVABLE'],
});
