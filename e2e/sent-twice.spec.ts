import type { Page } from '@playwright/test';
import { listConversations } from '../contract/src/chat/conversation-views.ts';
import { listComments } from '../contract/src/posts/comments.ts';
import { listPosts } from '../contract/src/posts/post-views.ts';
import { pngBytes } from '../server/src/testing/test-pictures.ts';
import { atSea, mapAtSea } from './at-sea.ts';
import { phoneDevice } from './devices.ts';
import { composer, detail, openComposer } from './posting.ts';
import { openMap } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const place = atSea('sentTwice');
const there = mapAtSea('sentTwice');

/** The server does what is asked there, and its answer is lost, the first so many times. */
async function loseAnswers(page: Page, path: string, times = Infinity): Promise<() => Promise<void>> {
  let left = times;
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST' || left-- <= 0) return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  return () => page.unroute(path);
}

test('what is sent once more after an answer that was lost is there once', async ({
  signIn,
  personOf,
  guard,
}) => {
  guard.expect(/ERR_CONNECTION_RESET .*\/api\/(messages|comments|chatrooms)$/);
  const noor = await signIn({ name: 'Noor', at: place, device: phoneDevice });
  const { page } = noor;
  const person = await personOf(noor);
  await openMap(page, there);

  await test.step('a post with a picture, on a page that was loaded anew', async () => {
    const dialog = await openComposer(page);
    await dialog.getByLabel('Your message').fill('Once and for all');
    const picture = { name: 'a.png', mimeType: 'image/png', buffer: await pngBytes(40) };
    await dialog.locator('input[type=file]').setInputFiles(picture);
    const found = await loseAnswers(page, '**/api/messages');
    const send = () => composer(page).getByRole('button', { name: 'Post', exact: true }).click();
    await send();
    await expect(page.locator('.toast', { hasText: 'Network error' })).toBeVisible();
    await found();
    await page.reload();
    const again = await openComposer(page);
    await expect(again.getByLabel('Your message')).toHaveValue('Once and for all');
    await expect(again.getByRole('img').first()).toBeVisible();
    await send();
    await expect(composer(page)).toBeHidden();
    const { data } = await person.get(listPosts, { query: { userId: person.id } });
    expect(data.map(({ content, media }) => [content, media.length])).toEqual([['Once and for all', 1]]);
  });

  await test.step('a comment', async () => {
    const found = await loseAnswers(page, '**/api/comments');
    // Where it is shown may lie beside what the map shows.
    const [sent] = (await person.get(listPosts, { query: { userId: person.id } })).data;
    await page.goto(`/post/${sent!.id}`);
    await expect(detail(page, 'Noor')).toBeVisible();
    await page.getByLabel('Add a comment').fill('Said once');
    const send = page.locator('.post-detail-answer').getByRole('button', { name: 'Post' });
    await send.click();
    await expect(page.locator('.toast', { hasText: /comment/i })).toBeVisible();
    await found();
    await send.click();
    await expect(page.getByLabel('Add a comment')).toHaveValue('');
    await expect(page.locator('.comments-item', { hasText: 'Said once' })).toHaveCount(1);
    const [post] = (await person.get(listPosts, { query: { userId: person.id } })).data;
    const { data } = await person.get(listComments, { query: { messageId: post!.id } });
    expect(data).toHaveLength(1);
    expect(post!.commentCount).toBe(1);
  });

  await test.step('a group', async () => {
    await page.goto('/conversations');
    await page.getByRole('button', { name: 'Create Group' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Group' });
    await dialog.getByLabel('Group Name').fill('Founded once');
    const found = await loseAnswers(page, '**/api/chatrooms');
    const send = dialog.getByRole('button', { name: 'Create Group', exact: true });
    await send.click();
    await expect(page.locator('.toast', { hasText: 'Failed to create' })).toBeVisible();
    await found();
    await send.click();
    await expect(dialog).toBeHidden();
    const { data } = await person.get(listConversations, { query: { userId: person.id } });
    expect(data).toHaveLength(1);
  });

  await test.step("one answer that is lost is nobody's business", async () => {
    const found = await loseAnswers(page, '**/api/chatrooms', 1);
    await page.goto('/conversations');
    await page.getByRole('button', { name: 'Create Group' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Group' });
    await dialog.getByLabel('Group Name').fill('Founded at the second try');
    await dialog.getByRole('button', { name: 'Create Group', exact: true }).click();
    await expect(dialog).toBeHidden();
    await found();
    await expect(page.locator('.toast', { hasText: 'Failed' })).toHaveCount(0);
    const { data } = await person.get(listConversations, { query: { userId: person.id } });
    expect(data).toHaveLength(2);
  });
});
