import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';

interface NoteProps {
  kind?: 'info' | 'warn' | 'err' | 'ok';
  icon: IconName;
  children: ReactNode;
  action?: { label: string; run(): void };
}

/** A short line about privacy, the network or what is missing. */
export function Note({ kind = 'info', icon, children, action }: NoteProps) {
  return (
    <div className={classNames('note', kind !== 'info' && kind)}>
      <Icon name={icon} size="s" />
      <span className="grow">{children}</span>
      {action && (
        <button type="button" className="note-action" onClick={action.run}>
          {action.label}
        </button>
      )}
    </div>
  );
}
