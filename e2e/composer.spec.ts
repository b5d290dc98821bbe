import type { Page } from '@playwright/test';
import { pngBytes } from '../server/src/testing/test-pictures.ts';
import { atSea, mapAtSea } from './at-sea.ts';
import { phoneDevice } from './devices.ts';
import { transferOf } from './file-transfer.ts';
import { largeFile } from './large-file.ts';
import { card, composer, openComposer, publish } from './posting.ts';
import { enterAsVisitor, mapReady, openMap, over, saveScreen } from './screens.ts';
import { expect, giveSession, introduce, test } from './server.fixture.ts';

const place = atSea('composer');
const postButton = (page: Page) =>
  page.locator('.shell-header').getByRole('button', { name: 'Post', exact: true });
const submit = (page: Page) => composer(page).getByRole('button', { name: 'Post', exact: true }).click();
const red = (page: Page) =>
  composer(page).locator('.posts-composer-count.posts-composer-few .posts-composer-remaining');

test('ERR-014 counts characters, wants something to say, keeps a failed draft', async ({ signIn, guard }) => {
  guard.expect(/(413|400|429|500) .*\/api\/messages$/, /net::ERR_INTERNET_DISCONNECTED .*\/api\/messages$/);
  const { page } = await signIn({ name: 'Dora', at: place, device: phoneDevice });
  await openMap(page);
  const dialog = await openComposer(page);
  const text = dialog.getByLabel('Your message');

  await submit(page);
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a message or add media.');
  // What was wrong is wrong no more once there is a picture, or when one begins anew.
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await pngBytes(40) });
  await expect(dialog.getByRole('alert')).toBeHidden();
  await expect(dialog.locator('.posts-composer-text')).not.toHaveClass(/is-err/);
  await dialog.getByRole('button', { name: 'Remove a.png' }).click();
  await submit(page);
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openComposer(page);
  await expect(dialog.getByRole('alert')).toBeHidden();

  await text.fill('   ');
  await submit(page);
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a message or add media.');
  await text.fill('x'.repeat(250));
  await expect(dialog.getByRole('alert')).toBeHidden();
  await expect(dialog.getByText('250/300')).toBeVisible();
  await expect(dialog.getByText('50 left')).toBeVisible();
  await expect(red(page)).toHaveCount(0);
  await text.press('End');
  await text.pressSequentially('y');
  await expect(red(page)).toHaveText('49 left');
  const calm = await dialog
    .locator('.hint')
    .first()
    .evaluate((element) => getComputedStyle(element).color);
  await expect(red(page)).not.toHaveCSS('color', calm);
  await text.fill('z'.repeat(299));
  await text.press('End');
  await text.pressSequentially('ab');
  expect(await text.inputValue()).toBe(`${'z'.repeat(299)}a`);
  await expect(red(page)).toHaveText('0 left');
  await saveScreen(page, 'composer-full');

  const draft = 'A draft that must not be lost';
  await text.fill(draft);
  await dialog.getByText('1 week').click();
  const failures = [
    [413, 'TOO_LARGE', 'The request is too large', 'Image files are too large. Please try smaller images.'],
    [400, 'INVALID_IMAGE', 'Invalid image format', 'Invalid image format. Please try a different image.'],
    [500, 'INTERNAL', 'Something went wrong', 'Error: Something went wrong'],
    [429, 'TOO_MANY_REQUESTS', 'Too many requests.', 'Please try again in 7 seconds.'],
    [0, '', '', 'Network error. Please check your connection and try again.'],
  ] as const;
  for (const [status, code, error, shown] of failures) {
    await page.route('**/api/messages', (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      if (status === 0) return route.abort('internetdisconnected');
      const headers = status === 429 ? { 'retry-after': '7' } : {};
      return route.fulfill({ status, headers, json: { success: false, code, error } });
    });
    await submit(page);
    await expect(page.locator('.toast', { hasText: shown })).toBeVisible();
    await expect(text).toHaveValue(draft);
    await page.unroute('**/api/messages');
  }
  await saveScreen(page, 'composer-failed');

  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/messages'),
  );
  const begin = Date.now();
  await publish(page);
  const week_ms = 7 * 86_400_000;
  // A week from the click, not from when the labels last moved on.
  const expiresAt = Date.parse((await sent).postDataJSON().expiresAt);
  expect(expiresAt).toBeGreaterThanOrEqual(begin + week_ms);
  expect(expiresAt).toBeLessThanOrEqual(Date.now() + week_ms);
  await page.keyboard.press('Escape');
  await expect(card(page, draft)).toBeVisible();

  // The next one begins empty.
  await openComposer(page);
  await expect(text).toHaveValue('');
  await expect(dialog.getByRole('radio', { name: 'Never' })).toBeChecked();
});

