import { classNames } from '#ui/class-names.ts';
import type { MiniAppKind } from './app-kind.ts';

export function AppIcon({ kind, small = false }: { kind: MiniAppKind; small?: boolean }) {
  return (
    <span className={classNames('tic', kind.tint, 'mini-apps-icon', small && 's')}>
      <svg className={small ? 'i' : 'i l'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {kind.drawing}
      </svg>
    </span>
  );
}
