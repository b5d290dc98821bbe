import type { ComponentProps } from 'react';
import { Icon } from '#ui/Icon.tsx';

/** One of many, from the list that the device itself offers. */
export function Choice(props: ComponentProps<'select'>) {
  return (
    <span className="moderation-queue-select">
      <select {...props} className="input" />
      <Icon name="chevron-down" size="s" />
    </span>
  );
}
