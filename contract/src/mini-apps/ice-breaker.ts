import * as z from 'zod/mini';
import { wordsUpTo } from '../kernel/fields.ts';
import { iceBreakerLimits, iceBreakerQuestions } from './ice-breaker-limits.rules.ts';
import { resultPersonSchema } from './mini-app-kit.ts';

export type IceBreakerQuestionId = keyof typeof iceBreakerQuestions;

/** One of the questions above, or an own one. */
export const iceBreakerConfigSchema = z
  .object({
    questionId: z.nullable(z.enum(Object.keys(iceBreakerQuestions) as [IceBreakerQuestionId])),
    question: z.nullable(wordsUpTo(iceBreakerLimits.question)),
  })
  .check(z.refine(({ questionId, question }) => (questionId === null) !== (question === null)));
export type IceBreakerConfig = z.output<typeof iceBreakerConfigSchema>;

/** `answers` of a participation: one text. */
export const iceBreakerAnswerSchema = wordsUpTo(iceBreakerLimits.answer);

/** `results` when it is closed. */
export const iceBreakerResultsSchema = z.object({
  participants: z.array(z.object({ ...resultPersonSchema.shape, answers: z.array(z.string()) })),
});
export type IceBreakerResults = z.output<typeof iceBreakerResultsSchema>;
