import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

function work(ms: number) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const rounds = (count: number) =>
  Array.from({ length: count }).reduce<Promise<void>>(
    (before) => before.then(() => new Promise((resolve) => setImmediate(resolve))),
    Promise.resolve(),
  );

test('what little there is to do is done at once', () => {
  const turns = new Turns();
  const done: number[] = [];
  for (let index = 0; index < 10; index++) turns.take('ann', () => done.push(index));
  expect(done).toHaveLength(10);
});

test('between stretches of much work the network is heard', async () => {
  const turns = new Turns();
  const done: string[] = [];
  for (let index = 0; index < 6; index++) {
    turns.take('ann', () => {
      work(6);
      done.push('ann');
    });
  }
  expect(done).toHaveLength(1);
  await rounds(2);
  expect(done.length).toBeLessThan(6);
  await rounds(10);
  expect(done).toHaveLength(6);
});

test('those who wait are served in a circle', async () => {
  const turns = new Turns();
  const done: string[] = [];
  const take = (actor: string) =>
    turns.take(actor, () => {
      work(6);
      done.push(actor);
    });
  for (const actor of ['ann', 'ann', 'ann', 'ann', 'bob', 'cleo']) take(actor);
  await rounds(12);
  expect(done).toEqual(['ann', 'ann', 'bob', 'cleo', 'ann', 'ann']);
});
