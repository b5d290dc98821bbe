import { banParticipant, leaveRoom, removeParticipant, removeRoom } from '@dazi/contract/chat/rooms';
import { bubble, field, openChat, openRoom, say } from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { cutOff } from './network.ts';
import { expect, test } from './server.fixture.ts';
import { holdFinger } from './touch.ts';

test('a finger held on a message opens its menu, and who is removed keeps what they were writing', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  // Of a room that one is not in any more nothing is read.
  guard.expect(/403 .*\/api\//);
  const mika = await signIn({ name: 'Mika', device: phoneDevice });
  const rosa = await somebody('Rosa');
  const chat = await openRoom([rosa, await personOf(mika)], 'Harbour walk');
  await say(rosa, chat, 'Shall we meet at seven?');
  const { page } = mika;
  await openChat(page, chat);

  const more = page.locator('.conversations-bubble-line .conversations-more');
  await expect(more).toHaveCSS('opacity', '0');
  await expect(more).toHaveCSS('pointer-events', 'none');
  await holdFinger(page, bubble(page, 'Shall we meet at seven?'));
  await expect(page.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Love' }).click();
  await expect(page.getByRole('button', { name: 'Love: 1' })).toBeVisible(live);

  await field(page).fill('I will bring the lamp and');
  await rosa.get(removeParticipant, { params: { roomId: chat.roomId }, body: { targetUserId: mika.id } });
  await expect(page.getByText('You are no longer in this group')).toBeVisible(live);
  await expect(page.getByLabel('What you were writing')).toHaveValue('I will bring the lamp and');
  await expect(page.getByText('You were removed from this group.')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy what you were writing' }).click();
  await expect(page.getByText('Text copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('I will bring the lamp and');
});

test('whoever is in a group no more reads why, also after a reload and when the stream was down', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/403 .*\/api\//, /ERR_INTERNET_DISCONNECTED/);
  const [ana, leo] = [await signIn({ name: 'Ana' }), await signIn({ name: 'Leo' })];
  const rosa = await somebody('Rosa');
  const leosOtherDevice = await personOf(leo);
  const chat = await openRoom([rosa, await personOf(ana), leosOtherDevice], 'Basket weavers');
  const params = { roomId: chat.roomId };
  for (const { page } of [ana, leo]) await openChat(page, chat);
  await field(ana.page).fill('Red paper or');

  await leosOtherDevice.get(leaveRoom, { params, body: {} });
  await expect(leo.page.getByText('You left it on another device.')).toBeVisible(live);

  await cutOff(ana.page);
  await rosa.get(banParticipant, { params, body: { targetUserId: ana.id } });
  await ana.page.context().setOffline(false);
  await expect(ana.page.getByText('You were banned from this group.')).toBeVisible();
  await ana.page.reload();
  await expect(ana.page.getByText('You are no longer in this group')).toBeVisible();
  await expect(ana.page.getByText('You were banned from this group.')).toBeVisible();
  await expect(ana.page.getByLabel('What you were writing')).toHaveValue('Red paper or');
});

test('whoever was last in a room that has ended since is not led back to it', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/404 .*\/api\/conversations\//);
  const lars = await signIn({ name: 'Lars' });
  const [owner, guest] = [await somebody('Grete'), await personOf(lars)];
  const chat = await openRoom([owner, guest], 'Thole pin turners');
  await openChat(lars.page, chat);
  await lars.page.goto('/terms-policy');
  await owner.get(removeRoom, { body: { chatRoomId: chat.roomId } });
  await lars.page.goto('/messages');
  await expect(lars.page.getByText('Welcome to Dazi Messages')).toBeVisible(live);
  await expect(lars.page).toHaveURL(/\/messages$/);
});
