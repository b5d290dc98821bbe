import {
  type ActivityCategory,
  type ActivityCode,
  activities,
  activityCategories,
  activityCodes,
} from '@dazi/contract/plans/plan-activities';
import { activityNames } from '@dazi/contract/plans/plan-activity-names';

/** What is offered first, before all the others. */
export const usualActivities: readonly ActivityCode[] = [
  'badminton',
  'board-games',
  'running',
  'hot-pot',
  'coffee',
  'city-walk',
  'karaoke',
  'language-exchange',
  'studying',
  'hiking',
  'cinema',
  'photo-walk',
];

/** Of katakana the hiragana: both are typed. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLocaleLowerCase()
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));

/** The activities with a word in any of the languages, as people call things in more than one. */
export function activitiesLike(words: string): readonly ActivityCode[] {
  const wanted = plain(words.trim());
  if (wanted === '') return activityCodes;
  return activityCodes.filter((code) =>
    Object.values(activityNames).some((names) => plain(names[code]).includes(wanted)),
  );
}

/** By category, in the order of the catalogue. */
export function byCategory(
  codes: readonly ActivityCode[],
): readonly [ActivityCategory, readonly ActivityCode[]][] {
  return activityCategories
    .map((category) => [category, codes.filter((code) => activities[code].category === category)] as const)
    .filter(([, held]) => held.length > 0)
    .map(([category, held]) => [category, held]);
}

/** Three things to do at this hour of the day. */
export function ideasAt(hour: number): readonly ActivityCode[] {
  if (hour < 5) return ['early-morning', 'coffee', 'studying'];
  if (hour < 10) return ['running', 'coffee', 'city-walk'];
  if (hour < 14) return ['meal', 'coffee', 'badminton'];
  if (hour < 18) return ['coffee', 'board-games', 'city-walk'];
  if (hour < 22) return ['hot-pot', 'karaoke', 'board-games'];
  return ['early-morning', 'running', 'coffee'];
}
