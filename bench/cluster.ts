import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../server/src/platform/database/connection.ts';
import { migrate, readMigrations } from '../server/src/platform/database/migrate.ts';
import { openPostgresql } from '../server/src/platform/database/postgresql.ts';
import { isOnCitus, makeCluster, spreadTables } from '../server/src/testing/test-citus.ts';
import { makeEmptyDatabase } from '../server/src/testing/test-database.ts';
import { startPostgres } from '../tools/services.mjs';
import { quantile } from './even-pace.ts';
import { type Product, repository, seedPeople, seedRoom, startProduct } from './product.ts';

/**
 * What calls cost on a Citus cluster beside one PostgreSQL with the same rows: the same calls over HTTP, in turn.
 * TEST_DATABASE_URL names the coordinator and TEST_CITUS_WORKERS the workers, as for tests. With BEFORE (another built
 * checkout) a server of that is asked on a cluster of its own too.
 *
 *   BEFORE=/other/checkout node --import tsx bench/cluster.ts [calls a line] [shards] [lines with this in their name]
 */
const calls = Number(process.argv[2] ?? 40);
const shards = Number(process.argv[3] ?? 32);
const wanted = process.argv[4] ?? '';
const print = (line = '') => process.stdout.write(`${line}\n`);

/** The first person is in all rooms, the eleventh in the first three alone. */
const rooms = 50;
const [everywhere, inThree] = [0, 10];

type Ask = (call: number) => [person: number, method: string, path: string, body?: object];

const lines: Record<string, Ask> = {
  'list of 3 conversations': () => [inThree, 'GET', '/api/conversations'],
  'list of 20 of 50': () => [everywhere, 'GET', '/api/conversations?limit=20'],
  'list of 50': () => [everywhere, 'GET', '/api/conversations?limit=50'],
  'list of 50, unread first': () => [everywhere, 'GET', '/api/conversations?limit=50&sort=unread_first'],
  'unread counter, 3': () => [inThree, 'GET', '/api/conversations/unread'],
  'unread counter, 50': () => [everywhere, 'GET', '/api/conversations/unread'],
  'rooms near by': () => [
    199,
    'GET',
    '/api/conversations?includeNearby=true&latitude=37.77&longitude=-122.44',
  ],
  'one conversation': () => [everywhere, 'GET', '/api/conversations/room-1'],
  'newest messages': () => [everywhere, 'GET', '/api/conversations/room-1/messages'],
  send: (call) => [everywhere, 'POST', '/api/conversations/room-1', { content: `one more, ${call}` }],
};

async function fill(database: Database): Promise<string[]> {
  const cookies = await seedPeople(database, 200);
  for (let n = 0; n < rooms; n++)
    await seedRoom(database, { id: `room-${n}`, members: n < 3 ? 20 : 10, messages: 60 });
  await database.script('ANALYZE');
  return cookies;
}

async function prepared(url: string, spread: boolean): Promise<string[]> {
  if (spread) await makeCluster(url);
  const database = await openPostgresql(url);
  await migrate(database, readMigrations(join(repository, 'server', 'migrations')));
  if (spread) await spreadTables(url, shards);
  const cookies = await fill(database);
  await database.close();
  return cookies;
}

async function taken(product: Product, cookies: readonly string[], ask: Ask, call: number): Promise<number> {
  const [person, method, path, body] = ask(call);
  const begun = performance.now();
  const answer = await fetch(product.origin + path, {
    method,
    headers: { cookie: cookies[person]!, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - begun;
}

if (!isOnCitus) throw new Error('TEST_DATABASE_URL and TEST_CITUS_WORKERS name no cluster.');
print(
  `${cpus().length} × ${cpus()[0]?.model}, ${shards} shards, ${calls} calls a line in turn, milliseconds`,
);

async function start(name: string, superuserUrl: string, spread: boolean, checkout = repository) {
  const url = await makeEmptyDatabase(superuserUrl);
  const cookies = await prepared(url, spread);
  products.push({ name, product: await startProduct({ DATABASE_URL: url }, undefined, checkout), cookies });
}

const plain = await startPostgres({ durable: false });
const products: { name: string; product: Product; cookies: string[] }[] = [];
try {
  await start('PostgreSQL', plain.url, false);
  await start('cluster', process.env.TEST_DATABASE_URL!, true);
  if (process.env.BEFORE) await start('before', process.env.TEST_DATABASE_URL!, true, process.env.BEFORE);
  print(
    `${'call'.padEnd(28)}${products.map(({ name }) => `${name} p50    p95`.padStart(22)).join('')}   ratios of p50`,
  );
  for (const [what, ask] of Object.entries(lines)) {
    if (!what.includes(wanted)) continue;
    const times = products.map((): number[] => []);
    for (let call = 0; call < calls; call++)
      for (const [index, { product, cookies }] of products.entries()) {
        const one = await taken(product, cookies, ask, call);
        if (call >= calls / 10) times[index]!.push(one);
      }
    const cells = times.map(
      (list) => `${quantile(list, 0.5).toFixed(1)} ${quantile(list, 0.95).toFixed(1).padStart(6)}`,
    );
    const ratios = times.slice(1).map((list) => (quantile(list, 0.5) / quantile(times[0]!, 0.5)).toFixed(1));
    print(`${what.padEnd(28)}${cells.map((cell) => cell.padStart(22)).join('')}   ${ratios.join(' ')}`);
  }
} finally {
  for (const { product } of products) await product.stop();
  await plain.stop();
}
