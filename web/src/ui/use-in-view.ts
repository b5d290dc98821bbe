import { type RefObject, useEffect, useRef } from 'react';

/** Brings what was chosen elsewhere, on the map or in the address, into view, once it is there. */
export function useInView<Of extends HTMLElement>(isChosen: boolean): RefObject<Of | null> {
  const element = useRef<Of>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return element;
}
