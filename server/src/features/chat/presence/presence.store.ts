import { and, eq, gt, inArray, lt, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { membersIn, readBefore } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers, conversations } from '#features/chat/conversations/conversations.tables.ts';
import { users } from '#features/identity/identity.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { profiles } from '#features/people/profiles/profiles.tables.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import type { Silent } from '#platform/heartbeats.ts';
import { openStreams, presence } from './presence.tables.ts';

export type PresenceRow = typeof presence.$inferSelect;
export type OpenRow = typeof openStreams.$inferSelect;

export async function putPresence(db: Db, row: PresenceRow): Promise<void> {
  const { userId: _key, ...changes } = row;
  await db.insert(presence).values(row).onConflictDoUpdate({ target: presence.userId, set: changes });
}

export async function findPresence(db: Db, userId: string): Promise<PresenceRow | null> {
  const [row] = await db.select().from(presence).where(eq(presence.userId, userId));
  return row ?? null;
}

export async function deletePresence(db: Db, userId: string): Promise<void> {
  await db.delete(presence).where(eq(presence.userId, userId));
}

export async function deleteSharedBefore(db: Db, before: Date): Promise<void> {
  await db.delete(presence).where(lt(presence.sharedAt, before));
}

/**
 * Records in one ordered statement that people have a stream open, as seen at an instant, which may be ahead; answers those of
 * whom that was not known.
 */
export async function putOpen(
  db: Db,
  userIds: readonly string[],
  { seenAt, since }: { seenAt: Date; since: Date },
): Promise<string[]> {
  // What is read is what was there before the statement.
  const rows = await rowsOf<{ userId: string }>(
    db,
    sql`WITH noted AS (INSERT INTO ${openStreams} (user_id, seen_at)
      SELECT u.id, ${seenAt.toISOString()}::timestamptz FROM json_array_elements_text(${JSON.stringify(userIds)}::text::json) AS open(id)
      JOIN ${users} u ON u.id = open.id ORDER BY u.id
      ON CONFLICT (user_id) DO UPDATE SET seen_at = excluded.seen_at RETURNING user_id)
      SELECT n.user_id AS "userId" FROM noted n
      LEFT JOIN ${openStreams} o ON o.user_id = n.user_id AND o.seen_at > ${since.toISOString()}::timestamptz
      WHERE o.user_id IS NULL`,
  );
  return rows.map(({ userId }) => userId);
}

/** Whether somebody lets others see when they are there; as `visibleProfile` decides about the last activity. */
export const showsActivity = (userId: SQLWrapper): SQL =>
  sql`coalesce((SELECT (f.privacy->>'showOnlineStatus')::boolean AND f.privacy->>'profileVisibility' <> 'private'
    FROM ${profiles} f WHERE f.user_id = ${userId}), true)`;

export interface Seen {
  userId: string;
  viewerId: string;
}

/** Who has one of these people in a private conversation in which both know the other, is there, and may see whether they are online. */
export async function viewersOf(
  db: Db,
  userIds: readonly string[],
  { since, onlyShown }: { since: Date; onlyShown: boolean },
): Promise<Seen[]> {
  const theirs = sql`SELECT one.conversation_id FROM ${conversationMembers} one WHERE one.user_id = ${anyOf(userIds)} AND one.request IS NULL`;
  const inPrivate = sql`SELECT two.id FROM ${conversations} two WHERE two.kind = 'private' AND two.id IN (${theirs})`;
  return rowsOf<Seen>(
    db,
    sql`${readBefore(db, membersIn(inPrivate)).statement}SELECT w.user_id AS "userId", v.user_id AS "viewerId"
      FROM json_array_elements_text(${JSON.stringify(userIds)}::text::json) AS them(id)
      JOIN ${conversationMembers} w ON w.user_id = them.id AND w.request IS NULL
      JOIN ${conversations} c ON c.id = w.conversation_id AND c.kind = 'private' AND c.is_active
      JOIN ${conversationMembers} v ON v.conversation_id = c.id AND v.user_id <> w.user_id AND v.request IS NULL
      JOIN ${openStreams} o ON o.user_id = v.user_id AND o.seen_at > ${since.toISOString()}::timestamptz
      WHERE ${notHidden(sql`v.user_id`, sql`w.user_id`)} AND (NOT ${onlyShown}::boolean OR ${showsActivity(sql`w.user_id`)})`,
  );
}

