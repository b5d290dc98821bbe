import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Database } from '../platform/database/connection.ts';
import { type EmbeddedDatabase, openEmbedded } from '../platform/database/embedded.ts';
import { openEngine } from '../platform/database/embedded-engine.ts';
import { openPostgresql } from '../platform/database/postgresql.ts';

const snapshotFile = join(import.meta.dirname, '..', '..', 'dist', 'new-database.tar');
/** What new databases begin from when the server was built: it saves seconds. */
export const snapshot = existsSync(snapshotFile) ? snapshotFile : null;

/**
 * A migrated database in memory when the server was built, else an empty one. In this thread: to hand each statement
 * to another and back costs as much as the statement, and the journeys and the process tests have the thread.
 */
export function openTestEmbedded(leaseLimit_ms?: number): Promise<EmbeddedDatabase> {
  return openEmbedded({ directory: null, snapshot }, leaseLimit_ms, openEngine);
}

/** A database of its own, of the kind that the tests run on: embedded, or at TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<Database> {
  const superuserUrl = process.env.TEST_DATABASE_URL;
  return superuserUrl ? openPostgresql(await makeTestDatabase(superuserUrl)) : openTestEmbedded();
}

/** A new database on a PostgreSQL server made for tests; it goes with the server. */
export async function makeTestDatabase(superuserUrl: string): Promise<string> {
  const name = `dazi_${randomBytes(6).toString('hex')}`;
  const client = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  await client.unsafe(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(superuserUrl);
  url.pathname = `/${name}`;
  return url.href;
}
