import { doublePrecision, integer, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { id } from '#platform/database/columns.ts';

/**
 * The displayed positions by which others saw somebody's posts, rooms, shared positions and joins, in the order in
 * which they were first used. Without a time and without more than everybody could see.
 */
export const shownPlaces = pgTable(
  'shown_places',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ordinal: integer().notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.ordinal] }),
    unique('shown_places_position').on(table.userId, table.latitude, table.longitude),
  ],
);
