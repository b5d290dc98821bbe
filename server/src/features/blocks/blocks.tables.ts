import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { id, instant } from '#platform/database/columns.ts';

export const blocks = pgTable(
  'blocks',
  {
    blockerId: id('blocker_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: id('blocked_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('blocks_blocked').on(table.blockedId, table.blockerId),
  ],
);
