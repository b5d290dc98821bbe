import type { MediaItem } from '@dazi/contract/media/media';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { PlayMark } from '#ui/PlayMark.tsx';
import { BeingChecked } from './BeingChecked.tsx';
import './media.css';

interface FilmstripProps {
  media: readonly MediaItem[];
  index: number;
  onIndex(index: number): void;
  className?: string;
}

/** Everything of a post, small, to choose from. */
export function Filmstrip({ media, index, onIndex, className }: FilmstripProps) {
  const { t } = useTranslation();
  return (
    <div className={classNames('media-filmstrip', className)}>
      {media.map((item, position) => (
        <button
          key={item.id}
          type="button"
          aria-label={
            item.isFolded
              ? undefined
              : t(item.type === 'video' ? 'media.openVideo' : 'media.openPicture', {
                  number: position + 1,
                  count: media.length,
                })
          }
          aria-current={position === index}
          onClick={() => onIndex(position)}
        >
          {item.isFolded ? <BeingChecked isSmall /> : <img src={item.thumbnailUrl} alt="" />}
          {item.type === 'video' && <PlayMark />}
        </button>
      ))}
    </div>
  );
}
