import { type RefObject, useLayoutEffect } from 'react';

/**
 * For whoever goes on by keyboard when what had the focus, or was to get it back, is gone: to the dialog that lies on
 * top now, else to the beginning of the page's own part.
 */
export function focusWhatIsThere(): void {
  if (document.activeElement !== document.body) return;
  const dialogs = document.querySelectorAll<HTMLElement>('.dialog[data-state=open]');
  const place = dialogs[dialogs.length - 1] ?? document.querySelector('main');
  if (!place) return;
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    // A click beside everything is to take the focus away, as before.
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}

/** For what asks for an answer and goes away with the button that was pressed: whoever did that by keyboard goes on. */
export function useFocusGoesOn(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = element.current;
    return () => {
      if (shown?.contains(document.activeElement)) queueMicrotask(focusWhatIsThere);
    };
  }, [element]);
}
