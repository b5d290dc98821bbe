import { expect, type Page } from '@playwright/test';
import { sendPrivateMessage } from '../contract/src/chat/private-conversations.ts';
import { addMiniApp } from '../contract/src/mini-apps/mini-apps.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { atSea, mapAtSea } from './at-sea.ts';
import { askToJoin, openChat, openRoom, say } from './chatting.ts';
import { card, openComposer, openDetail } from './posting.ts';
import { nothingOver, openMap, saveScreen, walkTo } from './screens.ts';
import type { SignedIn } from './server.fixture.ts';
import { expectWhole } from './whole-texts.ts';

/** Where a walk takes place, and what its screens are called. */
export interface Walk {
  /** Who looks. */
  looker: SignedIn;
  /** The same, without the browser. */
  me: TestPerson;
  /** Said of every screen. */
  at: string;
}

/** Somebody else, by a name that others find them by. */
export interface Other {
  name: string;
  person: TestPerson;
}

/** The map, a post and its composer, the plain pages, and governance. */
export async function throughThePages({ looker, me, at }: Walk, place: Parameters<typeof atSea>[0]) {
  const { page } = looker;
  const seen = (name: string) => expectWhole(page, `${name}-${at}`);
  await me.post({ content: 'Who comes along to the lighthouse on Sunday?', location: atSea(place) });
  await openMap(page, mapAtSea(place, 11));
  await seen('map');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await seen('menu');
  await page.keyboard.press('Escape');
  // While it goes it still takes the press that would open something else.
  await expect(page.getByRole('menu')).toBeHidden();
  if (page.viewportSize()!.width < 768) await expectNoPreview(page, 'lighthouse');
  const open = await openDetail(page, looker.name, 'lighthouse');
  await seen('post');
  await page.keyboard.press('Escape');
  await expect(open).toBeHidden();
  // A marker that lies below the pointer would show its post, over where the button stands.
  await page.mouse.move(1, 1);
  await openComposer(page);
  await seen('composer');
  await page.keyboard.press('Escape');
  for (const [name, path] of [
    ['messages', '/messages'],
    ['profile', '/profile'],
    ['my-posts', '/my-posts'],
    ['wallet', '/wallet'],
    ['policy', '/terms-policy'],
  ] as const) {
    await walkTo(page, path);
    await expect(page.getByRole('heading').first()).toBeAttached();
    await seen(name);
  }
  await walkTo(page, '/my-posts');
  await page.getByRole('button', { name: 'Community Governance' }).click();
  const governance = page.getByRole('dialog', { name: 'Community Governance' });
  await expect(governance.getByRole('tab')).toHaveCount(4);
  for (const tab of await governance.getByRole('tab').all()) {
    await tab.click();
    await seen(`governance-${(await tab.textContent())!.trim()}`);
  }
  await page.keyboard.press('Escape');
  await nothingOver(page);
}

/** Where the list lies over the map, a preview of what the mouse comes to would take the press that follows. */
async function expectNoPreview(page: Page, text: string) {
  await card(page, text).hover();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await expect(page.locator('.map-popover')).toHaveCount(0);
}

/** Brings each part of what scrolls in a dialog into sight, one windowful after the other. */
async function alongTheDialog(page: Page, seen: (part: number) => Promise<void>): Promise<void> {
  const body = page.getByRole('dialog').last().locator('.body');
  for (let part = 1; ; part++) {
    await seen(part);
    const isEnd = await body.evaluate((element) => {
      const before = element.scrollTop;
      element.scrollBy({ top: element.clientHeight * 0.8, behavior: 'instant' });
      return element.scrollTop - before < 1;
    });
    if (isEnd) return;
  }
}

/** What lies over the pages: settings, notifications, and how Dazi are sent. */
export async function throughTheDialogs({ looker, me, at }: Walk, friend: Other) {
  const { page } = looker;
  const seen = (name: string) => expectWhole(page, `${name}-${at}`);
  await friend.person.get(sendPrivateMessage, {
    body: { receiverId: me.id, content: 'Are you coming to the lighthouse?' },
  });
  await page.goto('/my-posts');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByLabel('Quiet hours').click();
  await expect(settings.getByLabel('To', { exact: true })).toBeVisible();
  await settings.locator('.body').evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }));
  await alongTheDialog(page, (part) => seen(`settings-${part}`));
  await settings.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible();
  await seen('account-deletion');
  await page.keyboard.press('Escape');
  await expect(settings).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await nothingOver(page);

  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('lighthouse');
  await seen('notifications');
  await page.keyboard.press('Escape');
  await nothingOver(page);

  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Send Money' }).click();
  await page.getByLabel('Send to').fill(friend.name);
  await expect(page.getByRole('option').first()).toBeVisible();
  await seen('wallet-search');
  await page.getByRole('option').first().click();
  await page.getByLabel('Amount (Dazi)').fill('4000');
  await page.getByLabel('Memo (optional)').fill('For the boat to the lighthouse and back');
  await seen('wallet-send');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await seen('wallet-refused');
}

