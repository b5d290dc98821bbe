import { listMessages, type Message, markRead, sendMessage } from '@dazi/contract/chat/conversations';
import { removeParticipant } from '@dazi/contract/chat/rooms';
import type { Page, Route } from '@playwright/test';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { expectNoViolations } from './axe.ts';
import {
  askToJoin,
  bubble,
  bubbles,
  type Chat,
  field,
  openChat,
  openRoom,
  openSearch,
  pictureFiles,
  row,
  say,
  write,
} from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { cutOff } from './network.ts';
import { closeToasts, over, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** What the server has of a conversation, oldest first. */
async function logOf(person: TestPerson, { conversationId }: Chat): Promise<Message[]> {
  const answer = await person.get(listMessages, { params: { conversationId }, query: { limit: 200 } });
  return answer.data;
}

const texts = (messages: readonly Message[]) =>
  messages.filter(({ type }) => type === 'TEXT').map(({ content }) => content);

test('two people talk: at once, in order, read, counted, found', async ({ signIn, somebody, personOf }) => {
  const rosa = await signIn({ name: 'Rosa' });
  const mika = await signIn({ name: 'Mika' });
  const rosaByApi = await personOf(rosa);
  const chat = await openRoom([rosaByApi, await personOf(mika)], 'Harbour walk');
  await openChat(rosa.page, chat);
  await mika.page.goto('/messages');
  await expect(mika.page.getByText('Welcome to Dazi Messages')).toBeVisible();
  await expect(mika.page.locator('.conversations-live')).toHaveText('Live');

  await write(rosa.page, 'Shall we meet at seven?');
  await expect(bubble(rosa.page, 'Shall we meet at seven?')).toHaveCount(1);
  await expect(field(rosa.page)).toHaveValue('');
  // The other one's list, badge and title hear of it.
  await expect(row(mika.page, 'Harbour walk')).toContainText('Rosa: Shall we meet at seven?', live);
  await expect(row(mika.page, 'Harbour walk').locator('.badge')).toHaveText('1');
  await expect(mika.page.getByRole('button', { name: 'Messages, 1 unread' })).toBeVisible(live);

  await row(mika.page, 'Harbour walk').click();
  await expect(mika.page).toHaveURL(new RegExp(`/messages/${chat.conversationId}$`));
  await expect(bubble(mika.page, 'Shall we meet at seven?')).toBeVisible();
  await expect(mika.page.locator('.conversations-unread-line')).toHaveText('1 new message');
  await expect(row(mika.page, 'Harbour walk').locator('.badge')).toHaveCount(0, live);
  await expect(mika.page.getByRole('button', { name: 'Messages', exact: true })).toBeVisible(live);
  // Read: the sender sees it.
  await expect(rosa.page.getByLabel('Read', { exact: true })).toBeVisible(live);

  // From here on the lists follow what the windows hear: nothing is asked for again.
  const asked: string[] = [];
  for (const { page } of [rosa, mika]) {
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() === 'GET' && /^\/api\/conversations(\/unread)?$/.test(pathname)) {
        asked.push(`${pathname}${search}`);
      }
    });
  }
  const wasRead = rosa.page.waitForResponse(/\/api\/conversations\/[\w-]+\/read$/);
  await field(mika.page).pressSequentially('Yes');
  await expect(rosa.page.getByText('Mika is typing')).toBeVisible(live);
  await field(mika.page).press('Enter');
  await expect(bubble(rosa.page, 'Yes')).toBeVisible(live);
  await expect(rosa.page.getByText('Mika is typing')).toBeHidden();

  // Answer, react, edit, take back.
  await bubble(rosa.page, 'Yes').hover();
  await rosa.page.getByRole('button', { name: 'Message actions' }).last().click();
  await rosa.page.getByRole('button', { name: 'Love' }).click();
  await expect(mika.page.getByRole('button', { name: 'Love: 1' })).toBeVisible(live);
  await wasRead;
  const isCount = (path: string) => path.startsWith('/api/conversations/unread');
  const counts = asked.filter(isCount).length;
  // Once for the answer, and once for what the window hears: a list would be asked for with the latter.
  await expect.poll(() => asked.filter(isCount).length).toBeGreaterThan(counts);
  expect(asked.filter((path) => !isCount(path))).toEqual([]);
  await rosa.page.getByRole('button', { name: 'Message actions' }).last().click();
  await rosa.page.getByRole('button', { name: 'Reply', exact: true }).click();
  await write(rosa.page, 'Bring a lamp');
  await expect(mika.page.getByRole('button', { name: /^Go to the message by Mika/ })).toBeVisible(live);
  await rosa.page.getByRole('button', { name: 'Message actions' }).last().click();
  await rosa.page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(field(rosa.page)).toBeFocused();
  await write(rosa.page, 'Bring two lamps');
  await expect(bubble(mika.page, 'Bring two lamps')).toContainText('edited', live);
  await mika.page.getByRole('button', { name: 'Message actions' }).nth(1).click();
  await mika.page.getByRole('button', { name: 'Delete', exact: true }).click();
  await mika.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // Where it was, and where it is quoted.
  await expect(bubble(rosa.page, 'This message was deleted.')).toHaveCount(2, live);
  await expect(bubble(mika.page, 'This message was deleted.')).toHaveCount(2);
  await saveScreen(rosa.page, 'messages-two');

  // Found again, and led to.
  await openSearch(rosa.page);
  await rosa.page.getByLabel('Search messages').fill('seven');
  await rosa.page.locator('.conversations-find-result').click();
  await expect(rosa.page.locator('.conversations-bubble-marked')).toContainText('Shall we meet at seven?');
  expect(texts(await logOf(rosaByApi, chat))).toEqual(['Shall we meet at seven?', '', 'Bring two lamps']);

  // Somebody who is no member finds nothing there.
  const stranger = await somebody('Oskar');
  expect(
    (await stranger.call(listMessages, { params: { conversationId: chat.conversationId } })).status,
  ).toBe(403);
});

