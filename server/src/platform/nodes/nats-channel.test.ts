import { afterEach, describe, expect, test } from 'vitest';
import { hasNats, TestNats } from '../../testing/test-nats.ts';
import type { Channel } from './channel.ts';
import { natsChannel } from './nats-channel.ts';

const subject = 'dazi-test';
const soon = { interval: 20 };
const warned: string[] = [];
const log = { warn: (_what: unknown, text?: string) => void warned.push(text ?? String(_what)) };

let nats: TestNats | undefined;
const channels: Channel[] = [];
afterEach(async () => {
  for (const channel of channels.splice(0)) await channel.close();
  await nats?.goAway();
});

async function join(url = nats!.url, on = subject) {
  const channel = await natsChannel(url, on, log);
  channels.push(channel);
  const state = { channel, heard: [] as string[], opened: 0 };
  await channel.hear(
    (text) => state.heard.push(text),
    () => state.opened++,
  );
  return state;
}

describe('by NATS', () => {
  test('all hear what is said, in its order, and others on the same server do not', async (context) => {
    if (!hasNats) return context.skip('nats-server is not installed: apt-get install nats-server');
    nats = await TestNats.start();
    const [a, b, stranger] = [await join(), await join(), await join(nats.url, 'dazi-another')];
    await a.channel.tell(['one', '二', 'x'.repeat(a.channel.limit_bytes)]);
    await b.channel.tell(['three']);
    for (const { heard } of [a, b]) await expect.poll(() => heard.length, soon).toBe(4);
    expect(a.heard.filter((text) => text !== 'three').map((text) => text.slice(0, 3))).toEqual([
      'one',
      '二',
      'xxx',
    ]);
    expect([stranger.heard, a.opened, b.opened]).toEqual([[], 1, 1]);
  });

  test('a server that goes away is waited for: nothing is kept for it, and its return is heard of', async (context) => {
    if (!hasNats) return context.skip('nats-server is not installed: apt-get install nats-server');
    nats = await TestNats.start();
    const [a, b] = [await join(), await join()];
    await nats.goAway();
    await expect
      .poll(
        () =>
          a.channel.tell(['lost']).then(
            () => 'said',
            () => 'refused',
          ),
        soon,
      )
      .toBe('refused');
    expect(warned.some((text) => text.includes('the connection to NATS is lost'))).toBe(true);
    await nats.comeBack();
    for (const node of [a, b]) await expect.poll(() => node.opened, soon).toBe(2);
    await a.channel.tell(['here again']);
    await expect.poll(() => b.heard.at(-1), soon).toBe('here again');
    expect(b.heard).not.toContain('lost');
  });

  test('names and passwords are taken from the address, or a token', async (context) => {
    if (!hasNats) return context.skip('nats-server is not installed: apt-get install nats-server');
    nats = await TestNats.start(['--user', 'dazi', '--pass', 'a secret/with signs']);
    const address = `127.0.0.1:${nats.port}`;
    await join(`nats://dazi:${encodeURIComponent('a secret/with signs')}@${address}`);
    await expect(natsChannel(`nats://dazi:wrong@${address}`, subject, log)).rejects.toThrow(
      `NATS_URL: ${address}: `,
    );
    await expect(natsChannel(nats.url, subject, log)).rejects.toThrow(/^NATS_URL: .*Authorization/i);
    await nats.goAway();
    nats = await TestNats.start(['--auth', 'a-token']);
    await join(`nats://a-token@127.0.0.1:${nats.port}`);
  });

  test('a server that is not there is named in one sentence', async () => {
    await expect(natsChannel('nats://who:secret@127.0.0.1:1', subject, log)).rejects.toThrow(
      /^NATS_URL: 127\.0\.0\.1:1: (?!.*secret)/,
    );
  });
});
