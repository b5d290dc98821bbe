import type { Page } from '@playwright/test';
import { createRoom, type Room } from '../contract/src/chat/rooms.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { laptop, phoneDevice } from './devices.ts';
import { enterAsVisitor, openMap, over, saveScreen, walkTo, walkToMap } from './screens.ts';
import { expect, giveSession, introduce, test } from './server.fixture.ts';

/** Where no other journey looks at the map. */
const porto = { latitude: 41.1579, longitude: -8.6291 };
/** 195 miles away. */
/** Where no other journey posts. */
const evora = { latitude: 38.5714, longitude: -7.9087 };
const atPorto = `/?map=14/${porto.latitude}/${porto.longitude}`;

const popover = (page: Page) => page.locator('.map-popover');
const detail = (page: Page) => page.locator('.rooms-detail');
const pinOf = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Group ${name}, `) });
const cardOf = (page: Page, name: string) => page.getByRole('article', { name: `Group ${name}` });
const creation = (page: Page) => page.getByRole('dialog', { name: 'Create Group' });
const nameField = (page: Page) => creation(page).getByLabel('Group Name');
const miles = (page: Page) => creation(page).getByRole('spinbutton', { name: 'Join Radius' });
const create = (page: Page) =>
  creation(page).getByRole('button', { name: 'Create Group', exact: true }).click();

async function aRoom(owner: TestPerson, name: string, input: object = {}): Promise<Room> {
  const body = { authorId: owner.id, name, ...porto, placed: true, joinRadius: 5, ...input };
  return (await owner.get(createRoom, { body })).data;
}

test('ROOM-037 ROOM-062 a room is made, with its refusals, at a public spot, and stands on the map', async ({
  signIn,
  openBrowser,
  somebody,
  guard,
}) => {
  guard.expect(/ERR_FAILED .*\/api\/chatrooms$/);
  const { page } = await signIn({ name: 'Inês', at: porto });
  await openMap(page, atPorto);
  await page.getByRole('button', { name: 'Create Group' }).click();
  await expect(miles(page)).toHaveValue('100');
  await expect(creation(page)).toContainText('100 miles are 160 km.');
  await create(page);
  await expect(creation(page)).toContainText('Please enter a name for your chat room.');
  await nameField(page).fill('a'.repeat(51));
  await expect(creation(page)).toContainText('Chat room name must be 50 characters or less.');
  await nameField(page).fill('Ribeira Sketchers');
  await creation(page).getByLabel('Group Description').fill('Pencils and paper by the river.');
  await expect(creation(page)).toContainText('31/200 characters');
  await miles(page).fill('501');
  await expect(creation(page)).toContainText('Join radius must be between 1 and 500 miles');
  await create(page);
  await expect(creation(page)).toBeVisible();
  await miles(page).fill('5');
  await expect(creation(page)).toContainText('5 miles are 8 km.');
  await expect(creation(page)).toContainText('1 to 2 km off your place');

  await creation(page).getByRole('button', { name: 'Place it at a public spot' }).click();
  await expect(creation(page)).toBeHidden();
  const placeIt = page.getByRole('button', { name: 'Place it here' });
  await expect(placeIt).toBeVisible();
  await expect(page.locator('.map-radius path')).toBeVisible();
  await saveScreen(page, 'room-placing');

  // Going back leads to the form, from there to the map, and loses nothing.
  await over(page, 'group/place');
  await page.goBack();
  await expect(nameField(page)).toHaveValue('Ribeira Sketchers');
  await over(page, 'group');
  await page.goBack();
  await expect(creation(page)).toBeHidden();
  await page.getByRole('button', { name: 'Create Group' }).click();
  await expect(nameField(page)).toHaveValue('Ribeira Sketchers');
  await creation(page).getByRole('button', { name: 'Place it at a public spot' }).click();
  await placeIt.click();
  await expect(nameField(page)).toHaveValue('Ribeira Sketchers');
  await expect(creation(page)).toContainText('Exactly the public spot you chose.');
  await saveScreen(page, 'room-create');

  // A failure keeps what was written.
  await page.route('**/api/chatrooms', (route) => route.abort(), { times: 3 });
  await create(page);
  await expect(page.getByText('Failed to create chat room. Please try again.')).toBeVisible();
  await expect(nameField(page)).toHaveValue('Ribeira Sketchers');
  await create(page);
  await expect(page.getByText('Chat room "Ribeira Sketchers" created successfully!')).toBeVisible();
  await expect(creation(page)).toBeHidden();
  await expect(popover(page)).toContainText('Ribeira Sketchers');
  await expect(popover(page)).toContainText('You own this room');
  await expect(popover(page).getByRole('button', { name: 'Open Chat' })).toBeVisible();
  await expect(page.locator('.map-radius path')).toBeVisible();
  await saveScreen(page, 'room-popover-owner');

  // Somebody without an account sees it too.
  const visitor = await openBrowser();
  await enterAsVisitor(visitor, atPorto);
  await pinOf(visitor, 'Ribeira Sketchers').click();
  await expect(popover(visitor)).toContainText('Pencils and paper by the river.');
  await expect(popover(visitor)).toContainText('Join radius 5 miles (8 km)');
  await expect(popover(visitor)).toContainText('Login to join');
  await expect(popover(visitor).getByRole('button', { name: 'Join', exact: true })).toBeVisible();
  // ROOM-036
  await visitor.getByRole('button', { name: 'Create Group' }).click();
  await expect(visitor.getByText('Please log in to create a chat room.')).toBeVisible();
  // JOIN-015 and back to the room.
  await popover(visitor).getByRole('button', { name: 'Join', exact: true }).click();
  await visitor.waitForURL(/127\.0\.0\.1.*(interaction|oidc|sign-in|login)/);

  await test.step('ROOM-037 without a position a room needs a public spot', async () => {
    const nuno = await somebody('Nuno');
    await introduce(nuno, 'Nuno', 'M');
    await giveSession(visitor.context(), nuno);
    await openMap(visitor, '/?map=12/41.2/-8.5');
    await visitor.getByRole('button', { name: 'Create Group' }).click();
    await nameField(visitor).fill('Nowhere yet');
    await create(visitor);
    await expect(
      visitor.getByText('Location is required to create a chat room. Please allow location access.'),
    ).toBeVisible();
    await expect(creation(visitor)).toContainText('Your position is not known.');
  });
});

test('MAP-013, ROOM-001 groups beside the map, a neighbour joins, somebody further away asks', async ({
  signIn,
  somebody,
}) => {
  const owner = await somebody('Zita');
  await aRoom(owner, 'Evora only', evora);
  const { page } = await signIn({ name: 'Rui', at: porto });
  await openMap(page, atPorto);
  await page.locator('.map-page-tabs').getByText('Groups').click();
  await expect(page.locator('.map-page-panel').getByText('Live', { exact: true })).toBeVisible();
  // Opened while somebody looks: it comes by itself.
  const reaching = await aRoom(owner, 'Chess on the bridge', { latitude: 41.155, longitude: -8.619 });
  await expect(cardOf(page, 'Chess on the bridge')).toContainText('Inside the join radius');
  await expect(cardOf(page, 'Evora only')).toHaveCount(0);
  // MAP-014: beside the map, at the same time.
  await expect(pinOf(page, 'Chess on the bridge')).toBeVisible();
  await saveScreen(page, 'rooms-list');

  // ROOM-016: after a while under the mouse; ROOM-017: and a while longer once it left.
  await page.mouse.move(700, 700);
  const pin = pinOf(page, 'Chess on the bridge');
  const began = Date.now();
  await pin.hover();
  await expect(popover(page)).toContainText('Chess on the bridge');
  expect(Date.now() - began).toBeGreaterThanOrEqual(780);
  await expect(popover(page).getByRole('button', { name: 'Details' })).toHaveCount(0);
  const left = Date.now();
  await page.mouse.move(700, 700);
  await expect(popover(page)).toHaveCount(0);
  expect(Date.now() - left).toBeGreaterThanOrEqual(700);

  // MAP-052: a click opens the popover, another one the detail.
  await pin.click();
  await expect(popover(page).getByRole('button', { name: 'Join Chat' })).toHaveClass(/primary/);
  // How far it is, counted from where one is shown: everywhere the same.
  const away = (await popover(page).locator('.meta').textContent())!;
  expect(away).toMatch(/\d/);
  await pin.click();
  await expect(detail(page)).toContainText('Participants');
  await expect(detail(page).locator('.meta').first()).toHaveText(away);
  await expect(page).toHaveURL(new RegExp(`/chat-rooms/${reaching.id}`));
  await saveScreen(page, 'room-detail');
  await page.keyboard.press('Escape');
  await expect(detail(page)).toHaveCount(0);

  // Far away the marker is there, the button is yellow.
  await walkToMap(page, `/?map=13/${evora.latitude}/${evora.longitude}`);
  await pinOf(page, 'Evora only').click();
  await expect(popover(page)).toContainText('You are outside');
  const ask = popover(page).getByRole('button', { name: 'Join Chat' });
  await expect(ask).toHaveClass(/room/);
  await ask.click();
  await expect(page.getByText('Join request sent! Waiting for approval from the group owner.')).toBeVisible();
  await expect(popover(page).getByRole('button', { name: 'Pending' })).toBeDisabled();
  await expect(popover(page)).toContainText('Request sent, waiting for approval');

  await page.locator('.map-page-tabs').getByText('Groups').click();
  // What reaches one lies elsewhere: the list says so, and leads there.
  await expect(cardOf(page, 'Chess on the bridge')).toHaveCount(0);
  await page.getByRole('button', { name: 'Go to the nearest group' }).click();
  await cardOf(page, 'Chess on the bridge').getByRole('button', { name: 'Join Chat' }).click();
  await expect(page.getByText('Joined group successfully!')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/messages/${reaching.conversationId}`));
  await walkTo(page, `/my-chatrooms/${reaching.id}`);
  await expect(detail(page).locator('.meta').first()).toHaveText(away);
});

