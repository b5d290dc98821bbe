import type { QuietHours } from '@dazi/contract/notifications/notifications';

/** What somebody begins with who turns quiet hours on. */
export const usualQuietHours = (): QuietHours => ({
  from: '22:00',
  to: '07:00',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
