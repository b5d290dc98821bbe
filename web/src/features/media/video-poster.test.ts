import { expect, test } from 'vitest';
import { brightness, moments } from './video-poster.ts';

test('the still comes from within the video, the first moment last', () => {
  expect(moments(10)).toEqual([1, 3, 5, 8, 0]);
  for (const unknown of [Number.POSITIVE_INFINITY, Number.NaN, 0]) {
    expect(moments(unknown)[0]).toBeGreaterThan(0);
  }
});

test('black is dark, whatever its opacity', () => {
  expect(brightness([0, 0, 0, 255, 0, 0, 0, 255])).toBe(0);
  expect(brightness([255, 255, 255, 255])).toBeCloseTo(255);
  expect(brightness([0, 0, 0, 255, 255, 255, 255, 255])).toBeCloseTo(127.5);
  expect(brightness([])).toBe(0);
});
