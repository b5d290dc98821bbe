import { type SQL, sql } from 'drizzle-orm';
import { type Db, isSpread, rowsOf } from '#platform/database/builder.ts';

/** Without the views of its own that a cluster has beside them. */
async function tableNames(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Every row of every table as text. */
export async function everyRow(db: Db): Promise<string[]> {
  const rows: string[] = [];
  for (const name of await tableNames(db)) {
    const found = await rowsOf<{ row: string }>(
      db,
      sql`SELECT (t.*)::text AS row FROM ${sql.identifier(name)} t`,
    );
    rows.push(...found.map(({ row }) => `${name} ${row}`));
  }
  return rows;
}

/** Columns that hold a person's id: those that say so to the database, and those named like one. */
export async function personColumns(db: Db): Promise<{ table: string; column: string }[]> {
  return rowsOf(
    db,
    sql`SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
      JOIN pg_tables t ON t.schemaname = c.table_schema AND t.tablename = c.table_name
      WHERE c.table_schema = 'public' AND (
        (c.table_name = 'users' AND c.column_name = 'id')
        OR c.column_name ~ '^(.*_)?(user|owner|author|actor|person|member|creator|sender|voter|reporter|resolver|blocker|blocked|requester|recipient)(_id)?$'
        OR c.column_name ~ '_by$'
        OR EXISTS (SELECT 1 FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey)
          WHERE f.contype = 'f' AND f.confrelid = 'users'::regclass
            AND f.conrelid = to_regclass(quote_ident(c.table_name)) AND a.attname = c.column_name)
      ) ORDER BY 1, 2`,
  );
}

/** How many rows of a table name a person in one of these columns. */
export async function countNaming(db: Db, table: string, columns: readonly string[], userId: string) {
  const named = sql.join(
    columns.map((column) => sql`${sql.identifier(column)}::text = ${userId}`),
    sql` OR `,
  );
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`SELECT count(*) AS count FROM ${sql.identifier(table)} WHERE ${named}`,
  );
  return Number(row!.count);
}

/**
 * Changes when anything stored changes, except when somebody was last active. Reading every row again costs more
 * than most requests: while no statement has touched a table, and none that had was still to be committed, nothing
 * can have been stored. On a cluster, whose tables have no triggers, all is read each time.
 */
export async function fingerprintOfTables(db: Db): Promise<() => Promise<string>> {
  const names = await tableNames(db);
  const parts = names.map((name) => {
    const row = name === 'users' ? sql`(to_jsonb(t) - 'last_active_at')::text` : sql`(t.*)::text`;
    return sql`SELECT ${sql.raw(`'${name}'`)} || count(*) || md5(coalesce(string_agg(${row}, '' ORDER BY ${row}), '')) AS part FROM ${sql.identifier(name)} t`;
  });
  const read = async (query: SQL) =>
    (await rowsOf<{ part: string }>(db, query)).map(({ part }) => part).join('\n');
  if (isSpread(db)) return async () => (await Promise.all(parts.map(read))).join('\n');
  await countStatements(db, names);
  const query = sql.join(parts, sql` UNION ALL `);
  let seen = { statements: '', fingerprint: '' };
  return async () => {
    const [counted] = await rowsOf<{ statements: string }>(
      db,
      sql`SELECT last_value::text AS statements FROM tests.statements`,
    );
    const { statements } = counted!;
    if (statements !== seen.statements) {
      const open = await rowsOf(
        db,
        sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL`,
      );
      seen = { statements: open.length === 0 ? statements : '', fingerprint: await read(query) };
    }
    return seen.fingerprint;
  };
}

/** Of this database alone: the write-ahead log is shared with the tests of other processes. */
async function countStatements(db: Db, names: readonly string[]): Promise<void> {
  await db.execute(sql`CREATE SCHEMA IF NOT EXISTS tests`);
  await db.execute(sql`CREATE SEQUENCE IF NOT EXISTS tests.statements`);
  await db.execute(sql`CREATE OR REPLACE FUNCTION tests.count_statement() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM nextval(''tests.statements''); RETURN NULL; END'`);
  for (const name of names) {
    await db.execute(sql`CREATE OR REPLACE TRIGGER tests_count_statement AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE
      ON ${sql.identifier(name)} FOR EACH STATEMENT EXECUTE FUNCTION tests.count_statement()`);
  }
}
