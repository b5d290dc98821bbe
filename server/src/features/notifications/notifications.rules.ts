import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';

/** What of one thing is shown as one notification, under the name of its code; everything else stands alone. */
export const gatheredAs = (
  name: string | null,
  { about, eventId }: { about: string | null; eventId: number },
): string => (name && about ? `${name}-${about}` : `event-${eventId}`);

/** The one notification that stands for what one person did to more and more things. */
export const gatheredOf = (personId: string): string => `of-${personId}`;

/** Whether what somebody did to a thing goes into that one: to so many others they did something already. */
export const goesToPerson = (things: ReadonlySet<string>, thing: string): boolean =>
  !things.has(thing) && things.size >= notificationLimits.thingsOfPerson;

/** The beginning of what was said, on one line. */
export function previewOf(content: string): string {
  const letters = [...content.replace(/\s+/gu, ' ').trim()];
  const { preview } = notificationLimits;
  return letters.length > preview ? `${letters.slice(0, preview).join('')}…` : letters.join('');
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Notices older than this tell nobody anything: what they would make is too old to be shown. */
export const isTooOld = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= notificationLimits.recent_ms;

/** After how many tries a browser is given up for one notification, and how long each waits for the next. */
export const retries_ms: readonly number[] = [5_000, 60_000];
