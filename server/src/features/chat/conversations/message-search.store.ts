import type { Message } from '@dazi/contract/chat/conversations';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { gramsOf, likePattern } from '#platform/text-grams.ts';
import { messages } from './conversations.tables.ts';
import { asMessage, selectViews, type ViewRow } from './message-views.store.ts';
import { isClosed, isFolded, isGone, type LogWindow, type Reading } from './message-visibility.store.ts';

const walked = 1000;

/**
 * Messages whose text contains something, newest first; common
 * words are found by walking back, rare ones by the index.
 */
export async function searchLog(
  db: Db,
  log: LogWindow,
  text: string,
  before: number | null,
  limit: number,
  state: Reading,
): Promise<Message[]> {
  const older = before === null ? sql`` : sql` AND sequence < ${before}`;
  const here = sql`conversation_id = ${log.conversationId} AND type = 'TEXT' AND deleted_at IS NULL`;
  const wanted = JSON.stringify([`in ${log.conversationId}`, ...gramsOf(text)]);
  const columns = sql`conversation_id, sequence, type, content, sender_id, deleted_at, is_opened`;
  const newest = sql`SELECT ${columns} FROM ${messages} WHERE ${here}${older} ORDER BY sequence DESC LIMIT ${walked}`;
  const indexed = sql`SELECT ${columns} FROM ${messages} WHERE ${here}
    AND ((text_grams(content) || ('in ' || conversation_id)) COLLATE "C") @> ARRAY(SELECT json_array_elements_text(${wanted}::text::json)) OFFSET 0`;
  const found = async (candidates: SQL) => {
    const rows = await rowsOf<{ sequence: number }>(
      db,
      sql`SELECT c.sequence FROM (${candidates}) c
        WHERE c.sequence > ${log.hiddenUpTo}${before === null ? sql`` : sql` AND c.sequence < ${before}`}
          AND folded_text(c.content) LIKE ${likePattern(text)}
          AND NOT ${isGone(sql`c`)} AND NOT ${isFolded(state.viewerId, sql`c`)} AND NOT ${isClosed(state.viewerId, sql`c`)}
        ORDER BY c.sequence DESC LIMIT ${limit}`,
    );
    return rows.map(({ sequence }) => sequence);
  };
  let sequences = await found(newest);
  if (sequences.length < limit) sequences = await found(indexed);
  if (sequences.length === 0) return [];
  const list = sql.join(
    sequences.map((sequence) => sql`${sequence}`),
    sql`, `,
  );
  const rest = sql`WHERE m.conversation_id = ${log.conversationId} AND m.sequence IN (${list}) ORDER BY m.sequence DESC`;
  return (await rowsOf<ViewRow>(db, selectViews(state, rest))).map((row) => asMessage(row, state));
}
