import { addBookmark } from '@dazi/contract/posts/bookmarks';
import { addComment } from '@dazi/contract/posts/comments';
import { editPost, removePost } from '@dazi/contract/posts/posts';
import { addReaction } from '@dazi/contract/posts/reactions';
import type { Page } from '@playwright/test';
import { atSea } from './at-sea.ts';
import { live } from './live-news.ts';
import { card, detail, openDetail } from './posting.ts';
import { mapReady, openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const place = atSea('live');
const isStream = (url: string) => new URL(url).pathname === '/api/conversations/events';

test('eight tabs of one browser share one stream', async ({ signIn, somebody }) => {
  const author = await somebody('Piero');
  await author.saveProfile({ displayName: 'Piero', age: 50, gender: 'M' });
  const { page, context } = await signIn({
    name: 'Lia',
    at: place,
    options: { viewport: { width: 400, height: 500 } },
  });
  let streams = 0;
  context.on('request', (request) => {
    if (isStream(request.url())) streams++;
  });
  const tabs: Page[] = [page];
  while (tabs.length < 8) tabs.push(await context.newPage());
  for (const tab of tabs) {
    await tab.bringToFront();
    await openMap(tab);
  }
  expect(streams).toBe(1);
  // Small screens say so above the list, beside the way to one's own posts.
  const sheet = page.getByRole('region', { name: 'Posts' });
  await expect(sheet.locator('.live')).toHaveText('Live');
  await expect(sheet.getByRole('link', { name: 'My Posts' })).toBeVisible();

  await author.post({ content: 'To all eight of you', location: place });
  for (const tab of tabs) await expect(card(tab, 'To all eight of you')).toBeAttached(live);

  // The tab that held the stream goes: another one takes over.
  await tabs[0]!.close();
  await expect.poll(() => streams).toBe(2);
  await author.post({ content: 'To the seven that are left', location: place });
  for (const tab of tabs.slice(1)) await expect(card(tab, 'To the seven that are left')).toBeAttached();
  expect(streams).toBe(2);
});

test('without the stream: Offline, an open post is polled, and what was missed comes', async ({
  server,
  signIn,
  somebody,
  guard,
}) => {
  guard.expect(/net::ERR_/, /503 .*\/api\//);
  const author = await somebody('Rita');
  await author.saveProfile({ displayName: 'Rita', age: 50, gender: 'F' });
  const post = await author.post({ content: 'Before the break', location: place });
  const { page } = await signIn({ name: 'Nino', at: place });
  await openMap(page);
  const indicator = page.locator('.live');
  await expect(indicator).toHaveText('Live');
  await openDetail(page, 'Rita', 'Before the break');

  // The stream ends and does not come back; everything else works.
  await page.route('**/api/conversations/events', (route) => route.abort());
  await server.stop();
  await expect(indicator).toHaveText('Offline');
  await server.start();
  await saveScreen(page, 'offline');
  const asked: number[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/messages/${post.id}`) asked.push(Date.now());
  });
  await page.waitForResponse(`**/api/messages/${post.id}`);
  await author.get(addReaction, { body: { messageId: post.id, reactionType: 'HEART', userId: author.id } });
  await expect(detail(page, 'Rita').getByRole('button', { name: 'Love: 1' })).toBeVisible({
    timeout: 30_000,
  });
  await page.waitForResponse(`**/api/messages/${post.id}`);
  for (let index = 1; index < asked.length; index++) {
    expect(asked[index]! - asked[index - 1]!).toBeGreaterThan(4000);
    expect(asked[index]! - asked[index - 1]!).toBeLessThan(12_000);
  }

  await author.post({ content: 'While you were away', location: place });
  await page.keyboard.press('Escape');
  await expect(card(page, 'Before the break')).toBeVisible();
  await expect(card(page, 'While you were away')).toHaveCount(0);
  await page.unroute('**/api/conversations/events');
  await expect(indicator).toHaveText('Live');
  await expect(card(page, 'While you were away')).toBeVisible(live);
  await mapReady(page);
});

test('posts away from the map follow too: the own ones, those of a profile, and those that were kept', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const other = await somebody('Renzo');
  const signed = await signIn({ name: 'Alma', at: place });
  const { page } = signed;
  const alma = await personOf(signed);
  const own = await alma.post({ content: 'Of mine', location: place });
  const theirs = await other.post({ content: 'Of theirs', location: place });
  const params = { messageId: theirs.id };
  const says = (messageId: string, content: string) =>
    other.get(addComment, { body: { messageId, content } });
  const comments = (words: string) => card(page, words).locator('.posts-foot .num').last();

  await page.goto('/my-posts');
  await expect(comments('Of mine')).toHaveText('Comments0');
  await says(own.id, 'One');
  await expect(comments('Of mine')).toHaveText('Comments1', live);
  await alma.post({ content: 'From another device', location: place });
  await expect(card(page, 'From another device')).toBeVisible(live);

  await page.goto(`/profile/${other.id}`);
  await expect(comments('Of theirs')).toHaveText('Comments0');
  await says(theirs.id, 'Two');
  await expect(comments('Of theirs')).toHaveText('Comments1', live);
  await other.get(editPost, { params, body: { content: 'Of theirs, in other words' } });
  await expect(card(page, 'Of theirs, in other words')).toBeVisible(live);

  await alma.get(addBookmark, { body: { messageId: theirs.id } });
  await page.goto('/profile?tab=bookmarks');
  await expect(comments('Of theirs')).toHaveText('Comments1');
  await says(theirs.id, 'Three');
  await expect(comments('Of theirs')).toHaveText('Comments2', live);
  await other.get(removePost, { params, body: {} });
  await expect(card(page, 'Of theirs')).toHaveCount(0, live);
});
