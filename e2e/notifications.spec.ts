import { join } from 'node:path';
import { removeMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { sharePresence } from '@dazi/contract/chat/presence';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import {
  getNotificationSettings,
  listNotifications,
  type Notification,
  type QuietHours,
  readNotifications,
  saveNotificationSettings,
} from '@dazi/contract/notifications/notifications';
import { addComment } from '@dazi/contract/posts/comments';
import { addReaction } from '@dazi/contract/posts/reactions';
import type { Locator, Page } from '@playwright/test';
import { startTestApp } from '../server/src/testing/test-app.ts';
import { TestPushService } from '../server/src/testing/test-push-service.ts';
import { atSea, mapAtSea } from './at-sea.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { boxesOf } from './boxes.ts';
import { askToJoin, openRoom, say } from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { callsOf } from './network.ts';
import { openMap, over, saveScreen, walkTo } from './screens.ts';
import { expect, giveSession, test } from './server.fixture.ts';

/** Where no other journey looks at the map. */
const place = atSea('notifications');

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const badge = (page: Page) => page.locator('.notifications-bell .badge');
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const items = (page: Page) => panel(page).getByRole('listitem');

test('NOTIF-007 the bell tells of a reaction, and a click leads to the post', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const aiko = await signIn({ name: 'Aiko', at: place });
  const me = await personOf(aiko);
  const [ben, cleo] = [await somebody('Ben'), await somebody('Cleo')];
  const { id } = await me.post({ content: 'Chess by the fjord?', location: place });
  const { page } = aiko;
  await openMap(page, mapAtSea('notifications'));
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(badge(page)).toHaveCount(0);
  await ben.get(addReaction, { body: { messageId: id, reactionType: 'HEART' } });
  await expect(badge(page)).toHaveText('1');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await cleo.get(addReaction, { body: { messageId: id, reactionType: 'SAD' } });
  await bell(page).click();
  await expect(items(page)).toHaveCount(1);
  await expect(items(page)).toContainText('Cleo and 1 other reacted to your post');
  await expect(items(page)).toContainText('now');
  await expect(badge(page)).toHaveText('1');
  await saveScreen(page, 'notifications');
  await expectNoViolationsInEitherTheme(page, 'notifications');
  await items(page).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/post/${id}`));
  await expect(panel(page)).toBeHidden();
  await expect(badge(page)).toHaveCount(0);
  // The badge does not wait for the server.
  await expect.poll(async () => (await me.get(listNotifications)).unreadCount).toBe(0);

  await test.step('PROXIMITY_ALERT: both show where they are, and a post is near', async () => {
    const exact = { locationSharing: { enabled: true, precision: 'exact' }, showLocation: 'exact' } as const;
    for (const person of [me, ben]) await person.saveProfile({ privacy: exact });
    await me.get(sharePresence, { body: { ...place, locationDisplay: 'exact' } });
    const close = { latitude: place.latitude + 0.004, longitude: place.longitude };
    const near = await ben.post({
      content: 'Waffles on the roof',
      location: close,
      locationDisplay: 'exact',
    });
    await expect(badge(page)).toHaveText('1');
    await page.keyboard.press('Escape');
    await bell(page).click();
    await expect(items(page)).toContainText('New post near you');
    await expect(items(page)).toContainText('Ben: Waffles on the roof');
    await saveScreen(page, 'proximity-alert');
    await items(page).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/post/${near.id}`));
    await expect(page.getByRole('dialog')).toContainText('Waffles on the roof');
    await expect(badge(page)).toHaveCount(0);
    await saveScreen(page, 'proximity-post');
  });
});

test('NOTIF-006 a join request leads its owner to the management, and adds to the messages badge', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const owner = await signIn({ name: 'Olga' });
  const room = await openRoom([await personOf(owner)], 'Fjord swimmers');
  const { page } = owner;
  await page.goto('/profile');
  await expect(bell(page)).toBeVisible();
  await askToJoin(await somebody('Per'), room, 'I swim in winter too');
  await expect(badge(page)).toHaveText('1');
  await expect(page.locator('.shell-header .iconbtn .badge')).toHaveText('1');
  await bell(page).click();
  await expect(items(page)).toContainText('Per wants to join Fjord swimmers');
  await items(page).getByRole('link').click();
  await expect(page).toHaveURL(`/chat-rooms/${room.roomId}/manage`);
  await expect(page.getByRole('dialog')).toContainText('Per');
  await expect(badge(page)).toHaveCount(0);
});

