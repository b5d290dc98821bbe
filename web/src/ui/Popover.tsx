import { cloneElement, type ReactElement, type ReactNode, type RefObject, useState } from 'react';
import { lazySurface } from '#ui/lazy-surface.ts';

/** Something with a place on the screen: an element or a point of the map. */
export interface Measurable {
  getBoundingClientRect(): DOMRect;
}

export interface PopoverProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The button it belongs to; or give `anchor`. */
  trigger?: ReactElement<{ onClick?: () => void }>;
  anchor?: RefObject<Measurable>;
  label: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  className?: string;
  /** Focus stays where it is, as for a preview. */
  keepFocus?: boolean;
  /** When it closes; without a word from here the focus returns to the button. */
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
}

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
