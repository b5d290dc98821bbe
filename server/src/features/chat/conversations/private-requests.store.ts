import { and, eq, sql } from 'drizzle-orm';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { conversationMembers, privateConversations } from './conversations.tables.ts';

/** People somebody wrote to who did not know them, since an instant; nobody else counts or is added meanwhile. */
export async function countRequestsSince(
  db: Db,
  requesterId: string,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`new people of ${requesterId}`}, 0))`);
  const [row] = await rowsOf<{ count: number; oldest: string | null }>(
    db,
    sql`SELECT count(*)::int AS count, min(requested_at) AS oldest FROM ${privateConversations}
      WHERE requester_id = ${requesterId} AND requested_at > ${since.toISOString()}::timestamptz`,
  );
  return { count: row!.count, oldest: row!.oldest === null ? null : new Date(row!.oldest) };
}

export async function putRequester(
  db: Db,
  conversationId: string,
  requesterId: string,
  requestedAt: Date,
): Promise<void> {
  await db
    .update(privateConversations)
    .set({ requesterId, requestedAt })
    .where(eq(privateConversations.conversationId, conversationId));
}

/** These two, or one of them, know the other from now on; what they have read so far may be told. */
export async function putKnown(db: Db, conversationId: string, userIds: readonly string[]): Promise<void> {
  await db.execute(
    sql`UPDATE ${conversationMembers} SET request = NULL, told_sequence = greatest(told_sequence, read_sequence)
      WHERE conversation_id = ${conversationId} AND user_id = ${anyOf(userIds)}`,
  );
}

export async function putDeclined(db: Db, conversationId: string, userId: string): Promise<void> {
  await db
    .update(conversationMembers)
    .set({ request: 'declined' })
    .where(
      and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)),
    );
}
