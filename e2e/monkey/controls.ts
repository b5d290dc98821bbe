import type { JSHandle, Page } from '@playwright/test';

export interface Control {
  /** Its place among all that can be pressed. */
  index: number;
  tag: string;
  type: string;
  /** What it is called. */
  name: string;
  /** Where a link leads. */
  href: string;
  /** The same for those that do the same, wherever in the app's addresses they stand. */
  likeness: string;
}

const selectors =
  'button, a[href], input, textarea, select, summary, label, [role=option], [role=tab], [role=switch], [role=menuitem], [role=radio], [data-pin-id]';

/** All that is in sight, not switched off and not under something else. */
export const controlsOn = (page: Page): Promise<JSHandle<HTMLElement[]>> =>
  page.evaluateHandle((wanted) => {
    const isInSight = ({ width, height, top, right, bottom, left }: DOMRect) =>
      width > 2 && height > 2 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    const within = (most: number, at: number) => Math.min(most - 1, Math.max(0, at));
    return [...document.querySelectorAll<HTMLElement>(wanted)].filter((element) => {
      const box = element.getBoundingClientRect();
      if (!isInSight(box) || element.matches(':disabled')) return false;
      const hit = document.elementFromPoint(
        within(innerWidth, box.left + box.width / 2),
        within(innerHeight, box.top + box.height / 2),
      );
      return hit !== null && (element.contains(hit) || hit.contains(element));
    });
  }, selectors);

export const describedOf = (controls: JSHandle<HTMLElement[]>): Promise<Control[]> =>
  controls.evaluate((elements) =>
    elements.map((element, index) => {
      const tag = element.tagName.toLowerCase();
      const type = element.getAttribute('type') ?? '';
      const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50);
      const href = element instanceof HTMLAnchorElement ? element.href : '';
      const screen = location.pathname.replaceAll(/[\w-]{12,}/g, 'id');
      const looks = `${element.className} ${element.getAttribute('name') ?? ''}`.slice(0, 60);
      return { index, tag, type, name, href, likeness: `${screen} ${tag} ${looks} ${name.slice(0, 24)}` };
    }),
  );
