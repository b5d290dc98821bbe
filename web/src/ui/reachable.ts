import { focusWhatIsThere } from '#ui/page-focus.ts';

const reachable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** What can be reached by keyboard, in the order of the page. */
const allReachable = (): Element[] => [...document.querySelectorAll(reachable)];

/** What is reached just before it; null where nothing is. */
export function reachableBefore(element: Element | null): Element | null {
  if (!element) return null;
  const all = allReachable();
  return all[all.indexOf(element) - 1] ?? null;
}

/** Puts the focus on what is reached next after it, or where the page begins when it is not there any more. */
export function focusAfter(element: Element | null): void {
  const all = allReachable();
  const next = element?.isConnected ? all[all.indexOf(element) + 1] : undefined;
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  focusWhatIsThere();
}
