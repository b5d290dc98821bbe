import { Popover as Radix } from 'radix-ui';
import { isForInputMethod } from '#platform/composing.ts';
import { passNonce } from '#ui/nonce.ts';
import type { PopoverProps } from '#ui/Popover.tsx';

passNonce();

/** What is inside and knows what to do with Escape itself says so; a word being composed keeps it too. */
function keepOwnEscape(event: KeyboardEvent): void {
  const isOwn = event.target instanceof Element && event.target.closest('[data-own-escape]') !== null;
  if (isOwn || isForInputMethod(event)) event.preventDefault();
}

/** Distance kept from every edge of the window. */
const margin_px = 16;

export function PopoverSurface({
  open,
  onOpenChange,
  trigger,
  anchor,
  label,
  side = 'bottom',
  align = 'center',
  className = 'popover',
  keepFocus = false,
  onCloseAutoFocus,
  children,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      {anchor && <Radix.Anchor virtualRef={anchor} />}
      <Radix.Portal>
        <Radix.Content
          className={className}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={8}
          collisionPadding={margin_px}
          onEscapeKeyDown={keepOwnEscape}
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
          {...(keepFocus && { onOpenAutoFocus: (event: Event) => event.preventDefault() })}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
