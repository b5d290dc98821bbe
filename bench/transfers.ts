import { spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { openPostgresql } from '../server/src/platform/database/postgresql.ts';
import { makeTestDatabase } from '../server/src/testing/test-database.ts';
import { findPostgres } from '../tools/postgres-programs.mjs';
import { startPostgres } from '../tools/services.mjs';
import { type Product, seedPeople, startProduct } from './product.ts';

/**
 * Transfers a second through the API, acknowledged after a commit that was flushed to the disk: between many wallets,
 * and all out of one. Beside them pgbench (TPC-B) on the same server, whose one transaction also changes three rows and
 * adds one. The load comes from this process, on the same cores. Afterwards the ledger is verified by the operator's command.
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
  agent: Agent;
}

function call<Data>({ product, agent }: Bank, cookie: string, path: string, body?: object): Promise<Data> {
  return new Promise((resolve, reject) => {
    const asked = request(
      product.origin + path,
      {
        agent,
        method: body ? 'POST' : 'GET',
        headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve((JSON.parse(text) as { data: Data }).data)
            : reject(new Error(`${path}: ${answer.statusCode} ${text}`)),
        );
      },
    );
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}

async function openBank(product: Product, cookies: string[]): Promise<Bank> {
  const agent = new Agent({ keepAlive: true, maxSockets: underWay });
  const bank: Bank = { product, cookies, wallets: [], agent };
  for (const [number, cookie] of cookies.entries()) {
    bank.wallets.push((await call<{ id: string }>(bank, cookie, `/api/wallets?userId=person-${number}`)).id);
  }
  return bank;
}

/** As many at once as said, for the time of a turn. Answers transfers a second and their latencies. */
async function turnOf(bank: Bank, sender: (number: number) => number) {
  const until = performance.now() + seconds * 1000;
  const latencies: number[] = [];
  let number = 0;
  const worker = async () => {
    while (performance.now() < until) {
      const own = number++;
      const from = sender(own);
      const to = (from + 1 + (own % (people - 1))) % people;
      const begun = performance.now();
      const body = { fromWalletId: bank.wallets[from], toWalletId: bank.wallets[to], amountMinor: 1 };
      await call(bank, bank.cookies[from]!, '/api/wallets/transfer', { ...body, key: crypto.randomUUID() });
      latencies.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  const before_ms = bank.product.processorTime_ms();
  await Promise.all(Array.from({ length: underWay }, worker));
  const elapsed_s = (performance.now() - begun) / 1000;
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!.toFixed(0);
  const each_ms = (bank.product.processorTime_ms() - before_ms) / latencies.length;
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
  for (let turn = 0; turn < turns; turn++) {
    print(`PostgreSQL, spread    ${await turnOf(bank, spread)}`);
    print(`PostgreSQL, one out   ${await turnOf(bank, hot)}`);
    print(`pgbench TPC-B         ${pgbench(benchUrl)}`);
  }
  bank.agent.destroy();
  await product.stop();
  print(verify({ DATABASE_URL: url }));
} finally {
  await server.stop();
}
