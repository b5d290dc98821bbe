import { openPostgresql } from '../server/src/platform/database/postgresql.ts';
import { makeTestDatabase } from '../server/src/testing/test-database.ts';
import { startPostgres } from '../tools/services.mjs';
import { LeanConnection } from './lean-client.ts';
import { type Product, seedPeople, seedRoom, startProduct } from './product.ts';

/**
 * Messages a second, acknowledged after a flushed commit, through one, two and three nodes on the same PostgreSQL, spread
 * evenly over them. Where all share the cores of one machine this shows what a further node costs, and no gain.
 *
 *   node --import tsx bench/nodes.ts [seconds a turn] [turns] [under way]
 */
const seconds = Number(process.argv[2] ?? 6);
const turns = Number(process.argv[3] ?? 3);
const underWay = Number(process.argv[4] ?? 48);
const rooms = 24;
const members = 4;
const print = (line = '') => process.stdout.write(`${line}\n`);

async function turnOf(nodes: readonly Product[], cookies: readonly string[], name: string) {
  const latencies: number[] = [];
  const before = nodes.map((node) => node.processorTime_ms());
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: underWay }, async (_each, worker) => {
      const connection = new LeanConnection(nodes[worker % nodes.length]!.origin);
      const path = `/api/conversations/room-${worker % rooms}`;
      for (let number = 0; performance.now() < until; number++) {
        const body = JSON.stringify({ content: 'Who comes along?', clientId: `${name}-${worker}-${number}` });
        const asked = performance.now();
        const { status, text } = await connection.post(path, cookies[worker % members]!, body);
        if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
        latencies.push(performance.now() - asked);
      }
      connection.close();
    }),
  );
  const elapsed_s = (performance.now() - begun) / 1000;
  const spent_ms = nodes.reduce((sum, node, index) => sum + node.processorTime_ms() - before[index]!, 0);
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!.toFixed(0);
  const each_ms = spent_ms / latencies.length;
  const a_second = latencies.length / elapsed_s;
  print(
    `${nodes.length} node(s): ${a_second.toFixed(0)}/s, p50 ${at(0.5)}, p99 ${at(0.99)} ms; ${each_ms.toFixed(2)} ms of the nodes' processor each`,
  );
  return { a_second, each_ms };
}

const postgres = await startPostgres({ durable: true });
const nodes: Product[] = [];
try {
  const url = await makeTestDatabase(postgres.url);
  const database = await openPostgresql(url);
  const cookies = await seedPeople(database, members);
  for (let room = 0; room < rooms; room++) {
    await seedRoom(database, { id: `room-${room}`, members, messages: 10 });
  }
  await database.close();
  // Nobody signs in: the provider is never asked. Demo mode has its database for itself.
  const settings = { DATABASE_URL: url, OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'bench' };
  for (let number = 0; number < 3; number++) nodes.push(await startProduct(settings));
  const results = new Map<number, { a_second: number; each_ms: number }[]>();
  await turnOf(nodes, cookies, 'warming-up');
  for (let turn = 0; turn < turns; turn++) {
    for (const count of [1, 2, 3]) {
      const result = await turnOf(nodes.slice(0, count), cookies, `turn-${turn}-${count}`);
      results.set(count, [...(results.get(count) ?? []), result]);
    }
  }
  const mean = (count: number, what: 'a_second' | 'each_ms') =>
    results.get(count)!.reduce((sum, one) => sum + one[what], 0) / turns;
  for (const count of [2, 3]) {
    print(
      `${count} nodes beside one: ${(mean(count, 'a_second') / mean(1, 'a_second')).toFixed(2)} times the messages, ${(mean(count, 'each_ms') / mean(1, 'each_ms')).toFixed(2)} times the processor for each`,
    );
  }
} finally {
  for (const node of nodes) await node.stop();
  await postgres.stop();
}
