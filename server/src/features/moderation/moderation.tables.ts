import { reportReasons, reportStates, reportTargetTypes } from '@dazi/contract/moderation/moderation.rules';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { id, instant } from '#platform/database/columns.ts';

/** Resolved reports stay: they are the history of what they were about. */
export const reports = pgTable(
  'reports',
  {
    id: id().primaryKey(),
    reporterId: id('reporter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    targetType: text('target_type', { enum: reportTargetTypes }).notNull(),
    targetId: id('target_id').notNull(),
    /** The person, or whoever wrote it; null for a room, which passes from one owner to the next. */
    targetOwnerId: id('target_owner_id').references(() => users.id, { onDelete: 'cascade' }),
    reason: text({ enum: reportReasons }).notNull(),
    details: text(),
    state: text({ enum: reportStates }).notNull(),
    createdAt: instant('created_at').notNull(),
    resolvedAt: instant('resolved_at'),
    resolverId: id('resolver_id').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('reports_open')
      .on(table.reporterId, table.targetType, table.targetId)
      .where(sql`state = 'open'`),
    index('reports_waiting').on(table.targetType, table.targetId, table.createdAt).where(sql`state = 'open'`),
    index('reports_target').on(table.targetType, table.targetId, table.createdAt),
    index('reports_target_owner').on(table.targetOwnerId),
    index('reports_reporter').on(table.reporterId, table.id),
    index('reports_resolver').on(table.resolverId),
  ],
);
