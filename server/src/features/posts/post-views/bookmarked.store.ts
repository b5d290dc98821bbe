import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { bookmarks } from '#features/posts/bookmarks/bookmarks.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import type { Frontier } from '#platform/cursor.ts';
import type { Db } from '#platform/database/builder.ts';

export async function listBookmarked(
  db: Db,
  userId: string,
  page: { before: Frontier | null; limit: number; offset: number },
  now: Date,
) {
  const { before } = page;
  const rows = await db
    .select({ bookmark: bookmarks })
    .from(bookmarks)
    .innerJoin(posts, eq(posts.id, bookmarks.postId))
    .where(
      and(
        eq(bookmarks.userId, userId),
        posts.isActive,
        or(isNull(posts.expiresAt), gt(posts.expiresAt, now)),
        notHidden(userId, posts.userId),
        before
          ? or(
              lt(bookmarks.createdAt, new Date(before.createdAt)),
              and(eq(bookmarks.createdAt, new Date(before.createdAt)), lt(bookmarks.postId, before.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(bookmarks.createdAt), desc(bookmarks.postId))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map((row) => row.bookmark);
}
