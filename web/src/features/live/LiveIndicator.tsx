import { useTranslation } from 'react-i18next';
import { useStreamStatus } from '#platform/stream.ts';
import './live.css';

/** Whether what is shown follows what happens. */
export function LiveIndicator() {
  const { t } = useTranslation();
  const status = useStreamStatus();
  // Nothing is listened to, so nothing can be said: the map is far out, or has only just begun.
  if (status === 'disconnected') return null;
  return (
    <span className="live sm t3" data-status={status} role="status">
      {t(`live.status.${status}`)}
    </span>
  );
}
