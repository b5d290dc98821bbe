import { clockFormat } from '@dazi/contract/kernel/clock-format';

const hour_ms = 60 * 60 * 1000;

/** The time of a conversation's row: the clock for a day, the weekday for a week, then month and day. */
export function timeLabel(instant: string, now: number, language: string): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return '';
  const age_ms = now - at;
  if (age_ms < 24 * hour_ms) return clockLabel(instant, language);
  const format: Intl.DateTimeFormatOptions =
    age_ms < 168 * hour_ms ? { weekday: 'short' } : { month: 'short', day: 'numeric' };
  return new Intl.DateTimeFormat(language, format).format(at);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

export function clockLabel(instant: string, language: string): string {
  let clock = clocks.get(language);
  if (!clock) {
    clock = clockFormat(language, { hour: 'numeric', minute: '2-digit' });
    clocks.set(language, clock);
  }
  return clock.format(Date.parse(instant));
}

/** The day an instant falls on, where the reader is. */
export function dayOf(instant: string): string {
  const date = new Date(instant);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** Days between the day of an instant and today: 0 is today, 1 yesterday. */
export function daysAgo(instant: string, now: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(now) - midnight(Date.parse(instant))) / (24 * hour_ms));
}

export const fullDate = (instant: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(Date.parse(instant));
