import { saveAvatar } from '@dazi/contract/people/profiles';
import { removePost } from '@dazi/contract/posts/posts';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { dataUrl, greenness, pngBytes, surface } from '../server/src/testing/test-pictures.ts';
import { aviBytes } from '../server/src/testing/test-videos.ts';
import { atSea } from './at-sea.ts';
import { expectNoViolations } from './axe.ts';
import { desktop, phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { card, openComposer, openDetail, publish } from './posting.ts';
import { recordVideo } from './recording.ts';
import { nothingOver, openMap, saveScreen, walkTo } from './screens.ts';
import { expect, introduce, test } from './server.fixture.ts';

const place = atSea('media');
const webm = (buffer: Buffer) => ({ name: 'bridge.webm', mimeType: 'video/webm', buffer });
const colours = ['#c25846', '#3f5f63', '#f0953f'];
const lightbox = (page: Page) => page.locator('.dialog.media-lightbox');
const counter = (page: Page) => page.locator('.media-lightbox-count');

test('a video is posted, seen and played, in the list and where the post is open; what is none says why', async ({
  signIn,
  somebody,
  guard,
}) => {
  guard.expect(/400 .*\/api\/uploads\/video\/upload$/, /Failed to load resource.*\/api\/media\//);
  const { page } = await signIn({ name: 'Vera', at: place });
  await openMap(page);
  const dialog = await openComposer(page);
  const film = await recordVideo(page);

  await test.step('files that are no videos say why, for us or for the server', async () => {
    const files = dialog.locator('input[type=file]');
    const says = (text: string) => expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible();
    const file = (name: string, mimeType: string, size = 10) => ({
      name,
      mimeType,
      buffer: Buffer.alloc(size, 1),
    });
    await files.setInputFiles([file('clip.mp4', 'video/mp4', 3 * 1024 * 1024 + 1)]);
    await says('clip.mp4: File size must be less than 3MB');
    await files.setInputFiles([file('clip.mkv', 'video/x-matroska')]);
    await says('File type video/x-matroska not supported');
    await files.setInputFiles([file('IMG_1.heic', 'image/heic')]);
    await says('File type image/heic not supported');
    await files.setInputFiles([file('empty.mov', 'video/quicktime', 0)]);
    await says('Failed to process files');
    await expect(dialog.locator('.posts-media-preview')).toHaveCount(0);

    // The server refuses: the draft is kept.
    await dialog.getByLabel('Your message').fill('Cut off');
    await files.setInputFiles(webm(film.subarray(0, film.length - 40)));
    await expect(dialog.locator('.posts-media-preview .play-mark')).toBeVisible();
    await dialog.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(page.locator('.toast', { hasText: 'Error: Invalid video format' })).toBeVisible();
    await expect(dialog.getByLabel('Your message')).toHaveValue('Cut off');
    await dialog.getByRole('button', { name: /^Remove / }).click();
    await expect(dialog.locator('.posts-media-preview')).toHaveCount(0);
  });

  await test.step('a video is posted', async () => {
    await dialog.getByLabel('Your message').fill('The bridge this morning');
    await dialog.locator('input[type=file]').setInputFiles(webm(film));
    // The still is drawn from a moment that is not black.
    await expect(
      dialog.locator('.posts-media-preview').getByRole('img', { name: 'bridge.webm' }),
    ).toBeVisible();
    await expect(dialog.locator('.posts-media-preview .play-mark')).toBeVisible();
    await saveScreen(page, 'composer-video-desktop');
    await publish(page);
    await page.keyboard.press('Escape');
  });

  await test.step('on a phone it is seen and played', async () => {
    const { page: phone } = await signIn({ name: 'Will', at: place, device: phoneDevice });
    const statuses: number[] = [];
    phone.on('response', (response) => {
      if (response.headers()['content-type'] === 'video/webm') statuses.push(response.status());
    });
    await openMap(phone);
    const video = card(phone, 'The bridge this morning').locator('video');
    await expect(video).toBeVisible();
    await expect(video).toHaveAttribute('preload', 'metadata');
    await expect(video).toHaveAttribute('controls');
    expect(await video.evaluate((player: HTMLVideoElement) => player.paused && !player.autoplay)).toBe(true);
    const poster = await phone.request.get((await video.getAttribute('poster'))!);
    expect(await greenness(await poster.body())).toBeGreaterThan(80);
    await plays(video);
    expect(new Set(statuses)).toEqual(new Set([206]));
    await saveScreen(phone, 'video-card');
    // Playing in the list did not open the post.
    await expect(phone).toHaveURL(/\/(\?.*)?$/);

    const open = await openDetail(phone, 'Vera', 'The bridge this morning');
    await plays(open.locator('video'));
    await expectNoViolations(phone, 'video in the detail');
    await saveScreen(phone, 'video-detail');
  });

  const zoe = await somebody('Zoe');
  await introduce(zoe, 'Zoe');

  await test.step('what no browser plays is offered as a download', async () => {
    // From so far that another's place is shown too.
    for (let step = 0; step < 4; step++) await page.getByRole('button', { name: 'Zoom out' }).click();
    await zoe.post({ content: 'An old camera', location: place, imageUrls: [dataUrl(aviBytes())] });
    const shown = card(page, 'An old camera');
    await expect(shown.getByText('Video unavailable')).toBeVisible();
    const download = page.waitForEvent('download');
    await shown.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('video.avi');
    await saveScreen(page, 'video-unavailable');
  });

  await test.step('a picture that is gone says so in the viewer', async () => {
    const { id } = await zoe.post({
      content: 'Two of them',
      location: place,
      imageUrls: [dataUrl(await pngBytes(40)), dataUrl(await pngBytes(50))],
    });
    await page.route(/\/api\/media\/[\w-]+$/, (route) => route.abort());
    await walkTo(page, `/post/${id}`);
    await page.getByRole('button', { name: 'Picture 2 of 2' }).first().click();
    await expect(page.getByText('Failed to load media')).toBeVisible();
    await saveScreen(page, 'viewer-broken');
  });
});

async function plays(video: Locator) {
  await video.evaluate((player: HTMLVideoElement) => {
    player.muted = true;
    return player.play();
  });
  await expect
    .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime), { timeout: 30_000 })
    .toBeGreaterThan(0.3);
  await video.evaluate((player: HTMLVideoElement) => player.pause());
}

