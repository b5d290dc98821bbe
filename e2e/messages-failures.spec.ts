import { sendMessage } from '@dazi/contract/chat/conversations';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { createRoom, leaveRoom, voteForLeader } from '@dazi/contract/chat/rooms';
import { removeAccount } from '@dazi/contract/identity/identity';
import { askToJoin, chooseFiles, openChat, openRoom, pictureFiles, row, rowOf, say } from './chatting.ts';
import { desktop } from './devices.ts';
import { live } from './live-news.ts';
import { recordVideo } from './recording.ts';
import { closeToasts, nothingOver } from './screens.ts';
import { expect, test } from './server.fixture.ts';

test('CONV-018 to VOTE-015 lists that wait and count, and everything that fails in a group says so', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/503 .*\/api\//, /net::ERR_FAILED/);
  const me = await signIn({ name: 'Oskar', device: desktop });
  const [lena, pia, stranger] = [await somebody('Lena'), await somebody('Pia'), await somebody('Ulf')];
  const own = await personOf(me);
  const chat = await openRoom([own, lena, pia], 'Lost & Found', 'What was found on the quay');
  const quiet = await openRoom([own, stranger], 'Chess in the arcade');
  await lena.get(sendPrivateMessage, {
    body: { receiverId: me.id, content: 'Are you there?', type: 'TEXT' },
  });
  const { page } = me;
  const searched = page.getByRole('searchbox', { name: 'Search' }).first();

  await test.step('CONV-012 CONV-033 what is waited for, and CONV-028 what is more than 99', async () => {
    for (let number = 0; number < 100; number++) await say(stranger, quiet, `Move ${number}`);
    let letOn = () => {};
    const held = new Promise<void>((resolve) => {
      letOn = resolve;
    });
    let letIn = () => {};
    const signedIn = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    await page.route('**/api/auth/session', async (route) => {
      await signedIn;
      await route.fallback();
    });
    await page.route(/\/api\/conversations\?/, async (route) => {
      await held;
      await route.fallback();
    });
    await page.goto('/messages');
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
    letIn();
    await expect(page.locator('.conversations-row-waiting')).toHaveCount(5);
    letOn();
    await expect(row(page, 'Chess in the arcade').getByText('99+', { exact: true })).toBeVisible();
    await page.unroute('**/api/auth/session');
    await page.unroute(/\/api\/conversations\?/);
  });

  await test.step('CONV-018 CONV-020 searching finds descriptions and members; CONV-021 CONV-023 a private row', async () => {
    await searched.fill('quay');
    await expect(row(page, 'Lost & Found')).toBeVisible();
    await expect(row(page, 'Chess in the arcade')).toHaveCount(0);
    await searched.fill('ulf');
    await expect(row(page, 'Chess in the arcade')).toBeVisible();
    await expect(row(page, 'Lost & Found')).toHaveCount(0);
    await searched.fill('');
    await expect(rowOf(page, 'Lena').locator('.avatar')).toBeVisible();
  });

  await test.step('VIEW-013 the mark of a mention goes after three seconds', async () => {
    await say(lena, chat, '@Oskar is it your glove?');
    await expect(row(page, 'Lost & Found')).toContainText('@Oskar is it your glove?', live);
    // The list marks it read with the click: the header comes when that is over.
    const read = page.waitForResponse(/\/read$/);
    await page.route(/\/api\/conversations\/[\w-]+\?/, async (route) => {
      await read;
      await route.fallback();
    });
    await row(page, 'Lost & Found').click();
    const mark = page.locator('.conversations-header .conversations-at-badge');
    await expect(mark).toBeVisible();
    await expect(mark).toBeHidden();
  });

  await test.step('VIEW-027 to VIEW-030 pictures and videos that do not come', async () => {
    const film = { name: 'quay.webm', mimeType: 'video/webm', buffer: await recordVideo(page) };
    for (const file of [...(await pictureFiles(page, [[1400, 900]])), film]) {
      await chooseFiles(page).setInputFiles([file]);
      await page.getByRole('button', { name: 'Send 1 file(s)' }).click();
      await expect(page.locator('[data-outgoing]')).toHaveCount(0);
      await expect(page.locator('.conversations-files')).toHaveCount(0);
    }
    // Its small version is there, the large one is not.
    await page.route(/\/api\/media\/[^/]+$/, (route) => route.abort());
    await page.getByRole('button', { name: 'Photo from Oskar' }).click();
    const viewer = page.locator('.media-lightbox');
    await expect(viewer).toContainText('Failed to load media');
    await expect(viewer).toContainText('The file might be corrupted or no longer available');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Video from Oskar' }).click();
    await expect(viewer.getByText('Video unavailable')).toBeVisible();
    await page.keyboard.press('Escape');
    await nothingOver(page);
    await page.route('**/api/media/**', (route) => route.abort());
    await page.reload();
    await expect(page.getByText('Failed to load image')).toBeVisible();
    await expect(page.getByText('Video unavailable')).toBeVisible();
    await page.unroute('**/api/media/**');
    await page.unroute(/\/api\/media\/[^/]+$/);
  });

  await test.step('COMP-040 when some files fail a warning counts them', async () => {
    const [first, second] = await pictureFiles(page, [
      [300, 200],
      [200, 300],
    ]);
    let uploads = 0;
    const upload = '**/api/uploads/**';
    await page.route(upload, (route) => (++uploads % 2 === 0 ? route.abort() : route.fallback()));
    await chooseFiles(page).setInputFiles([first!, second!]);
    await page.getByRole('button', { name: 'Send 2 file(s)' }).click();
    await expect(page.getByText(/1 .*failed/i).first()).toBeVisible();
    await page.unroute(upload);
  });

  await test.step('MOD-049 MOD-050 MOD-052 a request in the conversation', async () => {
    await askToJoin(await somebody('Tilda'), chat, 'I lost a glove');
    const card = page.getByRole('region', { name: 'Tilda wants to join' });
    await expect(card).toBeVisible(live);
    const requests = '**/api/chatrooms/*/requests';
    await page.route(requests, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.abort(),
    );
    await card.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Failed to approve request')).toBeVisible();
    await card.getByRole('button', { name: 'Deny' }).click();
    await expect(page.getByText('Failed to deny request')).toBeVisible();
    await page.unroute(requests);
    await card.getByRole('button', { name: 'Deny' }).click();
    await expect(page.getByText("Tilda's request has been denied.")).toBeVisible();
    await expect(card).toBeHidden();
  });

  await test.step('VIEW-061 to VIEW-066 the group menu', async () => {
    await page.getByRole('button', { name: 'Group menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Group menu' });
    const changes = /\/api\/(chatrooms|conversations)\//;
    await page.route(changes, (route) =>
      ['PUT', 'PATCH'].includes(route.request().method()) ? route.abort() : route.fallback(),
    );
    const save = async (what: string, text: string) => {
      await menu.getByRole('button', { name: `Edit ${what}` }).click();
      await menu.getByLabel(what).fill(text);
      await menu.getByRole('button', { name: 'Save' }).click();
    };
    await save('Group Name', 'Found things');
    await expect(page.getByText('Failed to update group name')).toBeVisible();
    await save('Group Description', 'Gloves, mostly');
    await expect(page.getByText('Failed to update group description')).toBeVisible();
    await expect(menu).toContainText('What was found on the quay');
    await page.unroute(changes);
    await save('Group Description', 'Gloves, mostly');
    await expect(page.getByText('Group description updated')).toBeVisible();
    await save('Join Radius', '9');
    await expect(page.getByText('Join radius updated')).toBeVisible();

    // VOTE-015, VOTE-004, VOTE-005: two of three want her.
    await closeToasts(page);
    await menu.getByRole('button', { name: 'Vote for Leader' }).click();
    await page.route('**/api/conversations/*/vote', (route) => route.abort());
    await menu.getByRole('button', { name: /^Vote for Lena/ }).click();
    await expect(page.getByText('Failed to cast vote')).toBeVisible();
    await page.unroute('**/api/conversations/*/vote');
    const { conversationId } = chat;
    await pia.get(voteForLeader, { params: { conversationId }, body: { candidateId: lena.id } });
    await menu.getByRole('button', { name: 'Vote for Leader' }).click();
    await menu.getByRole('button', { name: /^Vote for Lena/ }).click();
    const news = 'Lena is now the group leader!';
    await expect(page.locator('.toast', { hasText: news })).toBeVisible();
    await expect(page.locator('.conversations-log').getByText(news)).toBeVisible();
    await expect(menu.getByRole('button', { name: 'Edit Group Name' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('VIEW-039 VIEW-040 a place without a name, and one that is waited for', async () => {
    const body = { name: 'Adrift', latitude: -40, longitude: -120, placed: true };
    const { id: roomId, conversationId } = (await own.get(createRoom, { body })).data;
    await expect(row(page, 'Adrift')).toBeVisible(live);
    let letOn = () => {};
    const held = new Promise<void>((resolve) => {
      letOn = resolve;
    });
    const address = new RegExp(`/api/conversations/${conversationId}\\?`);
    await page.route(address, async (route) => {
      await held;
      await route.fallback();
    });
    await row(page, 'Adrift').click();
    await page.getByRole('button', { name: 'Group menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Group menu' });
    await expect(menu.getByText('Loading location...')).toBeVisible();
    letOn();
    await expect(menu.getByText('Location unavailable')).toBeVisible();
    await page.unroute(address);
    // With its last member the room is gone; the page may just be asking for it.
    guard.expect(new RegExp(`404 .*/api/conversations/${conversationId}`));
    await own.get(leaveRoom, { params: { roomId }, body: {} });
    await page.keyboard.press('Escape');
  });

  await test.step('CONV-023 somebody who is gone has no name', async () => {
    const gone = await somebody('Gerd');
    await gone.get(sendPrivateMessage, { body: { receiverId: me.id, content: 'Farewell', type: 'TEXT' } });
    await own.get(sendPrivateMessage, { body: { receiverId: gone.id, content: 'So long', type: 'TEXT' } });
    await page.goto('/messages');
    await expect(rowOf(page, 'Gerd')).toBeVisible();
    await gone.get(removeAccount, { params: { userId: gone.id }, body: {} });
    await page.reload();
    await expect(row(page, 'Unknown User')).toBeVisible();
  });

  await test.step('VIEW-071 the page remembers where one was when it goes', async () => {
    await openChat(page, chat);
    await page.goto('/terms-policy');
    await page.goto('/messages');
    await expect(page).toHaveURL(new RegExp(`/messages/${chat.conversationId}$`));
  });

  await test.step('what was said meanwhile is not lost', async () => {
    await lena.get(sendMessage, {
      params: { conversationId: chat.conversationId },
      body: { content: 'Thank you for the trust', type: 'TEXT' },
    });
    await expect(
      page.locator('.conversations-log .conversations-bubble', { hasText: 'Thank you for the trust' }),
    ).toBeVisible(live);
  });
});
