import { listMessages, removeConversation, removeMessage } from '@dazi/contract/chat/conversations';
import { conversationLimits } from '@dazi/contract/chat/conversations.rules';
import {
  privateLimits,
  sendPrivateMessage,
  startConversation,
} from '@dazi/contract/chat/private-conversations';
import { removeAccount } from '@dazi/contract/identity/identity';
import { blockPerson, unblockPerson } from '@dazi/contract/people/blocks';
import type { Locator, Page } from '@playwright/test';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { TestStream } from '../server/src/testing/test-stream.ts';
import { expectNoViolations, expectNoViolationsInEitherTheme } from './axe.ts';
import {
  bubble,
  bubbles,
  chooseFiles,
  field,
  openChat,
  openRoom,
  pictureFiles,
  row,
  rowOf,
  write,
} from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { nothingOver, saveScreen } from './screens.ts';
import { expect, giveSession, introduce, test } from './server.fixture.ts';
import { holdFinger } from './touch.ts';

const writeTo = async (from: TestPerson, to: string, content: string) =>
  (await from.get(sendPrivateMessage, { body: { receiverId: to, content, type: 'TEXT' } })).data;

const conversationOf = async (one: TestPerson, other: string) => ({
  roomId: '',
  conversationId: (await one.get(startConversation, { body: { otherUserId: other } })).data.id,
});

const kept = (page: Page, userId: string) =>
  page.evaluate((id) => JSON.parse(localStorage.getItem(`dazi.private.${id}`) ?? 'null'), userId);

