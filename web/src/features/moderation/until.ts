/** Days from now, or for good. */
export type Until = number | typeof noEnd;
export const noEnd = 'no-end';

const day_ms = 24 * 60 * 60 * 1000;

/** As the server takes it: null is without an end. */
export const untilInstant = (until: Until, now: number): string | null =>
  until === noEnd ? null : new Date(now + until * day_ms).toISOString();
