import { removeParticipant } from '@dazi/contract/chat/rooms';
import { bubble, field, openChat, openRoom, say } from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { expect, test } from './server.fixture.ts';
import { holdFinger } from './touch.ts';

const live = { timeout: 4000 };

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

  const more = page.locator('.bub-line .message-more');
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
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy what you were writing' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('I will bring the lamp and');
});