test('what waits is taken back, or written anew with what it answers, and the rest is sent', async ({
  signIn,
  personOf,
  somebody,
  guard,
}) => {
  guard.expect(/net::ERR_/);
  const nadia = await signIn({ name: 'Nadia' });
  const { page, context } = nadia;
  const theo = await somebody('Theo');
  const chat = await openRoom([await personOf(nadia), theo], 'Second thoughts');
  await say(theo, chat, 'Who brings the lamp?');
  await openChat(page, chat);
  await bubble(page, 'Who brings the lamp?').hover();
  await page.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await cutOff(page);
  for (const text of ['I bring the lump', 'a slip', 'and the last']) await write(page, text);
  const waiting = page.locator('[data-outgoing=waiting]');
  await expect(waiting).toHaveCount(3);
  const choose = async (text: string, action: string) => {
    const line = waiting.filter({ hasText: text });
    await line.hover();
    await line.getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('button', { name: action, exact: true }).click();
  };
  await choose('a slip', 'Delete');
  await expect(waiting).toHaveCount(2);
  await field(page).fill('begun meanwhile');
  await choose('I bring the lump', 'Edit');
  await expect(waiting).toHaveCount(1);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('I bring the lump\nbegun meanwhile');
  await expect(page.getByText('Reply to Theo')).toBeVisible();
  await write(page, 'I bring the lamp');
  await expect(waiting).toHaveCount(2);
  await saveScreen(page, 'messages-waiting-changed');
  await choose('and the last', 'Try Again');
  await expect(waiting).toHaveCount(2);
  await context.setOffline(false);
  await expect(page.locator('[data-outgoing]')).toHaveCount(0);
  await expect(bubbles(page)).toHaveText([/lamp\?$/, 'and the last', /I bring the lamp$/]);
  await expectNoViolations(page, 'a message that answers another');
  const log = await logOf(theo, chat);
  expect(texts(log)).toEqual(['Who brings the lamp?', 'and the last', 'I bring the lamp']);
  expect(log.at(-1)?.replyTo).toMatchObject({ content: 'Who brings the lamp?' });
});

