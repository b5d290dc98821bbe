import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { type Database, DatabaseGone } from '../platform/database/connection.ts';
import { type EmbeddedDatabase, openEmbedded } from '../platform/database/embedded.ts';
import { openEngine } from '../platform/database/embedded-engine.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import {
  missingRoleSettings,
  openPostgresql,
  type PostgresqlOptions,
} from '../platform/database/postgresql.ts';
import { isOnCitus, makeCluster, spreadTables } from './test-citus.ts';
import { lookAtNew, makeNewAgain, type NewDatabase } from './test-database-reset.ts';
import { TestPgbouncer } from './test-pgbouncer.ts';

const migrationsDirectory = join(import.meta.dirname, '..', '..', 'migrations');
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
export function openTestDatabase(): Promise<Database> {
  const superuserUrl = process.env.TEST_DATABASE_URL;
  return superuserUrl ? openUsedPostgresql(superuserUrl) : openUsedEmbedded();
}

/** Each connection reads the catalogue and plans every statement for itself: with few a twelfth of the tests is spared. */
const connections = 5;

/** All that this process makes are alike. */
let asNew: Promise<NewDatabase> | undefined;
/** Closed by who had them, and as new again: emptied in a fifth of the time that it takes to make another. */
const embeddedDatabases: EmbeddedDatabase[] = [];
const postgresqlDatabases: string[] = [];

async function openUsedEmbedded(): Promise<Database> {
  const database = embeddedDatabases.pop() ?? (await openTestEmbedded());
  asNew ??= lookAtNew(database);
  const state = await asNew;
  let isClosed = false;
  const untilClosed =
    <Call extends unknown[], Answer>(call: (...parameters: Call) => Promise<Answer>) =>
    (...parameters: Call): Promise<Answer> =>
      isClosed ? Promise.reject(new DatabaseGone('The embedded database is closed')) : call(...parameters);
  return {
    kind: 'embedded',
    query: untilClosed(database.query),
    script: untilClosed(database.script),
    transaction: untilClosed(database.transaction) as Database['transaction'],
    close: untilClosed(async () => {
      isClosed = true;
      if (await makeNewAgain(database, state)) embeddedDatabases.push(database);
      else await database.close();
    }),
  };
}

async function openUsedPostgresql(superuserUrl: string): Promise<Database> {
  const url = postgresqlDatabases.pop() ?? (await makeTestDatabase(superuserUrl));
  const database = await openMade(url);
  asNew ??= lookAtNew(database);
  const state = await asNew;
  return {
    ...database,
    async close() {
      await database.close();
      const emptied = await openPostgresql(url, { isCluster: isOnCitus });
      if (await makeNewAgain(emptied, state)) postgresqlDatabases.push(url);
      await emptied.close();
    },
  };
}

/** Whether all that tests ask, and the servers they start, goes through one that hands connections on. */
export const isPooled = process.env.TEST_POOLER === 'pgbouncer';
let pooler: Promise<TestPgbouncer> | undefined;

/** The way to a database that was made for tests. */
export async function wayTo(url: string): Promise<{ url: string; options: PostgresqlOptions }> {
  if (!isPooled) return { url, options: { isCluster: isOnCitus } };
  pooler ??= poolerWithSettings(url);
  return { url: (await pooler).urlOf(url), options: { prepares: false, directUrl: url } };
}

export async function openMade(made: string): Promise<Database> {
  const { url, options } = await wayTo(made);
  return openPostgresql(url, { connections, ...options });
}

/** The settings of a server that a test starts, through the pooler if tests are to use it and the database is theirs. */
export async function pooledSettings(settings: Record<string, string>): Promise<Record<string, string>> {
  const { DATABASE_URL: url } = settings;
  if (!isPooled || !url || settings.DATABASE_PREPARE !== undefined) return settings;
  // Others are there in no test, or behind a way of their own.
  if (new URL(url).host !== new URL(process.env.TEST_DATABASE_URL!).host) return settings;
  const way = await wayTo(url);
  return { ...settings, DATABASE_URL: way.url, DATABASE_DIRECT_URL: url, DATABASE_PREPARE: '0' };
}

async function poolerWithSettings(url: string): Promise<TestPgbouncer> {
  // Other processes set the same role; the lock is that of the database that all of them know.
  await asSuperuser(process.env.TEST_DATABASE_URL!, async (client) => {
    await client`SELECT pg_advisory_lock(hashtext('dazi role settings'))`;
    const database = await openPostgresql(url, { prepares: false });
    for (const statement of await missingRoleSettings(database)) {
      await database.script(statement.replace(/ IN DATABASE \S+/, ''));
    }
    await database.close();
  });
  return TestPgbouncer.before(url);
}

/** A migrated database of its own on a PostgreSQL server made for tests; it goes with the server. */
export async function makeTestDatabase(superuserUrl: string): Promise<string> {
  if (isOnCitus) return makeSpread(superuserUrl);
  const { host } = new URL(superuserUrl);
  const model = models.get(host) ?? makeModel(superuserUrl);
  models.set(host, model);
  return makeDatabase(superuserUrl, `TEMPLATE ${await model}`);
}

/** The same without any table. */
export function makeEmptyDatabase(superuserUrl: string): Promise<string> {
  return makeDatabase(superuserUrl);
}

async function makeDatabase(superuserUrl: string, options = ''): Promise<string> {
  const name = `dazi_${randomBytes(6).toString('hex')}`;
  await asSuperuser(superuserUrl, (client) => client.unsafe(`CREATE DATABASE ${name} ${options}`));
  return urlOf(superuserUrl, name);
}

/** A cluster is no copy of another. */
async function makeSpread(superuserUrl: string): Promise<string> {
  const url = await makeEmptyDatabase(superuserUrl);
  await makeCluster(url);
  const database = await openPostgresql(url);
  await migrate(database, readMigrations(migrationsDirectory));
  await database.close();
  await spreadTables(url);
  return url;
}

/** Of each server, by host and port. */
const models = new Map<string, Promise<string>>();

/** What all migrated databases of this server are copies of, whichever process makes it: half of a test server's start. */
async function makeModel(superuserUrl: string): Promise<string> {
  const migrations = readMigrations(migrationsDirectory);
  const hash = createHash('sha256').update(migrations.map((each) => each.hash).join());
  const name = `dazi_model_${hash.digest('hex').slice(0, 12)}`;
  await asSuperuser(superuserUrl, async (client) => {
    await client`SELECT pg_advisory_lock(hashtext(${name}))`;
    const [made] = await client`SELECT FROM pg_database WHERE datname = ${name}`;
    if (made) return;
    const url = await makeEmptyDatabase(superuserUrl);
    const database = await openPostgresql(url);
    await migrate(database, migrations);
    await database.close();
    await client.unsafe(`ALTER DATABASE ${new URL(url).pathname.slice(1)} RENAME TO ${name}`);
  });
  return name;
}

/** The lock of a session ends with it. */
async function asSuperuser(url: string, work: (client: postgres.Sql) => Promise<unknown>): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  await work(client).finally(() => client.end());
}

function urlOf(superuserUrl: string, name: string): string {
  const url = new URL(superuserUrl);
  url.pathname = `/${name}`;
  return url.href;
}
