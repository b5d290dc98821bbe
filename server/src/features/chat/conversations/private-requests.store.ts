import { and, eq, sql } from 'drizzle-orm';
import { type Done, doneIn } from '#features/identity/identity.service.ts';
import { anyOf, type Db } from '#platform/database/builder.ts';
import { firstIdOf } from '#platform/ids.ts';
import { conversationMembers, messages, privateConversations } from './conversations.tables.ts';

/** People somebody wrote to who did not know them, since an instant. */
export const requestsSince = (db: Db, requesterId: string, since: Date): Promise<Done> =>
  doneIn(
    db,
    sql`SELECT requested_at AS at FROM ${privateConversations}
      WHERE requester_id = ${requesterId} AND requested_at > ${since.toISOString()}::timestamptz`,
  );

/** Pictures and videos somebody showed to who does not know them yet, since an instant; taken back or not. */
export const picturesSince = (db: Db, senderId: string, since: Date): Promise<Done> =>
  doneIn(
    db,
    sql`SELECT m.created_at AS at FROM ${messages} m
      JOIN ${privateConversations} p ON p.conversation_id = m.conversation_id AND p.requester_id = m.sender_id
      JOIN ${conversationMembers} v ON v.conversation_id = m.conversation_id AND v.user_id <> m.sender_id
      WHERE m.sender_id = ${senderId} AND m.id > ${firstIdOf(since)} AND m.created_at > ${since.toISOString()}::timestamptz
        AND m.type IN ('IMAGE', 'VIDEO') AND v.request IS NOT NULL`,
  );

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
