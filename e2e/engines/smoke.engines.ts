import type { Locator, Page } from '@playwright/test';
import {
  bubble,
  bubbles,
  chooseFiles,
  field,
  openChat,
  openRoom,
  pictureFiles,
  rowOf,
  write,
} from '../chatting.ts';
import { desktop, phoneDevice } from '../devices.ts';
import { live } from '../live-news.ts';
import { card, celebration, openComposer, openDetail, publish } from '../posting.ts';
import { enterAsVisitor, mapReady, openMap } from '../screens.ts';
import { emailFor, expect, giveSession } from '../server.fixture.ts';
import { compose, composedWords } from './composition.ts';
import { atHobart, hobart, test } from './road.fixture.ts';
import type { Road } from './road.ts';

/** How Playwright's engines call themselves, and Chromium, which claims to be Safari, does not. */
const itself = /Firefox|Version\/[\d.]+ .*Safari/;

/** Only Chromium takes a page for that of a phone and gives it fingers. */
const sizes = [desktop, phoneDevice].map(({ name, options: { viewport } }) => ({
  name,
  options: { viewport, deviceScaleFactor: 1, serviceWorkers: 'allow' as const },
}));

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** By keys, as people do: what `fill` does over WebDriver BiDi not every field hears. */
async function overwrite(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
}

async function say(page: Page, text: string): Promise<void> {
  await overwrite(field(page), text);
  await field(page).press('Enter');
}

/** The key that takes a composed word is not one that sends, in whatever order an engine tells it. */
async function expectCompositionKept(page: Page): Promise<void> {
  const count = await bubbles(page).count();
  for (const text of composedWords) {
    await field(page).evaluate(compose, text);
    await expect(field(page)).toHaveValue(text);
    expect(await bubbles(page).count()).toBe(count);
    await overwrite(field(page), ' ');
  }
}

/** What is written waits, and what the other says meanwhile comes, once there is a network again. */
async function withoutNetwork(road: Road, page: Page, friendsPage: Page): Promise<void> {
  road.cut(itself);
  await expect(page.locator('.conversations-network-note')).toBeVisible(live);
  await say(page, 'Written without a network');
  await write(friendsPage, 'Said meanwhile');
  await expect(bubble(friendsPage, 'Said meanwhile')).toBeVisible(live);
  await expect(bubble(page, 'Said meanwhile')).toHaveCount(0);
  road.mend();
  await expect(bubble(friendsPage, 'Written without a network')).toBeVisible();
  await expect(bubble(page, 'Said meanwhile')).toBeVisible();
  await expect(page.locator('.conversations-network-note')).toBeHidden();
}

async function answerAll(page: Page, places: readonly number[]): Promise<void> {
  for (const [index, place] of places.entries()) {
    await expect(page.getByText(`Question ${index + 1} of ${places.length}`)).toBeVisible();
    await page.getByRole('radio').nth(place).click();
    await press(page, index === places.length - 1 ? 'submit' : 'Next');
  }
}

