import { sendMessage } from '@dazi/contract/chat/conversations';
import { startConversation } from '@dazi/contract/chat/private-conversations';
import { blockPerson } from '@dazi/contract/people/blocks';
import { atSea } from './at-sea.ts';
import { expectNoViolations, expectNoViolationsInEitherTheme } from './axe.ts';
import { bubble, field, openChat, openRoom, row, rowOf, write } from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** Where no other journey is. */
const place = atSea('blocks');

test('BLOCK-001 BLOCK-002 BLOCK-016 BLOCK-017 somebody is blocked, reaches one no more, and is let back in', async ({
  signIn,
  personOf,
  guard,
}) => {
  // The blocked side is refused, and finds nobody.
  guard.expect(/403 .*\/api\//, /404 .*\/api\//);
  const anna = await signIn({ name: 'Anna', at: place });
  const ben = await signIn({ name: 'Ben', device: phoneDevice });
  const [annaByApi, benByApi] = [await personOf(anna), await personOf(ben)];
  const room = await openRoom([annaByApi, benByApi], 'Chess by the lake');
  const { id: conversationId } = (await benByApi.get(startConversation, { body: { otherUserId: anna.id } }))
    .data;
  await benByApi.get(sendMessage, {
    params: { conversationId },
    body: { content: 'Rematch?', type: 'TEXT' },
  });
  const shared = await benByApi.fetch('/api/presence', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(place),
  });
  expect(shared.ok).toBe(true);
  await openChat(ben.page, { roomId: '', conversationId });

  // Near her, and online.
  const { page } = anna;
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Share where I am for an hour' }).click();
  const online = page.getByRole('region', { name: 'Online near you' });
  await expect(online).toContainText('1 person online near you');
  await expect(page.getByRole('button', { name: 'Stop sharing' })).toBeVisible();
  await expectNoViolationsInEitherTheme(page, 'who is online near by');
  await saveScreen(page, 'online-near-you');
  await online.getByRole('link', { name: /Ben/ }).click();
  await expect(page.getByRole('heading', { name: 'Ben' })).toBeVisible();

  await page.getByRole('button', { name: 'Block', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Block Ben?' });
  await expect(dialog).toContainText(
    "Are you sure you want to block Ben? They won't be able to send you messages.",
  );
  await expect(dialog).toContainText('Public posts stay visible to anybody who is signed out');
  await dialog.getByLabel('Reason (optional)').fill('Writes at night');
  await expectNoViolationsInEitherTheme(page, 'blocking');
  await saveScreen(page, 'block-dialog');
  // What fails says so, and may be tried again.
  const logged: string[] = [];
  page.on('console', (message) =>
    logged.push(...(message.text().match(/Failed to (un)?block user/) ?? []).slice(0, 1)),
  );
  await page.route('**/api/blocks', (route) => route.fulfill({ status: 403, json: {} }));
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('Failed to block user. Please try again.')).toBeVisible();
  await page.unroute('**/api/blocks');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await dialog.getByLabel('Reason (optional)').fill('Writes at night');
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('Ben has been blocked.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Message Ben' })).toHaveCount(0);
  await saveScreen(page, 'profile-blocked');
  const kept = await page.evaluate((id) => localStorage.getItem(`dazi.blocks.${id}`), anna.id);
  expect(JSON.parse(kept!)).toMatchObject([
    { blockerId: anna.id, blockedId: ben.id, reason: 'Writes at night', isActive: true },
  ]);

  // He writes on, and is told no more than that it cannot be.
  await write(ben.page, 'Are you there?');
  await expect(ben.page.getByText('Cannot start conversation with this user.')).toBeVisible(live);
  await expect(field(ben.page)).toHaveValue('Are you there?');
  await saveScreen(ben.page, 'blocked-side-phone');

  // Near nobody; in the conversation a quiet note; in shared rooms folded.
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'Online near you' })).toContainText(
    'is online near you right now',
  );
  await expect(page.locator('.people-card').getByRole('link', { name: /Ben/ })).toHaveCount(0);
  await page.goto(`/messages/${conversationId}`);
  await expect(bubble(page, 'Message from somebody you have blocked')).toBeVisible();
  await expect(page.getByText('You have blocked Ben.')).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await expectNoViolations(page, 'a conversation with somebody blocked');
  await saveScreen(page, 'blocked-note');
  await benByApi.get(sendMessage, {
    params: { conversationId: room.conversationId },
    body: { content: 'Knight takes' },
  });
  await row(page, 'Chess by the lake').click();
  await expect(bubble(page, 'Message from somebody you have blocked')).toBeVisible();

  // The settings know whom.
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Show blocked people' }).click();
  const list = page.getByRole('dialog', { name: 'Blocked people' });
  await expect(list.getByRole('listitem')).toHaveText(/Ben.*Writes at night/s);
  await expectNoViolationsInEitherTheme(page, 'blocked people');
  await saveScreen(page, 'blocked-people');
  await page.route('**/api/blocks', (route) => route.fulfill({ status: 403, json: {} }));
  await list.getByRole('button', { name: 'Unblock Ben' }).click();
  await expect(page.getByText('Failed to unblock user. Please try again.')).toBeVisible();
  // As the log knows them.
  expect(logged).toEqual(['Failed to block user', 'Failed to unblock user']);
  await page.unroute('**/api/blocks');
  await list.getByRole('button', { name: 'Unblock Ben' }).click();
  await expect(page.getByText('Ben has been unblocked.')).toBeVisible();
  await expect(list.getByText('Nobody is blocked')).toBeVisible();
  await saveScreen(page, 'blocked-nobody');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  // What was folded is there again without a reload, and words come through.
  await expect(bubble(page, 'Knight takes')).toBeVisible(live);
  await field(ben.page).press('Enter');
  await expect(ben.page.locator('[data-outgoing]')).toHaveCount(0);
  await rowOf(page, 'Ben').click();
  await expect(bubble(page, 'Are you there?')).toBeVisible(live);
});

test('blocked elsewhere: what is shown follows without a reload', async ({ signIn, somebody, personOf }) => {
  const kim = await signIn({ name: 'Kim' });
  const lou = await somebody('Lou');
  const kimByApi = await personOf(kim);
  const { conversationId } = await openRoom([kimByApi, lou], 'Pond friends');
  await lou.get(sendMessage, { params: { conversationId }, body: { content: 'Ducks again' } });
  await openChat(kim.page, { roomId: '', conversationId });
  await expect(bubble(kim.page, 'Ducks again')).toBeVisible();
  await kimByApi.get(blockPerson, { body: { blockedId: lou.id } });
  await expect(bubble(kim.page, 'Message from somebody you have blocked')).toBeVisible(live);
  await expect(bubble(kim.page, 'Ducks again')).toHaveCount(0);
});
