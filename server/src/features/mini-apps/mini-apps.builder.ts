import { addMiniApp, participate } from '@dazi/contract/mini-apps/mini-apps';
import { quiz } from '@dazi/contract/mini-apps/quiz.rules';
import { defaultQuizQuestions } from '@dazi/contract/mini-apps/quiz-questions';
import type { TestPerson } from '../../testing/test-person.ts';

export async function aMiniApp(
  person: TestPerson,
  conversationId: string,
  appType: string = quiz.type,
  more: { title?: string; config?: Record<string, unknown> } = {},
) {
  const body = { userId: person.id, appType, ...more };
  return (await person.get(addMiniApp, { params: { conversationId }, body })).data;
}

/** Answers for the default questions: `1` takes the second option. */
export const quizAnswers = (choices: string): string[] =>
  [...choices].map((choice, index) => defaultQuizQuestions[index]!.options[Number(choice)]!);

export const takePart = (person: TestPerson, miniAppId: string, answers: readonly unknown[]) =>
  person.call(participate, {
    params: { miniAppId },
    body: { userId: person.id, data: { answers: [...answers] } },
  });

export async function tookPart(person: TestPerson, miniAppId: string, answers: readonly unknown[]) {
  const answer = await takePart(person, miniAppId, answers);
  if (!answer.success) throw new Error(JSON.stringify(answer));
  return answer;
}
