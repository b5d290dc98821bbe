import type { MediaItem } from '@dazi/contract/media/media';
import { BeingChecked } from '#features/media/media.api.ts';
import { PlayMark } from '#ui/PlayMark.tsx';

/** Up to `most` small pictures side by side, the rest as "+N". */
export function Thumbnails({ media, most }: { media: readonly MediaItem[]; most: 3 | 4 }) {
  if (media.length === 0) return null;
  const shown = media.slice(0, most);
  const hidden = media.length - shown.length;
  return (
    <div className="posts-thumbnails" data-columns={most}>
      {shown.map((item, index) => (
        <span
          key={item.id}
          className={hidden > 0 && index === most - 1 ? 'more' : 'posts-thumbnail'}
          data-more={`+${hidden}`}
        >
          {item.isFolded ? (
            <BeingChecked isSmall />
          ) : (
            <img className="posts-picture" src={item.thumbnailUrl} alt="" loading="lazy" decoding="async" />
          )}
          {item.type === 'video' && <PlayMark />}
        </span>
      ))}
    </div>
  );
}
