import { listMembers, sendMessage } from '@dazi/contract/chat/conversations';
import { muteMember, setRoomModerator, setSlowMode } from '@dazi/contract/chat/rooms';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { bubble, field, openChat, openRoom, say, write } from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { saveScreen } from './screens.ts';
import { expect, giveSession, test } from './server.fixture.ts';
import { holdFinger } from './touch.ts';

const log = (page: Page): Locator => page.getByRole('log');
const management = (page: Page): Locator => page.getByRole('dialog', { name: 'Manage Group' });

async function openMenuOf(page: Page, words: string) {
  const line = page.locator('.conversations-bubble-line').filter({ hasText: words });
  await line.hover();
  await line.getByRole('button', { name: 'Message actions' }).click();
}

/** The list of all members of an open conversation. */
async function members(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Group menu' }).click();
  await page.getByRole('button', { name: /View all/ }).click();
  return page.getByRole('dialog', { name: 'All members' });
}

async function aboutMember(page: Page, list: Locator, name: string, entry: string) {
  await list.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('a room moderator removes a message and mutes for ten minutes; everything else stays the owner’s', async ({
  signIn,
  personOf,
  guard,
}) => {
  guard.expect(/403 .*\/api\/conversations\//);
  const [olive, rosa, bruno] = [
    await signIn({ name: 'Olive' }),
    await signIn({ name: 'Rosa Keeps' }),
    await signIn({ name: 'Bruno', device: phoneDevice }),
  ];
  const [owner, keeper, member] = [await personOf(olive), await personOf(rosa), await personOf(bruno)];
  const chat = await openRoom([owner, keeper, member], 'Thimble swappers');
  await say(member, chat, 'You are all thieves');
  await say(owner, chat, 'Please be kind');
  for (const { page } of [rosa, bruno]) await openChat(page, chat);
  // Before she is a moderator nothing of it is offered.
  await openMenuOf(rosa.page, 'You are all thieves');
  await expect(rosa.page.getByRole('button', { name: 'Report', exact: true })).toBeVisible();
  await expect(rosa.page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
  await rosa.page.keyboard.press('Escape');

  // The owner makes her one, in the management.
  await olive.page.goto(`/chat-rooms/${chat.roomId}/manage`);
  await management(olive.page)
    .getByRole('tab', { name: /Participants/ })
    .click();
  await aboutMember(olive.page, management(olive.page), 'Rosa Keeps', 'Make moderator');
  await expect(management(olive.page).getByRole('listitem').filter({ hasText: 'Rosa Keeps' })).toContainText(
    'Moderator',
    live,
  );
  await expectNoViolationsInEitherTheme(olive.page, 'room order in the management');
  await saveScreen(olive.page, 'room-order-management');
  await expect(log(rosa.page).getByText('Rosa Keeps is a room moderator now')).toBeVisible(live);

  // She removes the message, and not the owner's; it goes on everybody's screen.
  await openMenuOf(rosa.page, 'Please be kind');
  await expect(rosa.page.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await expect(rosa.page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
  await rosa.page.keyboard.press('Escape');
  await openMenuOf(rosa.page, 'You are all thieves');
  await rosa.page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = rosa.page.getByRole('dialog', {
    name: /Remove this message for everybody\? Bruno is told/,
  });
  await question.getByRole('button', { name: 'Delete' }).click();
  for (const { page } of [rosa, bruno]) {
    await expect(bubble(page, 'Removed by a room moderator')).toBeVisible(live);
    await expect(bubble(page, 'You are all thieves')).toHaveCount(0);
  }

  // She mutes him; his composer says until when and why.
  const list = await members(rosa.page);
  await expect(list.getByRole('button', { name: 'More actions for Olive' })).toHaveCount(0);
  await list.getByRole('button', { name: 'More actions for Bruno' }).click();
  await expect(rosa.page.getByRole('menuitem', { name: 'Make moderator' })).toHaveCount(0);
  await rosa.page.getByRole('menuitem', { name: 'Mute' }).click();
  const mute = rosa.page.getByRole('dialog', { name: 'For how long may Bruno not write here?' });
  await mute.getByLabel('Reason (optional)').fill('No insults here');
  await expectNoViolationsInEitherTheme(rosa.page, 'the question about muting');
  await saveScreen(rosa.page, 'room-order-mute');
  await mute.getByRole('button', { name: 'Mute' }).click();
  await expect(bruno.page.getByText(/You cannot write here until .*Reason: No insults here/)).toBeVisible(
    live,
  );
  await expect(field(bruno.page)).toHaveCount(0);
  await expect(log(bruno.page).getByText('Bruno cannot write for 10 minutes')).toBeVisible();
  // Without a field to write in nothing is offered that leads there.
  await holdFinger(bruno.page, bubble(bruno.page, 'Please be kind'));
  await expect(bruno.page.getByRole('button', { name: 'Report', exact: true })).toBeVisible();
  await expect(bruno.page.getByRole('button', { name: 'Reply', exact: true })).toHaveCount(0);
  await bruno.page.keyboard.press('Escape');
  await expectNoViolationsInEitherTheme(bruno.page, 'muted on a phone');
  await saveScreen(bruno.page, 'room-order-muted');
  await expect(list.getByText(/Bruno cannot write until/)).toBeVisible(live);
  await saveScreen(rosa.page, 'room-order-members');

  // What is not hers is refused, and she may let him write again.
  expect(
    await keeper.call(setSlowMode, { params: { roomId: chat.roomId }, body: { seconds: 30 } }),
  ).toMatchObject({ status: 403, code: 'NOT_THE_ROOM_AUTHOR' });
  const about = { params: { roomId: chat.roomId, memberId: member.id } };
  expect(await keeper.call(setRoomModerator, { ...about, body: { isModerator: true } })).toMatchObject({
    status: 403,
  });
  expect(
    await member.call(muteMember, {
      params: { ...about.params, memberId: keeper.id },
      body: { minutes: 10 },
    }),
  ).toMatchObject({ status: 403 });
  await aboutMember(rosa.page, list, 'Bruno', 'Let them write again');
  await expect(field(bruno.page)).toBeVisible(live);
  await holdFinger(bruno.page, bubble(bruno.page, 'Please be kind'));
  await expect(bruno.page.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
  await bruno.page.keyboard.press('Escape');
  await write(bruno.page, 'I am sorry');
  await expect(bubble(rosa.page, 'I am sorry')).toBeVisible(live);

  // The author was told of what was removed.
  await bruno.page.goto('/');
  await bruno.page.getByRole('button', { name: /Notifications/ }).click();
  await expect(bruno.page.getByText('A moderator of Thimble swappers removed it')).toBeVisible(live);
});

test('slow mode holds for one member on two devices, and counts down', async ({
  signIn,
  openBrowser,
  personOf,
  guard,
}) => {
  guard.expect(/429 .*\/api\/conversations\//);
  const [opal, sven] = [await signIn({ name: 'Opal' }), await signIn({ name: 'Sven' })];
  const [owner, member] = [await personOf(opal), await personOf(sven)];
  const chat = await openRoom([owner, member], 'Ladle carvers');
  const other = await openBrowser({ device: phoneDevice });
  await giveSession(other.context(), member);
  for (const page of [sven.page, other]) await openChat(page, chat);

  await opal.page.goto(`/chat-rooms/${chat.roomId}/manage`);
  await management(opal.page)
    .getByRole('tab', { name: /Participants/ })
    .click();
  const slow = management(opal.page).getByRole('region', { name: 'Slow mode' });
  await slow.getByRole('button', { name: '10 seconds' }).click();
  await expect(slow.getByRole('button', { name: '10 seconds' })).toHaveAttribute('aria-pressed', 'true');
  for (const page of [sven.page, other]) {
    await expect(page.getByText('Slow mode: one message every 10 seconds').last()).toBeVisible(live);
  }

  await write(sven.page, 'First spoon');
  for (const page of [sven.page, other]) {
    await expect(page.getByText(/You can write again in \d+ s/)).toBeVisible(live);
    await field(page).fill('Second spoon');
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  }
  await expectNoViolationsInEitherTheme(other, 'slow mode on a phone');
  await saveScreen(other, 'room-order-slow');
  const params = { conversationId: chat.conversationId };
  expect(await member.call(sendMessage, { params, body: { content: 'Too soon' } })).toMatchObject({
    status: 429,
    code: 'SLOW_MODE',
  });
  // Then it is there again, without a reload.
  await expect(other.getByText(/You can write again/)).toHaveCount(0);
  await field(other).press('Enter');
  await expect(bubble(sven.page, 'Second spoon')).toBeVisible(live);
  await slow.getByRole('button', { name: 'Off' }).click();
  await expect(log(other).getByText('Slow mode is off')).toBeVisible(live);
  expect((await member.get(listMembers, { params })).data).toHaveLength(2);
});

test('on a phone a finger held on a message removes it, too', async ({ signIn, personOf, somebody }) => {
  const petra = await signIn({ name: 'Petra Ordens', device: phoneDevice });
  const [owner, guest] = [await personOf(petra), await somebody('Quirin')];
  const chat = await openRoom([owner, guest], 'Bellows menders');
  await say(guest, chat, 'Buy my bellows now');
  await openChat(petra.page, chat);
  await holdFinger(petra.page, bubble(petra.page, 'Buy my bellows now'));
  await petra.page.getByRole('button', { name: 'Delete', exact: true }).click();
  await petra.page
    .getByRole('dialog', { name: /Quirin is told/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(bubble(petra.page, 'Removed by a room moderator')).toBeVisible(live);
});
