const surfaces = '.dialog[data-state=open], [data-radix-popper-content-wrapper] > [data-state=open]';

/**
 * Whether another open dialog, menu or popover lies over this one. The library learns of a new one a moment after it is
 * drawn; what is pressed until then belongs to the new one all the same.
 */
export function isCovered(surface: Element | null): boolean {
  const highest = [...document.querySelectorAll(surfaces)].at(-1);
  if (!surface || !highest) return false;
  return (surface.compareDocumentPosition(highest) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
