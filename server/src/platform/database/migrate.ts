import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { advisoryLocks } from './advisory-locks.ts';
import type { Connection, Database } from './connection.ts';

const separator = '--> statement-breakpoint';

/** The version before works on with what expands; what contracts takes away what it needs. Old ones have no mark. */
export type Mark = 'expand' | 'contract';

export interface Migration {
  name: string;
  hash: string;
  mark: Mark;
  statements: string[];
}

/** A change that waits for somebody lets them pass, and tries again. */
const lockTimeout_s = 5;
const usualTries = 12;
const pause_ms = 1000;
const lockNotAvailable = '55P03';
/** Of a statement, in a sentence. */
const longestShown = 120;

export function readMigrations(directory: string): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      // Line ends differ between checkouts; the hash must not.
      const text = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n');
      return {
        name,
        hash: createHash('sha256').update(text).digest('hex'),
        mark: text.startsWith('-- expand\n') ? 'expand' : 'contract',
        statements: text
          .split(separator)
          .map((statement) => statement.replace(/^-- (expand|contract)\n/, '').trim())
          .filter(Boolean),
      };
    });
}

const run = (connection: Connection, text: string, parameters: unknown[] = []) =>
  connection.query(text, parameters, 'objects');

/**
 * Forward only, under a lock, so that several nodes may start at once; answers names. A new or embedded database gets
 * all in one transaction, else each has its own. One that was changed after it was applied stops the start, and so
 * does one that this version does not know, unless it expands. Throws ConfigError, also where a lock was not given in all tries.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  { tries = usualTries }: { tries?: number } = {},
): Promise<string[]> {
  return database.transaction(
    async (connection) => {
      // Nothing is asked here while others of them take their time.
      await run(connection, 'SET LOCAL idle_in_transaction_session_timeout = 0');
      await run(connection, 'SELECT pg_advisory_xact_lock($1)', [advisoryLocks.migrations]);
      const applied = await appliedTo(connection);
      const missing = missingIn(applied, migrations);
      const isAlone = database.kind === 'embedded' || applied.size === 0;
      for (const migration of missing) {
        if (isAlone) await applyAlone(connection, migration);
        else await applyBeside(database, migration, tries);
      }
      return missing.map(({ name }) => name);
    },
    { unlimited: true },
  );
}

type Applied = ReadonlyMap<string, { hash: string; mark: string | null }>;

async function appliedTo(connection: Connection): Promise<Applied> {
  await run(
    connection,
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const [marked] = await run(
    connection,
    "SELECT FROM pg_attribute WHERE attrelid = 'migrations'::regclass AND attname = 'mark'",
  );
  if (!marked) await run(connection, 'ALTER TABLE migrations ADD COLUMN mark text');
  return readApplied(connection);
}

async function readApplied(connection: Connection): Promise<Applied> {
  const rows = await run(connection, 'SELECT name, hash, mark FROM migrations');
  return new Map(
    (rows as { name: string; hash: string; mark: string | null }[]).map((row) => [row.name, row]),
  );
}

/** The first that this version does not know and cannot do beside. */
function newerIn(applied: Applied, migrations: readonly Migration[]): string | null {
  const known = new Set(migrations.map(({ name }) => name));
  for (const [name, { mark }] of applied) if (!known.has(name) && mark !== 'expand') return name;
  return null;
}

/** Whether this version may go on with what others have changed meanwhile. */
export const fits = async (database: Connection, migrations: readonly Migration[]): Promise<boolean> =>
  newerIn(await readApplied(database), migrations) === null;

function missingIn(applied: Applied, migrations: readonly Migration[]): Migration[] {
  const newer = newerIn(applied, migrations);
  if (newer !== null) {
    throw new ConfigError(
      `The database is newer than this version: it has ${newer}. Start the version that made it, or a later one.`,
    );
  }
  return migrations.filter(({ name, hash }) => {
    const before = applied.get(name);
    if (before && before.hash !== hash) {
      throw new ConfigError(
        `The migration ${name} was changed after it had been applied. Take the files of server/migrations as they came.`,
      );
    }
    return !before;
  });
}

const record = (connection: Connection, { name, hash, mark }: Migration) =>
  run(connection, 'INSERT INTO migrations (name, hash, mark) VALUES ($1, $2, $3)', [name, hash, mark]);

/** An index that is made, or taken away, beside those who write, which a transaction cannot do. */
const madeBeside = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?("?)(\w+)\1 /;
const takenBeside = /^DROP INDEX CONCURRENTLY IF EXISTS /;
const isBeside = (statement: string) => madeBeside.test(statement) || takenBeside.test(statement);

async function applyAlone(connection: Connection, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    await run(connection, isBeside(statement) ? statement.replace('CONCURRENTLY ', '') : statement);
  }
  await record(connection, migration);
}

async function applyBeside(database: Database, migration: Migration, tries: number): Promise<void> {
  const indexes = migration.statements.filter(isBeside);
  if (indexes.length > 0 && indexes.length < migration.statements.length) {
    throw new Error(`The migration ${migration.name} changes an index beside something else`);
  }
  for (const statement of indexes) {
    const name = madeBeside.exec(statement)?.[2];
    // What a start that broke off has left of it.
    if (name) await run(database, `DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
    await run(database, statement);
  }
  const statements = indexes.length === 0 ? migration.statements : [];
  let under = '';
  for (let attempt = 1; ; attempt++) {
    try {
      await database.transaction(async (connection) => {
        await run(connection, `SET LOCAL lock_timeout = '${lockTimeout_s}s'`);
        for (const statement of statements) {
          under = statement;
          await run(connection, statement);
        }
        await record(connection, migration);
      });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      if (attempt === tries) throw await notGiven(database, migration, under, tries);
      await new Promise((resolve) => setTimeout(resolve, pause_ms));
    }
  }
}

/** What was waited for, and for whom most likely: of those at work on tables who began first, without the start itself. */
async function notGiven(
  database: Database,
  { name }: Migration,
  statement: string,
  tries: number,
): Promise<ConfigError> {
  const [other] = (await run(
    database,
    `SELECT pid, coalesce(nullif(application_name, ''), 'no name') AS program
     FROM pg_stat_activity JOIN (SELECT DISTINCT pid FROM pg_locks WHERE granted AND relation IN
       (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)) AS at_work USING (pid)
     WHERE pid <> pg_backend_pid() AND pid NOT IN
       (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = $1::bigint AND granted)
     ORDER BY xact_start LIMIT 1`,
    [advisoryLocks.migrations],
  )) as { pid: number; program: string }[];
  const who = other ? `; PostgreSQL's process ${other.pid} (${other.program}) is at work the longest` : '';
  const what = statement.replace(/;$/, '').replace(/\s+/g, ' ').slice(0, longestShown);
  return new ConfigError(
    `The migration ${name} was not given the lock that it needs, ${tries} times for ${lockTimeout_s} s (${what}${who}). Let what holds it come to its end, such as a backup, or end it with SELECT pg_terminate_backend(…), and start again.`,
  );
}
