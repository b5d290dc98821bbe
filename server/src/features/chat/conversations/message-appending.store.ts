import type { MessageEvent, MessageType } from '@dazi/contract/chat/conversations';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { conversationMembers, conversations, messageMentions, messages } from './conversations.tables.ts';

/** What is to be written into the log. */
export interface UnsentMessage {
  id: string;
  clientId: string | null;
  senderId: string | null;
  type: MessageType;
  content: string;
  event: MessageEvent | null;
  replyTo: number | null;
  mediaId: string | null;
  /** 1 when it counts as unread. */
  counts: 0 | 1;
  mentions: readonly string[];
  /** Name and picture of who sends it, where they are known; null for what the server writes. */
  face: { name: string; avatarUrl: string | null } | null;
  /** Whether somebody may be notified of it: whom it concerns is found out when that is made. */
  notice: 'none' | 'usual';
}

export interface Appended {
  id: string;
  sequence: number;
  counted: number;
}

/**
 * Takes the next numbers of an active conversation and writes the messages, in one statement, so that the lock
 * on its counter lasts as short as can be: the order of the numbers is the order of the commits. Whoever sends or comes has
 * read everything up to that. Null when the conversation has ended.
 */
export async function append(
  db: Db,
  conversationId: string,
  unsentMessages: readonly UnsentMessage[],
  now: Date,
): Promise<Appended[] | null> {
  const rows = unsentMessages.map(({ mentions: _mentions, face: _face, ...unsent }, index) => ({
    ...unsent,
    ordinal: index + 1,
  }));
  const counting = unsentMessages.reduce((sum, { counts }) => sum + counts, 0);
  const at = sql`${now.toISOString()}::timestamptz`;
  const appended = await rowsOf<Appended>(
    db,
    sql`WITH taken AS (
        UPDATE ${conversations} SET last_sequence = last_sequence + ${unsentMessages.length}::int,
          last_counted = last_counted + ${counting}::int, last_message_at = ${at}, updated_at = ${at}
        WHERE id = ${conversationId} AND is_active AND closed_at IS NULL RETURNING last_sequence, last_counted
      ), unsent AS (
        SELECT d.*, sum(d.counts) OVER (ORDER BY d.ordinal)::int AS so_far
        FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS d(ordinal int, id text, "clientId" text,
          "senderId" text, type text, content text, event jsonb, "replyTo" int, "mediaId" text, counts int)
      ), written AS (
      INSERT INTO ${messages} (conversation_id, sequence, id, client_id, sender_id, type, content, event, reply_to,
        media_id, counted, change, created_at)
      SELECT ${conversationId}, taken.last_sequence - ${unsentMessages.length}::int + ordinal, id, "clientId", "senderId", type, content,
        event, "replyTo", "mediaId", taken.last_counted - ${counting}::int + so_far, 0, ${at}
      FROM taken, unsent ORDER BY ordinal RETURNING id, sequence, counted
      ), newest AS (
        SELECT DISTINCT ON (d."senderId") d."senderId" COLLATE "C" AS sender_id, w.sequence, w.counted
        FROM unsent d JOIN written w ON w.id = d.id COLLATE "C" WHERE d."senderId" IS NOT NULL AND (d.type = 'JOIN' OR (d.counts = 1 AND d.type <> 'MINI_APP_RESULT'))
        ORDER BY d."senderId", w.sequence DESC
      ), read AS (
        UPDATE ${conversationMembers} v SET read_sequence = s.sequence, read_counted = s.counted,
          told_sequence = CASE WHEN v.told_sequence IS NULL THEN NULL ELSE s.sequence END
        FROM newest s WHERE v.conversation_id = ${conversationId} AND v.user_id = s.sender_id AND v.read_sequence < s.sequence
      )
      SELECT id, sequence, counted FROM written ORDER BY sequence`,
  );
  if (appended.length === 0) return null;
  const mentions = unsentMessages.flatMap((unsent) => {
    const { sequence } = appended.find(({ id }) => id === unsent.id)!;
    return unsent.mentions.map((userId) => ({ conversationId, sequence, userId }));
  });
  if (mentions.length > 0) await db.insert(messageMentions).values(mentions).onConflictDoNothing();
  return appended;
}
