import { commentLimits } from '@dazi/contract/posts/comments.rules';
import { and, asc, count, desc, eq, gt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accountStands, type Done, doneIn } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { notBlocked, notHidden } from '#features/people/blocks/blocks.service.ts';
import { wantsToHear } from '#features/people/profiles/profiles.service.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { anyOf, type Db } from '#platform/database/builder.ts';
import { mayTurn } from '#platform/folded-links.store.ts';
import type { LinkFold } from '#platform/folded-links.ts';
import { noticed, recipients } from '#platform/notices.store.ts';
import type { Recipient } from '#platform/notices.ts';
import { comments } from './comments.tables.ts';

export type CommentRow = typeof comments.$inferSelect;
export interface CommentWithAuthor extends CommentRow {
  userName: string | null;
  avatarUrl: string | null;
}

/** What somebody wrote since an instant, taken away or not. */
export const writtenSince = (db: Db, userId: string, since: Date): Promise<Done> =>
  doneIn(
    db,
    sql`SELECT created_at AS at FROM ${comments} WHERE user_id = ${userId} AND created_at > ${since.toISOString()}::timestamptz`,
  );

/** The place of somebody who has deleted their account stays, as that of a deleted comment does. */
function selectWithAuthor(db: Db) {
  return db
    .select({
      comment: comments,
      userName: users.name,
      avatarUrl: users.avatarUrl,
      stands: sql<boolean>`${accountStands(comments.userId)}`,
    })
    .from(comments)
    .leftJoin(users, eq(users.id, comments.userId));
}
type Selected = Awaited<ReturnType<typeof selectWithAuthor>>[number];
const flattened = (rows: Selected[]) =>
  rows.map(({ comment, stands, ...author }): CommentWithAuthor => {
    const isActive = comment.isActive && stands;
    return { ...comment, ...author, isActive, content: isActive ? comment.content : '' };
  });

export async function listRoots(
  db: Db,
  viewerId: string | null,
  postId: string,
  page: { after: { createdAt: string; id: string } | null; limit: number },
): Promise<CommentWithAuthor[]> {
  const { after, limit } = page;
  const beyond =
    after &&
    or(
      gt(comments.createdAt, new Date(after.createdAt)),
      and(eq(comments.createdAt, new Date(after.createdAt)), gt(comments.id, after.id)),
    );
  return flattened(
    await selectWithAuthor(db)
      .where(
        and(
          eq(comments.postId, postId),
          eq(comments.depth, 0),
          notBlocked(viewerId, comments.userId),
          beyond ?? undefined,
        ),
      )
      .orderBy(asc(comments.createdAt), asc(comments.id))
      .limit(limit),
  );
}

export async function listReplies(
  db: Db,
  viewerId: string | null,
  rootIds: readonly string[],
): Promise<CommentWithAuthor[]> {
  if (rootIds.length === 0) return [];
  return flattened(
    await selectWithAuthor(db)
      .where(
        and(
          eq(comments.rootId, anyOf(rootIds)),
          sql`${comments.depth} > 0`,
          notBlocked(viewerId, comments.userId),
        ),
      )
      .orderBy(asc(comments.createdAt), asc(comments.id))
      .limit(rootIds.length * commentLimits.replies),
  );
}

/**
 * True where nothing above a comment is by somebody hidden from the viewer: only then it is shown. Depth 3 is the deepest:
 * above it are the parent, the parent's parent and the root.
 */
export function belowVisibleComments(viewerId: string | SQLWrapper, comment: SQL): SQL {
  return sql`(${comment}.depth = 0 OR NOT EXISTS (SELECT 1 FROM ${comments} above
    WHERE above.id IN (${comment}.parent_id, (SELECT parent.parent_id FROM ${comments} parent WHERE parent.id = ${comment}.parent_id), ${comment}.root_id)
    AND NOT ${notBlocked(viewerId, sql`above.user_id`)}))`;
}

/** Whether it is still shown, `isActive` says. */
export async function findWithAuthor(db: Db, commentId: string): Promise<CommentWithAuthor | undefined> {
  const [comment] = flattened(await selectWithAuthor(db).where(eq(comments.id, commentId)));
  return comment;
}

/** An active comment of somebody who is not hidden from the viewer. */
export async function findComment(db: Db, viewerId: string | null, commentId: string) {
  const [row] = await db
    .select()
    .from(comments)
    .where(and(eq(comments.id, commentId), comments.isActive, notHidden(viewerId, comments.userId)));
  return row as CommentRow | undefined;
}

export async function insertComment(db: Db, row: CommentRow): Promise<void> {
  await db.insert(comments).values(row);
}

