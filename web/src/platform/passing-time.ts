import { clockFormat } from '@dazi/contract/kernel/clock-format';
import type { TFunction } from 'i18next';

const units = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
  ['second', 1],
] as const;

/** 30 seconds, 10 minutes, 7 days: in the largest unit of which it is a whole number. */
export function durationText(seconds: number, t: TFunction): string {
  const [unit, length] = units.find(([, each]) => seconds % each === 0) ?? units[3];
  return t(`duration.${unit}`, { count: seconds / length });
}

/** A time of today by the clock, another one with its day. */
export function untilText(instant: string, now: number, language: string): string {
  const until = new Date(instant);
  const isToday = until.toDateString() === new Date(now).toDateString();
  const day = isToday ? {} : { month: 'short' as const, day: 'numeric' as const };
  return clockFormat(language, { ...day, hour: 'numeric', minute: '2-digit' }).format(until);
}
