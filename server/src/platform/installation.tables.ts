import { pgTable, text } from 'drizzle-orm/pg-core';

export const installation = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
});
