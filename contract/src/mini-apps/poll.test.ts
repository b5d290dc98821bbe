import { describe, expect, test } from 'vitest';
import {
  acceptedChoices,
  countVotes,
  leadingOptions,
  pollResults,
  pollResultsWithout,
  pollShare,
  pollText,
} from './poll.rules.ts';
import { type PollConfig, pollConfigSchema } from './poll.ts';

const config: PollConfig = {
  options: ['Tea', 'Coffee', 'Water'],
  multiple: false,
  anonymous: false,
  shows: 'voted',
};

describe('choices', () => {
  test.each([
    [[1], [1]],
    [[], null],
    [[3], null],
    [[-1], null],
    [[0.5], null],
    [['1'], null],
    [[0, 1], null],
  ])('%j of one', (answers, accepted) => expect(acceptedChoices(config, answers)).toEqual(accepted));

  test.each([
    [
      [2, 0],
      [0, 2],
    ],
    [[1, 1], null],
    [[], null],
  ])('%j of several', (answers, accepted) =>
    expect(acceptedChoices({ ...config, multiple: true }, answers)).toEqual(accepted),
  );
});

test.each([
  [['Tea'], false],
  [['Tea', 'Tea'], false],
  [['Tea', ' Tea '], false],
  [['Noodles', 'noodles'], false],
  [['ＡＢＣ', 'abc\u3000'], false],
  [['カフェ', 'ｶﾌｪ'], false],
  [['Café', 'Cafe'], true],
  [['Tea', ''], false],
  [['Tea', 'x'.repeat(101)], false],
  [Array.from({ length: 11 }, (_each, index) => `${index}`), false],
  [Array.from({ length: 10 }, (_each, index) => `${index}`), true],
])('options %j fit: %s', (options, fits) => {
  expect(pollConfigSchema.safeParse({ ...config, options }).success).toBe(fits);
});

describe('counting', () => {
  const voters = [
    { id: 'a', name: 'A', answers: [0] },
    { id: 'b', name: 'B', answers: [1] },
    { id: 'c', name: 'C', answers: [1] },
  ];

  test('names the options that lead', () => {
    const counts = countVotes(config.options, [[0, 1], [1], []]);
    expect(counts.map(({ count }) => count)).toEqual([1, 2, 0]);
    expect(leadingOptions(counts)).toEqual([1]);
    expect(leadingOptions(countVotes(config.options, [[0], [2]]))).toEqual([0, 2]);
    expect(leadingOptions(countVotes(config.options, []))).toEqual([]);
    expect(pollShare(1, 3)).toBe(33);
    expect(pollShare(0, 0)).toBe(0);
  });

  test('names voters unless they are anonymous, and says it in words', () => {
    const open = pollResults(config, voters);
    expect(open.participants).toEqual(voters);
    expect(pollText('Drinks', open)).toEqual({
      text: { code: 'poll_won', params: { title: 'Drinks', option: 'Coffee', count: 2, voters: 3 } },
      generatedText: 'Drinks: Coffee with 2 of 3',
    });
    expect(pollResults({ ...config, anonymous: true }, voters)).toEqual({ ...open, participants: [] });
    expect(pollText('Drinks', pollResults(config, voters.slice(0, 2))).generatedText).toBe(
      'Drinks: a tie between Tea, Coffee with 1 of 2 each',
    );
    expect(pollText('Drinks', pollResults(config, [])).text.code).toBe('poll_empty');
    const without = pollResultsWithout(open, new Set(['b']));
    expect(without.counts).toEqual(open.counts);
    expect(without.participants.map(({ id }) => id)).toEqual(['a', 'c']);
  });
});
