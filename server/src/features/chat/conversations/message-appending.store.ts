import type { MessageEvent, MessageType } from '@dazi/contract/chat/conversations';
import { type SQL, sql } from 'drizzle-orm';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { insertEventOfEach } from '#platform/outbox.store.ts';
import { conversationMembers, conversations, messageMentions, messages } from './conversations.tables.ts';

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

/** Words alone, which answer nothing and mention nobody. */
export interface PlainWords {
  id: string;
  clientId: string | null;
  senderId: string;
  content: string;
}

export interface AppendedPlain {
  id: string;
  sequence: number;
  /** Of its event in the outbox. */
  eventId: number;
}

export interface Appended {
  id: string;
  sequence: number;
}

/** A list, so that the index finds them however many members there are: a join might read all of them. */
const sendersOf = (unsent: readonly { senderId: string | null }[]): SQL =>
  anyOf([...new Set(unsent.flatMap(({ senderId }) => senderId ?? []))]);

export const countingIn = (unsentMessages: readonly UnsentMessage[]): SQL =>
  sql`${unsentMessages.reduce((sum, { counts }) => sum + counts, 0)}::int`;

/** The numbers of so many messages, as part of a statement that changes a conversation. */
export function takingNumbers(unsentMessages: readonly UnsentMessage[], now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`last_sequence = last_sequence + ${unsentMessages.length}::int, last_counted = last_counted + ${countingIn(unsentMessages)},
    last_message_at = ${at}, updated_at = ${at}`;
}

/** The parts `unsent` and `written` of a statement, which write messages under the numbers that its part `taken` took. */
export function writing(conversationId: string, unsentMessages: readonly UnsentMessage[], now: Date): SQL {
  const rows = unsentMessages.map(({ mentions: _mentions, face: _face, ...unsent }, index) => ({
    ...unsent,
    ordinal: index + 1,
  }));
  return sql`unsent AS (
      SELECT d.*, sum(d.counts) OVER (ORDER BY d.ordinal)::int AS so_far
      FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS d(ordinal int, id text, "clientId" text,
        "senderId" text, type text, content text, event jsonb, "replyTo" int, "mediaId" text, counts int)
    ), written AS (
      INSERT INTO ${messages} (conversation_id, sequence, id, client_id, sender_id, type, content, event, reply_to,
        media_id, counted, change, created_at)
      SELECT ${conversationId}, taken.last_sequence - ${rows.length}::int + ordinal, id, "clientId", "senderId", type, content,
        event, "replyTo", "mediaId", taken.last_counted - ${countingIn(unsentMessages)} + so_far, 0, ${now.toISOString()}::timestamptz
      FROM taken, unsent ORDER BY ordinal RETURNING id, sequence, counted
    )`;
}

/**
 * Takes the next numbers of an active conversation and writes the messages, in one statement, so that the lock
 * on its counter lasts as short as can be: the order of the numbers is the order of the commits. Whoever sends has
 * read everything up to that. Null when the conversation has ended.
 */
export async function append(
  db: Db,
  conversationId: string,
  unsentMessages: readonly UnsentMessage[],
  now: Date,
): Promise<Appended[] | null> {
  const senders = sendersOf(unsentMessages);
  const appended = await rowsOf<Appended>(
    db,
    sql`WITH taken AS (
        UPDATE ${conversations} SET ${takingNumbers(unsentMessages, now)}
        WHERE id = ${conversationId} AND is_active AND closed_at IS NULL RETURNING last_sequence, last_counted
      ), ${writing(conversationId, unsentMessages, now)}, newest AS (
        SELECT DISTINCT ON (d."senderId") d."senderId" COLLATE "C" AS sender_id, w.sequence, w.counted
        FROM unsent d JOIN written w ON w.id = d.id COLLATE "C" WHERE d."senderId" IS NOT NULL AND d.counts = 1 AND d.type <> 'MINI_APP_RESULT'
        ORDER BY d."senderId", w.sequence DESC
      ), read AS (
        UPDATE ${conversationMembers} v SET read_sequence = s.sequence, read_counted = s.counted,
          told_sequence = CASE WHEN v.told_sequence IS NULL THEN NULL ELSE s.sequence END
        FROM newest s WHERE v.conversation_id = ${conversationId} AND v.user_id = ${senders} AND v.user_id = s.sender_id
          AND v.read_sequence < s.sequence
      )
      SELECT id, sequence FROM written ORDER BY sequence`,
  );
  if (appended.length === 0) return null;
  const mentions = unsentMessages.flatMap((unsent) => {
    const { sequence } = appended.find(({ id }) => id === unsent.id)!;
    return unsent.mentions.map((userId) => ({ conversationId, sequence, userId }));
  });
  if (mentions.length > 0) await db.insert(messageMentions).values(mentions).onConflictDoNothing();
  return appended;
}

