import { describe, expect, test } from 'vitest';
import { GroupQueue, GroupQueues } from './group-queue.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Handles groups when it is told to; what contains an `x` fails. */
function slowHandler() {
  const handled: string[] = [];
  const ends: (() => void)[] = [];
  const handle = async (items: readonly string[]) => {
    handled.push(items.join(''));
    await new Promise<void>((resolve) => ends.push(resolve));
    if (items.includes('x')) throw new Error('x does not fit');
    return items.map((item) => item.toUpperCase());
  };
  const end = async () => {
    ends.shift()!();
    await turn();
  };
  return { handle, handled, end };
}

describe('a queue that handles in groups', () => {
  test('takes the first at once and what arrives meanwhile together, in its order and no more than fits', async () => {
    const { handle, handled, end } = slowHandler();
    const queue = new GroupQueue(handle, { mostInGroup: 3 });
    const results = Promise.all(Array.from('abcdef', (item) => queue.add(item)));
    for (let group = 0; group < 3; group++) await end();
    expect(handled).toEqual(['a', 'bcd', 'ef']);
    expect(await results).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  });

  test('takes what arrives with the first along when it gathers', async () => {
    const { handle, handled, end } = slowHandler();
    const queue = new GroupQueue(handle, { mostInGroup: 9, gathersFirst: true });
    const results = Promise.all(
      Array.from('abc', async (item) => {
        // Each by another way, as what is asked by several connections.
        await new Promise<void>((resolve) => process.nextTick(resolve));
        return queue.add(item);
      }),
    );
    await turn();
    await turn();
    expect(handled).toEqual(['abc']);
    const late = queue.add('d');
    await end();
    await end();
    expect(handled).toEqual(['abc', 'd']);
    expect(await Promise.all([results, late])).toEqual([['A', 'B', 'C'], 'D']);
  });

  test('answers nobody before their group has been handled', async () => {
    const { handle, end } = slowHandler();
    const queue = new GroupQueue(handle, { mostInGroup: 3 });
    const answered: string[] = [];
    for (const item of 'ab') void queue.add(item).then((result) => answered.push(result));
    await turn();
    expect(answered).toEqual([]);
    await end();
    expect(answered).toEqual(['A']);
    await end();
    expect(answered).toEqual(['A', 'B']);
  });

  test('handles each alone when a group fails, so that only the one that fails is refused', async () => {
    const { handle, handled, end } = slowHandler();
    const queue = new GroupQueue(handle, { mostInGroup: 3, retriesAlone: () => true });
    const results = Promise.allSettled(Array.from('abxc', (item) => queue.add(item)));
    for (let group = 0; group < 5; group++) await end();
    expect(handled).toEqual(['a', 'bxc', 'b', 'x', 'c']);
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  test.each([
    ['where nothing is to be tried twice', {}],
    ['for a reason that leaves open what was done', { retriesAlone: () => false }],
  ])('fails a whole group %s, and goes on', async (_case, options) => {
    const { handle, handled, end } = slowHandler();
    const queue = new GroupQueue(handle, { mostInGroup: 3, ...options });
    const results = Promise.allSettled(Array.from('abxcd', (item) => queue.add(item)));
    for (let group = 0; group < 3; group++) await end();
    expect(handled).toEqual(['a', 'bxc', 'd']);
    expect((await results).filter(({ status }) => status === 'rejected')).toHaveLength(3);
  });

  test('says when it is idle, once the last group has ended', async () => {
    const { handle, end } = slowHandler();
    let idle = 0;
    const queue = new GroupQueue(handle, { mostInGroup: 1, mostGroups: 2, onIdle: () => idle++ });
    const results = Promise.all(Array.from('abc', (item) => queue.add(item)));
    await end();
    await end();
    expect(idle).toBe(0);
    await end();
    expect(idle).toBe(1);
    await results;
  });

  test('refuses whoever would wait behind as many as may, and nobody once they are done', async () => {
    const { handle, end } = slowHandler();
    const queue = new GroupQueue(handle, { mostInGroup: 3, mostWaiting: 2 });
    const waiting = Promise.all(Array.from('abc', (item) => queue.add(item)));
    await expect(queue.add('d')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await end();
    const next = queue.add('e');
    for (let group = 0; group < 2; group++) await end();
    expect(await Promise.all([waiting, next])).toEqual([['A', 'B', 'C'], 'E']);
  });
});

test('queues by name do not wait for each other, and are gone once nothing waits in them', async () => {
  const { handle, handled, end } = slowHandler();
  const queues = new GroupQueues((name: string, items: readonly string[]) => handle([name, ...items]), {
    mostInGroup: 3,
  });
  const results = Promise.all([queues.add('1', 'a'), queues.add('1', 'b'), queues.add('2', 'c')]);
  expect(handled).toEqual(['1a', '2c']);
  for (let group = 0; group < 3; group++) await end();
  expect(handled).toEqual(['1a', '2c', '1b']);
  // Each handler answers its name first.
  expect(await results).toEqual(['1', '1', '2']);
  const again = queues.add('1', 'd');
  expect(handled.at(-1)).toBe('1d');
  await end();
  await again;
});
