import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../server/src/platform/database/connection.ts';
import { openPostgresql } from '../server/src/platform/database/postgresql.ts';
import { makeTestDatabase } from '../server/src/testing/test-database.ts';
import { freePort, startPostgres } from '../tools/services.mjs';
import { type Asked, askBeside, quantile } from './even-pace.ts';
import { type LeanAnswer, LeanConnection } from './lean-client.ts';
import { type Product, seedPeople, startProduct, stopped, untilUp } from './product.ts';

/**
 * So many people who join one plan at once, on PostgreSQL: at first, when most connections of the database are new, and
 * then on several plans one after the other. How long the last of them waits; and how long others do who look at plans
 * in the second in which they come, beside how long they do when nobody comes, when as many people as joined look at that
 * plan at once, when as many ask the same server for the same few words, and when as many ask another process that answers
 * one word, which is what the asking itself takes of the processors.
 * Then so many plans that come to their decision in one minute: how long two nodes take to decide them all, how many
 * each has taken, and whether anything was told twice.
 *
 *   node --import tsx bench/plans-at-once.ts [people] [plans due] [turns]
 */
const people = Number(process.argv[2] ?? 200);
const due = Number(process.argv[3] ?? 10_000);
const turns = Number(process.argv[4] ?? 24);
/** A person may be in ten plans: after so many turns other people join. */
const turnsOfPeople = 8;
const print = (line: string) => process.stdout.write(`${line}\n`);

const perSecond = 50;
/** Of others all are counted who ask within so long of the moment when a crowd comes, however soon that is done. */
const beside_ms = 1000;
const look = '/api/plans?latitude=37.77&longitude=-122.44&radiusKm=25';
const shown = (times: readonly number[]) =>
  `p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)} ms`;

