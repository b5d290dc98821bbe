import * as z from 'zod/mini';
import { resultPersonSchema } from './mini-app-kit.ts';
import { quizLimits } from './quiz-limits.rules.ts';

export const quizConfigSchema = z.object({
  maxQuestions: z.int().check(z.gte(1), z.lte(quizLimits.questions)),
  requireAllParticipants: z.boolean(),
  minParticipants: z.int().check(z.gte(2), z.lte(quizLimits.participants)),
});
export type QuizConfig = z.output<typeof quizConfigSchema>;

const twoOptions = z.tuple([z.string(), z.string()]);
const translationSchema = z.object({ question: z.string(), options: twoOptions });
export type QuizTranslation = z.output<typeof translationSchema>;

export const quizQuestionSchema = z.object({
  id: z.string(),
  question: z.string(),
  options: twoOptions,
  /** Of the first and the fifth: it matches when the two answer differently. */
  isSpecialRule: z.boolean(),
  /** Of the questions that Dazi brings along; those an administrator changed are shown as they were written. */
  translations: z.optional(z.object({ ja: translationSchema, zh: translationSchema })),
});
export type QuizQuestion = z.output<typeof quizQuestionSchema>;

/** `details` of an instance: the questions it asks, which stay those of when it was added. */
export const quizDetailsSchema = z.object({ questions: z.array(quizQuestionSchema) });
export type QuizDetails = z.output<typeof quizDetailsSchema>;

export type QuizSubmission = { answers: string[]; completedAt: string; version: 1 };

export const quizDetailSchema = z.object({
  questionId: z.string(),
  question: z.string(),
  user1Answer: z.string(),
  user2Answer: z.string(),
  isMatch: z.boolean(),
  isSpecialRule: z.boolean(),
});
export type QuizDetail = z.output<typeof quizDetailSchema>;

export const quizPairSchema = z.object({
  user1: resultPersonSchema,
  user2: resultPersonSchema,
  /** Percent. */
  score: z.int(),
  details: z.array(quizDetailSchema),
});
export type QuizPair = z.output<typeof quizPairSchema>;

export const quizParticipantSchema = z.object({
  id: z.string(),
  name: z.string(),
  answers: z.array(z.string()),
});
export type QuizParticipant = z.output<typeof quizParticipantSchema>;

/** `results` of a quiz: the best pair first. Those that the reader does not see are left out of all of it. */
export const quizResultsSchema = z.object({
  allPairs: z.array(quizPairSchema),
  bestMatch: z.nullable(quizPairSchema),
  participants: z.array(quizParticipantSchema),
  questions: z.array(quizQuestionSchema),
});
export type QuizResults = z.output<typeof quizResultsSchema>;

export interface ParsedQuestionnaire {
  questions: QuizQuestion[];
  /** Lines that are neither empty, comments nor questions with two different options. */
  ignoredLines: number;
}

export type AnswersRefusal = 'missing' | 'extra' | 'unknown';
