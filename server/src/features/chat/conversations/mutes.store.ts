import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { conversationMembers, conversationMutes } from './conversations.tables.ts';

export type MuteRow = typeof conversationMutes.$inferSelect;

const ofMember = (conversationId: string, userId: string) =>
  and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId));

/** Takes the place of what was before. The member's row comes first: whoever writes at this moment has it. */
export async function putMute(db: Db, row: MuteRow): Promise<void> {
  const { conversationId, userId, ...rest } = row;
  await db.update(conversationMembers).set({ mutedUntil: row.until }).where(ofMember(conversationId, userId));
  await db
    .insert(conversationMutes)
    .values(row)
    .onConflictDoUpdate({ target: [conversationMutes.conversationId, conversationMutes.userId], set: rest });
}

/** Answers whether there was one. */
export async function deleteMute(db: Db, conversationId: string, userId: string): Promise<boolean> {
  await db.update(conversationMembers).set({ mutedUntil: null }).where(ofMember(conversationId, userId));
  const gone = await db
    .delete(conversationMutes)
    .where(and(eq(conversationMutes.conversationId, conversationId), eq(conversationMutes.userId, userId)))
    .returning({ userId: conversationMutes.userId });
  return gone.length > 0;
}

/** What is over counts by the clock; here it only goes. */
export async function deleteEndedMutes(db: Db, now: Date): Promise<void> {
  await db.delete(conversationMutes).where(lte(conversationMutes.until, now));
}

/** Where somebody was muted, as they were told; not by whom. */
export async function pageOfOwnMutes(db: Db, userId: string, after: string, limit: number) {
  const { conversationId, until, reason, createdAt } = conversationMutes;
  return db
    .select({ conversationId, userId: conversationMutes.userId, until, reason, createdAt })
    .from(conversationMutes)
    .where(and(eq(conversationMutes.userId, userId), gt(conversationMutes.conversationId, after)))
    .orderBy(asc(conversationMutes.conversationId))
    .limit(limit);
}

/** Of whom somebody muted it is kept no longer by whom, nor in what words. */
export async function eraseMutesOf(db: Db, userId: string): Promise<void> {
  await db.delete(conversationMutes).where(eq(conversationMutes.userId, userId));
  await db
    .update(conversationMutes)
    .set({ mutedBy: null, reason: null })
    .where(eq(conversationMutes.mutedBy, userId));
}
