import { useRef } from 'react';

/**
 * Lets one thing be under way: a second press may come before the page has heard of the first, when what was drawn
 * last still says that nothing is. What is begun calls `end` when it is over.
 */
export function useOneAtATime(): (begin: (end: () => void) => void) => void {
  const isUnderWay = useRef(false);
  return (begin) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    begin(() => {
      isUnderWay.current = false;
    });
  };
}
