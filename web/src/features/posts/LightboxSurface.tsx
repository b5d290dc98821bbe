import type { MediaItem } from '@dazi/contract/media';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRelativeTime } from '#platform/relative-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Filmstrip } from './Filmstrip.tsx';
import type { LightboxProps } from './Lightbox.tsx';
import { useStageGestures } from './use-stage-gestures.ts';
import { VideoPlayer } from './VideoPlayer.tsx';
import './lightbox.css';

/** Escape closes it and nothing below; arrows, Home and End, and a swipe lead through it. */
export function LightboxSurface({ post, index, onIndex }: LightboxProps) {
  const { t } = useTranslation();
  const relativeTime = useRelativeTime();
  // While it closes, what was shown last stays.
  const [last, setLast] = useState(index ?? 0);
  if (index !== null && index !== last) setLast(index);
  const { media, createdAt } = post;
  const author = post.user.name;
  const count = media.length;
  const at = Math.min(last, count - 1);
  const item = media[at];
  const go = (next: number) => onIndex((next + count) % count);
  useKeys(index !== null && count > 1, at, count, onIndex);
  useNeighbours(media, at);

  if (!item) return null;
  return (
    <Dialog
      open={index !== null}
      onOpenChange={(open) => onIndex(open ? at : null)}
      title={t(item.type === 'video' ? 'posts.videoBy' : 'posts.pictureBy', { name: author })}
      hideTitle
      className="lightbox"
    >
      <div className="lightbox-bar">
        <div className="lightbox-who">
          <Avatar name={author} url={post.user.avatarUrl} size="s" />
          <div className="lightbox-name">
            <UserText as="span" className="b ell">
              {author}
            </UserText>
            <time dateTime={createdAt}>{relativeTime(createdAt).ago}</time>
          </div>
        </div>
        {count > 1 && (
          <span className="lightbox-count num" aria-live="polite">
            {t('posts.pictureCount', { number: at + 1, count })}
          </span>
        )}
      </div>
      <Stage key={item.id} item={item} author={author} onStep={(step) => count > 1 && go(at + step)} />
      {count > 1 && (
        <>
          <button
            type="button"
            className="gallery-step previous"
            aria-label={t('posts.previous')}
            onClick={() => go(at - 1)}
          >
            <Icon name="chevron-left" />
          </button>
          <button
            type="button"
            className="gallery-step next"
            aria-label={t('posts.next')}
            onClick={() => go(at + 1)}
          >
            <Icon name="chevron-right" />
          </button>
          <Filmstrip media={media} index={at} onIndex={onIndex} />
        </>
      )}
    </Dialog>
  );
}

function Stage({ item, author, onStep }: { item: MediaItem; author: string; onStep(step: -1 | 1): void }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  const { stage, zoom, drag, handlers } = useStageGestures(item.id, onStep);
  const transform = `translate(${zoom.x + drag}px, ${zoom.y}px) scale(${zoom.scale})`;
  return (
    <div
      ref={stage}
      className={classNames('lightbox-stage', zoom.scale > 1 && 'enlarged', drag !== 0 && 'moving')}
      {...handlers}
    >
      {item.type === 'video' && <VideoPlayer item={item} author={author} />}
      {item.type === 'image' && failed && (
        <div className="video-unavailable">
          <Icon name="image" size="l" />
          <b>{t('posts.mediaFailed')}</b>
          <span>{t('posts.mediaFailedText')}</span>
        </div>
      )}
      {item.type === 'image' && !failed && (
        <img
          src={item.url}
          width={item.width}
          height={item.height}
          alt={t('posts.pictureBy', { name: author })}
          draggable={false}
          style={{ transform }}
          onError={() => setFailed(true)}
        />
      )}
    </div>
  );
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
      const next = targets[event.key];
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
      if (item?.type === 'image') new Image().src = item.url;
    }
  }, [media, at]);
}
