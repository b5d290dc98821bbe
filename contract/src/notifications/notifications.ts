import * as z from 'zod/mini';
import { genderSchema } from '../identity/identity.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { cursorSchema, idSchema, instantSchema } from '../kernel/fields.ts';
import { notificationParamsSchema } from '../notice-params.ts';
import { notificationCodes } from '../notices.ts';
import { latitudeSchema, longitudeSchema } from '../places/places.ts';
import {
  notificationLimits,
  notificationPriorities,
  notificationTypes,
} from './notification-limits.rules.ts';

export const notificationTypeSchema = z.enum(notificationTypes);
export type NotificationType = z.output<typeof notificationTypeSchema>;
const prioritySchema = z._default(z.enum(notificationPriorities), 'medium');
export type NotificationPriority = (typeof notificationPriorities)[number];

export const notificationSchema = z.object({
  /** Of what it gathers: the same when more comes to it. */
  id: idSchema,
  type: notificationTypeSchema,
  /** In English; the web says it in the reader's language by code and params. */
  title: z.string(),
  message: z.string(),
  code: z.enum(notificationCodes),
  params: notificationParamsSchema,
  data: z.object({
    messageId: z.nullable(idSchema),
    chatRoomId: z.nullable(idSchema),
    conversationId: z.nullable(idSchema),
    userId: z.nullable(idSchema),
    avatarUrl: z.nullable(z.string()),
    /** Of a JOIN_REQUEST. */
    requesterName: z.optional(z.string()),
    groupName: z.optional(z.string()),
    requestId: z.optional(idSchema),
    groupId: z.optional(idSchema),
    message: z.optional(z.string()),
    motionId: z.optional(idSchema),
    decisionId: z.optional(idSchema),
    planId: z.optional(idSchema),
  }),
  /** Of the latest event in it. */
  createdAt: instantSchema,
  read: z.boolean(),
  priority: prioritySchema,
  /** Where it is about: a displayed position. */
  location: z.nullable(z.object({ latitude: latitudeSchema, longitude: longitudeSchema })),
  /** The number of the latest event in it; what comes later is not meant by `upTo`. */
  sequence: z.int(),
});
export type Notification = z.output<typeof notificationSchema>;

export const notificationsErrors = defineErrors({
  TIME_ZONE_UNKNOWN: { status: 400, text: 'That time zone is not known' },
  PUSH_ADDRESS_REFUSED: { status: 400, text: 'This address is not one of a push service' },
  PUSH_KEYS_INVALID: { status: 400, text: 'The keys of the push subscription are not valid' },
});

const own = { userId: z.optional(idSchema) };
/** Only what was there when it was looked at: the greatest `sequence` that one has seen. */
const upTo = z.optional(z.coerce.number().check(z.int(), z.gte(0)));

/** With `type=join_requests_count` only how many requests wait for the owner of rooms. */
export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/notifications',
  summary: 'The own notifications of the last 24 hours, the latest first; or how many join requests wait',
  who: 'signed-in',
  actor: 'userId',
  query: z.object({
    ...own,
    type: z.optional(z.enum(['join_requests_count'])),
    unread: z.optional(z.enum(['true', 'false'])),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(notificationLimits.kept))),
    cursor: z.optional(cursorSchema),
  }),
  data: z.union([z.array(notificationSchema), z.object({ count: z.int() })]),
  top: { unreadCount: z.int(), nextCursor: z.nullable(z.string()) },
});

export const countNotifications = endpoint({
  name: 'countNotifications',
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'How many notifications are unread: what the badge shows',
  who: 'signed-in',
  actor: 'userId',
  query: z.object(own),
  data: z.object({ count: z.int() }),
});

const unreadCount = z.object({ unreadCount: z.int() });

/** Without ids all of them. */
export const readNotifications = endpoint({
  name: 'readNotifications',
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Marks notifications as read, or all of them',
  who: 'signed-in',
  actor: 'userId',
  budget: 'signal',
  body: z.object({
    ...own,
    ids: z.optional(z.array(idSchema).check(z.maxLength(notificationLimits.kept))),
    upTo,
  }),
  data: unreadCount,
});

