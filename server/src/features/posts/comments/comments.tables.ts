import { commentRemovers } from '@dazi/contract/posts/comments.rules';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { id, instant } from '#platform/database/columns.ts';
import { linkFolds } from '#platform/folded-links.ts';

export const comments = pgTable(
  'comments',
  {
    id: id().primaryKey(),
    postId: id('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    /** Null once the author's account is erased: the place stays while others have answered there. */
    userId: id('user_id').references(() => users.id, { onDelete: 'set null' }),
    parentId: id('parent_id'),
    /** The comment on the post that the tree grows from; its own id for that one. */
    rootId: id('root_id').notNull(),
    depth: integer().notNull(),
    content: text().notNull(),
    linksFold: text('links_fold', { enum: linkFolds }),
    isActive: boolean('is_active').notNull(),
    /** When it was taken away, and by whom; null while it stands, and for what went before this was kept. */
    removedAt: instant('removed_at'),
    removedBy: text('removed_by', { enum: commentRemovers }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('comments_post').on(table.postId, table.depth, table.createdAt, table.id),
    index('comments_root').on(table.rootId, table.createdAt, table.id),
    index('comments_user').on(table.userId, table.createdAt),
  ],
);
