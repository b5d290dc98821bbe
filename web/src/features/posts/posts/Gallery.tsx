import type { MediaItem } from '@dazi/contract/media/media';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BeingChecked, Filmstrip, VideoPlayer } from '#features/media/media.api.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';

interface GalleryProps {
  media: readonly MediaItem[];
  author: string;
  index: number;
  onIndex(index: number): void;
  /** A click on the picture itself. */
  onPicture(): void;
  className?: string;
}

/** One picture at a time: previous and next, arrow keys, swiping, a counter and thumbnails. */
export function Gallery({ media, author, index, onIndex, onPicture, className }: GalleryProps) {
  const { t } = useTranslation();
  const strip = useRef<HTMLDivElement>(null);
  const count = media.length;
  const go = (next: number) => onIndex((next + count) % count);

  /** Where a finger is taking it: nothing else moves it meanwhile. */
  const swipedTo = useRef<number | null>(null);
  useEffect(() => {
    const element = strip.current;
    const isSwiped = swipedTo.current === index;
    swipedTo.current = null;
    if (isSwiped) return;
    if (!element || Math.round(element.scrollLeft / element.clientWidth) === index) return;
    element.scrollTo({ left: index * element.clientWidth });
  }, [index]);

  const onKeyDown = (event: KeyboardEvent) => {
    // In a video the arrows belong to the player.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.key === 'ArrowLeft') go(index - 1);
    else if (event.key === 'ArrowRight') go(index + 1);
    else return;
    event.preventDefault();
  };
  // Safari before 26.2 does not tell when a swipe has come to its end.
  const onScroll = () => {
    const element = strip.current;
    if (!element || element.clientWidth === 0) return;
    const shown = Math.round(element.scrollLeft / element.clientWidth);
    if (shown === index || shown >= count) return;
    swipedTo.current = shown;
    onIndex(shown);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: no landmark, for enlarged pictures come a second time
    <div
      className={classNames('posts-gallery', className)}
      role="group"
      aria-roledescription={t('media.gallery')}
      aria-label={t('media.pictureBy', { name: author })}
      onKeyDown={onKeyDown}
    >
      <div className="posts-gallery-stage">
        <div ref={strip} className="posts-gallery-strip" onScroll={onScroll}>
          {media.map((item, position) => (
            <div key={item.id} className="posts-gallery-slide">
              {item.type === 'video' ? (
                <VideoPlayer item={item} author={author} active={position === index} />
              ) : (
                <button
                  type="button"
                  className="posts-gallery-picture"
                  tabIndex={position === index ? 0 : -1}
                  aria-label={
                    item.isFolded ? undefined : t('media.openPicture', { number: position + 1, count })
                  }
                  onClick={onPicture}
                >
                  {item.isFolded ? (
                    <BeingChecked />
                  ) : (
                    <img
                      src={item.url}
                      width={item.width}
                      height={item.height}
                      alt={t('media.pictureBy', { name: author })}
                      loading={Math.abs(position - index) > 1 ? 'lazy' : 'eager'}
                      decoding="async"
                    />
                  )}
                </button>
              )}
            </div>
          ))}
        </div>
        {count > 1 && (
          <>
            <span className="posts-gallery-count num" aria-live="polite">
              {t('media.count', { number: index + 1, count })}
            </span>
            <button
              type="button"
              className="media-step media-step-previous"
              aria-label={t('media.previous')}
              onClick={() => go(index - 1)}
            >
              <Icon name="chevron-left" />
            </button>
            <button
              type="button"
              className="media-step media-step-next"
              aria-label={t('media.next')}
              onClick={() => go(index + 1)}
            >
              <Icon name="chevron-right" />
            </button>
          </>
        )}
      </div>
      {count > 1 && <Filmstrip media={media} index={index} onIndex={onIndex} />}
    </div>
  );
}
