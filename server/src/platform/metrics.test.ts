import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { listPosts } from '@dazi/contract/posts/post-views';
import { afterEach, expect, test, vi } from 'vitest';
import { StreamRegistry } from '#features/live/stream-registry.service.ts';
import { send } from '#features/wallet/wallet.builder.ts';
import { freePort } from '../../../tools/services.mjs';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { picture } from '../testing/test-pictures.ts';
import { TestStream } from '../testing/test-stream.ts';
import { ConfigError } from './config.ts';
import { type Database, DatabaseGone } from './database/connection.ts';
import { startJobs } from './jobs.ts';

let app: TestApp | undefined;
let metricsUrl = '';
afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
  app = undefined;
});

async function start(
  environment: Record<string, string> = {},
  openDatabase: () => Promise<Database> = openTestDatabase,
): Promise<TestApp> {
  const port = String(await freePort());
  metricsUrl = `http://127.0.0.1:${port}`;
  app = await startTestApp({ METRICS_PORT: port, ...environment }, {}, openDatabase, { runJobs: true });
  return app;
}

const scrape = async () => (await fetch(`${metricsUrl}/metrics`)).text();

/** The numbers of a figure by its labels as they are written. */
function figure(text: string, name: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => new RegExp(`^dazi_${name}(\\{| )`).test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const [, labels = '', value] = /^\w+(\{.*\})? (\S+)$/.exec(line) ?? [];
      return [labels, Number(value)];
    }),
  );
}

const names = [
  ...['http_seconds_count', 'streams', 'stream_dropped_total', 'db_pool', 'db_wait_seconds_count'],
  ...['outbox_lag_seconds', 'bus_letters_total', 'notices_age_seconds_count', 'push_waiting'],
  ...['ledger_batch_count', 'job_seconds_count', 'media_missing_total', 'rate_limited_total'],
  ...['mail_waiting', 'mail_failed_total', 'bus_caught_up_total', 'crowd_waiting'],
  ...['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds'],
];

test('tells figures by route patterns on a port of their own, and nothing of people or things', async () => {
  const { url, person } = await start();
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  const post = await ann.post();
  await bob.fetch(`/api/messages/${post.id}?viewerId=${bob.id}`);
  await bob.fetch('/no/such/page');
  await TestStream.open(ann);
  expect(await send(ann, bob, 100)).toMatchObject({ success: true });
  const text = await scrape();
  for (const name of names) expect([name, Object.keys(figure(text, name)).length > 0]).toEqual([name, true]);
  expect(figure(text, 'streams')).toEqual({ '': 1 });
  expect(figure(text, 'ledger_batch_count')['']).toBeGreaterThan(0);
  expect(figure(text, 'db_wait_seconds_count')['']).toBeGreaterThan(0);
  expect(Object.keys(figure(text, 'db_pool'))).toEqual(
    ['size', 'transactions', 'waiting', 'statements'].map((state) => `{state="${state}"}`),
  );
  expect(figure(text, 'outbox_lag_seconds')).toEqual({ '{reader="notifications"}': expect.any(Number) });
  const requests = figure(text, 'http_seconds_count');
  expect(requests['{route="/api/messages",method="POST",status="200"}']).toBe(1);
  expect(Object.keys(requests).some((labels) => labels.includes('route="/api/messages/:messageId"'))).toBe(
    true,
  );
  for (const secret of [ann.id, bob.id, post.id, 'Ann', 'people.example', 'no/such']) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  expect((await fetch(`${metricsUrl}/anything`)).status).toBe(404);
  expect((await fetch(`${metricsUrl}/metrics`, { method: 'POST' })).status).toBe(404);
});

test('are what Prometheus reads', async (context) => {
  await start();
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: await scrape(), encoding: 'utf8' });
  if (checked.error) return context.skip('promtool is not installed: apt-get install prometheus');
  expect([checked.status, checked.stdout, checked.stderr]).toEqual([0, '', '']);
});

test('count a medium without its file, what is refused as too much, and a job that fails', async () => {
  const { dataDir, deps, person } = await start({ RATE_LIMIT_FACTOR: '0.05' });
  const ann = await person('Ann');
  const post = await ann.post({ imageUrls: [await picture()] });
  const { url } = post.media[0]!;
  expect((await ann.fetch(url)).status).toBe(200);
  rmSync(join(dataDir, 'media'), { recursive: true });
  expect((await ann.fetch(url)).status).toBe(404);
  while ((await ann.call(listPosts, {})).status !== 429);
  const error = vi.spyOn(deps.log, 'error').mockImplementation(() => {});
  const stop = startJobs(deps, [
    { name: 'breaks', every_ms: 60_000, run: () => Promise.reject(new Error('broken')) },
  ]);
  await stop(() => {});
  expect(error).toHaveBeenCalled();
  const text = await scrape();
  expect(figure(text, 'media_missing_total')).toEqual({ '': 1 });
  expect(figure(text, 'rate_limited_total')).toEqual({ '': 1 });
  expect(figure(text, 'job_failed_total')).toEqual({ '{job="breaks"}': 1 });
  expect(figure(text, 'job_seconds_count')['{job="breaks"}']).toBe(1);
});

test('leave out what cannot be read at the moment', async () => {
  let isGone = false;
  await start({}, async () => {
    const database = await openTestDatabase();
    return {
      ...database,
      query: (...asked) => (isGone ? Promise.reject(new DatabaseGone('gone')) : database.query(...asked)),
    };
  });
  expect(figure(await scrape(), 'push_waiting')).toEqual({ '': 0 });
  isGone = true;
  const text = await scrape();
  isGone = false;
  expect([figure(text, 'push_waiting'), figure(text, 'outbox_lag_seconds')]).toEqual([{}, {}]);
  expect(figure(text, 'streams')).toEqual({ '': 0 });
});

test('a port that somebody else has is one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const started = startTestApp({ METRICS_PORT: String(port) });
  await expect(started).rejects.toThrow(ConfigError);
  await expect(started).rejects.toThrow(
    `METRICS_PORT: 127.0.0.1:${port}: that address is in use already; choose another port`,
  );
  other.close();
});

test('count streams that cannot keep up, once each time', () => {
  let dropped = 0;
  const registry = new StreamRegistry(() => dropped++);
  const outlet = { write() {}, waiting: () => 100_000_000, end() {} };
  const stream = {
    ...{ id: 'x', viewerId: null, sessionId: null, endsAt: null, outlet, behind: false, sureSince: 0 },
    ...{ hidden: new Set<string>(), areas: new Set<number>(), conversations: new Set<string>() },
  };
  registry.add(stream);
  for (let times = 0; times < 3; times++) registry.send(stream, 'news');
  expect([dropped, registry.size]).toEqual([1, 1]);
});