for (const device of [laptop, phoneDevice]) {
  test(`ROOM-001 ROOM-002 the listed groups are those on the map, ${device.name}`, async ({
    signIn,
    personOf,
    somebody,
  }) => {
    // Far from the other device's groups, which would be seen too.
    const west = device === laptop ? 0 : 2;
    const at = (latitude: number, longitude: number) => ({ latitude, longitude: longitude - west });
    const address = (zoom: number, { latitude, longitude }: ReturnType<typeof at>) =>
      `/?map=${zoom}/${latitude}/${longitude}`;
    const faro = at(37.0194, -7.9304);
    const owner = await somebody('Telma');
    const gino = await signIn({ name: 'Gino', at: faro, device });
    const reach = `Salt pans ${device.name}`;
    const own = `Cork oaks ${device.name}`;
    const others = `Too far ${device.name}`;
    await aRoom(owner, reach, at(37.021, -7.928));
    await aRoom(await personOf(gino), own, at(37.25, -7.6));
    await aRoom(owner, others, at(37.252, -7.602));
    const { page } = gino;
    const tabs = page.locator(device === laptop ? '.map-page-tabs' : '.map-page-switch');
    const groups = tabs.getByText('Groups');
    const listed = () => page.getByRole('article', { name: new RegExp(`^Group .*${device.name}$`) });
    const count = tabs.locator('label', { hasText: 'Groups' });

    await openMap(page, address(14, faro));
    await groups.click();
    await expect(listed()).toHaveText([new RegExp(reach)]);
    await expect(count).toHaveText(/1$/);

    await test.step('elsewhere the own one is listed, the one that does not reach stands on the map alone', async () => {
      await walkToMap(page, address(14, at(37.25, -7.6)));
      await groups.click();
      await expect(listed()).toHaveText([new RegExp(own)]);
      await expect(count).toHaveText(/1$/);
      await expect(pinOf(page, others)).toHaveCount(1);
    });

    await test.step('both where both are seen', async () => {
      await walkToMap(page, address(9, at(37.13, -7.77)));
      await groups.click();
      await expect(listed()).toHaveCount(2);
    });

    await test.step('where there is none a press leads to the nearest one', async () => {
      await walkToMap(page, address(14, at(37.6, -7.3)));
      await groups.click();
      await expect(page.getByText('No groups for you here')).toBeVisible();
      await expect(count).toHaveText(/0$/);
      await saveScreen(page, `rooms-elsewhere-${device.name}`);
      await page.getByRole('button', { name: 'Go to the nearest group' }).click();
      await expect(listed()).toHaveText([new RegExp(own)]);
      await expect(pinOf(page, own)).toBeInViewport();
    });
  });
}

