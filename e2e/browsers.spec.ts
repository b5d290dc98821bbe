import type { Page } from '@playwright/test';
import { mapAtSea } from './at-sea.ts';
import { bubble, comeIn, field, openChat, openRoom, say } from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { openComposer } from './posting.ts';
import { openMap } from './screens.ts';
import { emailFor, expect, fillSignIn, giveSession, test } from './server.fixture.ts';

const tooOld = {
  en: 'This browser is too old for Dazi.',
  ja: 'このブラウザは古いため、Dazi を利用できません。',
  'zh-Hans': '此浏览器版本过旧，无法使用 Dazi。',
};

test('a browser that is too old is told so in three languages, and others are not', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ device: phoneDevice });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible();
  await expect(page.locator('.welcome-unable')).toHaveCount(0);

  await page.addInitScript(() => {
    // As before Chrome 116.
    delete (AbortSignal as { any?: unknown }).any;
  });
  await page.reload();
  for (const [language, text] of Object.entries(tooOld)) {
    await expect(page.locator(`.welcome-unable [lang="${language}"]`)).toContainText(text);
  }
  await expect(page.locator('.welcome-unable')).toBeInViewport({ ratio: 1 });
});

test('also one that knows nothing of this decade', async ({ openBrowser, guard }) => {
  const page = await openBrowser();
  // Code that is not understood does not come either.
  await page.route('**/assets/*.js', (route) => route.abort());
  // Also code that the browser held already and runs without what is missing here.
  guard.expect(/ERR_FAILED/, /TypeError|ReferenceError/);
  await page.addInitScript(() => {
    Object.assign(window, { AbortSignal: undefined, Intl: undefined, CSS: undefined });
  });
  await page.goto('/');
  await expect(page.locator('.welcome-unable')).toContainText(tooOld.en);
});

test('without JavaScript the page says in three languages what it needs', async ({ openBrowser }) => {
  const page = await openBrowser({ options: { javaScriptEnabled: false } });
  await page.goto('/');
  const words = page.locator('.welcome-unable');
  for (const text of ['Dazi needs JavaScript.', 'JavaScript が必要です', 'Dazi 需要 JavaScript']) {
    await expect(words).toContainText(text);
  }
  await expect(words).toBeInViewport({ ratio: 1 });
});

test('a page that failed hands on what happened, and tells the operator who asks for it', async ({
  openBrowser,
  guard,
}) => {
  guard.expect(/TypeError/, /Cannot read properties/);
  const page = await openBrowser({ options: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await page.route('**/api/settings', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    // A part of the answer that the page cannot do without.
    body.data = { ...body.data, wantsClientErrors: true, map: null };
    await route.fulfill({ response: answer, json: body });
  });
  const told = page.waitForRequest('**/api/client-errors');
  await page.route('**/api/client-errors', (route) => route.fulfill({ json: { success: true, data: {} } }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy details' }).click();
  await expect(page.getByRole('status')).toContainText('Copied. The operator of this server has been told.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^TypeError: Cannot read properties of null/);
  expect(copied).toMatch(/Dazi \d+\.\d+\.\d+ \(start-[\w-]+\.js\)/);
  expect((await told).postDataJSON()).toMatchObject({ component: expect.stringContaining(' at ') });
});

test('a page that comes back from the memory of the browser sees who is signed in now', async ({
  signIn,
  guard,
}) => {
  guard.expect(/401/);
  const { page } = await signIn({ name: 'Rosa' });
  await page.goto('/messages');
  await expect(page.locator('.conversations-live')).toHaveText('Live', live);
  const again = page.waitForRequest('**/api/conversations/events');
  const comeBack = () =>
    page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
  await comeBack();
  await again;
  await expect(page.locator('.conversations-live')).toHaveText('Live', live);
  // Somewhere else meanwhile.
  await page.context().clearCookies();
  await comeBack();
  await expect(page.locator('.conversations-live')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Your menu' })).toHaveCount(0);
});

test('a conversation comes back from the memory of the browser as it is now, and not for somebody else', async ({
  signIn,
  personOf,
  somebody,
  guard,
}) => {
  // What the one who comes may not read, and what the page was about to say when it was left.
  guard.expect(/40[134]/, /ERR_INTERNET_DISCONNECTED/);
  const rosa = await signIn({ name: 'Rosa' });
  const ben = await somebody('Ben');
  const room = await openRoom([await personOf(rosa), ben], 'Kept in memory');
  const { page } = rosa;
  await openChat(page, room);
  await say(ben, room, 'Before it was left');
  await expect(bubble(page, 'Before it was left')).toBeVisible(live);
  await field(page).fill('Half a sentence');
  const turn = (type: 'pagehide' | 'pageshow') =>
    page.evaluate((name) => {
      dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
    }, type);
  // As a browser keeps it: its stream is closed, and no news of the other comes.
  const held = await page.context().newCDPSession(page);
  await turn('pagehide');
  await held.send('Network.enable');
  await held.send('Network.emulateNetworkConditions', {
    ...{ offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  });
  await say(ben, room, 'While it was away');
  await held.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  });
  await turn('pageshow');
  await expect(bubble(page, 'While it was away')).toBeVisible(live);
  await expect(field(page)).toHaveValue('Half a sentence');

  await turn('pagehide');
  await giveSession(page.context(), await somebody('Zoe'));
  await turn('pageshow');
  await expect(page.getByText('Before it was left')).toHaveCount(0);
  await expect(page.getByText('Half a sentence')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible();
});

test('the Escape that ends a composition in Safari closes nothing', async ({ signIn }) => {
  const { page } = await signIn({ name: 'Rosa' });
  await openMap(page, mapAtSea('composer'));
  const dialog = await openComposer(page);
  const pressEscape = (keyCode: number) =>
    dialog.getByLabel('Your message').evaluate((field, number) => {
      const key = { key: 'Escape', keyCode: number, bubbles: true, cancelable: true };
      return field.dispatchEvent(new KeyboardEvent('keydown', key));
    }, keyCode);
  // What is left as it was tells the page so by taking the key.
  expect(await pressEscape(229)).toBe(false);
  await expect(dialog).toBeVisible();
  await pressEscape(27);
  await expect(dialog).toBeHidden();
});

test('what a device has for closing, such as the back of a phone, closes what lies on top', async ({
  signIn,
}) => {
  const { page } = await signIn({ name: 'Ilse', device: phoneDevice });
  // Where the page does not hear of Escape the browser asks by it for something to be closed, as Android does by "back".
  await page.addInitScript(() => {
    const keepToBrowser = (event: KeyboardEvent) =>
      event.key === 'Escape' && event.stopImmediatePropagation();
    window.addEventListener('keydown', keepToBrowser, { capture: true });
  });
  await page.goto('/my-posts');
  const menu = page.getByRole('button', { name: 'Your menu' });
  await menu.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Delete account' }).click();
  const asking = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(asking).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asking).toBeHidden();
  await expect(settings).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await expect(page).toHaveURL('/my-posts');
});

test('a browser that never says when it is idle fetches the map all the same', async ({ openBrowser }) => {
  const page = await openBrowser({ device: phoneDevice });
  await page.addInitScript(() => {
    for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(window, name);
  });
  const map = page.waitForRequest(/\/assets\/MapCanvas-/);
  await page.goto('/');
  await map;
});

test('where nothing can be stored people are told the same', async ({ signIn }) => {
  const { page } = await signIn({ name: 'Rosa' });
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, {
        get() {
          throw new Error('Nothing is kept here');
        },
      });
    }
  });
  await page.goto('/messages');
  await expect(page.locator('.conversations-live')).toHaveText('Live', live);
});

