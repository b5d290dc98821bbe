import { type PollConfig, pollConfigSchema } from '@dazi/contract/mini-apps/poll';
import {
  acceptedChoices,
  countVotes,
  poll,
  pollResults,
  pollText,
} from '@dazi/contract/mini-apps/poll.rules';
import type { AppKind } from '../../app-kind.rules.ts';

const showsCounts = ({ shows }: PollConfig, isCompleted: boolean, hasVoted: boolean) =>
  isCompleted || shows === 'always' || (shows === 'voted' && hasVoted);

export const pollApp: AppKind<PollConfig, object, number> = {
  definition: poll,
  config: pollConfigSchema,
  mayChange: true,
  takesWords: false,
  closesWithResult: true,
  countsAnswers: true,
  awaitsAll: () => false,
  material: async () => ({}),
  accept: ({ config }, answers) => acceptedChoices(config, answers),
  sees({ config, isCompleted }, hasParticipated) {
    if (config.anonymous) return 'nothing';
    return showsCounts(config, isCompleted, hasParticipated) ? 'answers' : 'people';
  },
  details({ config, isCompleted }, { hasParticipated }, allAnswers) {
    const isShown = showsCounts(config, isCompleted, hasParticipated);
    return { counts: isShown ? countVotes(config.options, allAnswers) : null };
  },
  // Whoever asked closes it.
  isDue: () => false,
  async outcome(_deps, { config, title }, participants) {
    const results = pollResults(config, participants);
    return { results, ...pollText(title, results) };
  },
};
