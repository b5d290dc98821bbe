import { PersonalStore } from '#platform/personal-store.ts';
import { isRecord } from '#platform/storage.ts';
import type { Given } from './quiz-progress.ts';

/** More quizzes than this are not begun at once; the first ones go. */
const keptDrafts = 20;

const drafts = new PersonalStore(
  'quizAnswers',
  (value): value is Record<string, Given> =>
    isRecord(value) &&
    Object.values(value).every(
      (given) =>
        Array.isArray(given) && given.every((answer) => answer === null || typeof answer === 'string'),
    ),
  { outlives: true },
);

/** What somebody has answered and not yet handed in, on this device. */
export const draftOf = (userId: string, miniAppId: string): Given | undefined =>
  drafts.read(userId)?.[miniAppId];

/** Null when it was handed in. */
export const keepDraft = (userId: string, miniAppId: string, given: Given | null): void =>
  drafts.change(userId, (before) => {
    const { [miniAppId]: _, ...others } = before ?? {};
    if (given === null) return others;
    return Object.fromEntries([...Object.entries(others).slice(1 - keptDrafts), [miniAppId, given]]);
  });
