import { useEffect, useReducer, useRef } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';

/**
 * Whether the entry before this one is the app's own. The router numbers what it adds; whoever comes by a link, or in
 * another tab, begins at 0.
 */
export const canGoBack = (): boolean => (window.history.state?.idx ?? 0) > 0;

/** Before the page is drawn: what lay over it is not open any more, and its entries are left. Settles when they are. */
export async function leaveWhatLayOver(): Promise<void> {
  const levels = namesOf(window.history.state?.usr?.over).length;
  if (levels === 0) return;
  const left = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  window.history.go(-levels);
  await left;
}

/** The location that is being left: going back takes a moment, in which nothing else may leave it too. */
let left: Location | null = null;

/** What is shown follows the history a moment later; until then nothing can be counted by it. */
function isBehind({ key }: Location): boolean {
  const { key: current } = window.history.state ?? {};
  return current !== undefined && current !== key;
}

/**
 * Gives what lies over a page an entry of its own, so that going back closes it and nothing below. Closed in another
 * way it takes its entry along, and those of what lies over it in turn; come to again by going forward,
 * the entry is left at once. `name` is that of the one thing of its kind. `close` answers false when it stays open, as
 * when it asks first.
 */
export function useBackCloses(name: string, isOpen: boolean, close: () => unknown): void {
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, state } = location;
  const above = levelsAbove(name, state?.over);
  const hasEntry = useRef(false);
  const [returns, countReturn] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isOpen) return;
    // An entry that is left before the router has drawn it changes no location: only this tells of it.
    window.addEventListener('popstate', countReturn);
    return () => window.removeEventListener('popstate', countReturn);
  }, [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what opens, closes or moves counts
  useEffect(() => {
    if (isBehind(location)) return;
    const ask = () => {
      hasEntry.current = true;
      // The map writes its view beside the router: the window knows the whole address.
      const over = [...namesOf(state?.over), name].join('/');
      navigate({ pathname, search: window.location.search }, { state: { ...state, over } });
    };
    if (left !== location) left = null;
    if (above !== null) {
      // Opened again while its entry is still being left, it gets another one.
      if (isOpen) hasEntry.current = !left;
      else if (!left) {
        left = location;
        navigate(-1 - above);
      }
    } else if (!isOpen) hasEntry.current = false;
    else if (hasEntry.current) {
      hasEntry.current = false;
      if (close() === false) ask();
    } else if (!left) ask();
  }, [isOpen, location, returns]);
  const latest = useRef(location);
  latest.current = location;
  // What goes while it is open, because what it belongs to is gone, leaves its entry as if it was closed.
  useEffect(
    () => () => {
      const over = levelsAbove(name, window.history.state?.usr?.over);
      if (over === null || left || !hasEntry.current) return;
      left = latest.current;
      window.history.go(-1 - over);
    },
    [name],
  );
}

/** Whether what opened under this name lies over the page at this place of the history. */
export const liesOver = (name: string, { state }: Location): boolean =>
  levelsAbove(name, state?.over) !== null;

/** How many entries lie above that of `name`, 0 at its own; null where it has none. */
function levelsAbove(name: string, over: unknown): number | null {
  const names = namesOf(over);
  const level = names.lastIndexOf(name);
  return level < 0 ? null : names.length - 1 - level;
}

/** What lies over the page, the lowest first. */
const namesOf = (over: unknown): string[] => (typeof over === 'string' ? over.split('/') : []);