test('NOTIF-010 NOTIF-011 NOTIF-012 NOTIF-021 what is unread can be removed, read and cleared, and goes at sign-out, in every tab', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const aiko = await signIn({ name: 'Aiko' });
  const me = await personOf(aiko);
  const ben = await somebody('Ben');
  const posts: { id: string }[] = [];
  for (const content of ['One', 'Two', 'Three']) posts.push(await me.post({ content, location: place }));
  const { page, context } = aiko;
  const other = await context.newPage();
  const callsOfOther = callsOf(other);
  await page.goto('/profile');
  await other.goto('/profile');
  for (const { id } of posts) {
    await ben.get(addReaction, { body: { messageId: id, reactionType: 'HEART' } });
  }
  for (const tab of [page, other]) await expect(badge(tab)).toHaveText('3');
  await test.step('NOTIF-008 what was taken back is shown and kept no longer, without being asked for', async () => {
    const words = 'My bank code is 9999';
    const { data } = await ben.get(sendPrivateMessage, { body: { receiverId: me.id, content: words } });
    for (const tab of [page, other]) await expect(badge(tab)).toHaveText('4');
    await bell(page).click();
    await expect(panel(page)).toContainText(words);
    const params = { conversationId: data.conversationId, messageId: data.id };
    await ben.get(removeMessage, { params, body: {} });
    for (const tab of [page, other]) await expect(badge(tab)).toHaveText('3');
    await expect(panel(page)).not.toContainText(words);
    expect(await other.evaluate(() => JSON.stringify(localStorage))).not.toContain(words);
    await page.keyboard.press('Escape');
  });
  await bell(page).click();
  await items(page)
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(items(page)).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeFocused();
  await expect(badge(other)).toHaveText('2');
  await panel(page).getByRole('button', { name: 'Mark all read' }).click();
  await expect(panel(page)).toContainText('Nothing new');
  await expect(badge(other)).toHaveCount(0);
  const { data } = await me.get(listNotifications);
  expect((data as Notification[]).length).toBe(2);
  await ben.get(addReaction, { body: { messageId: posts[0]!.id, reactionType: 'SAD' } });
  await expect(items(page)).toHaveCount(1);
  await panel(page).getByRole('button', { name: 'Clear all' }).click();
  await expect(panel(page)).toContainText('Nothing new');
  await expect.poll(async () => (await me.get(listNotifications)).data).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();

  await test.step('NOTIF-021 what is kept on the device goes at sign-out, in all tabs', async () => {
    await ben.get(addReaction, { body: { messageId: posts[1]!.id, reactionType: 'SAD' } });
    for (const tab of [page, other]) await expect(badge(tab)).toHaveText('1');
    const kept = (tab: Page) =>
      tab.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('dazi.of.')));
    expect(await kept(page)).toContain(`dazi.of.${me.id}.notifications`);
    // What the other tab asks because of this has its answer: it would cross the sign-out.
    await callsOfOther.settled();
    await page.getByRole('button', { name: 'Your menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const tab of [page, other]) {
      await expect(bell(tab)).toHaveCount(0);
      await expect.poll(() => kept(tab)).toEqual([]);
    }
  });
});

/** Replaces the browser's own notifications by ones that note what is shown. */
function noteBrowserNotifications() {
  const shown: object[] = [];
  const closed: string[] = [];
  class Noted {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    onclick: (() => void) | null = null;
    readonly tag: string;
    constructor(title: string, options: { tag: string }) {
      this.tag = options.tag;
      shown.push({ title, ...options });
      Object.assign(window, { lastShown: this });
    }
    close() {
      closed.push(this.tag);
    }
  }
  Object.assign(window, { Notification: Noted, shownNotifications: shown, closedNotifications: closed });
}
interface Shown {
  title: string;
  body: string;
  requireInteraction: boolean;
}
const shownIn = (page: Page) =>
  page.evaluate(() => (window as unknown as { shownNotifications: Shown[] }).shownNotifications);
