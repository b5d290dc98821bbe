import { join } from 'node:path';
import { getLeaderVotes, voteForLeader } from '@dazi/contract/chat/rooms';
import { keepSignedIn, listDevices } from '@dazi/contract/identity/sessions';
import { addPushSubscription, getPushKey } from '@dazi/contract/notifications/notifications';
import type { Page } from '@playwright/test';
import { pushSubscriptions } from '../server/src/features/notifications/notifications.tables.ts';
import { startTestApp, type TestApp } from '../server/src/testing/test-app.ts';
import { emailOf, TestPerson } from '../server/src/testing/test-person.ts';
import { TestPushService } from '../server/src/testing/test-push-service.ts';
import { TestStream } from '../server/src/testing/test-stream.ts';
import { mapAtSea } from './at-sea.ts';
import { comeIn, openChat, openRoom } from './chatting.ts';
import { desktop, phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { saveScreen } from './screens.ts';
import { expect, fillSignIn, giveSession, test } from './server.fixture.ts';

const day_ms = 24 * 60 * 60 * 1000;

/** Weeks pass: these journeys have a server of their own, whose clock they move. */
let town: TestApp;
let service: TestPushService;
test.beforeAll(async () => {
  const webDirectory = join(import.meta.dirname, '..', 'web', 'dist');
  service = await TestPushService.start();
  town = await startTestApp({}, {}, undefined, { webDirectory, trustedPushHost: service.host });
});
test.afterAll(async () => {
  await town.close();
  await service.close();
});

test('six who come to a room of three that is 30 days old vote, and elect nobody for a week', async ({
  openBrowser,
  guard,
}) => {
  guard.allow(town.url);
  const named = (...names: string[]) => Promise.all(names.map((name) => town.person(name)));
  const [fritz, frieda, franz] = await named('Fritz Old', 'Frieda Old', 'Franz Old');
  const chat = await openRoom([fritz!, frieda!, franz!], 'Lamp lighters');
  town.clock.advance(30 * day_ms);

  const names = ['Nele', 'Nora', 'Nils', 'Nina', 'Noah', 'Nuria'].map((name) => `${name} New`);
  const newcomers = await named(...names);
  const [nele, ...others] = newcomers;
  await comeIn(chat, ...newcomers);
  const founder = await town.person('Fritz Old', { profile: false });
  const options = { baseURL: town.url };
  const [owners, hers] = [
    await openBrowser({ device: desktop, options }),
    await openBrowser({ device: phoneDevice, options }),
  ];
  const onScreen = [
    [owners, founder],
    [hers, nele!],
  ] as const;
  for (const [page, person] of onScreen) {
    await person.get(keepSignedIn, { body: { keep: true } });
    await giveSession(page.context(), person);
    await openChat(page, chat);
  }
  const params = { conversationId: chat.conversationId };
  const voting = async (page: Page) => {
    await page.getByRole('button', { name: 'Group menu' }).click();
    await page
      .getByRole('button', { name: /^(Vote|Voted) for / })
      .last()
      .click();
  };

  await voting(hers);
  await expect(hers.getByText('3 members count, more than half are needed')).toBeVisible();
  await expect(
    hers.getByText(/^Your vote counts from \w+ \d+, .*: you have not been in this room for long enough\.$/),
  ).toBeVisible();
  await saveScreen(hers, 'room-vote-newcomer');
  await hers.getByRole('button', { name: 'Vote for Nele New, 0 votes' }).click();
  await expect(hers.locator('.toast', { hasText: 'Vote cast' })).toBeVisible();
  for (const person of others) {
    const body = { candidateId: nele!.id };
    expect(await person.get(voteForLeader, { params, body })).toMatchObject({ newOwner: null, counted: 3 });
  }
  await voting(owners);
  await expect(owners.getByText('3 members count, more than half are needed')).toBeVisible();
  await expect(owners.getByText(/^Your vote counts from/)).toHaveCount(0);
  await expect(owners.getByRole('button', { name: 'Vote for Nele New, 0 votes' })).toBeVisible();
  await expect(owners.getByRole('button', { name: 'Manage Group' })).toBeVisible();
  await expect(owners.getByText(/The members chose/)).toHaveCount(0);
  await saveScreen(owners, 'room-vote-nobody');
  expect((await founder.get(getLeaderVotes, { params })).data[nele!.id]?.voters).toHaveLength(6);
  await expect(hers.getByRole('log').getByText(/is now the group leader/)).toHaveCount(0);

  // They have waited, are more than the rest, and the one before is told what to do.
  town.clock.advance(7 * day_ms);
  await hers.reload();
  await voting(hers);
  await expect(hers.getByText('9 members count, more than half are needed')).toBeVisible();
  await hers.getByRole('button', { name: 'Vote for Nele New, 6 votes' }).click();
  await expect(owners.getByText(/The members chose Nele New\. If people came only to vote/)).toBeVisible(
    live,
  );
});

test('kept signed in: 29 days later one is still in, 31 days later out; the other device is signed out for good', async ({
  openBrowser,
  guard,
}) => {
  guard.allow(town.url);
  guard.expect(/401 /);
  const name = 'Kaja Keeps';
  await town.person(name);
  const options = { baseURL: town.url };
  const [here, there] = [
    await openBrowser({ device: desktop, options }),
    await openBrowser({ device: phoneDevice, options }),
  ];
  const isVisitor = (page: Page) =>
    expect(page.getByRole('button', { name: /^Your menu/ })).toHaveCount(0, live);
  const signIn = async (page: Page) => {
    await page.goto(mapAtSea('signIn'));
    const landing = page.locator('.welcome');
    await landing.getByLabel('Keep me signed in on this device').check();
    await landing.getByRole('button', { name: 'Sign in' }).click();
    await fillSignIn(page, name, emailOf(name));
    await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible();
  };
  const rows = (page: Page) => page.getByRole('list', { name: 'Signed in' }).getByRole('listitem');
  /** The page of devices and its stream, which begins a moment after it. */
  const openDevices = async (page: Page) => {
    const listens = page.waitForResponse((response) => response.url().includes('/api/conversations/events'));
    await page.goto('/settings/devices');
    await expect(rows(page)).toHaveCount(2);
    await listens;
  };
  const inBrowser = async (page: Page) => {
    const person = new TestPerson(town.url);
    for (const { name: cookie, value } of await page.context().cookies()) person.cookies.set(cookie, value);
    return person;
  };

  for (const page of [here, there]) await signIn(page);
  town.clock.advance(29 * day_ms);
  for (const page of [here, there]) {
    await openDevices(page);
    await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible();
  }
  // The visit counted: the days begin anew. Then nobody comes for longer than they last.
  town.clock.advance(31 * day_ms);
  for (const page of [here, there]) {
    await page.goto('/settings/devices');
    await isVisitor(page);
    await expect(rows(page)).toHaveCount(0);
    expect((await (await inBrowser(page)).call(listDevices, {})).status).toBe(401);
  }

  for (const page of [here, there]) await signIn(page);
  for (const page of [here, there]) await openDevices(page);
  const phone = await inBrowser(there);
  const { publicKey } = (await phone.get(getPushKey)).data;
  const subscription = { ...service.browser('phone'), language: 'en' as const, publicKey };
  await phone.get(addPushSubscription, { body: subscription });
  const subscribed = async () => (await town.deps.db.select().from(pushSubscriptions)).length;
  expect(await subscribed()).toBe(1);
  // As the page has one, whose end its browser keeps to itself.
  const stream = await TestStream.open(phone);
  await here.getByRole('button', { name: 'Sign out Chrome on Android', exact: true }).click();
  await expect.poll(() => stream.ended, live).toBe(true);
  await isVisitor(there);
  await expect(rows(there)).toHaveCount(0);
  expect(await subscribed()).toBe(0);
  expect((await phone.call(listDevices, {})).status).toBe(401);
  await expect(rows(here)).toHaveCount(1);
});
