import { type SQL, sql } from 'drizzle-orm';
import { anyOf, type Db, isSpread } from '#platform/database/builder.ts';
import {
  conversationMembers,
  conversations,
  messageMentions,
  messageReactions,
  messages,
} from './conversations.tables.ts';

const tables = { conversations, conversationMembers, messages, messageMentions, messageReactions };

type ReadBefore = { readonly [Table in keyof typeof tables]?: SQL };

/** Words before a statement, or before the first of its own common table expressions. */
interface Before {
  statement: SQL;
  expressions: SQL;
}

/** On several servers, what a statement needs of conversations is read first, under the same names; else nothing. */
export function readBefore(db: Db, conditions: ReadBefore): Before {
  if (!isSpread(db)) return { statement: sql``, expressions: sql`WITH ` };
  const expressions = Object.entries(conditions).map(([name, condition]) => {
    const table = tables[name as keyof typeof tables];
    return sql`${table} AS MATERIALIZED (SELECT * FROM ${table} WHERE ${condition})`;
  });
  const all = sql.join(expressions, sql`, `);
  return { statement: sql`WITH ${all} `, expressions: sql`WITH ${all}, ` };
}

/** Everything of some conversations but what was said there. */
export const membersIn = (conversationIds: SQL): ReadBefore => ({
  conversations: sql`conversations.id IN (${conversationIds})`,
  conversationMembers: sql`conversation_members.conversation_id IN (${conversationIds})`,
});

interface Numbered {
  conversationId?: string | null;
  sequence?: number | null;
}

/** What notices name of conversations: their members, and the messages with what these answer. */
export function noticedIn(db: Db, notices: readonly object[]): Before {
  const named = notices as readonly Numbered[];
  const ids = [...new Set(named.flatMap(({ conversationId }) => conversationId ?? []))];
  const keys = named.flatMap(({ conversationId, sequence }) =>
    conversationId && sequence ? [`${conversationId} ${sequence}`] : [],
  );
  const isHere = (table: SQL) => sql`${table}.conversation_id = ${anyOf(ids)}`;
  const isNamed = (table: SQL) => sql`${table}.conversation_id || ' ' || ${table}.sequence = ${anyOf(keys)}`;
  const answered = sql`EXISTS (SELECT 1 FROM ${messages} answer WHERE answer.conversation_id = messages.conversation_id
    AND answer.reply_to = messages.sequence AND ${isHere(sql`answer`)} AND ${isNamed(sql`answer`)})`;
  return readBefore(db, {
    conversations: sql`conversations.id = ${anyOf(ids)}`,
    conversationMembers: isHere(sql`conversation_members`),
    messages: sql`${isHere(sql`messages`)} AND (${isNamed(sql`messages`)} OR ${answered})`,
    messageMentions: sql`${isHere(sql`message_mentions`)} AND ${isNamed(sql`message_mentions`)}`,
  });
}