const closedIn = (page: Page) =>
  page.evaluate(() => (window as unknown as { closedNotifications: string[] }).closedNotifications);

/** As if the window lay behind others. */
function lookAway() {
  document.hasFocus = () => false;
}

test('NOTIF-035 NOTIF-036 one tab tells by the browser while nobody looks; what is urgent stays', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const aiko = await signIn({ name: 'Aiko' });
  const me = await personOf(aiko);
  const ben = await somebody('Ben');
  const room = await openRoom([me, ben], 'Harbour choir');
  const { page, context } = aiko;
  await context.addInitScript(noteBrowserNotifications);
  await context.addInitScript(lookAway);
  await page.clock.install();
  const other = await context.newPage();
  await page.goto('/profile');
  await expect(bell(page)).toBeVisible();
  await other.goto('/profile');
  await expect(bell(other)).toBeVisible();
  await say(ben, room, '@Aiko do you sing alto?');
  await expect(badge(page)).toHaveText('1');
  await expect.poll(() => shownIn(page)).toHaveLength(1);
  expect((await shownIn(page))[0]).toMatchObject({
    title: 'Ben mentioned you in Harbour choir',
    body: '@Aiko do you sing alto?',
    requireInteraction: false,
  });
  expect(await shownIn(other)).toEqual([]);
  expect(await closedIn(page)).toEqual([]);
  await page.clock.fastForward(5000);
  await expect.poll(() => closedIn(page)).toHaveLength(1);

  await askToJoin(await somebody('Per'), room, 'Bass');
  await expect.poll(() => shownIn(page)).toHaveLength(2);
  expect((await shownIn(page))[1]).toMatchObject({ title: 'Join request', requireInteraction: true });
  await page.clock.fastForward(20_000);
  expect(await closedIn(page)).toHaveLength(1);
  await page.evaluate(() => (window as unknown as { lastShown: { onclick(): void } }).lastShown.onclick());
  await expect(page).toHaveURL(`/chat-rooms/${room.roomId}/manage`);
  await expect(badge(page)).toHaveText('1');

  await test.step('quiet hours that are set elsewhere count at once', async () => {
    const setElsewhere = async (quietHours: QuietHours | null) => {
      const asked = page.waitForResponse((answer) => answer.url().includes('/api/notifications/settings'));
      await me.get(saveNotificationSettings, { body: { quietHours } });
      await asked;
    };
    const told = () =>
      page.evaluate((id) => JSON.parse(localStorage.getItem(`dazi.of.${id}.notified`) ?? '[]').length, me.id);
    const before = await told();
    await setElsewhere({ from: '00:00', to: '00:00', timeZone: 'UTC' });
    await say(ben, room, '@Aiko psst');
    await expect.poll(told).toBe(before + 1);
    expect(await shownIn(page)).toHaveLength(2);
    await me.get(readNotifications, { body: {} });
    await setElsewhere(null);
  });

  await say(ben, room, 'No mention, no word');
  await page.evaluate(() => {
    document.hasFocus = () => true;
    window.dispatchEvent(new Event('focus'));
  });
  await say(ben, room, '@Aiko are you there?');
  await expect(page.locator('.notifications-bell .badge')).toBeVisible();
  await expect.poll(async () => (await me.get(listNotifications)).unreadCount).toBe(1);
  await page.waitForTimeout(500);
  expect(await shownIn(page)).toHaveLength(2);
});

