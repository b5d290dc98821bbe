import type { Page } from '@playwright/test';
import { TestPerson } from '../server/src/testing/test-person.ts';
import { bubble, field, openChat, openRoom, write } from './chatting.ts';
import { live } from './live-news.ts';
import { card, celebration, composer, openComposer, openDetail, publish } from './posting.ts';
import { mapReady, walkTo } from './screens.ts';
import { emailFor, expect, fillSignIn, giveSession, introduce, test } from './server.fixture.ts';

interface Browser {
  name: string;
  /** Where its people are: nobody else is. */
  at: { latitude: number; longitude: number };
  /** What it lacks, by the way there from `window`. */
  lacks?: readonly string[];
  /** What throws when it is asked for, or when something is to be kept in it. */
  refuses?: readonly string[];
  full?: boolean;
}

/** Apart from each other, so that what one lacks hides nothing of another. */
const browsers: readonly Browser[] = [
  {
    name: 'that is hardened',
    at: { latitude: 61.4978, longitude: 23.761 },
    lacks: [
      ...['navigator.locks', 'navigator.clipboard', 'navigator.permissions', 'navigator.serviceWorker'],
      ...['navigator.storage', 'navigator.share', 'navigator.connection', 'navigator.userAgentData'],
      ...['BroadcastChannel', 'SharedWorker', 'Notification', 'PushManager', 'caches', 'visualViewport'],
      ...['crypto.randomUUID', 'crypto.subtle', 'requestIdleCallback', 'cancelIdleCallback', 'scheduler'],
    ],
  },
  {
    name: 'that keeps nothing of a site',
    at: { latitude: 62.2426, longitude: 25.7473 },
    refuses: ['localStorage', 'sessionStorage', 'indexedDB', 'caches'],
  },
  {
    name: 'whose storage is full, and which opens no database',
    at: { latitude: 62.8924, longitude: 27.677 },
    full: true,
  },
  {
    // In Chrome 116, Firefox 125 or Safari 17.4, by MDN's tables of compatibility; `docs/browsers.md` says how they are read.
    name: 'as old as may be, in all three engines at once',
    at: { latitude: 65.0121, longitude: 25.4651 },
    lacks: [
      ...['Promise.withResolvers', 'Promise.try', 'Object.groupBy', 'Map.groupBy', 'Array.fromAsync'],
      ...['URL.canParse', 'URL.parse', 'URLPattern', 'Iterator.from', 'Iterator.prototype.map'],
      ...['Iterator.prototype.filter', 'Iterator.prototype.toArray', 'Iterator.prototype.some'],
      ...['Iterator.prototype.find', 'Iterator.prototype.forEach', 'Iterator.prototype.take'],
      ...['Iterator.prototype.drop', 'Iterator.prototype.every', 'Iterator.prototype.flatMap'],
      ...['Iterator.prototype.reduce', 'Set.prototype.union', 'Set.prototype.difference'],
      ...['Set.prototype.intersection', 'Set.prototype.isSubsetOf', 'Set.prototype.isSupersetOf'],
      ...['Set.prototype.isDisjointFrom', 'Set.prototype.symmetricDifference', 'RegExp.escape'],
      ...['Map.prototype.getOrInsert', 'Map.prototype.getOrInsertComputed', 'Math.sumPrecise', 'Temporal'],
      ...['Uint8Array.fromBase64', 'Uint8Array.prototype.toBase64', 'Uint8Array.prototype.toHex'],
      ...['Intl.DurationFormat', 'ClipboardItem', 'Clipboard.prototype.read', 'Clipboard.prototype.write'],
      ...[
        'scheduler',
        'requestIdleCallback',
        'cancelIdleCallback',
        'navigation',
        'trustedTypes',
        'cookieStore',
      ],
      ...['Document.prototype.startViewTransition', 'Document.prototype.caretPositionFromPoint'],
      ...['Element.prototype.getHTML', 'Element.prototype.setHTML', 'Element.prototype.moveBefore'],
      ...['Element.prototype.scrollIntoViewIfNeeded', 'Element.prototype.currentCSSZoom', 'Highlight'],
      ...['HTMLDialogElement.prototype.requestClose', 'HTMLDialogElement.prototype.closedBy', 'CloseWatcher'],
      ...['HTMLButtonElement.prototype.command', 'HTMLSelectElement.prototype.showPicker', 'EditContext'],
      ...['Blob.prototype.bytes', 'Response.prototype.bytes', 'Request.prototype.bytes', 'Observable'],
      ...['navigator.connection', 'navigator.deviceMemory', 'navigator.userAgentData', 'navigator.wakeLock'],
      ...['navigator.setAppBadge', 'navigator.vibrate', 'PerformanceElementTiming', 'SharedWorker'],
    ],
  },
];

type Missing = Pick<Browser, 'lacks' | 'refuses' | 'full'>;

