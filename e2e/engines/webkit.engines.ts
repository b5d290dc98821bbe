import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSession } from '@dazi/contract/identity/identity';
import { TestPerson } from '../../server/src/testing/test-person.ts';
import { surface } from '../../server/src/testing/test-pictures.ts';
import { bubble, openChat, openRoom, rowOf, write } from '../chatting.ts';
import { desktop, phoneDevice } from '../devices.ts';
import { live } from '../live-news.ts';
import { card, openDetail } from '../posting.ts';
import { emailFor, expect, giveSession } from '../server.fixture.ts';
import { compose, composedWords } from './composition.ts';
import { patience, RemotePage } from './remote-page.ts';
import { atHobart, hobart, test } from './road.fixture.ts';
import { WebKitGtk } from './webdriver.ts';

const enter = '\uE007';
/** How WebKit calls itself, and Chromium, which claims to be Safari, does not. */
const itself = /Version\/[\d.]+ Safari/;
/** What its driver cannot answer for the person: where the device is, and that the help is folded. */
const answers = `
  sessionStorage.setItem('dazi.demoHelpDismissed', '1');
  const here = { coords: { latitude: ${hobart.latitude}, longitude: ${hobart.longitude}, accuracy: 20 } };
  navigator.geolocation.watchPosition = (tell) => setTimeout(() => tell(here));
`;

let driver: WebKitGtk;
let isStarted = false;
let folder: string;
test.beforeAll(async ({ road }) => {
  road.listenTo(itself, answers);
  folder = await mkdtemp(join(tmpdir(), 'dazi-pictures-'));
  await writeFile(join(folder, 'picture.png'), await surface('#c04080', 640, 480));
});
test.beforeEach(async () => {
  isStarted = false;
  driver = await WebKitGtk.start();
  isStarted = true;
});
test.afterEach(async ({ road }, info) => {
  if (!isStarted) return;
  if (info.status !== info.expectedStatus) {
    await writeFile(info.outputPath('webkit.png'), await driver.picture()).catch(() => {});
  }
  await driver.close();
  expect(road.complaints.splice(0)).toEqual([]);
});
test.afterAll(() => rm(folder, { recursive: true }));

const mapReady = async (page: RemotePage) => {
  await page.css('.map-surface canvas').isThere();
  await page.css('.map-loading').isGone();
};

async function answerAll(page: RemotePage, places: readonly number[]): Promise<void> {
  for (const [index, place] of places.entries()) {
    await page
      .css('main, [role=dialog]')
      .saying(`Question ${index + 1} of ${places.length}`)
      .isThere();
    await page.role('radio').at(place).click();
    await page.role('button', index === places.length - 1 ? 'submit' : 'Next').click();
  }
}