test('MAP-013 the same on a phone', async ({ signIn, somebody }) => {
  const owner = await somebody('Vasco');
  await aRoom(owner, 'Swimmers of Foz', { latitude: 41.15, longitude: -8.67 });
  const { page } = await signIn({ name: 'Lia', at: porto, device: phoneDevice });
  await openMap(page, '/?map=14/41.15/-8.67');
  const choose = (label: string) => page.locator('.map-page-switch').getByText(label, { exact: true }).tap();
  await choose('Groups');
  await expect(cardOf(page, 'Swimmers of Foz')).toBeInViewport();
  await saveScreen(page, 'rooms-list-phone');
  await choose('Map');
  await expect(cardOf(page, 'Swimmers of Foz')).not.toBeInViewport({ ratio: 0.5 });
  await pinOf(page, 'Swimmers of Foz').tap();
  await expect(popover(page)).toContainText('Swimmers of Foz');
  await saveScreen(page, 'room-popover-phone');
  // ROOM-018: a tap beside it closes, after a moment.
  const tapped = Date.now();
  await page.touchscreen.tap(60, 560);
  await expect(popover(page)).toHaveCount(0);
  expect(Date.now() - tapped).toBeGreaterThanOrEqual(480);
  await pinOf(page, 'Swimmers of Foz').tap();
  await popover(page).getByRole('button', { name: 'Details' }).tap();
  await expect(detail(page)).toContainText('Vasco');
  const box = await detail(page).boundingBox();
  expect([box!.x, box!.width]).toEqual([0, 390]);
  await saveScreen(page, 'room-detail-phone');
});

