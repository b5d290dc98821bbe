import { phoneDevice } from './devices.ts';
import { cutOff } from './network.ts';
import { mapReady, nothingOver, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

test('without a network it opens with what was last seen', async ({ signIn, guard }) => {
  guard.expect(/net::ERR_/);
  const { page, context } = await signIn({
    name: 'Nora',
    device: phoneDevice,
    options: { serviceWorkers: 'allow' },
  });
  const posts = page.locator('.sheet, .panel').getByRole('article');
  await page.goto('/');
  await mapReady(page);
  await expect(posts.first()).toBeVisible();
  // Without how long ago it was, which goes on.
  const words = posts.first().locator('.content');
  const first = await words.innerText();
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('dazi.seenPosts');
  // Once everything that is on the screen is kept.
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const kept = (await (await caches.open('dazi-files-1')).keys()).map(({ url }) => url);
          const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
          const files = loaded.filter((url) => /^\/(assets|map)\//.test(new URL(url).pathname));
          return { many: files.length > 10, missing: files.filter((url) => !kept.includes(url)) };
        }),
      { timeout: 30_000 },
    )
    .toEqual({ many: true, missing: [] });
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Nora' })).toBeVisible();
  await cutOff(page);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible();
  await mapReady(page);
  await expect(words).toHaveText(first, { useInnerText: true, timeout: 30_000 });
  await expect(page.getByText(/^Seen on /)).toBeVisible();
  await saveScreen(page, 'offline');
  // What is seen can be opened, and is brought up to date by itself.
  await posts.first().locator('.entry-open').click();
  const open = page.locator('.post-detail');
  const notRefreshed = open.getByText('Could not be refreshed. This is what was last seen.');
  await expect(notRefreshed).toBeVisible();
  await saveScreen(page, 'offline-post');
  await context.setOffline(false);
  await expect(notRefreshed).toBeHidden();
  await expect(open.locator('.post-detail-scroll > .content')).toBeVisible();
  await cutOff(page);
  await page.keyboard.press('Escape');
  await expect(open).toBeHidden();
  await nothingOver(page);
  await page.goto('/profile');
  await expect(page.getByText('Failed to load profile')).toBeVisible();

  // Signing in and what calls answer never come from a copy.
  await page.goto('/api/auth/sign-in').catch(() => {});
  await expect(page.getByRole('button', { name: 'Your menu' })).toHaveCount(0);
  await context.setOffline(false);
  await page.goto('/');
  await expect(posts.first()).toBeVisible();
  await expect(page.getByText(/^Seen on /)).toHaveCount(0);
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('dazi.seenPosts');
});
