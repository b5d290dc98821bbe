import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

import { instant } from './database/columns.ts';

/** Events, written in the transaction that caused them. Below the horizon all are complete. */
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
  (table) => [
    index('outbox_topic').on(table.topic, table.transactionId, table.id),
    index('outbox_order').on(table.transactionId, table.id),
  ],
);
