import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { openPostgresql } from '../server/src/platform/database/postgresql.ts';
import { makeTestDatabase } from '../server/src/testing/test-database.ts';
import { freePort, startPostgres } from '../tools/services.mjs';
import {
  processorTimeOf,
  repository,
  seedPeople,
  seedRoom,
  startProduct,
  stopped,
  untilUp,
} from './product.ts';

/**
 * How long a message takes from its sender to every member of a room: through Dazi (HTTP, PostgreSQL with fsync,
 * server-sent events), beside socket.io that stores to the same PostgreSQL before it tells. Both run in turn; the
 * load comes from this process, on the same cores. Sent one by one at an even pace; what is lost or comes twice
 * is counted. `first` is when the first listener hears a message, `spread` from there to the last one: the first says
 * what storing takes, the second what telling takes. BEFORE names another built checkout that takes its turn too.
 *
 *   [BEFORE=checkout] node --import tsx bench/chat-fan-out.ts [members] [messages a second] [seconds a turn] [turns]
 */
const members = Number(process.argv[2] ?? 400);
const perSecond = Number(process.argv[3] ?? 80);
const seconds = Number(process.argv[4] ?? 10);
const turns = Number(process.argv[5] ?? 3);
const warmUp_s = 3;
const before = process.env.BEFORE;
const print = (line = '') => process.stdout.write(`${line}\n`);

/** Where deliveries are counted: the number of a message stands in its text. */
class Tally {
  readonly #sentAt: number[] = [];
  readonly #firstAt: number[] = [];
  readonly #lastAt: number[] = [];
  readonly #heard: Uint16Array[] = [];
  readonly latencies_ms: number[] = [];
  doubled = 0;

  sent(): number {
    this.#heard.push(new Uint16Array(members));
    return this.#sentAt.push(performance.now()) - 1;
  }

  get messages(): number {
    return this.#sentAt.length;
  }

  /** From sent to the first listener, one a message. */
  get first_ms(): number[] {
    return this.#firstAt.map((at, message) => at - this.#sentAt[message]!);
  }

  /** From the first listener to the last, one a message. */
  get spread_ms(): number[] {
    return this.#firstAt.map((at, message) => this.#lastAt[message]! - at);
  }

  heard(member: number, message: number) {
    const counts = this.#heard[message];
    if (!counts) return;
    counts[member]!++;
    if (counts[member]! > 1) {
      this.doubled++;
      return;
    }
    const now = performance.now();
    this.#firstAt[message] ??= now;
    this.#lastAt[message] = now;
    this.latencies_ms.push(now - this.#sentAt[message]!);
  }

  get lost(): number {
    return this.#sentAt.length * members - this.latencies_ms.length;
  }
}

interface Side {
  name: string;
  send(message: number): Promise<void>;
  listen(tally: Tally): void;
  /** Of its server, without the database. */
  processorTime_ms(): number;
  close(): Promise<void>;
}

const textOf = (message: number) => `number ${message}, who comes along?`;
const numbersIn = /number (\d+),/g;

/** The built product; people, sessions and the room are written straight into its tables. */
async function dazi(name: string, url: string, checkout: string): Promise<Side> {
  const product = await startProduct({ DATABASE_URL: url }, '/api/health', checkout);
  const database = await openPostgresql(url);
  const cookies = await seedPeople(database, members);
  await seedRoom(database, { id: 'room', members, messages: 0 });
  await database.close();
  const { origin } = product;
  let tally: Tally | null = null;
  const streams = await Promise.all(
    cookies.map(
      (cookie, member) =>
        new Promise<{ destroy(): void }>((resolve, reject) => {
          const stream = request(`${origin}/api/conversations/events`, {
            agent: false,
            headers: { cookie },
          });
          stream.on('error', reject);
          stream.on('response', (answer) => {
            if (answer.statusCode !== 200) reject(new Error(`Stream refused: ${answer.statusCode}`));
            answer.setEncoding('utf8');
            let rest = '';
            answer.on('data', (chunk: string) => {
              const text = rest + chunk;
              const end = text.lastIndexOf('\n\n');
              rest = text.slice(end + 2);
              const whole = text.slice(0, end);
              for (const [, message] of whole.matchAll(numbersIn)) tally?.heard(member, Number(message));
            });
            answer.on('error', () => {});
            resolve({ destroy: () => stream.destroy() });
          });
          stream.end();
        }),
    ),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    name,
    processorTime_ms: () => product.processorTime_ms(),
    listen: (next) => {
      tally = next;
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        const call = request(
          `${origin}/api/conversations/room`,
          {
            agent,
            method: 'POST',
            headers: { cookie: cookies[message % members], 'content-type': 'application/json' },
          },
          (answer) => {
            answer.resume();
            answer.on('end', () =>
              answer.statusCode === 200 ? resolve() : reject(new Error(`Refused: ${answer.statusCode}`)),
            );
          },
        );
        call.on('error', reject);
        call.end(JSON.stringify({ content: textOf(message), clientId: `client-${crypto.randomUUID()}` }));
      }),
    async close() {
      for (const stream of streams) stream.destroy();
      agent.destroy();
      await product.stop();
    },
  };
}

