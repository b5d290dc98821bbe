import { commentLimits } from '@dazi/contract/comments';
import { and, asc, count, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { notHidden } from '#features/blocks/blocks.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import type { Db } from '#platform/database/builder.ts';
import { comments } from './comments.tables.ts';

export type CommentRow = typeof comments.$inferSelect;
export interface CommentWithAuthor extends CommentRow {
  userName: string;
  avatarUrl: string | null;
}

function selectWithAuthor(db: Db) {
  return db
    .select({ comment: comments, userName: users.name, avatarUrl: users.avatarUrl })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId));
}
const flattened = (rows: { comment: CommentRow; userName: string; avatarUrl: string | null }[]) =>
  rows.map(({ comment, ...author }): CommentWithAuthor => ({ ...comment, ...author }));

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
          eq(comments.depth, 1),
          notHidden(viewerId, comments.userId),
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
          inArray(comments.rootId, [...rootIds]),
          sql`${comments.depth} > 1`,
          notHidden(viewerId, comments.userId),
        ),
      )
      .orderBy(asc(comments.createdAt), asc(comments.id))
      .limit(rootIds.length * commentLimits.replies),
  );
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

/** The text goes at once; the place stays while there are replies. */
export async function emptyComment(db: Db, commentId: string): Promise<void> {
  await db.update(comments).set({ isActive: false, content: '' }).where(eq(comments.id, commentId));
}

/** How many replies a tree has, deleted ones included. */
export async function countReplies(db: Db, rootId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(comments)
    .where(and(eq(comments.rootId, rootId), sql`${comments.depth} > 1`));
  return Number(row?.count ?? 0);
}
