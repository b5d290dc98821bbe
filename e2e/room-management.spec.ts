import type { Page } from '@playwright/test';
import { joinRoom, leaveRoom, type Room } from '../contract/src/chat/rooms.ts';
import { getWallet, transfer } from '../contract/src/wallet/wallet.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { atSea } from './at-sea.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { mapReady, over, saveScreen, walkTo } from './screens.ts';
import { expect, type SignedIn, test } from './server.fixture.ts';

const place = atSea('rooms');
/** 314 miles north of it. */
const farAway = { latitude: place.latitude + 4.55, longitude: place.longitude };

const management = (page: Page) => page.getByRole('dialog', { name: 'Manage Group' });
const detail = (page: Page) => page.locator('.rooms-detail');
const participants = (page: Page) => management(page).getByRole('tab', { name: /^Participants/ });

/** Owned by whoever is signed in there. */
async function ownRoom({ context, id }: SignedIn, name: string): Promise<Room> {
  const data = { authorId: id, name, ...place, placed: true, joinRadius: 10 };
  const answer = await context.request.post('/api/chatrooms', { data });
  expect(answer.ok()).toBe(true);
  return (await answer.json()).data;
}

const join = (person: TestPerson, room: Room, from: object = place) =>
  person.get(joinRoom, { params: { roomId: room.id }, body: { userId: person.id, ...from } });

test('MOD-013 somebody from afar asks, is denied, is let in after all, and sees it at once', async ({
  signIn,
}) => {
  const owner = await signIn({ name: 'Dora' });
  const room = await ownRoom(owner, 'Night bakers');
  const far = await signIn({ name: 'Tiago', at: farAway, gender: 'M' });
  await far.page.goto(`/my-chatrooms/${room.id}`);
  await expect(detail(far.page)).toContainText('Night bakers');
  await detail(far.page).getByLabel('Message to the owner').fill('I bake at four in the morning.');
  await detail(far.page).getByRole('button', { name: 'Join Chat' }).click();
  await expect(
    far.page.getByText(
      'Join request sent! You are outside the group radius and need approval from the group owner.',
    ),
  ).toBeVisible();
  await expect(detail(far.page).getByRole('button', { name: 'Pending' })).toBeDisabled();

  const { page } = owner;
  await page.goto(`/my-chatrooms/${room.id}`);
  const row = management(page).getByRole('listitem').filter({ hasText: 'Tiago' });
  await expect(row).toContainText('I bake at four in the morning.');
  await expect(row).toContainText(/31[0-9]\.\d\u00a0miles from the room/);
  await expect(row.getByRole('img', { name: 'Male' })).toBeVisible();
  await expect(management(page).getByRole('tab', { name: /^Join Requests/ })).toContainText('1');
  await saveScreen(page, 'room-requests');
  await row.getByRole('button', { name: 'Deny Tiago' }).click();
  await expect(page.getByText('Join request denied successfully')).toBeVisible();
  await expect(row).toContainText('Denied');
  await expect(detail(far.page).getByRole('button', { name: 'Request Denied' })).toBeDisabled();
  await expect(detail(far.page)).toContainText('Request denied');

  await row.getByRole('button', { name: 'Approve Tiago' }).click();
  await expect(page.getByText('Join request approved successfully')).toBeVisible();
  await expect(row).toContainText('Approved');
  await expect(detail(far.page)).toContainText("You're a member");
  await detail(far.page).getByRole('button', { name: 'Open Chat' }).click();
  await expect(far.page).toHaveURL(new RegExp(`/messages/${room.conversationId}`));

  await participants(page).click();
  await expect(management(page).getByRole('listitem').filter({ hasText: 'Tiago' })).toContainText(
    'by request',
  );
});

