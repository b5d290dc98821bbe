import type { BrowserContext, Locator, Page } from '@playwright/test';
import { signOut } from '../contract/src/identity/identity.ts';
import { listDevices, signOutDevices } from '../contract/src/identity/sessions.ts';
import { TestPerson } from '../server/src/testing/test-person.ts';
import { mapAtSea } from './at-sea.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { type Device, desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { live } from './live-news.ts';
import { cutOff } from './network.ts';
import { closeToasts, saveScreen } from './screens.ts';
import { emailFor, expect, fillSignIn, introduce, test } from './server.fixture.ts';

const day_s = 24 * 60 * 60;
const path = '/settings/devices';

/** The landing's choice, the provider's form, and back. */
async function signInFromLanding(visitor: Page, name: string, email: string, keep: boolean) {
  await visitor.goto(mapAtSea('signIn'));
  const landing = visitor.locator('.welcome');
  const choice = landing.getByLabel('Keep me signed in on this device');
  await expect(choice).not.toBeChecked();
  await expect(choice).toHaveAccessibleDescription(/30 days from the last visit\. Otherwise 24 hours\./);
  if (keep) await choice.check();
  await landing.getByRole('button', { name: 'Sign in' }).click();
  await fillSignIn(visitor, name, email);
  await expect(visitor.getByRole('button', { name: /^Your menu/ })).toBeVisible();
}

async function cookieEndsIn_s(context: BrowserContext): Promise<number> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'dazi_session');
  return (cookie?.expires ?? 0) - Date.now() / 1000;
}

const rows = (on: Page): Locator => on.getByRole('list', { name: 'Signed in' }).getByRole('listitem');

const streamOf = (on: Page) =>
  on.waitForResponse((response) => response.url().includes('/api/conversations/events'));

interface Person {
  name: string;
  email: string;
  program: TestPerson;
}

/** Somebody with an account, signed in from a program alone. */
async function withAccount(origin: string, name: string): Promise<Person> {
  const email = emailFor(name);
  const program = await new TestPerson(origin).signIn(name, email);
  await introduce(program, name);
  return { name, email, program };
}

const others: readonly [Device, Device, string, string][] = [
  [desktop, phoneDevice, 'Levke', 'Chrome on Android'],
  [phoneDevice, desktop, 'Jannis', 'Chrome on Linux'],
];

