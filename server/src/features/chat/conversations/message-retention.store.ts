import { sentTypes } from '@dazi/contract/chat/conversations.rules';
import { and, asc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import {
  conversations,
  messageMentions,
  messageReactions,
  messages,
  pinnedMessages,
  retentionProgress,
} from './conversations.tables.ts';

/** All that people sent, or only what has a file. */
export type Forgotten = 'messages' | 'media';
export type MessageType = (typeof messages.$inferSelect)['type'];
export const withMedia: readonly MessageType[] = ['IMAGE', 'VIDEO'];

/** The message up to which all was gone through; nobody else goes on until the end of the transaction. */
export async function lockProgress(db: Db, name: Forgotten): Promise<string> {
  await db.insert(retentionProgress).values({ name, upTo: '' }).onConflictDoNothing();
  const [row] = await db
    .select({ upTo: retentionProgress.upTo })
    .from(retentionProgress)
    .where(eq(retentionProgress.name, name))
    .for('update');
  return row!.upTo;
}

export async function saveProgress(db: Db, name: Forgotten, upTo: string): Promise<void> {
  await db.update(retentionProgress).set({ upTo }).where(eq(retentionProgress.name, name));
}

interface Range {
  after: string;
  upTo: string;
}

/** The next messages of any kind, the oldest first, with the media of those that people sent. */
export async function nextMessages(
  db: Db,
  { after, before }: { after: string; before: string },
  limit: number,
): Promise<{ id: string; mediaId: string | null }[]> {
  return db
    .select({ id: messages.id, mediaId: messages.mediaId })
    .from(messages)
    .where(and(gt(messages.id, after), lt(messages.id, before)))
    .orderBy(asc(messages.id))
    .limit(limit);
}

/** Each as a change that devices hear of. */
export async function redactMessages(
  db: Db,
  what: Forgotten,
  { after, upTo }: Range,
  now: Date,
): Promise<void> {
  const said = db
    .select({ conversationId: messages.conversationId, sequence: messages.sequence })
    .from(messages)
    .where(
      and(
        gt(messages.id, after),
        lte(messages.id, upTo),
        inArray(messages.type, [...(what === 'media' ? withMedia : sentTypes)]),
        isNull(messages.deletedAt),
      ),
    );
  await rowsOf(
    db,
    sql`WITH old AS (
        SELECT said.*, row_number() OVER (PARTITION BY conversation_id ORDER BY sequence)::int AS ordinal FROM (${said}) said
      ), taken AS (
        UPDATE ${conversations} c SET last_change = c.last_change + counted.n
        FROM (SELECT conversation_id, count(*)::int AS n FROM old GROUP BY conversation_id) counted
        WHERE c.id = counted.conversation_id RETURNING c.id, c.last_change - counted.n AS before
      )
      UPDATE ${messages} m SET content = '', event = NULL, media_id = NULL,
        deleted_at = ${now.toISOString()}::timestamptz, removed_by = 'expiry', change = taken.before + old.ordinal
      FROM old JOIN taken ON taken.id = old.conversation_id
      WHERE m.conversation_id = old.conversation_id AND m.sequence = old.sequence`,
  );
}

/** What hangs on messages that are not kept any more. */
export async function deleteBesides(db: Db, { after, upTo }: Range): Promise<void> {
  const gone = sql`m.id > ${after} AND m.id <= ${upTo} AND m.removed_by = 'expiry'`;
  for (const table of [messageReactions, messageMentions, pinnedMessages]) {
    await db.execute(
      sql`DELETE FROM ${table} t USING ${messages} m
        WHERE ${gone} AND t.conversation_id = m.conversation_id AND t.sequence = m.sequence`,
    );
  }
}
