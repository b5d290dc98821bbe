import type { IceBreakerConfig, IceBreakerQuestionId, IceBreakerResults } from './ice-breaker.ts';
import { iceBreakerLimits, iceBreakerQuestions } from './ice-breaker-limits.rules.ts';
import type { MiniAppDefinition, ResultText } from './mini-app-kit.ts';

export const iceBreakerQuestionIds = Object.keys(iceBreakerQuestions) as IceBreakerQuestionId[];

/** Everybody answers in a line and sees the others' answers once they have; the own one may be changed until it is closed. */
export const iceBreaker: MiniAppDefinition<IceBreakerConfig> = {
  type: 'ice-breaker',
  name: 'Ice Breaker',
  description: 'One question for people who have just met. Answer it to see what the others say.',
  category: 'social',
  icon: 'ice-breaker',
  defaultConfig: { questionId: 'small-joy', question: null },
  maxParticipants: iceBreakerLimits.participants,
};

/** `ice_answered`: title, count. */
export const iceBreakerTextCodes = ['ice_answered'] as const;

/** `count` is how many answered, whether the reader sees them or not. */
export const iceBreakerText = (
  title: string,
  count: number,
): { text: ResultText; generatedText: string } => ({
  text: { code: 'ice_answered', params: { title, count } },
  generatedText: `${title}: ${count} answered`,
});

export const iceBreakerResultsWithout = (
  results: IceBreakerResults,
  hidden: ReadonlySet<string>,
): IceBreakerResults => ({ participants: results.participants.filter(({ id }) => !hidden.has(id)) });
