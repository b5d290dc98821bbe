import { cloneElement, useState } from 'react';
import { lazySurface } from '#ui/lazy-surface.ts';
import type { MenuProps } from '#ui/MenuSurface.tsx';

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
