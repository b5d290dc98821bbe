import { report } from '@dazi/contract/moderation/moderation';
import { saveAvatar } from '@dazi/contract/people/profiles';
import { createPost } from '@dazi/contract/posts/posts';
import type { Locator } from '@playwright/test';
import { dataUrl, surface } from '../server/src/testing/test-pictures.ts';
import { atSea } from './at-sea.ts';
import { expectNoViolations, expectNoViolationsInEitherTheme } from './axe.ts';
import { administratorEmail } from './dazi-server.ts';
import { laptop, phoneDevice } from './devices.ts';
import { caseRow, decide, openCase } from './moderating.ts';
import { saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const text = 'This is folded until a moderator has looked at it.';
const isLoaded = (image: Locator) =>
  expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);

for (const device of [laptop, phoneDevice]) {
  test(`a picture is being checked, for its author, a stranger and a moderator: ${device.name}`, async ({
    signIn,
    somebody,
    personOf,
    guard,
  }) => {
    // Who has a page open asks for the picture a moment before they hear.
    guard.expect(/404 .*\/api\/media\//);
    const words = `Look what I found, ${device.name}`;
    const image = dataUrl(await surface('#4a7c59', 480, 320));
    const author = await signIn({ name: `Vera ${device.name}`, device });
    const byVera = await personOf(author);
    const body = { content: words, location: atSea('beingChecked'), imageUrls: [image] };
    const { data: post } = await byVera.get(createPost, { body });
    await byVera.get(saveAvatar, { body: { avatarUrl: image } });
    const stranger = await signIn({ name: `Wim ${device.name}`, device });
    const { page } = stranger;
    await page.goto(`/post/${post.id}`);
    const detail = page.getByRole('dialog', { name: `Post by ${author.name}` });
    const picture = detail.getByRole('img', { name: `Picture by ${author.name}` });
    await isLoaded(picture);

    const reporter = await somebody(`Rolf ${device.name}`);
    const tell = (targetType: 'post' | 'person', targetId: string, more: object = {}) =>
      reporter.get(report, { body: { targetType, targetId, reason: 'minor', ...more } });
    await tell('post', post.id);
    await tell('person', author.id, { part: 'picture' });

    // The page that was open shows it no more, to eyes and to those who listen.
    await expect(detail.getByText(text)).toBeVisible();
    await expect(picture).toHaveCount(0);
    await expect(detail).toContainText(words);
    await expectNoViolationsInEitherTheme(page, 'a post whose picture is being checked');
    await saveScreen(page, `being-checked-stranger-${device.name}`);
    await detail.getByRole('button', { name: /^Being checked/ }).press('Enter');
    await expect(page.getByText(text).last()).toBeVisible();
    await page.goto(`/profile/${author.id}`);
    await expect(page.locator('.profiles-card')).toContainText(`Being checked ${text}`);
    await expect(page.locator('.profiles-card .avatar img')).toHaveCount(0);
    await expectNoViolations(page, 'a profile whose picture is being checked');
    await saveScreen(page, `being-checked-profile-${device.name}`);
    await author.page.goto('/my-posts');
    const own = author.page.getByRole('article').filter({ hasText: words });
    await expect(own).toContainText('Being checked');
    await expect(own.locator('.posts-thumbnails img')).toHaveCount(0);
    await saveScreen(author.page, `being-checked-author-${device.name}`);

    // A moderator sees it, and that nobody else does.
    const walt = await signIn({ name: 'Walt', email: administratorEmail, device });
    await walt.page.goto('/moderation');
    await expect(caseRow(walt.page, words)).toContainText('Being checked');
    await saveScreen(walt.page, `being-checked-queue-${device.name}`);
    const opened = await openCase(walt.page, words);
    await isLoaded(opened.locator('.moderation-queue-said img, a > img').first());
    await expectNoViolations(walt.page, 'a case with a folded picture');
    await saveScreen(walt.page, `being-checked-moderator-${device.name}`);
    await page.goto(`/post/${post.id}`);
    await expect(detail.getByText(text)).toBeVisible();
    await opened.getByLabel(/^Person/).check();
    await decide(walt.page, { action: 'Dismiss' });
    await isLoaded(picture);
    await expect(detail.getByText(text)).toHaveCount(0);
    await page.goto(`/profile/${author.id}`);
    await isLoaded(page.locator('.profiles-card .avatar img'));
    await expect(page.locator('.profiles-card')).not.toContainText('Being checked');
  });
}