test('NOTIF-009 NOTIF-013 the panel asks for the permission only when told to, and warns when it is denied', async ({
  signIn,
}) => {
  const { page } = await signIn({ name: 'Aiko' });
  await page.addInitScript(() => {
    let asked = 0;
    const asking = {
      permission: 'default',
      async requestPermission() {
        asked++;
        asking.permission = 'denied';
        return asking.permission;
      },
    };
    Object.assign(window, { Notification: asking, askedTimes: () => asked });
  });
  await page.goto('/profile');
  await bell(page).click();
  await expect(panel(page)).toContainText('Browser notifications are off.');
  expect(await page.evaluate(() => (window as unknown as { askedTimes(): number }).askedTimes())).toBe(0);
  await panel(page).getByRole('button', { name: 'Enable' }).click();
  await expect(panel(page)).toContainText('Your browser blocks notifications from Dazi.');
  await saveScreen(page, 'notifications-denied');
  await expectNoViolationsInEitherTheme(page, 'notifications-denied');
});

test('on a phone the bell covers neither the map’s buttons nor the composer', async ({
  signIn,
  personOf,
  somebody,
}) => {
  const aiko = await signIn({ name: 'Aiko', device: phoneDevice, at: place });
  const { page } = aiko;
  await openMap(page, mapAtSea('notifications'));
  const buttons = page.locator('button:visible:not(.notifications-bell)');
  await expect(buttons.first()).toBeVisible();
  // All at one moment: the list that comes in between moves them.
  const covered = await bell(page).evaluate((element) => {
    const rings = element.getBoundingClientRect();
    return [...document.querySelectorAll('button:not(.notifications-bell)')]
      .filter((button) => {
        const box = button.getBoundingClientRect();
        const isShown =
          box.width > 0 && box.height > 0 && button.checkVisibility({ visibilityProperty: true });
        return (
          isShown &&
          box.left < rings.right &&
          rings.left < box.right &&
          box.top < rings.bottom &&
          rings.top < box.bottom
        );
      })
      .map((button) => button.outerHTML);
  });
  expect(covered).toEqual([]);
  await saveScreen(page, 'bell-phone');
  await bell(page).click();
  await expect(panel(page)).toContainText('Nothing new');
  await over(page, 'notifications');
  await page.goBack();
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeVisible();
  const me = await personOf(aiko);
  const room = await openRoom([me, await somebody('Ben')], 'Harbour choir');
  await walkTo(page, `/messages/${room.conversationId}`);
  await expect(page.getByLabel('Your message')).toBeVisible();
  await expect(bell(page)).toBeHidden();
});

test('on a phone what is new has the whole window, and the way back leads to the bell', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const aiko = await signIn({ name: 'Aiko', device: phoneDevice });
  const me = await personOf(aiko);
  const { page } = aiko;
  await page.goto('/my-posts');
  const ben = await somebody('Ben');
  for (const content of ['One', 'Two', 'Three']) {
    const { id } = await me.post({ content, location: place });
    await ben.get(addReaction, { body: { messageId: id, reactionType: 'HEART' } });
  }
  await expect(badge(page)).toHaveText('3');
  await bell(page).click();
  await expect(items(page)).toHaveCount(3);
  const [whole] = await boxesOf(panel(page));
  expect(whole).toEqual({ x: 0, y: 0, ...page.viewportSize()! });
  await expect(panel(page)).toBeFocused();
  await expect(items(page).first().locator('.notifications-dot')).toBeVisible();
  await expectFits(page, 'notifications-phone');
  await saveScreen(page, 'notifications-phone');
  await expectNoViolationsInEitherTheme(page, 'notifications-phone');

  await panel(page).getByRole('button', { name: 'Back' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await bell(page).click();
  await items(page)
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(items(page)).toHaveCount(2);
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await bell(page).click();
  await panel(page).getByRole('button', { name: 'Mark all read' }).click();
  await expect(panel(page)).toContainText('Nothing new');
  await expect(panel(page).getByRole('button', { name: 'Clear all' })).toHaveCount(0);
});

test('an open conversation rings no bell for what is read at once', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const aiko = await signIn({ name: 'Aiko' });
  const me = await personOf(aiko);
  const ben = await somebody('Ben');
  const room = await openRoom([me, ben], 'Harbour choir');
  const { page } = aiko;
  await page.goto(`/messages/${room.conversationId}`);
  await expect(page.getByLabel('Your message')).toBeVisible();
  const params = { conversationId: room.conversationId };
  await ben.get(sendMessage, { params, body: { content: '@Aiko here' } });
  await expect(page.locator('.conversations-log')).toContainText('@Aiko here');
  await expect.poll(async () => (await me.get(listNotifications)).unreadCount).toBe(0);
  await expect(badge(page)).toHaveCount(0);
});

