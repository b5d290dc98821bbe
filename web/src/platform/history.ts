import { useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';

/**
 * Whether the entry before this one is the app's own. The router numbers what it adds; whoever comes by a link, or in
 * another tab, begins at 0.
 */
export const canGoBack = (): boolean => (window.history.state?.idx ?? 0) > 0;

/** The location that is being left: going back takes a moment, in which nothing else may leave it too. */
let left: Location | null = null;

/** What is shown follows the history a moment later; until then nothing can be counted by it. */
function isBehind({ key }: Location): boolean {
  const { key: current } = window.history.state ?? {};
  return current !== undefined && current !== key;
}

/**
 * Gives what lies over a page an entry of its own, so that going back closes it and nothing below. Closed in another
 * way it takes its entry along; come to again, by going forward or reloading, the entry is left at once. `name` is
 * that of the one thing of its kind; what lies over that in turn is named `name/…`, and goes with it. `close` answers
 * false when it stays open, as when it asks first.
 */
export function useBackCloses(name: string, isOpen: boolean, close: () => unknown): void {
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, state } = location;
  const above = levelsAbove(name, state?.over);
  const entry = useRef<'none' | 'asked' | 'there'>('none');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what opens, closes or moves counts
  useEffect(() => {
    if (isBehind(location)) return;
    const ask = () => {
      entry.current = 'asked';
      // The map writes its view beside the router: the window knows the whole address.
      navigate({ pathname, search: window.location.search }, { state: { ...state, over: name } });
    };
    if (left !== location) left = null;
    if (above !== null) {
      // Opened again while its entry is still being left, it gets another one.
      if (isOpen) entry.current = left ? 'none' : 'there';
      else if (!left) {
        left = location;
        navigate(-1 - above);
      }
    } else if (!isOpen) entry.current = 'none';
    else if (entry.current === 'there') {
      entry.current = 'none';
      if (close() === false) ask();
    } else if (entry.current !== 'asked') ask();
  }, [isOpen, location]);
}

/** How many entries lie above that of `name`, 0 at its own; null where it has none. */
function levelsAbove(name: string, over: unknown): number | null {
  if (typeof over !== 'string') return null;
  if (over === name) return 0;
  return over.startsWith(`${name}/`) ? over.slice(name.length).split('/').length - 1 : null;
}
