import { expect, test } from 'vitest';
import { untilText } from './until.ts';

test('a time of day is written as in the conversation', () => {
  const tuesday = new Date(2026, 10, 24, 8, 39);
  expect(untilText('en', tuesday)).toBe('Tue 08:39');
  expect(untilText('ja', tuesday)).toMatch(/(^|\D)8:39/);
});