/** The text goes at once; the place stays while there are replies. Of two at once the first has taken it away. */
export async function redactComment(
  db: Db,
  commentId: string,
  gone: { removedAt: Date; removedBy: NonNullable<CommentRow['removedBy']> },
): Promise<void> {
  await db
    .update(comments)
    .set({ isActive: false, content: '', ...gone })
    .where(and(eq(comments.id, commentId), comments.isActive));
}

/** Whether it is still shown or not; without its text once it was taken away. */
export async function findCommentsEver(db: Db, commentIds: readonly string[]): Promise<CommentRow[]> {
  if (commentIds.length === 0) return [];
  return db
    .select()
    .from(comments)
    .where(eq(comments.id, anyOf(commentIds)));
}

/** False where there is nothing to change: what was shown once stays so. */
export async function foldLinks(db: Db, commentId: string, to: LinkFold): Promise<boolean> {
  const rows = await db
    .update(comments)
    .set({ linksFold: to })
    .where(and(eq(comments.id, commentId), mayTurn(comments.linksFold, to)))
    .returning({ id: comments.id });
  return rows.length > 0;
}

/** Says again what moderators had taken away; false when it was not they, or the author is gone. */
export async function restoreComment(db: Db, commentId: string, content: string): Promise<boolean> {
  const rows = await db
    .update(comments)
    .set({ isActive: true, content, removedAt: null, removedBy: null })
    .where(
      and(
        eq(comments.id, commentId),
        eq(comments.removedBy, 'moderators'),
        sql`${comments.userId} IS NOT NULL`,
      ),
    )
    .returning({ id: comments.id });
  return rows.length > 0;
}

/** How many replies a tree has, deleted ones included. */
export async function countReplies(db: Db, rootId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(comments)
    .where(and(eq(comments.rootId, rootId), sql`${comments.depth} > 0`));
  return Number(row?.count ?? 0);
}

export async function pageOfComments(db: Db, userId: string, after: string, limit: number) {
  return db
    .select()
    .from(comments)
    .where(and(eq(comments.userId, userId), gt(comments.id, after)))
    .orderBy(asc(comments.id))
    .limit(limit);
}

/** Erases a batch of somebody's comments; those with answers keep an empty place. Answers how many it was. */
export async function eraseComments(db: Db, userId: string, limit: number): Promise<number> {
  // The latest first: an answer of one's own goes before what it answers.
  const own = await db
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.userId, userId))
    .orderBy(desc(comments.depth), desc(comments.id))
    .limit(limit);
  const ids = own.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const answered = sql`EXISTS (SELECT 1 FROM ${comments} answer WHERE answer.parent_id = ${comments.id})`;
  await db
    .update(comments)
    .set({ userId: null, content: '', isActive: false })
    .where(and(eq(comments.id, anyOf(ids)), answered));
  await db.delete(comments).where(and(eq(comments.id, anyOf(ids)), eq(comments.userId, userId)));
  return ids.length;
}

/** The areas of the stream that hold posts somebody has commented on. */
export async function areasOfComments(db: Db, userId: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ q12: posts.q12 })
    .from(comments)
    .innerJoin(posts, eq(posts.id, comments.postId))
    .where(eq(comments.userId, userId))
    .limit(limit);
  return rows.map(({ q12 }) => q12);
}

/** Whoever is answered, and the author of the post unless that is the same. */
export function answeredByComments(
  db: Db,
  notices: readonly object[],
): Promise<(Recipient & { code: 'comment_answered' | 'post_commented' })[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", r.user_id AS "userId", r.code
      FROM ${noticed(notices, sql`"eventId" bigint, "commentId" text`)}
      JOIN ${comments} c ON c.id = e."commentId" AND c.is_active
      JOIN ${posts} p ON p.id = c.post_id AND p.is_active
      LEFT JOIN ${comments} a ON a.id = c.parent_id AND a.is_active
      CROSS JOIN LATERAL (
        SELECT a.user_id, 'comment_answered' AS code WHERE a.user_id IS NOT NULL
        UNION ALL SELECT p.user_id, 'post_commented' WHERE p.user_id IS DISTINCT FROM a.user_id) r
      WHERE r.user_id <> c.user_id AND ${wantsToHear(sql`r.user_id`, 'newMessages')}
        AND ${notHidden(sql`r.user_id`, sql`c.user_id`)} AND ${notHidden(sql`r.user_id`, sql`p.user_id`)}
        AND ${belowVisibleComments(sql`r.user_id`, sql`c`)}`,
  );
}
