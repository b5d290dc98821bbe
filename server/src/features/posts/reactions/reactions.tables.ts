import { reactionTypes } from '@dazi/contract/posts/reaction-types';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { id, instant } from '#platform/database/columns.ts';

/** One a person and post. */
export const reactions = pgTable(
  'reactions',
  {
    postId: id('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: id().notNull(),
    type: text({ enum: reactionTypes }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.userId] }),
    index('reactions_user').on(table.userId),
  ],
);
