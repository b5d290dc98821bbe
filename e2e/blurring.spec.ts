import { createRoom } from '@dazi/contract/chat/rooms';
import { countExactPosts } from '@dazi/contract/posts/blurring';
import { createPost } from '@dazi/contract/posts/posts';
import type { Page } from '@playwright/test';
import { snap } from '../contract/src/places/snapped-cells.rules.ts';
import { atSea } from './at-sea.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { boxesOf } from './boxes.ts';
import { desktop, phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { card } from './posting.ts';
import { openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const place = atSea('blurring');
/**
 * Some miles from the posts, so that no cluster takes it in. In the middle of its cell, from which somebody is shown a
 * kilometre away at least; from a corner of it, a few hundred metres can be all.
 */
const pier = snap({ ...place, latitude: place.latitude + 0.1 }).centre;
const contents = ['One', 'Two', 'Three', 'Four'].map((which) => `${which} from the pier`);

async function choosePosition(page: Page, name: RegExp) {
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('radio', { name }).check();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toBeHidden();
}

test('exact, then approximate: older posts and groups are blurred, and move on an open map of somebody else', async ({
  signIn,
  personOf,
}) => {
  const ada = await signIn({ name: 'Ada', device: phoneDevice, at: place });
  const author = await personOf(ada);
  await openMap(ada.page);
  await choosePosition(ada.page, /Exact/);
  const exactly = { locationDisplay: 'exact' as const };
  for (const content of contents) {
    await author.get(createPost, { body: { content, location: place, ...exactly } });
  }
  await author.get(createRoom, { body: { name: 'Pier people', ...pier, joinRadius: 5, ...exactly } });
  expect((await author.get(countExactPosts, {})).data).toEqual({ posts: 4, rooms: 1, left: 5 });

  const watcher = await signIn({ name: 'Watcher', device: desktop, at: place });
  const { page } = watcher;
  await openMap(page);
  for (const content of contents) await expect(card(page, content)).toBeVisible();
  // Where the watcher is, too.
  for (const content of contents) await expect(card(page, content)).toContainText('0.1 km');
  // A third map, where nothing stands but the group.
  const { page: third } = await signIn({ name: 'Vera', device: desktop });
  await openMap(third, `/?map=13/${pier.latitude}/${pier.longitude}`);
  const pin = third.getByRole('button', { name: /^Group Pier people, / });
  await expect(pin).toBeVisible();
  await expect(third.locator('.map-page-panel').getByText('Live', { exact: true })).toBeVisible();
  const [pinnedAt] = await boxesOf(pin);
  const loads: string[] = [];
  for (const each of [page, third]) each.on('load', () => loads.push(each.url()));

  await choosePosition(ada.page, /Approximate/);
  const dialog = ada.page.getByRole('dialog', { name: 'Blur older posts and groups too?' });
  await expect(dialog).toContainText('4 posts, 1 groups');
  await expect(dialog).toContainText('Whoever saw the old place may remember it.');
  await expectNoViolationsInEitherTheme(ada.page, 'blurring older posts');
  await saveScreen(ada.page, 'blurring-phone');
  await dialog.getByRole('button', { name: 'Blur them' }).click();
  await expect(ada.page.locator('.toast', { hasText: 'approximate now' })).toBeVisible();
  await expect(dialog).toBeHidden();

  for (const content of contents) {
    await expect(card(page, content)).not.toContainText('0.1 km', live);
    await expect(card(page, content)).toContainText(' km');
  }
  // A kilometre and more is over a hundred pixels here.
  const moved_px = async () => {
    const [box] = await boxesOf(pin);
    return Math.hypot(box.x - pinnedAt.x, box.y - pinnedAt.y);
  };
  await expect.poll(moved_px, live).toBeGreaterThan(100);
  expect(loads).toEqual([]);
  expect((await author.get(countExactPosts, {})).data.left).toBe(0);
  await ada.page.reload();
  await choosePosition(ada.page, /Approximate/);
  await expect(dialog).toHaveCount(0);
});
