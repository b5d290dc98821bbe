import { registrationModes } from '@dazi/contract/identity/registration.rules';
import { bigint, index, integer, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { id, instant } from '#platform/database/columns.ts';
import { users } from './identity.tables.ts';

/** One row, which whoever opens an account holds: it is there from the beginning. */
export const registration = pgTable('registration', {
  id: smallint().primaryKey(),
  /** Null is what the settings say, until somebody decides otherwise. */
  mode: text({ enum: registrationModes }),
});

/** Those that nobody came by go after 30 days. */
export const invitations = pgTable(
  'invitations',
  {
    /** Nobody can guess it. */
    id: id().primaryKey(),
    inviterId: id('inviter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    people: smallint().notNull(),
    createdAt: instant('created_at').notNull(),
    until: instant('until').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    index('invitations_inviter').on(table.inviterId, table.createdAt),
    index('invitations_created').on(table.createdAt),
  ],
);

export const invitationUses = pgTable(
  'invitation_uses',
  {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the account of whoever made it is erased. */
    invitationId: id('invitation_id').references(() => invitations.id, { onDelete: 'set null' }),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [index('invitation_uses_invitation').on(table.invitationId)],
);

/** Sign-ins with which no account is opened. It outlives the account on purpose, and then names nobody. */
export const blockedIdentities = pgTable(
  'blocked_identities',
  {
    id: id().primaryKey(),
    /** Made with a secret from issuer and subject, and no way back. */
    digest: text().notNull(),
    userId: id('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    until: instant('until').notNull(),
    rule: integer(),
    /** Of the decision, in the log. */
    decisionNumber: bigint('decision_number', { mode: 'number' }),
    /** Lifted while the account was there: its erasure makes no other one. */
    liftedAt: instant('lifted_at'),
  },
  (table) => [
    unique('blocked_identities_digest').on(table.digest),
    index('blocked_identities_user').on(table.userId),
    index('blocked_identities_until').on(table.until),
  ],
);
