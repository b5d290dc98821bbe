import type { Message } from '@dazi/contract/chat/conversations';
import { type SQL, sql } from 'drizzle-orm';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { gramsOf, likePattern } from '#platform/text-grams.ts';
import { messages } from './conversations.tables.ts';
import { asMessage, selectViews, type ViewRow } from './message-views.store.ts';
import { isClosed, isFolded, isGone, type LogWindow, type Reading } from './message-visibility.store.ts';
import { ofOne } from './within.store.ts';

const walked = 1000;

/**
 * Messages whose text contains something, or that are one of these quick answers, newest first; common ones are found by
 * walking back, rare ones by an index.
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
  const given = sql`SELECT ${columns} FROM ${messages} WHERE conversation_id = ${log.conversationId} AND type = 'QUICK' AND deleted_at IS NULL`;
  const found = async (candidates: SQL) => {
    // The rest is asked only of what says it.
    const matching = sql`SELECT * FROM (${candidates}) c
      WHERE c.sequence > ${log.hiddenUpTo}${before === null ? sql`` : sql` AND c.sequence < ${before}`}
        AND CASE c.type WHEN 'QUICK' THEN c.content = ${anyOf(answers)} ELSE folded_text(c.content) LIKE ${likePattern(text)} END
      ORDER BY c.sequence DESC OFFSET 0`;
    return rowsOf<{ sequence: number }>(
      db,
      sql`SELECT c.sequence FROM (${matching}) c
        WHERE NOT ${isGone(sql`c`)} AND NOT ${isFolded(state.viewerId, sql`c`)} AND NOT ${isClosed(state.viewerId, sql`c`, ofOne(log.conversationId))}
        ORDER BY c.sequence DESC LIMIT ${limit}`,
    );
  };
  let rows = await found(newest);
  if (rows.length < limit)
    rows = await found(answers.length > 0 ? sql`(${indexed}) UNION ALL (${given})` : indexed);
  const sequences = rows.slice(0, limit).map(({ sequence }) => sequence);
  if (sequences.length === 0) return [];
  const list = sql.join(
    sequences.map((sequence) => sql`${sequence}`),
    sql`, `,
  );
  const rest = sql`WHERE m.conversation_id = ${log.conversationId} AND m.sequence IN (${list}) ORDER BY m.sequence DESC`;
  return (await rowsOf<ViewRow>(db, selectViews(state, log.conversationId, rest))).map((row) =>
    asMessage(row, state),
  );
}
