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

/** Changes when anything stored changes, except when somebody was last active. */
export async function fingerprintOfTables(db: Db): Promise<() => Promise<string>> {
  const parts = (await tableNames(db)).map((name) => {
    const row = name === 'users' ? sql`(to_jsonb(t) - 'last_active_at')::text` : sql`(t.*)::text`;
    return sql`SELECT ${sql.raw(`'${name}'`)} || count(*) || md5(coalesce(string_agg(${row}, '' ORDER BY ${row}), '')) AS part FROM ${sql.identifier(name)} t`;
  });
  const query = sql.join(parts, sql` UNION ALL `);
  return async () => (await rowsOf<{ part: string }>(db, query)).map(({ part }) => part).join('\n');
}
