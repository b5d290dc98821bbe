import { and, asc, eq, getTableColumns, gt, inArray, ne, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { conversations, messageMentions, messageReactions, messages } from './conversations.tables.ts';

export async function pageOfMessages(db: Db, senderId: string, after: string, limit: number) {
  // Whether it was opened is its receiver's business.
  const { isOpened: _receivers, ...own } = getTableColumns(messages);
  return db
    .select(own)
    .from(messages)
    .where(
      and(
        eq(messages.senderId, senderId),
        gt(messages.id, after),
        // What others answered is not the person's own.
        ne(messages.type, 'MINI_APP_RESULT'),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(limit);
}

/** Deletes a batch of a conversation's messages for good; answers the media they showed. */
export async function deleteMessages(
  db: Db,
  conversationId: string,
  limit: number,
): Promise<{ mediaId: string | null }[]> {
  const some = db
    .select({ sequence: messages.sequence })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .limit(limit);
  return db
    .delete(messages)
    .where(and(eq(messages.conversationId, conversationId), inArray(messages.sequence, some)))
    .returning({ mediaId: messages.mediaId });
}

/** Redacts a batch of somebody's messages, each as a change that devices hear of. Answers how many it was. */
export async function eraseMessagesOf(db: Db, senderId: string, limit: number, now: Date): Promise<number> {
  const erased = await rowsOf(
    db,
    sql`WITH own AS (
        SELECT batch.*, row_number() OVER (PARTITION BY conversation_id ORDER BY sequence)::int AS ordinal
        FROM (SELECT conversation_id, sequence FROM ${messages} WHERE sender_id = ${senderId} ORDER BY id LIMIT ${limit}) batch
      ), taken AS (
        UPDATE ${conversations} c SET last_change = c.last_change + counted.n
        FROM (SELECT conversation_id, count(*)::int AS n FROM own GROUP BY conversation_id) counted
        WHERE c.id = counted.conversation_id RETURNING c.id, c.last_change - counted.n AS before
      )
      UPDATE ${messages} m SET sender_id = NULL, client_id = NULL, content = '', event = NULL, media_id = NULL,
        deleted_at = ${now.toISOString()}::timestamptz, change = taken.before + own.ordinal
      FROM own JOIN taken ON taken.id = own.conversation_id
      WHERE m.conversation_id = own.conversation_id AND m.sequence = own.sequence RETURNING m.sequence`,
  );
  return erased.length;
}

/** A row of a message's number, as one text that sorts: what pages of the archive go by. */
export const keyOf = (table: string) =>
  sql<string>`${sql.raw(table)}.conversation_id || ' ' || lpad(${sql.raw(table)}.sequence::text, 10, '0')`;

export async function pageOfMentions(db: Db, userId: string, after: string, limit: number) {
  const key = keyOf('message_mentions');
  return db
    .select({
      key,
      conversationId: messageMentions.conversationId,
      sequence: messageMentions.sequence,
      userId: messageMentions.userId,
    })
    .from(messageMentions)
    .where(and(eq(messageMentions.userId, userId), sql`${key} > ${after}`))
    .orderBy(asc(key))
    .limit(limit);
}

export async function pageOfReactions(db: Db, userId: string, after: string, limit: number) {
  const key = keyOf('message_reactions');
  return db
    .select({
      key,
      conversationId: messageReactions.conversationId,
      sequence: messageReactions.sequence,
      userId: messageReactions.userId,
      reactionType: messageReactions.reactionType,
      createdAt: messageReactions.createdAt,
    })
    .from(messageReactions)
    .where(and(eq(messageReactions.userId, userId), sql`${key} > ${after}`))
    .orderBy(asc(key))
    .limit(limit);
}
