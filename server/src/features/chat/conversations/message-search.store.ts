import type { Message } from '@dazi/contract/chat/conversations';
import { type SQL, sql } from 'drizzle-orm';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { gramsOf, likePattern } from '#platform/text-grams.ts';
import { messages } from './conversations.tables.ts';
import { asMessage, selectViews, type ViewRow } from './message-views.store.ts';
import { isClosed, isFolded, isGone, type LogWindow, type Reading } from './message-visibility.store.ts';

const walked = 1000;

/**
 * Messages whose text contains something, or that are one of these quick answers, newest first; common words are found by
 * walking back, rare ones by the index. Quick answers are found by walking back alone: they are those of one day.
 */
export async function searchLog(
  db: Db,
  log: LogWindow,
  { text, answers }: { text: string; answers: readonly string[] },
  before: number | null,
  limit: number,
  state: Reading,
): Promise<Message[]> {
  const older = before === null ? sql`` : sql` AND sequence < ${before}`;
  const here = sql`conversation_id = ${log.conversationId} AND type = 'TEXT' AND deleted_at IS NULL`;
  const wanted = JSON.stringify([`in ${log.conversationId}`, ...gramsOf(text)]);
  const columns = sql`conversation_id, sequence, type, content, sender_id, deleted_at, is_opened`;
  const said = sql`conversation_id = ${log.conversationId} AND type IN ('TEXT', 'QUICK') AND deleted_at IS NULL`;
  const newest = sql`SELECT ${columns} FROM ${messages} WHERE ${said}${older} ORDER BY sequence DESC LIMIT ${walked}`;
  const indexed = sql`SELECT ${columns} FROM ${messages} WHERE ${here}
    AND ((text_grams(content) || ('in ' || conversation_id)) COLLATE "C") @> ARRAY(SELECT json_array_elements_text(${wanted}::text::json)) OFFSET 0`;
  const found = async (candidates: SQL) => {
    return rowsOf<{ sequence: number; isAnswer: boolean }>(
      db,
      sql`SELECT c.sequence, c.type = 'QUICK' AS "isAnswer" FROM (${candidates}) c
        WHERE c.sequence > ${log.hiddenUpTo}${before === null ? sql`` : sql` AND c.sequence < ${before}`}
          AND CASE c.type WHEN 'QUICK' THEN c.content = ${anyOf(answers)} ELSE folded_text(c.content) LIKE ${likePattern(text)} END
          AND NOT ${isGone(sql`c`)} AND NOT ${isFolded(state.viewerId, sql`c`)} AND NOT ${isClosed(state.viewerId, sql`c`)}
        ORDER BY c.sequence DESC LIMIT ${limit}`,
    );
  };
  let rows = await found(newest);
  if (rows.length < limit) {
    const quick = rows.filter(({ isAnswer }) => isAnswer);
    rows = [...quick, ...(await found(indexed))].sort((one, other) => other.sequence - one.sequence);
  }
  const sequences = rows.slice(0, limit).map(({ sequence }) => sequence);
  if (sequences.length === 0) return [];
  const list = sql.join(
    sequences.map((sequence) => sql`${sequence}`),
    sql`, `,
  );
  const rest = sql`WHERE m.conversation_id = ${log.conversationId} AND m.sequence IN (${list}) ORDER BY m.sequence DESC`;
  return (await rowsOf<ViewRow>(db, selectViews(state, rest))).map((row) => asMessage(row, state));
}
