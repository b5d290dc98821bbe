import { describe, expect, it } from 'vitest';
import { elapsed } from '#platform/time.ts';

const now = Date.parse('2026-06-15T12:00:00.000Z');
const before = (time_ms: number) => new Date(now - time_ms).toISOString();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('the time since an instant', () => {
  it.each([
    [0, 'now', 0],
    [59_999, 'now', 0],
    [minute, 'minutes', 1],
    [hour - 1, 'minutes', 59],
    [hour, 'hours', 1],
    [day - 1, 'hours', 23],
    [day, 'days', 1],
    [40 * day, 'days', 40],
  ] as const)('%i ms ago is %s %i', (time_ms, unit, count) => {
    expect(elapsed(before(time_ms), now)).toEqual({ unit, count });
  });

  it('calls a clock that runs ahead, and nonsense, now', () => {
    expect(elapsed(before(-5 * minute), now).unit).toBe('now');
    expect(elapsed('nonsense', now).unit).toBe('now');
  });
});