for (const [device, otherDevice, name, otherName] of others) {
  test(`devices are seen and signed out, ${device.name}`, async ({ openBrowser, server }) => {
    const person = await withAccount(server.url, name);
    const here = await openBrowser({ device });
    await signInFromLanding(here, name, person.email, true);
    expect(Math.abs((await cookieEndsIn_s(here.context())) - 30 * day_s)).toBeLessThan(600);
    await closeToasts(here);

    await here.goto(path);
    await expect(here.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible();
    await expect(here.getByRole('switch', { name: 'Keep me signed in on this device' })).toBeChecked();
    await expect(rows(here)).toHaveCount(2);
    await expect(rows(here).first()).toContainText('this device');
    await expect(rows(here).first()).toContainText(/Signed in today .*, until \w+ \d+/);
    await expect(rows(here).nth(1)).toContainText('Another browser on another system');

    // Somebody else's browser appears without a reload, and says what it is.
    const there = await openBrowser({ device: otherDevice });
    await signInFromLanding(there, name, person.email, false);
    expect(Math.abs((await cookieEndsIn_s(there.context())) - day_s)).toBeLessThan(600);
    const added = rows(here).filter({ hasText: otherName });
    await expect(added).toContainText('new');
    await expect(added).toContainText(/Signed in today .*, until tomorrow/);
    await expectFits(here, `devices, ${device.name}`);
    await saveScreen(here, `devices-${device.name}`);
    await expectNoViolationsInEitherTheme(here, `devices, ${device.name}`);

    // It is told by its stream, which begins a moment after the page.
    const listens = streamOf(there);
    await there.goto(path);
    await expect(rows(there)).toHaveCount(3);
    await expect(there.getByRole('switch')).not.toBeChecked();
    await listens;
    const signOut = here.getByRole('button', { name: `Sign out ${otherName}`, exact: true });
    await signOut.focus();
    await here.keyboard.press('Enter');
    await expect(there.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible(live);
    await expect(rows(there)).toHaveCount(0);
    await expect(here.locator('.toast')).toContainText('1 device signed out');
    await expect(added).toHaveCount(0);
    await expect(here.getByRole('heading', { name: 'Signed in' })).toBeFocused();
    // What stands there is what a visitor sees.
    await there.goto('/wallet');
    await expect(there.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();

    await here.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(rows(here)).toHaveCount(1);
    await expect(here.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
    expect((await person.program.call(listDevices, {})).status).toBe(401);
    const listensAgain = streamOf(here);
    await here.reload();
    await expect(rows(here)).toHaveCount(1);

    // A stream that begins while its session ends is refused.
    await listensAgain;
    await rows(here).getByRole('button').click();
    await expect(here.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
  });

  test(`staying signed in is given up and chosen again in the settings, ${device.name}`, async ({
    signIn,
    personOf,
    guard,
  }) => {
    guard.expect(/ERR_INTERNET_DISCONNECTED/);
    const { page: here, context, ...rest } = await signIn({ name: `${name} Later`, device });
    await here.goto('/my-posts');
    const openSettings = async () => {
      await here.getByRole('button', { name: /^Your menu/ }).click();
      await here.getByRole('menuitem', { name: 'Settings' }).click();
      return here.getByRole('dialog', { name: 'Settings' });
    };
    const settings = await openSettings();
    const keep = settings.getByRole('switch', { name: 'Keep me signed in on this device' });
    await expect(keep).not.toBeChecked();
    await keep.click();
    await expect(keep).toBeChecked();
    await expect.poll(() => cookieEndsIn_s(context)).toBeGreaterThan(29 * day_s);
    await settings.getByRole('button', { name: 'Show devices' }).click();
    await expect(settings).toBeHidden();
    await expect(here).toHaveURL(path);
    const onPage = here.getByRole('switch', { name: 'Keep me signed in on this device' });
    await expect(onPage).toBeChecked();
    await onPage.press('Space');
    await expect(onPage).not.toBeChecked();
    await expect.poll(() => cookieEndsIn_s(context)).toBeLessThan(day_s + 60);
    await expect(rows(here)).toContainText('until tomorrow');
    await expect(onPage).not.toHaveAttribute('aria-busy');

    // What has no answer changes nothing here.
    await cutOff(here);
    await onPage.press('Space');
    await expect(here.locator('.toast')).toContainText('That could not be changed. Please try again.');
    await expect(onPage).not.toBeChecked();
    await context.setOffline(false);

    const person = await personOf({ page: here, context, ...rest });
    const own = (await person.get(listDevices)).data[0]!.id;
    for (const deviceId of [own, 'nothing']) {
      expect(await person.call(signOutDevices, { body: { deviceId } })).toMatchObject({
        status: 404,
        code: 'DEVICE_NOT_FOUND',
      });
    }
    expect((await person.get(listDevices)).data).toHaveLength(1);
  });
}

test('a new sign-in is told to the other device, and leads to the list', async ({ openBrowser, server }) => {
  const { name, email, program } = await withAccount(server.url, 'Okke');
  await program.get(signOut, { body: {} });
  const here = await openBrowser({ device: desktop });
  await signInFromLanding(here, name, email, false);
  const there = await openBrowser({ device: phoneDevice });
  await signInFromLanding(there, name, email, false);

  const bell = here.getByRole('button', { name: /^Notifications, 1 unread/ });
  await expect(bell).toBeVisible();
  await expect(there.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await bell.click();
  const notice = here.getByRole('link', { name: /New sign-in/ });
  await expect(notice).toContainText('Chrome on Android. Was it not you? Sign it out in Settings.');
  await saveScreen(here, 'new-device');
  await notice.click();
  await expect(here).toHaveURL(path);
  await expect(rows(here).filter({ hasText: 'Chrome on Android' })).toContainText('new');
});
