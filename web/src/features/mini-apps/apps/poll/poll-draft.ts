import type { PollConfig, PollShows } from '@dazi/contract/mini-apps/poll';
import { areDifferent, pollLimits, pollShows } from '@dazi/contract/mini-apps/poll-limits.rules';

const texts = (value: unknown): value is PollDraft['options'] =>
  Array.isArray(value) &&
  value.every((option) => typeof option?.key === 'number' && typeof option.text === 'string');

/** A poll that was begun before, as it was kept; null for anything else. */
export function keptPoll(kept: Record<string, unknown> | null): PollDraft | null {
  const isPoll =
    kept !== null &&
    typeof kept.question === 'string' &&
    texts(kept.options) &&
    typeof kept.nextKey === 'number' &&
    typeof kept.multiple === 'boolean' &&
    typeof kept.anonymous === 'boolean' &&
    pollShows.some((shows) => shows === kept.shows);
  return isPoll ? (kept as unknown as PollDraft) : null;
}

/** A poll while it is written; the key of an option stays with it when others come and go. */
export interface PollDraft {
  question: string;
  options: readonly { key: number; text: string }[];
  nextKey: number;
  multiple: boolean;
  anonymous: boolean;
  shows: PollShows;
}

export const emptyPoll: PollDraft = {
  question: '',
  options: [
    { key: 1, text: '' },
    { key: 2, text: '' },
  ],
  nextKey: 3,
  multiple: false,
  anonymous: false,
  shows: 'voted',
};

export const withOption = (draft: PollDraft): PollDraft =>
  draft.options.length >= pollLimits.options
    ? draft
    : {
        ...draft,
        options: [...draft.options, { key: draft.nextKey, text: '' }],
        nextKey: draft.nextKey + 1,
      };

export const withoutOption = (draft: PollDraft, key: number): PollDraft =>
  draft.options.length <= pollLimits.leastOptions
    ? draft
    : { ...draft, options: draft.options.filter((option) => option.key !== key) };

export const withText = (draft: PollDraft, key: number, text: string): PollDraft => ({
  ...draft,
  options: draft.options.map((option) => (option.key === key ? { key, text } : option)),
});

/** What it says, empty options left out. */
export const configOf = ({ options, multiple, anonymous, shows }: PollDraft): PollConfig => ({
  options: options.map(({ text }) => text.trim()).filter((text) => text !== ''),
  multiple,
  anonymous,
  shows,
});

export type PollProblem = 'incomplete' | 'twice';

export function problemOf(draft: PollDraft): PollProblem | null {
  const { options } = configOf(draft);
  if (!areDifferent(options)) return 'twice';
  return draft.question.trim() === '' || options.length < pollLimits.leastOptions ? 'incomplete' : null;
}

/** A click on an option: the only one, or one of several. */
export function withChoice(chosen: readonly number[], place: number, multiple: boolean): number[] {
  if (!multiple) return [place];
  return chosen.includes(place)
    ? chosen.filter((one) => one !== place)
    : [...chosen, place].sort((a, b) => a - b);
}
