import { createRoom, joinRoom } from '@dazi/contract/chat/rooms';
import { getSession } from '@dazi/contract/identity/identity';
import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { saveProfile } from '@dazi/contract/people/profiles';
import type { Browser, Page } from '@playwright/test';
import { TestProvider } from '../server/src/testing/test-provider.ts';
import { bubble, chooseFiles, field, pictureFiles, row, write } from './chatting.ts';
import { DaziServer } from './dazi-server.ts';
import { Guard } from './guard.ts';
import { card, celebration, composer, openComposer, publish } from './posting.ts';
import { mapReady } from './screens.ts';
import { expect, fillSignIn, test } from './server.fixture.ts';

const name = 'dazi.test';
const place = { latitude: 59.3293, longitude: 18.0686 };

let server: DaziServer;
let browser: Browser;
let guard: Guard;

test.beforeAll(async ({ playwright, launchOptions }) => {
  server = await DaziServer.startNamed(name);
  const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${name} 127.0.0.1`];
  browser = await playwright.chromium.launch({ ...launchOptions, args });
});
test.afterAll(async () => {
  await browser?.close();
  await server?.remove();
});
test.beforeEach(() => {
  guard = new Guard(`http://${name}:${server.port}`);
  // What Chromium says of it to every page by plain http.
  guard.expect(/The Cross-Origin-Opener-Policy header has been ignored/);
});

/** As the page itself would ask. */
const ask = <E extends Endpoint>(page: Page, endpoint: E, path: string, body?: object) =>
  page.evaluate(
    async ([method, address, sent]) => {
      const init = { method, headers: { 'content-type': 'application/json' }, ...(sent && { body: sent }) };
      return (await (await fetch(address, init)).json()).data;
    },
    [endpoint.method, path, body ? JSON.stringify(body) : ''] as const,
  );

/** Signed in by the form. With `at` this browser tells its position all the same, as some can be told to. */
async function enter(person: string, at?: typeof place): Promise<{ page: Page; id: string }> {
  const context = await browser.newContext({
    baseURL: `http://${name}:${server.port}`,
    ...(at && { geolocation: at, permissions: ['geolocation'] }),
  });
  await guard.watch(context);
  await context.addInitScript((coords) => {
    if (location.protocol === 'http:') sessionStorage.setItem('dazi.demoHelpDismissed', '1');
    if (!coords) return;
    const told = { coords: { ...coords, accuracy: 20 }, timestamp: 0 } as GeolocationPosition;
    navigator.geolocation.watchPosition = (success) => {
      setTimeout(() => success(told));
      return 1;
    };
  }, at);
  const page = await context.newPage();
  await page.goto('/api/auth/sign-in?returnTo=/my-posts');
  await fillSignIn(page, person);
  await expect(page).toHaveURL(`http://${name}:${server.port}/my-posts`);
  expect(
    await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'clipboard' in navigator]),
  ).toEqual([false, false, false]);
  const { id } = await ask(page, getSession, getSession.path);
  const profile = saveProfile.path.replace('{userId}', id);
  for (const age of [30, 31]) {
    await ask(page, saveProfile, profile, { displayName: person, age, gender: 'F' });
  }
  return { page, id };
}

test('by plain http under a name: post with a picture, message, money, room', async () => {
  const ann = await enter('Ann Plain', place);
  const ben = await enter('Ben Plain');
  const { page } = ann;

  await page.goto('/map');
  await mapReady(page);
  const dialog = await openComposer(page);
  await dialog.getByLabel('Your message').fill('Without a lock.');
  await dialog.locator('input[type=file]').setInputFiles(await pictureFiles(page, [[60, 40]]));
  await expect(dialog.getByRole('img')).toHaveCount(1);
  await publish(page);
  if (await celebration(page).isVisible()) await page.keyboard.press('Escape');
  await expect(card(page, 'Without a lock')).toBeVisible();

  // Who shares a room knows each other.
  const room = await ask(page, createRoom, createRoom.path, { name: 'Plain room', ...place, joinRadius: 5 });
  await ask(ben.page, joinRoom, joinRoom.path.replace('{roomId}', room.id), place);
  await page.goto(`/messages/${room.conversationId}`);
  await ben.page.goto(`/messages/${room.conversationId}`);
  await expect(field(page)).toBeVisible();
  await expect(field(ben.page)).toBeVisible();
  // Whoever is new sends links to people they know alone.
  await write(page, 'To everybody: HTTP://Dazi.Test/a。');
  await expect(bubble(ben.page, 'To everybody').getByRole('link')).toHaveText('HTTP://Dazi.Test/a');
  await chooseFiles(page).setInputFiles(await pictureFiles(page, [[80, 60]]));
  await page.getByRole('button', { name: 'Send 1 file(s)' }).click();
  await expect(
    ben.page.locator(
      '.conversations-log .conversations-bubble img, .conversations-log .conversations-album img',
    ),
  ).toHaveCount(1);

  await page.goto(`/profile/${ben.id}`);
  await page.getByRole('button', { name: 'Message Ben Plain' }).click();
  await write(page, 'To you');
  await expect(bubble(page, 'To you')).toBeVisible();
  await expect(page.getByLabel('Sent', { exact: true })).toBeVisible();
  await ben.page.goto('/messages');
  await expect(row(ben.page, 'To you')).toBeVisible();

  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Send Money' }).click();
  await page.getByLabel('Send to').fill('Ben Plain');
  await page.getByRole('option').first().click();
  await page.getByLabel('Amount (Dazi)').fill('12.5');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.locator('.wallet-balance')).toHaveText('87.50DAZI');
  expect(guard.problems).toEqual([]);
});

test('by plain http the screens say what the browser keeps, and texts are copied all the same', async () => {
  const { page } = await enter('Cem Plain');
  await page.goto('/map');
  await mapReady(page);
  await openComposer(page);
  await expect(composer(page)).toContainText(
    'Browsers tell where you are only to pages that came by a secure connection.',
  );
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(
    'Browsers show notifications only for pages that came by a secure connection.',
  );

  const room = await ask(page, createRoom, createRoom.path, { name: 'Copied', ...place, joinRadius: 5 });
  await page.goto(`/messages/${room.conversationId}`);
  await write(page, 'Copy this');
  await page.getByRole('button', { name: 'Message actions' }).last().click();
  await page.getByRole('button', { name: 'Copy text' }).click();
  await expect(page.getByText('Text copied')).toBeVisible();
  await field(page).focus();
  await page.keyboard.press('Control+v');
  await expect(field(page)).toHaveValue('Copy this');
  expect(guard.problems).toEqual([]);
});

test('a provider of another site posts its answer, and the browser brings the cookie all the same', async () => {
  const provider = await new TestProvider().start();
  const posting = await DaziServer.startNamed(name, {
    ...provider.environment,
    OIDC_RESPONSE_MODE: 'form_post',
  });
  try {
    const origin = `http://${name}:${posting.port}`;
    const page = await (await browser.newContext({ baseURL: origin })).newPage();
    await page.goto('/api/auth/sign-in?returnTo=/my-posts');
    expect(new URL(page.url()).origin).toBe(provider.issuer);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(`${origin}/my-posts`);
    expect(await ask(page, getSession, getSession.path)).toMatchObject({ name: 'Proven Person' });
    // The browser's own buttons lead to the provider and on to the callback once more.
    await page.goBack();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(new RegExp(`^${origin}/(map)?$`));
    expect(await ask(page, getSession, getSession.path)).toMatchObject({ name: 'Proven Person' });
  } finally {
    await posting.remove();
    await provider.stop();
  }
});
