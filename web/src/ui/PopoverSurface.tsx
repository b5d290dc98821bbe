import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode, RefObject } from 'react';
import { isForInputMethod } from '#platform/composing.ts';
import { useCloseRequests } from '#ui/close-requests.ts';
import { passNonce } from '#ui/nonce.ts';

/** Something with a place on the screen: an element or a point of the map. */
export interface Measurable {
  getBoundingClientRect(): DOMRect;
}

export interface PopoverProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The button it belongs to; or give `anchor`. */
  trigger?: ReactElement<{ onClick?: () => void }>;
  anchor?: RefObject<Measurable>;
  label: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  className?: string;
  /** Focus stays where it is, as for a preview. */
  keepFocus?: boolean;
  /** When it closes; without a word from here the focus returns to the button. */
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
}

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
  useCloseRequests(open && !keepFocus, () => onOpenChange(false));
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
