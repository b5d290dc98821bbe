import { expect, type Page } from '@playwright/test';

/**
 * Fails with a line for each place where the screen does not hold what is on it: something that scrolls
 * sideways, and controls of the topmost layer that leave the window, are cut off by what holds them, or lie
 * under something else.
 */
export const expectFits = (page: Page, screen: string): Promise<void> =>
  expectAtRest(() => misfits(page), screen);

/**
 * What still moves is looked at again until it rests. A problem that stays fails the journey, which goes on. How long a busy
 * page takes for its first answer is no problem of its looks.
 */
export async function expectAtRest(problems: () => Promise<string[]>, screen: string): Promise<void> {
  if ((await problems()).length === 0) return;
  const once = expect.configure({ soft: true });
  await once.poll(problems, { message: screen, timeout: 5000 }).toEqual([]);
}

/**
 * A line for each of these places as they are now, at rest or not. Beside dialogs and menus `alsoOver` names what lies over the
 * page until it is closed: nothing else has to be reached meanwhile.
 */
export const misfits = (page: Page, ...alsoOver: readonly string[]): Promise<string[]> =>
  page.evaluate((others) => {
    const problems: string[] = [];
    const slack_px = 1;
    // The map's pins move under what floats over it.
    const ofMap = '.map-surface, .map-stage, [data-pin-id], [data-group-key], canvas';
    // Rows of pictures and answers that are there to be swiped.
    const strips = '.posts-gallery-strip, .plans-quick';
    const stands = (position: string, element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).position === position || stands(position, element.parentElement));
    /** What lies on top at a point of it, of whose width this is the share. */
    const topOf = (element: Element, share: number) => {
      const box = element.getBoundingClientRect();
      return document.elementFromPoint(box.left + box.width * share, (box.top + box.bottom) / 2);
    };
    const sides = [0.15, 0.5, 0.85];
    // What opens a whole card lies under the controls of that card by intent.
    const isOwn = (drawn: Element, hit: Element) =>
      drawn.contains(hit) || hit.contains(drawn) || Boolean(drawn.closest('article')?.contains(hit));
    const comesClear = (drawn: Element) => {
      const [left, top] = [scrollX, scrollY];
      drawn.scrollIntoView({ block: 'center', behavior: 'instant' });
      const hits = sides.map((share) => topOf(drawn, share));
      scrollTo({ left, top, behavior: 'instant' });
      return hits.every((hit) => hit !== null && isOwn(drawn, hit));
    };
    const named = (element: Element) => {
      const { tagName, className } = element;
      const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return `${tagName.toLowerCase()}.${String(className).replaceAll(/\s+/g, '.')} "${label.trim().slice(0, 40)}"`;
    };
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden=true]') === null;

    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      problems.push(`the page scrolls sideways: ${scrollWidth} > ${clientWidth}`);
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.matches(ofMap) || element.closest(strips) || !isShown(element)) continue;
      const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX);
      if (scrolls && element.scrollWidth > element.clientWidth + slack_px) {
        problems.push(`scrolls sideways: ${named(element)} ${element.scrollWidth} > ${element.clientWidth}`);
      }
    }

    const over = ['[role=dialog]', '[role=menu]', ...others].join();
    const layers = [...document.querySelectorAll(over)].filter(isShown);
    const top = layers.at(-1) ?? document.body;
    for (const control of top.querySelectorAll('button, a[href], input, textarea, select, [role=slider]')) {
      if (control.closest(ofMap) || !isShown(control)) continue;
      // Off the strip's window until it is swiped there.
      if (control.closest(strips)) continue;
      // A radio or file input that is not drawn itself is drawn by its label.
      const drawn = control.matches('input[type=radio], input[type=checkbox], input[type=file]')
        ? (control.closest('label') ?? control)
        : control;
      const box = drawn.getBoundingClientRect();
      if (box.width <= 2 || box.height <= 2) continue;
      if (box.left < -slack_px || box.right > innerWidth + slack_px) {
        problems.push(
          `leaves the window: ${named(drawn)} ${Math.round(box.left)} to ${Math.round(box.right)}`,
        );
      }
      let isInSight = box.top >= 0 && box.bottom <= innerHeight;
      for (
        let holder = drawn.parentElement;
        holder && holder !== document.body;
        holder = holder.parentElement
      ) {
        const { overflowX, overflowY } = getComputedStyle(holder);
        const edge = holder.getBoundingClientRect();
        if (overflowX !== 'visible' && (box.left < edge.left - 2 || box.right > edge.right + 2)) {
          problems.push(`cut off: ${named(drawn)} by ${named(holder)}`);
        }
        if (overflowY !== 'visible' && (box.top < edge.top || box.bottom > edge.bottom)) isInSight = false;
      }
      if (!isInSight) continue;
      const hit = sides
        .map((share) => topOf(drawn, share))
        .find((each) => each !== null && !isOwn(drawn, each));
      if (!hit) continue;
      // What stays at the edge while a page scrolls lies over whatever passes below it; what floats, if that comes
      // clear of it by scrolling on, which what stays itself must not have to.
      if (stands('sticky', hit)) continue;
      if (stands('fixed', hit) && !stands('sticky', drawn) && comesClear(drawn)) continue;
      problems.push(`covered: ${named(drawn)} by ${named(hit)}`);
    }
    return problems;
  }, alsoOver);
