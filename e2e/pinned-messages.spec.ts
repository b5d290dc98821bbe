import { removeMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { pinMessage } from '@dazi/contract/chat/pinned-messages';
import { removeAccount } from '@dazi/contract/identity/identity';
import type { Page } from '@playwright/test';
import { aPrivateConversation } from '../server/src/features/chat/conversations/conversations.builder.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { bubble, openChat, openRoom, say } from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { expect, test } from './server.fixture.ts';
import { holdFinger } from './touch.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Pinned messages' });

async function choose(page: Page, words: string, entry: string) {
  const line = page.locator('.conversations-bubble-line').filter({ hasText: words });
  await line.hover();
  await line.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('button', { name: entry, exact: true }).click();
}

test('the owner pins messages; everybody sees them above the log and goes to them from there', async ({
  signIn,
  personOf,
}) => {
  const [nora, ivo] = [await signIn({ name: 'Nora' }), await signIn({ name: 'Ivo', device: phoneDevice })];
  const [owner, guest] = [await personOf(nora), await personOf(ivo)];
  const chat = await openRoom([owner, guest], 'Oarlock menders');
  const params = { conversationId: chat.conversationId };
  const first = { content: 'We meet at the mill, and bring paper' };
  const { id: firstId } = (await guest.get(sendMessage, { params, body: first })).data;
  await say(owner, chat, ...Array.from({ length: 70 }, (_none, number) => `Line ${number + 1}`));
  await say(owner, chat, 'Wire is in the shed');
  for (const { page } of [nora, ivo]) await openChat(page, chat);
  await expect(bar(nora.page)).toHaveCount(0);

  await choose(nora.page, 'Wire is in the shed', 'Pin');
  for (const { page } of [nora, ivo]) {
    await expect(bar(page)).toContainText('Wire is in the shed', live);
    await expect(page.getByRole('log').getByText('Nora pinned a message')).toBeVisible(live);
  }

  // The one who may not pin is not offered it.
  await holdFinger(ivo.page, bubble(ivo.page, 'Wire is in the shed'));
  await expect(ivo.page.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await expect(ivo.page.getByRole('button', { name: 'Pin', exact: true })).toHaveCount(0);
  await ivo.page.keyboard.press('Escape');

  // One far above, that is not on the page: the bar leads there, and then to the next.
  await expect(bubble(nora.page, first.content)).toHaveCount(0);
  await owner.get(pinMessage, { params: { ...params, messageId: firstId }, body: {} });
  for (const { page } of [nora, ivo]) {
    await expect(bar(page)).toContainText('Pinned message 1 of 2', live);
    await bar(page)
      .getByRole('button', { name: /We meet at the mill/ })
      .click();
    await expect(bubble(page, 'We meet at the mill')).toBeInViewport();
    await expect(bar(page)).toContainText('Pinned message 2 of 2');
    await bar(page)
      .getByRole('button', { name: /Wire is in the shed/ })
      .click();
    await expect(bubble(page, 'Wire is in the shed')).toBeInViewport();
  }

  await expectNoViolationsInEitherTheme(ivo.page, 'pinned messages on a phone');
  await choose(nora.page, 'Wire is in the shed', 'Unpin');
  await expect(bar(ivo.page)).not.toContainText('Wire', live);
  await guest.get(removeMessage, { params: { ...params, messageId: firstId }, body: {} });
  for (const { page } of [nora, ivo]) await expect(bar(page)).toHaveCount(0, live);
});

test('either of two pins, five at most, and the sixth says why not', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/409 .*\/pin$/);
  const una = await signIn({ name: 'Una' });
  const [own, olaf] = [await personOf(una), await somebody('Olaf')];
  const chat = { roomId: '', conversationId: await aPrivateConversation(own, olaf) };
  const params = { conversationId: chat.conversationId };
  for (let number = 1; number <= 5; number++) {
    const content = `Plank ${number} of the boat`;
    const { id: messageId } = (await olaf.get(sendMessage, { params, body: { content } })).data;
    await olaf.get(pinMessage, { params: { ...params, messageId }, body: {} });
  }
  await say(own, chat, 'And the mast');
  await openChat(una.page, chat);
  await expect(bar(una.page)).toContainText('Pinned message 1 of 5');
  await choose(una.page, 'And the mast', 'Pin');
  await expect(una.page.getByText('Up to 5 messages can be pinned. Unpin one of them first.')).toBeVisible();
  await choose(una.page, 'Plank 5 of the boat', 'Unpin');
  await expect(bar(una.page)).toContainText('Pinned message 1 of 4');
  await choose(una.page, 'And the mast', 'Pin');
  await expect(bar(una.page)).toContainText('And the mast');
  await expect(una.page.getByRole('log').getByText('Una pinned a message')).toBeVisible();
});

test('what somebody said who deletes their account is pinned no more, on an open page too', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const nils = await signIn({ name: 'Nils' });
  const [owner, guest] = [await personOf(nils), await somebody('Greta')];
  const chat = await openRoom([owner, guest], 'Rowlock painters');
  const params = { conversationId: chat.conversationId };
  const body = { content: 'My number is 5550100' };
  const { id: messageId } = (await guest.get(sendMessage, { params, body })).data;
  await owner.get(pinMessage, { params: { ...params, messageId }, body: {} });
  await openChat(nils.page, chat);
  await expect(bar(nils.page)).toContainText('My number');
  await guest.get(removeAccount, { params: { userId: guest.id }, body: {} });
  await expect(bubble(nils.page, 'This message was deleted.')).toBeVisible(live);
  await expect(bar(nils.page)).toHaveCount(0, live);
});
