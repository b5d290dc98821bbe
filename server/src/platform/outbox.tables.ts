import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

import { instant } from './database/columns.ts';

/**
 * What happened, written in the transaction that caused it. `transactionId` orders by what a reader may have
 * missed: everything below the oldest running transaction is complete.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: bigint('transaction_id', { mode: 'number' })
      .notNull()
      .default(sql`(pg_current_xact_id()::text::bigint)`),
    topic: text().notNull(),
    event: jsonb().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  // In the order in which what happened is read.
  (table) => [index('outbox_topic').on(table.topic, table.transactionId, table.id)],
);
