import { listMessages, removeMessage } from '@dazi/contract/chat/conversations';
import { boxesOf } from './boxes.ts';
import { bubble, openChat, openRoom, row, say } from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { expect, test } from './server.fixture.ts';

test('what is on the screen has no badge, and what was taken back counts no more', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const mika = await signIn({ name: 'Mika' });
  const rosa = await somebody('Rosa');
  const mikaByApi = await personOf(mika);
  const open = await openRoom([rosa, mikaByApi], 'Harbour walk');
  const other = await openRoom([rosa, mikaByApi], 'Lighthouse');
  const { page } = mika;
  await openChat(page, open);

  // Reading is not answered: until then every count of the server has the message.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/conversations\/[\w-]+\/read$/, async (route) => {
    await held;
    await route.continue();
  });
  const counted = page.waitForResponse(/\/api\/conversations\/unread/);
  await say(rosa, open, 'Shall we meet at seven?');
  await expect(bubble(page, 'Shall we meet at seven?')).toBeVisible(live);
  await expect(row(page, 'Harbour walk')).toContainText('Shall we meet at seven?');
  await counted;
  await say(rosa, other, 'The lamp is lit', 'And the door is open');
  await expect(row(page, 'Lighthouse').locator('.badge')).toHaveText('2', live);
  await expect(page.getByRole('button', { name: 'Messages, 2 unread' })).toBeVisible(live);
  await expect(row(page, 'Harbour walk').locator('.badge')).toHaveCount(0);
  answer();

  // Neither is it the last that is taken back, nor does its room stand open.
  const first = (
    await rosa.get(listMessages, { params: { conversationId: other.conversationId }, query: {} })
  ).data.find(({ content }) => content === 'The lamp is lit')!;
  const params = { conversationId: other.conversationId, messageId: first.id };
  await rosa.get(removeMessage, { params, body: {} });
  await expect(row(page, 'Lighthouse').locator('.badge')).toHaveText('1', live);
  await expect(page.getByRole('button', { name: 'Messages, 1 unread' })).toBeVisible(live);
});

test('how many wait is said beside the letter of one’s picture, not over it', async ({
  signIn,
  personOf,
  somebody,
}) => {
  const mika = await signIn({ name: 'Mika', device: phoneDevice });
  const ben = await somebody('Ben');
  const room = await openRoom([await personOf(mika), ben], 'Harbour walk');
  const { page } = mika;
  await say(ben, room, ...Array.from({ length: 10 }, (_, at) => `Step ${at}`));
  for (const path of ['/', '/my-posts']) {
    await page.goto(path);
    await expect(page.locator('.identity-user-menu .badge')).toHaveText('9+', live);
    const free_px = await page.locator('.identity-user-menu').evaluate((menu) => {
      const letter = document.createRange();
      letter.selectNodeContents(menu.querySelector('.avatar')!);
      const drawn = letter.getBoundingClientRect();
      const badge = menu.querySelector('.badge')!.getBoundingClientRect();
      const size_px = Number.parseFloat(getComputedStyle(menu.querySelector('.avatar')!).fontSize);
      // Not the height of the line, but of the largest letters in it.
      return (drawn.top + drawn.bottom) / 2 - size_px * 0.45 - badge.bottom;
    });
    expect(free_px, path).toBeGreaterThanOrEqual(1);
    const [badge] = await boxesOf(page.locator('.identity-user-menu .badge'));
    expect(badge.y).toBeGreaterThanOrEqual(0);
    expect(badge.x + badge.width).toBeLessThanOrEqual(page.viewportSize()!.width);
  }
});
