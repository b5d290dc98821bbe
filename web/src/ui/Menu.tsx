import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
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

const load = () => import('#ui/MenuSurface.tsx');
const Surface = lazy(() => load().then((module) => ({ default: module.MenuSurface })));
const preload = () => void load().catch(() => {});

/** A dropdown whose code comes with the first click; until then only its button stands there. */
export function Menu(props: MenuProps) {
  const [used, setUsed] = useState(false);
  const closed = cloneElement(props.trigger, {
    onClick: () => setUsed(true),
    onPointerEnter: preload,
    onFocus: preload,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
  if (!used) return closed;
  return (
    <Suspense fallback={closed}>
      <Surface {...props} />
    </Suspense>
  );
}
