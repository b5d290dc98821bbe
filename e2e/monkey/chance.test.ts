import { expect, test } from 'vitest';
import { Chance } from './chance.ts';

const letters = [...'abcdefghij'];
const drawn = (chance: Chance) => Array.from({ length: 20 }, () => chance.oneOf(letters)).join('');

test('the same step of the same walker in the same walk is decided alike', () => {
  expect(drawn(new Chance(7, 'Mika', 3))).toBe(drawn(new Chance(7, 'Mika', 3)));
});

test('another seed, another walker and another step are decided otherwise', () => {
  const others = [new Chance(8, 'Mika', 3), new Chance(7, 'Theo', 3), new Chance(7, 'Mika', 4)];
  expect(new Set([new Chance(7, 'Mika', 3), ...others].map(drawn)).size).toBe(4);
});

test('each of several things comes about as often as it weighs', () => {
  const weights = { often: 6, seldom: 3, hardly: 1, never: 0 };
  const things = Object.keys(weights) as (keyof typeof weights)[];
  const counts = { often: 0, seldom: 0, hardly: 0, never: 0 };
  for (let step = 0; step < 2000; step++) {
    counts[new Chance(1, 'Mika', step).weighed(things, (thing) => weights[thing])]++;
  }
  expect(counts.never).toBe(0);
  expect(counts.hardly).toBeGreaterThan(140);
  expect(counts.hardly).toBeLessThan(270);
  expect(counts.seldom).toBeGreaterThan(500);
  expect(counts.often).toBeGreaterThan(1100);
});

test('of nothing nothing can be chosen', () => {
  expect(() => new Chance(1, 'Mika', 1).oneOf([])).toThrow('Nothing to choose from');
});
