import { expect, test } from 'vitest';
import { dayTime } from '#features/identity/day-time.ts';

const now = new Date(2026, 10, 25, 12, 0).getTime();
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

test.each([
  [at(2026, 10, 25, 9, 12), 'en', 'today 09:12'],
  [at(2026, 10, 26, 8, 10), 'en', 'tomorrow 08:10'],
  [at(2026, 10, 24, 23, 59), 'en', 'yesterday 23:59'],
  [at(2026, 10, 19, 8, 0), 'en', 'Nov 19'],
  [at(2026, 11, 25, 8, 0), 'ja', '12月25日'],
  [at(2027, 0, 3, 8, 0), 'en', 'Jan 3, 2027'],
  [at(2026, 10, 26, 8, 10), 'zh', '明天 08:10'],
])('%s in %s is %s', (instant, language, expected) => {
  expect(dayTime(instant, now, language)).toBe(expected);
});
