import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type Done, doneIn } from '#features/identity/identity.service.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import type { Removal } from '#platform/area.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { foldAfterEdit } from '#platform/folded-links.store.ts';
import { erasedPosts, postMedia, posts } from './posts.tables.ts';

export type PostRow = typeof posts.$inferSelect;

export async function insertPost(db: Db, row: PostRow, mediaIds: readonly string[]): Promise<void> {
  await db.insert(posts).values(row);
  if (mediaIds.length === 0) return;
  await db
    .insert(postMedia)
    .values(mediaIds.map((mediaId, position) => ({ postId: row.id, position, mediaId })));
}

/** What somebody posted since an instant, taken away or not. */
export function writtenSince(db: Db, userId: string, since: Date): Promise<Done> {
  const from = sql`FROM ${posts} WHERE user_id = ${userId} AND created_at > ${since.toISOString()}::timestamptz`;
  return doneIn(
    db,
    sql`SELECT created_at AS at ${from} AND is_active UNION ALL SELECT created_at ${from} AND NOT is_active`,
  );
}

/** What "there" means for a post: active, not expired, and its author not hidden from the viewer. */
function visibleTo(viewerId: string | null, now: Date): SQL | undefined {
  return and(
    posts.isActive,
    or(isNull(posts.expiresAt), gt(posts.expiresAt, now)),
    notHidden(viewerId, posts.userId),
  );
}

export async function findVisiblePost(db: Db, viewerId: string | null, postId: string, now: Date) {
  const [row] = await db
    .select()
    .from(posts)
    .where(and(eq(posts.id, postId), visibleTo(viewerId, now)));
  return row as PostRow | undefined;
}

export async function isMediumOfVisiblePost(db: Db, viewerId: string | null, mediaId: string, now: Date) {
  const rows = await db
    .select({ id: posts.id })
    .from(postMedia)
    .innerJoin(posts, eq(posts.id, postMedia.postId))
    .where(and(eq(postMedia.mediaId, mediaId), visibleTo(viewerId, now)))
    .limit(1);
  return rows.length > 0;
}

export async function hasMedia(db: Db, postId: string): Promise<boolean> {
  const rows = await db
    .select({ mediaId: postMedia.mediaId })
    .from(postMedia)
    .where(eq(postMedia.postId, postId))
    .limit(1);
  return rows.length > 0;
}

/** False when it was taken out meanwhile. */
export async function changePost(
  db: Db,
  postId: string,
  change: Partial<Pick<PostRow, 'content' | 'gender'>>,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(posts)
    .set({ ...change, linksFold: foldAfterEdit(posts.linksFold), editedAt: now, updatedAt: now })
    .where(and(eq(posts.id, postId), posts.isActive))
    .returning({ id: posts.id });
  return rows.length > 0;
}

export async function deactivatePost(
  db: Db,
  postId: string,
  now: Date,
  removal: Removal | null = null,
): Promise<boolean> {
  const removedBy = removal ? 'moderators' : 'author';
  const rows = await db
    .update(posts)
    .set({ isActive: false, removedBy, removal, updatedAt: now })
    .where(and(eq(posts.id, postId), posts.isActive))
    .returning({ id: posts.id });
  return rows.length > 0;
}

export async function deactivateExpired(db: Db, now: Date, limit: number): Promise<PostRow[]> {
  const expired = db
    .select({ id: posts.id })
    .from(posts)
    .where(and(posts.isActive, isNotNull(posts.expiresAt), lte(posts.expiresAt, now)))
    .limit(limit);
  return db
    .update(posts)
    .set({ isActive: false, updatedAt: now })
    .where(and(posts.isActive, inArray(posts.id, expired)))
    .returning();
}

export async function findErasable(db: Db, before: Date, limit: number) {
  return db
    .select({
      id: posts.id,
      mediaIds: sql<
        string[]
      >`coalesce((SELECT json_agg(media_id) FROM ${postMedia} WHERE post_id = ${posts}.id), '[]')`,
    })
    .from(posts)
    .where(and(sql`NOT ${posts.isActive}`, lt(posts.updatedAt, before)))
    .orderBy(asc(posts.updatedAt))
    .limit(limit);
}

/** Nothing is left of them but that they were there. */
export async function erasePosts(db: Db, postIds: readonly string[], erasedAt: Date): Promise<void> {
  if (postIds.length === 0) return;
  await db.execute(
    sql`WITH gone AS (DELETE FROM ${posts} WHERE ${eq(posts.id, anyOf(postIds))} RETURNING id)
      INSERT INTO ${erasedPosts} (id, erased_at) SELECT id, ${erasedAt.toISOString()}::timestamptz FROM gone`,
  );
}

/** Answers how many. */
export async function forgetErased(db: Db, erasedUntil: Date, limit: number): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`DELETE FROM ${erasedPosts} WHERE id IN (
      SELECT id FROM ${erasedPosts} WHERE erased_at <= ${erasedUntil.toISOString()}::timestamptz LIMIT ${limit}
    ) RETURNING id`,
  );
  return rows.length;
}

export async function filterVisible(db: Db, viewerId: string | null, postIds: readonly string[], now: Date) {
  if (postIds.length === 0) return [];
  const rows = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.id, anyOf(postIds)), visibleTo(viewerId, now)));
  const visible = new Set(rows.map(({ id }) => id));
  return postIds.filter((postId) => visible.has(postId));
}

/** Where a post lies in the areas of the stream, whoever may see it. */
export async function findPlace(db: Db, postId: string) {
  const [row] = await db
    .select({ q12: posts.q12, userId: posts.userId })
    .from(posts)
    .where(eq(posts.id, postId));
  return row;
}

export async function pageOfPosts(db: Db, userId: string, after: string, limit: number) {
  return db
    .select({
      ...getTableColumns(posts),
      mediaIds: sql<
        string[]
      >`coalesce((SELECT json_agg(media_id ORDER BY position) FROM ${postMedia} WHERE post_id = ${posts}.id), '[]')`,
    })
    .from(posts)
    .where(and(eq(posts.userId, userId), gt(posts.id, after)))
    .orderBy(asc(posts.id))
    .limit(limit);
}

/** The areas of the stream that hold active posts of somebody. */
export async function areasOfAuthor(db: Db, userId: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ q12: posts.q12 })
    .from(posts)
    .where(and(eq(posts.userId, userId), posts.isActive))
    .limit(limit);
  return rows.map(({ q12 }) => q12);
}
