import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { renumberNotices } from '#features/notifications/notifications.service.ts';
import { makeApp } from './app.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { builderOn } from './platform/database/builder.ts';
import { openConfigured } from './platform/database/configured.ts';
import { DirectoryInUse, DirectoryUnusable, lockDirectory } from './platform/database/directory-lock.ts';
import type { Deps } from './platform/deps.ts';
import { isInstalled } from './platform/operations/contents.store.ts';
import { type Installation, OperatorError } from './platform/operations/manifest.ts';
import { StorageUnavailable } from './platform/storage/file-storage.ts';

const root = join(import.meta.dirname, '..', '..');
export const say = (text: string) => process.stdout.write(`${text}\n`);

/** What happened in a sentence; a fault of ours shows where it came from. */
function fail(error: unknown): never {
  const isExpected = [ConfigError, DirectoryInUse, DirectoryUnusable, OperatorError, StorageUnavailable].some(
    (kind) => error instanceof kind,
  );
  const { message, stack } = error as Error;
  process.stderr.write(`${error instanceof Error ? (isExpected ? message : (stack ?? message)) : error}\n`);
  process.exit(1);
}

/** What commands have to know of this version of Dazi. */
export const installation: Installation = {
  migrationsDirectory: join(root, 'server', 'migrations'),
  renumber: (database) => renumberNotices(builderOn(database)),
};

/** Runs a command with the words behind it, and ends. */
export function command(work: (words: readonly string[]) => Promise<void>): void {
  work(process.argv.slice(2)).then(() => process.exit(0), fail);
}

export const sizeText = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** Runs what an operator asked for and ends; only a database server lets that happen beside a running server. */
export function operate(work: (deps: Deps) => Promise<void>): void {
  run(work).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
}

/** Runs what the first word says with the others; what there is to say is told beside a running server, too. */
export function operateOne(
  works: Readonly<Record<string, (deps: Deps, words: readonly string[]) => Promise<void>>>,
  [verb = '', ...words]: readonly string[],
  usage: string,
): void {
  const work = Object.hasOwn(works, verb) ? works[verb]! : null;
  if (work) {
    operate((deps) => work(deps, words));
    return;
  }
  process.stderr.write(`${usage}\n`);
  process.exitCode = 1;
}

async function run(work: (deps: Deps) => Promise<void>) {
  const config = readConfig();
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'database', 'PG_VERSION'))) {
    throw new Error(
      `There is no database in ${config.dataDir}. Name the directory of the server with DATA_DIR, or its database with DATABASE_URL.`,
    );
  }
  if (!config.databaseUrl) process.on('exit', lockDirectory(config.dataDir));
  const database = await openConfigured(config, { snapshot: null, say });
  // Tables that are made for a command are empty, and everything in them fits.
  if (config.databaseUrl && !(await isInstalled(database))) {
    await database.close();
    throw new Error('DATABASE_URL: Dazi has never run on this database. Name that of the server.');
  }
  const app = await makeApp({
    // The server that runs beside has the port of its figures. What is decided reaches the nodes by the outbox, and
    // need not wait for a Redis or NATS that is away.
    config: { ...config, logLevel: 'silent', metrics: null, redisUrl: null, natsUrl: null },
    database,
    migrationsDirectory: join(root, 'server', 'migrations'),
    gazetteerFile: join(root, 'server', 'gazetteer', 'towns.tsv'),
    webDirectory: null,
    runJobs: false,
  });
  try {
    await work(app.deps);
  } finally {
    await app.close();
  }
}
