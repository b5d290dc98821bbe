import type { MediaItem } from '@dazi/contract/media/media';
import { type ReactNode, Suspense, useState } from 'react';
import { useBackCloses } from '#platform/history.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import './media.css';

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

const Surface = lazyPart('LightboxSurface', () => import('./LightboxSurface.tsx'));

/** Pictures and videos as large as the screen. Its code comes when the first one opens. */
export function Lightbox(props: LightboxProps) {
  const [used, setUsed] = useState(false);
  useBackCloses('viewer', props.index !== null, () => props.onIndex(null));
  if (props.index !== null && !used) setUsed(true);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <Surface {...props} />
    </Suspense>
  );
}
