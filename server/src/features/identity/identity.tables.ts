import { languages } from '@dazi/contract/identity/identity.rules';
import { browsers, systems } from '@dazi/contract/identity/sessions.rules';
import { standingKinds } from '@dazi/contract/identity/standing.rules';
import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { id, instant } from '#platform/database/columns.ts';
import { clientIdKinds } from './client-ids.rules.ts';

export const users = pgTable(
  'users',
  {
    id: id().primaryKey(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text(),
    emailVerified: boolean('email_verified').notNull(),
    name: text().notNull(),
    avatarUrl: text('avatar_url'),
    /** Mirrors the profile's gender. */
    gender: text({ enum: ['M', 'F'] }),
    /** When the person said that age and gender of their profile are theirs. */
    confirmedAt: instant('confirmed_at'),
    verified: boolean().notNull(),
    /** In which mails to them are: that of the last sign-in, or what they chose since. */
    language: text({ enum: languages }),
    createdAt: instant('created_at').notNull(),
    lastActiveAt: instant('last_active_at').notNull(),
  },
  (table) => [
    unique('users_identity').on(table.issuer, table.subject),
    index('users_created').on(table.createdAt, table.id),
    index('users_grams').using('gin', sql`(text_grams(name) COLLATE "C")`).with({ fastupdate: false }),
    // The part before the @ is looked up by its beginning.
    index('users_email_name')
      .on(sql`(folded_text(split_part(email, '@', 1)) COLLATE "C")`)
      .where(sql`email_verified`),
    index('users_email').on(sql`lower(email)`).where(sql`email_verified`),
  ],
);

/** Accounts that their owners deleted: hidden from everybody, restorable until erasure begins. */
export const leftAccounts = pgTable(
  'left_accounts',
  {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    leftAt: instant('left_at').notNull(),
    erasingAt: instant('erasing_at'),
  },
  (table) => [index('left_accounts_left_at').on(table.leftAt)],
);

export const sessions = pgTable(
  'sessions',
  {
    /** A hash of the cookie's token: whoever reads the table cannot sign in with it. */
    id: id().primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** By which its person names it: good for nothing but ending it. */
    handle: id().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The hour. */
    lastUsedAt: instant('last_used_at').notNull(),
    /** Goes on while it is used; otherwise it ends 24 hours after it began. */
    isKept: boolean('is_kept').notNull(),
    browser: text({ enum: browsers }).notNull(),
    system: text({ enum: systems }).notNull(),
  },
  (table) => [
    unique('sessions_handle').on(table.handle),
    index('sessions_user').on(table.userId),
    index('sessions_expires_at').on(table.expiresAt),
  ],
);

/** No row is good standing. A job ends a row whose time is over, and tells where somebody who was out is back. */
export const standings = pgTable(
  'standings',
  {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: standingKinds }).notNull(),
    since: instant('since').notNull(),
    /** Null without an end. */
    until: instant('until'),
    decisionId: id('decision_id'),
    /** The decision that must be read before the person goes on. */
    unreadDecisionId: id('unread_decision_id'),
  },
  (table) => [index('standings_until').on(table.until)],
);

/** What was made of what a device sent under an id of its own: asked for once more, it is not made again. Kept for a day. */
export const clientIds = pgTable(
  'client_ids',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: clientIdKinds }).notNull(),
    clientId: text('client_id').notNull(),
    madeId: id('made_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.clientId] }),
    index('client_ids_created').on(table.createdAt),
  ],
);

export const moderators = pgTable(
  'moderators',
  {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    since: instant('since').notNull(),
    /** Null once the account of whoever appointed them is erased. */
    appointedBy: id('appointed_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('moderators_appointed_by').on(table.appointedBy)],
);
