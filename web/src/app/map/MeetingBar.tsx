import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapPadding } from '#map/map-types.ts';
import { IconButton } from '#ui/IconButton.tsx';

interface MeetingBarProps {
  padding: MapPadding;
  onDismiss(): void;
}

/** Above the free map: what the marker and its circle are. */
export function MeetingBar({ padding, onDismiss }: MeetingBarProps) {
  const { t } = useTranslation();
  return (
    <section
      className="map-place-bar map-page-meeting"
      data-layer="meeting-bar"
      aria-label={t('map.meeting.title')}
      style={{ '--map-place-aside': `${(padding.left - padding.right) / 2}px` } as CSSProperties}
    >
      <div>
        <b>{t('map.meeting.title')}</b>
        <p className="sm t2">{t('map.meeting.text')}</p>
      </div>
      <IconButton icon="close" iconSize="s" tip="none" label={t('map.meeting.dismiss')} onClick={onDismiss} />
    </section>
  );
}
