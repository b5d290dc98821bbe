import { instantOf, localLater, nextLocal } from '@dazi/contract/plans/local-times.rules';
import type { Plan } from '@dazi/contract/plans/plans';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import type { PlanWhen } from './plan-time.ts';

const week_minutes = 7 * 24 * 60;

/** A week later by its clocks, the next time that is there where they skip it, and a week more where that is too soon already. */
export function whenAgain({ local, timeZone, part, minutes }: Plan, now: number): PlanWhen {
  for (let weeks = 1; ; weeks++) {
    const later = localLater(local, weeks * week_minutes);
    const there = instantOf(later, timeZone) === null ? (nextLocal(later, timeZone) ?? later) : later;
    const starts = instantOf(there, timeZone) ?? 0;
    if (starts - now < planLimits.ahead_ms.least) continue;
    const endsAt = new Date(starts + minutes * 60_000).toISOString();
    return { local: there, timeZone, part, startsAt: new Date(starts).toISOString(), endsAt };
  }
}
