import { cloneElement, useState } from 'react';
import { lazySurface } from '#ui/lazy-surface.ts';
import type { PopoverProps } from '#ui/PopoverSurface.tsx';

export const popoverSurface = lazySurface<'PopoverSurface', PopoverProps>(
  'PopoverSurface',
  () => import('#ui/surfaces.ts'),
);

/** Points at what it belongs to and keeps 16 px from every edge. Its code comes when the first one opens. */
export function Popover(props: PopoverProps) {
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  const Surface = popoverSurface.useSurface(props.open, () => props.onOpenChange(false));
  if (used && Surface) return <Surface {...props} />;
  return props.trigger ? cloneElement(props.trigger, { onClick: () => props.onOpenChange(true) }) : null;
}
