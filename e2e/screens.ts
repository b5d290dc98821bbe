import { expect, type Page } from '@playwright/test';

/** With KEEP_SCREENS=1 keeps a picture of what people see on their way, to be looked at beside the design. */
export async function saveScreen(page: Page, name: string): Promise<void> {
  if (process.env.KEEP_SCREENS === '1') await page.screenshot({ path: `test-results/screens/${name}.png` });
}

/** Takes the notices away that lie over what comes next. */
export async function closeToasts(page: Page): Promise<void> {
  await page
    .locator('.toasts')
    .getByRole('button', { name: 'Close' })
    .evaluateAll((buttons: HTMLElement[]) => {
      for (const button of buttons) button.click();
    });
  await expect(page.locator('.toast')).toHaveCount(0);
}

/** The map is drawn and its list is there. */
export async function mapReady(page: Page): Promise<void> {
  await expect(page.locator('.map-surface canvas')).toBeVisible();
  // Drawing in software takes its time on a busy machine; how fast a map is belongs elsewhere.
  await expect(page.locator('.map-loading')).toBeHidden();
  await expect(page.locator('.entry [aria-label="Loading..."]')).toHaveCount(0);
}

/** What lies over the page, by the names of the entries in the history: they come and go a moment later. */
export const over = (page: Page, names: string | null): Promise<void> =>
  expect.poll(() => page.evaluate(() => history.state?.usr?.over ?? null)).toBe(names);

export const nothingOver = (page: Page): Promise<void> => over(page, null);

/** To another address of the app as by one of its links: nothing is loaded anew. */
export async function walkTo(page: Page, path: string): Promise<void> {
  // Left while the page changes, the entry of what was closed would take the new page along.
  await nothingOver(page);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * To a map that begins where its address says. The one that is there is left before: as long as another page is on its
 * way it stays, and would be the same one still.
 */
export async function walkToMap(page: Page, path: string): Promise<void> {
  await walkTo(page, '/terms-policy');
  await expect(page.locator('.map-surface')).toHaveCount(0);
  await walkTo(page, path);
  await mapReady(page);
}

/** Past the landing, as a visitor. */
export async function enterAsVisitor(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Enter' }).click();
  await mapReady(page);
}

/** The map of somebody who is signed in. */
const places = new WeakMap<Page, { latitude: number; longitude: number }>();

/** Where the device of a page is. */
export const standsAt = (page: Page, place: { latitude: number; longitude: number }): void => {
  places.set(page, place);
};

/**
 * The map of somebody who is signed in. Without a path it begins a town wide where their device is: the first view is so
 * near that what is shown about a mile from its place may lie outside of it.
 */
export async function openMap(page: Page, path?: string): Promise<void> {
  const place = places.get(page);
  await page.goto(path ?? (place ? `/?map=12/${place.latitude}/${place.longitude}` : '/'));
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible();
  await mapReady(page);
}
