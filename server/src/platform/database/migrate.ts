import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './connection.ts';

const separator = '--> statement-breakpoint';
/** Any constant will do, as long as every node uses the same. */
const advisoryLock = 7_463_201;

interface Migration {
  name: string;
  hash: string;
  statements: string[];
}

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
        statements: text
          .split(separator)
          .map((statement) => statement.trim())
          .filter(Boolean),
      };
    });
}

/**
 * Applies what is missing, forward only, all in one transaction under a lock, so that several nodes may
 * start at once. A migration that was applied and changed afterwards stops the start.
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  await database.transaction(
    async (connection) => {
      const run = (text: string, parameters: unknown[] = []) => connection.query(text, parameters, 'objects');
      await run('SELECT pg_advisory_xact_lock($1)', [advisoryLock]);
      await run(
        'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
      );
      const applied = new Map(
        ((await run('SELECT name, hash FROM migrations')) as { name: string; hash: string }[]).map((row) => [
          row.name,
          row.hash,
        ]),
      );
      const known = new Set(migrations.map(({ name }) => name));
      for (const name of applied.keys()) {
        if (!known.has(name)) throw new Error(`The database is newer than this version: it has ${name}`);
      }
      for (const { name, hash, statements } of migrations) {
        const before = applied.get(name);
        if (before === hash) continue;
        if (before) throw new Error(`The migration ${name} was changed after it had been applied`);
        for (const statement of statements) await run(statement);
        await run('INSERT INTO migrations (name, hash) VALUES ($1, $2)', [name, hash]);
      }
    },
    { unlimited: true },
  );
}
