import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';

export type ButtonKind =
  | 'primary'
  | 'quiet'
  | 'outline'
  | 'room'
  | 'danger'
  | 'danger-quiet'
  | 'ghost'
  | 'text';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  kind?: ButtonKind;
  size?: 's' | 'm' | 'l';
  icon?: IconName;
  /** Something is under way: a spinner stands before the label and a click does nothing. */
  busy?: boolean;
  block?: boolean;
  /** A quiet button that lies directly on the page. */
  onPage?: boolean;
  children: ReactNode;
}

export function Button({
  kind = 'quiet',
  size = 'm',
  icon,
  busy = false,
  block = false,
  onPage = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(
        'btn',
        kind !== 'quiet' && kind,
        size !== 'm' && size,
        busy && 'is-busy',
        block && 'block',
        onPage && 'on-page',
        className,
      )}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} size={size === 's' ? 's' : 'm'} />}
      {children}
    </button>
  );
}
