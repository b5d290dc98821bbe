import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { openPostgresql } from '../server/src/platform/database/postgresql.ts';
import { makeTestDatabase } from '../server/src/testing/test-database.ts';
import { findPostgres } from '../tools/postgres-programs.mjs';
import { startPostgres } from '../tools/services.mjs';
import { LeanConnection } from './lean-client.ts';
import { type Product, seedPeople, startProduct } from './product.ts';

/**
 * Transfers a second through the API, acknowledged after a commit that was flushed to the disk: between many wallets,
 * and all out of one. Beside them pgbench (TPC-B) on the same server, whose one transaction also changes three rows and
 * adds one. The load comes from this process, on the same cores, and costs little. Afterwards the ledger is verified by the operator's command.
 *
 *   node --import tsx bench/transfers.ts [seconds a turn] [turns] [requests under way]
 */
const seconds = Number(process.argv[2] ?? 8);
const turns = Number(process.argv[3] ?? 2);
const underWay = Number(process.argv[4] ?? 256);
const people = 400;
const print = (line = '') => process.stdout.write(`${line}\n`);

interface Bank {
  product: Product;
  cookies: string[];
  wallets: string[];
}

async function openBank(product: Product, cookies: string[]): Promise<Bank> {
  const wallets: string[] = [];
  for (const [number, cookie] of cookies.entries()) {
    const path = `/api/wallets?userId=person-${number}`;
    const answer = await fetch(product.origin + path, { headers: { cookie } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    wallets.push(((await answer.json()) as { data: { id: string } }).data.id);
  }
  return { product, cookies, wallets };
}

/** As many at once as said, for the time of a turn. Answers transfers a second and their latencies. */
async function turnOf({ product, cookies, wallets }: Bank, sender: (number: number) => number) {
  const path = '/api/wallets/transfer';
  const until = performance.now() + seconds * 1000;
  const latencies: number[] = [];
  let number = 0;
  const worker = async () => {
    const connection = new LeanConnection(product.origin);
    while (performance.now() < until) {
      const own = number++;
      const from = sender(own);
      const to = (from + 1 + (own % (people - 1))) % people;
      const begun = performance.now();
      const body = { fromWalletId: wallets[from], toWalletId: wallets[to], amountMinor: 1 };
      const key = crypto.randomUUID();
      const { status, text } = await connection.post(path, cookies[from]!, JSON.stringify({ ...body, key }));
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
      latencies.push(performance.now() - begun);
    }
    connection.close();
  };
  const begun = performance.now();
  const before_ms = product.processorTime_ms();
  await Promise.all(Array.from({ length: underWay }, worker));
  const elapsed_s = (performance.now() - begun) / 1000;
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!.toFixed(0);
  const each_ms = (product.processorTime_ms() - before_ms) / latencies.length;
  const spent = `the server's processor ${each_ms.toFixed(2)} ms each`;
  return `${(latencies.length / elapsed_s).toFixed(0)}/s, p50 ${at(0.5)}, p99 ${at(0.99)} ms, ${spent}`;
}

function pgbench(url: string): string {
  const program = join(dirname(findPostgres()!.postgres), 'pgbench');
  const run = (parameters: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, [...parameters, url], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  run(['-i', '-q', '-s', '10']);
  const counted = run(['-c', '32', '-j', '2', '-T', String(seconds)]);
  return `${Number(/tps = ([\d.]+)/.exec(counted)?.[1]).toFixed(0)}/s`;
}

function verify(settings: Record<string, string>): string {
  const environment = {
    ...process.env,
    POSITION_SECRET: 'the position secret of the measurements, long enough',
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/dist/ledger.js', 'verify'], {
    env: { ...environment, ...settings },
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : `DOES NOT FIT: ${stderr}`;
}

const spread = (number: number) => number % people;
const hot = () => 0;

print(`${underWay} under way, ${seconds} s a turn; ${cpus().length} × ${cpus()[0]?.model}`);
const server = await startPostgres({ durable: true });
try {
  const url = await makeTestDatabase(server.url);
  const product = await startProduct({ DATABASE_URL: url, OPENING_DEPOSIT: '1000000' });
  const database = await openPostgresql(url);
  const cookies = await seedPeople(database, people);
  await database.close();
  const bank = await openBank(product, cookies);
  const benchUrl = await makeTestDatabase(server.url);
  // Until the server's code is compiled it takes half as long again; afterwards it does not.
  print(`warming up            ${await turnOf(bank, spread)}`);
  for (let turn = 0; turn < turns; turn++) {
    print(`PostgreSQL, spread    ${await turnOf(bank, spread)}`);
    print(`PostgreSQL, one out   ${await turnOf(bank, hot)}`);
    print(`pgbench TPC-B         ${pgbench(benchUrl)}`);
  }
  await product.stop();
  print(verify({ DATABASE_URL: url }));
} finally {
  await server.stop();
}
