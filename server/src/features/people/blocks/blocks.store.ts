import { and, asc, desc, eq, gt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import type { Frontier } from '#platform/cursor.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { blocks } from './blocks.tables.ts';

export type BlockRow = typeof blocks.$inferSelect;

/**
 * The one predicate of every list and lookup: true when the author has not deleted their account and neither
 * has blocked the other. Visitors see whatever is public.
 */
export function notHidden(viewerId: string | SQLWrapper | null, author: SQLWrapper): SQL {
  return sql`(${accountStands(author)} AND ${notBlocked(viewerId, author)})`;
}

/** The half of `notHidden` that is between two people; for places that stay when their author is gone. */
export function notBlocked(viewerId: string | SQLWrapper | null, author: SQLWrapper): SQL {
  return viewerId === null ? sql`true` : notBlockedBetween(sql`${viewerId}`, author);
}

/** The same for any two people: true when neither has blocked the other. */
export function notBlockedBetween(one: SQLWrapper, other: SQLWrapper): SQL {
  return sql`(NOT ${hasBlocked(one, other)} AND NOT ${hasBlocked(other, one)})`;
}

export async function findHidden(db: Db, viewerId: string): Promise<string[]> {
  return [...((await findHiddenOf(db, [viewerId])).get(viewerId) ?? [])];
}

/** The same of each of several people; those from whom nobody is hidden are missing. */
export async function findHiddenOf(db: Db, viewerIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const viewers = new Set(viewerIds);
  const rows = await db
    .select()
    .from(blocks)
    .where(or(eq(blocks.blockerId, anyOf(viewerIds)), eq(blocks.blockedId, anyOf(viewerIds))));
  const hidden = new Map<string, Set<string>>();
  const hide = (viewerId: string, otherId: string) => {
    if (viewers.has(viewerId)) hidden.set(viewerId, (hidden.get(viewerId) ?? new Set()).add(otherId));
  };
  for (const { blockerId, blockedId } of rows) {
    hide(blockerId, blockedId);
    hide(blockedId, blockerId);
  }
  return hidden;
}

/**
 * Whether one has blocked another; what the other did is not looked at. One look into the index a row: EXISTS would make
 * the database compare each row with every block of the viewer, who may have thousands. Of IS NULL it would expect that
 * hardly any row passes, and plan for that.
 */
export function hasBlocked(blockerId: SQLWrapper | string, blockedId: SQLWrapper): SQL {
  return sql`coalesce((SELECT true FROM ${blocks} WHERE ${blocks.blockerId} = ${blockerId} AND ${blocks.blockedId} = ${blockedId}), false)`;
}

/** Whether one has blocked anybody in an array of ids. */
export function hasBlockedAny(blockerId: string, ids: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${blockerId} AND ${blocks.blockedId} = ANY(${ids}))`;
}

/** Whether anybody in an array of ids has blocked one. */
export function isBlockedByAny(blockedId: string, ids: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockedId} = ${blockedId} AND ${blocks.blockerId} = ANY(${ids}))`;
}

/** Who blocked whom between one person and any of `others`, an `ANY` of ids; as `blocker_id` and `blocked_id`. */
export function blocksBetween(one: SQLWrapper, others: SQL): SQL {
  return sql`SELECT ${blocks.blockerId}, ${blocks.blockedId} FROM ${blocks} WHERE ${blocks.blockerId} = ${one} AND ${blocks.blockedId} = ${others}
    UNION ALL SELECT ${blocks.blockerId}, ${blocks.blockedId} FROM ${blocks} WHERE ${blocks.blockedId} = ${one} AND ${blocks.blockerId} = ${others}`;
}

/** Whether somebody may see name and picture of a person: not hidden, or blocked by themselves. */
export async function showsFace(db: Db, viewerId: string | null, ownerId: string): Promise<boolean> {
  const owner = sql`${ownerId}::text`;
  const blockedByViewer =
    viewerId === null ? sql`false` : sql`${accountStands(owner)} AND ${hasBlocked(viewerId, owner)}`;
  const [row] = await rowsOf<{ shown: boolean }>(
    db,
    sql`SELECT (${notHidden(viewerId, owner)} OR (${blockedByViewer})) AS shown`,
  );
  return row!.shown;
}

/** Names of the people among these ids who are not hidden from somebody. */
export async function namesOfPeople(
  db: Db,
  viewerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, anyOf(ids)), notHidden(viewerId, users.id)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** One order of the two, whoever begins: else they would wait for each other. */
export async function lockPair(db: Db, oneId: string, otherId: string): Promise<void> {
  await db.execute(sql`SELECT ${pairLock(oneId, sql`${otherId}::text`)}`);
}

/** The same inside a statement, where one of the two, or both, are known there alone. A value for SQL. */
export function pairLock(oneId: string | SQL, other: SQL): SQL {
  const [one, two] = [sql`${oneId}::text COLLATE "C"`, sql`${other} COLLATE "C"`];
  return sql`pg_advisory_xact_lock(hashtextextended('pair ' || least(${one}, ${two}) || ' ' || greatest(${one}, ${two}), 0))`;
}

export async function findBlock(db: Db, blockerId: string, blockedId: string): Promise<BlockRow | undefined> {
  const [row] = await db
    .select()
    .from(blocks)
    .where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)));
  return row;
}

/** False when there is no such person, or none any more. */
export async function insertBlock(db: Db, row: BlockRow): Promise<boolean> {
  const inserted = await rowsOf(
    db,
    sql`INSERT INTO ${blocks} (id, blocker_id, blocked_id, reason, created_at)
      SELECT ${row.id}, ${row.blockerId}, u.id, ${row.reason}, ${row.createdAt.toISOString()}::timestamptz
      FROM ${users} u WHERE u.id = ${row.blockedId} AND ${accountStands(sql`u.id`)} RETURNING id`,
  );
  return inserted.length > 0;
}

export async function deleteBlock(
  db: Db,
  blockerId: string,
  blockedId: string,
): Promise<BlockRow | undefined> {
  const [row] = await db
    .delete(blocks)
    .where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)))
    .returning();
  return row;
}

/** Whom somebody has blocked, with name and picture, the latest first; `after` is where the page before ended. */
export async function pageOfLatest(db: Db, blockerId: string, after: Frontier | null, limit: number) {
  const beyond =
    after && sql`(${blocks.createdAt}, ${blocks.id}) < (${after.createdAt}::timestamptz, ${after.id})`;
  return db
    .select({ block: blocks, user: { id: users.id, name: users.name, avatarUrl: users.avatarUrl } })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(and(eq(blocks.blockerId, blockerId), accountStands(blocks.blockedId), beyond ?? undefined))
    .orderBy(desc(blocks.createdAt), desc(blocks.id))
    .limit(limit);
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