test('MOD-023 people are removed and banned, others than oneself, and let join again', async ({
  signIn,
  somebody,
  guard,
}) => {
  guard.expect(/503 .*\/bans/, /Failed to unban participant/);
  const owner = await signIn({ name: 'Elsa' });
  const room = await ownRoom(owner, 'Kite flyers');
  const [ivo, jan] = [await somebody('Ivo'), await somebody('Jan')];
  await join(ivo, room);
  await join(jan, room);
  const { page } = owner;
  await page.goto(`/my-chatrooms/${room.id}`);
  await expect(management(page)).toContainText('No join requests');
  await participants(page).click();
  const row = (name: string) => management(page).getByRole('listitem').filter({ hasText: name });
  await expect(row('Elsa')).toContainText('Owner');
  await expect(row('Elsa').getByRole('button')).toHaveCount(0);
  await expect(row('Ivo')).toContainText('within the radius');
  await saveScreen(page, 'room-participants');
  await management(page).getByRole('searchbox').fill('Jan');
  await expect(row('Ivo')).toHaveCount(0);
  await management(page).getByRole('searchbox').fill('nobody of that name');
  await expect(management(page)).toContainText('Nobody has that name here');
  await management(page).getByRole('searchbox').fill('');

  await row('Ivo').getByRole('button', { name: 'Remove Ivo' }).click();
  await page.getByRole('dialog', { name: 'Remove Ivo?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Participant removed successfully')).toBeVisible();
  await expect(row('Ivo')).toHaveCount(0);
  // JOIN-045: who was removed may come back, who was banned may not.
  await join(ivo, room);
  await expect(row('Ivo')).toHaveCount(1);
  await row('Jan').getByRole('button', { name: 'Ban Jan' }).click();
  const ban = page.getByRole('dialog', { name: 'Ban Jan?' });
  await ban.getByLabel('Reason').fill('Cuts the strings');
  await ban.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(page.getByText('Participant banned successfully')).toBeVisible();
  await expect(row('Jan')).toHaveCount(0);
  const refused = await jan.call(joinRoom, { params: { roomId: room.id }, body: place });
  expect(refused).toMatchObject({ success: false, code: 'REQUEST_DENIED' });
  // Until the owner thinks better of it.
  await management(page).getByRole('button', { name: 'Banned', exact: true }).click();
  const bans = page.getByRole('dialog', { name: 'Banned people' });
  await expect(bans.getByRole('listitem')).toHaveText(/Jan.*Banned on .*Cuts the strings/s);
  await expectNoViolationsInEitherTheme(page, 'who is banned from a room');
  await saveScreen(page, 'room-bans');
  await page.route('**/bans', (route) => route.fulfill({ status: 503, json: {} }));
  await bans.getByRole('button', { name: 'Unban Jan' }).click();
  await expect(page.getByText('Failed to unban participant', { exact: true })).toBeVisible();
  await page.unroute('**/bans');
  await bans.getByRole('button', { name: 'Unban Jan' }).click();
  await expect(page.getByText('Jan may join again.')).toBeVisible();
  await expect(bans.getByText('Nobody is banned')).toBeVisible();
  await over(page, 'bans');
  await page.goBack();
  await expect(bans).toBeHidden();
  await expect(management(page)).toBeVisible();
  await join(jan, room);
  await expect(row('Jan')).toHaveCount(1);
});

