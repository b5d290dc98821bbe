import { expect, test } from 'vitest';
import { clockFormat } from './clock-format.ts';

const at = (hour: number, minute: number) => new Date(2026, 10, 5, hour, minute);

test.each([
  ['en', ['14:42', '00:05']],
  ['ja', ['14:42', '0:05']],
  ['zh', ['14:42', '00:05']],
])('counts 24 hours from midnight in %s', (language, [afternoon, midnight]) => {
  const { format } = clockFormat(language, { timeStyle: 'short' });
  expect(format(at(14, 42))).toBe(afternoon);
  expect(format(at(0, 5))).toBe(midnight);
});

test('with a day, and by the clocks of another zone', () => {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' } as const;
  expect(clockFormat('en', options).format(Date.UTC(2026, 10, 5, 9, 5))).toBe('November 5, 2026 at 18:05');
});

test.each([
  ['en', ['07:05', 'Thu 07:05']],
  ['ja', ['7:05', '7:05 (木)']],
  ['zh', ['07:05', '周四07:05']],
])('a morning is written the same way alone and beside a day in %s', (language, [alone, beside]) => {
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  expect(clockFormat(language, clock).format(at(7, 5))).toBe(alone);
  expect(clockFormat(language, { ...clock, weekday: 'short' }).format(at(7, 5))).toBe(beside);
});
