import { and, asc, eq, gt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { blocks } from './blocks.tables.ts';

/**
 * The one predicate of every list and lookup: true when the author has not deleted their account and neither
 * has blocked the other. Visitors see whatever is public.
 */
export function notHidden(viewerId: string | SQLWrapper | null, author: SQLWrapper): SQL {
  return sql`(${accountStands(author)} AND ${notBlocked(viewerId, author)})`;
}

/** The half of `notHidden` that is between two people; for places that stay when their author is gone. */
export function notBlocked(viewerId: string | SQLWrapper | null, author: SQLWrapper): SQL {
  if (viewerId === null) return sql`true`;
  return sql`NOT EXISTS (SELECT 1 FROM ${blocks} WHERE (${blocks.blockerId} = ${viewerId} AND ${blocks.blockedId} = ${author}) OR (${blocks.blockerId} = ${author} AND ${blocks.blockedId} = ${viewerId}))`;
}

export async function findHidden(db: Db, viewerId: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(blocks)
    .where(or(eq(blocks.blockerId, viewerId), eq(blocks.blockedId, viewerId)));
  return rows.map((row) => (row.blockerId === viewerId ? row.blockedId : row.blockerId));
}

export async function isHidden(db: Db, viewerId: string | null, ownerId: string): Promise<boolean> {
  const [row] = await rowsOf<{ shown: boolean }>(
    db,
    sql`SELECT ${notHidden(viewerId, sql`${ownerId}::text`)} AS shown`,
  );
  return !row!.shown;
}

/** Whom somebody has blocked, by id; not who has blocked them, which is those people's own. */
export async function pageOfBlocked(db: Db, blockerId: string, after: string, limit: number) {
  return db
    .select()
    .from(blocks)
    .where(and(eq(blocks.blockerId, blockerId), gt(blocks.blockedId, after)))
    .orderBy(asc(blocks.blockedId))
    .limit(limit);
}

export async function deleteBlocksOf(db: Db, userId: string): Promise<void> {
  await db.delete(blocks).where(or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId)));
}

/** Whether there is such a person, not hidden from the viewer. */
export async function isVisiblePerson(db: Db, viewerId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), notHidden(viewerId, users.id)));
  return rows.length > 0;
}