/** Runs in the page, before its scripts. */
function takeAway({ lacks = [], refuses = [], full = false }: Missing): void {
  for (const path of lacks) {
    const names = path.split('.');
    const last = names.pop()!;
    let owner = names.reduce((at, name) => (at as Record<string, unknown>)?.[name], window as unknown);
    // It may be the prototype's.
    while (owner && !Object.hasOwn(owner, last)) owner = Object.getPrototypeOf(owner);
    if (owner) Reflect.deleteProperty(owner, last);
  }
  for (const name of refuses) {
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Nothing is kept here', 'SecurityError');
      },
    });
  }
  if (!full) return;
  Storage.prototype.setItem = () => {
    throw new DOMException('It is full', 'QuotaExceededError');
  };
  IDBFactory.prototype.open = () => {
    throw new DOMException('It is not opened', 'UnknownError');
  };
}

/** Of all that was taken away, what is there all the same. */
const left = (page: Page, { lacks = [] }: Missing) =>
  page.evaluate(
    (paths) =>
      paths.filter(
        (path) =>
          path.split('.').reduce((at, name) => (at as Record<string, unknown>)?.[name], window as unknown) !==
          undefined,
      ),
    lacks,
  );

const whole = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toHaveCount(0);
  await expect(page.locator('.welcome-unable')).toHaveCount(0);
};

for (const { name, at, ...missing } of browsers) {
  test(`a browser ${name}: people sign in, post, talk, look at the map and copy a link`, async ({
    server,
    openBrowser,
    somebody,
  }) => {
    const email = emailFor('Rosa');
    const rosa = await new TestPerson(server.url).signIn('Rosa', email);
    await introduce(rosa, 'Rosa');
    const ben = await somebody('Ben');
    const room = await openRoom([rosa, ben], 'Old browsers');

    const permissions = ['geolocation', 'clipboard-read', 'clipboard-write'];
    const page = await openBrowser({ at, demoHelp: true, options: { permissions } });
    const context = page.context();
    let sessionsAsked = 0;
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/auth/session') sessionsAsked++;
    });
    await context.addInitScript(takeAway, missing);
    await page.goto(`/?map=13/${at.latitude}/${at.longitude}`);
    expect(await left(page, missing)).toEqual([]);
    await page.locator('.welcome').getByRole('button', { name: 'Sign in' }).click();
    await fillSignIn(page, 'Rosa', email);
    await mapReady(page);
    await whole(page);

    await openComposer(page);
    await composer(page).getByLabel('Your message').fill('Posted from here');
    await publish(page);
    await celebration(page).getByRole('button', { name: 'See it on the map' }).click();
    await expect(celebration(page)).toBeHidden();
    await expect(card(page, 'Posted from here')).toBeVisible();
    const detail = await openDetail(page, 'Rosa', 'Posted from here');
    await detail.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(detail).toBeHidden();

    // On another device, and in another tab of this one.
    const bens = await openBrowser();
    await giveSession(bens.context(), ben);
    const tab = await context.newPage();
    for (const each of [page, tab, bens]) await openChat(each, room);
    for (const each of [page, tab, bens]) {
      await expect(each.locator('.conversations-live')).toHaveText('Live');
    }
    expect(await left(tab, missing)).toEqual([]);
    await field(page).press('Control+v');
    await expect(field(page)).toHaveValue(/\/post\//);
    await write(page, 'Written here');
    for (const each of [page, tab, bens]) await expect(bubble(each, 'Written here')).toBeVisible(live);
    await write(bens, 'Heard by both');
    for (const each of [page, tab]) await expect(bubble(each, 'Heard by both')).toBeVisible(live);

    // Tabs that tell each other who is here do so once.
    expect(sessionsAsked).toBeLessThan(20);
    await tab.close();
    await walkTo(page, '/messages');
    await expect(page.locator('.conversations-live')).toHaveText('Live', live);
    await page.getByRole('button', { name: 'Notifications', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await whole(page);
  });
}

/** Without any of these a browser is older than those in `docs/browsers.md`, and what else such a one lacks is asked for nowhere. */
const needed = [
  ...['AbortSignal.any', 'Array.prototype.toSorted', 'Element.prototype.checkVisibility', 'Intl.Segmenter'],
  ...['AbortSignal', 'HTMLScriptElement.prototype.noModule'],
];

test('a browser that lacks what every supported one has is told that it is too old', async ({
  openBrowser,
  guard,
}) => {
  guard.expect(/ERR_FAILED/);
  const first = await openBrowser();
  // Such a one may not even read the code.
  await first.context().route('**/assets/*.js', (route) => route.abort());
  for (const name of needed) {
    const page = await first.context().newPage();
    await page.addInitScript(takeAway, { lacks: [name] });
    await page.goto('/');
    await expect(page.locator('.welcome-unable'), name).toContainText('This browser is too old for Dazi.');
    await page.close();
  }
  await first.goto('/');
  await expect(first.locator('.welcome-unable')).toHaveCount(0);
});
