import type { Page } from '@playwright/test';
import { joinRoom, type Room } from '../contract/src/rooms.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { mapReady, saveScreen } from './screens.ts';
import { expect, type SignedIn, test } from './server.fixture.ts';

const braga = { latitude: 41.5454, longitude: -8.4265 };
/** 220 miles away. */
const faro = { latitude: 37.0194, longitude: -7.9304 };

const management = (page: Page) => page.getByRole('dialog', { name: 'Manage Group' });
const detail = (page: Page) => page.locator('.room-detail');
const participants = (page: Page) => management(page).getByRole('tab', { name: /^Participants/ });

/** Owned by whoever is signed in there. */
async function ownRoom({ context, id }: SignedIn, name: string): Promise<Room> {
  const data = { authorId: id, name, ...braga, placed: true, joinRadius: 10 };
  const answer = await context.request.post('/api/chatrooms', { data });
  expect(answer.ok()).toBe(true);
  return (await answer.json()).data;
}

const join = (person: TestPerson, room: Room, from: object = braga) =>
  person.get(joinRoom, { params: { roomId: room.id }, body: { userId: person.id, ...from } });

test('MOD-013 somebody from afar asks, is denied, is let in after all, and sees it at once', async ({
  signIn,
}) => {
  const owner = await signIn({ name: 'Dora' });
  const room = await ownRoom(owner, 'Night bakers');
  const far = await signIn({ name: 'Tiago', at: faro, gender: 'M' });
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
  await expect(row).toContainText(/31[0-9]\.\d miles from the room/);
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

test('MOD-023 people are removed and banned, others than oneself', async ({ signIn, somebody }) => {
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
  const refused = await jan.call(joinRoom, { params: { roomId: room.id }, body: braga });
  expect(refused).toMatchObject({ success: false, code: 'REQUEST_DENIED' });
});

test('an invite link lets people in from anywhere, until it is renewed or closed', async ({
  signIn,
  guard,
}) => {
  guard.expect(/404 .*\/api\/chatrooms\//);
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
  const member = await signIn({ name: 'Paul', at: braga });
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
  await join(await somebody('Far Fay'), other, faro);
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

test('MOD-037 what the owner is told when something fails', async ({ signIn, somebody, guard }) => {
  guard.expect(/500 .*\/api\//);
  const owner = await signIn({ name: 'Tomé' });
  const room = await ownRoom(owner, 'Broken strings');
  await join(await somebody('Uwe'), room);
  await join(await somebody('Vera'), room, faro);
  const { page } = owner;
  const fails = (url: string, method: string) =>
    page.route(url, (route) =>
      route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    );
  const ofRoom = `**/api/chatrooms/${room.id}`;

  await fails(`${ofRoom}/requests*`, 'GET');
  await page.goto(`/my-chatrooms/${room.id}`);
  await expect(management(page)).toContainText('Failed to load join requests', { timeout: 20_000 });
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
  await join(far, room, { ...faro, message: 'x'.repeat(300) });
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
