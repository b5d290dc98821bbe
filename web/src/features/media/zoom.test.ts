import { expect, test } from 'vitest';
import { held, swipeStep, whole, zoomedAt } from './zoom.ts';

const stage = { width: 400, height: 200 };

test('enlarging keeps what lies under the finger under it', () => {
  expect(zoomedAt(whole, 2, { x: 50, y: -20 })).toEqual({ scale: 2, x: -50, y: 20 });
  const twice = zoomedAt(zoomedAt(whole, 2, { x: 50, y: -20 }), 1, { x: 50, y: -20 });
  expect(twice).toEqual({ scale: 1, x: 0, y: 0 });
});

test('a picture is neither smaller than the stage nor five times larger, and does not leave it', () => {
  expect(held({ scale: 0.4, x: 30, y: 30 }, stage)).toEqual(whole);
  expect(held({ scale: 9, x: 0, y: 0 }, stage).scale).toBe(5);
  expect(held({ scale: 2, x: 999, y: -999 }, stage)).toEqual({ scale: 2, x: 200, y: -100 });
});

test.each([
  [{ x: -120, y: 10 }, 1],
  [{ x: 120, y: -10 }, -1],
  [{ x: 30, y: 0 }, 0],
  [{ x: 100, y: 140 }, 0],
])('a swipe by %j leads by %i', (moved, step) => {
  expect(swipeStep(moved, 400)).toBe(step);
});