test('ROOM-009 ROOM-050 JOIN-036 what a room of one’s own says when it cannot be shown, and where it leads', async ({
  openBrowser,
  somebody,
  guard,
}) => {
  guard.expect(/404 .*\/api\/chatrooms\//, /Failed to load resource.*\/api\/chatrooms\//);
  const room = await aRoom(await somebody('Ivone'), 'Porch readers');
  const page = await openBrowser();

  await test.step('JOIN-036 a sign-in that fails is told in the room it was begun from', async () => {
    for (const [code, text] of [
      ['SIGN_IN_NOT_INITIALISED', 'Google Sign-In is not ready. Please try again.'],
      ['USER_CREATION_FAILED', 'Sign-in error. Please try again.'],
    ]) {
      await page.goto(`/my-chatrooms/${room.id}?signIn=failed&code=${code}`);
      await expect(detail(page).getByText(text!)).toBeVisible();
    }
    await expect(detail(page)).toContainText('Login to join');
  });

  await test.step('ROOM-009 my-chatrooms leads to the messages', async () => {
    await walkTo(page, '/terms-policy');
    await page.goto('/my-chatrooms');
    await expect(page).toHaveURL(/\/messages$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/terms-policy$/);
  });

  await test.step('ROOM-050 what a room dialog says when it cannot show one', async () => {
    await walkTo(page, '/my-chatrooms/no-such-room');
    await expect(page.getByText('Conversation not found in nearby groups')).toBeVisible();
    await page.route('**/api/chatrooms/**', (route) => route.fulfill({ status: 500, json: {} }));
    await walkTo(page, '/my-chatrooms/another-room');
    await expect(page.getByText('Failed to load conversation')).toBeVisible();
  });
});

test('JOIN-031 joining needs to know where one is; JOIN-028 and only one request', async ({
  signIn,
  somebody,
  guard,
}) => {
  guard.expect(/409 .*\/api\/chatrooms\//);
  const owner = await somebody('Teo');
  const room = await aRoom(owner, 'Fado in the yard');
  const { page, id, context } = await signIn({ name: 'Mia' });
  await page.goto(`/my-chatrooms/${room.id}`);
  await detail(page).getByRole('button', { name: 'Join Chat' }).click();
  await expect(
    page.getByText(/Location (required to join conversations|permission required to join chat rooms)/),
  ).toBeVisible();

  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(evora);
  await page.reload();
  await expect(detail(page)).toContainText('You are outside');
  const asked = await context.request.post(`/api/chatrooms/${room.id}`, { data: { userId: id, ...evora } });
  expect((await asked.json()).data.joinType).toBe('REQUEST');
  // Told by the stream, or refused: it is pending either way.
  const button = detail(page).getByRole('button', { name: /Join Chat|Pending/ });
  if ((await button.textContent()) === 'Join Chat') {
    await button.click({ timeout: 2000 }).catch(() => {});
  }
  await expect(detail(page).getByRole('button', { name: 'Pending' })).toBeDisabled();
  await expect(detail(page)).toContainText('Request sent, waiting for approval');
});

test('MENU-005 the menu offers what owners of groups may do; PROF-006 the profile lists the own groups', async ({
  signIn,
  guard,
}) => {
  guard.expect(/500 .*\/api\/conversations/);
  const { page, id, context } = await signIn({ name: 'Berta' });
  const openMenu = async () => {
    await page.getByRole('button', { name: 'Your menu' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  };
  const entries = () => page.getByRole('menuitem').allInnerTexts();
  await page.goto('/profile?tab=groups');
  await expect(page.getByText('No groups yet')).toBeVisible();
  await openMenu();
  // MENU-009, MENU-011
  expect((await entries()).slice(0, 3)).toEqual(['Conversations', 'Create Group', 'Profile']);
  for (let number = 1; number <= 7; number++) {
    const data = { authorId: id, name: `Group ${number}`, ...porto, placed: true };
    expect((await context.request.post('/api/chatrooms', { data })).ok()).toBe(true);
  }
  await page.reload();
  const rows = page.getByRole('article', { name: /^Group Group \d$/ });
  await expect(rows).toHaveCount(6);
  await openMenu();
  await expect(page.getByRole('menuitem', { name: 'Create Message' })).toBeVisible();
  expect((await entries()).slice(0, 4)).toEqual([
    'Conversations',
    'Create Message',
    'Create Group',
    'Profile',
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(rows).toHaveCount(7);
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0);
  await saveScreen(page, 'profile-groups');

  // PROF-087
  await page.route('**/api/conversations?*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByText('Failed to load your groups')).toBeVisible();
});
