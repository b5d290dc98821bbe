import { join } from 'node:path';
import { minorFromDazi, minorUnits } from '@dazi/contract/wallet';
import { deposit, verifyLedger } from '#features/wallet/wallet.service.ts';
import { makeApp } from './app.ts';
import { readConfig } from './platform/config.ts';
import { lockDirectory } from './platform/database/directory-lock.ts';
import { openEmbedded } from './platform/database/embedded.ts';
import { openPostgresql } from './platform/database/postgresql.ts';
import type { Deps } from './platform/deps.ts';

/**
 * What an operator does with the ledger: `verify`, or `deposit <e-mail or id> <Dazi> [memo]`. Beside a running server
 * only with a database server; the embedded database belongs to one process.
 */
const root = join(import.meta.dirname, '..', '..');
const say = (text: string) => process.stdout.write(`${text}\n`);

async function verify(deps: Deps) {
  const { transfers, wallets, erased, problem, head } = await verifyLedger(deps);
  say(`${transfers} transfers, ${wallets} wallets; the personal part of ${erased} transfers was erased.`);
  say(`End of the chain: ${head.number} ${head.hash}`);
  if (problem) throw new Error(`The ledger does not fit: ${problem}.`);
  say('Everything fits.');
}

async function give(deps: Deps, [to, dazi, memo]: readonly (string | undefined)[]) {
  const amount = minorFromDazi(Number(dazi));
  if (!to || amount === null) throw new Error('Say whom and how much: deposit ann@example.org 25.50 "memo"');
  const { name, balanceMinor } = await deposit(deps, to, amount, memo?.trim() || null);
  say(`${name} now has ${(balanceMinor / minorUnits).toFixed(2)} Dazi.`);
}

async function run([command, ...parameters]: readonly string[]) {
  const commands = { verify, deposit: (deps: Deps) => give(deps, parameters) };
  if (command !== 'verify' && command !== 'deposit') throw new Error('Say "verify" or "deposit".');
  const config = readConfig();
  if (!config.databaseUrl) process.on('exit', lockDirectory(config.dataDir));
  const database = config.databaseUrl
    ? await openPostgresql(config.databaseUrl)
    : await openEmbedded({ directory: join(config.dataDir, 'database'), snapshot: null });
  const app = await makeApp({
    config: { ...config, logLevel: 'silent' },
    database,
    migrationsDirectory: join(root, 'server', 'migrations'),
    gazetteerFile: join(root, 'server', 'gazetteer', 'towns.tsv'),
    webDirectory: null,
    runJobs: false,
  });
  try {
    await commands[command](app.deps);
  } finally {
    await app.close();
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
