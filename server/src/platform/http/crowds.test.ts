import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noMeasures } from '../measures.ts';
import { Door, guardCrowds, turnAway } from './crowds.ts';

describe('a door', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  function aDoor({ isAlone = false } = {}) {
    const begun: string[] = [];
    const leaves = new Map<string, () => void>();
    let isClosed = false;
    const door = new Door(
      () => isAlone,
      () => {
        isClosed = true;
      },
    );
    /** Why they are turned away; null where they are not. */
    const enter = (name: string, network = 'n') => {
      const place = door.enter(network, () => begun.push(name));
      if (typeof place === 'string') return place;
      leaves.set(name, place.leave);
      if (place.isInside) begun.push(name);
      return null;
    };
    const enterAll = (names: string) => {
      for (const name of names) enter(name);
    };
    const leaveAll = (names: Iterable<string>) => {
      for (const name of names) leaves.get(name)!();
    };
    return { enter, enterAll, leaveAll, begun, isClosed: () => isClosed };
  }

  test('lets eight in at once, and the next eight when these are done and all others had twice as long for themselves', () => {
    const { enterAll, leaveAll, begun } = aDoor();
    enterAll('abcdefghijklmnopqrst');
    expect(begun.join('')).toBe('abcdefgh');
    vi.advanceTimersByTime(10);
    leaveAll('abcdefg');
    expect(begun).toHaveLength(8);
    leaveAll('h');
    vi.advanceTimersByTime(19);
    expect(begun).toHaveLength(8);
    vi.advanceTimersByTime(1);
    expect(begun.join('')).toBe('abcdefghijklmnop');
  });

  test('rests no longer than 25 ms, and not at all where nobody else has come', () => {
    const [door, alone] = [aDoor(), aDoor({ isAlone: true })];
    for (const { enterAll } of [door, alone]) enterAll('abcdefghi');
    vi.advanceTimersByTime(39);
    for (const { leaveAll } of [door, alone]) leaveAll('abcdefgh');
    vi.advanceTimersByTime(1);
    expect([door.begun.length, alone.begun.length]).toEqual([8, 9]);
    vi.advanceTimersByTime(25);
    expect(door.begun).toHaveLength(9);
  });

  test('rests less where a thousand wait', () => {
    const { enter, leaveAll, begun } = aDoor();
    for (let number = 0; number < 1008; number++) enter(`person ${number}`);
    vi.advanceTimersByTime(10);
    leaveAll([...begun]);
    // A fifth of twenty milliseconds.
    vi.advanceTimersByTime(3);
    expect(begun).toHaveLength(8);
    vi.advanceTimersByTime(1);
    expect(begun).toHaveLength(16);
  });

  test('lets more in as long as fewer are inside and nobody waits', () => {
    const { enterAll, leaveAll, begun } = aDoor();
    enterAll('abcdefgh');
    leaveAll('abc');
    enterAll('ijk');
    expect(begun.join('')).toBe('abcdefghijk');
    enterAll('l');
    expect(begun).toHaveLength(11);
  });

  test('waits for nobody longer than 40 ms, and forgets them', () => {
    const { enterAll, leaveAll, begun } = aDoor();
    enterAll('abcdefghijklmnopqr');
    vi.advanceTimersByTime(40 + 25);
    expect(begun.join('')).toBe('abcdefghijklmnop');
    // Those who are done now are of the group before.
    leaveAll('abcdefgh');
    vi.advanceTimersByTime(39);
    expect(begun).toHaveLength(16);
    vi.advanceTimersByTime(1 + 25);
    expect(begun).toHaveLength(18);
  });

  test('200 are let in within two seconds, however long each takes', () => {
    const { enter, begun } = aDoor();
    for (let number = 0; number < 200; number++) enter(`person ${number}`);
    vi.advanceTimersByTime(1999);
    expect(begun).toHaveLength(200);
  });

  test('serves networks in a circle', () => {
    const { enter, enterAll, leaveAll, begun } = aDoor();
    enterAll('abcdefgh');
    for (let number = 0; number < 20; number++) enter(`flood ${number}`, 'flood');
    for (const name of ['ann', 'bob']) enter(name, name);
    leaveAll('abcdefgh');
    vi.advanceTimersByTime(25);
    expect(begun.slice(8, 12)).toEqual(['flood 0', 'ann', 'bob', 'flood 1']);
  });

  test('who goes away waits no more; when all are gone it is closed', () => {
    const { enterAll, leaveAll, begun, isClosed } = aDoor();
    enterAll('abcdefghij');
    leaveAll('i');
    leaveAll('abcdefgh');
    vi.advanceTimersByTime(25);
    expect(begun.join('')).toBe('abcdefghj');
    expect(isClosed()).toBe(false);
    leaveAll('j');
    expect(isClosed()).toBe(true);
  });

  test('is closed, too, when those who waited go while it rests', () => {
    const { enterAll, leaveAll, begun, isClosed } = aDoor();
    enterAll('abcdefghi');
    vi.advanceTimersByTime(5);
    leaveAll('abcdefgh');
    leaveAll('i');
    vi.advanceTimersByTime(25);
    expect(begun).toHaveLength(8);
    expect(isClosed()).toBe(true);
  });

  test('ten thousand may wait', () => {
    const { enter } = aDoor();
    for (let number = 0; number < 10_008; number++)
      expect(enter(`person ${number}`, `n${number % 10}`)).toBeNull();
    expect(enter('one more', 'another')).toBe('UNAVAILABLE');
  });

  test('a network that has two thousand waiting fills it for nobody else', () => {
    const { enter, leaveAll, begun } = aDoor();
    const flood = Array.from({ length: 2010 }, (_each, number) => enter(`${number}`, 'flood'));
    expect(flood.slice(2006)).toEqual([null, null, 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
    expect(enter('ann', 'home')).toBeNull();
    leaveAll('01234567');
    vi.advanceTimersByTime(25);
    expect(begun.slice(8, 10)).toEqual(['8', 'ann']);
  });
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Without moving the clock, as the runner's own waiting would. */
async function until(isSo: () => boolean) {
  while (!isSo()) await nextTurn();
}

describe('a server with doors', () => {
  // Groups end when they are told to, on a busy machine, too.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  async function aServer() {
    const app = Fastify();
    const open: (() => void)[] = [];
    let come = 0;
    app.addHook('onRequest', async () => void come++);
    guardCrowds(app, () => 'network');
    turnAway(app, noMeasures);
    const config = { budget: 'read' as const };
    app.get('/api/things/:id', { config }, async () => {
      await new Promise<void>((resolve) => open.push(resolve));
      return 'seen';
    });
    app.get('/api/things/:id/live', { config: { budget: 'live' } }, async () => 'open');
    app.get('/api/lists', { config }, async () => 'listed');
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const ask = async (path: string, signal?: AbortSignal) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, signal ? { signal } : {});
      return answer.text();
    };
    return { app, ask, open, come: () => come };
  }

  test('begins a crowd in groups, whatever their query, and nobody else waits for them', async () => {
    const { app, ask, open } = await aServer();
    const crowd = Array.from({ length: 20 }, (_each, number) => ask(`/api/things/a?x=${number}`));
    await until(() => open.length === 8);
    expect(await Promise.all([ask('/api/lists'), ask('/api/things/a/live')])).toEqual(['listed', 'open']);
    const other = ask('/api/things/b');
    await until(() => open.length === 9);
    await until(() => app.waitingInCrowds() === 12);
    for (const inside of [9, 8, 4]) {
      await until(() => open.length === inside);
      for (const end of open.splice(0)) end();
      if (inside === 4) break;
      for (; open.length === 0; await nextTurn()) vi.advanceTimersByTime(1);
    }
    expect(await other).toBe('seen');
    expect(await Promise.all(crowd)).toEqual(crowd.map(() => 'seen'));
    expect(app.waitingInCrowds()).toBe(0);
    await app.close();
  });

  test.each([
    ['somebody came to a list', '/api/lists', 0, 8],
    ['somebody came to another thing', '/api/things/b', 0, 8],
    ['they did more than a second ago', '/api/lists', 1100, 9],
    ['all came to this thing', '/api/things/a?again', 0, 9],
  ])('rests where others may want it: %s', async (_case, path, since_ms, begun) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { app, ask, open, come } = await aServer();
    const before = ask(path);
    if (path !== '/api/lists') await until(() => open.length === 1);
    open.pop()?.();
    await before;
    vi.advanceTimersByTime(since_ms);
    let answered = 0;
    const crowd = Array.from({ length: 9 }, async () => {
      await ask('/api/things/a');
      answered++;
    });
    await until(() => open.length === 8);
    await until(() => come() === 10);
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    vi.advanceTimersByTime(10);
    for (const end of open.splice(0)) end();
    await until(() => answered === 8);
    vi.advanceTimersByTime(1);
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect(open).toHaveLength(begun - 8);
    vi.advanceTimersByTime(25);
    await until(() => open.length === 1);
    open[0]!();
    await Promise.all(crowd);
    await app.close();
  });

  test('does no work for who went away while they waited', async () => {
    const { app, ask, open } = await aServer();
    const gone = new AbortController();
    const first = Array.from({ length: 8 }, () => ask('/api/things/a'));
    await until(() => open.length === 8);
    const left = ask('/api/things/a', gone.signal).catch(() => 'gone');
    gone.abort();
    expect(await left).toBe('gone');
    for (const end of open.splice(0)) end();
    expect(await Promise.all(first)).toEqual(first.map(() => 'seen'));
    const next = ask('/api/things/a');
    await until(() => open.length === 1);
    open[0]!();
    expect(await next).toBe('seen');
    expect(open).toHaveLength(1);
    await app.close();
  });

  test('tells those for whom there is no room to come back', async () => {
    const app = Fastify();
    const counted: string[] = [];
    app.decorateRequest('turnedAway', 'UNAVAILABLE');
    turnAway(app, { ...noMeasures, count: (what) => counted.push(what) });
    app.get('/', async () => 'here');
    const answer = await app.inject('/');
    expect(answer.statusCode).toBe(503);
    expect(counted).toEqual(['rate_limited']);
  });
});
