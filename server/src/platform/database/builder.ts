import { DrizzleQueryError, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { type Connection, DatabaseGone } from './connection.ts';

/** The query builder on some connection. Only stores use it. */
export type Db = PgRemoteDatabase<Record<string, never>>;

export function builderOn(connection: Connection): Db {
  const db: Db = drizzle(async (text, parameters, method) => ({
    rows: await connection.query(text, parameters, method === 'execute' ? 'objects' : 'arrays'),
  }));
  if (connection.isCluster) spread.add(db);
  return db;
}

const spread = new WeakSet<Db>();

/** Whether conversations lie on several servers: then a statement names one by its id, and nothing kept elsewhere. */
export const isSpread = (db: Db): boolean => spread.has(db);

const connections = new WeakMap<Db, Connection>();
const dialect = new PgDialect();

export function builderInside(connection: Connection): Db {
  const db = builderOn(connection);
  connections.set(db, connection);
  return db;
}

/**
 * Hands a statement over and does not wait: what is asked next comes after it. When it fails the transaction throws
 * its error and keeps nothing. Its rows are there when the transaction is committed at the latest.
 */
export function handOver<Row = never>(inside: Db, query: SQL): Promise<Row[]> {
  const connection = connections.get(inside);
  if (!connection)
    throw new Error('Only a transaction says what became of a statement that nobody waits for');
  const { sql: text, params } = dialect.sqlToQuery(query);
  const rows = connection.query(text, params, 'objects') as Promise<Row[]>;
  rows.catch(() => {});
  return rows;
}

/** The text of the query is made once, which takes longer than many a query. Values that change are placeholders. */
export function madeOnce<Query>(make: (db: Db) => Query): (db: Db) => Query {
  const made = new WeakMap<Db, Query>();
  return (db) => {
    const known = made.get(db) ?? make(db);
    made.set(db, known);
    return known;
  };
}

export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  return (await db.execute(query)) as unknown as Row[];
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** `id = ${anyOf(ids)}`: one parameter for all, since databases plan each text of a query anew on each connection. */
export const anyOf = (values: readonly string[]): SQL => anyOfText(listText(values));

/** The same of a text, or of the placeholder that is given one. */
export const anyOfText = (text: string | Placeholder): SQL => sql`ANY(${text}::text::text[])`;

/** Values as `anyOfText` takes them. */
export const listText = (values: readonly string[]) => `{${values.map(quoted).join()}}`;

/** The builder wraps what the connection threw in an error that shows the query and its values to every log. */
export function withoutQuery(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

/** Whether it stays open if the database has done what was asked: then nobody does it again who has no key of it. */
export const isMaybeDone = (error: unknown): boolean => withoutQuery(error) instanceof DatabaseGone;
