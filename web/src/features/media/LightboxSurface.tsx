import type { MediaItem } from '@dazi/contract/media/media';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNetworkBack } from '#platform/network-back.ts';
import { useRelativeTime } from '#platform/relative-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { BeingChecked } from './BeingChecked.tsx';
import { Filmstrip } from './Filmstrip.tsx';
import { useStageGestures } from './use-stage-gestures.ts';
import { VideoPlayer } from './VideoPlayer.tsx';
import './media-lightbox.css';

export interface LightboxItem {
  media: MediaItem;
  author: string;
  avatarUrl: string | null;
  createdAt: string;
}

export interface LightboxProps {
  items: readonly LightboxItem[];
  /** Null is closed. */
  index: number | null;
  onIndex(index: number | null): void;
  /** What can be done with the one that is shown. */
  actions?(index: number): ReactNode;
}

/** More than these do not fit as small pictures; then dots and arrows lead. */
const filmstripMost = 12;
const dotsMost = 15;

/** Escape closes it and nothing below; arrows, Home and End, and a swipe lead through it. */
export function LightboxSurface({ items, index, onIndex, actions }: LightboxProps) {
  const { t } = useTranslation();
  const relativeTime = useRelativeTime();
  // While it closes, what was shown last stays.
  const [last, setLast] = useState(index ?? 0);
  if (index !== null && index !== last) setLast(index);
  const media = useMemo(() => items.map((one) => one.media), [items]);
  const count = media.length;
  const at = Math.min(last, count - 1);
  const item = media[at];
  const go = (next: number) => onIndex((next + count) % count);
  useKeys(index !== null, at, count, onIndex);
  useNeighbours(media, at);

  const shown = items[at];
  if (!item || !shown) return null;
  const { author, avatarUrl, createdAt } = shown;
  return (
    <Dialog
      open={index !== null}
      onOpenChange={(open) => onIndex(open ? at : null)}
      title={t(item.type === 'video' ? 'media.videoBy' : 'media.pictureBy', { name: author })}
      hideTitle
      className="media-lightbox"
    >
      <div className="media-lightbox-bar">
        <div className="media-lightbox-who">
          <Avatar name={author} url={avatarUrl} size="s" />
          <div className="media-lightbox-name">
            <UserText as="span" className="b ell">
              {author}
            </UserText>
            <time dateTime={createdAt}>{relativeTime(createdAt).ago}</time>
          </div>
        </div>
        {count > 1 && (
          <span className="media-lightbox-count num" aria-live="polite">
            {t('media.count', { number: at + 1, count })}
          </span>
        )}
        {actions && (
          <div className="media-lightbox-actions" data-layer="lightbox">
            {actions(at)}
          </div>
        )}
      </div>
      <Stage key={item.id} item={item} author={author} onStep={(step) => count > 1 && go(at + step)} />
      {count > 1 && (
        <>
          <button
            type="button"
            className="media-step media-step-previous media-lightbox-step media-lightbox-step-previous"
            aria-label={t('media.previous')}
            onClick={() => go(at - 1)}
          >
            <Icon name="chevron-left" />
          </button>
          <button
            type="button"
            className="media-step media-step-next media-lightbox-step media-lightbox-step-next"
            aria-label={t('media.next')}
            onClick={() => go(at + 1)}
          >
            <Icon name="chevron-right" />
          </button>
          <Dots count={count} at={at} />
          {count <= filmstripMost && (
            <Filmstrip media={media} index={at} onIndex={onIndex} className="media-lightbox-filmstrip" />
          )}
        </>
      )}
    </Dialog>
  );
}

/** Where one is; of many items the ones around it. */
function Dots({ count, at }: { count: number; at: number }) {
  const first = Math.max(0, Math.min(at - Math.floor(dotsMost / 2), count - dotsMost));
  const shown = Array.from({ length: Math.min(count, dotsMost) }, (_, index) => first + index);
  return (
    <div className="media-lightbox-dots" aria-hidden="true">
      {shown.map((index) => (
        <i key={index} className={index === at ? 'on' : undefined} />
      ))}
    </div>
  );
}

function Stage({ item, author, onStep }: { item: MediaItem; author: string; onStep(step: -1 | 1): void }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  useNetworkBack(() => setFailed(false));
  const { stage, zoom, drag, handlers } = useStageGestures(item.id, onStep);
  const transform = `translate(${zoom.x + drag}px, ${zoom.y}px) scale(${zoom.scale})`;
  return (
    <div
      ref={stage}
      className={classNames(
        'media-lightbox-stage',
        zoom.scale > 1 && 'media-lightbox-enlarged',
        drag !== 0 && 'media-lightbox-moving',
      )}
      {...handlers}
    >
      {item.type === 'video' && <VideoPlayer item={item} author={author} />}
      {item.type === 'image' && item.isFolded && <BeingChecked />}
      {item.type === 'image' && failed && (
        <div className="media-unavailable">
          <Icon name="image" size="l" />
          <b>{t('media.failed')}</b>
          <span>{t('media.failedText')}</span>
        </div>
      )}
      {item.type === 'image' && !failed && !item.isFolded && (
        <img
          src={item.url}
          width={item.width}
          height={item.height}
          alt={t('media.pictureBy', { name: author })}
          draggable={false}
          style={{ transform }}
          onError={() => setFailed(true)}
        />
      )}
    </div>
  );
}

/** Buttons keep their Space, and so does a player that has the focus itself. */
function playOrPause(event: KeyboardEvent) {
  const isTaken = event.target instanceof Element && event.target.closest('button, a, video') !== null;
  const video = document.querySelector<HTMLVideoElement>('.media-lightbox-stage > video');
  if (isTaken || !video) return;
  event.preventDefault();
  if (video.paused) void video.play().catch(() => {});
  else video.pause();
}

/** Wherever the focus is, except where the arrows mean something else. */
function useKeys(active: boolean, at: number, count: number, onIndex: (index: number) => void) {
  useEffect(() => {
    if (!active) return;
    const targets: Record<string, number> = {
      ArrowLeft: (at + count - 1) % count,
      ArrowRight: (at + 1) % count,
      Home: 0,
      End: count - 1,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === ' ') playOrPause(event);
      const next = count > 1 ? targets[event.key] : undefined;
      const isTaken =
        event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey;
      if (next === undefined || isTaken) return;
      event.preventDefault();
      onIndex(next);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [active, at, count, onIndex]);
}

/** What comes next is there before it is asked for. */
function useNeighbours(media: readonly MediaItem[], at: number) {
  useEffect(() => {
    for (const item of [media[at + 1], media[at - 1]]) {
      if (item?.type === 'image' && !item.isFolded) new Image().src = item.url;
    }
  }, [media, at]);
}
