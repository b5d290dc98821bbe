import type { QuizTranslation } from '@dazi/contract/mini-apps/quiz';
import {
  isWritableQuestion,
  parseQuestionnaire,
  questionnaireText,
} from '@dazi/contract/mini-apps/quiz.rules';
import { quizLimits } from '@dazi/contract/mini-apps/quiz-limits.rules';

/** A question while it is edited; the key stays with it when others come and go. */
export interface DraftQuestion {
  key: number;
  question: string;
  options: readonly [string, string];
}

export type DraftProblem = 'required' | 'same' | 'unwritable';

const trimmed = ({ question, options }: DraftQuestion): QuizTranslation => ({
  question: question.trim(),
  options: [options[0].trim(), options[1].trim()],
});

export function problemOf(draft: DraftQuestion): DraftProblem | null {
  const said = trimmed(draft);
  if (said.question === '' || said.options.some((option) => option === '')) return 'required';
  if (said.options[0] === said.options[1]) return 'same';
  return isWritableQuestion(said) ? null : 'unwritable';
}

export interface Drafts {
  questions: readonly DraftQuestion[];
  /** The key of the next one. */
  nextKey: number;
}

export const noDrafts: Drafts = { questions: [], nextKey: 1 };

const appended = (drafts: Drafts, more: readonly QuizTranslation[]): Drafts => ({
  questions: [
    ...drafts.questions,
    ...more.map(({ question, options }, index) => ({
      key: drafts.nextKey + index,
      question,
      options: [options[0], options[1]] as const,
    })),
  ],
  nextKey: drafts.nextKey + more.length,
});

export const draftsOf = (content: string): Drafts =>
  appended(noDrafts, parseQuestionnaire(content).questions);

export const withEmpty = (drafts: Drafts): Drafts => appended(drafts, [{ question: '', options: ['', ''] }]);

export const withChanged = (drafts: Drafts, key: number, change: Partial<DraftQuestion>): Drafts => ({
  ...drafts,
  questions: drafts.questions.map((one) => (one.key === key ? { ...one, ...change } : one)),
});

/** One place up or down; the ends stay where they are. */
export function withMoved(drafts: Drafts, key: number, by: -1 | 1): Drafts {
  const from = drafts.questions.findIndex((one) => one.key === key);
  const moved = drafts.questions[from];
  const swapped = drafts.questions[from + by];
  if (!moved || !swapped) return drafts;
  const questions = drafts.questions.with(from, swapped).with(from + by, moved);
  return { ...drafts, questions };
}

export const withoutQuestion = (drafts: Drafts, key: number): Drafts => ({
  ...drafts,
  questions: drafts.questions.filter((one) => one.key !== key),
});

/** Lines taken over below what is there; the others are counted. */
export function withLines(drafts: Drafts, lines: string): { drafts: Drafts; taken: number; ignored: number } {
  const { questions, ignoredLines } = parseQuestionnaire(lines);
  const room = Math.max(0, quizLimits.questionnaire - drafts.questions.length);
  const taken = questions.slice(0, room);
  return {
    drafts: appended(drafts, taken),
    taken: taken.length,
    ignored: ignoredLines + questions.length - taken.length,
  };
}

export const contentOf = ({ questions }: Drafts): string => questionnaireText(questions.map(trimmed));

/** Whether it would be lost, were it not saved. */
export const isOther = (drafts: Drafts, content: string): boolean =>
  contentOf(drafts) !== contentOf(draftsOf(content));
