import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../server/src/platform/database/connection.ts';
import { openEmbedded } from '../server/src/platform/database/embedded.ts';
import { migrate, readMigrations } from '../server/src/platform/database/migrate.ts';
import { openPostgresql } from '../server/src/platform/database/postgresql.ts';
import { makeTestDatabase } from '../server/src/testing/test-database.ts';
import { startPostgres } from '../tools/services.mjs';
import { repository, seedPeople, seedRoom, startProduct } from './product.ts';

/**
 * What one large room costs beside a small one: every call of a conversation over HTTP, through the same server on
 * the same database, asked in turn. Cost is to follow what is shown and not what there is.
 *
 *   node --import tsx bench/one-room.ts [members] [messages] [calls a line]
 */
const members = Number(process.argv[2] ?? 10_000);
const messages = Number(process.argv[3] ?? 100_000);
const calls = Number(process.argv[4] ?? 60);
const small = { id: 'small', members: 10, messages: 200 };
const large = { id: 'large', members, messages };
const print = (line = '') => process.stdout.write(`${line}\n`);

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

type Ask = (room: typeof large, call: number) => [method: string, path: string, body?: object];

const lines: Record<string, Ask> = {
  'open the conversation': ({ id }) => ['GET', `/api/conversations/${id}`],
  'the own conversations': () => ['GET', '/api/conversations'],
  'newest page': ({ id }) => ['GET', `/api/conversations/${id}/messages`],
  'page in the middle': ({ id, messages: many }) => [
    'GET',
    `/api/conversations/${id}/messages?around=${Math.ceil(many / 2)}`,
  ],
  'oldest page': ({ id }) => ['GET', `/api/conversations/${id}/messages?after=0`],
  'members, first page': ({ id }) => ['GET', `/api/conversations/${id}/members`],
  'members by a part of the name': ({ id }) => ['GET', `/api/conversations/${id}/members?query=son%209`],
  'search, common word': ({ id }) => ['GET', `/api/conversations/${id}/search?query=chess`],
  'search, rare word': ({ id, messages: many }) => [
    'GET',
    `/api/conversations/${id}/search?query=${Math.floor(many / 3)}`,
  ],
  'search, nothing': ({ id }) => ['GET', `/api/conversations/${id}/search?query=zebra`],
  send: ({ id }, call) => ['POST', `/api/conversations/${id}`, { content: `one more, ${call}` }],
  'send with a mention': ({ id }, call) => [
    'POST',
    `/api/conversations/${id}`,
    { content: `@person 7 ${call}` },
  ],
  'mark read': ({ id }) => ['POST', `/api/conversations/${id}/read`, {}],
  'unread counter': () => ['GET', '/api/conversations/unread'],
};

async function measure(origin: string, cookie: string, ask: Ask, room: typeof large, call: number) {
  const [method, path, body] = ask(room, call);
  const begun = performance.now();
  const answer = await fetch(origin + path, {
    method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return performance.now() - begun;
}

async function compare(name: string, database: Database, settings: Record<string, string>) {
  await migrate(database, readMigrations(join(repository, 'server', 'migrations')));
  const cookies = await seedPeople(database, members);
  await seedRoom(database, small);
  await seedRoom(database, large);
  await database.script('ANALYZE');
  await database.close();
  const product = await startProduct(settings);
  print(
    `\n${name}: ${members} members and ${messages} messages, beside ${small.members} and ${small.messages}`,
  );
  print('call                             small p50    p95   large p50    p95   ratio of p50');
  try {
    for (const [what, ask] of Object.entries(lines)) {
      const times: Record<string, number[]> = { small: [], large: [] };
      for (let call = 0; call < calls; call++) {
        for (const room of [small, large]) {
          // Somebody who belongs to both.
          const taken = await measure(product.origin, cookies[3]!, ask, room, call);
          if (call >= calls / 10) times[room.id]!.push(taken);
        }
      }
      for (const list of Object.values(times)) list.sort((one, other) => one - other);
      const [few, many] = [times.small!, times.large!];
      const cells = [at(few, 0.5), at(few, 0.95), at(many, 0.5), at(many, 0.95)].map((ms) => ms.toFixed(1));
      print(
        `${what.padEnd(32)} ${cells[0]!.padStart(9)} ${cells[1]!.padStart(6)} ${cells[2]!.padStart(11)} ${cells[3]!.padStart(6)} ${(at(many, 0.5) / at(few, 0.5)).toFixed(2).padStart(14)}`,
      );
    }
  } finally {
    await product.stop();
  }
}

print(`${cpus().length} × ${cpus()[0]?.model}, ${calls} calls a line in turn, milliseconds`);
const server = await startPostgres({ durable: true });
try {
  const url = await makeTestDatabase(server.url);
  await compare('PostgreSQL', await openPostgresql(url), { DATABASE_URL: url });
} finally {
  await server.stop();
}
const dataDir = mkdtempSync(join(tmpdir(), 'dazi-bench-'));
try {
  const database = await openEmbedded({ directory: join(dataDir, 'database'), snapshot: null });
  await compare('Embedded', database, { DATA_DIR: dataDir });
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
