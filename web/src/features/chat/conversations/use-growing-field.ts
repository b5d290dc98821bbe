import { type RefObject, useLayoutEffect } from 'react';

/** A field as high as its text. How low and how high at most, the style sheet says: that goes with the size of the text. */
export function useGrowingField(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    const wanted_px = text === '' ? 0 : element.scrollHeight;
    element.style.height = `${wanted_px}px`;
    element.style.overflowY = wanted_px > element.clientHeight ? 'auto' : 'hidden';
  }, [field, text]);
}
