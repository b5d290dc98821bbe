import { eq, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { users } from '#features/identity/identity.tables.ts';
import type { Db } from '#platform/database/builder.ts';
import { openStreams, presence } from './presence.tables.ts';

export type PresenceRow = typeof presence.$inferSelect;

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

/** Notes in one statement that these people have a stream open, in one order, so that two nodes never wait for each other. */
export async function putOpen(db: Db, userIds: readonly string[], now: Date): Promise<void> {
  await db.execute(
    sql`INSERT INTO ${openStreams} (user_id, seen_at)
      SELECT u.id, ${now.toISOString()}::timestamptz FROM json_array_elements_text(${JSON.stringify(userIds)}::text::json) AS open(id)
      JOIN ${users} u ON u.id = open.id ORDER BY u.id
      ON CONFLICT (user_id) DO UPDATE SET seen_at = excluded.seen_at`,
  );
}

/** When a stream of somebody was last seen open; null when that is long ago. */
export const openSeenAt = (userId: SQLWrapper): SQL =>
  sql`(SELECT ${openStreams.seenAt} FROM ${openStreams} WHERE ${openStreams.userId} = ${userId})`;

export async function findOpen(db: Db, userId: string) {
  return db.select().from(openStreams).where(eq(openStreams.userId, userId));
}

export async function deleteOpen(db: Db, userId: string): Promise<void> {
  await db.delete(openStreams).where(eq(openStreams.userId, userId));
}

export async function deleteOpenBefore(db: Db, before: Date): Promise<void> {
  await db.delete(openStreams).where(lt(openStreams.seenAt, before));
}
