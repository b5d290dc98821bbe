import { DrizzleQueryError, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { type Connection, DatabaseGone } from './connection.ts';
import { QuickSession } from './query-rows.ts';
import { QuickDialect } from './query-text.ts';

/** The query builder on some connection. Only stores use it. */
export type Db = PgRemoteDatabase<Record<string, never>>;

export function builderOn(connection: Connection): Db {
  const session = new QuickSession(
    async (text, parameters, method) => ({
      rows: await connection.query(text, parameters, method === 'execute' ? 'objects' : 'arrays'),
    }),
    dialect,
    undefined,
  );
  const db: Db = new PgRemoteDatabase(dialect, session, undefined);
  if (connection.isCluster) spread.add(db);
  return db;
}

const dialect = new QuickDialect();

const spread = new WeakSet<Db>();

/** Whether conversations lie on several servers: then a statement names one by its id, and nothing kept elsewhere. */
export const isSpread = (db: Db): boolean => spread.has(db);

export function builderInside(connection: Connection): Db {
  let last: readonly SQL[] = [];
  let gathered: Gathered | null = null;
  const takeLast = () => {
    const taken = gathered ? [gathered.statement([...gathered.rows.values()] as never[])] : last;
    last = [];
    gathered = null;
    return taken;
  };
  const ordered: Connection = {
    isCluster: connection.isCluster ?? false,
    query(text, parameters, shape) {
      sendParts(connection, takeLast());
      return connection.query(text, parameters, shape);
    },
  };
  const db = builderOn(ordered);
  const keepLast = (parts: readonly SQL[]) => {
    sendParts(connection, takeLast());
    last = parts;
  };
  const gatherLast: Inside['gatherLast'] = (statement, key, row) => {
    if (gathered?.statement !== statement || gathered.rows.has(key)) {
      sendParts(connection, takeLast());
      gathered = { statement, rows: new Map() };
    }
    gathered.rows.set(key, row);
  };
  insides.set(db, { connection: ordered, keepLast, gatherLast, takeLast });
  return db;
}

/** Rows that one statement changes together, each once, by its key. */
interface Gathered {
  statement: (rows: readonly never[]) => SQL;
  rows: Map<string, unknown>;
}

/** A transaction, with what waits to be its last statement. */
interface Inside {
  connection: Connection;
  keepLast(parts: readonly SQL[]): void;
  gatherLast(statement: Gathered['statement'], key: string, row: unknown): void;
  takeLast(): readonly SQL[];
}

const insides = new WeakMap<Db, Inside>();

function insideOf(db: Db): Inside {
  const inside = insides.get(db);
  if (!inside) throw new Error('Only a transaction says what became of a statement that nobody waits for');
  return inside;
}

/** `WITH` of statements that change something, before another one: all of them see what was there before the first. */
const withParts = (parts: readonly SQL[]): SQL =>
  sql`WITH ${sql.join(
    parts.map((part, index) => sql`${sql.raw(`part_${index}`)} AS (${part})`),
    sql`, `,
  )} `;

function sendParts(connection: Connection, parts: readonly SQL[]): void {
  if (parts.length === 0) return;
  const [before, last] = [parts.slice(0, -1), parts.at(-1)!];
  const query = before.length === 0 ? last : sql`${withParts(before)}${last}`;
  const { sql: text, params } = dialect.sqlToQuery(query);
  connection.query(text, params, 'objects').catch(() => {});
}

/**
 * Hands statements over that change something and see nothing of each other, as one. It goes before what is asked next, or,
 * where nothing is, in one statement with what the transaction tells.
 */
export const handOverLast = (inside: Db, parts: readonly SQL[]): void => insideOf(inside).keepLast(parts);

/**
 * The same of a statement that changes many rows as well as one: rows that are handed over for it one after the other, with
 * nothing asked in between and no key twice, go as one.
 */
export const gatherLast = <Row>(
  inside: Db,
  statement: (rows: readonly Row[]) => SQL,
  key: string,
  row: Row,
): void => insideOf(inside).gatherLast(statement, key, row);

/** What was handed over as the last of all, to be the beginning of a statement that goes at once; empty where there is nothing. */
export function withLast(inside: Db): SQL {
  const parts = insideOf(inside).takeLast();
  return parts.length === 0 ? sql`` : withParts(parts);
}

/** Sends what was handed over as the last of all, where no other statement takes it along. */
export const sendLast = (inside: Db): void => {
  const { connection, takeLast } = insideOf(inside);
  sendParts(connection, takeLast());
};

/**
 * Hands a statement over and does not wait: what is asked next comes after it. When it fails the transaction throws
 * its error and keeps nothing. Its rows are there when the transaction is committed at the latest.
 */
export function handOver<Row = never>(inside: Db, query: SQL): Promise<Row[]> {
  const { connection } = insideOf(inside);
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

/** A moment for SQL, given at once or by a placeholder. */
export const instant = (at: Date | SQLWrapper): SQL =>
  sql`${at instanceof Date ? at.toISOString() : at}::timestamptz`;

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