test('PRIV-035 PRIV-036 from a profile into a conversation: sent, read, seen to be there, deleted and back, put in order', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/503 .*\/api\/conversations/, /Failed to /);
  const rosa = await signIn({ name: 'Rosa' });
  const mika = await signIn({ name: 'Mika', device: phoneDevice });
  const mikaByApi = await personOf(mika);
  // Who shares a room knows each other.
  await openRoom([await personOf(rosa), mikaByApi], 'Quay swimmers');
  await mika.page.goto('/messages');
  await expect(mika.page.locator('.conversations-live')).toHaveText('Live');

  await rosa.page.goto(`/profile/${mika.id}`);
  await expect(rosa.page.locator('.profiles-card')).toContainText('Online', live);
  await expectNoViolationsInEitherTheme(rosa.page, 'profile of somebody online');
  await saveScreen(rosa.page, 'profile-message-block');
  await rosa.page.route('**/api/conversations', (route) => route.fulfill({ status: 503, json: {} }));
  await rosa.page.getByRole('button', { name: 'Message Mika' }).click();
  await expect(rosa.page.getByText('Failed to start conversation. Please try again.')).toBeVisible();
  await rosa.page.unroute('**/api/conversations');
  await rosa.page.getByRole('button', { name: 'Message Mika' }).click();
  await expect(rosa.page).toHaveURL(/\/messages\/[\w-]+$/);
  await expect(rosa.page.getByText('No messages yet')).toBeVisible();
  await expect(rosa.page.getByText('Private conversation', { exact: true })).toBeVisible();
  await expect(rosa.page.locator('.conversations-online')).toHaveText('Online');
  await expectNoViolations(rosa.page, 'a private conversation without a word');
  await saveScreen(rosa.page, 'private-empty');
  // Nobody but the other is there to be named.
  await field(rosa.page).pressSequentially('@Mi');
  await expect(rosa.page.getByRole('listbox')).toHaveCount(0);
  await write(rosa.page, 'Is the water cold?');
  await expect(rosa.page.getByLabel('Sent', { exact: true })).toBeVisible();
  const { messages } = await kept(rosa.page, rosa.id);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({ senderId: rosa.id, receiverId: mika.id, type: 'text', media: [] });
  expect(messages[0].id).toMatch(/^pm_/);

  await expect(rowOf(mika.page, 'Rosa')).toContainText('Rosa: Is the water cold?', live);
  await expect(rowOf(mika.page, 'Rosa').locator('.presence')).toBeVisible();
  await saveScreen(mika.page, 'private-list-phone');
  await rowOf(mika.page, 'Rosa').click();
  await expect(bubble(mika.page, 'Is the water cold?')).toBeVisible();
  await expect(rosa.page.getByLabel('Read', { exact: true })).toBeVisible(live);
  await field(mika.page).pressSequentially('Not');
  await expect(rosa.page.getByText('Mika is typing')).toBeVisible(live);
  await field(mika.page).press('Enter');
  await expect(bubble(rosa.page, 'Not')).toBeVisible(live);
  await expectNoViolationsInEitherTheme(mika.page, 'a private conversation');
  await saveScreen(mika.page, 'private-phone');
  await saveScreen(rosa.page, 'private');

  // One side deletes it, in all tabs and on the device; it comes back with what is said from then on, and only that.
  const tab = await rosa.context.newPage();
  await tab.goto(new URL(rosa.page.url()).pathname);
  await expect(bubbles(tab)).toHaveCount(2);
  await rosa.page.getByRole('button', { name: 'Conversation menu' }).click();
  await expect(rosa.page.locator('.conversations-menu-entries .mi')).toHaveText([
    'Send Dazi',
    'Report',
    'Delete Conversation',
  ]);
  await rosa.page.getByRole('button', { name: 'Delete Conversation' }).click();
  const question = rosa.page.getByRole('dialog');
  await rosa.page.route('**/api/conversations/*', (route) => route.fulfill({ status: 503, json: {} }));
  await question.getByRole('button', { name: 'Delete Conversation' }).click();
  await expect(rosa.page.getByText('Failed to delete conversation', { exact: true })).toBeVisible();
  await expect(bubbles(mika.page)).toHaveCount(2);
  await rosa.page.unroute('**/api/conversations/*');
  await question.getByRole('button', { name: 'Delete Conversation' }).click();
  await expect(rosa.page.getByText('Conversation deleted successfully.')).toBeVisible();
  await expect(rosa.page).toHaveURL(/\/$|\/\?/);
  // A list that was asked for before may still come.
  await expect.poll(() => kept(rosa.page, rosa.id), live).toBeNull();
  await expect(tab.getByText('No messages yet')).toBeVisible();
  await expect(rowOf(tab, 'Mika')).toHaveCount(0);
  await rosa.page.goto('/messages');
  await expect(row(rosa.page, 'Quay swimmers')).toBeVisible();
  await expect(rowOf(rosa.page, 'Mika')).toHaveCount(0);
  await expect(bubbles(mika.page)).toHaveCount(2);
  await write(mika.page, 'Come at seven');
  await expect(rowOf(rosa.page, 'Mika')).toContainText('Mika: Come at seven', live);
  await rowOf(rosa.page, 'Mika').click();
  await expect(bubbles(rosa.page)).toHaveText(['Come at seven']);
  await expect(bubbles(tab)).toHaveText(['Come at seven']);
  await expect.poll(async () => JSON.stringify(await kept(tab, rosa.id)), live).toContain('Come at seven');
  expect(JSON.stringify(await kept(tab, rosa.id))).not.toContain('Is the water cold?');
  await tab.close();

  // Whoever comes, and whoever stops showing it, is seen in the list at once.
  const noor = await somebody('Noor');
  const rosaByApi = await personOf(rosa);
  await openRoom([noor, rosaByApi], 'Quay walkers');
  await writeTo(noor, rosa.id, 'On my way');
  await expect(rowOf(rosa.page, 'Noor')).toContainText('On my way', live);
  const dot = rowOf(rosa.page, 'Noor').locator('.presence');
  await expect(dot).toHaveCount(0);
  const there = await TestStream.open(noor);
  await expect(dot).toBeVisible(live);
  await noor.saveProfile({ displayName: 'Noor', privacy: { showOnlineStatus: false } });
  await expect(dot).toHaveCount(0, live);
  there.close();

  // Pinned, muted and put away without being opened.
  const { page } = rosa;
  const more = (name: string) => page.getByRole('button', { name: `More actions for ${name}`, exact: true });
  const choose = async (name: string, entry: string) => {
    await more(name).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };
  const rows = page.locator('a.conversations-row');
  const parts = () =>
    rowOf(page, 'Noor').evaluate((link) =>
      [link, ...link.children].map((part) => JSON.stringify(part.getBoundingClientRect())),
    );
  await page.mouse.move(900, 600);
  await expect(more('Noor')).toHaveCSS('opacity', '0');
  const before = await parts();
  await rowOf(page, 'Noor').hover();
  await expect(more('Noor')).toHaveCSS('opacity', '1');
  expect(await parts()).toEqual(before);
  await expect(rows.first()).toContainText('Noor');
  await choose('Quay swimmers', 'Pin');
  await expect(rows.first()).toContainText('Quay swimmers');
  await expect(rows.first()).toContainText('Pinned');
  await choose('Quay swimmers', 'Unpin');
  await expect(rows.first()).toContainText('Noor');
  await expect(page.getByRole('button', { name: 'Messages, 1 unread' })).toBeVisible(live);
  await choose('Noor', 'Mute');
  await expect(rowOf(page, 'Noor')).toContainText('Muted');
  await expect(page.getByRole('button', { name: 'Messages', exact: true })).toBeVisible(live);
  await choose('Noor', 'Unmute');
  await expect(page.getByRole('button', { name: 'Messages, 1 unread' })).toBeVisible(live);

  const archive = page.getByRole('link', { name: 'Archived' });
  await expect(archive).toHaveCount(0);
  await page.route('**/settings', (route) => route.fulfill({ status: 503, json: {} }));
  await choose('Noor', 'Archive');
  await expect(page.getByText('That could not be changed. Please try again.')).toBeVisible();
  await expect(rowOf(page, 'Noor')).toBeVisible();
  await page.unroute('**/settings');
  await choose('Noor', 'Archive');
  await expect(rowOf(page, 'Noor')).toHaveCount(0);
  await page.locator('.toast', { hasText: 'Conversation archived.' }).getByText('Undo').click();
  await expect(rowOf(page, 'Noor')).toBeVisible();
  await expect(archive).toHaveCount(0);
  // By keys: whoever sends a row away goes on with the one in its place.
  await more('Noor').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible();
  await expectNoViolationsInEitherTheme(page, 'the menu of a conversation in the list');
  await saveScreen(page, 'row-menu');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Noor')).toHaveCount(0);
  await expect(rows.first()).toBeFocused();
  await archive.click();
  await expect(page).toHaveURL(/\/messages\?archived$/);
  await expect(rows).toHaveCount(1);
  // What is said there does not bring it back, and is not counted.
  await writeTo(noor, rosa.id, 'Are you there?');
  await expect(rowOf(page, 'Noor')).toContainText('Noor: Are you there?', live);
  await expect(page.getByRole('button', { name: 'Messages', exact: true })).toBeVisible();
  await expectNoViolationsInEitherTheme(page, 'archived conversations');
  await saveScreen(page, 'archived');
  await page.goBack();
  await expect(rowOf(page, 'Mika')).toBeVisible();
  await expect(rowOf(page, 'Noor')).toHaveCount(0);
  await archive.click();
  await choose('Noor', 'Move back to the list');
  await expect(page.getByText('No archived conversations')).toBeVisible();
  await page.getByRole('link', { name: 'All conversations' }).click();
  await expect(rowOf(page, 'Noor').locator('.badge')).toHaveText('2');
  await expect(page.getByRole('button', { name: 'Messages, 2 unread' })).toBeVisible(live);
  await expect(archive).toHaveCount(0);

  // The order is a choice of the device.
  await rosa.page.getByLabel('Sort by').selectOption('Unread first');
  await rosa.page.reload();
  await expect(rosa.page.getByLabel('Sort by')).toHaveValue('unread_first');

  // Deleted on another device while this one was away: it keeps nothing, and nobody is led back.
  await rowOf(page, 'Mika').click();
  await expect(bubbles(page)).toHaveText(['Come at seven']);
  const conversationId = new URL(page.url()).pathname.split('/')[2]!;
  await page.goto('about:blank');
  await rosaByApi.get(removeConversation, { params: { conversationId }, body: {} });
  await page.goto('/messages');
  await expect.poll(async () => JSON.stringify(await kept(page, rosa.id)), live).not.toContain('at seven');
  await expect(page).toHaveURL(/\/messages$/);
});

