import { Suspense, useState } from 'react';
import { useBackCloses } from '#platform/history.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import type { LightboxProps } from './LightboxSurface.tsx';
import './media.css';

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
