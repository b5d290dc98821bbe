import type { Questionnaire } from '@dazi/contract/mini-apps/mini-apps';
import type { QuizQuestion, QuizTranslation } from '@dazi/contract/mini-apps/quiz';
import { parseQuestionnaire, questionIn, questionnaireText } from '@dazi/contract/mini-apps/quiz.rules';
import { defaultQuizQuestions } from '@dazi/contract/mini-apps/quiz-questions';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import * as store from './questionnaire.store.ts';

const lineOf = (question: QuizTranslation) => questionnaireText([question]);

/** The questions that Dazi brings along, by how they are written in any language. */
const broughtAlong = new Map(
  defaultQuizQuestions.flatMap((question) =>
    ['en', 'ja', 'zh'].map((language) => [lineOf(questionIn(question, language)), question] as const),
  ),
);

/** Changed questions are shown as they were written; those left as they were still speak every language. */
function withTranslations(written: QuizQuestion): QuizQuestion {
  const { id, isSpecialRule } = written;
  return { ...(broughtAlong.get(lineOf(written)) ?? written), id, isSpecialRule };
}

export async function currentQuestions(deps: Deps): Promise<readonly QuizQuestion[]> {
  const row = await store.findCurrent(deps.db);
  if (row?.content == null) return defaultQuizQuestions;
  return parseQuestionnaire(row.content).questions.map(withTranslations);
}

const defaultIn = (language: string): Questionnaire => ({
  id: 'default',
  source: 'default',
  content: questionnaireText(defaultQuizQuestions.map((question) => questionIn(question, language))),
  questionCount: defaultQuizQuestions.length,
});

/** The questions as lines; those that Dazi brings along in a language. */
export async function getQuestionnaire(deps: Deps, language: string): Promise<Questionnaire> {
  const row = await store.findCurrent(deps.db);
  if (row?.content == null) return defaultIn(language);
  const { id, content } = row;
  const questionCount = parseQuestionnaire(content).questions.length;
  return { id, source: 'custom', content, questionCount };
}

/** Null brings the default ones back. */
export async function saveQuestionnaire(
  deps: Deps,
  actor: Actor,
  content: string | null,
): Promise<Questionnaire & { ignoredLines: number }> {
  if (!actor.isAdministrator) throw new AppError('FORBIDDEN');
  const parsed = content === null ? null : parseQuestionnaire(content);
  if (parsed?.questions.length === 0) throw new AppError('QUESTIONNAIRE_EMPTY');
  const savedAt = deps.clock();
  const id = deps.ids.next(savedAt);
  await store.insertQuestionnaire(deps.db, { id, content, savedAt });
  if (content === null || !parsed) return { ...defaultIn('en'), ignoredLines: 0 };
  const { questions, ignoredLines } = parsed;
  return { id, source: 'custom', content, questionCount: questions.length, ignoredLines };
}
