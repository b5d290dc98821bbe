import { afterEach, describe, expect, test } from 'vitest';
import { hasRedis, TestRedis } from '../../testing/test-redis.ts';
import { openRedis, type SharedRedis } from '../redis.ts';
import { redisChannel } from './redis-channel.ts';

const name = 'dazi-test';
const soon = { interval: 20 };
const missing = 'Redis is not installed: apt-get install redis-server';
const log = { info() {}, warn() {} };

let server: TestRedis | undefined;
const opened: SharedRedis[] = [];
afterEach(async () => {
  for (const redis of opened.splice(0)) await redis.close();
  await server?.goAway();
  server = undefined;
});

async function join(on = name) {
  const redis = await openRedis(server!.url, log);
  opened.push(redis);
  const channel = redisChannel(redis, on);
  const state = { channel, heard: [] as string[], opened: 0 };
  await channel.hear(
    (text) => state.heard.push(text),
    () => state.opened++,
  );
  return state;
}

describe('by Redis', () => {
  test('all hear what is said, in its order, also after a silence; others on the same server do not', async (context) => {
    if (!hasRedis) return context.skip(missing);
    server = await TestRedis.start();
    const [a, b, stranger] = [await join(), await join(), await join('dazi-another')];
    await a.channel.tell(['one', '二', 'x'.repeat(a.channel.limit_bytes)]);
    for (const { heard } of [a, b]) await expect.poll(() => heard.length, soon).toBe(3);
    expect(b.heard.map((text) => text.slice(0, 3))).toEqual(['one', '二', 'xxx']);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await b.channel.tell(['later']);
    await expect.poll(() => a.heard.at(-1), soon).toBe('later');
    expect([stranger.heard, a.opened, b.opened]).toEqual([[], 1, 1]);
  });

  test('a server that goes away is waited for: nothing is kept for it, and its return is heard of', async (context) => {
    if (!hasRedis) return context.skip(missing);
    server = await TestRedis.start();
    const [a, b] = [await join(), await join()];
    await server.goAway();
    await expect(a.channel.tell(['lost'])).rejects.toThrow();
    await server.comeBack();
    for (const node of [a, b]) await expect.poll(() => node.opened, soon).toBe(2);
    await expect
      .poll(() => a.channel.tell(['here again']).then(() => b.heard.at(-1)), soon)
      .toBe('here again');
    expect(b.heard).not.toContain('lost');
  });
});
