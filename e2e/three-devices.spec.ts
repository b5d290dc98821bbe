import { editMessage, listMessages, removeMessage } from '@dazi/contract/chat/conversations';
import { sendPrivateMessage, startConversation } from '@dazi/contract/chat/private-conversations';
import type { Page } from '@playwright/test';
import { bubbles, field, openChat, openRoom, write } from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { cutOff } from './network.ts';
import { saveScreen } from './screens.ts';
import { emailFor, expect, test } from './server.fixture.ts';

const times = process.env.LONG_OFFLINE ? 10 : 2;
const away_ms = process.env.LONG_OFFLINE ? 60_000 : 1500;

const texts = (page: Page) => bubbles(page).locator('.conversations-bubble-text').allInnerTexts();
const keptWords = (page: Page, userId: string) =>
  page.evaluate((id) => localStorage.getItem(`dazi.private.${id}`) ?? '', userId);

test('two people on three devices, one of which loses its network again and again, read the same', async ({
  signIn,
  personOf,
  guard,
}) => {
  guard.expect(/net::ERR_/, /Failed to /);
  test.setTimeout(180_000 + times * (away_ms + 20_000));
  const email = emailFor('Ann');
  const ann = await signIn({ name: 'Ann', email });
  const phone = await signIn({ name: 'Ann', email, device: phoneDevice });
  const ben = await signIn({ name: 'Ben' });
  const [annByApi, benByApi] = [await personOf(ann), await personOf(ben)];
  expect(phone.id).toBe(ann.id);
  await openRoom([annByApi, benByApi], 'Three devices');
  const { id: conversationId } = (await annByApi.get(startConversation, { body: { otherUserId: ben.id } }))
    .data;
  const chat = { roomId: '', conversationId };
  await annByApi.get(sendPrivateMessage, { body: { receiverId: ben.id, content: 'begun', type: 'TEXT' } });
  const pages = [ann.page, phone.page, ben.page];
  for (const page of pages) await openChat(page, chat);

  for (let time = 1; time <= times; time++) {
    await cutOff(phone.page);
    await write(phone.page, `phone ${time} first`);
    await write(phone.page, `phone ${time} second`);
    await expect(phone.page.locator('[data-outgoing=waiting]')).toHaveCount(2);
    await write(ben.page, `ben ${time}`);
    await write(ann.page, `ann ${time} stays`);
    await write(ann.page, `ann ${time} secret`);
    await expect(bubbles(ben.page).filter({ hasText: `ann ${time} secret` })).toHaveCount(1, live);
    const { data: said } = await annByApi.get(listMessages, { params: { conversationId } });
    const paramsOf = (text: string) => {
      const { id: messageId } = said.find(({ content }) => content === text)!;
      return { conversationId, messageId };
    };
    await annByApi.get(removeMessage, { params: paramsOf(`ann ${time} secret`), body: {} });
    const body = { content: `ann ${time} edited` };
    await annByApi.get(editMessage, { params: paramsOf(`ann ${time} stays`), body });
    await phone.page.waitForTimeout(away_ms);
    await phone.context.setOffline(false);
    await expect(phone.page.locator('[data-outgoing]')).toHaveCount(0);
    await expect(bubbles(phone.page).filter({ hasText: `ann ${time} edited` })).toHaveCount(1, {
      timeout: 30_000,
    });
    for (const page of [ann.page, ben.page]) {
      await expect(bubbles(page).filter({ hasText: `phone ${time} second` })).toHaveCount(1, live);
      await expect(bubbles(page).filter({ hasText: `ann ${time} edited` })).toHaveCount(1, live);
    }
    const read = await Promise.all(pages.map(texts));
    expect(read[1]).toEqual(read[0]);
    expect(read[2]).toEqual(read[0]);
    for (const page of pages.slice(0, 2)) {
      await expect.poll(() => keptWords(page, ann.id)).toContain(`phone ${time} second`);
      expect(await keptWords(page, ann.id)).not.toContain('secret');
      expect(await keptWords(page, ann.id)).not.toContain(`ann ${time} stays`);
    }
  }
  await saveScreen(phone.page, 'three-devices-phone');
  await saveScreen(ann.page, 'three-devices-desktop');
  await expect(field(ben.page)).toBeVisible();
});
