import { type QuizConfig, type QuizDetails, quizConfigSchema } from '@dazi/contract/mini-apps/quiz';
import {
  acceptedAnswers,
  questionsAsked,
  quiz,
  quizResults,
  quizText,
} from '@dazi/contract/mini-apps/quiz.rules';
import { quizLimits } from '@dazi/contract/mini-apps/quiz-limits.rules';
import type { AppKind } from '../../app-kind.rules.ts';
import { currentQuestions } from '../../questionnaire.service.ts';

const isAnswer = (answer: unknown): answer is string | number =>
  typeof answer === 'string' || typeof answer === 'number';

export const compatibilityQuiz: AppKind<QuizConfig, QuizDetails, string> = {
  definition: quiz,
  config: quizConfigSchema,
  mayChange: false,
  takesWords: false,
  closesWithResult: false,
  countsAnswers: false,
  awaitsAll: ({ requireAllParticipants }) => requireAllParticipants,
  async material(deps, { maxQuestions }) {
    return { questions: questionsAsked(await currentQuestions(deps), maxQuestions) };
  },
  accept({ material: { questions } }, answers) {
    if (!answers.every(isAnswer)) return null;
    const accepted = acceptedAnswers(questions, answers);
    return typeof accepted === 'string' ? null : accepted;
  },
  sees: ({ isCompleted }) => (isCompleted ? 'answers' : 'people'),
  details: ({ material }) => material,
  isDue({ config, participantCount }, everybodyTookPart) {
    if (participantCount < config.minParticipants) return false;
    // A quiz that nobody else can join any more waits for nobody.
    return !config.requireAllParticipants || everybodyTookPart || participantCount >= quizLimits.participants;
  },
  async outcome(_deps, { material }, participants) {
    const results = quizResults(material.questions, participants);
    return results && { results, ...quizText(results.bestMatch) };
  },
};
