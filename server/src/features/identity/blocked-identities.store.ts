import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Frontier } from '#platform/cursor.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { users } from './identity.tables.ts';
import { blockedIdentities } from './registration.tables.ts';

type BlockRow = typeof blockedIdentities.$inferSelect;

const isInForce = (now: Date) => and(gt(blockedIdentities.until, now), isNull(blockedIdentities.liftedAt));

export async function findBlockedUntil(db: Db, digest: string, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ until: blockedIdentities.until })
    .from(blockedIdentities)
    .where(and(eq(blockedIdentities.digest, digest), isInForce(now)));
  return row?.until ?? null;
}

export async function saveBlock(db: Db, row: typeof blockedIdentities.$inferInsert): Promise<void> {
  const { id: _key, digest: _same, ...set } = row;
  await db
    .insert(blockedIdentities)
    .values(row)
    .onConflictDoUpdate({ target: blockedIdentities.digest, set: { liftedAt: null, ...set } });
}

export async function findBlockOf(db: Db, userId: string): Promise<BlockRow | undefined> {
  const [row] = await db.select().from(blockedIdentities).where(eq(blockedIdentities.userId, userId));
  return row;
}

/** From then on it names nobody. */
export async function detachBlock(db: Db, blockId: string): Promise<void> {
  await db.update(blockedIdentities).set({ userId: null }).where(eq(blockedIdentities.id, blockId));
}

export async function deleteBlockOf(db: Db, userId: string): Promise<void> {
  await db.delete(blockedIdentities).where(eq(blockedIdentities.userId, userId));
}

export async function deleteBlock(db: Db, blockId: string): Promise<void> {
  await db.delete(blockedIdentities).where(eq(blockedIdentities.id, blockId));
}

/** One that is in force, and nobody else changes it until the end of the transaction. */
export async function lockBlock(db: Db, blockId: string, now: Date): Promise<BlockRow | undefined> {
  const [row] = await db
    .select()
    .from(blockedIdentities)
    .where(and(eq(blockedIdentities.id, blockId), isInForce(now)))
    .for('update');
  return row;
}

export async function markLifted(db: Db, blockId: string, now: Date): Promise<void> {
  await db.update(blockedIdentities).set({ liftedAt: now }).where(eq(blockedIdentities.id, blockId));
}

/** Those in force, the latest first, with whom they are about as long as the account is there. */
export async function pageOfBlocks(db: Db, now: Date, after: Frontier | null, limit: number) {
  return db
    .select({
      id: blockedIdentities.id,
      createdAt: blockedIdentities.createdAt,
      until: blockedIdentities.until,
      rule: blockedIdentities.rule,
      decisionNumber: blockedIdentities.decisionNumber,
      userId: users.id,
      name: users.name,
      avatarUrl: users.avatarUrl,
    })
    .from(blockedIdentities)
    .leftJoin(users, eq(users.id, blockedIdentities.userId))
    .where(
      and(
        isInForce(now),
        after
          ? sql`(${blockedIdentities.createdAt}, ${blockedIdentities.id}) < (${after.createdAt}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(desc(blockedIdentities.createdAt), desc(blockedIdentities.id))
    .limit(limit);
}

export async function forgetOver(db: Db, now: Date, limit: number): Promise<number> {
  const over = db
    .select({ id: blockedIdentities.id })
    .from(blockedIdentities)
    .where(lte(blockedIdentities.until, now))
    .limit(limit);
  const rows = await rowsOf(db, sql`DELETE FROM ${blockedIdentities} WHERE id IN (${over}) RETURNING id`);
  return rows.length;
}
