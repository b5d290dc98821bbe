import type { MiniApp } from '@dazi/contract/mini-apps/mini-apps';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon.tsx';

interface Counted {
  count: number;
  /** As many as could take part. */
  total: number;
}

/** How far an app has come: nobody yet, so many of so many, or closed. */
export function AppStatus({
  miniApp: { isActive, participantCount: count, askedCount, maxParticipants },
  nobody,
  counted,
}: {
  miniApp: MiniApp;
  nobody: string;
  counted: (numbers: Counted) => string;
}) {
  const { t } = useTranslation();
  if (!isActive) {
    return (
      <span className="mini-apps-done">
        <Icon name="check" size="xs" />
        {count === 0 ? t('miniApps.card.closedEmpty') : t('miniApps.card.closed', { count })}
      </span>
    );
  }
  return count === 0 ? nobody : counted({ count, total: Math.min(askedCount, maxParticipants) });
}
