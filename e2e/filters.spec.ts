import type { Page } from '@playwright/test';
import { phoneDevice } from './devices.ts';
import { enterAsVisitor, mapReady, openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const haight = { latitude: 37.7699, longitude: -122.4468 };
const summary = (page: Page) =>
  page.locator('.map-page-panel, .map-filter-panel').getByText(/posts? here, newest first/);
const panel = (page: Page) => page.getByRole('region', { name: 'Filters' });
const group = (page: Page, name: string) => panel(page).getByRole('group', { name, exact: true });
const choose = (page: Page, of: string, name: string) =>
  group(page, of).getByRole('button', { name, exact: true }).click();

/** How many posts the panel counts. */
async function counted(page: Page): Promise<number> {
  return Number.parseInt(await summary(page).innerText(), 10);
}

/** How many posts the markers stand for; filters are not about rooms and plans. */
async function pinned(page: Page): Promise<number> {
  const clusters = await page
    .locator('.map-anchor .cluster')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  return clusters
    .map((label) => Number(/(\d+) posts?/.exec(label)?.[1] ?? 0))
    .reduce((sum, count) => sum + count, await page.locator('[data-pin-id]:not(.room, .plan)').count());
}

/** Waits until the list, counted anew, and the map agree. */
async function settled(page: Page, differsFrom: number): Promise<number> {
  let count = differsFrom;
  await expect(async () => {
    count = await counted(page);
    expect(count).not.toBe(differsFrom);
    expect(await pinned(page)).toBe(count);
  }).toPass();
  return count;
}

test('every filter changes list and map; keywords in English, Japanese and Chinese', async ({
  openBrowser,
  signIn,
}) => {
  const visitor = await openBrowser({ at: haight });
  // A gender in the address says nothing to a visitor.
  await enterAsVisitor(visitor, '/?gender=M');
  const everybodys = await settled(visitor, 0);
  await visitor.getByRole('button', { name: 'Filters' }).click();
  // What only the signed-in have is not offered.
  await expect(group(visitor, 'View').getByRole('button')).toHaveText(['All Posts']);
  await expect(group(visitor, 'Gender')).toHaveCount(0);
  await expect(panel(visitor).getByRole('button', { name: 'Sign in to filter by gender' })).toBeVisible();

  const { page } = await signIn({ name: 'Greta', at: haight });
  await openMap(page, '/');
  await expect(page.getByRole('article').first()).toBeVisible();
  const all = await settled(page, 0);
  expect(all).toBeGreaterThan(100);
  expect(everybodys).toBe(all);

  await test.step('every filter changes list and map; badge, chips and Clear', async () => {
    const badge = panel(page).getByRole('heading').locator('.badge');
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(panel(page).getByRole('button', { name: 'Clear' })).toBeDisabled();

    await choose(page, 'Gender', 'Female');
    const women = await settled(page, all);
    await choose(page, 'Gender', 'Male');
    const men = await settled(page, women);
    expect(women + men).toBe(all);
    await expect(badge).toHaveText('1');

    await choose(page, 'Posted', 'Today');
    const today = await settled(page, men);
    await choose(page, 'Posted', 'Past week');
    const week = await settled(page, today);
    expect(today).toBeLessThan(week);
    await choose(page, 'Posted', 'Past month');
    const month = await settled(page, week);
    expect(week).toBeLessThan(month);
    expect(month).toBeLessThanOrEqual(men);
    await expect(badge).toHaveText('2');

    await choose(page, 'Distance', '1 km');
    const near = await settled(page, month);
    expect(near).toBeLessThan(month);
    await expect(badge).toHaveText('3');
    await saveScreen(page, 'filters-desktop');

    await panel(page).getByRole('button', { name: 'Show' }).click();
    await expect(page.getByRole('button', { name: 'Filters' })).toContainText('3');
    await expect(
      page.getByRole('article').first().getByRole('img', { name: 'Male', exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('img', { name: 'Female' })).toHaveCount(0);
    await saveScreen(page, 'filter-chips-desktop');
    await page.getByRole('button', { name: 'Remove the filter Within 1 km' }).click();
    expect(await settled(page, near)).toBe(month);
    await page.getByRole('button', { name: 'Remove the filter Male' }).click();
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(badge).toHaveText('1');
    await panel(page).getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => counted(page)).toBe(all);
    await expect(badge).toHaveCount(0);
  });

  await test.step('keywords in three languages; no match offers to clear', async () => {
    const keywords = panel(page).getByLabel('Keywords');
    const content = page.locator('article .content');
    for (const [word, pattern] of [
      ['RAMEN, board games', /ramen|board games/i],
      ['ラーメン', /ラーメン/],
      ['火锅', /火锅/],
    ] as const) {
      await keywords.fill(word);
      await panel(page).getByRole('button', { name: 'Show' }).click();
      await expect(content.filter({ hasNotText: pattern })).toHaveCount(0);
      await expect(content.first()).toBeVisible();
      const count = await settled(page, all);
      await expect(content).toHaveCount(count);
      await page.getByRole('button', { name: 'Filters' }).click();
    }
    await keywords.fill('nobody ever wrote this');
    await panel(page).getByRole('button', { name: 'Show' }).click();
    await expect(page.getByText('No post passes these filters')).toBeVisible();
    await saveScreen(page, 'filters-none');
    await page.locator('.empty').getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => counted(page)).toBe(all);
  });
});

test('my posts and bookmarked posts, for who is signed in', async ({ openBrowser }) => {
  const page = await openBrowser({ device: phoneDevice });
  await page.goto('/api/auth/sign-in?returnTo=/');
  await page.getByRole('button', { name: 'Emil', exact: true }).click();
  await mapReady(page);
  await page.getByRole('button', { name: 'Filters' }).tap();
  await choose(page, 'View', 'My Posts');
  await saveScreen(page, 'filters-phone');
  await panel(page).getByRole('button', { name: 'Show' }).tap();
  const authors = page.locator('article .by');
  await expect(authors.filter({ hasNotText: 'Emil' })).toHaveCount(0);
  await expect(authors.first()).toBeVisible();
  await saveScreen(page, 'filter-chips-phone');

  await page.getByRole('button', { name: 'Filters' }).tap();
  await choose(page, 'View', 'Bookmarked Posts');
  await panel(page).getByRole('button', { name: 'Show' }).tap();
  await expect(authors.filter({ hasText: 'Emil' })).toHaveCount(0);
  const areKept = (posts: Element[]) =>
    posts.length > 0 && posts.every((post) => post.querySelector('button[aria-label="Bookmarked"]') !== null);
  await expect.poll(() => page.getByRole('article').evaluateAll(areKept)).toBe(true);
});
