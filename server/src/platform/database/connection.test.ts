import { expect, test } from 'vitest';
import { toIsoText } from './connection.ts';

test.each([
  ['2026-07-01 12:34:56.789+00', '2026-07-01T12:34:56.789Z'],
  ['2026-07-01 12:34:56+00', '2026-07-01T12:34:56.000Z'],
  ['2026-07-01 12:34:56.7+00', '2026-07-01T12:34:56.700Z'],
  ['2026-07-01 12:34:56.789999+00', '2026-07-01T12:34:56.789Z'],
  ['2026-07-01 23:34:56.05+05:30', '2026-07-01T18:04:56.050Z'],
  ['2026-01-01 00:30:00-03', '2026-01-01T03:30:00.000Z'],
  ['2026-07-01T12:34:56.789Z', '2026-07-01T12:34:56.789Z'],
])('%s is %s', (text, iso) => {
  expect(toIsoText(text)).toBe(iso);
  expect(new Date(text).toISOString()).toBe(iso);
});

test('what is no instant is refused', () => {
  for (const text of ['infinity', '-infinity', '']) expect(() => toIsoText(text)).toThrow(RangeError);
});
