import type { QuietSpan } from '@dazi/contract/kernel/quiet-hours';
import { isQuietAt } from '@dazi/contract/kernel/quiet-hours';
import { instantOf, localLater, localOf, nextLocal } from '@dazi/contract/plans/local-times.rules';
import { planLimits, type ReminderCode } from '@dazi/contract/plans/plans.rules';

const { remindDay_ms, remindHours_ms, remindLate_ms, remindAfterQuiet_ms, remindBeforeQuiet_ms } = planLimits;

/** When those going are reminded, quiet hours aside. */
export const reminderMoments = (startsAt: Date): Record<ReminderCode, Date> => ({
  day: new Date(startsAt.getTime() - remindDay_ms),
  hours: new Date(startsAt.getTime() - remindHours_ms),
});

/** From when until when it is quiet around an instant at which it is; null where it always is. */
function quietAround({ from, to, timeZone }: QuietSpan, instant: number) {
  if (from === to) return null;
  const [day = '', time = ''] = localOf(instant, timeZone).split('T');
  const dayFrom = (days: number) => localLater(`${day}T00:00`, days * 24 * 60).slice(0, 10);
  const isOverNight = from > to;
  // Where the clocks skip that time it is the first after it.
  const at = (local: string) =>
    instantOf(local, timeZone) ?? instantOf(nextLocal(local, timeZone) ?? local, timeZone) ?? instant;
  return {
    begins: at(`${isOverNight && time < to ? dayFrom(-1) : day}T${from}`),
    ends: at(`${isOverNight && time >= from ? dayFrom(1) : day}T${to}`),
  };
}

/** A reminder waits for the end of quiet hours if enough is left then, else it comes before they begin. */
function fittedMoment(remindAt: number, startsAt: number, quiet: QuietSpan | null): number {
  if (!quiet || !isQuietAt(quiet, remindAt)) return remindAt;
  const around = quietAround(quiet, remindAt);
  if (!around) return remindAt;
  return around.ends <= startsAt - remindAfterQuiet_ms ? around.ends : around.begins - remindBeforeQuiet_ms;
}

interface Reminder {
  code: ReminderCode;
  remindAt: Date;
  startsAt: Date;
  isFitted: boolean;
  dueAt: Date | null;
  isWanted: boolean;
}

/** What is to become of a reminder at an instant, whose person wants quiet at these hours. */
export function reminderOutcome(
  { remindAt, startsAt, isFitted, dueAt, isWanted }: Reminder,
  quiet: QuietSpan | null,
  now: Date,
): { waitsUntil: Date } | 'given' | 'dropped' {
  const asked = dueAt!.getTime();
  let due = asked;
  if (!isFitted) {
    const fitted = fittedMoment(remindAt.getTime(), startsAt.getTime(), quiet);
    // Where it is too late to come before quiet hours it comes in them, and is not pushed.
    due = fitted >= asked ? fitted : Math.max(remindAt.getTime(), asked);
  }
  if (due > now.getTime()) return { waitsUntil: new Date(due) };
  return isWanted && now.getTime() - due <= remindLate_ms ? 'given' : 'dropped';
}

/** Whether "tomorrow" or "in two hours" would not be true at an instant. */
export function isOffTime(
  {
    code,
    startsAt,
    local,
    timeZone,
  }: Pick<Reminder, 'code' | 'startsAt'> & { local: string; timeZone: string },
  now: Date,
): boolean {
  if (code === 'hours') return Math.abs(startsAt.getTime() - now.getTime() - remindHours_ms) > remindLate_ms;
  const today = localOf(now.getTime(), timeZone).slice(0, 10);
  return localLater(`${today}T00:00`, 24 * 60).slice(0, 10) !== local.slice(0, 10);
}