export const openSeenAt = (userId: SQLWrapper): SQL =>
  sql`(SELECT ${openStreams.seenAt} FROM ${openStreams} WHERE ${openStreams.userId} = ${userId})`;

/** Whether a stream of somebody was open after an instant, as far as they show it. */
export const isSeenOnline = (userId: SQL, since: Date): SQL =>
  sql`(${showsActivity(userId)} AND coalesce(${openSeenAt(userId)} > ${since.toISOString()}::timestamptz, false))`;

/** For whom of some people `isSeenOnline` holds, asked by itself. */
export async function seenOnline(db: Db, userIds: readonly string[], since: Date): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`SELECT u.id FROM ${users} u WHERE u.id = ${anyOf(userIds)} AND ${isSeenOnline(sql`u.id`, since)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

export async function findOpen(db: Db, userId: string) {
  return db.select().from(openStreams).where(eq(openStreams.userId, userId));
}

export async function deleteOpen(db: Db, userId: string): Promise<void> {
  await db.delete(openStreams).where(eq(openStreams.userId, userId));
}

/**
 * Of those who are recorded ahead, later than `least`, it is recorded when they were seen last. Who has come back meanwhile is recorded further ahead
 * than that sign allows, and stays. Rows are locked in the order in which they are written.
 */
export async function takeBackSilent(
  db: Db,
  silent: readonly Silent[],
  { least, most_ms }: { least: Date; most_ms: number },
): Promise<void> {
  const signs = silent.map(({ id, lastAt }) => ({
    id,
    at: lastAt.toISOString(),
    most: new Date(lastAt.getTime() + most_ms).toISOString(),
  }));
  await db.execute(sql`WITH theirs AS (SELECT o.user_id, s.at
      FROM json_to_recordset(${JSON.stringify(signs)}::text::json) AS s(id text, at timestamptz, most timestamptz)
      JOIN ${openStreams} o ON o.user_id = s.id AND o.seen_at > ${least.toISOString()}::timestamptz AND o.seen_at <= s.most
      ORDER BY o.user_id FOR UPDATE OF o)
    UPDATE ${openStreams} SET seen_at = t.at FROM theirs t WHERE ${openStreams.userId} = t.user_id`);
}

/** The same of all who are recorded ahead, but not as far as an instant. */
export async function takeBackBefore(
  db: Db,
  before: Date,
  { least, lastAt }: { least: Date; lastAt: Date },
): Promise<void> {
  const ahead = db
    .select({ userId: openStreams.userId })
    .from(openStreams)
    .where(and(gt(openStreams.seenAt, least), lt(openStreams.seenAt, before)))
    .orderBy(openStreams.userId)
    .for('update');
  await db.update(openStreams).set({ seenAt: lastAt }).where(inArray(openStreams.userId, ahead));
}

/** Those who were seen last at an instant or before, in the order of their ids. */
export async function listOpenBefore(
  db: Db,
  seenAt: Date,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ userId: openStreams.userId })
    .from(openStreams)
    .where(and(lte(openStreams.seenAt, seenAt), gt(openStreams.userId, after)))
    .orderBy(openStreams.userId)
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

/** Forgets those who were not seen since an instant; answers them. */
export async function deleteOpenBefore(db: Db, before: Date): Promise<string[]> {
  const gone = await db
    .delete(openStreams)
    .where(lte(openStreams.seenAt, before))
    .returning({ userId: openStreams.userId });
  return gone.map(({ userId }) => userId);
}
