import { eq, lt } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { presence } from './presence.tables.ts';

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
