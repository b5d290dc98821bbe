import type { DecisionAction } from '@dazi/contract/moderation/moderation.rules';

/** Days from now, or for good. */
export type Until = number | typeof noEnd;
export const noEnd = 'no-end';

const day_ms = 24 * 60 * 60 * 1000;

/** As the server takes it: null is without an end. */
export const untilInstant = (until: Until, now: number): string | null =>
  until === noEnd ? null : new Date(now + until * day_ms).toISOString();

const steps_days = [3, 7, 30];
/** Longer is for administrators. */
const longer_days = [90, 180];

/** The days to choose from: those that end before an instant, or all of them where that is null. */
export function lengthsFor(isAdministrator: boolean, before: string | null, now: number): readonly number[] {
  const lengths = isAdministrator ? [...steps_days, ...longer_days] : steps_days;
  return before === null ? lengths : lengths.filter((days) => now + days * day_ms < Date.parse(before));
}

/** What was chosen, with another action now: only a limit may be without an end. */
export const untilWith = (action: DecisionAction, until: Until, usual_days: number): Until =>
  until === noEnd && action !== 'limit' ? usual_days : until;