test('LAYOUT-013 who may post: not signed out, not without a gender, not without a position', async ({
  openBrowser,
  somebody,
}) => {
  const page = await openBrowser();

  await test.step('LAYOUT-013 signed out, the button offers to sign in', async () => {
    await enterAsVisitor(page, mapAtSea('composer'));
    await postButton(page).click();
    const toast = page.locator('.toast', { hasText: 'User must be authenticated to post messages' });
    await expect(toast).toBeVisible();
    await expect(composer(page)).toBeHidden();
    await saveScreen(page, 'post-signed-out');
    await toast.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to Dazi' })).toBeVisible();
  });

  const faye = await somebody('Faye');
  await introduce(faye, 'Faye', null);
  await giveSession(page.context(), faye);

  await test.step('without a gender there is no dialog, before and after the map has come', async () => {
    await page.goto(mapAtSea('composer'));
    await postButton(page).click();
    const toast = page.locator('.toast', {
      hasText: 'Please set your gender in your profile before posting.',
    });
    await expect(toast).toBeVisible();
    await expect(composer(page)).toBeHidden();
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toBeHidden();
    await mapReady(page);
    await postButton(page).click();
    await expect(toast).toBeVisible();
    await expect(composer(page)).toBeHidden();
  });

  await faye.saveProfile({ displayName: 'Faye', gender: 'F' });

  await test.step('without a position the text says so, and the draft stays', async () => {
    await openMap(page, mapAtSea('composer'));
    const dialog = await openComposer(page);
    await dialog.getByLabel('Your message').fill('Where am I?');
    await expect(dialog.getByText('Location access is required')).toBeVisible();
    await submit(page);
    await expect(dialog.getByRole('alert')).toHaveText(
      'Location is required to post a message. Please allow location access.',
    );
    await expect(dialog.getByLabel('Your message')).toHaveValue('Where am I?');
    await saveScreen(page, 'composer-no-position');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await openComposer(page);
    await expect(dialog.getByLabel('Your message')).toHaveValue('Where am I?');
    await expect(dialog.getByRole('alert')).toBeHidden();

    // Allowed after all: the same press of the button goes through.
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation(place);
    await submit(page);
    await expect(composer(page)).toBeHidden();
  });
});

test('a keyboard reaches a toast above the dialog; files: wrong kinds, too large, too many, broken, and four that are fine', async ({
  signIn,
  guard,
}) => {
  guard.expect(/net::ERR_FAILED .*\/api\/messages$/);
  const { page } = await signIn({ name: 'Tilda', at: place });
  await openMap(page);
  const dialog = await openComposer(page);

  await test.step('a keyboard reaches the toast above the dialog and comes back', async () => {
    await dialog.getByRole('textbox').fill('Into the void');
    await page.route('**/api/messages', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    const send = dialog.getByRole('button', { name: 'Post', exact: true });
    await send.press('Enter');
    const toast = page.locator('.toast', { hasText: 'Network error' });
    await expect(toast).toBeVisible();
    await expect(send).toBeEnabled();
    await send.focus();
    await page.keyboard.press('Tab');
    await expect(toast.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(toast.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.unroute('**/api/messages');
    await dialog.getByRole('textbox').fill('');
  });

  const files = dialog.locator('input[type=file]');
  const picture = await pngBytes(40);
  const png = (name: string, buffer = picture) => ({ name, mimeType: 'image/png', buffer });
  const says = (text: string) => expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible();

  await files.setInputFiles([
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
  ]);
  await says('File type application/pdf not supported');
  await files.setInputFiles(await largeFile('huge.png', 20 * 1024 * 1024 + 1));
  await says('huge.png: File size must be less than 20MB');
  await files.setInputFiles([png('broken.png', Buffer.from('no picture'))]);
  await says('Failed to process files');
  await expect(dialog.locator('.posts-media-preview')).toHaveCount(0);
  await saveScreen(page, 'composer-file-refused');

  await files.setInputFiles(['1', '2', '3', '4', '5'].map((name) => png(`${name}.png`)));
  await says('Maximum 4 files allowed');
  await expect(dialog.locator('.posts-media-preview img')).toHaveCount(4);
  await expect(dialog.getByText('4 of 4')).toBeVisible();
  // Going back closes what lies on top alone, and loses nothing.
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings).toBeVisible();
  await over(page, 'posting/settings');
  await page.goBack();
  await expect(settings).toBeHidden();
  await expect(dialog.getByText('4 of 4')).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await openComposer(page);
  await expect(dialog.getByText('4 of 4')).toBeVisible();
  await expect(dialog.locator('.posts-media-add')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Remove 2.png' }).click();
  await expect(dialog.locator('.posts-media-preview img')).toHaveCount(3);
  await files.setInputFiles([png('6.png')]);
  await expect(dialog.locator('.posts-media-preview img')).toHaveCount(4);
  await expect(dialog.getByRole('alert')).toHaveCount(0);

  // Pictures alone are enough, and a card shows three of them.
  await publish(page);
  await page.keyboard.press('Escape');
  const shown = page.getByRole('article').filter({ hasText: 'Open the pictures by Tilda' });
  await expect(shown.locator('img.posts-picture')).toHaveCount(3);
  await expect(shown.locator('[data-more="+1"].more')).toBeVisible();
});

test('pictures are dropped and pasted into a post; beside it a dropped one leaves the page alone', async ({
  signIn,
}) => {
  const { page } = await signIn({ name: 'Pia', at: place });
  await openMap(page);
  const dialog = await openComposer(page);
  const transfer = await transferOf(page, 'dropped.jpg', await pngBytes(40));
  const form = dialog.locator('form');
  await form.dispatchEvent('dragenter', { dataTransfer: transfer });
  await expect(dialog.locator('.posts-media-over')).toBeVisible();
  await saveScreen(page, 'composer-drop');
  await form.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(dialog.getByRole('img', { name: 'dropped.jpg' })).toBeVisible();
  await expect(dialog.locator('.posts-media-over')).toHaveCount(0);

  const pasted = await transferOf(page, 'pasted.jpg', await pngBytes(41));
  await dialog.getByLabel('Your message').evaluate((field, clipboardData) => {
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
  await expect(dialog.getByRole('img', { name: 'pasted.jpg' })).toBeVisible();

  const isRefused = await dialog
    .getByRole('heading', { name: 'New post' })
    .evaluate(
      (heading, dataTransfer) =>
        !heading.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })),
      transfer,
    );
  expect(isRefused).toBe(true);
  await expect(dialog.getByRole('img')).toHaveCount(2);
});