test('a stranger asks first: a lane of their own, accepted or put away without a word', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const priya = await signIn({ name: 'Priya' });
  const [oskar, nils] = [await somebody('Oskar'), await somebody('Nils')];
  const ines = await signIn({ name: 'Ines', device: phoneDevice });
  await writeTo(oskar, priya.id, 'Did you find a red scarf?');
  await writeTo(nils, priya.id, 'Hello there');
  await priya.page.goto('/messages');
  const entry = priya.page.getByRole('link', { name: /Message requests/ });
  await expect(entry).toContainText('2');
  await expect(priya.page.locator('a.conversations-row')).toHaveCount(0);
  await expectNoViolations(priya.page, 'message requests wait');
  await saveScreen(priya.page, 'requests-entry');
  await entry.click();
  await expect(rowOf(priya.page, 'Oskar')).toContainText('Did you find a red scarf?');
  await rowOf(priya.page, 'Oskar').click();
  await expect(bubble(priya.page, 'Did you find a red scarf?')).toBeVisible();
  await expect(field(priya.page)).toHaveCount(0);
  await expectNoViolationsInEitherTheme(priya.page, 'a message request');
  // Where one and several are the same word, too.
  for (const language of ['ja', 'en']) {
    await priya.page.evaluate((code) => localStorage.setItem('dazi.language', code), language);
    await priya.page.reload();
    await expect(bubble(priya.page, 'Did you find a red scarf?')).toBeVisible();
    await expectNoViolations(priya.page, `a message request in ${language}`);
  }
  await saveScreen(priya.page, 'request');
  await priya.page.setViewportSize(phoneDevice.options.viewport);
  await saveScreen(priya.page, 'request-phone');
  await priya.page.setViewportSize({ width: 1152, height: 720 });
  await priya.page.getByRole('button', { name: 'Accept' }).click();
  await expect(field(priya.page)).toBeVisible();
  await expect(priya.page).toHaveURL(/\/messages\/[\w-]+$/);
  await expect(rowOf(priya.page, 'Oskar')).toBeVisible();
  await expect(entry).toContainText('1');

  await entry.click();
  await rowOf(priya.page, 'Nils').click();
  await priya.page.getByRole('button', { name: 'Decline' }).click();
  await expect(priya.page.getByText('No message requests')).toBeVisible();
  await priya.page.goto('/messages');
  await expect(rowOf(priya.page, 'Oskar')).toBeVisible();
  await expect(entry).toHaveCount(0);
  await expect(rowOf(priya.page, 'Nils')).toHaveCount(0);
  // Whoever was put away reads on as before.
  const theirs = await conversationOf(nils, priya.id);
  const log = await nils.get(listMessages, { params: { conversationId: theirs.conversationId } });
  expect(log.data.map(({ content, isRead }) => ({ content, isRead }))).toEqual([
    { content: 'Hello there', isRead: false },
  ]);

  // On the other side: three, counted down; a fourth is not offered before the answer.
  const chat = await conversationOf(await personOf(ines), priya.id);
  await openChat(ines.page, chat);
  const note = ines.page.locator('.conversations-composer-note');
  await write(ines.page, 'One');
  await expect(note).toContainText('Until they accept you can send 2 more messages', live);
  await saveScreen(ines.page, 'request-outgoing-phone');
  await write(ines.page, 'Two');
  await expect(note).toContainText('Until they accept you can send 1 more message.', live);
  await write(ines.page, 'Three');
  await expect(note).toHaveText('Priya has not accepted yet. You can write more once they do.', live);
  await expect(field(ines.page)).toHaveCount(0);
  await expect(bubbles(ines.page)).toHaveCount(3);
  await expect(ines.page.locator('[data-outgoing]')).toHaveCount(0);
  await ines.page.reload();
  await expect(note).toHaveText('Priya has not accepted yet. You can write more once they do.', live);
  await expect(field(ines.page)).toHaveCount(0);
  await priya.page.goto(`/messages/${chat.conversationId}`);
  await priya.page.getByRole('button', { name: 'Accept' }).click();
  await expect(field(ines.page)).toBeVisible(live);
  await expect(note).toHaveCount(0);
});

