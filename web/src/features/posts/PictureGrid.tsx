import type { MediaItem } from '@dazi/contract/media';
import { useTranslation } from 'react-i18next';

interface PictureGridProps {
  media: readonly MediaItem[];
  author: string;
  onOpen(index: number): void;
}

/** The pictures of an open post: one large, the others beside or below it. */
export function PictureGrid({ media, author, onOpen }: PictureGridProps) {
  const { t } = useTranslation();
  if (media.length === 0) return null;
  return (
    <div className="pics picture-grid" data-count={Math.min(media.length, 4)}>
      {media.map((item, index) => (
        <button
          key={item.id}
          type="button"
          className="picture-button"
          aria-label={t('posts.openPicture', { number: index + 1, count: media.length })}
          onClick={() => onOpen(index)}
        >
          <img
            className="pic"
            src={media.length === 1 ? item.url : item.thumbnailUrl}
            width={item.width}
            height={item.height}
            alt={t('posts.pictureBy', { name: author })}
            decoding="async"
          />
        </button>
      ))}
    </div>
  );
}