test('two talk, and one is offline: what waits is seen, also over a reload, then sent once and in order', async ({
  signIn,
  personOf,
  guard,
}) => {
  guard.expect(/net::ERR_/);
  const away_ms = process.env.LONG_OFFLINE ? 60_000 : 1500;
  test.setTimeout(180_000 + 2 * away_ms);
  const { page, context, ...me } = await signIn({ name: 'Nadia' });
  const myself = await personOf({ ...me, page, context });
  const theos = await signIn({ name: 'Theo' });
  const theo = await personOf(theos);
  const chat = await openRoom([myself, theo], 'Ferry');
  await openChat(page, chat);
  await openChat(theos.page, chat);
  await write(page, 'before');
  await expect(bubble(page, 'before')).toHaveCount(1);
  await expect(page.locator('[data-outgoing]')).toHaveCount(0);

  await cutOff(page);
  await write(page, 'first');
  await write(page, 'second');
  await expect(page.locator('[data-outgoing=waiting]')).toHaveCount(2);
  await expect(page.getByRole('listitem').filter({ hasText: 'Ferry' })).toContainText('You: second');
  await expect(page.getByText('No network. Messages are kept and sent once when it is back.')).toBeVisible();
  await write(theos.page, 'said meanwhile');
  await page.waitForTimeout(away_ms);
  await saveScreen(page, 'messages-offline');
  await context.setOffline(false);
  await expect(page.locator('[data-outgoing]')).toHaveCount(0);
  await expect(bubble(page, 'said meanwhile')).toHaveCount(1);
  for (const { page: each } of [{ page }, theos]) {
    await expect(bubbles(each)).toHaveText(['before', 'said meanwhile', 'first', 'second']);
  }
  await theos.context.close();

  // What the answer got lost of is not sent again, and nothing waits in vain after a reload.
  let lose = () => {};
  const lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  await page.route(`**/api/conversations/${chat.conversationId}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort('connectionfailed');
    lose();
  });
  await write(page, 'third');
  await expect(bubble(page, 'third')).toHaveCount(1);
  await lost;
  // Before the page is loaded again: what is held back while the holding ends may never be let go.
  await page.unroute(`**/api/conversations/${chat.conversationId}`);
  await page.reload();
  await expect(page.locator('[data-outgoing]')).toHaveCount(0);
  await expect(bubbles(page)).toHaveText(['before', 'said meanwhile', 'first', 'second', 'third']);
  expect(texts(await logOf(theo, chat))).toEqual(['before', 'said meanwhile', 'first', 'second', 'third']);

  // What waits when the page is left is sent by the next one, which then forgets it.
  await page.route(`**/api/conversations/${chat.conversationId}`, (route) =>
    route.request().method() === 'POST' ? route.abort('connectionfailed') : route.fallback(),
  );
  for (const text of ['fourth', 'fifth']) await write(page, text);
  await expect(page.locator('[data-outgoing=waiting]')).toHaveCount(2);
  await page.reload();
  await expect(page.locator('[data-outgoing]')).toHaveCount(2);
  await page.unroute(`**/api/conversations/${chat.conversationId}`);
  await expect(page.locator('[data-outgoing]')).toHaveCount(0);
  expect(texts(await logOf(theo, chat)).slice(-3)).toEqual(['third', 'fourth', 'fifth']);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/dazi\.waiting|fourth|fifth/);
});

test('what the server refuses goes back to the field', async ({ signIn, personOf, guard }) => {
  guard.expect(/400 .*\/api\/conversations\//);
  const me = await signIn({ name: 'Priya' });
  const chat = await openRoom([await personOf(me)], 'Kiln');
  await openChat(me.page, chat);
  await me.page.route(`**/api/conversations/${chat.conversationId}`, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: { success: false, code: 'MESSAGE_EMPTY', error: 'A message needs some text' },
        })
      : route.fallback(),
  );
  await write(me.page, 'This will not do');
  await expect(field(me.page)).toHaveValue('This will not do');
  await expect(bubbles(me.page)).toHaveCount(0);
  await expect(me.page.locator('.toast')).toHaveCount(0);

  // So do other words for something that was said; only then it is told.
  await me.page.unroute(`**/api/conversations/${chat.conversationId}`);
  await write(me.page, 'Glazed on Friday');
  await me.page.getByRole('button', { name: 'Message actions' }).click();
  await me.page.getByRole('button', { name: 'Edit', exact: true }).click();
  await me.page.route(`**/api/conversations/${chat.conversationId}/messages/*`, (route) =>
    route.fulfill({ status: 400, json: { success: false, code: 'MESSAGE_EMPTY', error: 'No' } }),
  );
  await write(me.page, 'Glazed on Saturday');
  await expect(me.page.getByText('The message could not be changed.')).toBeVisible();
  await expect(field(me.page)).toHaveValue('Glazed on Saturday');
  await expect(bubble(me.page, 'Glazed on Friday')).toHaveCount(1);
  await me.page.unroute(`**/api/conversations/${chat.conversationId}/messages/*`);
  await field(me.page).press('Enter');
  await expect(bubble(me.page, 'Glazed on Saturday')).toHaveCount(1);
});

/** Where a line stands in the window. */
const topOf = (page: Page, text: string) =>
  bubble(page, text).evaluate((element) => element.getBoundingClientRect().top);

/** Goes to a place close to the beginning of what is loaded; where a line stands in every frame until more is there. */
async function watchLine(list: Element, place_px: number): Promise<number[]> {
  const first = () => list.querySelector('[data-sequence]')?.getAttribute('data-sequence');
  const before = first();
  list.scrollTop = place_px;
  const edge = list.getBoundingClientRect().top;
  const lines = [...list.querySelectorAll('[data-sequence]')];
  const line = lines.find((one) => one.getBoundingClientRect().top > edge)!;
  const tops: number[] = [];
  let framesAfter = 0;
  for (let frame = 0; frame < 90 && framesAfter < 15; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    tops.push(line.getBoundingClientRect().top);
    if (first() !== before) framesAfter++;
  }
  return tops;
}

test('one begins at what is new, is led on by a button and back, and the line one reads stays', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const me = await signIn({ name: 'Hiroko' });
  const emil = await somebody('Emil');
  const chat = await openRoom([await personOf(me), emil], 'Long talk');
  const lines = Array.from({ length: 180 }, (_, index) => `line-${index + 1}. ${'word '.repeat(index % 17)}`);
  await say(emil, chat, ...lines);
  const { conversationId } = chat;
  const { sequence } = (await logOf(emil, chat)).find(({ content }) => content.startsWith('line-20.'))!;
  await (await personOf(me)).get(markRead, {
    params: { conversationId },
    body: { ...(sequence !== null && { sequence }) },
  });
  await openChat(me.page, chat);
  const { page } = me;
  const scroller = page.getByRole('log');

  // More is new than fits on a page: it begins with the first of it.
  const divider = page.locator('.conversations-unread-line');
  const after = () => divider.evaluate((line) => line.closest('[data-row]')!.nextElementSibling!.textContent);
  await expect(divider).toHaveText('160 new messages');
  await expect(divider).toBeInViewport();
  expect(await after()).toContain('line-21.');
  await expect(bubble(page, 'line-180.')).toHaveCount(0);
  await page.getByRole('button', { name: /^\d+ new messages$/ }).click();
  await expect(bubble(page, 'line-180.')).toBeInViewport();
  // What is new begins further up than what is here now.
  await expect(divider).toHaveCount(0);

  // From something found far up, what one says leads back to the end.
  await openSearch(page);
  await page.getByLabel('Search messages').fill('line-2.');
  await page.locator('.conversations-find-result').click();
  await expect(bubble(page, 'line-2.')).toBeInViewport();
  await write(page, 'I am back');
  await expect(bubble(page, 'I am back')).toBeInViewport();
  await expect(bubble(page, 'line-2.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Close search' }).click();

  // Up, step by step: older pages come in above what is read, and no frame shows it elsewhere.
  const pages: number[][] = [];
  while ((await bubble(page, 'line-2.').count()) === 0 && pages.length < 4) {
    pages.push(await scroller.evaluate(watchLine, pages.length % 2 === 0 ? 0 : 240));
  }
  expect(await after()).toContain('line-21.');
  await expect(bubble(page, 'line-2.')).toHaveCount(1);
  expect(pages.length).toBeGreaterThan(1);
  for (const tops of pages) expect(new Set(tops).size, tops.join(' ')).toBe(1);

  // New ones at the end do not move it either; a button leads there.
  const top = await topOf(page, 'line-20.').catch(() => null);
  const read = top === null ? 'line-2.' : 'line-20.';
  const before = await topOf(page, read);
  await say(emil, chat, 'brand new', 'and another');
  await expect(page.getByRole('button', { name: '2 new messages' })).toBeVisible(live);
  expect((await topOf(page, read)) - before).toBe(0);
  await page.getByRole('button', { name: '2 new messages' }).click();
  await expect(bubble(page, 'and another')).toBeInViewport();
  // At the end it follows.
  await say(emil, chat, 'followed');
  await expect(bubble(page, 'followed')).toBeInViewport(live);
});

test('pictures that come late, above and below, do not move the line one reads', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const me = await signIn({ name: 'Ingrid' });
  const emil = await somebody('Emil');
  const chat = await openRoom([await personOf(me), emil], 'Slow pictures');
  const { page } = me;
  const drawn = await pictureFiles(page, [
    [400, 300],
    [300, 600],
    [900, 500],
  ]);
  const params = { conversationId: chat.conversationId };
  for (let index = 0; index < 90; index++) {
    const { buffer } = drawn[index % 3]!;
    const picture = {
      type: 'IMAGE' as const,
      content: `data:image/jpeg;base64,${buffer.toString('base64')}`,
    };
    const words = { type: 'TEXT' as const, content: `line-${index + 1}. ${'word '.repeat(index % 17)}` };
    await emil.get(sendMessage, { params, body: index % 3 === 0 ? picture : words });
  }
  await (await personOf(me)).get(markRead, { params, body: {} });

  let letOn = () => {};
  const held = new Promise<void>((resolve) => {
    letOn = resolve;
  });
  let asked = 0;
  await page.route('**/api/media/**', async (route) => {
    asked++;
    await held;
    await route.fallback();
  });
  await openChat(page, chat);
  const scroller = page.getByRole('log');
  // Into the middle of what was said, older pages included.
  await scroller.evaluate((list) => {
    list.scrollTop = 240;
  });
  await expect(bubble(page, 'line-20.')).toHaveCount(1);
  const watched = scroller.evaluate(async (list) => {
    const edge = list.getBoundingClientRect().top;
    const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
    const heights = rows.map((one) => one.getBoundingClientRect().height);
    const line = rows.find((one) => one.getBoundingClientRect().bottom > edge)!;
    const isAbove = (one: Element) => one.getBoundingClientRect().bottom < line.getBoundingClientRect().top;
    const pictures = rows.flatMap((one) => [
      ...one.querySelectorAll<HTMLImageElement>('.conversations-media img'),
    ]);
    const waits = pictures.filter(({ complete }) => !complete);
    list.setAttribute('data-watched', '');
    const tops: number[] = [];
    const came = () => waits.filter(({ naturalWidth }) => naturalWidth > 0);
    for (let after = 0; after < 20; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      tops.push(line.getBoundingClientRect().top);
      const near = came();
      if (near.some(isAbove) && near.some((one) => !isAbove(one))) after++;
      if (tops.length > 900) break;
    }
    const after = rows.map((one) => one.getBoundingClientRect().height);
    return {
      tops,
      grown: heights.filter((height, index) => height !== after[index]).length,
      above: came().filter(isAbove).length,
      below: came().filter((one) => !isAbove(one)).length,
    };
  });
  await expect.poll(() => asked).toBeGreaterThan(3);
  await expect(scroller).toHaveAttribute('data-watched', '');
  letOn();
  const { tops, grown, above, below } = await watched;
  expect(above).toBeGreaterThan(0);
  expect(below).toBeGreaterThan(0);
  expect(new Set(tops).size, tops.join(' ')).toBe(1);
  expect(grown).toBe(0);

  // What has no size yet may grow: seen first by a scrolling, it still moves nothing.
  const held_px = await scroller.evaluate((list) => {
    const edge = list.getBoundingClientRect().top;
    const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
    const at = rows.findIndex((one) => one.getBoundingClientRect().bottom > edge);
    const before = rows[at]!.getBoundingClientRect().top;
    return [1, 2, 3].map((above) => {
      rows[at - above]!.style.paddingTop = '250px';
      list.dispatchEvent(new Event('scroll'));
      return rows[at]!.getBoundingClientRect().top - before;
    });
  });
  expect(held_px).toEqual([0, 0, 0]);
});

test('two tabs that were away send what waits once, and neither complains', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/net::ERR_/, /403 .*\/api\/conversations\//);
  const me = await signIn({ name: 'Zoe' });
  const theo = await somebody('Theo');
  const myself = await personOf(me);
  const chat = await openRoom([theo, myself], 'Two windows');
  const other = await openRoom([theo, myself], 'Shut soon');
  const { page, context } = me;
  const tab = await context.newPage();
  const tabs = [page, tab];
  const isSending = (route: Route) => route.request().method() === 'POST';
  const cut = (route: Route) => (isSending(route) ? route.abort('connectionfailed') : route.fallback());
  const sending = /\/api\/conversations\/[^/?]+$/;
  await context.route(sending, cut);
  await openChat(page, other);
  await write(page, 'nobody will read this');
  await openChat(page, chat);
  await write(page, 'from the first');
  await write(page, 'and again');
  await expect(page.locator('[data-outgoing=waiting]')).toHaveCount(2);
  // Opened meanwhile: it shows what waits, and has something of its own.
  await openChat(tab, chat);
  await expect(tab.locator('[data-outgoing]')).toHaveCount(2);
  await write(tab, 'from the second');
  await expect(tab.locator('[data-outgoing]')).toHaveCount(3);
  await theo.get(removeParticipant, { params: { roomId: other.roomId }, body: { targetUserId: me.id } });

  await context.unroute(sending, cut);
  for (const one of tabs) await one.evaluate(() => window.dispatchEvent(new Event('online')));
  for (const one of tabs) {
    await expect(one.locator('[data-outgoing]')).toHaveCount(0);
    await expect(bubbles(one)).toHaveCount(3);
    await expect(one.locator('.toast')).toHaveCount(0);
  }
  expect(texts(await logOf(theo, chat)).toSorted()).toEqual([
    'and again',
    'from the first',
    'from the second',
  ]);
  // What was refused went back to where it was written, once.
  const kept = () =>
    page.evaluate(() => JSON.stringify(localStorage).split('nobody will read this').length - 1);
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage).includes('dazi.words.waiting')))
    .toBe(false);
  expect(await kept()).toBe(1);

  // Taken out of a room, one sees it close.
  await theo.get(removeParticipant, { params: { roomId: chat.roomId }, body: { targetUserId: me.id } });
  for (const one of tabs) {
    await expect(one.getByText('You are no longer in this group')).toBeVisible(live);
    await expect(field(one)).toHaveCount(0);
  }
});

