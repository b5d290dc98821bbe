import type { MiniAppResult } from '@dazi/contract/mini-apps/mini-app-kit';
import type { MiniApp } from '@dazi/contract/mini-apps/mini-apps';
import type { QuizDetails, QuizQuestion, QuizResults } from '@dazi/contract/mini-apps/quiz';

/** What an instance asks; none when its questions did not come. */
export function questionsIn({ details }: Pick<MiniApp, 'details'>): readonly QuizQuestion[] {
  const { questions } = details as Partial<QuizDetails>;
  return Array.isArray(questions) ? questions : [];
}

export const quizResultsIn = ({ results }: Pick<MiniAppResult, 'results'>): QuizResults =>
  results as unknown as QuizResults;
