import { type ReactNode, useState } from 'react';
import { lazySurface } from '#ui/lazy-surface.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** Read out with the title, shown above the content. */
  description?: string;
  children?: ReactNode;
  /** Actions, the primary one last. */
  footer?: ReactNode;
  /** Stands between title and close button. */
  aside?: ReactNode;
  /** 440, 560, 600, 664 and 1060 pixels. */
  width?: 's' | 'm' | 'posting' | 'l' | 'xl';
  className?: string;
  hideTitle?: boolean;
  /** False where an answer is needed: no close button, Escape and the backdrop do nothing. */
  closable?: boolean;
  onOpenAutoFocus?: (event: Event) => void;
  /** Where Escape leads back to what lies below, and closing ends both. */
  onEscape?: () => void;
}

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