test('whoever leaves while the owner decides is banned all the same', async ({ signIn, somebody, guard }) => {
  guard.expect(/404 .*\/moderation/, /Failed to remove participant/);
  const owner = await signIn({ name: 'Yara' });
  const room = await ownRoom(owner, 'Lamp lighters');
  const [leo, mia] = [await somebody('Leo'), await somebody('Mia')];
  await join(leo, room);
  await join(mia, room);
  const leave = (person: TestPerson) =>
    person.get(leaveRoom, { params: { roomId: room.id }, body: { userId: person.id } });
  const { page } = owner;
  await page.goto(`/my-chatrooms/${room.id}`);
  await participants(page).click();
  const row = (name: string) => management(page).getByRole('listitem').filter({ hasText: name });
  await row('Leo').getByRole('button', { name: 'Ban Leo' }).click();
  const ban = page.getByRole('dialog', { name: 'Ban Leo?' });
  await ban.getByLabel('Reason').fill('Breaks the lamps');
  await leave(leo);
  await expect(page.locator('.rooms-row').filter({ hasText: 'Leo' })).toHaveCount(0);
  await expect(ban.getByLabel('Reason')).toHaveValue('Breaks the lamps');
  await ban.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(page.getByText('Participant banned successfully')).toBeVisible();
  await expect(ban).toBeHidden();
  const refused = await leo.call(joinRoom, { params: { roomId: room.id }, body: place });
  expect(refused).toMatchObject({ success: false, code: 'REQUEST_DENIED' });

  // There is nothing to remove them from, and that is what it says.
  await row('Mia').getByRole('button', { name: 'Remove Mia' }).click();
  await leave(mia);
  await expect(page.locator('.rooms-row').filter({ hasText: 'Mia' })).toHaveCount(0);
  await page.getByRole('dialog', { name: 'Remove Mia?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('This person is not in the chat room')).toBeVisible();
});

test('an invite link lets people in from anywhere, until it is renewed or closed', async ({
  signIn,
  guard,
}) => {
  guard.expect(/40[04] .*\/api\/chatrooms\//);
  const owner = await signIn({ name: 'Hugo' });
  const room = await ownRoom(owner, 'Stamp swappers');
  const { page } = owner;
  await page.goto(`/my-chatrooms/${room.id}`);
  await participants(page).click();
  await management(page).getByRole('button', { name: 'Make a link' }).click();
  const field = management(page).getByLabel('The invite link');
  const first = await field.inputValue();
  expect(new URL(first).pathname).toBe(`/chat-rooms/${room.id}`);
  await owner.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await management(page).getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await management(page).getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByText('There is a new link; the old one opens nothing any more.')).toBeVisible();
  const second = await field.inputValue();
  expect(second).not.toBe(first);

  // From far away, and nobody is asked where they are.
  const guest = await signIn({ name: 'Pia' });
  await guest.page.goto(first);
  await detail(guest.page).getByRole('button', { name: 'Join Chat' }).click();
  await expect(guest.page.getByText('This invite link is not valid any more')).toBeVisible();
  // The ordinary ways in are there again.
  await expect(guest.page).toHaveURL(new RegExp(`/chat-rooms/${room.id}$`));
  await expect(detail(guest.page)).not.toContainText('You were invited');
  const afar = await signIn({ name: 'Rui', at: farAway });
  await afar.page.goto(`/chat-rooms/${room.id}?invite=mistyped.`);
  await detail(afar.page).getByRole('button', { name: 'Join Chat' }).click();
  await expect(afar.page.getByText('This invite link is not valid any more')).toBeVisible();
  await detail(afar.page).getByLabel('Message to the owner').fill('Your link is an old one.');
  await detail(afar.page).getByRole('button', { name: 'Join Chat' }).click();
  await expect(detail(afar.page).getByRole('button', { name: 'Pending' })).toBeDisabled();
  // Whoever waits is let in by one that opens the room, whoever is banned is not told of it.
  await afar.page.goto(second);
  await expect(detail(afar.page)).toContainText('You were invited');
  await expect(detail(afar.page)).toContainText('Request sent, waiting for approval');
  await saveScreen(afar.page, 'room-invited-while-waiting');
  await detail(afar.page).getByRole('button', { name: 'Join Chat' }).click();
  await expect(afar.page).toHaveURL(new RegExp(`/messages/${room.conversationId}`));
  const ban = { userId: owner.id, targetUserId: afar.id };
  await owner.context.request.post(`/api/chatrooms/${room.id}/moderation`, { data: ban });
  await afar.page.goto(second);
  await expect(detail(afar.page).getByRole('button', { name: 'Request Denied' })).toBeDisabled();
  await expect(detail(afar.page)).not.toContainText('You were invited');

  await guest.page.goto(second);
  await expect(detail(guest.page)).toContainText('You were invited');
  await detail(guest.page).getByRole('button', { name: 'Join Chat' }).click();
  await expect(guest.page.getByText('Joined chat room successfully!')).toBeVisible();
  await expect(guest.page).toHaveURL(new RegExp(`/messages/${room.conversationId}`));

  await management(page).getByRole('button', { name: 'Close link' }).click();
  await expect(page.getByText('The invite link is closed.')).toBeVisible();
  await expect(management(page).getByRole('button', { name: 'Make a link' })).toBeVisible();
});

test('MOD-028 deleting a room asks for its name and loads the map anew', async ({ signIn }) => {
  const owner = await signIn({ name: 'Kira' });
  const room = await ownRoom(owner, 'Moth watchers');
  const { page } = owner;
  await page.goto(`/chat-rooms/${room.id}/manage`);
  await management(page).getByRole('button', { name: 'Delete room' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this room?' });
  const confirm = question.getByRole('button', { name: 'Delete room' });
  await expect(confirm).toBeDisabled();
  await question.getByLabel('Type the room name to confirm').fill('Moth');
  await expect(confirm).toBeDisabled();
  await question.getByLabel('Type the room name to confirm').fill('Moth watchers');
  await saveScreen(page, 'room-deletion');
  const loaded = page.waitForEvent('load');
  await confirm.click();
  await loaded;
  await expect(page).toHaveURL(/\/(\?.*)?$/);
  await expect(page.getByText('Chat room deleted successfully')).toBeVisible();
  await mapReady(page);
});

test('what a room is asked while it is deleted is not waited for', async ({ signIn }) => {
  const owner = await signIn({ name: 'Ilse' });
  const room = await ownRoom(owner, 'Newt watchers');
  const { page } = owner;
  let answer: () => void;
  const isDeleted = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const ofWallet = /\/api\/wallets\?conversationId=/;
  const asked = page.waitForRequest(ofWallet);
  await page.route(ofWallet, async (route) => {
    await isDeleted;
    // A page that waits no more has taken its question back.
    await route.continue().catch(() => {});
  });
  await page.goto(`/chat-rooms/${room.id}/manage`);
  await page.route(/\/(\?.*)?$/, async (route) => {
    answer();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await management(page).getByRole('button', { name: 'Delete room' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this room?' });
  await question.getByLabel('Type the room name to confirm').fill('Newt watchers');
  await asked;
  const loaded = page.waitForEvent('load');
  await question.getByRole('button', { name: 'Delete room' }).click();
  await loaded;
  await expect(page.getByText('Chat room deleted successfully')).toBeVisible();
});

test('what the wallet of a room has goes back to its last owner, who is told so before it ends', async ({
  signIn,
  personOf,
  guard,
}) => {
  // With its last member the room is gone; the page may just be saying what was read of it.
  guard.expect(/404 .*\/conversations\//);
  const owner = await signIn({ name: 'Kalle' });
  const { page } = owner;
  const person = await personOf(owner);
  const fill = async (conversationId: string, amountMinor: number) => {
    const { data } = await person.get(getWallet, { query: { userId: person.id } });
    const body = { fromWalletId: data.id, toWalletId: `group-${conversationId}`, amountMinor };
    await person.get(transfer, { body });
  };
  const deleted = await ownRoom(owner, 'Lichen club');
  await fill(deleted.conversationId, 12_50);
  await page.goto(`/chat-rooms/${deleted.id}/manage`);
  await management(page).getByRole('button', { name: 'Delete room' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this room?' });
  await expect(question).toContainText(
    'The group wallet holds 12.50\u00a0D. They go back to you, its last owner.',
  );
  await expectNoViolationsInEitherTheme(page, 'deleting a room with money');
  await saveScreen(page, 'room-deletion-with-money');
  await question.getByLabel('Type the room name to confirm').fill('Lichen club');
  const loaded = page.waitForEvent('load');
  await question.getByRole('button', { name: 'Delete room' }).click();
  await loaded;

  const left = await ownRoom(owner, 'Fern club');
  await fill(left.conversationId, 3_00);
  await page.goto(`/messages/${left.conversationId}`);
  await page.getByRole('button', { name: 'Group menu' }).click();
  await page.getByRole('button', { name: 'Leave Group' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave "Fern club"?' });
  await expect(leaving).toContainText(
    'The group wallet holds 3.00\u00a0D. They go back to you, its last owner.',
  );
  await leaving.getByRole('button', { name: 'Leave Group' }).click();
  await expect(page.getByText('Left group successfully')).toBeVisible();

  await page.goto('/wallet');
  await expect(page.getByText('Returned from a group that ended')).toHaveCount(2);
  await expect(page.locator('.wallet-columns')).toContainText('100.00');
});

test('closing the management leads back to where it was opened', async ({ signIn, somebody }) => {
  const owner = await signIn({ name: 'Zita' });
  const room = await ownRoom(owner, 'Bell ringers');
  const { page } = owner;
  const inConversation = new RegExp(`/messages/${room.conversationId}$`);
  const openFromMenu = async () => {
    await page.getByRole('button', { name: 'Group menu' }).click();
    await page
      .getByRole('dialog', { name: 'Group menu' })
      .getByRole('button', { name: 'Manage Group' })
      .click();
    await expect(management(page)).toContainText('No join requests');
  };
  await page.goto('/terms-policy');
  await walkTo(page, `/messages/${room.conversationId}`);
  await openFromMenu();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(inConversation);
  await expect(page.getByRole('button', { name: 'Group menu' })).toBeVisible();
  await expect(management(page)).toBeHidden();
  // Loaded anew, and looked at somebody in between: the way back is the same.
  await join(await somebody('Abel'), room);
  await openFromMenu();
  await page.reload();
  await participants(page).click();
  await management(page).getByRole('link', { name: 'Abel' }).first().click();
  await expect(page).toHaveURL(/\/profile\//);
  await page.goBack();
  await management(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(inConversation);
  await page.goBack();
  await expect(page).toHaveURL(/\/terms-policy$/);
  await expect(management(page)).toBeHidden();

  await page.goto(`/chat-rooms/${room.id}`);
  await detail(page).getByRole('button', { name: 'Manage Group' }).click();
  await expect(management(page)).toContainText('No join requests');
  await page.keyboard.press('Escape');
  await expect(detail(page)).toContainText('Bell ringers');
  // By its address alone there is nothing to go back to but the map.
  await page.goto(`/chat-rooms/${room.id}/manage`);
  await expect(management(page)).toContainText('No join requests');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/(\?.*)?$/);
});

test('whoever looks at a room sees that it is deleted, wherever the map is', async ({
  signIn,
  openBrowser,
  guard,
}) => {
  guard.expect(/404 .*\/api\/(chatrooms|conversations)\//);
  const owner = await signIn({ name: 'Aldo' });
  const room = await ownRoom(owner, 'Sand painters');
  const stranger = await signIn({ name: 'Bea', at: farAway });
  const visitor = await openBrowser();
  await stranger.page.goto(`/my-chatrooms/${room.id}`);
  // The map stays where it was.
  await visitor.goto(`/chat-rooms/${room.id}?map=12/${farAway.latitude}/${farAway.longitude}`);
  const { page } = owner;
  await page.goto(`/chat-rooms/${room.id}/manage`);
  await expect(management(page)).toContainText('No join requests');
  const looking = [stranger.page, visitor];
  for (const each of looking) await expect(detail(each)).toContainText('Sand painters');
  const data = { userId: owner.id, chatRoomId: room.id };
  expect((await owner.context.request.delete('/api/chatrooms', { data })).ok()).toBe(true);
  for (const each of looking) {
    await expect(detail(each).getByRole('alert')).toContainText('This room is not there any more');
    await expect(detail(each).getByRole('button', { name: /^Join/ })).toHaveCount(0);
  }
  await saveScreen(stranger.page, 'room-gone');
  // Also to its owner, on another device.
  await expect(management(page)).toContainText('This room is not there any more');
});

test('MOD-019 only the owner manages, and whoever loses the room is told', async ({
  signIn,
  somebody,
  openBrowser,
  guard,
}) => {
  guard.expect(/403 .*\/api\/chatrooms\//, /net::ERR_FAILED .*\/events/);
  const first = await signIn({ name: 'Olga' });
  const room = await ownRoom(first, 'Map folders');

  // MOD-047
  const visitor = await openBrowser();
  await visitor.goto(`/chat-rooms/${room.id}/manage`);
  await expect(management(visitor)).toContainText('Please sign in to manage chat rooms');
  const member = await signIn({ name: 'Paul', at: place });
  await member.page.goto(`/chat-rooms/${room.id}/manage`);
  await expect(management(member.page)).toContainText('Access Denied');
  await expect(management(member.page)).toContainText(
    'Only the chat room author can manage join requests and participants.',
  );

  // ROOM-008: closing leads to the messages.
  await first.page.goto(`/my-chatrooms/${room.id}`);
  await expect(management(first.page)).toContainText('No join requests');
  // The ownership passes on meanwhile, on another device.
  await join(await somebody('Rita'), room);
  const left = await first.context.request.delete(`/api/chatrooms/${room.id}`, {
    data: { userId: first.id },
  });
  expect(left.ok()).toBe(true);
  await expect(
    first.page.getByText('Only the chat room author can manage join requests', { exact: true }),
  ).toBeVisible();
  await expect(first.page).toHaveURL(/\/messages$/);

  // MOD-036: where no word of it has come yet, the refusal says so.
  const late = await signIn({ name: 'Otto' });
  const other = await ownRoom(late, 'Globe menders');
  const heir = await somebody('Rosalie');
  await join(await somebody('Far Fay'), other, farAway);
  await late.page.route('**/api/conversations/events*', (route) => route.abort());
  await late.page.goto(`/my-chatrooms/${other.id}`);
  await expect(management(late.page).getByRole('button', { name: 'Approve Far Fay' })).toBeVisible();
  await join(heir, other);
  const gone = await late.context.request.delete(`/api/chatrooms/${other.id}`, { data: { userId: late.id } });
  expect(gone.ok()).toBe(true);
  const refused = late.page.waitForResponse((response) => response.status() === 403);
  await management(late.page).getByRole('button', { name: 'Approve Far Fay' }).click();
  await refused;
  await expect(
    late.page.getByText('Only the chat room author can manage join requests', { exact: true }),
  ).toBeVisible();
  await expect(late.page).toHaveURL(/\/messages$/);
});

test('MOD-034, MOD-037 what the owner is told when something fails', async ({ signIn, somebody, guard }) => {
  guard.expect(/500 .*\/api\//, /404 .*no-such-room/);
  const owner = await signIn({ name: 'Tomé' });
  const room = await ownRoom(owner, 'Broken strings');
  await join(await somebody('Uwe'), room);
  await join(await somebody('Vera'), room, farAway);
  const { page } = owner;
  const fails = (url: string, method: string) =>
    page.route(url, (route) =>
      route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    );
  const ofRoom = `**/api/chatrooms/${room.id}`;

  await fails(ofRoom, 'GET');
  await page.goto(`/chat-rooms/${room.id}/manage`);
  await expect(management(page)).toContainText('Failed to load chat room details');
  await page.unroute(ofRoom);
  await management(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(management(page).getByRole('button', { name: 'Approve Vera' })).toBeVisible();
  // Where there is no such room, trying again does not help.
  await page.goto('/chat-rooms/no-such-room/manage');
  await expect(management(page)).toContainText('Conversation not found in nearby groups');
  await expect(management(page)).not.toContainText('Failed to load');
  await expect(management(page).getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  await saveScreen(page, 'room-management-no-room');

  await fails(`${ofRoom}/requests*`, 'GET');
  await page.goto(`/my-chatrooms/${room.id}`);
  await expect(management(page)).toContainText('Failed to load join requests');
  await page.unroute(`${ofRoom}/requests*`);
  await management(page).getByRole('button', { name: 'Try Again' }).click();
  await fails(`${ofRoom}/requests`, 'POST');
  await management(page).getByRole('button', { name: 'Approve Vera' }).click();
  await expect(page.getByText('Failed to approve join request')).toBeVisible();
  await management(page).getByRole('button', { name: 'Deny Vera' }).click();
  await expect(page.getByText('Failed to deny join request')).toBeVisible();

  await participants(page).click();
  await fails(`${ofRoom}/moderation`, 'DELETE');
  await management(page).getByRole('button', { name: 'Remove Uwe' }).click();
  await page.getByRole('dialog', { name: 'Remove Uwe?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Failed to remove participant')).toBeVisible();
  await fails(`${ofRoom}/moderation`, 'POST');
  await management(page).getByRole('button', { name: 'Ban Uwe' }).click();
  await page
    .getByRole('dialog', { name: 'Ban Uwe?' })
    .getByRole('button', { name: 'Ban', exact: true })
    .click();
  await expect(page.getByText('Failed to ban participant')).toBeVisible();
  await fails('**/api/chatrooms', 'DELETE');
  await management(page).getByRole('button', { name: 'Delete room' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this room?' });
  await question.getByLabel('Type the room name to confirm').fill('Broken strings');
  await question.getByRole('button', { name: 'Delete room' }).click();
  await expect(page.getByText('Failed to delete chat room')).toBeVisible();
  await expect(management(page)).toBeVisible();
});

test('management fits a phone', async ({ signIn, somebody }) => {
  const owner = await signIn({ name: 'Sara', device: phoneDevice });
  const room = await ownRoom(owner, `${'W'.repeat(30)} ${'漢'.repeat(19)}`);
  const far = await somebody('A very long name without any end to it');
  await join(far, room, { ...farAway, message: 'x'.repeat(300) });
  const { page } = owner;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/my-chatrooms/${room.id}`);
  await expect(management(page).getByRole('button', { name: /^Approve/ })).toBeVisible();
  await expectFits(page, 'requests');
  await saveScreen(page, 'room-requests-phone');
  await participants(page).click();
  await management(page).getByRole('button', { name: 'Make a link' }).click();
  await expect(management(page).getByLabel('The invite link')).toBeVisible();
  await expectFits(page, 'participants');
  await saveScreen(page, 'room-participants-phone');
});