/** Conversations with what opens in them, and a group from its making to its management. */
export async function throughTheTalks(
  { looker, me, at }: Walk,
  [friend, asking]: readonly [TestPerson, TestPerson],
  name = 'Friends of the lighthouse',
) {
  const { page } = looker;
  const seen = (name: string) => expectWhole(page, `${name}-${at}`);
  const chat = await openRoom([me, friend], name, 'Every Sunday at two, by the stairs.');
  await askToJoin(asking, chat, 'I keep the lighthouse on the other side of the bay.');
  const { conversationId } = chat;
  await say(friend, chat, 'Who brings the lamp?', 'And who knows how many stairs there are?');
  await say(me, chat, 'I have the lamp, and somebody should bring matches.');
  const poll = { title: 'When do we go up?', config: { options: ['On Sunday at two', 'In the evening'] } };
  await friend.get(addMiniApp, { params: { conversationId }, body: { appType: 'poll', ...poll } });

  await openChat(page, chat);
  await expect(page.locator('.mini-apps-card')).toBeVisible();
  await seen('room');
  const mine = page.locator('.conversations-bubble-line').filter({ hasText: 'I have the lamp' });
  await mine.getByRole('button', { name: 'Message actions' }).press('Enter');
  await expect(page.locator('.conversations-menu-reactions')).toBeVisible();
  await seen('room-message-menu');
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await page
    .getByLabel('Your message')
    .fill('A text of several lines, so that the field in which it is written grows.');
  await seen('room-reply');
  await page.getByRole('button', { name: 'Add mini app' }).click();
  await expect(page.locator('.mini-apps-offered').first()).toBeVisible();
  await seen('mini-apps');
  await page.getByRole('button', { name: /^Quick Poll/ }).click();
  await expect(page.getByRole('dialog').getByLabel('Question', { exact: true })).toBeVisible();
  await seen('poll-form');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await nothingOver(page);
  await page.getByRole('button', { name: 'Group menu' }).click();
  await expect(page.locator('.conversations-group-menu')).toBeVisible();
  await seen('group-menu');
  await page.keyboard.press('Escape');

  const body = { receiverId: me.id, content: 'Only for you: it is 132 stairs.' };
  const { data } = await friend.get(sendPrivateMessage, { body });
  await openChat(page, { ...chat, conversationId: data.conversationId });
  await seen('private');

  await page.goto('/my-posts');
  await page.goto(`/my-chatrooms/${chat.roomId}`);
  const management = page.getByRole('dialog', { name: 'Manage Group' });
  await expect(management.getByRole('listitem').first()).toBeVisible();
  await alongTheDialog(page, (part) => seen(`room-requests-${part}`));
  await management.getByRole('tab').nth(1).click();
  await management.getByRole('button', { name: 'Make a link' }).click();
  await expect(management.getByRole('textbox', { name: 'The invite link' })).toBeVisible();
  await alongTheDialog(page, (part) => seen(`room-participants-${part}`));
}

/** The form that makes a group. */
export async function throughTheMakingOfAGroup({ looker, at }: Walk) {
  const { page } = looker;
  await openMap(page);
  await page.locator('.shell-header').getByRole('button', { name: 'Create Group' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await alongTheDialog(page, (part) => expectWhole(page, `create-room-${part}-${at}`));
}

/** The lists of the panel, and the activities that there are for a plan. */
export async function throughThePlans({ looker, at }: Walk) {
  const { page } = looker;
  await openMap(page);
  const lists = page.locator('.map-page-switch, .map-page-tabs').filter({ visible: true });
  for (const list of ['Groups', 'Soon']) {
    await lists.getByText(list, { exact: true }).click();
    await saveScreen(page, `large-${list}-${at}`);
    expect(await lists.locator('label').evaluateAll(wordsNotWhole)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Make a plan' }).filter({ visible: true }).first().click();
  const picker = page.getByRole('dialog').locator('.plans-picker');
  await picker.getByRole('button', { name: 'All activities' }).click();
  await expect(picker.getByRole('heading').first()).toBeVisible();
  await saveScreen(page, `large-activities-${at}`);
  expect(await picker.locator('.plans-tile').evaluateAll(wordsNotWhole)).toEqual([]);
}

/** Words on more than one line, and those that reach over the edge of what they are in. */
function wordsNotWhole(choices: Element[]): string[] {
  return choices.flatMap((choice) => {
    const found: string[] = [];
    const edge = choice.getBoundingClientRect();
    const texts = document.createTreeWalker(choice, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.textContent!.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        // Numbers are left out where there is no room for them.
        const lines = [...range.getClientRects()];
        if (lines.length > 1 || lines.some(({ left, right }) => left < edge.left || right > edge.right))
          found.push(word);
      }
    }
    return found;
  });
}
