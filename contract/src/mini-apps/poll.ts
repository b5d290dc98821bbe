import * as z from 'zod/mini';
import { wordsUpTo } from '../kernel/fields.ts';
import { type ResultPerson, resultPersonSchema } from './mini-app-kit.ts';
import { areDifferent, pollLimits, pollShows } from './poll-limits.rules.ts';

export type PollShows = (typeof pollShows)[number];

export const pollConfigSchema = z.object({
  options: z
    .array(wordsUpTo(pollLimits.option))
    .check(z.minLength(pollLimits.leastOptions), z.maxLength(pollLimits.options), z.refine(areDifferent)),
  multiple: z.boolean(),
  /** Nobody sees who voted, and how; neither does who asked. */
  anonymous: z.boolean(),
  shows: z.enum(pollShows),
});
export type PollConfig = z.output<typeof pollConfigSchema>;

export const pollCountSchema = z.object({ text: z.string(), count: z.int() });
export type PollCount = z.output<typeof pollCountSchema>;

/** `details` of an instance: null counts are not for the reader's eyes yet. */
export const pollDetailsSchema = z.object({ counts: z.nullable(z.array(pollCountSchema)) });
export type PollDetails = z.output<typeof pollDetailsSchema>;

export const pollResultsSchema = z.object({
  counts: z.array(pollCountSchema),
  /** Places of the options with the most votes, several when they are even; none without votes. */
  leading: z.array(z.int()),
  voters: z.int(),
  /** Who chose what, none when it is anonymous. */
  participants: z.array(z.object({ ...resultPersonSchema.shape, answers: z.array(z.int()) })),
});
export type PollResults = z.output<typeof pollResultsSchema>;

export interface PollVoter extends ResultPerson {
  answers: readonly number[];
}