test('a picture is for the two alone, and of an account that is deleted nothing is told', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  // Of whoever was blocked and of whoever is gone nothing is read any more.
  guard.expect(/40[134] .*\/api\//);
  const greta = await signIn({ name: 'Greta' });
  const timo = await signIn({ name: 'Timo', device: phoneDevice });
  const [gretaByApi, timoByApi] = [await personOf(greta), await personOf(timo)];
  await openRoom([gretaByApi, timoByApi], 'Darkroom');
  const chat = await conversationOf(gretaByApi, timo.id);
  await openChat(greta.page, chat);
  await openChat(timo.page, chat);
  await chooseFiles(greta.page).setInputFiles(await pictureFiles(greta.page, [[800, 600]]));
  await greta.page.getByRole('button', { name: 'Send 1 file(s)' }).click();
  await expect(greta.page.locator('[data-outgoing]')).toHaveCount(0);
  const picture = timo.page.locator('.conversations-log img[src*="/api/media/"]');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await saveScreen(timo.page, 'private-picture-phone');
  const address = (await picture.getAttribute('src'))!;
  const statusFor = async (person: TestPerson) => (await person.fetch(address)).status;
  const read = async () => Promise.all([gretaByApi, timoByApi, await somebody('Third')].map(statusFor));
  expect(await read()).toEqual([200, 200, 404]);

  // Timo keeps Greta away: to him her picture is folded, and to her nothing looks different.
  await timoByApi.get(blockPerson, { body: { blockedId: greta.id } });
  await expect(bubble(timo.page, 'Message from somebody you have blocked')).toBeVisible(live);
  await expect(picture).toHaveCount(0);
  expect(await read()).toEqual([200, 404, 404]);
  // It is his own history: he unfolds it, and can tell the administrators about it; leaving folds it again.
  await timo.page.getByRole('button', { name: 'Show what was written' }).click();
  await expect(picture).toHaveCount(1, live);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await holdFinger(timo.page, picture);
  await timo.page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(timo.page.getByRole('dialog')).toBeVisible();
  await timo.page.keyboard.press('Escape');
  await nothingOver(timo.page);
  await timo.page.goto('/messages');
  await timo.page.goto(`/messages/${chat.conversationId}`);
  await expect(bubble(timo.page, 'Message from somebody you have blocked')).toBeVisible(live);
  await expect(picture).toHaveCount(0);
  // What the device knows of his blocks comes late: until then the server decides.
  let comes = () => {};
  const coming = new Promise<void>((resolve) => {
    comes = resolve;
  });
  await timo.page.route('**/api/blocks?*', async (route) => {
    await coming;
    await route.continue();
  });
  await timoByApi.get(unblockPerson, { body: { blockedId: greta.id } });
  await expect(picture).toHaveCount(1, live);

  // Greta deletes her account: what she sent stays without her name, and nobody can be written to.
  await write(timo.page, 'Lovely light');
  await expect(bubble(greta.page, 'Lovely light')).toBeVisible(live);
  comes();
  await gretaByApi.get(removeAccount, { params: { userId: greta.id }, body: {} });
  await timo.page.reload();
  await expect(timo.page.locator('.conversations-view').getByText('Unknown User').first()).toBeVisible();
  await expect(bubble(timo.page, 'Lovely light')).toBeVisible();
  await expect(timo.page.getByText('Greta')).toHaveCount(0);
  await expect(field(timo.page)).toHaveCount(0);
  await expectNoViolations(timo.page, 'a conversation with an account that is deleted');
  await saveScreen(timo.page, 'private-deleted-phone');
});

