import { type ActivityCode, activityCodes } from '@dazi/contract/plans/plan-activities';
import { activityNames } from '@dazi/contract/plans/plan-activity-names';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import type { Post } from '@dazi/contract/posts/posts';
import { emptyPlanDraft, type PlanDraft } from './plan-draft.ts';

const plain = (text: string) => text.normalize('NFKC').toLowerCase();
const isLetter = (text: string | undefined) => text !== undefined && /[\p{Script=Latin}\p{N}]/u.test(text);

/** Where a label stands in a text, in Latin letters only as whole words; -1 where it does not. */
function placeOf(label: string, text: string): number {
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1)) {
    const isWhole = !isLetter(text[at - 1]) && !isLetter(text[at + label.length]);
    if (isWhole || !isLetter(label[0])) return at;
  }
  return -1;
}

/** "Climbing, bouldering" and "Football (soccer)" are two words for one thing. */
const labelsOf = (name: string) =>
  plain(name)
    .split(/[,()、/]/)
    .map((label) => label.trim())
    .filter((label) => label.length > 1);

/** What a text names first, in any of the languages; of two at one place the longer. */
export function activityIn(text: string): ActivityCode | null {
  const said = plain(text);
  let found: { code: ActivityCode; at: number; length: number } | null = null;
  for (const names of Object.values(activityNames)) {
    for (const code of activityCodes) {
      if (code === 'other') continue;
      for (const label of labelsOf(names[code])) {
        const at = placeOf(label, said);
        if (at < 0) continue;
        const isBetter = !found || at < found.at || (at === found.at && label.length > found.length);
        if (isBetter) found = { code, at, length: label.length };
      }
    }
  }
  return found?.code ?? null;
}

/** So many UTF-16 units at most, and no half of a letter at the end. */
export function cutAt(text: string, most: number): string {
  const cut = text.slice(0, most);
  return text.length > most && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** What a post says, as the beginning of a plan: where to meet is chosen, never taken from where it was posted. */
export const draftOfPost = ({ id, content }: Pick<Post, 'id' | 'content'>): PlanDraft => ({
  ...emptyPlanDraft,
  activity: activityIn(content),
  note: cutAt(content, planLimits.note),
  fromPostId: id,
});
