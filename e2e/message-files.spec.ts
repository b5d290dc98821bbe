import { listMessages } from '@dazi/contract/chat/conversations';
import type { Locator, Page } from '@playwright/test';
import { bubble, chooseFiles, field, openChat, openRoom, pictureFiles, say } from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { transferOf } from './file-transfer.ts';
import { live } from './live-news.ts';
import { recordVideo } from './recording.ts';
import { saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

test('pictures and videos are chosen, judged, sent, seen large', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  // A picture that is taken back while it is asked for.
  guard.expect(/404 .*\/api\/media\//);
  const me = await signIn({ name: 'Rosa' });
  const other = await signIn({ name: 'Wei', device: phoneDevice });
  const chat = await openRoom([await personOf(me), await personOf(other)], 'Night market');
  await say(await personOf(other), chat, 'Show me');
  const { page } = me;
  await openChat(page, chat);
  await openChat(other.page, chat);

  const pictures = await pictureFiles(page, [
    [1600, 900],
    [700, 1300],
    [500, 500],
    [900, 600],
    [320, 200],
  ]);
  const film = { name: 'lanterns.webm', mimeType: 'video/webm', buffer: await recordVideo(page) };
  await chooseFiles(page).setInputFiles([
    ...pictures,
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
  ]);
  await expect(
    page.getByText('notes.txt: Unsupported file type. Please select images or videos (MP4, WebM, MOV, AVI)'),
  ).toBeVisible();
  await expect(page.getByText('5 file(s) selected')).toBeVisible();
  await saveScreen(page, 'messages-files');
  await page.getByRole('button', { name: 'Remove picture-5.jpg' }).click();
  await expect(page.getByText('4 file(s) selected')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.locator('.conversations-files')).toHaveCount(0);

  await chooseFiles(page).setInputFiles(pictures);
  const send = page.getByRole('button', { name: 'Send 5 file(s)' });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page.getByText('Uploading & Sending...')).toBeVisible();
  await expect(page.locator('[data-outgoing]').first()).toBeVisible();
  await expect(page.getByText('5 file(s) uploaded successfully')).toBeVisible();
  await expect(page.locator('[data-outgoing]')).toHaveCount(0);
  const album = other.page.locator('.conversations-album');
  await expect(album.locator('button')).toHaveCount(4, live);
  await expect(album.locator('.more')).toHaveAttribute('data-more', '+1');

  // As large as the screen: arrows, counter, dots, Escape.
  await album.locator('button').first().click();
  const viewer = other.page.locator('.media-lightbox');
  await expect(viewer.locator('.media-lightbox-count')).toHaveText('1 of 5');
  await other.page.keyboard.press('ArrowRight');
  await expect(viewer.locator('.media-lightbox-count')).toHaveText('2 of 5');
  await expect(viewer.locator('.media-lightbox-dots i')).toHaveCount(5);
  await saveScreen(other.page, 'messages-viewer-phone');
  // What is done here is done with the one that is shown.
  await viewer.getByRole('button', { name: 'Message actions' }).click();
  await other.page.getByRole('button', { name: 'Love' }).click();
  await expect(page.getByRole('button', { name: 'Love: 1' })).toBeVisible(live);
  // Going back closes the viewer, not the conversation.
  await other.page.goBack();
  await expect(viewer).toBeHidden();
  await expect(album).toBeVisible();

  await chooseFiles(page).setInputFiles([film]);
  await page.getByRole('button', { name: 'Send 1 file(s)' }).click();
  await expect(page.getByText('1 file(s) uploaded successfully')).toBeVisible();
  await other.page.getByRole('button', { name: 'Video from Rosa' }).click(live);
  const video = viewer.locator('video');
  await expect(video).toBeVisible();
  await other.page.keyboard.press(' ');
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.paused)).toBe(false);
  await other.page.keyboard.press(' ');
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.paused)).toBe(true);
  await saveScreen(page, 'messages-media');

  // Nobody but the members gets to see them.
  const log = await (await personOf(me)).get(listMessages, {
    params: { conversationId: chat.conversationId },
    query: {},
  });
  const images = log.data.filter(({ media }) => media?.type === 'image');
  expect(images.map(({ reactions }) => Object.values(reactions))).toEqual([[], [1], [], [], []]);
  const address = images[0]!.media!.url;
  expect((await other.context.request.get(address)).status()).toBe(200);
  expect((await (await somebody('Nosy')).fetch(address)).ok).toBe(false);

  // Of those that were sent together one is chosen first, or all go.
  const together = page
    .locator('.conversations-bubble-line')
    .filter({ has: page.locator('.conversations-album') });
  await expect(together.locator('.conversations-album button')).toHaveCount(3);
  await together.getByRole('button', { name: 'Message actions' }).click();
  await expect(page.locator('.conversations-menu-entries .mi')).toHaveText([
    'Choose a photo',
    'Delete all 3',
  ]);
  await page.getByRole('button', { name: 'Delete all 3' }).click();
  const question = page.getByRole('dialog', { name: 'Delete these 3 photos for everyone?' });
  await saveScreen(page, 'messages-delete-album');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(other.page.getByText('This message was deleted.')).toHaveCount(3, live);
  await expect(other.page.locator('.conversations-album')).toHaveCount(0);
});