test('many people: thirty new ones a day, and a list of blocked ones in pages', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  // Each of the many comes in by themselves.
  guard.expect(/429 /);
  const ida = await signIn({ name: 'Ida' });
  const idaByApi = await personOf(ida);
  const crowd: TestPerson[] = [];
  while (crowd.length < 51) {
    const size = Math.min(6, 51 - crowd.length);
    const names = Array.from({ length: size }, (_each, index) => `Person ${crowd.length + index + 1}`);
    crowd.push(...(await Promise.all(names.map((name) => somebody(name)))));
  }
  for (const { id } of crowd.slice(0, privateLimits.newPeopleADay)) await writeTo(idaByApi, id, 'Hello');
  const { page } = ida;
  await openChat(page, await conversationOf(idaByApi, crowd[30]!.id));
  await write(page, 'And hello to you');
  await expect(
    page.getByText('You have written to many new people today. Please try again later.'),
  ).toBeVisible();
  await expect(field(page)).toHaveValue('And hello to you');
  await saveScreen(page, 'too-many-new-people');

  // The list of conversations comes in pages, too: what does not come is said, and asked for again by keyboard.
  const rows = page.locator('.conversations-list a.conversations-row');
  guard.expect(/503 .*\/api\/conversations\?/);
  await page.route('**/api/conversations?*cursor=*', (route) => route.fulfill({ status: 503 }));
  await page.goto('/messages');
  await expect(rows).toHaveCount(conversationLimits.page);
  await rows.last().scrollIntoViewIfNeeded();
  await page.mouse.move(200, 500);
  await page.mouse.wheel(0, 4000);
  await expect(page.getByText('Failed to load your chat rooms')).toBeVisible();
  await saveScreen(page, 'conversations-page-lost');
  await page.unroute('**/api/conversations?*cursor=*');
  await page.getByRole('button', { name: 'Try Again' }).press('Enter');
  await expect(rows).toHaveCount(privateLimits.newPeopleADay);
  await expect(rows.nth(conversationLimits.page)).toBeFocused();
  await expect(page.getByText('Failed to load your chat rooms')).toBeHidden();

  for (const { id } of crowd) await idaByApi.get(blockPerson, { body: { blockedId: id } });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Show blocked people' }).click();
  const list = page.getByRole('dialog', { name: 'Blocked people' });
  await expect(list.getByRole('listitem')).toHaveCount(50);
  const more = list.getByRole('button', { name: 'Load more' });
  await more.scrollIntoViewIfNeeded();
  await saveScreen(page, 'blocked-pages');
  await more.click();
  await expect(list.getByRole('listitem')).toHaveCount(51);
  await expect(more).toHaveCount(0);
  await list.getByRole('button', { name: 'Unblock Person 1', exact: true }).click();
  await expect(page.getByText('Person 1 has been unblocked.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(50);
});

/** What can be done in the open dialog, and is in sight, below a notice. */
const coveredBy = (notice: Locator) =>
  notice.evaluate((element) => {
    const over = element.getBoundingClientRect();
    return [...document.querySelectorAll('.dialog :is(a[href], button, input)')]
      .filter((control) => {
        const { left, top, right, bottom } = control.getBoundingClientRect();
        return left < over.right && over.left < right && top < over.bottom && over.top < bottom;
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent);
  });

test('signed out one is asked to sign in', async ({ openBrowser, somebody }) => {
  const theo = await somebody('Theo');
  await theo.saveProfile({ displayName: 'Theo', privacy: { profileVisibility: 'public' } });
  const { id } = await theo.post({ content: 'Chess by the fountain' });
  const page = await openBrowser({ device: phoneDevice });
  await page.goto(`/post/${id}`);
  await page.getByRole('button', { name: 'Message Theo' }).click();
  const notice = page.locator('.toast', { hasText: 'Please sign in to send private messages.' });
  await expect(notice).toBeVisible();
  // It waits as long as it is looked at, and lies over nothing that can be done, however wide the window is.
  await notice.getByRole('button', { name: 'Sign in' }).focus();
  for (const [width, height] of [
    [360, 640],
    [768, 1024],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => coveredBy(notice), `${width} px`).toEqual([]);
    await saveScreen(page, `notice-over-post-${width}`);
  }
});

test('without the server this device shows what it has, and sends later', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/net::ERR_/, /503 /);
  const nadia = await signIn({ name: 'Nadia' });
  const emil = await somebody('Emil');
  await openRoom([await personOf(nadia), emil], 'Ferry pier');
  await writeTo(emil, nadia.id, 'The last one goes at nine');
  const { page } = nadia;
  await page.goto('/messages');
  await rowOf(page, 'Emil').click();
  await expect(bubble(page, 'The last one goes at nine')).toBeVisible();
  await expect.poll(async () => (await kept(page, nadia.id))?.messages.length).toBe(1);

  await page.route(/\/api\/(conversations|private-messages|live)/, (route) => route.abort('failed'));
  await page.reload();
  await expect(page.getByText('What this device has of your private conversations:')).toBeVisible({
    timeout: 30_000,
  });
  // PROF-088
  await expect(page.getByText('Failed to load your chat rooms')).toBeVisible();
  await expect(bubble(page, 'The last one goes at nine')).toBeVisible();
  await write(page, 'I will run');
  await expect(page.locator('[data-outgoing=waiting]')).toHaveText(/I will run/);
  await expect(rowOf(page, 'Emil')).toContainText('You: I will run');
  await saveScreen(page, 'private-kept');
  const waiting = (await kept(page, nadia.id)).messages.find(
    (one: { isDelivered: boolean }) => !one.isDelivered,
  );
  expect(waiting).toMatchObject({ content: 'I will run', receiverId: emil.id });
  await page.unroute(/\/api\/(conversations|private-messages|live)/);
  await page.reload();
  await expect(page.locator('[data-outgoing]')).toHaveCount(0);
  await expect(bubbles(page)).toHaveText(['The last one goes at nine', 'I will run']);
});

