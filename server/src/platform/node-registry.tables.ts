import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './database/columns.ts';

/** Servers that run on this database, or did a while ago. */
export const nodes = pgTable('nodes', {
  /** The same machine with the same data directory is the same node, also after a crash. */
  id: text().primaryKey(),
  name: text().notNull(),
  version: text().notNull(),
  /** Where it keeps media; nodes that keep them together say the same. */
  media: text().notNull(),
  startedAt: instant('started_at').notNull(),
  /** By the clock of the database. */
  seenAt: instant('seen_at').notNull(),
});
