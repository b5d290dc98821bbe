import { transferKinds } from '@dazi/contract/wallet/wallet.rules';
import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core';
import { conversations } from '#features/chat/conversations/conversations.tables.ts';
import { users } from '#features/identity/identity.tables.ts';
import { id, instant } from '#platform/database/columns.ts';

const minor = (name: string) => bigint(name, { mode: 'number' });

/** The treasury stands from the beginning, and is the only one that may go below zero. */
export const wallets = pgTable(
  'wallets',
  {
    id: id().primaryKey(),
    kind: text({ enum: ['user', 'group', 'treasury'] }).notNull(),
    userId: id('user_id').references(() => users.id, { onDelete: 'set null' }),
    conversationId: id('conversation_id').references(() => conversations.id, { onDelete: 'set null' }),
    balanceMinor: minor('balance_minor').notNull(),
    /** The newest transfer that touched it; 0 before the first. */
    lastNumber: bigint('last_number', { mode: 'number' }).notNull(),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (table) => [
    unique('wallets_user').on(table.userId),
    unique('wallets_conversation').on(table.conversationId),
    check('wallets_floor', sql`kind = 'treasury' OR balance_minor >= 0`),
  ],
);

/** The end of the chain; whoever writes into the ledger holds this row. */
export const ledgerHead = pgTable('ledger_head', {
  id: smallint().primaryKey(),
  number: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
});

/** Append-only, numbered without gaps and chained; what is personal lies in `transfer_details`. */
export const transfers = pgTable(
  'transfers',
  {
    number: bigint({ mode: 'number' }).primaryKey(),
    id: id().notNull(),
    kind: text({ enum: transferKinds }).notNull(),
    fromWalletId: id('from_wallet_id')
      .notNull()
      .references(() => wallets.id),
    toWalletId: id('to_wallet_id')
      .notNull()
      .references(() => wallets.id),
    amountMinor: minor('amount_minor').notNull(),
    /** Made by the sender's device: asking again finds what was done. */
    key: id(),
    createdAt: instant('created_at').notNull(),
    commitment: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [
    unique('transfers_id').on(table.id),
    unique('transfers_key').on(table.fromWalletId, table.key),
    check('transfers_amount', sql`amount_minor > 0`),
    check('transfers_two_wallets', sql`from_wallet_id <> to_wallet_id`),
  ],
);

/**
 * What is personal about a transfer, with the salt of its commitment; erased with the person. No foreign
 * key looks rows up: one statement writes them with their transfer, and the verification checks it.
 */
export const transferDetails = pgTable(
  'transfer_details',
  {
    number: bigint({ mode: 'number' }).primaryKey(),
    actorId: id('actor_id').references(() => users.id, { onDelete: 'set null' }),
    memo: text(),
    /** When a memo was written to somebody who did not know its writer; it is folded then. Null for all others. */
    toStrangerAt: instant('to_stranger_at'),
    /** Since moderators took it away nobody reads the memo; it stays for the commitment. */
    memoRemovedAt: instant('memo_removed_at'),
    salt: text().notNull(),
  },
  (table) => [
    index('transfer_details_actor').on(table.actorId, table.number),
    index('transfer_details_strangers')
      .on(table.actorId, table.toStrangerAt)
      .where(sql`to_stranger_at IS NOT NULL`),
  ],
);

/** Whose e-mail address somebody found by typing its beginning: within a day only so many. */
export const foundAddresses = pgTable(
  'found_addresses',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    foundId: id('found_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    foundAt: instant('found_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.foundId] }),
    index('found_addresses_found').on(table.foundId),
    index('found_addresses_at').on(table.foundAt),
  ],
);

/** Both sides of each transfer: what a wallet gained or lost, and what it held afterwards. */
export const walletEntries = pgTable(
  'wallet_entries',
  {
    walletId: id('wallet_id').notNull(),
    number: bigint({ mode: 'number' }).notNull(),
    amountMinor: minor('amount_minor').notNull(),
    balanceMinor: minor('balance_minor').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.walletId, table.number] }),
    index('wallet_entries_number').on(table.number),
  ],
);