for (const { name, options } of [desktop, phoneDevice]) {
  test(`ENGINE-001 all that people do every day in WebKitGTK, ${name}`, async ({
    server,
    road,
    other,
    newcomer,
  }) => {
    const page = new RemotePage(driver, server.url);
    const friend = await newcomer('Friend');
    await friend.saveProfile({ displayName: 'Friend', age: 30, gender: 'F', confirmed: true });
    const theirs = await other.newContext({ baseURL: server.url, locale: 'en-US' });
    await giveSession(theirs, friend);
    const friendsPage = await theirs.newPage();

    await test.step('the landing, a visitor, the sign-in, "This is you"', async () => {
      await page.go(atHobart);
      await driver.resize(options.viewport.width, options.viewport.height);
      await page.role('button', 'Enter').click();
      await mapReady(page);
      await page.go(`/api/auth/sign-in?returnTo=${encodeURIComponent(atHobart)}`);
      await page.label('E-mail').overwrite(emailFor('Wren'));
      await page.label('Name').overwrite('Wren');
      await page.role('button', 'Sign in').click();
      await page.role('button', /^Your menu/).isThere();
      await mapReady(page);
      const dialog = page.role('dialog', 'This is you');
      await dialog.label('Age').overwrite('34');
      await dialog.role('radio', 'Female').click();
      await dialog.role('button', 'That is me').click();
      await dialog.isGone();
    });
    const person = new TestPerson(server.url);
    for (const { name: key, value } of await driver.cookies()) person.cookies.set(key, value);
    person.user = (await person.get(getSession)).data;

    const text = `From another engine, ${name}`;
    await test.step('a post with a picture, seen by the other at once', async () => {
      await friendsPage.goto(atHobart);
      await expect(friendsPage.locator('.live')).toHaveText('Live');
      await page.css('.shell-header').role('button', 'Post').click();
      const dialog = page.role('dialog', 'New post');
      await dialog.label('Your message').overwrite(text);
      await dialog.css('input[type=file]').choose(join(folder, 'picture.png'));
      await dialog.role('img', 'picture.png').isThere();
      await dialog.role('button', 'Post').click();
      await dialog.isGone();
      await page.role('dialog', 'Your first post is on the map').role('button').click();
      await expect(card(friendsPage, text)).toBeVisible(live);
    });

    await test.step('a reaction and a comment of the other come by themselves, and are answered', async () => {
      const theirView = await openDetail(friendsPage, 'Wren', text);
      await page.role('article').saying(text).css('.entry-open').click();
      const view = page.role('dialog', 'Post by Wren');
      await view.isThere();
      await theirView.getByRole('button', { name: 'Add reaction' }).click();
      await friendsPage.getByRole('button', { name: 'Love' }).click();
      await view.role('button', 'Love: 1').isThere();
      await theirView.getByLabel('Add a comment').fill('Seen in Chromium.');
      await theirView.locator('.post-detail-answer').getByRole('button', { name: 'Post' }).click();
      await view.saying('Seen in Chromium.').isThere();
      await view.role('button', 'Love: 1').click();
      await expect(theirView.getByRole('button', { name: 'Love: 2' })).toBeVisible(live);
      await view.label('Add a comment').overwrite('Answered.');
      await view.css('.post-detail-answer').role('button', 'Post').click();
      await expect(theirView.getByText('Answered.')).toBeVisible(live);
    });

    const field = page.label('Your message');
    await test.step('a group: text, emoji, a file, without a network, the quiz', async () => {
      const chat = await openRoom([person, friend], `WebKit, ${name}`);
      await page.go(`/messages/${chat.conversationId}`);
      await openChat(friendsPage, chat);
      await field.overwrite(`Hello from the other engine${enter}`);
      await expect(bubble(friendsPage, 'Hello from the other engine')).toBeVisible(live);
      await write(friendsPage, 'Hello back');
      const bubbles = page.css('.conversations-log .conversations-bubble');
      await bubbles.saying('Hello back').isThere();

      const count = (await bubbles.all()).length;
      for (const word of composedWords) {
        await field.ask(`(${compose})(...arguments)`, word);
        expect(await field.ask('return arguments[0].value')).toBe(word);
        expect((await bubbles.all()).length).toBe(count);
        await field.overwrite(' ');
      }

      await page.role('button', 'Add emoji').click();
      const picker = page.role('dialog', 'Choose an emoji');
      await picker.label('Search emoji').overwrite('shortcake');
      await picker.role('gridcell', 'Shortcake').click();
      await field.press(enter);
      await expect(bubble(friendsPage, '🍰')).toBeVisible(live);

      await page.css('.conversations-composer input[type=file]').choose(join(folder, 'picture.png'));
      await page.role('button', 'Send 1 file(s)').click();
      await expect(friendsPage.locator('.conversations-log img[src*="/media/"]').first()).toBeVisible(live);

      road.cut(itself);
      await page.css('.conversations-network-note').isThere();
      await field.overwrite(`Written without a network${enter}`);
      await write(friendsPage, 'Said meanwhile');
      road.mend();
      await expect(bubble(friendsPage, 'Written without a network')).toBeVisible(patience);
      await bubbles.saying('Said meanwhile').isThere();

      await page.role('button', 'Add mini app').click();
      await page
        .role('dialog')
        .role('button', /^Compatibility Quiz/)
        .click();
      await page.role('button', 'Add to conversation').click();
      await page.role('dialog').isGone();
      await page.role('button', 'Start questionnaire').click();
      await answerAll(page, [0, 1, 0, 1, 0]);
      await page.role('button', 'Back to the conversation').click();
      await friendsPage.getByRole('button', { name: 'Start questionnaire' }).first().click();
      for (const [index, place] of [0, 1, 0, 1, 0].entries()) {
        await expect(friendsPage.getByText(`Question ${index + 1} of 5`)).toBeVisible();
        await friendsPage.getByRole('radio').nth(place).click();
        await friendsPage.getByRole('button', { name: index === 4 ? 'submit' : 'Next', exact: true }).click();
      }
      await page.css('.mini-apps-result').saying('% compatible').isThere();
    });

    await test.step('a private message, Dazi, a vote for the board', async () => {
      await page.go(`/profile/${friend.id}`);
      await page.role('button', 'Vote for the board').click();
      await page.role('button', 'Voted for the board').isThere();
      await page.role('button', 'Send Dazi').click();
      await page.css('.wallet-send').saying('Friend').isThere();
      await page.label('Amount (Dazi)').overwrite('5');
      await page.role('button', 'Send').click();
      await page.css('.toast').saying('sent to Friend').isThere();
      await page.go(`/profile/${friend.id}`);
      await page.role('button', 'Message Friend').click();
      await expect.poll(() => page.path(), patience).toMatch(/^\/messages\/[\w-]+$/);
      await field.overwrite(`Between us${enter}`);
      await friendsPage.goto('/messages');
      await rowOf(friendsPage, 'Wren').click();
      await expect(bubble(friendsPage, 'Between us')).toBeVisible(live);
      await friendsPage.goto('/wallet');
      await expect(friendsPage.locator('.wallet-balance')).toHaveText('105.00DAZI');
    });

    await test.step('a dialog whose parts come later stays within the window', async () => {
      await page.go('/my-posts');
      await page.role('button', /^Your menu/).click();
      await page.role('menuitem', 'Settings').click();
      await page.role('dialog', 'Settings').role('switch', 'Messages, comments and replies').isThere();
      const below = () =>
        driver.run<number>(
          "return document.querySelector('.profiles-settings > footer').getBoundingClientRect().bottom - innerHeight",
        );
      await expect.poll(below).toBeLessThanOrEqual(0);
    });

    await test.step('the sign-out', async () => {
      await page.go(atHobart);
      await mapReady(page);
      await page.role('button', /^Your menu/).click();
      await page.role('menuitem', 'Sign out').click();
      await page.role('button', /^Your menu/).isGone();
      const session = () =>
        driver.run(
          "return fetch('/api/auth/session').then((answer) => answer.json()).then(({ data }) => data)",
        );
      await expect.poll(session).toBeNull();
    });
    await theirs.close();
  });
}
