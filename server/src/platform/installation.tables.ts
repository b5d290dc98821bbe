import { pgTable, text } from 'drizzle-orm/pg-core';

/** Facts about this installation as a whole, by name. */
export const installation = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
});