test('while a word is being composed, nothing is sent and the list stays closed', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const me = await signIn({ name: '葵' });
  const chat = await openRoom([await personOf(me), await somebody('小雨')], '朝の公園');
  const { page } = me;
  await openChat(page, chat);
  const input = await page.context().newCDPSession(page);
  await field(page).focus();
  const compose = (text: string) =>
    input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await compose('@こう');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  for (const key of ['Enter', 'ArrowDown', 'Escape']) {
    await field(page).dispatchEvent('keydown', {
      key,
      code: key,
      isComposing: true,
      bubbles: true,
      cancelable: true,
    });
  }
  // As Chinese is written: letters, which Enter takes as they are.
  await compose('ni hao');
  await field(page).dispatchEvent('keydown', {
    key: 'Enter',
    keyCode: 229,
    isComposing: true,
    bubbles: true,
  });
  await expect(bubbles(page)).toHaveCount(0);
  await input.send('Input.insertText', { text: '公園で' });
  await expect(field(page)).toHaveValue('公園で');
  await field(page).press('Shift+Enter');
  await field(page).press('End');
  await field(page).pressSequentially('＠小');
  const option = page.getByRole('option', { name: /小雨/ });
  await expect(option).toBeVisible();
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('公園で\n@小雨 ');
  await field(page).press('Enter');
  await expect(bubbles(page)).toHaveCount(1);
  await expect(page.locator('.conversations-at')).toHaveText('@小雨');
});