test('what was taken back, and what those wrote whom one blocks, is kept on no device', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/net::ERR_/);
  const nadia = await signIn({ name: 'Nadia' });
  const emil = await somebody('Emil');
  const nadiaByApi = await personOf(nadia);
  await openRoom([nadiaByApi, emil], 'Slipway');
  await writeTo(emil, nadia.id, 'The gate code is twelve');
  const { id, conversationId } = await writeTo(emil, nadia.id, 'My key lies under the pot');
  await writeTo(emil, nadia.id, 'Bring the oars');
  const takeBack = (messageId: string) => emil.get(removeMessage, { params: { conversationId, messageId } });
  const { page } = nadia;
  const words = async () => JSON.stringify(await kept(page, nadia.id));
  await page.goto(`/messages/${conversationId}`);
  await expect(bubbles(page)).toHaveCount(3);
  await expect.poll(words, live).toContain('Bring the oars');

  // What the list was answered a moment ago is not what it would be answered now.
  const { id: latest } = await writeTo(emil, nadia.id, 'Or sleep in the boathouse');
  await expect.poll(words, live).toContain('boathouse');
  await page.getByRole('link', { name: 'Back to Map' }).click();
  await expect(page).toHaveURL(/\/(\?.*)?$/);
  const isList = (url: URL) => url.pathname === '/api/conversations';
  let answerLists = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answerLists = resolve;
  });
  await page.route(isList, async (route) => {
    await isAnswered;
    await route.fallback();
  });
  await takeBack(latest);
  await expect.poll(words, live).not.toContain('boathouse');
  // Nor does it come back when what the page knows is written down the next time.
  const writeDown = () => page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  await writeDown();
  expect(await words()).not.toContain('boathouse');
  const answer = page.waitForResponse((response) => isList(new URL(response.url())));
  answerLists();
  await (await answer).finished();
  await writeDown();
  expect(await words()).not.toContain('boathouse');

  // Nothing of the conversation is in this page.
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Nadia' })).toBeVisible();
  await takeBack(id);
  await expect.poll(words, live).not.toContain('under the pot');
  // Nor was there any page.
  await page.goto('about:blank');
  const { data } = await emil.get(listMessages, { params: { conversationId } });
  await takeBack(data.find(({ content }) => content.startsWith('The gate'))!.id);
  await takeBack(data.find(({ content }) => content.startsWith('Bring'))!.id);
  await writeTo(emil, nadia.id, 'Never mind');
  await page.goto('/profile');
  // A page that begins takes its time.
  await expect.poll(words).not.toMatch(/The gate|Bring/);
  await expect.poll(words).toContain('Never mind');

  // Blocked on another device: without a network nothing of theirs is there, and nothing can be written.
  await writeTo(nadiaByApi, emil.id, 'Goodbye then');
  await nadiaByApi.get(blockPerson, { body: { blockedId: emil.id } });
  await expect.poll(words, live).not.toContain('Never mind');
  // Their words go at once; that they are blocked the device learns with the next answer.
  const isBlocked = async () => (await words()).includes(`"blockedBy":"${nadia.id}"`);
  await expect.poll(isBlocked, live).toBe(true);
  await page.route(/\/api\/(conversations|private-messages|live)/, (route) => route.abort('failed'));
  await page.goto('/messages');
  await expect(page.getByText('What this device has of your private conversations:')).toBeVisible({
    timeout: 30_000,
  });
  await expect(rowOf(page, 'Emil')).toContainText('Goodbye then');
  await rowOf(page, 'Emil').click();
  await expect(page.getByText('You have blocked Emil.')).toBeVisible();
  await expect(bubbles(page)).toHaveText(['Goodbye then']);
  await saveScreen(page, 'private-kept-blocked');
  await expect(field(page)).toHaveCount(0);
});

