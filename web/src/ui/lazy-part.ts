import { type ComponentType, createElement, lazy, useState } from 'react';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { loadInTime } from '#platform/load-in-time.ts';
import { PartSlot } from './PartSlot.tsx';

/** How parts are told that they are open, and tell that they were closed. */
interface Closable {
  open?: boolean;
  isOpen?: boolean;
  /** Null is closed, as is no index. */
  roomId?: string | null;
  index?: number | null;
  onOpenChange?(open: boolean): void;
  onIndex?(index: null): void;
  onClose?(): void;
}

const isAskedFor = ({ open, isOpen, roomId, index }: Closable) =>
  ![open, isOpen, roomId, index].some((said) => said === false || said === null);

function close({ onOpenChange, onIndex, onClose }: Closable): void {
  onOpenChange?.(false);
  onIndex?.(null);
  onClose?.();
}

/**
 * A screen or dialog whose code comes when it is first shown, and with it the texts it speaks in. When it
 * does not come within two minutes that is said, with another attempt, or a refresh when there is a new
 * version; it may be dismissed, and when the network is back the attempt is made by itself. `onFailure` hears of it too.
 */
export function lazyPart<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  onFailure?: (props: Props) => void,
): ComponentType<Props> {
  const make = () => {
    const attempt = lazy(async () => {
      try {
        const [part] = await Promise.all([loadInTime(name, load), allTextsReady]);
        return { default: part };
      } catch (error) {
        // An attempt that failed is remembered by `lazy`; another one, here or elsewhere, needs another component.
        latest = make();
        throw error;
      }
    });
    return attempt;
  };
  let latest = make();
  return function LazyPart(props: Props) {
    const [part, setPart] = useState(() => latest);
    const children = createElement(part as unknown as ComponentType<object>, props);
    return createElement(PartSlot, {
      isAskedFor: isAskedFor(props),
      onRetry: () => setPart(() => latest),
      onDismiss: () => close(props),
      onFailure: onFailure && (() => onFailure(props)),
      children,
    });
  };
}
