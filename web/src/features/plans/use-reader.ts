import { useMemo } from 'react';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useNow } from '#platform/time.ts';
import { ownTimeZone, type Reader } from './plan-time.ts';

/** Who reads the times of plans, at this minute. */
export function useReader(): Reader {
  const language = useLanguage();
  const now = useNow();
  return useMemo(() => ({ language, now, timeZone: ownTimeZone() }), [language, now]);
}