test('what somebody is told of is set in the settings', async ({ signIn, personOf }) => {
  const aiko = await signIn({ name: 'Aiko' });
  const { page } = aiko;
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/profiles/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  letThrough();
  await expect(page.getByRole('heading', { name: 'Aiko' })).toBeVisible();
  await page.unroute('**/api/profiles/*');
  // What was opened before the profile came is still open.
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const settings = page.getByRole('region', { name: 'Notifications' });
  // What is cancelled was never chosen.
  await settings.getByLabel('Reactions to my posts and messages').click();
  await settings.getByLabel('Quiet hours').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings).toBeHidden();
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(settings.getByLabel('Reactions to my posts and messages')).toBeChecked();
  await expect(settings.getByLabel('Quiet hours')).not.toBeChecked();

  await settings.getByLabel('Reactions to my posts and messages').click();
  await expect(settings.getByLabel('Reactions to my posts and messages')).not.toBeChecked();
  await settings.getByLabel('Quiet hours').click();
  await settings.getByLabel('From').fill('21:30');
  await expect(settings.getByLabel('From')).toHaveValue('21:30');
  await settings.scrollIntoViewIfNeeded();
  await saveScreen(page, 'notification-settings');
  await expectNoViolationsInEitherTheme(page, 'notification-settings');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toBeHidden();
  const me = await personOf(aiko);
  const answer = await me.fetch('/api/notifications/settings');
  expect(((await answer.json()) as { data: object }).data).toMatchObject({
    quietHours: { from: '21:30', to: '07:00' },
  });
  const profile = (await (await me.fetch(`/api/profiles/${me.id}`)).json()) as {
    data: { preferences: { notificationSettings: object } };
  };
  expect(profile.data.preferences.notificationSettings).toEqual({
    newMessages: true,
    nearbyActivity: true,
    cityUpdates: true,
    reactions: false,
  });
});

test('the worker is served fresh, and shows what is pushed', async ({ signIn, server, guard }) => {
  // Of the browser's own page around a picture.
  guard.expect(/style-src/);
  const { page, context } = await signIn({ name: 'Aiko', whole: true, options: { serviceWorkers: 'allow' } });
  const answer = await context.request.get('/service-worker.js');
  expect(answer.headers()['cache-control']).toBe('no-cache');
  expect(answer.headers()['content-security-policy']).toContain("connect-src 'self'");
  await context.grantPermissions(['notifications'], { origin: server.url });
  await page.goto('/profile');
  await expect(bell(page)).toBeVisible();
  await page.evaluate(() =>
    navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready),
  );
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  const registrationId = await new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
    void session.send('ServiceWorker.disable').then(() => session.send('ServiceWorker.enable'));
  });
  // Whoever looks at a page sees the bell instead, and a test's pages count as looked at. A picture has no bell.
  const [worker] = context.serviceWorkers();
  const picture = `${server.url}/icon-192.png`;
  await page.goto(picture);
  const data = JSON.stringify({
    id: 'event-1',
    title: 'Dazi',
    body: 'There is something new for you',
    language: 'en',
    path: '/messages',
    stays: false,
  });
  await expect
    .poll(() =>
      worker!.evaluate(async () => {
        const { clients } = self as unknown as {
          clients: { matchAll: (options: object) => Promise<{ focused: boolean; url: string }[]> };
        };
        const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
        return pages.filter((each) => each.focused).map((each) => each.url);
      }),
    )
    .toEqual([picture]);
  // Chromium forgets a notification whose list is asked for while it is being shown: so asked for once, afterwards.
  await worker!.evaluate(() => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; finished?: string };
    const show = scope.registration.showNotification.bind(scope.registration);
    scope.registration.showNotification = async (title, options) => {
      await show(title, options).then(
        () => (scope.finished = 'shown'),
        (error) => (scope.finished = String(error)),
      );
    };
  });
  await session.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
  await expect
    .poll(() => worker!.evaluate(() => (self as unknown as { finished?: string }).finished))
    .toBe('shown');
  const shown = await worker!.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });
  expect(shown).toEqual([{ title: 'Dazi', body: 'There is something new for you', tag: 'event-1' }]);
});

