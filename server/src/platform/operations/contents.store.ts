import type { Connection } from '../database/connection.ts';

/** What a database holds, as far as a backup is compared by it. */
export interface Contents {
  migrations: { name: string; hash: string }[];
  counts: Record<string, number>;
  /** The ends of the chained logs, by table. */
  ends: Record<string, unknown[]>;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export async function tableNames(database: Connection): Promise<string[]> {
  const rows = (await database.query(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
      AND relnamespace = 'public'::regnamespace ORDER BY relname`,
    [],
    'objects',
  )) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** Whether a server of Dazi ever began on it. */
export const isInstalled = async (database: Connection): Promise<boolean> =>
  (await tableNames(database)).includes('migrations');

export async function readContents(database: Connection): Promise<Contents> {
  const contents: Contents = { migrations: [], counts: {}, ends: {} };
  for (const table of await tableNames(database)) {
    const [row] = (await database.query(
      `SELECT count(*)::int AS rows FROM ${quoted(table)}`,
      [],
      'objects',
    )) as { rows: number }[];
    contents.counts[table] = row!.rows;
    if (/_heads?$/.test(table)) {
      // As text, which both engines write alike.
      const heads = await database.query(
        `SELECT head::text AS head FROM ${quoted(table)} head ORDER BY 1`,
        [],
        'arrays',
      );
      contents.ends[table] = heads.flat();
    }
  }
  contents.migrations = (await database.query(
    'SELECT name, hash FROM migrations ORDER BY name',
    [],
    'objects',
  )) as Contents['migrations'];
  return contents;
}

export function difference(expected: Contents, found: Contents): string | null {
  const tables = new Set([...Object.keys(expected.counts), ...Object.keys(found.counts)]);
  for (const table of tables) {
    const [wanted = 0, got = 0] = [expected.counts[table], found.counts[table]];
    if (wanted !== got) return `${table} has ${got} rows and should have ${wanted}`;
  }
  for (const [table, end] of Object.entries(expected.ends)) {
    if (JSON.stringify(end) !== JSON.stringify(found.ends[table])) {
      return `the end of the chain in ${table} is another`;
    }
  }
  return null;
}

/** Whether `pg_restore` is at work in it, perhaps for somebody who was killed meanwhile. */
export async function isBeingRestored(database: Connection): Promise<boolean> {
  const rows = await database.query(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'pg_restore'`,
    [],
    'arrays',
  );
  return rows.length > 0;
}

/** Which secret positions were shifted with; null before a server ever ran on it. */
export async function readFingerprint(database: Connection): Promise<string | null> {
  const rows = (await database.query(
    `SELECT value FROM installation WHERE name = 'position secret fingerprint'`,
    [],
    'objects',
  )) as { value: string }[];
  return rows[0]?.value ?? null;
}

/** People in it; 0 where the tables are not there yet. */
export async function countPeople(database: Connection): Promise<number> {
  if (!(await tableNames(database)).includes('users')) return 0;
  const [row] = (await database.query('SELECT count(*)::int AS people FROM users', [], 'objects')) as {
    people: number;
  }[];
  return row!.people;
}
