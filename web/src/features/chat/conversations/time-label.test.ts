import { expect, test } from 'vitest';
import { dayOf, daysAgo, timeLabel } from './time-label.ts';

const hour_ms = 3_600_000;
const now = new Date(2026, 10, 21, 15, 0).getTime();
const ago = (hours: number) => new Date(now - hours * hour_ms).toISOString();

test('the clock under 24 hours, the weekday under 168, then month and day (CONV-027)', () => {
  expect(timeLabel(ago(1), now, 'en')).toBe('14:00');
  expect(timeLabel(ago(23.9), now, 'en')).toBe('15:06');
  expect(timeLabel(ago(24), now, 'en')).toBe('Fri');
  expect(timeLabel(ago(167.9), now, 'en')).toBe('Sat');
  expect(timeLabel(ago(168), now, 'en')).toBe('Nov 14');
  expect(timeLabel(ago(168), now, 'ja')).toBe('11月14日');
  expect(timeLabel('nonsense', now, 'en')).toBe('');
});

test('days are counted by the calendar, not by hours', () => {
  expect(daysAgo(ago(1), now)).toBe(0);
  expect(daysAgo(ago(16), now)).toBe(1);
  expect(daysAgo(ago(38), now)).toBe(1);
  expect(daysAgo(ago(40), now)).toBe(2);
  expect(dayOf(ago(1))).toBe(dayOf(ago(14)));
  expect(dayOf(ago(1))).not.toBe(dayOf(ago(16)));
});
