import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The same function as long as the component stands, which does what the one of the last drawing does: rows of a list
 * that take it are drawn again only when something of their own changed. Not to be called while drawing.
 */
export function useSteady<Parameters extends readonly unknown[], Result>(
  callback: (...parameters: Parameters) => Result,
): (...parameters: Parameters) => Result {
  const drawn = useRef(callback);
  useLayoutEffect(() => {
    drawn.current = callback;
  });
  return useCallback((...parameters: Parameters) => drawn.current(...parameters), []);
}
