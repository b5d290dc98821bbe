import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Badge } from '#ui/Badge.tsx';
import { useCloseRequests } from '#ui/close-requests.ts';
import { Icon } from '#ui/Icon.tsx';
import type { MenuEntry } from '#ui/menu-entry.ts';
import { passNonce } from '#ui/nonce.ts';
import { Spinner } from '#ui/Spinner.tsx';

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

passNonce();

const landmarks = '[role=dialog], header, main, nav, aside';

function Choice({ entry }: { entry: Extract<MenuEntry, { kind: 'choice' }> }) {
  return (
    <div className="menu-choice">
      <div className="menu-choice-label">
        <Icon name={entry.icon} />
        <Radix.Label className="grow">{entry.label}</Radix.Label>
      </div>
      <Radix.RadioGroup
        className="seg"
        value={entry.value}
        onValueChange={entry.onChoose}
        aria-label={entry.label}
      >
        {entry.options.map((option) => (
          <Radix.RadioItem
            key={option.value}
            value={option.value}
            className={option.value === entry.value ? 'on' : undefined}
            lang={option.lang}
            onSelect={(event) => event.preventDefault()}
          >
            {option.label}
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </div>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.kind === 'separator') return <Radix.Separator className="menu-rule" />;
  if (entry.kind === 'choice') return <Choice entry={entry} />;
  return (
    <Radix.Item
      className={entry.danger ? 'mi danger' : 'mi'}
      disabled={entry.disabled ?? false}
      onSelect={(event) => {
        if (entry.keepOpen) event.preventDefault();
        entry.onSelect();
      }}
    >
      {entry.busy ? <Spinner /> : <Icon name={entry.icon} />}
      <span className="grow">{entry.label}</span>
      {entry.badge !== undefined && <Badge count={entry.badge} />}
    </Radix.Item>
  );
}

export function MenuSurface({ trigger, label, header, entries, align = 'end' }: MenuProps) {
  const [open, setOpen] = useState(true);
  useCloseRequests(open, () => setOpen(false));
  // Inside the landmark of its button, so that readers who go by landmarks find it there.
  const [holder, setHolder] = useState<HTMLElement | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={setOpen} modal={false}>
      <Radix.Trigger asChild ref={(button) => setHolder(button?.closest<HTMLElement>(landmarks) ?? null)}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={holder}>
        <Radix.Content className="menu" align={align} sideOffset={8} collisionPadding={12} aria-label={label}>
          {header && (
            <>
              {header}
              <Radix.Separator className="menu-rule" />
            </>
          )}
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
