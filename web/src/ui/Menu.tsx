import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import { lazySurface } from '#ui/lazy-surface.ts';
import type { MenuEntry } from '#ui/menu-entry.ts';

type TriggerProps = {
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
};

export interface MenuProps {
  /** A button; it must pass its props and ref on to the element. */
  trigger: ReactElement<TriggerProps>;
  label: string;
  header?: ReactNode;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
}

export const menuSurface = lazySurface<'MenuSurface', MenuProps>(
  'MenuSurface',
  () => import('#ui/surfaces.ts'),
);

/** A dropdown whose code comes with the first click; until then only its button stands there. */
export function Menu(props: MenuProps) {
  const [used, setUsed] = useState(false);
  const Surface = menuSurface.useSurface(used, () => setUsed(false));
  if (used && Surface) return <Surface {...props} />;
  return cloneElement(props.trigger, {
    onClick: () => setUsed(true),
    onPointerEnter: menuSurface.preload,
    onFocus: menuSurface.preload,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
}
