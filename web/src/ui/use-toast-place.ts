import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Box, type Offset, placeToasts } from '#ui/toast-place.ts';

const dialogs = '[role="dialog"][data-state="open"]';
const bars = ':scope > header, :scope > footer';
/** The bar of a page without a dialog, which grows with the text in it. */
const pageBars = '[data-top-bar]';
const small = '(width < 768px)';
const controls = 'a[href], button, label:has(input), input, textarea, select, [tabindex="0"]';

const atRest: Offset = { x: 0, y: 0 };

const boxOf = (element: Element): Box => element.getBoundingClientRect();
const common = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});
const isSeen = ({ left, top, right, bottom }: Box) => right > left && bottom > top;

/** What of the elements is in sight: not scrolled out of what holds them. */
function seenOf(elements: Iterable<Element>): Box[] {
  const frames = new Map<Element, Box>();
  const frameOf = (element: Element): Box => {
    const known = frames.get(element);
    if (known) return known;
    const parent = element.parentElement;
    const outer = parent ? frameOf(parent) : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const holds = parent && getComputedStyle(element).overflowY !== 'visible';
    const frame = holds ? common(outer, boxOf(element)) : outer;
    frames.set(element, frame);
    return frame;
  };
  return [...elements]
    .filter((element) => element.checkVisibility() && element.parentElement !== null)
    .map((element) => common(boxOf(element), frameOf(element.parentElement!)))
    .filter(isSeen);
}

/**
 * Toasts lie above open dialogs, of any size and in windows of any width: here they move off what can be done there,
 * when they come, when a dialog comes or changes, and with the window. Not while somebody scrolls: they would run. On
 * small screens those that go by themselves stay right below the bar of the dialog or page: further down they would
 * cover what comes next.
 */
export function useToastPlace(region: RefObject<HTMLElement | null>, count: number): void {
  const offset = useRef<Offset>(atRest);
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    const move = (next: Offset) => {
      offset.current = next;
      element.style.translate = `${next.x}px ${next.y}px`;
    };
    const place = () => {
      const open = count > 0 ? [...document.querySelectorAll(dialogs)] : [];
      const current = offset.current;
      if (current !== atRest) move(atRest);
      const isSmall = matchMedia(small).matches;
      if (count === 0 || (open.length === 0 && !isSmall)) return;
      // What asks for something stays until it is answered: it may cover nothing for that long.
      const isBrief = element.querySelector('.note-action') === null;
      const staysOnTop = isSmall && (isBrief || open.length === 0);
      const within = (selector: string) =>
        seenOf(open.flatMap((dialog) => [...dialog.querySelectorAll(selector)]));
      const window = { width: innerWidth, height: innerHeight };
      const taken =
        open.length > 0
          ? { bars: within(bars), controls: within(controls) }
          : { bars: seenOf(document.querySelectorAll(pageBars)), controls: [] };
      move(placeToasts({ rest: boxOf(element), window, ...taken, current, staysOnTop }));
    };
    place();
    if (count === 0) return;
    let frame = 0;
    const placeSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    const changes = new MutationObserver((records) => {
      if (records.some(({ target }) => !element.contains(target))) placeSoon();
    });
    changes.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', placeSoon);
    // A dialog that comes in moves for a moment.
    document.addEventListener('animationend', placeSoon);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      window.removeEventListener('resize', placeSoon);
      document.removeEventListener('animationend', placeSoon);
    };
  }, [region, count]);
}
