import { doublePrecision, integer, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { id } from '#platform/database/columns.ts';

/** The displayed positions by which others saw somebody, in the order of first use and without times. */
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
