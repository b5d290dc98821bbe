import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { PlanSettings, savePlanSettings } from '@dazi/contract/plans/plan-settings';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import { requireConfirmed } from '#features/identity/identity.service.ts';
import { profileOf } from '#features/people/profiles/profiles.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import * as store from './plan-settings.store.ts';
import { lockPlansOf } from './plans.store.ts';

const nothing = {
  ...{ adultAt: null, safetyCard: null, safetyCardAt: null },
  ...{ gender: null, genderAt: null, genderCountsFrom: null, languages: [] },
  ...{ remindDay: true, remindHours: true },
};

const asTold = ({
  adultAt,
  safetyCard,
  safetyCardAt,
  ...row
}: Omit<store.SettingsRow, 'userId'>): PlanSettings => ({
  adultAt: adultAt?.toISOString() ?? null,
  safetyCard,
  safetyCardAt: safetyCardAt?.toISOString() ?? null,
  gender: row.gender,
  genderAt: row.genderAt?.toISOString() ?? null,
  genderCountsFrom: row.genderCountsFrom?.toISOString() ?? null,
  languages: row.languages,
  reminders: { day: row.remindDay, hours: row.remindHours },
});

export async function getSettings(deps: Deps, actor: Actor): Promise<PlanSettings> {
  return asTold((await store.findSettings(deps.db, actor.id)) ?? nothing);
}

/**
 * What is not named stays. A gender is that of the profile, and of another than before counts after 30 days: nobody looks at
 * the plans of others by turns. Errors: SAFETY_CARD_VERSION, GENDER_DIFFERS, PROFILE_NOT_CONFIRMED.
 */
export async function saveSettings(
  deps: Deps,
  actor: Actor,
  { adult, safetyCard, gender, languages, reminders }: BodyOf<typeof savePlanSettings>,
): Promise<PlanSettings> {
  if (safetyCard !== undefined && safetyCard !== planLimits.safetyCard)
    throw new AppError('SAFETY_CARD_VERSION');
  if (gender !== undefined) {
    requireConfirmed(actor);
    if ((await profileOf(deps, actor.id))?.gender !== gender) throw new AppError('GENDER_DIFFERS');
  }
  return deps.transact(async (inner) => {
    await lockPlansOf(inner.db, actor.id);
    const known = await store.findSettings(inner.db, actor.id);
    const now = inner.clock();
    const row: store.SettingsRow = { ...nothing, ...known, userId: actor.id };
    if (adult) row.adultAt ??= now;
    if (safetyCard !== undefined && row.safetyCard !== safetyCard)
      Object.assign(row, { safetyCard, safetyCardAt: now });
    if (gender !== undefined && row.gender !== gender) {
      const wait_ms = row.gender === null ? 0 : planLimits.genderCounts_ms;
      const genderCountsFrom = new Date(now.getTime() + wait_ms);
      Object.assign(row, { gender, genderAt: now, genderCountsFrom });
    }
    if (languages !== undefined) row.languages = [...new Set(languages)];
    row.remindDay = reminders?.day ?? row.remindDay;
    row.remindHours = reminders?.hours ?? row.remindHours;
    await store.putSettings(inner.db, row);
    return asTold(row);
  });
}