test('a browser that refuses its locks hears as soon as others', async ({ signIn }) => {
  const { page } = await signIn({ name: 'Rosa' });
  await page.addInitScript(() => {
    LockManager.prototype.request = () => Promise.reject(new DOMException('No site data', 'SecurityError'));
  });
  await page.goto('/messages');
  await expect(page.locator('.conversations-live')).toHaveText('Live', live);
});

/** What a person clears in the settings of the browser, or Safari by itself of what scripts keep for seven days. */
async function clearSite(page: Page, storageTypes: string): Promise<void> {
  const { origin } = new URL(page.url());
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await page.evaluate(() => sessionStorage.clear());
  await session.detach();
}

/** As somebody who comes back to the tab. */
const lookAgain = (page: Page) =>
  page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('focus'));
  });

test('what scripts keep is cleared while a page is open: who is there stays, and so does what they write', async ({
  signIn,
  personOf,
  somebody,
}) => {
  const rosa = await signIn({ name: 'Rosa' });
  const room = await openRoom([await personOf(rosa), await somebody('Ben')], 'Cleared');
  const { page } = rosa;
  await openChat(page, room);
  await field(page).fill('Half a sentence');
  await clearSite(page, 'local_storage,indexeddb,cache_storage,service_workers');
  await lookAgain(page);
  await expect(field(page)).toHaveValue('Half a sentence');
  await field(page).press('End');
  await field(page).pressSequentially(', and the rest');
  await field(page).press('Enter');
  await expect(bubble(page, 'Half a sentence, and the rest')).toBeVisible();
  await openMap(page, mapAtSea('composer'));
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toHaveCount(0);
});

test('with the cookies cleared, too, the words wait in this tab for whoever wrote them, and for nobody else', async ({
  signIn,
  personOf,
  somebody,
  newcomer,
  guard,
}) => {
  guard.expect(/401/);
  const email = emailFor('Rosa');
  const rosa = await signIn({ name: 'Rosa', email });
  const room = await openRoom([await personOf(rosa), await somebody('Ben')], 'Cleared with cookies');
  const { page } = rosa;
  const everything = 'cookies,local_storage,indexeddb,cache_storage,service_workers';
  const signInAgain = async (name: string, as: string) => {
    await lookAgain(page);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await fillSignIn(page, name, as);
  };
  await openChat(page, room);
  await field(page).fill('Half a sentence');
  await clearSite(page, everything);
  await signInAgain('Rosa', email);
  await expect(field(page)).toHaveValue('Half a sentence');
  await field(page).fill('Another half');
  await clearSite(page, everything);
  const zoe = await newcomer('Zoe');
  await zoe.saveProfile({ displayName: 'Zoe', confirmed: true });
  await comeIn(room, zoe);
  await signInAgain('Zoe', zoe.user!.email!);
  await expect(field(page)).toHaveValue('');
  await expect(page.getByText('Another half')).toHaveCount(0);
});
