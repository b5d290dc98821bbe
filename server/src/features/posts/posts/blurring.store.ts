import type { Position } from '@dazi/contract/places/places';
import { and, asc, count, eq, isNotNull, lte, or } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import type { PostRow } from './posts.store.ts';
import { posts } from './posts.tables.ts';

/** What is shown or may be shown again. What its author took away is erased as it is. */
const isExact = (userId: string, upTo: Date) =>
  and(
    eq(posts.userId, userId),
    eq(posts.display, 'exact'),
    lte(posts.createdAt, upTo),
    or(posts.isActive, isNotNull(posts.removal)),
  );

export async function countExact(db: Db, userId: string, upTo: Date): Promise<number> {
  const [row] = await db.select({ count: count() }).from(posts).where(isExact(userId, upTo));
  return row!.count;
}

/** The first of them, their rows locked. */
export async function lockExact(db: Db, userId: string, upTo: Date, limit: number): Promise<PostRow[]> {
  return db
    .select()
    .from(posts)
    .where(isExact(userId, upTo))
    .orderBy(asc(posts.id))
    .limit(limit)
    .for('update');
}

export async function movePost(
  db: Db,
  postId: string,
  moved: Position & Pick<PostRow, 'q14' | 'q12' | 'q10' | 'q8' | 'updatedAt'>,
): Promise<void> {
  await db
    .update(posts)
    .set({ ...moved, display: 'approximate' })
    .where(eq(posts.id, postId));
}
