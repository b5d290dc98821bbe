import { once } from 'node:events';
import { createServer } from 'node:net';
import { rateLimits } from '@dazi/contract/kernel/endpoint';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findRedis, freePort, startRedis } from '../../../tools/services.mjs';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { TestInstallation } from '../testing/test-process.ts';
import { rawRequest } from '../testing/test-request.ts';
import { RedisRequestCounts } from './http/redis-request-counts.ts';
import { openRedis, type SharedRedis } from './redis.ts';

type RunningRedis = Awaited<ReturnType<typeof startRedis>>;

const withRedis = findRedis() ? describe : () => {};
if (!findRedis()) {
  test.skip('what nodes count in Redis: redis-server is not installed, apt-get install redis-server', () => {});
}
let running: RunningRedis | null = null;
afterEach(async () => {
  await running?.stop();
  running = null;
});

withRedis('a start with REDIS_URL', () => {
  const installation = new TestInstallation();
  afterAll(() => installation.remove());
  const start = (REDIS_URL: string) =>
    installation.launch({ DATA_DIR: installation.newDataDir(), REDIS_URL });

  test('is refused in one sentence, without the password, where nobody or somebody else answers', async () => {
    running = await startRedis({ password: 'right' });
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port: silentPort } = silent.address() as { port: number };
    const nobody = `127.0.0.1:${await freePort()}`;
    const there = `127.0.0.1:${running.port}`;
    const cases: [url: string, said: RegExp][] = [
      [`redis://:hidden@${nobody}`, /^REDIS_URL: no Redis answers at \S+ \(ECONNREFUSED\)\.$/],
      [`redis://:hidden@${there}`, /^REDIS_URL: Redis at \S+ does not take this name and password \(.+\)\.$/],
      [`redis://${there}`, /^REDIS_URL: Redis at \S+ does not take this name and password \(.+\)\.$/],
      [`redis://:right@${there}/99`, /^REDIS_URL: Redis at \S+ does not let us do what we have to \(.+\)\.$/],
      [`rediss://:hidden@${there}`, /^REDIS_URL: no Redis answers at \S+ \(.+\)\.$/],
      [`redis://:hidden@127.0.0.1:${silentPort}`, /^REDIS_URL: no Redis answers at \S+ \(.+\)\.$/],
    ];
    const servers = await Promise.all(cases.map(([url]) => start(url)));
    for (const [index, [, said]] of cases.entries()) {
      const server = servers[index]!;
      expect(await server.ended()).toBe(1);
      const [first, ...sentences] = server.said.trim().split('\n');
      expect([first, sentences]).toEqual(['Dazi could not start.', [expect.stringMatching(said)]]);
      expect(server.said).not.toContain('hidden');
    }
    silent.close();
  });
});

withRedis('limits of two nodes', () => {
  const RATE_LIMIT_FACTOR = '0.02';
  const most = rateLimits.read * 10 * Number(RATE_LIMIT_FACTOR);
  let nodes: TestApp[];
  let lines: string[];
  beforeEach(async () => {
    lines = [];
    running = await startRedis();
    const logTo = { write: (line: string) => void lines.push(line) };
    const launch = () =>
      startTestApp({ REDIS_URL: running!.url, RATE_LIMIT_FACTOR }, { logLevel: 'info' }, undefined, {
        logTo,
      });
    nodes = [await launch(), await launch()];
  });
  afterEach(async () => {
    for (const node of nodes) await node.close();
  });
  const ask = async (node: number) => {
    const { status } = await rawRequest(nodes[node]!.url, { method: 'GET', path: '/api/auth/session' });
    return status;
  };
  /** Asked by turns; how many came through. */
  async function askedOften(times: number, ...which: number[]): Promise<number> {
    const statuses = await Promise.all(
      Array.from({ length: times }, (_, index) => ask(which[index % which.length]!)),
    );
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
    return statuses.filter((status) => status === 200).length;
  }
  const said = (text: string) => lines.filter((line) => line.includes(text)).length;

  test('are counted together, and the answer says when they end', async () => {
    expect(await askedOften(most + 40, 0, 1)).toBe(most);
    const { status, headers } = await rawRequest(nodes[1]!.url, { method: 'GET', path: '/api/auth/session' });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    const looking = await openRedis(running!.url, { info() {}, warn() {} });
    const names = await looking.client.keys('*');
    await looking.close();
    expect(names).toEqual([expect.stringMatching(/^dazi:limit:[\w-]{22}$/)]);
  });

  test('go by each node while Redis is away, with one warning each, and by all of them again afterwards', async () => {
    expect(await askedOften(10, 0)).toBe(10);
    const { port } = running!;
    await running!.stop();
    await expect.poll(() => said('Redis is away')).toBe(2);
    // It knows what all had counted when it was told last.
    expect(await askedOften(most + 20, 0)).toBe(most - 10);
    expect(await askedOften(most + 20, 1)).toBe(most);
    running = await startRedis({ port });
    await expect.poll(() => said('Redis is back'), { timeout: 10_000 }).toBe(2);
    expect(await askedOften(most + 20, 0, 1)).toBe(most);
    expect(said('Redis is away')).toBe(2);
    expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  });

  test('one that is silent without closing holds nobody up for long', async () => {
    expect(await ask(0)).toBe(200);
    running!.child.kill('SIGSTOP');
    expect(await askedOften(most + 20, 0)).toBe(most - 1);
    await expect.poll(() => said('Redis is away'), { timeout: 10_000 }).toBeGreaterThan(0);
    running!.child.kill('SIGCONT');
    await expect.poll(() => said('Redis is back'), { timeout: 10_000 }).toBe(said('Redis is away'));
  });
});

withRedis('a node that was busy itself', () => {
  test('hears what Redis answered meanwhile, and counts with the others', async () => {
    running = await startRedis();
    const redis = await openRedis(running.url, { info() {}, warn() {} });
    const counts = new RedisRequestCounts(redis, 'secret');
    expect(await counts.count('ann', 60_000)).toMatchObject({ current: 1 });
    const asked = counts.count('ann', 60_000);
    const until_ms = performance.now() + 1000;
    while (performance.now() < until_ms);
    expect(await asked).toMatchObject({ current: 2 });
    await redis.close();
  });
});

withRedis('a further connection', () => {
  let redis: SharedRedis;
  beforeAll(async () => {
    running = await startRedis();
    redis = await openRedis(running.url, { info() {}, warn() {} });
  });
  afterAll(() => redis.close());

  test('hears what is published, also after Redis was away', async () => {
    const heard: string[] = [];
    const subscriber = redis.connection();
    subscriber.on('message', (_channel, text) => heard.push(text));
    await subscriber.subscribe('dazi');
    await redis.client.publish('dazi', 'first');
    await expect.poll(() => heard).toEqual(['first']);
    const { port } = running!;
    await running!.stop();
    await expect.poll(() => redis.isUp()).toBe(false);
    await expect(redis.client.publish('dazi', 'lost')).rejects.toThrow();
    running = await startRedis({ port });
    await expect
      .poll(() => redis.client.publish('dazi', 'again').catch(() => 0), { timeout: 10_000 })
      .toBe(1);
    await expect.poll(() => heard.at(-1)).toBe('again');
    expect(heard).not.toContain('lost');
  });
});
