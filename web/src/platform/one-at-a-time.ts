import { useRef } from 'react';

/**
 * Lets one be under way: what is asked for meanwhile is not begun. A second press may come before the page has heard of
 * the first, when what was drawn last still says that nothing is under way. `work` says its failures itself.
 */
export function useOneAtATime<Given extends unknown[]>(
  work: (...given: Given) => Promise<unknown>,
): (...given: Given) => Promise<void> {
  const isUnderWay = useRef(false);
  return async (...given) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await work(...given);
    } finally {
      isUnderWay.current = false;
    }
  };
}
