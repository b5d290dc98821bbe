import type { MediaItem } from '@dazi/contract/media/media';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNetworkBack } from '#platform/network-back.ts';
import { Icon } from '#ui/Icon.tsx';
import { BeingChecked } from './BeingChecked.tsx';
import './media.css';

interface VideoPlayerProps {
  item: MediaItem;
  author: string;
  /** A video that is not shown any more is paused. */
  active?: boolean;
}

/** Of several videos one is heard, and none below what lies over it. */
export function pauseVideos(except?: HTMLVideoElement): void {
  for (const video of document.querySelectorAll('video')) if (video !== except) video.pause();
}

/** Plays where it stands, when asked to. What this browser cannot play is offered as a download. */
export function VideoPlayer({ item, author, active = true }: VideoPlayerProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  useNetworkBack(() => setFailed(false));
  useEffect(() => {
    if (!active) video.current?.pause();
  }, [active]);

  if (item.isFolded) return <BeingChecked />;
  if (failed || item.contentType === 'video/x-msvideo') {
    return (
      <div className="media-unavailable">
        <Icon name="play" size="l" />
        <b>{t('media.videoUnavailable')}</b>
        <a className="btn s" href={item.url} download tabIndex={active ? 0 : -1}>
          {t('media.download')}
        </a>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: what people film has no captions
    <video
      ref={video}
      className="media-video"
      src={item.url}
      poster={item.thumbnailUrl}
      width={item.width}
      height={item.height}
      controls
      playsInline
      preload="metadata"
      tabIndex={active ? 0 : -1}
      aria-label={t('media.videoBy', { name: author })}
      onPlay={({ currentTarget }) => pauseVideos(currentTarget)}
      onError={() => setFailed(true)}
    />
  );
}