/** A peer of some lines: takes the number and stores in one transaction, then tells the room. */
const peerProgram = `
import { Server } from 'socket.io';
import postgres from 'postgres';
const [port, url] = process.argv.slice(1);
const sql = postgres(url, { max: 10 });
await sql\`CREATE TABLE peer_rooms (id text PRIMARY KEY, last int NOT NULL)\`;
await sql\`CREATE TABLE peer_messages (room text, sequence int, sender text, content text, created_at timestamptz, PRIMARY KEY (room, sequence))\`;
await sql\`INSERT INTO peer_rooms VALUES ('room', 0)\`;
const io = new Server(Number(port), { transports: ['websocket'] });
io.on('connection', (socket) => {
  socket.join('room');
  socket.on('say', async (content, done) => {
    const sequence = await sql.begin(async (sql) => {
      const [{ last }] = await sql\`UPDATE peer_rooms SET last = last + 1 WHERE id = 'room' RETURNING last\`;
      await sql\`INSERT INTO peer_messages VALUES ('room', \${last}, \${socket.id}, \${content}, now())\`;
      return last;
    });
    io.to('room').emit('said', { sequence, sender: socket.id, content });
    done(sequence);
  });
});
`;

async function socketIo(url: string): Promise<Side> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--input-type=module', '-e', peerProgram, String(port), url], {
    cwd: join(repository, 'server'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilUp(child, async () => (await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4`)).status > 0);
  let tally: Tally | null = null;
  const sockets: Socket[] = await Promise.all(
    Array.from(
      { length: members },
      (_each, member) =>
        new Promise<Socket>((resolve, reject) => {
          const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true });
          socket.on('connect', () => resolve(socket));
          socket.on('connect_error', reject);
          socket.on('said', ({ content }: { content: string }) => {
            for (const [, message] of content.matchAll(numbersIn)) tally?.heard(member, Number(message));
          });
        }),
    ),
  );
  return {
    name: 'socket.io',
    processorTime_ms: () => processorTimeOf(child.pid!),
    listen: (next) => {
      tally = next;
    },
    send: async (message) => {
      await sockets[message % members]!.timeout(20_000).emitWithAck('say', textOf(message));
    },
    async close() {
      for (const socket of sockets) socket.close();
      await stopped(child);
    },
  };
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Answers what was counted; how fast a program is whose code was just loaded says nothing of a running one. */
async function measured(side: Side, seconds: number): Promise<Tally> {
  const tally = new Tally();
  side.listen(tally);
  const total = perSecond * seconds;
  const begun = performance.now();
  const answers: Promise<void>[] = [];
  for (let index = 0; index < total; index++) {
    await delay(Math.max(0, begun + (index * 1000) / perSecond - performance.now()));
    answers.push(side.send(tally.sent()));
  }
  await Promise.all(answers);
  await delay(1000);
  return tally;
}

const sorted = (numbers: readonly number[]) => Float64Array.from(numbers).sort();
const median = (numbers: readonly number[]) => at([...sorted(numbers)], 0.5).toFixed(1);

async function turnOf(side: Side) {
  const before_ms = side.processorTime_ms();
  const tally = await measured(side, seconds);
  const processor_ms = (side.processorTime_ms() - before_ms) / tally.messages;
  const latencies = [...sorted(tally.latencies_ms)];
  const figures = [0.5, 0.95, 0.99, 0.999999].map((share) => at(latencies, share).toFixed(1));
  print(
    `${side.name.padEnd(10)} p50 ${figures[0]}  p95 ${figures[1]}  p99 ${figures[2]}  max ${figures[3]} ms   first ${median(tally.first_ms)}  spread ${median(tally.spread_ms)} ms   processor ${processor_ms.toFixed(1)} ms a message   ${tally.lost} lost  ${tally.doubled} doubled`,
  );
}

print(
  `${members} members, ${perSecond} messages a second, ${seconds} s a turn; ${cpus().length} × ${cpus()[0]?.model}`,
);
const server = await startPostgres({ durable: true });
try {
  const sides = [
    await dazi('Dazi', await makeTestDatabase(server.url), repository),
    ...(before ? [await dazi('before', await makeTestDatabase(server.url), before)] : []),
    await socketIo(await makeTestDatabase(server.url)),
  ];
  for (const side of sides) await measured(side, warmUp_s);
  for (let turn = 0; turn < turns; turn++) for (const side of sides) await turnOf(side);
  for (const side of sides) await side.close();
} finally {
  await server.stop();
}
