import { type RefObject, useEffect, useRef } from 'react';

/** Brings what the address names into view, once it is there. */
export function useInView<Of extends HTMLElement>(isNamed: boolean): RefObject<Of | null> {
  const element = useRef<Of>(null);
  useEffect(() => {
    if (isNamed) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isNamed]);
  return element;
}
