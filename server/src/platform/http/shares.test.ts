import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { guardShares, Shares } from './shares.ts';
import { Turns } from './turns.ts';

/** Enters as the guard does; names are noted as they begin. */
function anActor(shares: Shares, begun: string[]) {
  const leaves = new Map<string, () => void>();
  const enter = (actor: string, most: number, name: string): boolean => {
    const share = shares.enter(actor, { most, mostWaiting: 2000 }, () => begun.push(name));
    if (!share) return false;
    leaves.set(name, share.leave);
    if (share.isUnderWay) begun.push(name);
    return true;
  };
  const leave = async (name: string) => {
    leaves.get(name)!();
    await Promise.resolve();
  };
  return { enter, leave };
}

test('of one actor as many are under way as may; the next begins when one is done', async () => {
  const begun: string[] = [];
  const { enter, leave } = anActor(new Shares(), begun);
  for (const name of ['a', 'b', 'c', 'd']) enter('ann', 2, name);
  enter('bob', 2, 'of bob');
  expect(begun).toEqual(['a', 'b', 'of bob']);
  await leave('a');
  expect(begun.at(-1)).toBe('c');
  for (const name of ['b', 'c', 'd']) await leave(name);
  expect(begun.at(-1)).toBe('d');
  enter('ann', 1, 'again');
  expect(begun.at(-1)).toBe('again');
});

test('who waits and goes away waits no more', async () => {
  const begun: string[] = [];
  const { enter, leave } = anActor(new Shares(), begun);
  for (const name of ['a', 'gone', 'b']) enter('ann', 1, name);
  await leave('gone');
  await leave('a');
  expect(begun).toEqual(['a', 'b']);
  await leave('b');
  enter('ann', 1, 'c');
  expect(begun.at(-1)).toBe('c');
});

test('so many wait, and no more; however soon each is done the stack stays small', async () => {
  const shares = new Shares();
  let depth = 0;
  let deepest = 0;
  let done = 0;
  const first = shares.enter('ann', { most: 1, mostWaiting: 2000 }, () => {})!;
  let refused = 0;
  for (let count = 0; count < 2500; count++) {
    const share = shares.enter('ann', { most: 1, mostWaiting: 2000 }, () => {
      deepest = Math.max(deepest, ++depth);
      done++;
      share?.leave();
      depth--;
    });
    if (!share) refused++;
  }
  first.leave();
  await new Promise((resolve) => setImmediate(resolve));
  expect([done, refused, deepest]).toEqual([2000, 500, 1]);
});

/** Answers when it is told to; how many are worked on at once is noted. */
async function aServer({ isSignedIn = false } = {}) {
  const app = Fastify();
  app.decorateRequest('viewer', null);
  if (isSignedIn)
    app.addHook('onRequest', async (request) => {
      request.viewer = {} as typeof request.viewer;
    });
  const open: (() => void)[] = [];
  let most = 0;
  guardShares(app, new Turns(), ({ headers }) => String(headers['x-actor']), 1);
  const config = { budget: 'read' as const };
  app.get('/api/things/:id', { config }, async () => {
    await new Promise<void>((resolve) => {
      open.push(resolve);
      most = Math.max(most, open.length);
    });
    return 'seen';
  });
  app.post('/api/things/:id', { config: { ...config, mostOfCrowd: 20 } }, async () => {
    await new Promise<void>((resolve) => open.push(resolve));
    return 'joined';
  });
  app.get('/api/lists', { config }, async () => 'listed');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const ask = async (path: string, actor: number, signal?: AbortSignal, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'x-actor': `actor ${actor}` },
      ...(signal && { signal }),
    });
    return answer.text();
  };
  return { app, ask, open, most: () => most };
}

test('of a crowd at one thing twelve are served at once, whoever they are, and nobody else waits for them', async () => {
  const { app, ask, open, most } = await aServer();
  const crowd = Array.from({ length: 30 }, (_each, actor) => ask(`/api/things/a?x=${actor}`, actor));
  await expect.poll(() => open.length).toBe(12);
  expect(await ask('/api/lists', 31)).toBe('listed');
  const other = ask('/api/things/b', 32);
  await expect.poll(() => open.length).toBe(13);
  open.pop()!();
  expect(await other).toBe('seen');
  for (let served = 0; served < 30; served++) {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()!();
  }
  expect(await Promise.all(crowd)).toEqual(crowd.map(() => 'seen'));
  expect(most()).toBe(13);
  await app.close();
});

test('where a crowd is served together more of it are, and who only looks does not wait for them', async () => {
  const { app, ask, open } = await aServer();
  const join = (actor: number) => ask('/api/things/a', actor, undefined, 'POST');
  const crowd = Array.from({ length: 30 }, (_each, actor) => join(actor));
  await expect.poll(() => open.length).toBe(20);
  const looking = ask('/api/things/a', 31);
  await expect.poll(() => open.length).toBe(21);
  for (let served = 0; served < 31; served++) {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()!();
  }
  expect(await Promise.all(crowd)).toEqual(crowd.map(() => 'joined'));
  expect(await looking).toBe('seen');
  await app.close();
});

test('who leaves a crowd frees their place, waiting or served', async () => {
  const { app, ask, open } = await aServer();
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  const [served, waiting] = [new AbortController(), new AbortController()];
  const askAndGo = (actor: number, { signal }: AbortController) => {
    ask('/api/things/a', actor, signal).catch(() => {});
  };
  for (let actor = 0; actor < 12; actor++) askAndGo(actor, served);
  await expect.poll(() => open.length).toBe(12);
  for (let actor = 12; actor < 16; actor++) askAndGo(actor, waiting);
  const staying = ask('/api/things/a', 20);
  await expect.poll(connections).toBe(17);
  waiting.abort();
  // Their connections end one after the other: a place that was free before would go to somebody about to leave.
  await expect.poll(connections).toBe(13);
  served.abort();
  await expect.poll(() => open.length).toBe(13);
  for (const answer of open) answer();
  expect(await staying).toBe('seen');
  expect(open.length).toBe(13);
  await app.close();
});

test('one account never fills a thing', async () => {
  const { app, ask, open } = await aServer({ isSignedIn: true });
  const many = Array.from({ length: 20 }, () => ask('/api/things/a', 1));
  await expect.poll(() => open.length).toBe(8);
  const other = ask('/api/things/a', 2);
  await expect.poll(() => open.length).toBe(9);
  open.pop()!();
  expect(await other).toBe('seen');
  for (let served = 0; served < 20; served++) {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()!();
  }
  await Promise.all(many);
  await app.close();
});
