import { useEffect, useEffectEvent } from 'react';
import { isForInputMethod } from '#platform/composing.ts';

/** The key goes to what lies above, and to nothing else; null where nothing is open. */
export function useEscape(close: (() => void) | null): void {
  const closeTop = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isForInputMethod(event) || !close) return;
    close();
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => closeTop(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
