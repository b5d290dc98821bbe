import { expect, type Page } from '@playwright/test';
import { expectAtRest, expectFits } from './fitting.ts';
import { saveScreen } from './screens.ts';

/**
 * Texts of which a part is cut off, by their own box or one that holds them, and words that are broken though they are
 * short. Dots that a name stands behind are fine, those of a choice are not.
 */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const slack_px = 2;
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const layers = [...document.querySelectorAll('[role=dialog], [role=menu]')].filter((layer) =>
      layer.checkVisibility(),
    );
    const top = layers.at(-1) ?? document.body;
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement!;
      const text = walker.currentNode.textContent!.trim();
      if (!text || !top.contains(element)) continue;
      // Posts far from the window are not laid out yet.
      const drawnAtAll = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
      if (!element.checkVisibility(drawnAtAll)) continue;
      if (element.closest('[inert], [aria-hidden=true], .unseen, .map-surface, .map-stage')) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const box = range.getBoundingClientRect();
      // Said to readers alone.
      if (element.clientWidth === 1 && element.clientHeight === 1) continue;
      if (box.width <= 2 || box.height <= 2) continue;
      for (
        let holder: Element | null = element;
        holder && holder !== document.body;
        holder = holder.parentElement
      ) {
        const style = getComputedStyle(holder);
        const [x, y] = [style.overflowX, style.overflowY].map((one) => /hidden|clip/.test(one!));
        if (!x && !y) {
          if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
          continue;
        }
        const edge = holder.getBoundingClientRect();
        if (edge.width <= 2 || edge.height <= 2) break;
        const isChoice = element.closest('.seg, [role=tab], .btn') !== null;
        const endsInDots =
          !isChoice && (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none');
        const wide =
          x && !endsInDots && (box.left < edge.left - slack_px || box.right > edge.right + slack_px);
        const high = y && style.webkitLineClamp === 'none' && box.bottom > edge.bottom + slack_px;
        if (wide || high)
          found.add(`cut off: "${text.slice(0, 40)}" by ${holder.tagName}.${holder.className}`);
      }
      const surface = element.closest('.card, [role=dialog]')?.getBoundingClientRect();
      if (surface && (box.left < surface.left - slack_px || box.right > surface.right + slack_px))
        found.add(`leaves its surface: "${text.slice(0, 40)}"`);
      for (const { 0: word, index } of walker.currentNode.textContent!.matchAll(/[A-Za-z]{2,12}/g)) {
        range.setStart(walker.currentNode, index);
        range.setEnd(walker.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
        if (lines.size > 1) found.add(`broken: "${word}" of "${text.slice(0, 40)}"`);
      }
      // What is higher than the box that is drawn around it looks cut off as well.
      const isClamped = getComputedStyle(element).webkitLineClamp !== 'none';
      const drawn = isClamped
        ? null
        : element.closest('button, .pill, .badge, .chip, .segmented label, [role=tab]');
      if (drawn?.checkVisibility()) {
        const edge = drawn.getBoundingClientRect();
        if (
          edge.width > 2 &&
          (box.top < edge.top - slack_px ||
            box.bottom > edge.bottom + slack_px ||
            box.right > edge.right + slack_px ||
            box.left < edge.left - slack_px)
        )
          found.add(`larger than its box: "${text.slice(0, 40)}" in ${drawn.tagName}.${drawn.className}`);
      }
    }
    for (const field of top.querySelectorAll<HTMLInputElement>('input, textarea')) {
      if (!field.checkVisibility() || field.closest('[inert], [aria-hidden=true], .unseen')) continue;
      const { lineHeight, fontSize } = getComputedStyle(field);
      const line_px = Number.parseFloat(lineHeight) || Number.parseFloat(fontSize);
      const named = `${field.tagName}.${field.className} "${field.ariaLabel ?? field.value}"`;
      if (!/radio|checkbox|range|file/.test(field.type) && field.clientHeight < line_px - slack_px)
        found.add(`lower than its line: ${named}`);
      // A number of which a part is seen is another number.
      if (field.type === 'number' && field.scrollWidth > field.clientWidth + slack_px)
        found.add(`narrower than its number: ${named}`);
    }
    return [...found];
  });

/** Looks at a screen as it is now: all of it is there, and every text of it whole. */
export async function expectWhole(page: Page, name: string): Promise<void> {
  await expect(page.locator('[aria-busy=true], .spin')).toHaveCount(0);
  await saveScreen(page, `large-${name}`);
  await expectFits(page, name);
  await expectAtRest(() => cutTexts(page), name);
}
