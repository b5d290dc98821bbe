import type { QueryOf } from '@dazi/contract/kernel/endpoint';
import { type ActivityCode, isActivity } from '@dazi/contract/plans/plan-activities';
import type { listPlans } from '@dazi/contract/plans/plan-views';
import { type PlanLanguage, planLanguages, planLimits } from '@dazi/contract/plans/plans.rules';
import { spanOf, type WhenChoice, whenChoices } from './plan-time.ts';

export interface PlanFilters {
  when: WhenChoice;
  activities: readonly ActivityCode[];
  /** With a place left. */
  free: boolean;
  /** Joined at once. */
  open: boolean;
  language: PlanLanguage | null;
  /** Kilometres; null is as far as usual. */
  within: number | null;
}

export const noPlanFilters: PlanFilters = {
  when: 'any',
  activities: [],
  free: false,
  open: false,
  language: null,
  within: null,
};

/** Kilometres that can be chosen; null is as far as usual. */
export const distanceChoices = [5, 10, null, planLimits.radius_km.most] as const;

const names = {
  when: 'when',
  activities: 'activities',
  free: 'free',
  open: 'open',
  language: 'spoken',
  within: 'within',
} as const;
const keys = Object.keys(names) as (keyof PlanFilters)[];

const isSet = (filters: PlanFilters, key: keyof PlanFilters): boolean =>
  key === 'activities' ? filters.activities.length > 0 : filters[key] !== noPlanFilters[key];

/** Each filter that differs from its default counts one. */
export const countActiveFilters = (filters: PlanFilters): number =>
  keys.filter((key) => isSet(filters, key)).length;

/** The filters that an address names; what it does not know is left as it is without filters. */
export function planFiltersIn(search: string): PlanFilters {
  const address = new URLSearchParams(search);
  const named = (key: keyof PlanFilters) => address.get(names[key]);
  const activities = (named('activities') ?? '').split(',').filter(isActivity);
  return {
    when: whenChoices.find((choice) => choice === named('when')) ?? 'any',
    activities: [...new Set(activities)].slice(0, planLimits.activities),
    free: named('free') === 'true',
    open: named('open') === 'true',
    language: planLanguages.find((language) => language === named('language')) ?? null,
    within: distanceChoices.find((km) => String(km) === named('within')) ?? null,
  };
}

/** An address with these filters, everything else in it kept. */
export function withPlanFilters(search: string, filters: PlanFilters): string {
  const address = new URLSearchParams(search);
  for (const key of keys) {
    if (isSet(filters, key)) address.set(names[key], String(filters[key]));
    else address.delete(names[key]);
  }
  return address.toString();
}

/** The filters as the server understands them, but for the distance; days are those of the reader's zone. */
export function planFilterQuery(
  filters: PlanFilters,
  now: number,
  timeZone: string,
): QueryOf<typeof listPlans> {
  return {
    ...spanOf(filters.when, now, timeZone),
    ...(filters.activities.length > 0 && { activities: filters.activities.join(',') }),
    ...(filters.language && { languages: filters.language }),
    ...(filters.free && { free: 'true' as const }),
    ...(filters.open && { open: 'true' as const }),
  };
}
