import { type SQL, sql } from 'drizzle-orm';

/** Of which conversation the rows of a subquery are: a condition on their column. */
export type Within = (conversationId: SQL) => SQL;

/** Of that which the statement around it looks at, a conversation `c`. */
export const ofEach: Within = (column) => sql`${column} = c.id`;

/** Of one. On several servers the statement goes to that where it lies. */
export const ofOne =
  (conversationId: string | SQL): Within =>
  (column) =>
    sql`${column} = ${conversationId}`;

/**
 * One of these conversations, which the database gave out. A cluster asks only where they lie: it knows a list by a
 * function that always answers the same, and not by `anyOf`.
 */
export const isOneOf = (column: SQL, conversationIds: readonly string[]): SQL =>
  sql`${column} = ANY(string_to_array(${conversationIds.join(' ')}::text, ' '))`;

/** Of that of a conversation `c`, which is one of these: each subquery says so, or all shards are asked. */
export const ofThese =
  (conversationIds: readonly string[]): Within =>
  (column) =>
    sql`${column} = c.id AND ${isOneOf(column, conversationIds)}`;
