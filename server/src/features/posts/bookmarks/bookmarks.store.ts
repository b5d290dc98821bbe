import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { bookmarks } from './bookmarks.tables.ts';

export type BookmarkRow = typeof bookmarks.$inferSelect;

/** Keeps the first one when it is there already. */
export async function putBookmark(db: Db, row: BookmarkRow): Promise<BookmarkRow> {
  const [made] = await db.insert(bookmarks).values(row).onConflictDoNothing().returning();
  if (made) return made;
  const [inserted] = await db
    .select()
    .from(bookmarks)
    .where(and(eq(bookmarks.userId, row.userId), eq(bookmarks.postId, row.postId)));
  return inserted ?? row;
}

export async function deleteBookmark(db: Db, userId: string, postId: string): Promise<void> {
  await db.delete(bookmarks).where(and(eq(bookmarks.userId, userId), eq(bookmarks.postId, postId)));
}

export async function pageOfBookmarks(db: Db, userId: string, after: string, limit: number) {
  return db
    .select()
    .from(bookmarks)
    .where(and(eq(bookmarks.userId, userId), gt(bookmarks.postId, after)))
    .orderBy(asc(bookmarks.postId))
    .limit(limit);
}

export async function deleteBookmarksOf(db: Db, userId: string): Promise<void> {
  await db.delete(bookmarks).where(eq(bookmarks.userId, userId));
}
