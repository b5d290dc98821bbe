import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { id, instant } from '#platform/database/columns.ts';

export const bookmarks = pgTable(
  'bookmarks',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    postId: id('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.postId] }),
    index('bookmarks_newest').on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.postId.desc().nullsFirst(),
    ),
    index('bookmarks_post').on(table.postId),
  ],
);
