import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';

/** One of many, from the list that the device itself offers. */
export function Select(props: ComponentProps<'select'>) {
  return (
    <span className="select">
      <select {...props} className="input" />
      <Icon name="chevron-down" size="s" />
    </span>
  );
}
