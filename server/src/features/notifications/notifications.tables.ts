import { notificationCodes } from '@dazi/contract/notices';
import {
  notificationPriorities,
  notificationTypes,
} from '@dazi/contract/notifications/notification-limits.rules';
import type { QuietHours } from '@dazi/contract/notifications/notifications';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { conversations } from '#features/chat/conversations/conversations.tables.ts';
import { sessions, users } from '#features/identity/identity.tables.ts';
import { comments } from '#features/posts/comments/comments.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { id, instant } from '#platform/database/columns.ts';
import type { NotedParams } from '#platform/notices.ts';

/**
 * One row of a recipient and event. What belongs together has one `gathered` name and is shown as one notification;
 * what was said, by whom and whether it still stands is looked up when it is read and kept nowhere twice.
 */
export const notifications = pgTable(
  'notifications',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The notice in the outbox. */
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    gathered: id().notNull(),
    type: text({ enum: notificationTypes }).notNull(),
    code: text({ enum: notificationCodes }).notNull(),
    priority: text({ enum: notificationPriorities }).notNull(),
    personId: id('person_id').references(() => users.id, { onDelete: 'cascade' }),
    postId: id('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    commentId: id('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    conversationId: id('conversation_id').references(() => conversations.id, { onDelete: 'cascade' }),
    /** Of a message. */
    sequence: integer(),
    /** Of a request; asked again it has another one. */
    requestId: id('request_id'),
    /** Numbers that stand nowhere else. */
    params: jsonb().$type<NotedParams>().notNull(),
    isRead: boolean('is_read').notNull(),
    /** For longer than others, until it is read. */
    stays: boolean().notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.eventId] }),
    index('notifications_gathered').on(table.userId, table.gathered),
    index('notifications_created_at').on(table.createdAt),
    index('notifications_person').on(table.personId).where(sql`person_id IS NOT NULL`),
    index('notifications_post').on(table.postId).where(sql`post_id IS NOT NULL`),
    index('notifications_comment').on(table.commentId).where(sql`comment_id IS NOT NULL`),
    index('notifications_conversation')
      .on(table.conversationId, table.sequence)
      .where(sql`conversation_id IS NOT NULL`),
  ],
);

/** How far the notices of the outbox were read; its row is the lock of whoever reads on. */
export const noticeProgress = pgTable('notice_progress', {
  name: text().primaryKey(),
  transactionId: bigint('transaction_id', { mode: 'number' }).notNull(),
  eventId: bigint('event_id', { mode: 'number' }).notNull(),
});

export const notificationSettings = pgTable('notification_settings', {
  userId: id('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  quietHours: jsonb('quiet_hours').$type<QuietHours>(),
  pushPreviews: boolean('push_previews').notNull(),
  /** When they were last told of a post near by. */
  nearbyAt: instant('nearby_at'),
});

/** A browser that is pushed to, for as long as its session lasts. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id().primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: id('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    language: text({ enum: ['en', 'ja', 'zh'] }).notNull(),
    /** The server's key that the browser was given: only that one may push to it. */
    publicKey: text('public_key').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('push_subscriptions_endpoint').on(table.endpoint),
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
);

/** What is still to be pushed to one browser. */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    subscriptionId: id('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    attempts: integer().notNull(),
    /** Not before; while one node is at it, the others wait until then. */
    dueAt: instant('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.eventId] }),
    index('push_deliveries_due_at').on(table.dueAt),
  ],
);

/** Posts that somebody was told of. */
export const notifiedPosts = pgTable(
  'notified_posts',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    postId: id('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Which came first, within one person's. */
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.postId] }),
    index('notified_posts_number').on(table.userId, table.number),
    index('notified_posts_post').on(table.postId),
  ],
);
