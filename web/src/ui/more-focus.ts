import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a list whose button for more goes away with the last page: whoever pressed it goes on with the first of what
 * came, unless they have gone elsewhere meanwhile. The entries take the focus, as with `tabIndex={-1}`.
 */
export function useMoreFocus(list: RefObject<HTMLElement | null>, count: number, hasMore: boolean) {
  const first = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (first.current === null || hasMore || count <= first.current) return;
    const entry = list.current?.children[first.current];
    first.current = null;
    if (document.activeElement === document.body && entry instanceof HTMLElement) {
      entry.focus({ preventScroll: true });
    }
  }, [list, count, hasMore]);
  /** To be told when more is asked for by the button. */
  return () => {
    first.current = count;
  };
}
