import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestCounts } from './request-counts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function counted(counts: RequestCounts, ...keys: string[]) {
  const results: { current: number; ttl: number }[] = [];
  for (const key of keys) counts.incr(key, (_error, result) => results.push(result), 60_000);
  // Looked at once all have been counted, as in a burst.
  return results.map(({ current }) => current);
}

test('each request is told its own count', () => {
  const counts = new RequestCounts();
  expect(counted(counts, 'ann', 'ann', 'ben', 'ann')).toEqual([1, 2, 1, 3]);
  expect(counted(counts.child(), 'ann')).toEqual([1]);
});

test('a window ends a minute after its first request', () => {
  const counts = new RequestCounts();
  counted(counts, 'ann');
  vi.advanceTimersByTime(59_999);
  expect(counted(counts, 'ann')).toEqual([2]);
  vi.advanceTimersByTime(1);
  expect(counted(counts, 'ann', 'ann')).toEqual([1, 2]);
});

test('goes on from what was counted elsewhere, until that window ends', () => {
  const counts = new RequestCounts();
  counts.goOnFrom('ann', { current: 7, ttl: 30_000 });
  counts.goOnFrom('ann', { current: 5, ttl: 29_000 });
  expect(counted(counts, 'ann', 'ben')).toEqual([8, 1]);
  vi.advanceTimersByTime(30_000);
  expect(counted(counts, 'ann')).toEqual([1]);
});

test('of very many those that were counted for longest begin anew', () => {
  const counts = new RequestCounts();
  counted(counts, 'first', 'second');
  counted(counts, ...Array.from({ length: 19_999 }, (_, index) => `other ${index}`));
  expect(counted(counts, 'second')).toEqual([2]);
  expect(counted(counts, 'first')).toEqual([1]);
});
