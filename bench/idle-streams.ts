import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { heartbeat_ms } from '../contract/src/live/live.rules.ts';
import { openPostgresql } from '../server/src/platform/database/postgresql.ts';
import { makeTestDatabase } from '../server/src/testing/test-database.ts';
import { startPostgres } from '../tools/services.mjs';
import { type Product, seedPeople, startProduct } from './product.ts';

/**
 * What people cost who are there and do nothing: each signed in, each with one open stream, all on one node. Says how
 * many are open after the first heartbeat, what one more takes of the server's memory, and what it answers meanwhile.
 *
 *   node --import tsx bench/idle-streams.ts [streams] [processes of clients]
 */
const streams = Number(process.argv[2] ?? 15_000);
const processes = Number(process.argv[3] ?? 3);
/** Code and buffers that the first ones bring along are not what one more costs. */
const first = 500;
const atOnce = 50;
const print = (line = '') => process.stdout.write(`${line}\n`);

interface Work {
  port: number;
  cookies: string[];
}
interface Standing {
  open: number;
  beaten: number;
}

/** A process of clients: opens what it is told to, and says how it stands. */
function beClients(): void {
  const standing = { open: 0, beaten: new Set<number>() };
  let number = 0;
  const open = (port: number, cookie: string) =>
    new Promise<void>((resolve) => {
      const own = number++;
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `GET /api/conversations/events HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n\r\n`,
        );
      });
      socket.setEncoding('utf8');
      let isOpen = false;
      socket.on('data', (text: string) => {
        if (!isOpen && text.startsWith('HTTP/1.1 200')) {
          isOpen = true;
          standing.open++;
        }
        if (text.includes('"heartbeat"')) standing.beaten.add(own);
        resolve();
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        if (isOpen) standing.open--;
        resolve();
      });
    });
  process.on('message', async (work: Partial<Work>) => {
    const { port, cookies } = work;
    if (port !== undefined && cookies) {
      const waiting = [...cookies];
      const next = async () => {
        for (let cookie = waiting.pop(); cookie; cookie = waiting.pop()) await open(port, cookie);
      };
      await Promise.all(Array.from({ length: atOnce }, next));
    }
    process.send!({ open: standing.open, beaten: standing.beaten.size } satisfies Standing);
  });
}

async function ask(clients: readonly ChildProcess[], works: readonly Work[]): Promise<Standing> {
  const answers = await Promise.all(
    clients.map(async (client, index) => {
      const answer = once(client, 'message');
      client.send(works[index] ?? {});
      return (await answer)[0] as Standing;
    }),
  );
  return {
    open: answers.reduce((sum, { open }) => sum + open, 0),
    beaten: answers.reduce((sum, { beaten }) => sum + beaten, 0),
  };
}

/** How long a call takes while all of them are open, in ms: the middle one and the slowest of a hundred. */
async function answering({ origin }: Product): Promise<[number, number]> {
  const times: number[] = [];
  for (let call = 0; call < 100; call++) {
    const begun = performance.now();
    await (await fetch(`${origin}/api/health`)).arrayBuffer();
    times.push(performance.now() - begun);
    await delay(20);
  }
  times.sort((one, other) => one - other);
  return [times[50]!, times[99]!];
}

async function measure(): Promise<void> {
  print(`${streams} people, ${processes} processes of clients; ${cpus().length} × ${cpus()[0]?.model}`);
  const server = await startPostgres({ durable: true });
  const url = await makeTestDatabase(server.url);
  const product = await startProduct({ DATABASE_URL: url });
  const clients = Array.from({ length: processes }, () => fork(fileURLToPath(import.meta.url), ['clients']));
  try {
    const database = await openPostgresql(url);
    const cookies = await seedPeople(database, streams);
    await database.close();
    const port = Number(new URL(product.origin).port);
    const shared = (some: readonly string[]) =>
      clients.map(
        (_client, index): Work => ({ port, cookies: some.filter((_each, at) => at % processes === index) }),
      );

    const alone_bytes = product.memory_bytes();
    await ask(clients, shared(cookies.slice(0, first)));
    await delay(2000);
    const before_bytes = product.memory_bytes();
    const begun = performance.now();
    await ask(clients, shared(cookies.slice(first)));
    const opening_s = (performance.now() - begun) / 1000;
    await delay(heartbeat_ms + 5000);
    const after_bytes = product.memory_bytes();
    const busy_ms = product.processorTime_ms();
    const { open, beaten } = await ask(clients, []);
    const [middle_ms, slowest_ms] = await answering(product);
    await delay(heartbeat_ms);
    const idle = (product.processorTime_ms() - busy_ms) / (heartbeat_ms + 2500);
    const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
    print(
      `open ${open} of ${streams}, of which a heartbeat reached ${beaten}; opened in ${opening_s.toFixed(1)} s`,
    );
    print(
      `memory ${mebibytes(alone_bytes)} MiB alone, ${mebibytes(before_bytes)} with ${first}, ${mebibytes(after_bytes)} with all`,
    );
    print(`one more stream: ${((after_bytes - before_bytes) / 1024 / (streams - first)).toFixed(1)} KiB`);
    print(
      `meanwhile ${(100 * idle).toFixed(0)} % of a core; health answered in ${middle_ms.toFixed(1)} ms, at most ${slowest_ms.toFixed(1)}`,
    );
  } finally {
    for (const client of clients) client.kill();
    await product.stop();
    await server.stop();
  }
}

if (process.argv[2] === 'clients') beClients();
else await measure();
