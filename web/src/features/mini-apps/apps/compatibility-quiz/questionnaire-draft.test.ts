import { quizLimits } from '@dazi/contract/mini-apps/quiz-limits.rules';
import { expect, it } from 'vitest';
import {
  contentOf,
  draftsOf,
  isOther,
  noDrafts,
  problemOf,
  withChanged,
  withEmpty,
  withLines,
  withMoved,
  withoutQuestion,
} from './questionnaire-draft.ts';

const content = '1. Sea or hills?：Sea/Hills\n2. Tea or coffee?：Tea/Coffee';

it('reads a questionnaire and writes it as it was', () => {
  expect(contentOf(draftsOf(content))).toBe(content);
});

it('QUIZ-037 QUIZ-038 asks for the question and both options', () => {
  const draft = { key: 1, question: ' ', options: ['Sea', 'Hills'] as const };
  expect(problemOf(draft)).toBe('required');
  expect(problemOf({ ...draft, question: 'Where?', options: ['Sea', ' '] })).toBe('required');
  expect(problemOf({ ...draft, question: 'Where?' })).toBeNull();
  expect(problemOf({ ...draft, question: 'Where?', options: ['Sea/lake', 'Hills'] })).toBe('unwritable');
});

it('tells two options that say the same from one that cannot be written', () => {
  const problemWith = (one: string, other: string) =>
    problemOf({ key: 1, question: 'Which：this?', options: [one, other] });
  expect(problemWith('Tea', ' Tea ')).toBe('same');
  for (const option of ['Sea／lake', 'Sea/lake', '海：湖'])
    expect(problemWith(option, 'Hills')).toBe('unwritable');
  expect(problemWith('Sea: lake', 'Hills')).toBeNull();
});

it('changes, adds and removes without mixing the questions up', () => {
  const three = withEmpty(draftsOf(content));
  const last = three.questions.at(-1)!;
  const filled = withChanged(three, last.key, { question: 'Now?', options: ['Yes', 'No'] });
  const first = filled.questions[0]!;
  expect(contentOf(withoutQuestion(filled, first.key))).toBe(
    '1. Tea or coffee?：Tea/Coffee\n2. Now?：Yes/No',
  );
});

it('moves a question by one place, and none beyond an end', () => {
  const drafts = draftsOf(content);
  const [first, second] = drafts.questions;
  const turned = '1. Tea or coffee?：Tea/Coffee\n2. Sea or hills?：Sea/Hills';
  expect(contentOf(withMoved(drafts, first!.key, 1))).toBe(turned);
  expect(contentOf(withMoved(drafts, second!.key, -1))).toBe(turned);
  expect(contentOf(withMoved(drafts, first!.key, -1))).toBe(content);
  expect(contentOf(withMoved(drafts, second!.key, 1))).toBe(content);
});

it('QUIZ-040 QUIZ-042 QUIZ-062 takes lines over and counts those it ignores', () => {
  const { drafts, taken, ignored } = withLines(
    draftsOf(content),
    '# a note\n7. Cats or dogs?：Cats／Dogs\nno question\n8. Three?：a/b/c\n',
  );
  expect([taken, ignored]).toEqual([1, 2]);
  expect(contentOf(drafts)).toBe(`${content}\n3. Cats or dogs?：Cats/Dogs`);
});

it('takes no more questions than a questionnaire holds', () => {
  const lines = Array.from(
    { length: quizLimits.questionnaire },
    (_, index) => `${index + 1}. Q${index}?：a/b`,
  );
  const full = withLines(noDrafts, lines.join('\n')).drafts;
  expect(withLines(full, '1. One more?：a/b')).toMatchObject({ taken: 0, ignored: 1 });
});

it('knows whether anything would be lost', () => {
  const same = draftsOf(content);
  const [first] = same.questions;
  expect(isOther(same, content)).toBe(false);
  expect(isOther(withChanged(same, first!.key, { question: 'Sea or hills? ' }), content)).toBe(false);
  expect(isOther(withChanged(same, first!.key, { question: 'Sea or lake?' }), content)).toBe(true);
  expect(isOther(withEmpty(same), content)).toBe(true);
});
