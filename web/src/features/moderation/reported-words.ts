import { isQuickAnswer } from '@dazi/contract/plans/plans.rules';
import { quickAnswerWords } from '@dazi/contract/plans/quick-answer-words';
import type { Language } from '#platform/storage.ts';

/** What was said, in the reader's language where it was said with one tap. */
export const reportedWords = (content: string, isQuick: boolean, language: Language): string =>
  isQuick && isQuickAnswer(content) ? quickAnswerWords[language][content] : content;
