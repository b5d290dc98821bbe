import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { decide } from '@dazi/contract/moderation/decisions';
import { report } from '@dazi/contract/moderation/moderation';
import { createPost } from '@dazi/contract/posts/posts';
import type { Page } from '@playwright/test';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { uploaded } from '../server/src/testing/test-uploads.ts';
import { atSea } from './at-sea.ts';
import { expectNoViolations, expectNoViolationsInEitherTheme } from './axe.ts';
import { bubbles, field, rowOf } from './chatting.ts';
import { administratorEmail } from './dazi-server.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const link = 'https://chess.example/tables?club=7';

async function writes(from: TestPerson, to: string, content: string, type: 'TEXT' | 'IMAGE' = 'TEXT') {
  await from.get(sendPrivateMessage, { body: { receiverId: to, content, type } });
}

/** Everything the page asks for, wherever it lies. */
function askedBy(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return asked;
}

/** Goes on with Tab until a button has the focus. */
async function tabTo(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true });
  for (let pressed = 0; pressed < 40; pressed++) {
    await page.keyboard.press('Tab');
    if (await button.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error(`${name} is not reached by keyboard`);
}

test('a message request on a phone: picture and link are fetched when they are wanted, and everything is reached by keyboard', async ({
  signIn,
  somebody,
}) => {
  const kestrel = await somebody('Kestrel');
  const priya = await signIn({ name: 'Priya', device: phoneDevice });
  const { page } = priya;
  const picture = await uploaded(kestrel);
  const asked = askedBy(page);
  await writes(kestrel, priya.id, 'Hi! Do you play on weekdays too?');
  await writes(kestrel, priya.id, picture, 'IMAGE');
  await writes(kestrel, priya.id, `The tables: ${link}`);

  await page.goto('/messages');
  await page.getByRole('link', { name: /Message requests/ }).click();
  await expect(rowOf(page, 'Kestrel')).toContainText('A link, not opened');
  await rowOf(page, 'Kestrel').click();
  await expect(bubbles(page)).toHaveCount(3);
  const requester = page.locator('.conversations-requester');
  await expect(requester).toContainText('Kestrel wants to write to you');
  await expect(requester).toContainText('no groups in common');
  await expect(requester).toContainText('no posts yet');
  await expect(page.locator('.conversations-header')).toContainText('Message request');
  await expect(page.locator('.conversations-header')).not.toContainText(/Online|Last seen/i);
  await expect(bubbles(page).nth(1)).toContainText('A picture');
  await expect(bubbles(page).nth(2)).toContainText('chess.example');
  await expectNoViolationsInEitherTheme(page, 'a message request with a picture and a link');
  await saveScreen(page, 'request-closed-phone');

  const path = picture;
  const ofThem = () =>
    asked.filter(
      (url) => url.includes(path) || url.includes('chess.example') || url.includes('link-preview'),
    );
  expect(ofThem()).toEqual([]);

  await tabTo(page, 'Show: A picture');
  await page.keyboard.press('Enter');
  await expect(bubbles(page).locator('img')).toBeVisible(live);
  expect(ofThem().filter((url) => !url.includes(path))).toEqual([]);
  await tabTo(page, 'Show: chess.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: link })).toBeVisible(live);
  expect(asked.filter((url) => new URL(url).host === 'chess.example')).toEqual([]);
  await expectNoViolations(page, 'a message request that was opened');

  await tabTo(page, 'Report');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tabTo(page, 'Block');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Kestrel');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(field(page)).toBeVisible();
  await expect(requester).toHaveCount(0);
});

test('accepting a message request shows what was closed in it', async ({ signIn, somebody }) => {
  const kestrel = await somebody('Kestrel');
  const { page, id } = await signIn({ name: 'Priya' });
  await writes(kestrel, id, `The tables: ${link}`);
  await page.goto('/messages');
  await page.getByRole('link', { name: /Message requests/ }).click();
  await rowOf(page, 'Kestrel').click();
  await expect(bubbles(page)).toContainText(['A link, not opened']);
  // What comes while it is looked at is closed as well.
  await writes(kestrel, id, 'And https://go.example');
  await expect(bubbles(page)).toContainText(['chess.example', 'go.example'], live);
  // To answer there is no field yet: the menu offers what goes without.
  await writes(kestrel, id, 'Are you there?');
  const line = page.locator('.conversations-bubble-line').filter({ hasText: 'Are you there?' });
  await expect(line).toBeVisible(live);
  await line.hover();
  await line.getByRole('button', { name: 'Message actions' }).click();
  await expect(page.getByRole('button', { name: 'Copy text', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reply', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('link', { name: link })).toBeVisible(live);
  await expect(page.getByRole('link', { name: 'https://go.example', exact: true })).toBeVisible(live);
});

test('a post that moderators removed stands in its place in the own list, and leads to the decision', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const ann = await signIn({ name: 'Ann', device: phoneDevice });
  const author = await personOf(ann);
  const post = (content: string) =>
    author.get(createPost, { body: { content, location: atSea('firstContact') } });
  const { id } = (await post('Out of the list')).data;
  await post('Still there');
  const reporter = await somebody('Rolf');
  await reporter.get(report, { body: { targetType: 'post', targetId: id, reason: 'spam' } });
  const walt = await personOf(await signIn({ name: 'Walt', email: administratorEmail }));
  const target = { targetType: 'post' as const, targetId: id };
  await walt.get(decide, { body: { target, action: 'remove', rule: 9, reason: 'It sells something.' } });

  const { page } = ann;
  await page.goto('/my-posts');
  await expect(page.locator('.entry')).toHaveCount(2);
  const removed = page.locator('.entry').nth(1);
  await expect(removed).toContainText('Removed by moderators: rule 9');
  await expect(page.locator('.entry-list')).not.toContainText('Out of the list');
  await expect(removed.getByRole('button')).toHaveCount(0);
  await expectNoViolationsInEitherTheme(page, 'own posts with one that was removed');
  await saveScreen(page, 'own-removed-post-phone');
  await removed.getByRole('link').click();
  await expect(page).toHaveURL(/\/account\/decisions\//);
  await expect(page.getByText('It sells something.')).toBeVisible();
});
