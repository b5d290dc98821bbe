import type { QuietHours } from '@dazi/contract/notifications/notifications';

const timeZoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What somebody begins with who turns quiet hours on. */
export const usualQuietHours = (): QuietHours => ({ from: '22:00', to: '07:00', timeZone: timeZoneHere() });

/** Whoever sets one end of them reads both as times of where they are. */
export const withEnd = (quiet: QuietHours, end: 'from' | 'to', time: string): QuietHours => ({
  ...quiet,
  [end]: time,
  timeZone: timeZoneHere(),
});
