import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type PlaceLimits, Places, placeLimits, type Sender } from './large-bodies.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits: PlaceLimits = { ...placeLimits, patience_ms: 1000 };
const at = (account: string, network = account): Sender => ({ account, network });

/** Who has a place, in the order of getting it; and how somebody leaves or gives up. */
function aQueue() {
  const places = new Places(limits);
  const begun: string[] = [];
  const refused: string[] = [];
  const releases = new Map<string, () => void>();
  const take = async (name: string, sender: Sender, signal = new AbortController().signal) => {
    try {
      const release = await places.take(sender, signal);
      begun.push(name);
      releases.set(name, release);
    } catch (error) {
      refused.push(`${name} ${(error as { code: string }).code}`);
    }
  };
  return { begun, refused, take, leave: (name: string) => releases.get(name)!() };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe('places for large bodies', () => {
  test('four at once; who comes later waits and begins in order', async () => {
    const queue = aQueue();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void queue.take(name, at(name));
    await settled();
    expect(queue.begun).toEqual(['a', 'b', 'c', 'd']);
    queue.leave('c');
    queue.leave('c');
    await settled();
    expect(queue.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('two of one account and three of one network; others pass those who wait', async () => {
    const queue = aQueue();
    for (const name of ['a1', 'a2', 'a3']) void queue.take(name, at('ann', 'home'));
    for (const name of ['b1', 'b2']) void queue.take(name, at('bob', 'home'));
    void queue.take('c', at('cleo', 'elsewhere'));
    await settled();
    expect(queue.begun).toEqual(['a1', 'a2', 'b1', 'c']);
    queue.leave('a1');
    await settled();
    expect(queue.begun.at(-1)).toBe('a3');
  });

  test('nobody waits for ever, and not many of one account', async () => {
    const queue = aQueue();
    for (let count = 0; count < 7; count++) void queue.take(`a${count}`, at('ann'));
    await settled();
    expect(queue.refused).toEqual(['a6 UPLOADS_BUSY']);
    await vi.advanceTimersByTimeAsync(limits.patience_ms);
    expect(queue.refused).toHaveLength(5);
    queue.leave('a0');
    void queue.take('later', at('ann'));
    await settled();
    expect(queue.begun.at(-1)).toBe('later');
  });

  test('who goes away leaves the queue', async () => {
    const queue = aQueue();
    const gone = new AbortController();
    for (const name of ['a1', 'a2']) void queue.take(name, at('ann'));
    void queue.take('gone', at('ann'), gone.signal);
    void queue.take('next', at('ann'));
    await settled();
    gone.abort();
    queue.leave('a1');
    await settled();
    expect(queue.begun).toEqual(['a1', 'a2', 'next']);
    expect(queue.refused).toEqual([]);
  });
});