export const removeNotification = endpoint({
  name: 'removeNotification',
  method: 'DELETE',
  path: '/api/notifications/{notificationId}',
  summary: 'Removes a notification; without effect when it is gone',
  who: 'signed-in',
  actor: 'userId',
  budget: 'signal',
  params: z.object({ notificationId: idSchema }),
  body: z.object({ ...own, upTo }),
  data: unreadCount,
});

export const clearNotifications = endpoint({
  name: 'clearNotifications',
  method: 'DELETE',
  path: '/api/notifications',
  summary: 'Removes all notifications',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({ ...own, upTo }),
  data: unreadCount,
});

const clockTimeSchema = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
export const quietHoursSchema = z.object({
  from: clockTimeSchema,
  to: clockTimeSchema,
  timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
});
export type QuietHours = z.output<typeof quietHoursSchema>;

export const notificationSettingsSchema = z.object({
  /** Null for none. In them nothing is pushed or shown by the browser; the list goes on. */
  quietHours: z.nullable(quietHoursSchema),
  /** Whether what is pushed says who and what; otherwise just that there is something. */
  pushPreviews: z.boolean(),
});
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;

export const getNotificationSettings = endpoint({
  name: 'getNotificationSettings',
  method: 'GET',
  path: '/api/notifications/settings',
  summary: 'Quiet hours, and what is pushed',
  who: 'signed-in',
  actor: 'userId',
  query: z.object(own),
  data: notificationSettingsSchema,
});

export const saveNotificationSettings = endpoint({
  name: 'saveNotificationSettings',
  method: 'PUT',
  path: '/api/notifications/settings',
  summary: 'Changes quiet hours and what is pushed; what is not named stays',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({ ...own, ...z.partial(notificationSettingsSchema).shape }),
  data: notificationSettingsSchema,
  errors: ['TIME_ZONE_UNKNOWN'],
});

export const getPushKey = endpoint({
  name: 'getPushKey',
  method: 'GET',
  path: '/api/push/key',
  summary: 'The key by which push services know this server',
  who: 'anyone',
  whileOut: 'visitor',
  data: z.object({ publicKey: z.string() }),
});

const pushAddress = z.string().check(z.minLength(1), z.maxLength(2000));

/** It ends with the session that made it. */
export const addPushSubscription = endpoint({
  name: 'addPushSubscription',
  method: 'POST',
  path: '/api/push/subscriptions',
  summary: 'Lets this browser be pushed to for as long as it stays signed in',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({
    ...own,
    endpoint: pushAddress,
    keys: z.object({
      p256dh: z.string().check(z.maxLength(200)),
      auth: z.string().check(z.maxLength(100)),
    }),
    /** In which the pushed words are. */
    language: z.enum(['en', 'ja', 'zh']),
    /** The key the subscription was made with. */
    publicKey: z.string().check(z.maxLength(200)),
  }),
  data: z.null(),
  errors: ['PUSH_ADDRESS_REFUSED', 'PUSH_KEYS_INVALID'],
});

export const removePushSubscription = endpoint({
  name: 'removePushSubscription',
  method: 'DELETE',
  path: '/api/push/subscriptions',
  summary: 'Pushes to this browser no more; without effect when nothing was',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({ ...own, endpoint: pushAddress }),
  data: z.null(),
});

/** Nobody is told of posts near by who does not share where they are. */
export const listUnnotified = endpoint({
  name: 'listUnnotified',
  method: 'GET',
  path: '/api/messages/unnotified',
  summary:
    'Posts of others within 5 km of the own shared position that one was not told of yet, of the last 24 hours, the newest first',
  who: 'signed-in',
  actor: 'userId',
  query: z.object(own),
  data: z.array(
    z.object({
      id: idSchema,
      content: z.string(),
      gender: z.nullable(genderSchema),
      location: z.object({ latitude: latitudeSchema, longitude: longitudeSchema }),
    }),
  ),
});

export const markNotified = endpoint({
  name: 'markNotified',
  method: 'POST',
  path: '/api/messages/unnotified',
  summary: 'Marks posts as told of',
  who: 'signed-in',
  actor: 'userId',
  budget: 'signal',
  body: z.object({
    ...own,
    messageIds: z.array(idSchema).check(z.maxLength(notificationLimits.notified.latest)),
  }),
  data: z.null(),
});
