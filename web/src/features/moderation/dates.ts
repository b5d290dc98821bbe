import { clockFormat } from '@dazi/contract/kernel/clock-format';
import { useMemo } from 'react';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { currentTime } from '#platform/time.ts';

export interface Dates {
  /** 25 December 2026. */
  day(instant: string): string;
  /** The same with the time of day. */
  moment(instant: string): string;
  /** 25 Dec: where there is little room; with the year where that is another than this one. */
  short(instant: string): string;
  /** Time of day, with the day where that is another than today, and the year where that is another than this one. */
  time(instant: string): string;
}

const dayOf = (at: Date) => `${at.getFullYear()} ${at.getMonth()} ${at.getDate()}`;

const isThisYear = (instant: string) =>
  new Date(instant).getFullYear() === new Date(currentTime()).getFullYear();

/** Instants as people write them, in the reader's language and time. */
export function useDates(): Dates {
  const language = useLanguage();
  return useMemo(() => {
    const formatted = (options: Intl.DateTimeFormatOptions) => {
      const format = clockFormat(language, options);
      return (instant: string) => format.format(new Date(instant));
    };
    const clock = formatted({ timeStyle: 'short' });
    const withYear = (options: Intl.DateTimeFormatOptions) => {
      const [thisYear, another] = [formatted(options), formatted({ ...options, year: 'numeric' })];
      return (instant: string) => (isThisYear(instant) ? thisYear : another)(instant);
    };
    const dayAndClock = withYear({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
    return {
      day: formatted({ dateStyle: 'long' }),
      moment: formatted({ dateStyle: 'long', timeStyle: 'short' }),
      short: withYear({ day: 'numeric', month: 'short' }),
      time: (instant) =>
        dayOf(new Date(instant)) === dayOf(new Date(currentTime())) ? clock(instant) : dayAndClock(instant),
    };
  }, [language]);
}
