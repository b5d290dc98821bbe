import { expect, test } from 'vitest';
import { isEditable, isExpiringSoon } from './posts.rules.ts';

const now = Date.parse('2026-06-01T12:00:00.000Z');
const later = (ms: number) => new Date(now + ms).toISOString();
const hour = 60 * 60 * 1000;

test.each([
  [null, false],
  [later(24 * hour + 1), false],
  [later(24 * hour), true],
  [later(1), true],
  [later(0), false],
  [later(-1), false],
])('a post that ends at %s expires soon: %s (POST-049, POST-090)', (expiresAt, expected) => {
  expect(isExpiringSoon(expiresAt, now)).toBe(expected);
});

test.each([
  [0, true],
  [15 * 60_000 - 1, true],
  [15 * 60_000, false],
  [24 * hour, false],
])('%i ms after posting the text may be changed: %s', (passed, expected) => {
  expect(isEditable(later(-passed), now)).toBe(expected);
});
