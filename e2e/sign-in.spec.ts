import type { Page } from '@playwright/test';
import { mapAtSea } from './at-sea.ts';
import { desktop, phoneDevice, tablet } from './devices.ts';
import { expectFits } from './fitting.ts';
import { noteMoments } from './moments.ts';
import { enterAsVisitor, nothingOver, saveScreen } from './screens.ts';
import { emailFor, expect, fillSignIn, test } from './server.fixture.ts';

const fallbackHeadline = 'connect with your local community';

for (const device of [desktop, phoneDevice]) {
  test(`the landing says what this is, ${device.name}`, async ({ openBrowser, guard }) => {
    const page = await openBrowser({ device });
    await page.goto(mapAtSea('signIn'));
    const landing = page.locator('.welcome');
    const { en: mottos } = (await (await page.request.get('/motto.json')).json()) as { en: string[] };
    const headline = landing.getByRole('heading', { level: 1 });
    await expect(landing.getByRole('button', { name: 'Enter' })).toBeVisible();
    await expect.poll(async () => mottos.includes(await headline.innerText())).toBe(true);
    await expect(landing.getByText('Looking around needs no account.')).toBeVisible();
    const promise = landing.getByText('Never sold, and exact only if you choose so');
    await expect(promise).toBeVisible({ visible: device === desktop });
    await saveScreen(page, `landing-${device.name}`);

    for (const [link, sentence] of [
      ['Privacy Policy', /under 13/],
      ['Location Data Usage', /1 to 2\u00a0km/i],
    ] as const) {
      const opener = landing.getByRole('button', { name: link });
      await opener.click();
      const policy = page.getByRole('dialog', { name: link });
      await expect(policy.getByText(sentence).first()).toBeVisible();
      if (device === phoneDevice) await page.goBack();
      else await page.keyboard.press('Escape');
      await expect(policy).toBeHidden();
      await nothingOver(page);
      await expect(opener).toBeFocused();
    }

    // Without mottos the headline stands.
    guard.expect(/404 .*\/motto\.json$/);
    await page.route('**/motto.json', (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await expect(landing.getByRole('button', { name: 'Enter' })).toBeVisible();
    await expect(headline).toHaveText(fallbackHeadline);

    if (device === desktop) {
      // Nothing below it takes keys.
      await page.getByRole('button', { name: 'Filters' }).focus();
      for (const key of ['/', 'j']) await page.keyboard.press(key);
      await expect(page.locator('.map-filter-panel, main :focus')).toHaveCount(0);
    }
    await landing.getByRole('button', { name: 'Enter' }).click();
    await expect(landing).toBeHidden();
    await expect(page.getByRole('region', { name: 'Filters' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    // For the visit.
    await page.reload();
    await expect(page.getByRole('region', { name: 'Filters' })).toBeVisible();
    await expect(landing).toHaveCount(0);
  });
}

test('signs in, says "This is you", and signs out', async ({ openBrowser }) => {
  const page = await openBrowser({ device: phoneDevice });
  const email = emailFor('Mara');
  await page.goto(mapAtSea('signIn'));
  await page.locator('.welcome').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Dazi' })).toBeVisible();
  await saveScreen(page, 'provider');
  const succeeded = await noteMoments(page, '[data-state="success"]');
  await fillSignIn(page, 'Mara Lindqvist', email);

  const card = page.getByRole('dialog', { name: 'This is you' });
  await expect(card.getByLabel('Display name')).toHaveValue('Mara Lindqvist');
  expect(await succeeded()).toEqual(['Signed in']);
  // Nothing else greets, which would lie over it.
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect(card.getByLabel('Age')).toHaveValue('18');
  await saveScreen(page, 'this-is-you');
  await card.getByLabel('Display name').fill('Mara');
  await card.getByLabel('Age').fill('17');
  await card.getByRole('button', { name: 'That is me' }).click();
  await expect(card.getByRole('alert')).toHaveText('Dazi is for adults: from 18 on.');
  await card.getByLabel('Age').fill('121');
  await card.getByRole('button', { name: 'That is me' }).click();
  await expect(card.getByRole('alert')).toHaveText('Age must be between 18 and 120');
  await card.getByLabel('Age').fill('34');
  await card.getByRole('button', { name: 'That is me' }).click();
  await expect(card).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();

  const opener = page.getByRole('button', { name: 'Your menu' });
  const menu = page.getByRole('menu');
  await opener.click();
  await expect(menu).toBeVisible();
  await expect(menu.locator('.identity-menu-name')).toHaveText('Mara');
  await expect(menu.locator('.identity-menu-person .t3')).toHaveText(email.split('@')[0]!);
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Conversations',
    'Create Group',
    'Profile',
    'My Wallet',
    'Settings',
    'Terms & Policy',
    'Sign out',
  ]);
  await saveScreen(page, 'menu');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(menu).toBeVisible();
  // The menu begins to listen for clicks beside it in a task of its own after it was drawn.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await page.mouse.click(12, 330);
  await expect(menu).toBeHidden();

  // The profile was kept: the card does not come again.
  await page.reload();
  await expect(opener).toBeVisible();
  await expect(card).toBeHidden();

  await opener.click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.locator('.welcome').getByRole('button', { name: 'Enter' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('dazi.user'))).toBeNull();
  expect((await (await page.request.get('/api/auth/session')).json()).data).toBeNull();
});

test('whoever was here before signs in once, beside the worker', async ({ openBrowser }) => {
  const page = await openBrowser({ options: { serviceWorkers: 'allow' } });
  await enterAsVisitor(page, mapAtSea('signIn'));
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  await page.goto('/api/auth/sign-in?returnTo=/terms-policy');
  await fillSignIn(page, 'Ines');
  await expect(page).toHaveURL(/\/terms-policy$/);
  expect((await (await page.request.get('/api/auth/session')).json()).data.name).toBe('Ines');
});

test('AUTH-013 a cancelled and a failed sign-in say so, beside the button of the landing or over the map', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await page.goto('/');
  await page.locator('.welcome').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const alert = page.locator('.welcome').getByRole('alert');
  await expect(alert).toHaveText('Sign-in cancelled by user');
  expect(new URL(page.url()).search).toBe('');
  await saveScreen(page, 'sign-in-cancelled');

  // An answer that this browser never asked for.
  await page.goto('/api/auth/callback?code=made-up&state=made-up');
  await expect(alert).toHaveText('Sign-in failed. Please try again.');
  await page.reload();
  await expect(page.locator('.welcome').getByRole('button', { name: 'Enter' })).toBeVisible();
  await expect(alert).toBeHidden();

  await page.getByRole('button', { name: 'Enter' }).click();
  await page.locator('.shell-header').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.toast', { hasText: 'Sign-in cancelled by user' })).toBeVisible();
});

test('the provider wants an e-mail address and a name', async ({ openBrowser, guard }) => {
  guard.expect(/400 .*\/demo-sign-in\//);
  const page = await openBrowser({ options: { javaScriptEnabled: false } });
  await page.goto('/api/auth/sign-in?returnTo=/motto.json');
  await page
    .locator('form')
    .first()
    .evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''));
  await fillSignIn(page, 'Nobody', 'not an address');
  await expect(page.getByRole('alert')).toHaveText(
    'Please enter an e-mail address, for example mika@dazi.example.',
  );
  await expect(page.getByLabel('Name')).toHaveValue('Nobody');
});

test('AUTH-050 demo mode says so and explains how to end it', async ({ openBrowser }) => {
  const page = await openBrowser({ demoHelp: true });
  await enterAsVisitor(page, mapAtSea('signIn'));
  const label = page.getByRole('button', { name: 'Demo Mode - Auth Not Configured' });
  const help = page.getByRole('heading', { name: 'This Dazi runs in demo mode' });
  await expect(label).toBeVisible();
  await expect(help).toBeVisible();
  await expect(page.getByText(/set OIDC_CLIENT_ID and OIDC_ISSUER, or GOOGLE_CLIENT_ID/)).toBeVisible();
  await expect(page.getByText('A Google Maps key is optional.')).toBeVisible();
  await saveScreen(page, 'demo-help');
  for (const { options } of [tablet, phoneDevice, desktop]) {
    await page.setViewportSize(options.viewport);
    await expect(page.locator('.sheet')).toHaveCount(options.viewport.width < 768 ? 1 : 0);
    await expectFits(page, `the words about the demo, ${options.viewport.width} px`);
  }
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(help).toBeHidden();
  await page.reload();
  await expect(label).toBeVisible();
  await expect(help).toBeHidden();
});

test('on a phone the filters do not lie below the words about the demo', async ({ openBrowser }) => {
  const page = await openBrowser({ demoHelp: true, device: phoneDevice });
  await enterAsVisitor(page, mapAtSea('signIn'));
  await expect(page.getByRole('heading', { name: 'This Dazi runs in demo mode' })).toBeVisible();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByText('All Posts').click({ trial: true });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Demo Mode - Auth Not Configured' })).toBeVisible();
});

test('a corrupt or overdue kept session signs out, here and on the server', async ({ openBrowser }) => {
  const email = emailFor('Ines Kept');
  const page = await openBrowser();
  const signInAgain = async () => {
    await page.goto('/api/auth/sign-in?returnTo=/my-posts');
    await fillSignIn(page, 'Ines Kept', email);
    await expect(page.getByRole('dialog', { name: 'This is you' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('dazi.user'))).not.toBeNull();
  };
  const spoilings = [
    () => localStorage.setItem('dazi.user', '{"id": 7'),
    () => localStorage.setItem('dazi.authTimestamp', String(Date.now() - 24 * 60 * 60 * 1000)),
  ];
  for (const spoil of spoilings) {
    await signInAgain();
    await page.evaluate(spoil);
    await page.reload();
    await expect(page.getByText('Please sign in to view your posts')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('dazi.user'))).toBeNull();
    expect((await (await page.request.get('/api/auth/session')).json()).data).toBeNull();
  }
});

test('after signing out another person can sign in in the same browser', async ({ openBrowser }) => {
  const page = await openBrowser();
  for (const name of ['First Person', 'Second Person']) {
    await page.request.post('/api/auth/sign-out');
    await page.goto('/api/auth/sign-in?returnTo=/motto.json');
    await fillSignIn(page, name);
    await page.waitForURL('**/motto.json', { timeout: 30_000 });
    expect((await (await page.request.get('/api/auth/session')).json()).data.name).toBe(name);
  }
});

test('signing out in one tab signs out the others', async ({ signIn }) => {
  const { page, context } = await signIn({ name: 'Otto Tabs' });
  const other = await context.newPage();
  // What a tab asks first in the background would be refused if it came after the end.
  const open = async (tab: Page, path: string) =>
    void (await Promise.all([tab.waitForResponse(/\/conversations\/unread\?/), tab.goto(path)]));
  await open(page, '/terms-policy');
  await open(other, '/my-posts');
  await expect(other.getByText('No posts yet')).toBeVisible();
  await page.bringToFront();
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(other.getByText('Please sign in to view your posts')).toBeVisible();
});

test('AUTH-001 a session that ended elsewhere is noticed by whoever acts, and offers to sign in', async ({
  signIn,
  guard,
}) => {
  const { page, context } = await signIn({ name: 'Ida Elsewhere' });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Bio').fill('Between two trains');
  guard.expect(/401 /);
  // What the page asks by itself would notice first, on a machine that is slow enough.
  let act = () => {};
  const acted = new Promise<void>((resolve) => {
    act = resolve;
  });
  await page.route('**/api/**', async (route) => {
    const isSaving = route.request().method() === 'POST' && route.request().url().includes('/api/profiles/');
    if (!isSaving) await acted;
    await route.fallback();
  });
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  act();
  const toast = page.locator('.toast', { hasText: 'Your session has ended. Please sign in again.' });
  await expect(toast).toBeVisible();
  await expect(page.getByRole('button', { name: 'Your menu' })).toHaveCount(0);
  await toast.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
});