for (const device of sizes) {
  test(`ENGINE-001 all that people do every day, ${device.name}`, async ({
    openBrowser,
    newcomer,
    server,
    personOf,
    guard,
    road,
    other,
  }) => {
    // Firefox's word for what a page that was left had still asked its worker for.
    guard.expect(/A ServiceWorker intercepted the request/);
    const page = await openBrowser({ at: hobart, options: device.options });
    const friend = await newcomer('Friend');
    await friend.saveProfile({ displayName: 'Friend', age: 30, gender: 'F', confirmed: true });
    const theirs = await other.newContext({ baseURL: server.url, locale: 'en-US' });
    await giveSession(theirs, friend);
    const friendsPage = await theirs.newPage();

    await test.step('the landing, a visitor, the sign-in, "This is you"', async () => {
      await enterAsVisitor(page, atHobart);
      await page.goto(`/api/auth/sign-in?returnTo=${encodeURIComponent(atHobart)}`);
      await overwrite(page.getByLabel('E-mail'), emailFor('Fox'));
      await overwrite(page.getByLabel('Name'), 'Fox');
      await press(page, 'Sign in');
      await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible();
      await mapReady(page);
      const dialog = page.getByRole('dialog', { name: 'This is you' });
      await overwrite(dialog.getByLabel('Age'), '34');
      await dialog.getByRole('radio', { name: 'Female', exact: true }).click();
      await dialog.getByRole('button', { name: 'That is me' }).click();
      await expect(dialog).toBeHidden();
    });
    const me = { name: 'Fox', id: '', page, context: page.context() };
    const person = await personOf(me);

    const text = `From another engine, ${device.name}`;
    await test.step('a post with a picture, seen by the other at once', async () => {
      await friendsPage.goto(atHobart);
      await expect(friendsPage.locator('.live')).toHaveText('Live');
      const dialog = await openComposer(page);
      await overwrite(dialog.getByLabel('Your message'), text);
      const [picture] = await pictureFiles(page, [[640, 480]]);
      await dialog.locator('input[type=file]').setInputFiles(picture!);
      await expect(dialog.getByRole('img', { name: 'picture-1.jpg' })).toBeVisible();
      await publish(page);
      await celebration(page).getByRole('button').first().click();
      await expect(card(friendsPage, text)).toBeVisible(live);
    });

    await test.step('a reaction and a comment of the other come by themselves, and are answered', async () => {
      const theirView = await openDetail(friendsPage, 'Fox', text);
      const view = await openDetail(page, 'Fox', text);
      await theirView.getByRole('button', { name: 'Add reaction' }).click();
      await friendsPage.getByRole('button', { name: 'Love' }).click();
      await expect(view.getByRole('button', { name: 'Love: 1' })).toBeVisible(live);
      await theirView.getByLabel('Add a comment').fill('Seen in Chromium.');
      await theirView.locator('.post-detail-answer').getByRole('button', { name: 'Post' }).click();
      await expect(view.getByText('Seen in Chromium.')).toBeVisible(live);
      await view.getByRole('button', { name: 'Love: 1' }).click();
      await expect(theirView.getByRole('button', { name: 'Love: 2' })).toBeVisible(live);
      await overwrite(view.getByLabel('Add a comment'), 'Answered.');
      await view.locator('.post-detail-answer').getByRole('button', { name: 'Post' }).click();
      await expect(theirView.getByText('Answered.')).toBeVisible(live);
    });

    await test.step('a group: text, emoji, a file, the quiz', async () => {
      const chat = await openRoom([person, friend], `Engines, ${device.name}`);
      await openChat(page, chat);
      await openChat(friendsPage, chat);
      await say(page, 'Hello from the other engine');
      await expect(bubble(friendsPage, 'Hello from the other engine')).toBeVisible(live);
      await write(friendsPage, 'Hello back');
      await expect(bubble(page, 'Hello back')).toBeVisible(live);

      await expectCompositionKept(page);

      await press(page, 'Add emoji');
      const picker = page.getByRole('dialog', { name: 'Choose an emoji' });
      await overwrite(picker.getByLabel('Search emoji'), 'shortcake');
      await picker.getByRole('gridcell', { name: 'shortcake' }).click();
      await expect(field(page)).toHaveValue(/🍰/);
      await field(page).press('Enter');
      await expect(bubble(friendsPage, '🍰')).toBeVisible(live);

      await chooseFiles(page).setInputFiles(await pictureFiles(page, [[500, 400]]));
      await press(page, 'Send 1 file(s)');
      await expect(friendsPage.locator('.conversations-log img[src*="/media/"]').first()).toBeVisible(live);

      await withoutNetwork(road, page, friendsPage);

      await press(page, 'Add mini app');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Compatibility Quiz/ })
        .click();
      await press(page, 'Add to conversation');
      await expect(page.getByRole('dialog')).toBeHidden();
      for (const one of [page, friendsPage]) {
        await press(one, 'Start questionnaire');
        await answerAll(one, [0, 1, 0, 1, 0]);
        await press(one, 'Back to the conversation');
      }
      await expect(page.locator('.mini-apps-result')).toContainText(/\d+% compatible/, live);
    });

    await test.step('a private message, Dazi, a vote for the board', async () => {
      await page.goto(`/profile/${friend.id}`);
      await press(page, 'Vote for the board');
      await expect(page.getByRole('button', { name: 'Voted for the board' })).toBeVisible();
      await press(page, 'Send Dazi');
      await expect(page.locator('.wallet-send')).toContainText('Friend');
      await overwrite(page.getByLabel('Amount (Dazi)'), '5');
      await press(page, 'Send');
      await expect(page.locator('.toast', { hasText: 'sent to Friend' })).toBeVisible(live);
      await page.goto(`/profile/${friend.id}`);
      await press(page, 'Message Friend');
      await expect(page).toHaveURL(/\/messages\/[\w-]+$/);
      await say(page, 'Between us');
      await friendsPage.goto('/messages');
      await rowOf(friendsPage, 'Fox').click();
      await expect(bubble(friendsPage, 'Between us')).toBeVisible(live);
      await friendsPage.goto('/wallet');
      await expect(friendsPage.locator('.wallet-balance')).toHaveText('105.00DAZI');
    });

    await test.step('the sign-out', async () => {
      await openMap(page, atHobart);
      await page.getByRole('button', { name: 'Your menu' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(page.getByRole('button', { name: 'Your menu' })).toHaveCount(0);
      const session = () => page.evaluate(async () => (await (await fetch('/api/auth/session')).json()).data);
      await expect.poll(session).toBeNull();
    });
    await theirs.close();
  });
}
