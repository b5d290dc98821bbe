import { useCallback } from 'react';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useNow } from '#platform/time.ts';

const minute_ms = 60 * 1000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;
const month_ms = 30.4 * day_ms;

/** How long something is there, in the largest unit that says something: 3 days, 2 months. */
export function ageOf(passed_ms: number, language: string): string {
  const in_ = (unit: 'minute' | 'hour' | 'day' | 'month' | 'year', length_ms: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
      Math.max(0, Math.floor(passed_ms / length_ms)),
    );
  if (passed_ms < hour_ms) return in_('minute', minute_ms);
  if (passed_ms < day_ms) return in_('hour', hour_ms);
  if (passed_ms < 2 * month_ms) return in_('day', day_ms);
  if (passed_ms < 24 * month_ms) return in_('month', month_ms);
  return in_('year', 12 * month_ms);
}

export interface Age {
  text: string;
  /** A week or less: whoever came to do harm has often just come. */
  isNew: boolean;
}

export function useAge(): (since: string) => Age {
  const language = useLanguage();
  const now = useNow();
  return useCallback(
    (since) => {
      const passed_ms = now - Date.parse(since);
      return { text: ageOf(passed_ms, language), isNew: passed_ms <= 7 * day_ms };
    },
    [language, now],
  );
}
