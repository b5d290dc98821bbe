import { describe, expect, test } from 'vitest';
import { BatchLoader } from './batch-loader.ts';

/** A read that answers when it is told to, and what it was asked for. */
function slowRead() {
  const asked: (readonly string[])[] = [];
  const answers: (() => void)[] = [];
  let rows = new Map<string, number>();
  const loader = new BatchLoader<string, number>(
    (keys) =>
      new Promise((resolve) => {
        asked.push(keys);
        const found = new Map(rows);
        answers.push(() => resolve(found));
      }),
  );
  return {
    loader,
    asked,
    answer: () => answers.shift()!(),
    store: (now: Map<string, number>) => (rows = now),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the batch loader', () => {
  test('the first goes at once, those that come meanwhile go together, each once', async () => {
    const { loader, asked, answer, store } = slowRead();
    store(new Map([['a', 1]]));
    const first = loader.load('a');
    const later = ['b', 'a', 'b', 'c'].map((key) => loader.load(key));
    expect(asked).toEqual([['a']]);
    store(new Map([['b', 2]]));
    answer();
    expect(await first).toBe(1);
    await turn();
    expect(asked).toEqual([['a'], ['b', 'a', 'c']]);
    answer();
    expect(await Promise.all(later)).toEqual([2, undefined, 2, undefined]);
  });

  test('nobody gets what was read before they asked', async () => {
    const { loader, answer, store } = slowRead();
    store(new Map([['a', 1]]));
    const first = loader.load('a');
    store(new Map());
    const second = loader.load('a');
    answer();
    expect(await first).toBe(1);
    await turn();
    answer();
    expect(await second).toBeUndefined();
  });

  test('a read that fails fails for those who waited for it alone', async () => {
    const loader = new BatchLoader<string, string>(async (keys) => {
      if (keys.includes('a')) throw new Error('away');
      return new Map(keys.map((key) => [key, key]));
    });
    const first = loader.load('a');
    const second = loader.load('b');
    await expect(first).rejects.toThrow('away');
    expect(await second).toBe('b');
    expect(await loader.load('c')).toBe('c');
  });

  test('where several may be under way, one that gets no answer holds up nobody else', async () => {
    const loader = new BatchLoader<string, string>(
      (keys) =>
        keys.includes('lost') ? new Promise(() => {}) : Promise.resolve(new Map([[keys[0]!, 'found']])),
      { mostReads: 2 },
    );
    void loader.load('lost');
    expect(await loader.load('a')).toBe('found');
    expect(await loader.load('b')).toBe('found');
  });

  test('of very many, no read takes them all', async () => {
    const { loader, asked, answer } = slowRead();
    const all = Array.from({ length: 600 }, (_each, number) => loader.load(String(number)));
    for (let reads = 0; reads < 4; reads++) {
      answer();
      await turn();
    }
    await Promise.all(all);
    expect(asked.map(({ length }) => length)).toEqual([1, 256, 256, 87]);
  });
});