for (const device of [desktop, phoneDevice]) {
  test(`the viewer: keys, buttons, thumbnails, swipes and zoom, ${device.name}`, async ({
    signIn,
    somebody,
  }) => {
    const author = await somebody('Bela');
    await introduce(author, 'Bela');
    const { page } = await signIn({ name: 'Cora', at: place, device });
    await openMap(page);
    const film = dataUrl(await recordVideo(page));
    const pictures = await Promise.all(
      colours.map(async (colour) => dataUrl(await surface(colour, 900, 600))),
    );
    const text = `Lanterns on a ${device.name}`;
    await author.post({ content: text, location: place, imageUrls: [...pictures, film] });
    const listed = card(page, text);
    await expect(listed.locator('img.posts-picture')).toHaveCount(3);
    await expect(listed.locator('[data-more="+1"].more')).toBeVisible();

    const open = await openDetail(page, 'Bela', text);
    const opener = open.getByRole('button', { name: 'Picture 1 of 4' }).first();
    await opener.click();
    await expect(lightbox(page)).toBeVisible();
    await expect(counter(page)).toHaveText('1 of 4');
    await expectNoViolations(page, 'viewer');
    await saveScreen(page, `viewer-${device.name}`);

    for (const [key, shown] of [
      ['ArrowRight', '2 of 4'],
      ['ArrowLeft', '1 of 4'],
      ['ArrowLeft', '4 of 4'],
      ['Home', '1 of 4'],
      ['End', '4 of 4'],
    ]) {
      await page.keyboard.press(key!);
      await expect(counter(page)).toHaveText(shown!);
    }
    await expect(lightbox(page).locator('video')).toBeVisible();
    await plays(lightbox(page).locator('video'));
    await expectNoViolations(page, 'viewer with a video');
    await saveScreen(page, `viewer-video-${device.name}`);
    await lightbox(page).getByRole('button', { name: 'Next' }).click();
    await expect(counter(page)).toHaveText('1 of 4');
    await lightbox(page).getByRole('button', { name: 'Picture 3 of 4' }).click();
    await expect(counter(page)).toHaveText('3 of 4');
    await expect(lightbox(page).getByRole('button', { name: 'Picture 3 of 4' })).toHaveAttribute(
      'aria-current',
      'true',
    );

    // The focus stays inside.
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab');
      expect(await lightbox(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    }

    const swipe = device === phoneDevice ? await fingers(page) : mouse(page);
    await swipe(300, 90);
    await expect(counter(page)).toHaveText('4 of 4');
    await page.keyboard.press('ArrowLeft');
    await swipe(90, 300);
    await expect(counter(page)).toHaveText('2 of 4');
    // Not far enough.
    await swipe(200, 180);
    await expect(counter(page)).toHaveText('2 of 4');
    await page.locator('.media-lightbox-stage').dblclick({ position: { x: 180, y: 200 } });
    await expect(page.locator('.media-lightbox-stage')).toHaveClass(/enlarged/);
    // Enlarged, a swipe moves the picture.
    await swipe(300, 90);
    await expect(counter(page)).toHaveText('2 of 4');
    await saveScreen(page, `viewer-enlarged-${device.name}`);
    await page.locator('.media-lightbox-stage').dblclick({ position: { x: 180, y: 200 } });
    await expect(page.locator('.media-lightbox-stage')).not.toHaveClass(/enlarged/);

    if (device === phoneDevice) await page.goBack();
    else await page.keyboard.press('Escape');
    await expect(lightbox(page)).toBeHidden();
    await nothingOver(page);
    await expect(open).toBeVisible();
    await expect(opener).toBeFocused();
    await page.goBack();
    await expect(open).toBeHidden();
    await expect(listed).toBeVisible();
  });
}

test('of several videos one plays, and none below an open post', async ({ signIn, somebody }) => {
  const author = await somebody('Nils');
  const { page } = await signIn({ name: 'Olga', at: place });
  await openMap(page);
  const film = dataUrl(await recordVideo(page));
  for (const content of ['Film one', 'Film two']) {
    await author.post({ content, location: place, imageUrls: [film] });
  }
  // By no role: below a dialog they have none.
  const [one, two] = ['Film one', 'Film two'].map((text) =>
    page.locator('article').filter({ hasText: text }).locator('video'),
  );
  const start = (video: Locator) =>
    video.evaluate((player: HTMLVideoElement) => {
      player.muted = true;
      player.loop = true;
      return player.play();
    });
  const isPaused = (video: Locator) => video.evaluate((player: HTMLVideoElement) => player.paused);
  await start(one!);
  await start(two!);
  await expect.poll(() => isPaused(one!)).toBe(true);
  expect(await isPaused(two!)).toBe(false);
  await openDetail(page, 'Nils', 'Film one');
  await expect.poll(() => isPaused(two!)).toBe(true);
});

test('a post that goes while its picture is seen large is closed at once', async ({
  signIn,
  somebody,
  guard,
}) => {
  guard.expect(/404 .*\/api\/messages\//);
  const author = await somebody('Bela');
  const { page } = await signIn({ name: 'Dora', at: place });
  const { id } = await author.post({ location: place, imageUrls: [dataUrl(await pngBytes(60))] });
  await openMap(page);
  await walkTo(page, `/post/${id}`);
  await page.getByRole('button', { name: 'Picture 1 of 1' }).click();
  await expect(lightbox(page)).toBeVisible();
  await author.get(removePost, { params: { messageId: id }, body: { userId: author.id } });
  await expect(page.getByRole('heading', { name: 'This post is gone' })).toBeVisible(live);
  await expect(lightbox(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to Map' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/(\?.*)?$/);
});

type Swipe = (from: number, to: number) => Promise<void>;

function mouse(page: Page): Swipe {
  return async (from, to) => {
    await page.mouse.move(from + 400, 400);
    await page.mouse.down();
    await page.mouse.move((from + to) / 2 + 400, 402, { steps: 3 });
    await page.mouse.move(to + 400, 404, { steps: 3 });
    await page.mouse.up();
    await page.waitForTimeout(350);
  };
}

async function fingers(page: Page): Promise<Swipe> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
  return async (from, to) => {
    await touch('touchStart', from);
    for (const part of [0.3, 0.6, 1]) await touch('touchMove', from + (to - from) * part);
    await touch('touchEnd');
    await page.waitForTimeout(350);
  };
}

test('pictures and faces that could not be fetched come when the network is back', async ({
  signIn,
  somebody,
  guard,
}) => {
  guard.expect(/Failed to load resource|net::ERR_/);
  const author = await somebody('Odile');
  await author.get(saveAvatar, { body: { avatarUrl: dataUrl(await pngBytes(64)) } });
  await author.post({ content: 'By the sea', location: place, imageUrls: [dataUrl(await pngBytes(40))] });
  const { page } = await signIn({ name: 'Paul', at: place });
  await page.route('**/api/media/**', (route) => route.abort());
  await page.goto(`/profile/${author.id}`);
  const article = card(page, 'By the sea');
  const face = page.locator('main .avatar').first();
  const picture = article.locator('.posts-picture');
  const isShown = (each: Locator) => each.evaluate((img) => (img as HTMLImageElement).naturalWidth > 0);
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).complete)).toBe(true);
  expect(await isShown(picture)).toBe(false);
  await expect(face.locator('img')).toHaveCount(0);

  await page.unroute('**/api/media/**');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => isShown(picture)).toBe(true);
  await expect.poll(() => isShown(face.locator('img'))).toBe(true);
});
