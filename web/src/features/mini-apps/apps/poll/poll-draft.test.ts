import { pollLimits } from '@dazi/contract/mini-apps/poll-limits.rules';
import { expect, it } from 'vitest';
import {
  configOf,
  emptyPoll,
  problemOf,
  withChoice,
  withOption,
  withoutOption,
  withText,
} from './poll-draft.ts';

const written = withText(withText({ ...emptyPoll, question: 'Where?' }, 1, ' Here '), 2, 'There');

it('needs a question and two different options', () => {
  expect(problemOf(emptyPoll)).toBe('incomplete');
  expect(problemOf({ ...written, question: ' ' })).toBe('incomplete');
  expect(problemOf(withText(written, 2, 'Here'))).toBe('twice');
  expect(problemOf(withText(written, 2, 'ｈere '))).toBe('twice');
  expect(problemOf(written)).toBeNull();
});

it('leaves empty options out', () => {
  expect(configOf(withOption(written)).options).toEqual(['Here', 'There']);
});

it('keeps between two and ten options', () => {
  let many = written;
  for (let count = 0; count < 12; count++) many = withOption(many);
  expect(many.options).toHaveLength(pollLimits.options);
  expect(new Set(many.options.map(({ key }) => key)).size).toBe(pollLimits.options);
  expect(withoutOption(written, 1)).toBe(written);
  expect(withoutOption(many, 1).options.map(({ key }) => key)).not.toContain(1);
});

it('chooses one, or several in their order', () => {
  expect(withChoice([0], 2, false)).toEqual([2]);
  expect(withChoice([2], 0, true)).toEqual([0, 2]);
  expect(withChoice([0, 2], 2, true)).toEqual([0]);
});
