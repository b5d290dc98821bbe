import type { QuizSubmission } from '@dazi/contract/mini-apps/quiz';

/** One place for each question; null until it is answered. */
export type Given = readonly (string | null)[];

export const answeredCount = (given: Given): number => given.filter((answer) => answer !== null).length;

export const withGiven = (given: Given, index: number, answer: string): Given =>
  given.map((one, place) => (place === index ? answer : one));

/** There are as many answers as questions. */
export const isComplete = (given: Given): given is readonly string[] =>
  given.length > 0 && given.every((answer) => answer !== null);

/** What a completed questionnaire hands back. */
export const submissionOf = (answers: readonly string[], now: number): QuizSubmission => ({
  answers: [...answers],
  completedAt: new Date(now).toISOString(),
  version: 1,
});

/** Saved answers, as far as they belong to these questions. */
export const givenOf = (count: number, saved: readonly unknown[] | undefined): Given =>
  Array.from({ length: count }, (_, index) => {
    const answer = saved?.[index];
    return typeof answer === 'string' ? answer : null;
  });
