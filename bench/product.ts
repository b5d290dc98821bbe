import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../server/src/platform/database/connection.ts';
import { freePort } from '../tools/services.mjs';

/** The built product as a process of its own, and tables filled without going through it. */
export const repository = join(import.meta.dirname, '..');

export async function untilUp(child: ChildProcess, isUp: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await delay(50)) {
    if (await isUp().catch(() => false)) return;
    if (child.exitCode !== null) break;
  }
  throw new Error('A server did not come up');
}

export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export interface Product {
  origin: string;
  dataDir: string;
  /** Of all its threads, since it was started; NaN where the system does not say (Linux does). */
  processorTime_ms(): number;
  /** What it holds of the machine's memory; NaN where the system does not say. */
  memory_bytes(): number;
  stop(): Promise<void>;
}

/** The system counts in hundredths of a second, whatever the machine. */
const tick_ms = 10;

/** Of all threads of a process, since it was started; NaN where the system does not say (Linux does). */
export function processorTimeOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const [user, system] = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * tick_ms;
}

function memoryOf(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

/** What `npm start` gives to Node. */
function flagsOfStart(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

/**
 * `npm start` without its building: on a free port, with a data directory of its own unless one is given. It is there
 * when `path` is answered. `checkout` is another built one, to compare with.
 */
export async function startProduct(
  settings: Record<string, string>,
  path = '/api/health',
  checkout = repository,
): Promise<Product> {
  const port = await freePort();
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'dazi-bench-'));
  const child = spawn(process.execPath, [...flagsOfStart(checkout), join(checkout, 'server/dist/main.js')], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      POSITION_SECRET: 'the position secret of the measurements, long enough',
      RATE_LIMIT_FACTOR: '10000',
      LOG_LEVEL: 'error',
      MAP_STYLE_URL: 'none',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Its greeting is not shown; what it logs is, which are errors alone.
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) process.stderr.write(`${line}\n`);
  });
  const endAbruptly = () => child.kill('SIGKILL');
  process.once('exit', endAbruptly);
  child.once('exit', () => process.off('exit', endAbruptly));
  const origin = `http://127.0.0.1:${port}`;
  await untilUp(child, async () => (await fetch(origin + path)).ok);
  return {
    origin,
    dataDir,
    processorTime_ms: () => processorTimeOf(child.pid!),
    memory_bytes: () => memoryOf(child.pid!),
    async stop() {
      await stopped(child);
      if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** People `person-0`, `person-1` and so on, each with a session. Answers their cookies. */
export async function seedPeople(database: Database, people: number): Promise<string[]> {
  const tokens = Array.from({ length: people }, () => randomBytes(24).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('base64url'));
  await database.script(`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
    SELECT 'person-' || n, 'bench', n::text, true, 'Person ' || n, true, now(), now() FROM generate_series(0, ${people - 1}) n;
    INSERT INTO sessions (id, handle, user_id, created_at, last_used_at, expires_at, is_kept, browser, system)
    SELECT hash, 'device-' || place, 'person-' || (place - 1), now(), now(), now() + interval '1 day', false, 'other', 'other'
    FROM unnest('{${hashes.join(',')}}'::text[]) WITH ORDINALITY AS s (hash, place)`);
  return tokens.map((token) => `dazi_session=${token}`);
}

const words = ['chess', 'pond', 'tomorrow', 'seven', '公園', '土曜', '爬山', 'coffee', 'bring', 'fog'];

/** A room of the first people, with a log of short messages; the first person owns it and has read nothing. */
export async function seedRoom(
  database: Database,
  { id, members, messages }: { id: string; members: number; messages: number },
): Promise<void> {
  await database.script(`INSERT INTO conversations (id, kind, title, is_active, member_count, last_sequence, last_counted, last_change, created_at, updated_at, last_message_at)
    VALUES ('${id}', 'group', 'Room ${id}', true, ${members}, ${messages}, ${messages}, 0, now(), now(), now());
    INSERT INTO conversation_members (conversation_id, user_id, role, join_type, joined_at, joined_sequence, name_key, read_sequence, read_counted, hidden_up_to, is_muted, is_pinned, is_archived)
    SELECT '${id}', 'person-' || n, CASE n WHEN 0 THEN 'OWNER' ELSE 'MEMBER' END, 'AUTO', now(), 0, 'person ' || n, 0, 0, 0, false, false, false
    FROM generate_series(0, ${members - 1}) n;
    INSERT INTO rooms (id, conversation_id, creator_id, latitude, longitude, display, join_radius_miles, is_active, created_at, updated_at)
    VALUES ('${id}', '${id}', 'person-0', 37.77, -122.44, 'placed', 100, true, now(), now())`);
  const sayings = `'{${words.join(',')}}'::text[]`;
  for (let first = 1; first <= messages; first += 5000) {
    const last = Math.min(messages, first + 4999);
    await database.script(`INSERT INTO messages (conversation_id, sequence, id, sender_id, type, content, counted, change, created_at)
      SELECT '${id}', n, '${id}-' || n, 'person-' || n % ${members}, 'TEXT',
        (${sayings})[1 + n % ${words.length}] || ' ' || (${sayings})[1 + n / 7 % ${words.length}] || ' ' || n, n, 0, now() - (${messages} - n) * interval '1 second'
      FROM generate_series(${first}, ${last}) n`);
  }
}
