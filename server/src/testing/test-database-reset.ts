import type { Database } from '../platform/database/connection.ts';

/** What is in a database nobody has used yet. */
export interface NewDatabase {
  /** Of its tables, functions, triggers and what is known of columns: what emptying tables does not bring back. */
  schema: string;
  /** Its rows as JSON, by table. */
  rows: ReadonlyMap<string, string>;
}

/** Names come from the catalogue and are quoted there. */
const catalogue = `
  SELECT md5(string_agg(line, chr(10) ORDER BY line)) AS schema FROM (
    SELECT concat_ws(' ', n.nspname, relname, relkind, relnatts) AS line
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname NOT IN ('pg_catalog', 'pg_toast', 'information_schema')
    UNION ALL SELECT concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull, atthasdef, attisdropped)
      FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE c.oid >= 16384 AND relkind <> 't'
    UNION ALL SELECT concat_ws(' ', tgname, tgrelid::regclass, tgenabled, tgtype) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT concat_ws(' ', conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE conrelid >= 16384
    UNION ALL SELECT concat_ws(' ', proname, prosrc) FROM pg_proc WHERE oid >= 16384
    UNION ALL SELECT concat_ws(' ', 'statistics', starelid::regclass) FROM pg_statistic WHERE starelid >= 16384
  ) lines`;

const tableNames = `
  SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;

/** To be looked at before anybody uses it. */
export async function lookAtNew(database: Database): Promise<NewDatabase> {
  const [found] = await query<{ schema: string }>(database, catalogue);
  const rows = new Map<string, string>();
  for (const name of await filledTables(database)) {
    const [kept] = await query<{ rows: string }>(database, `SELECT json_agg(t)::text AS rows FROM ${name} t`);
    rows.set(name, kept!.rows);
  }
  return { schema: found!.schema, rows };
}

/** Empties what was filled, and says whether that made it as new as it was: what changed tables themselves stays. */
export async function makeNewAgain(database: Database, { schema, rows }: NewDatabase): Promise<boolean> {
  const [found] = await query<{ schema: string }>(database, catalogue);
  if (found!.schema !== schema) return false;
  const filled = await filledTables(database);
  const refill = [...rows].flatMap(([name, content]) =>
    (JSON.parse(content) as object[]).map((row) => insertOf(name, row)),
  );
  // As a replica no trigger keeps what must never be emptied. The script is one transaction.
  await database.script(`
    SET LOCAL session_replication_role = replica;
    TRUNCATE ${filled.join()} RESTART IDENTITY CASCADE;
    ${refill.join('\n')}`);
  return true;
}

const literal = (value: unknown) =>
  value === null
    ? 'NULL'
    : `'${(typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll("'", "''")}'`;

/** Row by row with plain values, which a table on several nodes takes too. */
function insertOf(name: string, row: object): string {
  const columns = Object.keys(row).map((column) => `"${column}"`);
  return `INSERT INTO ${name} (${columns.join()}) OVERRIDING SYSTEM VALUE VALUES (${Object.values(row).map(literal).join()});`;
}

async function filledTables(database: Database): Promise<string[]> {
  const all = await query<{ name: string }>(database, tableNames);
  const each = all.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${name})`);
  return (await query<{ name: string }>(database, each.join(' UNION ALL '))).map(({ name }) => name);
}

async function query<Row>(database: Database, text: string): Promise<Row[]> {
  return (await database.query(text, [], 'objects')) as Row[];
}
