import { doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { id, instant } from '#platform/database/columns.ts';

/** Where the willing are: displayed positions, one a person. `q14` is the cell; coarser ones are its beginning. */
export const presence = pgTable(
  'presence',
  {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    display: text({ enum: ['exact', 'approximate'] }).notNull(),
    q14: integer().notNull(),
    sharedAt: instant('shared_at').notNull(),
  },
  (table) => [
    index('presence_cell').on(table.q14, table.sharedAt),
    index('presence_shared_at').on(table.sharedAt),
  ],
);

/** Who has a stream open: refreshed while it is, and forgotten soon after. No index but the key, so that a refresh stays cheap. */
export const openStreams = pgTable('open_streams', {
  userId: id('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  seenAt: instant('seen_at').notNull(),
});
