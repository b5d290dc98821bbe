import type { DecisionAction } from '@dazi/contract/moderation/moderation.rules';

/** Days from now, or for good. */
export type Until = number | typeof noEnd;
export const noEnd = 'no-end';

const day_ms = 24 * 60 * 60 * 1000;

/** As the server takes it: null is without an end. */
export const untilInstant = (until: Until, now: number): string | null =>
  until === noEnd ? null : new Date(now + until * day_ms).toISOString();

/** What was chosen, with another action now: only a limit may be without an end. */
export const untilWith = (action: DecisionAction, until: Until, usual_days: number): Until =>
  until === noEnd && action !== 'limit' ? usual_days : until;
