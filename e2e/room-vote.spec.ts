import { getLeaderVotes, removeRoom, voteForLeader } from '@dazi/contract/chat/rooms';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { openChat, openRoom } from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const management = (page: Page): Locator => page.getByRole('dialog', { name: 'Manage Group' });

test('in a fresh room newcomers elect a leader, who waits; the founder objects and leads again', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/403 .*\/api\/chatrooms/);
  const [fritz, nele] = [
    await signIn({ name: 'Fritz Founds', device: phoneDevice }),
    await signIn({ name: 'Nele Leads' }),
  ];
  const [founder, leader] = [await personOf(fritz), await personOf(nele)];
  const others = [await somebody('Vote One'), await somebody('Vote Two'), await somebody('Vote Three')];
  const chat = await openRoom([founder, leader, ...others], 'Wick trimmers');
  const params = { conversationId: chat.conversationId };
  for (const { page } of [fritz, nele]) await openChat(page, chat);
  // Whoever votes is told how many count.
  await nele.page.getByRole('button', { name: 'Group menu' }).click();
  await nele.page.getByRole('button', { name: 'Vote for Leader' }).click();
  await expect(nele.page.getByText('5 members count, more than half are needed')).toBeVisible();
  await nele.page.getByRole('button', { name: /Vote for Nele Leads/ }).click();
  for (const voter of others.slice(0, 2)) {
    await voter.get(voteForLeader, { params, body: { candidateId: leader.id } });
  }
  await expect(
    fritz.page.getByText(/The members chose Nele Leads\. If people came only to vote/),
  ).toBeVisible(live);
  await expectNoViolationsInEitherTheme(fritz.page, 'voted out on a phone');
  await saveScreen(fritz.page, 'room-vote-deposed');

  // The new leader reads what waits, and is refused it.
  await nele.page.getByRole('button', { name: 'Group Wallet' }).click();
  const wallet = nele.page.getByRole('dialog', { name: 'Group Wallet' });
  await expect(
    wallet.getByText(/A new leader can send from this wallet 48 hours after the vote/),
  ).toBeVisible();
  await expect(wallet.locator('.wallet-send')).toHaveCount(0);
  await saveScreen(nele.page, 'room-vote-wallet');
  await nele.page.goto(`/chat-rooms/${chat.roomId}/manage`);
  await expect(
    management(nele.page).getByText(/you cannot delete the room, send from its wallet/),
  ).toBeVisible();
  await saveScreen(nele.page, 'room-vote-restricted');
  await management(nele.page)
    .getByRole('tab', { name: /Participants/ })
    .click();
  await management(nele.page).getByRole('button', { name: 'Remove Vote Three' }).click();
  await nele.page
    .getByRole('dialog', { name: 'Remove Vote Three?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await expect(nele.page.getByText('A new leader can do this 48 hours after the vote')).toBeVisible();
  expect(await leader.call(removeRoom, { body: { chatRoomId: chat.roomId } })).toMatchObject({
    code: 'LEADER_TOO_NEW',
  });

  await fritz.page.getByRole('button', { name: 'Object', exact: true }).click();
  await fritz.page.getByRole('dialog', { name: 'Object' }).getByRole('button', { name: 'Object' }).click();
  await expect(fritz.page.getByText('You lead the group again.')).toBeVisible(live);
  await expect(
    fritz.page.getByRole('log').getByText('Fritz Founds objected to the vote and leads the group again'),
  ).toBeVisible(live);
  await expect(fritz.page.getByText(/The members chose/)).toHaveCount(0);
  // Whoever had the room open hears that it is another's.
  await expect(management(nele.page)).toHaveCount(0, live);

  // For a month only those count who had been there for long: a second vote elects nobody.
  for (const voter of [leader, ...others]) {
    expect(await voter.call(voteForLeader, { params, body: { candidateId: leader.id } })).toMatchObject({
      newOwner: null,
      counted: 0,
    });
  }
  expect((await founder.get(getLeaderVotes, { params })).counted).toBe(0);
  await openChat(nele.page, chat);
  await nele.page.getByRole('button', { name: 'Group menu' }).click();
  await nele.page.getByRole('button', { name: /Voted for Nele Leads/ }).click();
  await expect(nele.page.getByText(/Your vote counts from/)).toBeVisible(live);
});

test('who is voted in while they look into the wallet of the group is offered no form that is refused', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const [founder, nele] = [await somebody('Frieda Founds'), await signIn({ name: 'Nele Looks' })];
  const leader = await personOf(nele);
  const other = await somebody('Vote Other');
  const chat = await openRoom([founder, leader, other], 'Candle dippers');
  const params = { conversationId: chat.conversationId };
  await leader.get(voteForLeader, { params, body: { candidateId: leader.id } });
  await openChat(nele.page, chat);
  await nele.page.getByRole('button', { name: 'Group menu' }).click();
  await nele.page.getByRole('button', { name: 'Group Wallet' }).click();
  const wallet = nele.page.getByRole('dialog', { name: 'Group Wallet' });
  await expect(wallet.getByText(/Only the owner can send from this wallet/)).toBeVisible();
  await other.get(voteForLeader, { params, body: { candidateId: leader.id } });
  await expect(
    wallet.getByText(/A new leader can send from this wallet 48 hours after the vote/),
  ).toBeVisible(live);
  await expect(wallet.locator('.wallet-send')).toHaveCount(0);
});
