import { type RefObject, useEffect, useRef } from 'react';
import { focusWhatIsThere } from '#ui/page-focus.ts';

/**
 * For a list whose entries go, and the focus with them: whoever had it goes on with the one that came into their place.
 * `part` is the selector of what takes the focus in an entry.
 */
export function useGoneFocus(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  part: string,
): void {
  const before = useRef(ids);
  useEffect(() => {
    const gone = before.current.findIndex((id) => !ids.includes(id));
    before.current = ids;
    if (gone < 0 || document.activeElement !== document.body) return;
    const entries = list.current?.children ?? [];
    const entry = entries[Math.min(gone, entries.length - 1)];
    entry?.querySelector<HTMLElement>(part)?.focus({ preventScroll: true });
    focusWhatIsThere();
  });
}