test('a phone shows the list or the conversation, and knows the way back', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const me = await signIn({ name: 'Jun', device: phoneDevice });
  const emil = await somebody('Emil');
  const chat = await openRoom([await personOf(me), emil], 'Morning swimmers');
  await say(emil, chat, 'Cold but fine');
  const { page } = me;
  await page.goto('/messages');
  await expect(row(page, 'Morning swimmers')).toBeVisible();
  await expect(page.getByText('Welcome to Dazi Messages')).toBeHidden();
  await saveScreen(page, 'messages-list-phone');
  await row(page, 'Morning swimmers').click();
  await expect(bubble(page, 'Cold but fine')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeHidden();
  await saveScreen(page, 'messages-phone');
  await page.getByRole('button', { name: 'Close conversation' }).click();
  await expect(row(page, 'Morning swimmers')).toBeVisible();
  await row(page, 'Morning swimmers').click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/(\?.*)?$/);
  // The first arrival after that leads back there, later ones do not.
  await page.goto('/messages');
  await expect(page).toHaveURL(new RegExp(`/messages/${chat.conversationId}$`));
  await page.getByRole('button', { name: 'Close conversation' }).click();
  await expect(page).toHaveURL(/\/messages$/);
});

test('the owner lets people in, changes the group, and leaves it to others', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/503 .*\/api\//);
  const me = await signIn({ name: 'Oskar' });
  const lena = await somebody('Lena');
  const chat = await openRoom([await personOf(me), lena], 'Lost & Found', 'What was found on the quay');
  const { page } = me;
  await openChat(page, chat);
  const asking = await somebody('Pia');
  await askToJoin(asking, chat, 'I lost a glove');
  const card = page.getByRole('region', { name: 'Pia wants to join' });
  await expect(card).toContainText('I lost a glove', live);
  await expect(card).toContainText(/\d+\.\d\u00a0miles away/);
  await expect(page.getByRole('button', { name: 'Messages, 1 unread' })).toBeVisible(live);
  await saveScreen(page, 'messages-request');
  await card.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Pia has been added to the group!')).toBeVisible();
  await expect(card).toBeHidden();
  await expect(page.locator('.conversations-system-line').getByText('Pia joined the group')).toBeVisible(
    live,
  );
  await expect(page.getByRole('heading', { name: /Lost & Found/ })).toContainText('(3)', live);

  await page.getByRole('button', { name: 'Group menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Group menu' });
  await menu.getByRole('button', { name: 'Edit Group Name' }).click();
  await menu.getByLabel('Group Name').fill('   ');
  await expect(menu.getByRole('button', { name: 'Save' })).toBeDisabled();
  await menu.getByLabel('Group Name').fill('Found things');
  await menu.getByRole('button', { name: 'Save' }).click();
  await expect(menu.getByRole('button', { name: 'Edit Group Name' })).toBeFocused();
  await expect(page.getByText('Group name updated')).toBeVisible();
  await expect(page.getByRole('heading', { name: /Found things/ })).toBeVisible();
  await page.route('**/api/chatrooms/**', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
  );
  await menu.getByRole('button', { name: 'Edit Join Radius' }).click();
  await menu.getByLabel('Join Radius').fill('900');
  await expect(menu.getByText('Join radius must be between 1 and 500 miles')).toBeVisible();
  await menu.getByLabel('Join Radius').fill('9');
  await menu.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to update join radius')).toBeVisible();
  await expect(menu.getByText('5 miles (8 km)')).toBeVisible();
  await saveScreen(page, 'messages-group-menu');

  await menu.getByRole('button', { name: 'Vote for Leader' }).click();
  await page.keyboard.press('Escape');
  await expect(menu.getByRole('button', { name: 'Vote for Leader' })).toBeVisible();
  await menu.getByRole('button', { name: 'Vote for Leader' }).click();
  await menu.getByRole('button', { name: /^Vote for Lena/ }).click();
  await expect(page.getByText('Vote cast successfully!')).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Voted for Lena' })).toBeVisible();
  await menu.getByRole('switch', { name: 'Sticky on top' }).click();
  await expect(row(page, 'Found things')).toContainText('Pinned');

  await closeToasts(page);
  await menu.getByRole('button', { name: 'View all 3 members' }).click();
  const all = page.getByRole('dialog', { name: 'All members' });
  await all.getByLabel('Search members').fill('pi');
  await expect(all.getByRole('listitem')).toHaveCount(1);
  // Going back closes the list alone.
  await over(page, 'members');
  await page.goBack();
  await expect(all).toBeHidden();
  await expect(page.getByRole('button', { name: 'Group menu' })).toBeVisible();
  // A toast on which the pointer rests stays where it is, over the menu's button.
  await page.mouse.move(200, 500);
  await page.getByRole('button', { name: 'Group menu' }).click();
  await menu.getByRole('button', { name: 'Leave Group' }).click();
  const question = page.getByRole('dialog', { name: 'Leave "Found things"?' });
  await expect(question).toContainText('The ownership goes to the earliest member.');
  await question.getByRole('button', { name: 'Leave Group' }).click();
  await expect(page.getByText('Left group successfully. Ownership has been transferred.')).toBeVisible();
  await expect(page).toHaveURL(/\/(\?.*)?$/);
});

test('who is not signed in is asked to, and what is not there says so', async ({
  openBrowser,
  signIn,
  guard,
}) => {
  guard.expect(/404 .*\/api\/conversations\//);
  const visitor = await openBrowser();
  await visitor.goto('/messages');
  await expect(visitor.getByText('Please sign in to continue')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Go to Home' })).toBeVisible();
  // As every page that is somebody's own.
  await expect(visitor.getByRole('heading', { name: 'Messages' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Back to Map' })).toBeVisible();
  await saveScreen(visitor, 'messages-visitor');
  const { page } = await signIn({ name: 'Tom' });
  await page.goto('/messages');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await expect(
    page.getByText('Join a chat room or start a private conversation to get started'),
  ).toBeVisible();
  await page.getByLabel('Search conversations').fill('zzz');
  await expect(page.getByText('No conversations found')).toBeVisible();
  await page.goto('/messages/01a1ff5b-0000-7000-8000-000000000000');
  await expect(page.getByText('Conversation not found')).toBeVisible();
});
