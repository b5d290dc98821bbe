import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { conversations, messages } from '#features/chat/conversations/conversations.tables.ts';
import { users } from '#features/identity/identity.tables.ts';
import { id, instant } from '#platform/database/columns.ts';

/** Whoever changes an instance holds the row of its message. */
export const miniApps = pgTable(
  'mini_apps',
  {
    id: id().primaryKey(),
    conversationId: id('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Number and id of its message. */
    sequence: integer().notNull(),
    messageId: id('message_id').notNull(),
    appType: text('app_type').notNull(),
    title: text().notNull(),
    createdBy: id('created_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    config: jsonb().$type<object>().notNull(),
    /** What the app needs for good and nobody configures: of a quiz its questions. */
    material: jsonb().$type<object>().notNull(),
    state: jsonb().$type<Record<string, unknown>>().notNull(),
    stateVersion: integer('state_version').notNull(),
    /** Whether it completes by itself once all members took part. */
    awaitsAll: boolean('awaits_all').notNull(),
    isCompleted: boolean('is_completed').notNull(),
    isActive: boolean('is_active').notNull(),
    participantCount: integer('participant_count').notNull(),
    /** The number of the message with the result. */
    resultSequence: integer('result_sequence'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    unique('mini_apps_message').on(table.conversationId, table.sequence),
    index('mini_apps_open').on(table.conversationId).where(sql`is_active`),
    index('mini_apps_awaiting').on(table.id).where(sql`awaits_all AND is_active AND NOT is_completed`),
    index('mini_apps_creator').on(table.createdBy, table.id),
    foreignKey({
      name: 'mini_apps_of_message',
      columns: [table.conversationId, table.sequence],
      foreignColumns: [messages.conversationId, messages.sequence],
    }).onDelete('cascade'),
  ],
);

/** One a person. */
export const miniAppParticipations = pgTable(
  'mini_app_participations',
  {
    miniAppId: id('mini_app_id')
      .notNull()
      .references(() => miniApps.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    answers: jsonb().$type<unknown[]>().notNull(),
    /** What the app keeps of somebody until there is a result, and shows to nobody: a displayed position. */
    contribution: jsonb().$type<object>(),
    contributionUntil: instant('contribution_until'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.miniAppId, table.userId] }),
    index('mini_app_participations_order').on(table.miniAppId, table.createdAt, table.userId),
    index('mini_app_participations_user').on(table.userId, table.miniAppId),
    index('mini_app_participations_until')
      .on(table.contributionUntil)
      .where(sql`contribution_until IS NOT NULL`),
  ],
);

/** What administrators wrote, the last one counts; null stands for the default questions. */
export const questionnaires = pgTable('questionnaires', {
  number: integer().generatedAlwaysAsIdentity().primaryKey(),
  id: id().notNull(),
  content: text(),
  savedAt: instant('saved_at').notNull(),
});
