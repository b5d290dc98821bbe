import { describe, expect, test } from 'vitest';
import { ReadTogether } from './read-together.ts';

/** A read that answers when it is told to, and what it was asked for. */
function slowRead() {
  const asked: (readonly string[])[] = [];
  const answers: (() => void)[] = [];
  let rows = new Map<string, number>();
  const read = new ReadTogether<string, number>(
    (keys) =>
      new Promise((resolve) => {
        asked.push(keys);
        const found = new Map(rows);
        answers.push(() => resolve(found));
      }),
  );
  return { read, asked, answer: () => answers.shift()!(), store: (now: Map<string, number>) => (rows = now) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('reading together', () => {
  test('the first goes at once, those that come meanwhile go together, each once', async () => {
    const { read, asked, answer, store } = slowRead();
    store(new Map([['a', 1]]));
    const first = read.get('a');
    const later = ['b', 'a', 'b', 'c'].map((key) => read.get(key));
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
    const { read, answer, store } = slowRead();
    store(new Map([['a', 1]]));
    const first = read.get('a');
    store(new Map());
    const second = read.get('a');
    answer();
    expect(await first).toBe(1);
    await turn();
    answer();
    expect(await second).toBeUndefined();
  });

  test('a read that fails fails for those who waited for it alone', async () => {
    const read = new ReadTogether<string, string>(async (keys) => {
      if (keys.includes('a')) throw new Error('away');
      return new Map(keys.map((key) => [key, key]));
    });
    const first = read.get('a');
    const second = read.get('b');
    await expect(first).rejects.toThrow('away');
    expect(await second).toBe('b');
    expect(await read.get('c')).toBe('c');
  });

  test('where several may be under way, one that gets no answer holds up nobody else', async () => {
    const read = new ReadTogether<string, string>(
      (keys) =>
        keys.includes('lost') ? new Promise(() => {}) : Promise.resolve(new Map([[keys[0]!, 'found']])),
      2,
    );
    void read.get('lost');
    expect(await read.get('a')).toBe('found');
    expect(await read.get('b')).toBe('found');
  });

  test('of very many, no read takes them all', async () => {
    const { read, asked, answer } = slowRead();
    const all = Array.from({ length: 600 }, (_each, number) => read.get(String(number)));
    for (let reads = 0; reads < 4; reads++) {
      answer();
      await turn();
    }
    await Promise.all(all);
    expect(asked.map(({ length }) => length)).toEqual([1, 256, 256, 87]);
  });
});
