import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeApp } from './app.ts';
import { readConfig } from './platform/config.ts';
import { openConfigured } from './platform/database/configured.ts';
import { lockDirectory } from './platform/database/directory-lock.ts';
import type { Deps } from './platform/deps.ts';

const root = join(import.meta.dirname, '..', '..');
export const say = (text: string) => process.stdout.write(`${text}\n`);

/** Runs what an operator asked for and ends; only a database server lets that happen beside a running server. */
export function operate(work: (deps: Deps) => Promise<void>): void {
  run(work).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
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
  const app = await makeApp({
    config: { ...config, logLevel: 'silent' },
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
