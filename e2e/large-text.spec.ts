import type { Page } from '@playwright/test';
import { atSea, mapAtSea } from './at-sea.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { openComposer, openDetail } from './posting.ts';
import { openMap, saveScreen, walkTo } from './screens.ts';
import { test as base, expect } from './server.fixture.ts';

/** Somebody has set the text of their browser to twice its size. */
const test = base.extend<object, { launchOptions: { args?: string[] } }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] }),
    { scope: 'worker' },
  ],
});

/** Texts of which a part is cut off, by their own box or one that holds them; dots that a name stands behind are fine. */
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
        const endsInDots = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const wide =
          x && !endsInDots && (box.left < edge.left - slack_px || box.right > edge.right + slack_px);
        const high = y && style.webkitLineClamp === 'none' && box.bottom > edge.bottom + slack_px;
        if (wide || high)
          found.add(`cut off: "${text.slice(0, 40)}" by ${holder.tagName}.${holder.className}`);
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
    return [...found];
  });

async function look(page: Page, name: string): Promise<void> {
  await expect(page.locator('[aria-busy=true], .spin')).toHaveCount(0);
  await saveScreen(page, `large-${name}`);
  await expectFits(page, name);
  expect.soft(await cutTexts(page), name).toEqual([]);
}

for (const [device, place] of [
  [phoneDevice, 'largePhone'],
  [desktop, 'largeDesktop'],
] as const) {
  test(`text of twice the size is whole, and every button within reach, ${device.name}`, async ({
    signIn,
    personOf,
  }) => {
    test.setTimeout(120_000);
    const at = atSea(place);
    const maja = await signIn({ name: 'Maja', device, at });
    const { page } = maja;
    const person = await personOf(maja);
    await person.post({ content: 'Who comes along to the lighthouse on Sunday?', location: at });
    const seen = (name: string) => `${name}-${device.name}`;

    await openMap(page, mapAtSea(place, 11));
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    await look(page, seen('map'));
    await page.getByRole('button', { name: 'Your menu' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await look(page, seen('menu'));
    await page.keyboard.press('Escape');
    const open = await openDetail(page, 'Maja', 'lighthouse');
    await look(page, seen('post'));
    await page.keyboard.press('Escape');
    await expect(open).toBeHidden();
    await openComposer(page);
    await look(page, seen('composer'));
    await page.keyboard.press('Escape');
    for (const [name, path] of [
      ['messages', '/messages'],
      ['profile', '/profile'],
      ['my-posts', '/my-posts'],
      ['wallet', '/wallet'],
      ['policy', '/terms-policy'],
    ] as const) {
      await walkTo(page, path);
      await expect(page.getByRole('heading').first()).toBeAttached();
      await look(page, seen(name));
    }
    await walkTo(page, '/my-posts');
    await page.getByRole('button', { name: 'Community Governance' }).click();
    const governance = page.getByRole('dialog', { name: 'Community Governance' });
    await expect(governance.getByRole('tab')).toHaveCount(4);
    for (const tab of await governance.getByRole('tab').all()) {
      await tab.click();
      await look(page, seen(`governance-${(await tab.textContent())!.trim()}`));
    }
    await page.keyboard.press('Escape');
  });
}
