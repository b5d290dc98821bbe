import { getProfile } from '@dazi/contract/discovery/people';
import type { Page } from '@playwright/test';
import { photographedAt } from '../server/src/testing/test-pictures.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { callsOf } from './network.ts';
import { card, celebration, composer, detail, openComposer, openDetail, publish } from './posting.ts';
import { mapReady, openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const annsPlace = { latitude: 38.713917, longitude: -9.139422 };
const bensPlace = { latitude: 38.7205, longitude: -9.1331 };

/** Everything that a browser is told, stream included, and which lists it asks for. */
async function listenIn(page: Page) {
  const told: Promise<string>[] = [];
  const lists: string[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/') || response.url().endsWith('/events')) return;
    if (response.headers()['content-type']?.includes('json')) told.push(response.text().catch(() => ''));
  });
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/messages' && request.method() === 'GET' && !searchParams.has('ids')) {
      lists.push(request.url());
    }
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  devtools.on('Network.eventSourceMessageReceived', ({ data }) => told.push(Promise.resolve(data)));
  return { told: () => Promise.all(told), lists };
}

test('two people, one city: post, react, comment, bookmark, delete, restart', async ({
  server,
  signIn,
  guard,
}) => {
  // The deleted post, asked for where it was open.
  guard.expect(/404 .*\/api\/messages\/[\w-]+$/);
  const ann = await signIn({ name: 'Ann', at: annsPlace, options: { reducedMotion: 'no-preference' } });
  const ben = await signIn({ name: 'Ben', at: bensPlace, gender: 'M' });
  const heard = await listenIn(ben.page);
  const calls = callsOf(ben.page);
  for (const { page } of [ann, ben]) {
    await openMap(page);
    await expect(page.getByText('Nothing posted here yet')).toBeVisible();
    await expect(page.locator('.live')).toHaveText('Live');
  }
  // Once the stream has the area its list comes again: what happened in between is in no event.
  await calls.settled();
  const listsBefore = heard.lists.length;

  // Ann's first post, with a photograph that knows where it was taken.
  const first = 'Who walks up to the castle with me tonight?';
  const dialog = await openComposer(ann.page);
  await dialog.getByLabel('Your message').fill(first);
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'castle.jpg',
    mimeType: 'image/jpeg',
    buffer: await photographedAt(annsPlace),
  });
  await expect(dialog.getByRole('img', { name: 'castle.jpg' })).toBeVisible();
  await expect(dialog.getByText('Shown approximately, 1 to 2 km off')).toBeVisible();
  await saveScreen(ann.page, 'composer-desktop');
  await publish(ann.page);
  await expect(card(ben.page, first)).toBeVisible(live);
  const pin = ben.page.getByRole('button', { name: `Post with pictures by Ann: ${first}` });
  await expect(pin).toBeVisible();

  await expect(celebration(ann.page)).toHaveClass(/posts-celebration-begun/);
  await saveScreen(ann.page, 'celebration-desktop');
  await celebration(ann.page).getByRole('button', { name: 'See it on the map' }).click();
  await expect(celebration(ann.page)).toBeHidden();
  await expect(ann.page.getByRole('button', { name: `Post with pictures by Ann: ${first}` })).toBeVisible();

  // What one does, the other sees.
  const annsView = await openDetail(ann.page, 'Ann', first);
  const bensView = await openDetail(ben.page, 'Ann', first);
  await expect(bensView.getByText('Delete this message')).toHaveCount(0);
  await expect(annsView.getByRole('button', { name: 'Bookmark', exact: true })).toHaveCount(0);
  await bensView.getByRole('button', { name: 'Add reaction' }).click();
  await ben.page.getByRole('button', { name: 'Love' }).click();
  await expect(bensView.getByRole('button', { name: 'Love: 1' })).toHaveAttribute('aria-pressed', 'true');
  await expect(annsView.getByRole('button', { name: 'Love: 1' })).toBeVisible(live);

  const bensComment = 'I do, from the cathedral?';
  await expect(bensView.locator('.post-detail-answer').getByRole('button', { name: 'Post' })).toBeDisabled();
  await bensView.getByLabel('Add a comment').fill(bensComment);
  await bensView.locator('.post-detail-answer').getByRole('button', { name: 'Post' }).click();
  await expect(annsView.getByText(bensComment)).toBeVisible(live);
  await annsView.getByRole('button', { name: 'Reply' }).click();
  await annsView.getByLabel('Reply to Ben').fill('At eight then.');
  await ann.page.keyboard.press('Enter');
  await expect(bensView.getByText('At eight then.')).toBeVisible(live);
  // Replies go to depth 3, each level set in by 20 pixels; the deepest takes none.
  for (const [one, other, name, text] of [
    [bensView, annsView, 'Ann', 'I will be there.'],
    [annsView, bensView, 'Ben', 'See you.'],
  ] as const) {
    await one.getByRole('button', { name: 'Reply' }).last().click();
    await one.getByLabel(`Reply to ${name}`).fill(text);
    await one.getByLabel(`Reply to ${name}`).press('Enter');
    await expect(other.getByText(text)).toBeVisible(live);
  }
  const lefts = await bensView
    .locator('.comments-item')
    .evaluateAll((comments) => comments.map((comment) => comment.getBoundingClientRect().left));
  expect(lefts.map((left) => left - lefts[0]!)).toEqual([0, 20, 40, 60]);
  await expect(bensView.getByRole('button', { name: 'Reply' })).toHaveCount(3);
  await bensView.getByRole('button', { name: 'Bookmark', exact: true }).click();
  await expect(bensView.getByRole('button', { name: 'Bookmarked' })).toHaveAttribute('aria-pressed', 'true');
  await expect(bensView.getByRole('heading', { name: 'Comments' })).toContainText('4');
  await saveScreen(ben.page, 'detail-desktop');

  const picture = await ben.page.request.get(
    (await bensView.locator('.posts-gallery-slide img').first().getAttribute('src')) ?? '',
  );
  expect(picture.headers()['content-type']).toMatch(/^image\//);
  const bytes = (await picture.body()).toString('latin1');
  expect(bytes.length).toBeGreaterThan(100);
  for (const trace of ['Exif', 'GPS', 'PhoneMaker', '38.71']) expect(bytes).not.toContain(trace);
  for (const { page } of [ann, ben]) {
    await page.keyboard.press('Escape');
    await expect(detail(page, 'Ann')).toBeHidden();
  }

  // The second post is no celebration; it goes again.
  const second = 'Lost a blue umbrella by the river.';
  await (await openComposer(ann.page)).getByLabel('Your message').fill(second);
  await publish(ann.page);
  await expect(card(ben.page, second)).toBeVisible(live);
  await expect(ben.page.getByRole('button', { name: '2 posts at the same place' })).toBeVisible();
  await openDetail(ben.page, 'Ann', second);
  const own = await openDetail(ann.page, 'Ann', second);
  await expect(celebration(ann.page)).toBeHidden();
  await own.getByRole('button', { name: 'Delete this message' }).click();
  const question = ann.page.getByRole('dialog', { name: 'Delete this message' });
  await expect(question).toContainText('Are you sure you want to delete this message?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await own.getByRole('button', { name: 'Delete this message' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(ann.page.locator('.toast', { hasText: 'Post deleted successfully' })).toBeVisible();
  await expect(own).toBeHidden();
  await expect(ben.page.locator('.post-detail').getByText(second)).toBeHidden(live);
  const gone = ben.page.locator('.post-detail .empty');
  await expect(gone).toContainText('This post is gone');
  const fromTheMiddle_px = await gone.evaluate((element) => {
    const [dialog, title] = [element.closest('[role=dialog]'), element.querySelector('h2')];
    const middles = [dialog, title]
      .map((part) => part!.getBoundingClientRect())
      .map((box) => box.left + box.right);
    return Math.abs(middles[0]! - middles[1]!) / 2;
  });
  expect(fromTheMiddle_px).toBeLessThan(2);
  await ben.page.keyboard.press('Escape');
  for (const { page } of [ann, ben]) {
    await expect(card(page, first)).toBeVisible();
    await expect(card(page, second)).toHaveCount(0);
    await expect(page.locator('[data-pin-id]')).toHaveCount(1);
  }

  // All of that came by the stream: the list was never asked for again.
  expect(heard.lists.slice(listsBefore)).toEqual([]);
  const told = (await heard.told()).join('\n');
  expect(told).toContain(first);
  for (const trace of ['38.713917', '9.139422']) expect(told).not.toContain(trace);
  for (const [, latitude, longitude] of told.matchAll(/"latitude":(-?[\d.]+),"longitude":(-?[\d.]+)/g)) {
    // One of the two may come close by chance: the chance of both is one in tens of thousands.
    const offset = [Number(latitude) - annsPlace.latitude, Number(longitude) - annsPlace.longitude];
    expect(Math.max(...offset.map(Math.abs))).toBeGreaterThan(0.0001);
  }

  // After a restart everything else is still there.
  guard.expect(/net::ERR_/, /503 .*\/api\//);
  await server.stop();
  await expect(ben.page.locator('.live')).toHaveText('Offline');
  await server.start();
  await openMap(ben.page, '/');
  await expect(card(ben.page, second)).toHaveCount(0);
  const again = await openDetail(ben.page, 'Ann', first);
  await expect(again.getByRole('button', { name: 'Love: 1' })).toHaveAttribute('aria-pressed', 'true');
  await expect(again.getByRole('button', { name: 'Bookmarked' })).toBeVisible();
  await expect(again.getByText(bensComment)).toBeVisible();
  await expect(again.getByText('At eight then.')).toBeVisible();
  await expect(again.locator('.posts-gallery-slide img').first()).toHaveJSProperty('naturalWidth', 64);

  // A comment that is refused, and one that gets no answer, stay to be sent again (CMNT-019, CMNT-020).
  guard.expect(/500 .*\/api\/comments$/);
  const another = again.getByLabel('Add a comment');
  await another.fill('It was lovely.');
  for (const [status, says] of [
    [500, 'Failed to post comment.'],
    [0, 'An unexpected error occurred while posting the comment.'],
  ] as const) {
    await ben.page.route('**/api/comments', (route) =>
      status ? route.fulfill({ status, body: '' }) : route.abort(),
    );
    await again.locator('.post-detail-answer').getByRole('button', { name: 'Post' }).click();
    await expect(ben.page.locator('.toast', { hasText: says })).toBeVisible();
    await ben.page.unroute('**/api/comments');
    await expect(another).toHaveValue('It was lovely.');
  }
});

test('the first post from a phone; the celebration leaves by itself, and the map is where the post is', async ({
  signIn,
}) => {
  const { page } = await signIn({
    name: 'Cleo',
    device: phoneDevice,
    at: { latitude: 43.3623, longitude: -8.4115 },
  });
  // So near that the post, a kilometre or two off, lies outside.
  await openMap(page, '/?map=15/43.36/-8.41');
  await (await openComposer(page)).getByLabel('Your message').fill('河口で夕日を見ませんか');
  await saveScreen(page, 'composer-phone');
  await publish(page);
  await expect(celebration(page)).toBeVisible();
  await saveScreen(page, 'celebration-phone');
  await expect(celebration(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await mapReady(page);
  await saveScreen(page, 'map-phone');
  const view = await openDetail(page, 'Cleo', '河口で夕日');
  await expect(view.getByText('河口で夕日を見ませんか')).toHaveAttribute('lang', 'ja');
  await saveScreen(page, 'detail-phone');
  await page.keyboard.press('Escape');
  await (await openComposer(page)).getByLabel('Your message').fill('And a second one');
  await publish(page);
  await expect(card(page, 'And a second one')).toBeVisible();
  await expect(composer(page)).toBeHidden();
  await expect(celebration(page)).toBeHidden();
});

test('nobody sees an age, a gender or a line that was not confirmed, and posting asks for it', async ({
  signIn,
  somebody,
}) => {
  const viewer = await somebody('Rika');
  const lia = await signIn({ name: 'Lia', device: phoneDevice, introduced: false, at: annsPlace });
  const { page } = lia;
  const card = page.getByRole('dialog', { name: 'This is you' });
  const seen = async () => (await viewer.get(getProfile, { params: { userId: lia.id } })).data;
  const nothing = { age: null, gender: null, bio: '' };
  await openMap(page);
  await expect(card).toBeVisible();
  await expect(
    card.getByText('Until you save this, others see neither your age nor your gender nor your bio.'),
  ).toBeVisible();
  await card.getByRole('button', { name: 'Later' }).click();
  await expect(card).toBeHidden();
  expect(await seen()).toMatchObject(nothing);

  const post = page.locator('.shell-header').getByRole('button', { name: 'Post', exact: true });
  await post.click();
  await expect(card).toBeVisible();
  await expect(card.getByText('Please save this first, then you can go on.')).toBeVisible();
  await card.getByLabel('Age').fill('17');
  await card.getByRole('button', { name: 'That is me' }).click();
  await expect(card.getByRole('alert')).toHaveText('Dazi is for adults: from 18 on.');
  await card.getByRole('button', { name: 'Later' }).click();
  await expect(composer(page)).toHaveCount(0);
  expect(await seen()).toMatchObject(nothing);

  await post.click();
  await card.getByLabel('Age').fill('18');
  await card.getByRole('button', { name: 'That is me' }).click();
  await expect(composer(page)).toBeVisible();
  await expect(card).toHaveCount(0);
  const { bio, ...confirmed } = await seen();
  expect(confirmed).toMatchObject({ age: 18, gender: 'F', isConfirmed: true });
  expect(bio).not.toBe('');
  await composer(page).getByLabel('Your message').fill('Who shows me the harbour?');
  await publish(page);
});

test('what was put off with "Later" is not gone on with when the card is saved for something else', async ({
  signIn,
}) => {
  const { page } = await signIn({ name: 'Ilka', introduced: false, at: annsPlace });
  const intro = page.getByRole('dialog', { name: 'This is you' });
  await openMap(page);
  await intro.getByRole('button', { name: 'Later' }).click();
  await page.locator('.shell-header').getByRole('button', { name: 'Post', exact: true }).click();
  await intro.getByRole('button', { name: 'Later' }).click();
  await expect(intro).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Save "This is you" to filter by gender' }).click();
  await intro.getByLabel('Age').fill('30');
  await intro.getByRole('button', { name: 'That is me' }).click();
  await expect(intro).toBeHidden();
  await expect(composer(page)).toHaveCount(0);
});
