import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '#platform/database/builder.ts';

async function tableNames(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
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
 * than most requests: while the write-ahead log stands still nothing can have been stored.
 */
export async function fingerprintOfTables(db: Db): Promise<() => Promise<string>> {
  const parts = (await tableNames(db)).map((name) => {
    const row = name === 'users' ? sql`(to_jsonb(t) - 'last_active_at')::text` : sql`(t.*)::text`;
    return sql`SELECT ${sql.raw(`'${name}'`)} || count(*) || md5(coalesce(string_agg(${row}, '' ORDER BY ${row}), '')) AS part FROM ${sql.identifier(name)} t`;
  });
  const query = sql.join(parts, sql` UNION ALL `);
  let seen = { position: '', fingerprint: '' };
  return async () => {
    const [log] = await rowsOf<{ position: string }>(
      db,
      sql`SELECT pg_current_wal_insert_lsn()::text AS position`,
    );
    const { position } = log!;
    if (position !== seen.position) {
      const found = await rowsOf<{ part: string }>(db, query);
      seen = { position, fingerprint: found.map(({ part }) => part).join('\n') };
    }
    return seen.fingerprint;
  };
}