/**
 * The same for plain words in a group, with the check that their senders may write and with the events, in one
 * statement that needs no transaction around it. Missing in the answer are those who are no members or muted; it is
 * empty where the group has ended, has slow mode or is none: what becomes of them is for `append`, which locks the same
 * rows in the same order. Fails as a whole when one `clientId` is there already. `event` is stored with the number.
 */
export async function appendPlain(
  db: Db,
  conversationId: string,
  words: readonly PlainWords[],
  { topic, event }: { topic: string; event: unknown },
  now: Date,
): Promise<AppendedPlain[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const senders = sendersOf(words);
  const drafts = JSON.stringify(words.map((each, index) => ({ ...each, ordinal: index + 1 })));
  return rowsOf<AppendedPlain>(
    db,
    sql`WITH draft AS (
        SELECT d.ordinal, d.id, d."clientId", d."senderId" COLLATE "C" AS sender_id, d.content
        FROM json_to_recordset(${drafts}::text::json) AS d(ordinal int, id text, "clientId" text, "senderId" text, content text)
      ), kept AS (
        SELECT v.user_id, v.muted_until FROM ${conversationMembers} v
        WHERE v.conversation_id = ${conversationId} AND v.user_id = ${senders}
        ORDER BY v.user_id FOR NO KEY UPDATE
      ), accepted AS (
        SELECT d.*, row_number() OVER (ORDER BY d.ordinal)::int AS place
        FROM draft d JOIN kept k ON k.user_id = d.sender_id WHERE k.muted_until IS NULL OR k.muted_until <= ${at}
      ), taken AS (
        UPDATE ${conversations} c SET last_sequence = last_sequence + a.many, last_counted = last_counted + a.many,
          last_message_at = ${at}, updated_at = ${at}
        FROM (SELECT count(*)::int AS many FROM accepted) a
        WHERE c.id = ${conversationId} AND c.kind = 'group' AND c.is_active AND c.closed_at IS NULL
          AND c.slow_mode_s = 0 AND a.many > 0
        RETURNING last_sequence - a.many AS sequence, last_counted - a.many AS counted
      ), written AS (
        INSERT INTO ${messages} (conversation_id, sequence, id, client_id, sender_id, type, content, counted, change, created_at)
        SELECT ${conversationId}, t.sequence + d.place, d.id, d."clientId", d.sender_id, 'TEXT', d.content, t.counted + d.place, 0, ${at}
        FROM taken t, accepted d ORDER BY d.place RETURNING id, sender_id, sequence, counted
      ), read AS (
        UPDATE ${conversationMembers} v SET read_sequence = n.sequence, read_counted = n.counted
        FROM (SELECT sender_id, max(sequence) AS sequence, max(counted) AS counted FROM written GROUP BY sender_id) n
        WHERE v.conversation_id = ${conversationId} AND v.user_id = ${senders} AND v.user_id = n.sender_id
          AND v.read_sequence < n.sequence
      ), told AS (${insertEventOfEach(sql`written`, topic, event, now)})
      SELECT w.id, w.sequence, t.id AS "eventId" FROM written w JOIN told t USING (sequence) ORDER BY w.sequence`,
  );
}