test('pushed to: says when the browser cannot, and is encrypted, without words unless they are wanted, until it is gone', async ({
  openBrowser,
  guard,
}) => {
  const service = await TestPushService.start();
  const app = await startTestApp({}, {}, undefined, {
    runJobs: true,
    trustedPushHost: service.host,
    webDirectory: join(import.meta.dirname, '..', 'web', 'dist'),
  });
  guard.allow(app.url);
  guard.expect(/Push API in incognito mode/);
  const page = await openBrowser({ whole: true, options: { baseURL: app.url, serviceWorkers: 'allow' } });
  try {
    await page.context().grantPermissions(['notifications'], { origin: app.url });
    const [aiko, ben] = [await app.person('Aiko'), await app.person('Ben')];
    app.clock.advance(1000);
    await aiko.saveProfile({ displayName: 'Aiko', age: 31 });
    await giveSession(page.context(), aiko);
    const subscribed = async () => {
      const rows = await app.deps.db.execute('SELECT endpoint FROM push_subscriptions');
      return (rows as unknown as unknown[]).length;
    };
    const openSettings = async () => {
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Your menu' }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      return page.getByRole('region', { name: 'Notifications' });
    };
    const push = (settings: Locator) => settings.getByLabel('Push to this device');

    // This Chromium has no push service behind it.
    let settings = await openSettings();
    await push(settings).click();
    await expect(
      settings.getByText(
        'This browser does not set up push here; a private window cannot. Please try again.',
      ),
    ).toBeVisible();
    await expect(push(settings)).not.toBeChecked();
    await push(settings).scrollIntoViewIfNeeded();
    await saveScreen(page, 'push-failed');
    settings = await openSettings();
    await expect(push(settings)).not.toBeChecked();
    expect(await subscribed()).toBe(0);

    // One that has: from here on only the browser's part of it is stood in for.
    await page.addInitScript((made) => {
      const subscription = {
        endpoint: made.endpoint,
        options: { applicationServerKey: null as ArrayBuffer | null },
        toJSON: () => made,
        unsubscribe: async () => {
          current = null;
          return true;
        },
      };
      let current: typeof subscription | null = null;
      Object.assign(PushManager.prototype, {
        getSubscription: async () => current,
        async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) {
          subscription.options.applicationServerKey = applicationServerKey.buffer;
          current = subscription;
          return subscription;
        },
      });
    }, service.browser('aiko'));
    settings = await openSettings();
    await push(settings).click();
    await expect(push(settings)).toBeChecked();
    await expect.poll(subscribed).toBe(1);

    const { id: messageId } = await aiko.post({ content: 'A table by the window', location: place });
    const comment = (content: string) => ben.get(addComment, { body: { messageId, content } });
    await comment('At eight?');
    await expect
      .poll(() => service.to('aiko'))
      .toMatchObject([{ title: 'Dazi', path: `/post/${messageId}` }]);
    expect(JSON.stringify(service.to('aiko'))).not.toMatch(/Ben|eight/);
    await settings.getByLabel('Show names and words in what is pushed').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await aiko.get(getNotificationSettings)).data.pushPreviews).toBe(true);
    await comment('At nine then');
    await expect.poll(() => service.to('aiko').at(-1)?.body).toContain('At nine then');
    expect(service.to('aiko').at(-1)).toMatchObject({ title: 'New comment', path: `/post/${messageId}` });

    service.answers.set('aiko', [410]);
    await comment('Or ten');
    await expect.poll(subscribed).toBe(0);
    const { asked } = service;
    await comment('Still there?');
    await expect.poll(async () => (await aiko.get(listNotifications)).unreadCount).toBe(1);
    expect(service.asked).toBe(asked);
  } finally {
    // Else it asks a server that is gone.
    await page.close();
    await app.close();
    await service.close();
  }
});
