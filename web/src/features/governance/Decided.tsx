import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { useInView } from '#ui/use-in-view.ts';

interface DecidedProps {
  /** Whether the address names it. */
  isNamed: boolean;
  onUnfold(): void;
  onFold(): void;
  summary: ReactNode;
  children: ReactNode;
}

/** What is decided unfolds; the one that was unfolded last stands in the address, and is unfolded by it. */
export function Decided({ isNamed, onUnfold, onFold, summary, children }: DecidedProps) {
  const [isOpen, setOpen] = useState(isNamed);
  const element = useInView<HTMLDetailsElement>(isNamed);
  useEffect(() => {
    if (isNamed) setOpen(true);
  }, [isNamed]);
  return (
    <details
      ref={element}
      className="governance-decided"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        if (open && !isNamed) onUnfold();
        if (!open && isNamed) onFold();
      }}
    >
      <summary>
        {summary}
        <Icon name="chevron-down" size="s" />
      </summary>
      {children}
    </details>
  );
}
