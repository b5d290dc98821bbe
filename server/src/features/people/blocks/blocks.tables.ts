import { index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { id, instant } from '#platform/database/columns.ts';

export const blocks = pgTable(
  'blocks',
  {
    id: id().notNull(),
    blockerId: id('blocker_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: id('blocked_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Only whoever blocked ever gets to see it. */
    reason: text(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    unique('blocks_id').on(table.id),
    index('blocks_blocked').on(table.blockedId, table.blockerId),
    index('blocks_latest').on(table.blockerId, table.createdAt, table.id),
  ],
);
