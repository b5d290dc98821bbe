import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { elapsed, useNow } from '#platform/time.ts';

export interface RelativeTime {
  /** As it stands beside a name: "now", "4 min", "2 h", "3 d". */
  short: string;
  /** As it is read out: "4 minutes ago". */
  ago: string;
}

/** The posted time of posts and notifications, in the reader's language, kept up to date. */
export function useRelativeTime(): (instant: string) => RelativeTime {
  const { t } = useTranslation();
  const now = useNow();
  return useCallback(
    (instant) => {
      const { unit, count } = elapsed(instant, now);
      return { short: t(`ui.time.${unit}`, { count }), ago: t(`ui.timeAgo.${unit}`, { count }) };
    },
    [t, now],
  );
}
