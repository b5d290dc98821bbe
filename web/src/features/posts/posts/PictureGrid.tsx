import type { MediaItem } from '@dazi/contract/media/media';
import { useTranslation } from 'react-i18next';
import { BeingChecked, VideoPlayer } from '#features/media/media.api.ts';
import { classNames } from '#ui/class-names.ts';
import { PlayMark } from '#ui/PlayMark.tsx';

interface PictureGridProps {
  media: readonly MediaItem[];
  author: string;
  onOpen(index: number): void;
  className?: string;
}

/** The pictures of an open post: one large, the others beside or below it. A single video plays in place. */
export function PictureGrid({ media, author, onOpen, className }: PictureGridProps) {
  const { t } = useTranslation();
  const [first] = media;
  if (!first) return null;
  if (media.length === 1 && first.type === 'video') {
    return (
      <div className="posts-video">
        <VideoPlayer item={first} author={author} />
      </div>
    );
  }
  return (
    <div className={classNames('posts-pictures', className)} data-count={Math.min(media.length, 4)}>
      {media.map((item, index) => (
        <button
          key={item.id}
          type="button"
          className="posts-picture-button"
          aria-label={
            item.isFolded
              ? undefined
              : t(item.type === 'video' ? 'media.openVideo' : 'media.openPicture', {
                  number: index + 1,
                  count: media.length,
                })
          }
          onClick={() => onOpen(index)}
        >
          {item.isFolded ? (
            <BeingChecked isSmall={media.length > 1} />
          ) : (
            <img
              className="posts-picture"
              src={media.length === 1 ? item.url : item.thumbnailUrl}
              width={item.width}
              height={item.height}
              alt={t(item.type === 'video' ? 'media.videoBy' : 'media.pictureBy', { name: author })}
              decoding="async"
            />
          )}
          {item.type === 'video' && <PlayMark />}
        </button>
      ))}
    </div>
  );
}
