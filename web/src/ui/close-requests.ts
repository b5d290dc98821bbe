import { useEffect, useRef } from 'react';

interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}

declare global {
  /** Chrome's, Edge's and those made of them; elsewhere "back" is for pages alone. */
  var CloseWatcher: (new () => Watcher) | undefined;
}

/**
 * What lies over a page is closed by what a device has for that, such as the "back" of a phone, which leads to the page
 * before otherwise. What stays open, because it asks first, hears of it again once somebody has touched anything.
 */
export function useCloseRequests(open: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open || !globalThis.CloseWatcher) return;
    const end = new AbortController();
    const watch = (Watcher: new () => Watcher) => {
      const watcher = new Watcher();
      watcher.onclose = () => {
        addEventListener('pointerdown', () => watch(Watcher), { once: true, signal: end.signal });
        latest.current();
      };
      end.signal.addEventListener('abort', () => watcher.destroy());
    };
    watch(globalThis.CloseWatcher);
    return () => end.abort();
  }, [open]);
}
