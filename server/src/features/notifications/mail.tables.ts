import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { id, instant } from '#platform/database/columns.ts';
import type { NotedParams } from '#platform/notices.ts';

/** Mails to be sent; what they say is made when they are. */
export const mails = pgTable(
  'mails',
  {
    id: id().primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The notice in the outbox; null for a digest. */
    eventId: bigint('event_id', { mode: 'number' }),
    /** Of the notification, or `digest`. */
    code: text().notNull(),
    params: jsonb().$type<NotedParams>().notNull(),
    attempts: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Not before; while one node is at it, the others wait until then. */
    dueAt: instant('due_at').notNull(),
  },
  (table) => [unique('mails_once').on(table.userId, table.eventId), index('mails_due_at').on(table.dueAt)],
);

export const mailSettings = pgTable(
  'mail_settings',
  {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    digest: boolean().notNull(),
    nextDigestAt: instant('next_digest_at').notNull(),
  },
  (table) => [index('mail_settings_next').on(table.nextDigestAt).where(sql`digest`)],
);

/** The links in digests that end them: hashes of their tokens, which stand in the mails alone. */
export const mailLinks = pgTable(
  'mail_links',
  {
    tokenHash: id('token_hash').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('mail_links_user').on(table.userId), index('mail_links_created').on(table.createdAt)],
);
