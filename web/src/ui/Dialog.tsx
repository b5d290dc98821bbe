import { useState } from 'react';
import type { DialogProps } from '#ui/DialogSurface.tsx';
import { lazySurface } from '#ui/lazy-surface.ts';

export const dialogSurface = lazySurface<'DialogSurface', DialogProps>(
  'DialogSurface',
  () => import('#ui/surfaces.ts'),
);

/** A modal dialog; under 768 px it fills the screen. Its code comes when the first one opens. */
export function Dialog(props: DialogProps) {
  // Once opened it stays mounted, so that closing can be seen.
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  const Surface = dialogSurface.useSurface(props.open, () => props.onOpenChange(false));
  return used && Surface && <Surface {...props} />;
}