/** Everything this browser holds of our address. A page that just begins anew is looked at when it has. */
async function heldBy(page: Page): Promise<string[]> {
  try {
    return await lookInto(page);
  } catch (error) {
    if (!String(error).includes('Execution context was destroyed')) throw error;
    await page.waitForLoadState();
    return lookInto(page);
  }
}

const lookInto = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) texts.push(`${key}=${storage.getItem(key)}`);
    }
    for (const { name } of await indexedDB.databases()) texts.push(`database ${name}`);
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) texts.push(`${name} ${url}`);
    }
    return texts.sort();
  });

const ofDevice = /^(dazi\.language|dazi\.theme|mapCenter|mapZoomLevel|dazi\.demoHelpDismissed)=/;

test('on a shared device nothing of one person is left for the next, in no tab', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  // What was under way when the session ended is refused, and so is the next person where the first one was.
  guard.expect(/401 /, /403 .*\/api\/conversations(\/[\w-]+)?\?/);
  const vera = await signIn({ name: 'Vera' });
  const emil = await somebody('Emil');
  await openRoom([await personOf(vera), emil], 'Reading room');
  await writeTo(emil, vera.id, 'The code of the door is 4711');
  const { page, context } = vera;
  await page.goto('/messages');
  await rowOf(page, 'Emil').click();
  await expect(bubble(page, '4711')).toBeVisible();
  await field(page).fill('half a secret');
  const other = await context.newPage();
  await other.goto('/messages');
  await row(other, 'Reading room').click();
  await field(other).fill('another one');
  await expect.poll(() => heldBy(page)).toEqual(expect.arrayContaining([expect.stringContaining('4711')]));

  await page.getByRole('button', { name: 'Your menu' }).click();
  const begunAnew = Promise.all([page.waitForEvent('load'), other.waitForEvent('load')]);
  const loads = { page: 0, other: 0 };
  page.on('load', () => loads.page++);
  other.on('load', () => loads.other++);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await begunAnew;
  for (const tab of [page, other]) {
    await expect(tab.getByText('Please sign in to continue')).toBeVisible();
    await expect(tab.locator('a.conversations-row, .conversations-bubble')).toHaveCount(0);
  }
  for (const tab of [page, other]) {
    expect((await heldBy(tab)).filter((text) => !ofDevice.test(text))).toEqual([]);
  }

  // Once is enough: what another tab still has to say of her does not begin anew what has.
  await page.evaluate((userId) => {
    const tabs = new BroadcastChannel('dazi-session');
    tabs.postMessage(userId);
    tabs.close();
  }, vera.id);
  await expect.poll(() => other.evaluate(() => performance.now())).toBeGreaterThan(1000);
  expect(loads).toEqual({ page: 1, other: 1 });

  // An end that no tab brought about: the session is over on the server.
  const mara = await somebody('Mara');
  await introduce(mara, 'Mara');
  await giveSession(context, mara);
  await page.goto('/messages');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await expect(other.getByText('Not a participant in this conversation')).toBeVisible();
  await expect(other.getByText('Reading room')).toHaveCount(0);
  expect((await heldBy(page)).join()).not.toContain(vera.id);
  const chat = await conversationOf(mara, emil.id);
  await openChat(page, chat);
  await field(page).fill('begun by Mara');
  await expect.poll(async () => (await heldBy(page)).join()).toContain('begun by Mara');
  // The stream says that it is over; nothing is loaded anew. Her own words stay for her, nothing that others said.
  await page.request.post('/api/auth/sign-out');
  const ofWords = /^(database dazi\.words$|dazi\.words\.)/;
  for (const tab of [page, other]) {
    await expect(tab.getByRole('main')).toContainText('Please sign in to continue');
    await expect(tab.locator('a.conversations-row, .conversations-bubble')).toHaveCount(0);
    const held = (await heldBy(tab)).filter((text) => !ofDevice.test(text));
    expect(held.filter((text) => !ofWords.test(text))).toEqual([]);
    expect(held.join()).toContain('begun by Mara');
  }
  const noor = await somebody('Noor');
  await introduce(noor, 'Noor');
  await giveSession(context, noor);
  await page.goto('/messages');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await expect.poll(async () => (await heldBy(page)).join()).not.toContain('begun by Mara');
});
