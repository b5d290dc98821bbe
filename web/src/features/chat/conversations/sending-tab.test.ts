import { beforeEach, describe, expect, it } from 'vitest';
import { SendingTab } from './sending-tab.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('of several tabs', () => {
  let queues: Map<string, Promise<unknown>>;
  /** One after the other for each name, as browsers do it. */
  const locks = {
    request(name: string, { signal }: { signal?: AbortSignal }, work: () => Promise<unknown>) {
      const before = queues.get(name) ?? Promise.resolve();
      const aborted = new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      const turn = Promise.race([before, aborted]).then(work);
      queues.set(name, Promise.all([before, turn.catch(() => {})]));
      return turn;
    },
  } as unknown as Pick<LockManager, 'request'>;

  beforeEach(() => {
    queues = new Map();
  });

  it('the first one sends, the next when that one lets go', async () => {
    const [one, other] = [new SendingTab(locks), new SendingTab(locks)];
    await Promise.all([one.hold('a'), one.hold('a')]);
    let isNext = false;
    void other.hold('a').then(() => {
      isNext = true;
    });
    await other.hold('b');
    one.keepOnly(new Set(['a']));
    await settle();
    expect([isNext, one.holds('a'), other.holds('a'), other.holds('b')]).toEqual([false, true, false, true]);
    one.keepOnly(new Set());
    await settle();
    expect([isNext, one.holds('a'), other.holds('a')]).toEqual([true, false, true]);
  });

  it('one that waits may give up and ask again', async () => {
    const [one, other] = [new SendingTab(locks), new SendingTab(locks)];
    await one.hold('a');
    const patience = new AbortController();
    const waiting = other.hold('a', patience.signal);
    patience.abort();
    await expect(waiting).rejects.toThrow();
    one.keepOnly(new Set());
    await other.hold('a');
    expect(other.holds('a')).toBe(true);
  });

  it('each sends where there are no locks, or none are given', async () => {
    const forbidden = { request: () => Promise.reject(new Error('denied')) };
    for (const tab of [new SendingTab(undefined), new SendingTab(forbidden)]) {
      await tab.hold('a');
      expect(tab.holds('a')).toBe(true);
    }
  });
});
