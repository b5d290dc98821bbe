import { useTranslation } from 'react-i18next';
import { Skeleton } from '#ui/Skeleton.tsx';

const waitingWidths = ['38%', '52%', '30%', '46%'];

export function WaitingMessages() {
  const { t } = useTranslation();
  return (
    <div className="conversations-log conversations-log-waiting" role="status" aria-label={t('ui.loading')}>
      {waitingWidths.map((width) => (
        <Skeleton key={width} width={width} height="40px" />
      ))}
    </div>
  );
}
