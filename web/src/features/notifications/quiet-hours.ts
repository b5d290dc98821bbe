import type { QuietHours } from '@dazi/contract/notifications/notifications';

/** As the server judges it: quiet from the first minute on until the last one begins. */
export function isQuietAt(quietHours: QuietHours | null, now: number): boolean {
  if (!quietHours) return false;
  const { from, to, timeZone } = quietHours;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const time = clock.format(now);
  return from < to ? time >= from && time < to : time >= from || time < to;
}

/** What somebody begins with who turns quiet hours on. */
export const usualQuietHours = (): QuietHours => ({
  from: '22:00',
  to: '07:00',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
