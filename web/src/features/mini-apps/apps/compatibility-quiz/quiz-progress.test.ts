import { expect, it } from 'vitest';
import { answeredCount, givenOf, isComplete, submissionOf, withGiven } from './quiz-progress.ts';
import { scoreBand } from './score-bands.ts';

it('QUIZ-036 is complete with as many answers as questions', () => {
  let given = givenOf(2, undefined);
  expect(isComplete(given)).toBe(false);
  given = withGiven(given, 1, 'Tea');
  expect([answeredCount(given), isComplete(given)]).toEqual([1, false]);
  given = withGiven(given, 0, 'Sea');
  expect([answeredCount(given), isComplete(given)]).toEqual([2, true]);
  expect(isComplete(givenOf(0, []))).toBe(false);
});

it('QUIZ-030 takes saved answers, and only what is one', () => {
  expect(givenOf(3, ['Sea', 4, 'Tea', 'more'])).toEqual(['Sea', null, 'Tea']);
});

it('QUIZ-045 QUIZ-012 hands back answers, an ISO time and version 1', () => {
  expect(submissionOf(['Sea'], Date.UTC(2031, 4, 6, 7, 8, 9))).toEqual({
    answers: ['Sea'],
    completedAt: '2031-05-06T07:08:09.000Z',
    version: 1,
  });
});

it.each([
  [100, 'from90'],
  [90, 'from90'],
  [89, 'from80'],
  [60, 'from60'],
  [50, 'from50'],
  [49, 'from0'],
] as const)('QUIZ-057 of %i says what is said %s', (score, band) => {
  expect(scoreBand(score)).toBe(band);
});
