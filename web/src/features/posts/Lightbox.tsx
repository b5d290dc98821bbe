import type { MediaItem } from '@dazi/contract/media';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/Dialog.tsx';
import { Gallery } from './Gallery.tsx';

interface LightboxProps {
  media: readonly MediaItem[];
  author: string;
  /** Null is closed. */
  index: number | null;
  onIndex(index: number | null): void;
}

/** Pictures as large as the screen; Escape closes it and nothing below. */
export function Lightbox({ media, author, index, onIndex }: LightboxProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={index !== null}
      onOpenChange={(open) => onIndex(open ? (index ?? 0) : null)}
      title={t('posts.pictureBy', { name: author })}
      hideTitle
      className="lightbox"
    >
      <Gallery media={media} author={author} index={index ?? 0} onIndex={onIndex} />
    </Dialog>
  );
}
