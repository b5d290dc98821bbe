import type { Gender } from '@dazi/contract/identity/identity';
import type { PlanSettings } from '@dazi/contract/plans/plan-settings';
import type { Plan } from '@dazi/contract/plans/plans';
import { hasReadCard } from './plan-settings.api.ts';

/** What is wanted of somebody before they go on, beside the safety card. */
export interface Wanted {
  gender: boolean;
  languages: boolean;
}

/** What a plan wants of whoever joins it that they have not stated yet. */
export function wantedBy(
  plan: Pick<Plan, 'who' | 'languages' | 'languageNeeded'>,
  stated: PlanSettings,
): Wanted {
  return {
    gender: plan.who === 'same_gender' && stated.gender === null,
    languages: plan.languageNeeded && !plan.languages.some((one) => stated.languages.includes(one)),
  };
}

/** Whether something is to be stated at all. */
export const isToBeStated = (stated: PlanSettings, { gender, languages }: Wanted): boolean =>
  !hasReadCard(stated) || gender || languages;

/** Whether nothing was stated of the own gender, or another one than the profile says by now: that counts for nothing. */
export const isGenderToBeStated = (stated: PlanSettings, own: Gender | null): boolean =>
  stated.gender === null || (own !== null && own !== stated.gender);
