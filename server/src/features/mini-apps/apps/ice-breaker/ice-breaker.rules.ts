import {
  type IceBreakerConfig,
  iceBreakerAnswerSchema,
  iceBreakerConfigSchema,
} from '@dazi/contract/mini-apps/ice-breaker';
import { iceBreaker, iceBreakerText } from '@dazi/contract/mini-apps/ice-breaker.rules';
import type { AppKind } from '../../app-kind.rules.ts';

export const iceBreakerApp: AppKind<IceBreakerConfig, object, string> = {
  definition: iceBreaker,
  config: iceBreakerConfigSchema,
  mayChange: true,
  takesWords: true,
  closesWithResult: true,
  countsAnswers: false,
  awaitsAll: () => false,
  material: async () => ({}),
  accept(_app, answers) {
    const answer = iceBreakerAnswerSchema.safeParse(answers[0]);
    return answers.length === 1 && answer.success ? [answer.data] : null;
  },
  sees: ({ isCompleted }, hasParticipated) => (isCompleted || hasParticipated ? 'answers' : 'people'),
  details: () => ({}),
  // Whoever asked closes it.
  isDue: () => false,
  async outcome(_deps, { title }, participants) {
    if (participants.length === 0) return null;
    const results = { participants: participants.map(({ id, name, answers }) => ({ id, name, answers })) };
    return { results, ...iceBreakerText(title, participants.length) };
  },
};
