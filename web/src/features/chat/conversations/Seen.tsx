import { useTranslation } from 'react-i18next';
import { useRelativeTime } from '#platform/relative-time.ts';
import type { LastSeen } from './use-seen.ts';

export function Seen({ isOnline, lastSeen }: LastSeen) {
  const { t } = useTranslation();
  const relativeTime = useRelativeTime();
  if (!isOnline && !lastSeen) return null;
  return (
    <>
      <span className="dotsep" aria-hidden="true" />
      {isOnline ? (
        <span className="conversations-online">{t('presence.online')}</span>
      ) : (
        <time className="ell" dateTime={lastSeen!}>
          {t('presence.lastSeen', { time: relativeTime(lastSeen!).ago })}
        </time>
      )}
    </>
  );
}
