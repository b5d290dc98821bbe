import { clockFormat } from '@dazi/contract/kernel/clock-format';

const day_ms = 24 * 60 * 60 * 1000;

const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);

/** An instant as people write it: with the clock from yesterday to tomorrow, else the day, with its year if it is another. */
export function dayTime(instant: string, now: number, language: string): string {
  const at = Date.parse(instant);
  const days = Math.round((midnight(at) - midnight(now)) / day_ms);
  if (Math.abs(days) <= 1) {
    const day = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
    const clock = clockFormat(language, { hour: 'numeric', minute: '2-digit' });
    return `${day} ${clock.format(at)}`;
  }
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(at);
}
