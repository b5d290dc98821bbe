import { expect, test } from 'vitest';
import { Shares } from './shares.ts';

/** Enters as the guard does; names are noted as they begin. */
function anActor(shares: Shares, begun: string[]) {
  const leaves = new Map<string, () => void>();
  const enter = (actor: string, most: number, name: string): boolean => {
    const share = shares.enter(actor, most, () => begun.push(name));
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
  const first = shares.enter('ann', 1, () => {})!;
  let refused = 0;
  for (let count = 0; count < 2500; count++) {
    const share = shares.enter('ann', 1, () => {
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
