import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  /** For screen readers, and the tooltip. */
  label: string;
  size?: 's' | 'm';
  iconSize?: 'xs' | 's' | 'm';
  /** Given for a toggle. */
  pressed?: boolean;
  /** Where the tooltip shows. */
  tip?: 'below' | 'above' | 'left' | 'none';
  /** A badge. */
  children?: ReactNode;
}

export function IconButton({
  icon,
  label,
  size = 'm',
  iconSize = 'm',
  pressed,
  tip = 'below',
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames('iconbtn', size === 's' && 's', pressed && 'on', className)}
      aria-label={label}
      aria-pressed={pressed}
      data-tip={tip === 'none' ? undefined : label}
      data-tip-side={tip}
    >
      <Icon name={icon} size={iconSize} />
      {children}
    </button>
  );
}
