import type { MiniAppDefinition, ResultText } from './mini-app-kit.ts';
import type { PollConfig, PollCount, PollResults, PollVoter } from './poll.ts';
import { pollLimits } from './poll-limits.rules.ts';

/** The title of an instance is the question. */
export const poll: MiniAppDefinition<PollConfig> = {
  type: 'poll',
  name: 'Quick Poll',
  description: 'One question, up to ten answers, counted as they come in.',
  category: 'polls',
  icon: 'poll',
  // Options are what whoever asks has to add.
  defaultConfig: { options: [], multiple: false, anonymous: false, shows: 'voted' },
  maxParticipants: pollLimits.participants,
};

/** Answers are places of the chosen options, from 0: one, or where several may be chosen at least one, each once. */
export function acceptedChoices(
  { options, multiple }: PollConfig,
  answers: readonly unknown[],
): number[] | null {
  const places = answers.filter(
    (place): place is number =>
      Number.isInteger(place) && (place as number) >= 0 && (place as number) < options.length,
  );
  if (places.length !== answers.length || places.length === 0) return null;
  if (new Set(places).size !== places.length || (!multiple && places.length > 1)) return null;
  return places.sort((one, other) => one - other);
}

export function countVotes(options: readonly string[], votes: Iterable<readonly number[]>): PollCount[] {
  const counts = options.map((text) => ({ text, count: 0 }));
  for (const vote of votes) for (const place of vote) counts[place]!.count++;
  return counts;
}

export function leadingOptions(counts: readonly PollCount[]): number[] {
  const most = Math.max(0, ...counts.map(({ count }) => count));
  if (most === 0) return [];
  return counts.flatMap(({ count }, place) => (count === most ? [place] : []));
}

/** Percent of the voters; where several may be chosen they may be more than 100 together. */
export const pollShare = (count: number, voters: number): number =>
  voters === 0 ? 0 : Math.round((100 * count) / voters);

export function pollResults({ options, anonymous }: PollConfig, voters: readonly PollVoter[]): PollResults {
  const counts = countVotes(
    options,
    voters.map(({ answers }) => answers),
  );
  return {
    counts,
    leading: leadingOptions(counts),
    voters: voters.length,
    participants: anonymous
      ? []
      : voters.map(({ id, name, answers }) => ({ id, name, answers: [...answers] })),
  };
}

/** `poll_won`: title, option, count, voters. `poll_tied`: title, options, count, voters. `poll_empty`: title. */
export const pollTextCodes = ['poll_won', 'poll_tied', 'poll_empty'] as const;

export function pollText(
  title: string,
  { counts, leading, voters }: PollResults,
): { text: ResultText; generatedText: string } {
  const won = leading.map((place) => counts[place]!);
  if (won.length === 0) {
    return { text: { code: 'poll_empty', params: { title } }, generatedText: `${title}: nobody voted` };
  }
  const { count } = won[0]!;
  if (won.length > 1) {
    const options = won.map(({ text }) => text).join(', ');
    return {
      text: { code: 'poll_tied', params: { title, options, count, voters } },
      generatedText: `${title}: a tie between ${options} with ${count} of ${voters} each`,
    };
  }
  const option = won[0]!.text;
  return {
    text: { code: 'poll_won', params: { title, option, count, voters } },
    generatedText: `${title}: ${option} with ${count} of ${voters}`,
  };
}

/** Counts stay as they are: votes of people the reader does not see were cast all the same. */
export const pollResultsWithout = (results: PollResults, hidden: ReadonlySet<string>): PollResults => ({
  ...results,
  participants: results.participants.filter(({ id }) => !hidden.has(id)),
});
