import { expect, test } from 'vitest';
import { untilText } from './until.ts';

test('an hour has no zero before it, as in the conversation', () => {
  const tuesday = new Date(2026, 10, 24, 8, 39);
  expect(untilText('en', tuesday)).toMatch(/^Tue 8:39\sAM$/);
  expect(untilText('ja', tuesday)).toMatch(/(^|\D)8:39/);
});
