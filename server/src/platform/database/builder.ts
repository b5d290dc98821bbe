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

/**
 * Whether conversations lie on several servers: then what looks into one is asked of it alone, by its id as a parameter, and
 * nothing of it beside what lies elsewhere.
 */
export const isSpread = (db: Db): boolean => spread.has(db);

const connections = new WeakMap<Db, Connection>();
const dialect = new PgDialect();

export function builderInside(connection: Connection): Db {
  const db = builderOn(connection);
  connections.set(db, connection);
  return db;
}

/**
 * Hands a statement over to the transaction and does not wait for it: whatever is asked for next comes after it. When
 * it fails nothing of the transaction is kept, and the transaction throws its error. Its rows are there at the latest
 * when the transaction is committed; who waits for them before does not hand over.
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

/**
 * A query whose text is made once, for what is asked with every request: making it takes longer than many a query.
 * Values that change are `sql.placeholder`s, which are handed over as the database is to read them.
 */
export function madeOnce<Query>(make: (db: Db) => Query): (db: Db) => Query {
  const made = new WeakMap<Db, Query>();
  return (db) => {
    const known = made.get(db) ?? make(db);
    made.set(db, known);
    return known;
  };
}

/** Runs SQL written by hand; the caller says what its rows look like. */
export async function rowsOf<Row>(db: Db, query: SQL): Promise<Row[]> {
  return (await db.execute(query)) as unknown as Row[];
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/**
 * To be compared with: `id = ${anyOf(ids)}`. One parameter, however many they are, so that the text of the query is the
 * same: the databases read and plan each text anew, on every connection.
 */
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