test('dropped and pasted files, the host away, a file that fails and goes on', async ({
  signIn,
  personOf,
  guard,
}) => {
  guard.expect(/503 .*\/api\/uploads\//, /net::ERR_/);
  const me = await signIn({ name: 'Theo' });
  const chat = await openRoom([await personOf(me)], 'Dropping');
  const { page } = me;
  await openChat(page, chat);
  const [picture] = await pictureFiles(page, [[600, 400]]);
  const transfer = await transferOf(page, 'dropped.jpg', picture!.buffer);
  const view = page.locator('.conversations-view');
  await view.dispatchEvent('dragenter', { dataTransfer: transfer });
  await expect(page.getByText('Drop images here')).toBeVisible();
  await expect(page.getByText('You can drop multiple images at once')).toBeVisible();
  await saveScreen(page, 'messages-drop');
  await view.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByText('Drop images here')).toBeHidden();
  await expect(page.getByText('dropped.jpg')).toBeVisible();

  // The host is away: the picture goes in the message itself. On its way it is as large as when it is there.
  let letOn = () => {};
  const held = new Promise<void>((resolve) => {
    letOn = resolve;
  });
  await page.route('**/api/uploads/**', async (route) => {
    await held;
    await route.fulfill({ status: 503, json: {} });
  });
  await page.getByRole('button', { name: 'Send 1 file(s)' }).click();
  const size = (picture: Locator) => picture.boundingBox().then((box) => [box?.width, box?.height]);
  expect(await size(page.locator('[data-outgoing] img'))).toEqual([260, 173]);
  letOn();
  await expect(page.getByText('1 file(s) uploaded successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Photo from Theo' })).toBeVisible();
  expect(await size(page.getByRole('button', { name: 'Photo from Theo' }))).toEqual([260, 173]);

  // A video has no such way; it stays, says so, and may be tried again.
  await chooseFiles(page).setInputFiles([
    { name: 'film.webm', mimeType: 'video/webm', buffer: await recordVideo(page) },
  ]);
  await page.getByRole('button', { name: 'Send 1 file(s)' }).click();
  await expect(page.getByText('All files failed to upload')).toBeVisible();
  await expect(page.getByText('Failed to upload film.webm')).toBeVisible();
  await expect(page.locator('[data-outgoing]')).toHaveCount(0);
  await page.unroute('**/api/uploads/**');
  await page.locator('.conversations-files').getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Video from Theo' })).toBeVisible();

  // Emoji: appended, closed, back in the field.
  await field(page).fill('Plum cake ');
  // At first they do not come.
  guard.expect(/503 .*\/assets\/emoji-/);
  await page.route('**/assets/emoji-*/**', (route) => route.fulfill({ status: 503 }));
  await page.getByRole('button', { name: 'Add emoji' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose an emoji' });
  await expect(picker.getByRole('heading', { name: 'Choose an emoji' })).toBeVisible();
  await expect(picker.getByRole('alert')).toContainText('The emoji could not be loaded.');
  await saveScreen(page, 'emoji-not-loaded');
  await page.unroute('**/assets/emoji-*/**');
  await picker.getByRole('button', { name: 'Try Again' }).click();
  await picker.getByLabel('Search emoji').fill('shortcake');
  await picker.getByRole('gridcell', { name: 'shortcake' }).click();
  await expect(picker).toBeHidden();
  await expect(field(page)).toHaveValue('Plum cake 🍰');
  await expect(field(page)).toBeFocused();
  await field(page).press('Enter');
  await expect(bubble(page, 'Plum cake 🍰')).toBeVisible();
});

test('Enter sends files, and the words after them', async ({ signIn, personOf, guard }) => {
  guard.expect(/503 .*\/api\/uploads\//);
  const me = await signIn({ name: 'Runa' });
  const runa = await personOf(me);
  const chat = await openRoom([runa], 'Lamp shop');
  const { page } = me;
  await openChat(page, chat);
  const said = async () => {
    const params = { conversationId: chat.conversationId };
    const { data } = await runa.get(listMessages, { params, query: {} });
    return data
      .filter(({ type }) => type === 'TEXT' || type === 'IMAGE')
      .map((one) => (one.type === 'TEXT' ? one.content : one.type));
  };
  const [first, second, third] = await pictureFiles(page, [
    [600, 400],
    [400, 400],
    [300, 500],
  ]);
  await chooseFiles(page).setInputFiles([first!]);
  await expect(page.locator('.conversations-send')).toBeEnabled();
  await field(page).press('Enter');
  await expect.poll(said, live).toEqual(['IMAGE']);

  await chooseFiles(page).setInputFiles([second!, third!]);
  await field(page).fill('Which of these two?');
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
  await expect.poll(said, live).toEqual(['IMAGE', 'IMAGE', 'IMAGE', 'Which of these two?']);
  await expect(page.locator('.conversations-files')).toHaveCount(0);

  // What cannot be sent leaves the words where they are, too.
  await page.route('**/api/uploads/**', (route) => route.fulfill({ status: 503, json: {} }));
  await chooseFiles(page).setInputFiles([
    { name: 'film.webm', mimeType: 'video/webm', buffer: await recordVideo(page) },
  ]);
  await field(page).fill('And this one?');
  await field(page).press('Enter');
  await expect(page.getByText('Failed to upload film.webm')).toBeVisible();
  await expect(field(page)).toHaveValue('And this one?');
  expect(await said()).toHaveLength(4);
});

test('a picture without a word is the answer to what was chosen; with words these are', async ({
  signIn,
  personOf,
}) => {
  const me = await signIn({ name: 'Rosa' });
  const other = await signIn({ name: 'Wei' });
  const chat = await openRoom([await personOf(me), await personOf(other)], 'Night market');
  await say(await personOf(other), chat, 'What does yours look like?');
  const { page } = me;
  await openChat(page, chat);
  await openChat(other.page, chat);
  const line = page.locator('.conversations-bubble-line').filter({ hasText: 'What does yours look like?' });
  const answer = async () => {
    await line.first().hover();
    await line.first().getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
  };
  const note = page.locator('.conversations-composer-context');
  const quotes = (of: Page) => of.locator('.conversations-bubble:has(.conversations-quote)');
  const pictures = await pictureFiles(page, [
    [900, 600],
    [600, 900],
  ]);

  await answer();
  await expect(note).toBeVisible();
  await chooseFiles(page).setInputFiles(pictures);
  const send = page.getByRole('button', { name: 'Send 2 file(s)' });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page.getByText('2 file(s) uploaded successfully')).toBeVisible();
  await expect(note).toHaveCount(0);
  await expect(quotes(other.page)).toHaveCount(1, live);
  await expect(quotes(other.page).locator('img')).toHaveCount(1);
  await expect(quotes(page)).toHaveCount(1);
  await saveScreen(other.page, 'messages-picture-answers');

  // The words go below the pictures, and are what answers.
  await answer();
  await chooseFiles(page).setInputFiles(pictures);
  await field(page).fill('Like these');
  await expect(send).toBeEnabled();
  await field(page).press('Enter');
  await expect(bubble(other.page, 'Like these')).toBeVisible(live);
  await expect(quotes(other.page)).toHaveCount(2);
  await expect(quotes(other.page).last()).toContainText('Like these');
  await expect(note).toHaveCount(0);
});
