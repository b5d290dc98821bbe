import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import { setRegistration } from '../contract/src/moderation/admission.ts';
import { TestPerson } from '../server/src/testing/test-person.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { administratorEmail, DaziServer } from './dazi-server.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { saveScreen } from './screens.ts';
import { expect, fillSignIn, giveSession, introduce, test } from './server.fixture.ts';

/** Who may come in is one thing for everybody: these journeys have a server of their own. */
let town: DaziServer;
test.beforeAll(async () => {
  town = await DaziServer.start();
});
test.afterAll(() => town.remove());
test.beforeEach(({ guard }) => guard.allow(town.url));

const rosa = async () => new TestPerson(town.url).signIn('Rosa', administratorEmail);
const choice = (page: Page) => page.getByRole('group', { name: 'Who may come in' });

for (const device of [desktop, phoneDevice]) {
  test(`people come by invitation, ${device.name}`, async ({ openBrowser }) => {
    const program = await rosa();
    await introduce(program, 'Rosa');
    await program.get(setRegistration, { body: { mode: 'open' } });
    const admin = await openBrowser({ device });
    await giveSession(admin.context(), program);

    await admin.goto(`${town.url}/admin/office`);
    const [everybody, byInvitation] = ['Everybody', 'By invitation'].map((mode) =>
      choice(admin).getByRole('button', { name: mode }),
    ) as [Locator, Locator];
    await expect(everybody).toHaveAttribute('aria-pressed', 'true');
    await byInvitation.focus();
    await admin.keyboard.press('Enter');
    await expect(admin.locator('.toast', { hasText: 'Saved: By invitation' })).toBeVisible();
    await expect(byInvitation).toHaveAttribute('aria-pressed', 'true');
    await expect(everybody).toHaveAttribute('aria-pressed', 'false');
    // On a phone it lies over the way back.
    await admin.locator('.toast').getByRole('button').click();
    await expect(admin.locator('.toast')).toHaveCount(0);
    await expectFits(admin, `who may come in, ${device.name}`);
    await saveScreen(admin, `registration-${device.name}`);
    await expectNoViolationsInEitherTheme(admin, `who may come in, ${device.name}`);
    await admin.goto(`${town.url}/moderation/log`);
    const entry = admin.getByRole('listitem').filter({ hasText: 'Who may come in changed' }).first();
    await expect(entry).toContainText('By invitation');

    // Without one nobody new comes in, and is told why where they began.
    const stranger = await openBrowser({ device });
    await stranger.goto(town.url);
    const landing = stranger.locator('.welcome');
    await landing.getByRole('button', { name: 'Sign in' }).click();
    await fillSignIn(stranger, 'Stranger');
    await expect(landing.getByRole('alert')).toHaveText('You need an invitation to join this community');
    expect(new URL(stranger.url()).search).not.toContain('signInError');

    await admin.goto(`${town.url}/settings/invitations`);
    await admin.getByRole('button', { name: 'Make an invitation' }).click();
    const row = admin.getByRole('list', { name: 'Invitations' }).getByRole('listitem').first();
    await expect(row).toContainText(/for 5 more people, until /);
    const link = await row.getByLabel('Invitation link').inputValue();
    expect(link).toContain(`${town.url}/invitation/`);
    await expectFits(admin, `invitations, ${device.name}`);
    await saveScreen(admin, `invitations-${device.name}`);
    await expectNoViolationsInEitherTheme(admin, `invitations, ${device.name}`);

    const guest = await openBrowser({ device });
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: 'Rosa invites you to Dazi' }).last()).toBeVisible();
    await expectFits(guest, `an invitation, ${device.name}`);
    await saveScreen(guest, `invitation-${device.name}`);
    await expectNoViolationsInEitherTheme(guest, `an invitation, ${device.name}`);
    // By whichever button: the one above the page is there as well.
    const place = device === desktop ? guest.getByRole('main') : guest.getByRole('banner');
    await place.getByRole('button', { name: 'Sign in' }).focus();
    await guest.keyboard.press('Enter');
    const name = `Guest on the ${device.name}`;
    await fillSignIn(guest, name);
    await expect(guest.getByRole('dialog', { name: 'This is you' })).toBeVisible();
    expect(new URL(guest.url()).pathname).toBe('/');

    await admin.reload();
    await expect(row).toContainText(`Came by it: ${name}`);
    await expect(row).toContainText(/for 4 more people/);
    await row.getByRole('button', { name: 'Close invitation' }).click();
    await expect(row).toContainText('Nobody can use it any more');
    await expect(row.getByLabel('Invitation link')).toHaveCount(0);

    await stranger.goto(link);
    await expect(stranger.getByRole('main').getByText('This invitation is not valid any more')).toBeVisible();
  });
}

const refusals: readonly [BrowserContextOptions['locale'], string, string][] = [
  ['en-US', 'REGISTRATION_CLOSED', 'This community takes nobody new at the moment'],
  ['ja-JP', 'REGISTRATION_CLOSED', 'このコミュニティは現在、新しい人を受け入れていません'],
  ['zh-CN', 'INVITATION_GONE', '这个邀请已失效'],
  [
    'en-US',
    'IDENTITY_BLOCKED',
    'An account with this sign-in was closed. A new one is possible from November 26, 2027.',
  ],
  [
    'ja-JP',
    'IDENTITY_BLOCKED',
    'このサインインのアカウントは閉鎖されました。2027年11月26日から新しく作れます。',
  ],
  ['zh-CN', 'IDENTITY_BLOCKED', '使用此登录方式的账号已被关闭，2027年11月26日起可以重新开设。'],
];

test('whoever is refused reads why, in their language', async ({ openBrowser }) => {
  for (const [locale, code, says] of refusals) {
    const page = await openBrowser({ device: phoneDevice, options: { locale: locale!, timezoneId: 'UTC' } });
    const until = code === 'IDENTITY_BLOCKED' ? '&until=2027-11-26T12:00:00.000Z' : '';
    await page.goto(`${town.url}/?signInError=${code}${until}`);
    await expect(page.locator('.welcome').getByRole('alert')).toHaveText(says);
    await expectFits(page, `refused, ${locale}`);
    if (until) await saveScreen(page, `refused-${locale}`);
    await page.context().close();
  }
});