/** A plan of the first person's in two days. */
async function makePlan(cookie: string, product: Product, clientId: string): Promise<string> {
  const at = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const body = {
    ...{
      clientId,
      activity: 'badminton',
      local: `${at}T19:00`,
      timeZone: 'Europe/London',
    },
    spot: { latitude: 37.77, longitude: -122.44, name: 'Fountain' },
    seats: 20,
  };
  const answer = await fetch(`${product.origin}/api/plans`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`Refused: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

/** What one of the crowd asks, and where. */
interface Crowd {
  origin: string;
  ask(connection: LeanConnection, cookie: string): Promise<LeanAnswer>;
}

const joining = ({ origin }: Product, planId: string): Crowd => ({
  origin,
  ask: (connection, cookie) => connection.post(`/api/plans/${planId}/people`, cookie, '{}'),
});

const looking = ({ origin }: Product, planId: string): Crowd => ({
  origin,
  ask: (connection, cookie) => connection.get(`/api/plans/${planId}`, cookie),
});

/** What is the same for everybody: nothing is looked up for it. */
const constant = ({ origin }: Product): Crowd => ({
  origin,
  ask: (connection, cookie) => connection.get('/api/health', cookie),
});

/** A Node server beside the product that answers one word. */
async function startBareServer() {
  const port = await freePort();
  const code = `require('node:http').createServer((_, answer) => answer.writeHead(200, { 'content-length': 5 }).end('Hello')).listen(${port}, '127.0.0.1')`;
  const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  await untilUp(child, async () => (await fetch(origin)).ok);
  const crowd: Crowd = { origin, ask: (connection, cookie) => connection.get('/', cookie) };
  return { crowd, stop: () => stopped(child) };
}

/** How long each of them waited, and how long others did who asked in that second. */
interface Burst {
  own: number[];
  others: number[];
}

async function atOnce(product: Product, cookies: readonly string[], { origin, ask }: Crowd): Promise<Burst> {
  // They had the product open before: the connection is there.
  const connections = cookies.map(() => new LeanConnection(origin));
  await Promise.all(connections.map(({ ready }) => ready));
  const beside = askBeside(product.origin, look, perSecond);
  await delay(1000);
  const begun_ms = Date.now();
  const own = await Promise.all(
    cookies.map(async (cookie, index) => {
      const begun = performance.now();
      const { status, text } = await ask(connections[index]!, cookie);
      if (status >= 300) throw new Error(`Refused: ${status} ${text}`);
      return performance.now() - begun;
    }),
  );
  await delay(Math.max(0, begun_ms + beside_ms - Date.now()));
  for (const connection of connections) connection.close();
  await delay(500);
  const isMeanwhile = ({ at_ms }: Asked) => at_ms >= begun_ms && at_ms <= begun_ms + beside_ms;
  const others = (await beside.stop()).filter(isMeanwhile).map(({ took_ms }) => took_ms);
  return { own, others };
}

const report = (what: string, bursts: readonly Burst[]) => {
  const [own, others] = [bursts.flatMap((one) => one.own), bursts.flatMap((one) => one.others)];
  if (own.length > 0) {
    const last = bursts.map((one) => Math.max(...one.own));
    print(
      `${what}, ${bursts.length} times: ${shown(own)}, the last after ${quantile(last, 0.5).toFixed(0)} ms`,
    );
  } else print(`${what}:`);
  print(`  others, ${perSecond} a second (${others.length}): ${shown(others)}`);
};

/** One crowd after the other, and nobody, in turns: the machine's speed changes while it runs. */
async function joinInTurns(product: Product, hosts: readonly string[], sets: readonly string[][]) {
  const planIds: string[] = [];
  for (const host of hosts) planIds.push(await makePlan(host, product, `plan-of-turn-${planIds.length}`));
  const bare = await startBareServer();
  const crowds = {
    'join one plan': (planId: string) => joining(product, planId),
    'look at one plan': (planId: string) => looking(product, planId),
    'ask the same server for the same words': () => constant(product),
    'ask another server, which answers one word': () => bare.crowd,
    'nobody comes': () => null,
  };
  const [first, ...further] = planIds;
  const cold = await atOnce(product, sets[0]!, joining(product, first!));
  report(`${people} join one plan, most connections being new`, [cold]);
  const bursts = new Map<string, Burst[]>();
  for (const [turn, planId] of further.entries()) {
    const cookies = sets[Math.floor(turn / turnsOfPeople)]!;
    for (const [what, crowdOf] of Object.entries(crowds)) {
      const crowd = crowdOf(planId);
      const burst = await atOnce(product, crowd ? cookies : [], crowd ?? bare.crowd);
      bursts.set(what, [...(bursts.get(what) ?? []), burst]);
    }
  }
  await bare.stop();
  for (const [what, ofCrowd] of bursts) report(what, ofCrowd);
}

/** Nobody signs in: the provider is never asked. Demo mode has its database for itself. */
const settings = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'bench' };
const left = `SELECT count(*)::int AS count FROM plans WHERE due_at <= now()`;

async function decideAll(database: Database, url: string, planId: string): Promise<void> {
  await database.script('ALTER TABLE plans DISABLE TRIGGER USER');
  await database.query(
    `INSERT INTO plans SELECT (jsonb_populate_record(p, jsonb_build_object('id', 'due-' || n, 'client_id', 'due-' || n,
        'made_by', NULL, 'conversation_id', NULL, 'going_count', 1, 'version', 1, 'is_on_told', false, 'stage', 'ahead',
        'starts_at', now() + interval '1 hour', 'ends_at', now() + interval '3 hours',
        'decides_at', now() - n * interval '6 milliseconds', 'due_at', now() - n * interval '6 milliseconds'))).*
      FROM plans p, generate_series(1, $2::int) n WHERE p.id = $1`,
    [planId, due],
    'arrays',
  );
  await database.script(`INSERT INTO plan_people (id, plan_id, user_id, standing, since, tried_at, times_left, confirmed_version)
    SELECT 'host-of-' || id, id, host_id, 'going', now(), now(), 0, 1 FROM plans WHERE id LIKE 'due-%'; ANALYZE plans; ANALYZE plan_people`);
  const begun = performance.now();
  const nodes = await Promise.all(
    ['a', 'b'].map((name) => startProduct({ ...settings, DATABASE_URL: url, NODE_NAME: name })),
  );
  try {
    for (let count = due; count > 0; await delay(250)) {
      const [row] = (await database.query(left, [], 'objects')) as [{ count: number }];
      count = row.count;
    }
    const taken_s = (performance.now() - begun) / 1000;
    const [told] = (await database.query(
      `SELECT count(*)::int AS all, count(DISTINCT event->>'planId')::int AS plans FROM outbox
        WHERE event->>'kind' = 'plan_told' AND event->>'code' = 'plan_called_off'`,
      [],
      'objects',
    )) as [{ all: number; plans: number }];
    const [twice] = (await database.query(
      `SELECT count(*)::int AS count FROM plans WHERE id LIKE 'due-%' AND (version <> 2 OR called_off_reason <> 'too_few')`,
      [],
      'objects',
    )) as [{ count: number }];
    print(
      `${due} plans decided by two nodes, their start included: ${taken_s.toFixed(1)} s; told of ${told.plans} plans, ${told.all - told.plans} twice, ${twice.count} not as once`,
    );
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

print(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`);
const running = await startPostgres();
try {
  const url = await makeTestDatabase(running.url);
  const database = await openPostgresql(url);
  const inSets = people * Math.ceil(turns / turnsOfPeople);
  const cookies = await seedPeople(database, inSets + turns + 1);
  const product = await startProduct({ DATABASE_URL: url });
  await database.script(`INSERT INTO plan_settings (user_id, adult_at, safety_card, safety_card_at, languages)
    SELECT id, now(), 1, now(), '["en"]' FROM users`);
  const sets = Array.from({ length: inSets / people }, (_, set) =>
    cookies.slice(set * people, (set + 1) * people),
  );
  await joinInTurns(product, cookies.slice(inSets), sets);
  const planId = await makePlan(cookies[0]!, product, 'the-plan-that-is-due');
  await product.stop();
  await decideAll(database, url, planId);
  await database.close();
} finally {
  await running.stop();
}
