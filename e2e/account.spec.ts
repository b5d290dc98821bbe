import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { filesOfArchive } from '../server/src/testing/test-archive.ts';
import { picture } from '../server/src/testing/test-pictures.ts';
import { atSea } from './at-sea.ts';
import { expectNoViolations } from './axe.ts';
import { openChat, openRoom, say } from './chatting.ts';
import { administratorEmail } from './dazi-server.ts';
import { desktop, phoneDevice } from './devices.ts';
import { caseRow, decide, openCase } from './moderating.ts';
import { noteMoments } from './moments.ts';
import { card, detail, openDetail } from './posting.ts';
import { openMap, over, saveScreen } from './screens.ts';
import { expect, fillSignIn, type SignedIn, test } from './server.fixture.ts';
import { holdFinger } from './touch.ts';

/** Far from every other journey. */
const place = atSea('account');

async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings.getByRole('button', { name: 'Delete account' })).toBeVisible();
  return settings;
}

async function post(person: SignedIn, content: string, imageUrls: string[] = []): Promise<string> {
  const data = { userId: person.id, content, location: place, imageUrls };
  const answer = await person.context.request.post('/api/messages', { data });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

/** The address that this page's person signed in with. */
async function emailOf(person: SignedIn): Promise<string> {
  const answer = await person.context.request.get('/api/auth/session');
  return ((await answer.json()) as { data: { email: string } }).data.email;
}

test('the data is downloaded, cancelled and fails clearly', async ({ signIn, guard }) => {
  guard.expect(/ERR_FAILED .*\/api\/account\/export$/, /503 .*\/api\/account\/export$/);
  const ann = await signIn({ name: 'Anna', device: phoneDevice, at: place });
  const { page } = ann;
  const postId = await post(ann, 'A post to take along', [await picture(64)]);
  await page.goto('/my-posts');
  const settings = await openSettings(page);

  await page.route('**/api/account/export', (route) => route.abort());
  await settings.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(settings.getByRole('alert')).toHaveText(/Your data could not be downloaded\. Network error/);
  await expectNoViolations(page, 'a failed download');
  await page.unroute('**/api/account/export');

  await page.route('**/api/account/export', (route) =>
    route.fulfill({
      status: 503,
      json: {
        success: false,
        error: 'The service is temporarily unavailable. Please try again.',
        code: 'UNAVAILABLE',
      },
    }),
  );
  await settings.getByRole('button', { name: 'Try Again' }).click();
  await expect(settings.getByRole('alert')).toHaveText(/temporarily unavailable/);
  await page.unroute('**/api/account/export');

  // An archive that was cut off is no archive.
  await page.route('**/api/account/export', (route) =>
    route.fulfill({ status: 200, contentType: 'application/zip', body: 'PK and not much more than that' }),
  );
  await settings.getByRole('button', { name: 'Try Again' }).click();
  await expect(settings.getByRole('alert')).toHaveText(/Network error/);
  await page.unroute('**/api/account/export');

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/account/export', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await settings.getByRole('button', { name: 'Try Again' }).click();
  await expect(settings.getByRole('progressbar', { name: 'Preparing your data' })).toBeVisible();
  await expectNoViolations(page, 'a running download');
  await saveScreen(page, 'download-running');
  await settings.getByRole('button', { name: 'Cancel download' }).click();
  await expect(settings.getByRole('progressbar')).toBeHidden();
  await expect(settings.getByRole('alert')).toHaveCount(0);
  release();
  await page.unroute('**/api/account/export');

  const arriving = page.waitForEvent('download');
  await settings.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe('dazi-data.zip');
  const files = filesOfArchive(await readFile(await download.path()));
  expect(JSON.parse(files.get('posts.json')!.toString())).toMatchObject([
    { id: postId, content: 'A post to take along' },
  ]);
  expect([...files.keys()].filter((name) => name.startsWith('media/'))).toHaveLength(1);
  await expect(page.getByText('Your data was downloaded')).toBeVisible();
});

test('an account is deleted, restored and as before', async ({ signIn, openBrowser }) => {
  const dora = await signIn({ name: 'Dora', device: desktop, at: place });
  const ben = await signIn({ name: 'Benno', at: place });
  const words = 'Dora was here';
  const email = await emailOf(dora);
  await post(dora, words);
  await openMap(ben.page);
  await expect(card(ben.page, words)).toBeVisible();
  await dora.page.goto('/my-posts');
  const otherTab = await dora.context.newPage();
  await otherTab.goto('/my-posts');
  await expect(card(otherTab, words)).toBeVisible();
  // Tabs in the background draw once a second.
  await dora.page.bringToFront();

  const settings = await openSettings(dora.page);
  await settings.getByRole('button', { name: 'Delete account' }).click();
  const asking = dora.page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = asking.getByRole('button', { name: 'Delete account' });
  await expect(confirm).toBeDisabled();
  await expectNoViolations(dora.page, 'the question before deleting');
  // Escape closes the top one only.
  await dora.page.keyboard.press('Escape');
  await expect(asking).toBeHidden();
  await expect(settings).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Delete account' })).toBeFocused();
  await settings.getByRole('button', { name: 'Delete account' }).click();
  await over(dora.page, 'settings/account-deletion');
  await dora.page.goBack();
  await expect(asking).toBeHidden();
  await expect(settings).toBeVisible();
  await settings.getByRole('button', { name: 'Delete account' }).click();
  await asking.getByLabel('Type "delete" to confirm').fill('remove');
  await dora.page.keyboard.press('Enter');
  await expect(confirm).toBeDisabled();
  await asking.getByLabel('Type "delete" to confirm').fill('Delete');
  // Other tabs and the stream know before the answer is here; the last word is said all the same.
  await dora.page.route('**/api/profiles/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    const answer = await route.fetch();
    await expect(otherTab.getByRole('button', { name: 'Sign in' }).first()).toBeVisible({
      timeout: 30_000,
    });
    await route.fulfill({ response: answer });
  });
  await confirm.click();

  await expect(dora.page.getByRole('dialog', { name: 'Your account is deleted' })).toBeVisible();
  await expectNoViolations(dora.page, 'the farewell');
  await saveScreen(dora.page, 'farewell');
  await dora.page.getByRole('button', { name: 'OK', exact: true }).click();
  await dora.page.reload();
  await expect(dora.page.getByRole('button', { name: 'Enter' })).toBeVisible();
  await expect(dora.page.getByRole('dialog', { name: 'Your account is deleted' })).toHaveCount(0);
  await expect(otherTab.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  // Who looks on sees it go.
  await expect(card(ben.page, words)).toBeHidden();

  const back = await openBrowser({ device: phoneDevice, at: place });
  await back.goto('/api/auth/sign-in?returnTo=/my-posts');
  await fillSignIn(back, 'Dora', email);
  const offer = back.getByRole('dialog', { name: 'Restore your account?' });
  await expect(offer).toBeVisible();
  await expect(offer).toContainText('Dora, you deleted this account on');
  await expectNoViolations(back, 'the offer to restore');
  await saveScreen(back, 'restore');
  await back.keyboard.press('Escape');
  await expect(offer).toBeVisible();
  await offer.getByRole('button', { name: 'Sign out' }).click();
  await expect(offer).toBeHidden();
  await expect(back.getByText('Please sign in to view your posts')).toBeVisible();

  await back.goto('/api/auth/sign-in?returnTo=/my-posts');
  await fillSignIn(back, 'Dora', email);
  await offer.getByRole('button', { name: 'Restore' }).click();
  await expect(back.getByText('Your account is back, as it was.')).toBeVisible();
  await expect(back.getByRole('button', { name: 'Your menu' })).toBeVisible();
  await expect(card(ben.page, words)).toBeVisible();
  await expect(back).toHaveURL(/\/my-posts$/);
  await expect(back.getByText(words)).toBeVisible();
});

test('settings are saved, or left as they were', async ({ signIn, guard }) => {
  guard.expect(/500 .*\/api\/profiles/);
  const { page } = await signIn({ name: 'Sven', device: phoneDevice, at: place });
  await page.goto('/my-posts');
  const html = page.locator('html');
  let settings = await openSettings(page);
  await expectNoViolations(page, 'settings with everything');
  await settings.getByText('Dark', { exact: true }).click();
  await settings.getByText('日本語').click();
  await settings.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings).toBeHidden();
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(html).not.toHaveAttribute('data-theme', 'dark');

  settings = await openSettings(page);
  await expect(settings.getByRole('radio', { name: 'English' })).toBeChecked();
  await settings.getByRole('radio', { name: /Exact/ }).check();
  await settings.getByText('Dark', { exact: true }).click();
  await page.route('**/api/profiles/*', (route) => route.fulfill({ status: 500, body: '' }));
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await page.unroute('**/api/profiles/*');
  const saved = page.waitForResponse((answer) => answer.url().includes('/api/profiles/'));
  const buttons = await noteMoments(page, '[role="dialog"] button');
  await settings.getByRole('button', { name: 'Save' }).click();
  expect((await saved).ok()).toBe(true);
  await expect(settings).toBeHidden();
  expect(await buttons()).toContain('Settings saved');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  settings = await openSettings(page);
  await expect(settings.getByRole('radio', { name: /Exact/ })).toBeChecked();
  await saveScreen(page, 'settings-dark');
  // The entry of the menu that had the focus is gone with it.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeFocused();
});

test('a post is reported by who is signed in and did not write it, looked at and removed', async ({
  signIn,
  openBrowser,
}) => {
  const troll = await signIn({ name: 'Trudy', at: place });
  const ben = await signIn({ name: 'Bert', device: phoneDevice, at: place });
  const words = 'Cheap pills for everyone';
  const complaint = 'Every day the same';
  const postId = await post(troll, words);
  const own = 'All my own';
  await post(ben, own);

  await test.step('a visitor is asked to sign in', async () => {
    const visitor = await openBrowser();
    await visitor.goto(`/post/${postId}`);
    await detail(visitor, 'Trudy').getByRole('button', { name: 'Report' }).click();
    await expect(visitor.getByText('Please sign in to report')).toBeVisible();
    await visitor.close();
  });

  await openMap(ben.page);
  await test.step('nothing is offered of what is one’s own', async () => {
    await openDetail(ben.page, 'Bert', own);
    await expect(detail(ben.page, 'Bert').getByRole('button', { name: 'Share' })).toBeVisible();
    await expect(detail(ben.page, 'Bert').getByRole('button', { name: 'Report' })).toHaveCount(0);
    await ben.page.keyboard.press('Escape');
    await expect(detail(ben.page, 'Bert')).toBeHidden();
  });

  await openDetail(ben.page, 'Trudy', words);
  const opened = detail(ben.page, 'Trudy');
  await opened.getByRole('button', { name: 'Report' }).click();
  const dialog = ben.page.getByRole('dialog', { name: 'Report this post' });
  await expect(dialog.locator('.moderation-thing')).toContainText(`Trudy ${words}`);
  await expect(dialog.getByRole('button', { name: 'Send report' })).toBeDisabled();
  await dialog.getByLabel('Spam or advertising').check();
  // Going back closes what lies on top alone.
  await over(ben.page, `report:${postId}`);
  await ben.page.goBack();
  await expect(dialog).toBeHidden();
  await opened.getByRole('button', { name: 'Report' }).click();
  await dialog.getByLabel('Spam or advertising').check();
  await dialog.getByLabel('In your own words').fill(complaint);
  await expectNoViolations(ben.page, 'reporting');
  await saveScreen(ben.page, 'report');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  const thanks = ben.page.getByRole('dialog', { name: 'Thank you' });
  await expect(thanks).toContainText('We look at it this week and tell you what was decided.');
  await expect(thanks.getByLabel('Block Trudy')).not.toBeChecked();
  await expectNoViolations(ben.page, 'a report that was sent');
  await saveScreen(ben.page, 'report-sent');
  await thanks.getByRole('button', { name: 'Not now' }).click();
  await expect(opened.getByRole('button', { name: 'Report' })).toBeFocused();
  const otherTab = await ben.context.newPage();
  await otherTab.goto('/moderation');
  await expect(otherTab.getByText('This page is for moderators')).toBeVisible();
  await otherTab.close();
  await ben.page.keyboard.press('Escape');
  await expect(opened).toBeHidden();

  const { page } = await signIn({ name: 'Justine', email: administratorEmail, device: desktop });
  await page.goto('/moderation');
  await expect(caseRow(page, words)).toContainText('this week');
  const reported = await openCase(page, words);
  await expect(reported).toContainText(complaint);
  await expect(reported).toContainText('Trudy never learns who reported');
  await expect(reported.getByRole('link', { name: 'Bert' })).toBeVisible();
  await expectNoViolations(page, 'a case');
  await saveScreen(page, 'moderation');
  await decide(page, { action: 'Remove', rule: '9. Do not sell, beg, cheat or flood', reason: 'It sells' });
  await expect(caseRow(page, words)).toBeHidden();
  await expect(card(ben.page, words)).toBeHidden();
  await page.getByRole('tab', { name: 'Settled' }).click();
  await expect(caseRow(page, words)).toContainText('upheld');
  await caseRow(page, words).click();
  await expect(page.locator('.moderation-queue-case')).toContainText('Removed by moderators at');
});

test('a person is reported on their own page', async ({ signIn, openBrowser }) => {
  const somebody = await signIn({ name: 'Ludmila', at: place });
  const { id } = somebody;
  await somebody.page.goto(`/profile/${id}`);
  await expect(somebody.page.getByRole('heading', { level: 1, name: 'Ludmila' })).toBeVisible();
  await expect(somebody.page.getByRole('button', { name: 'Report' })).toHaveCount(0);
  for (const device of [desktop, phoneDevice]) {
    const { page } = await signIn({ name: `Witness on the ${device.name}`, device });
    await page.goto(`/profile/${id}`);
    await page.getByRole('button', { name: 'Report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report Ludmila' });
    await dialog.getByLabel('Spam or advertising').check();
    await saveScreen(page, `report-person-${device.name}`);
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await page.getByRole('dialog', { name: 'Thank you' }).getByRole('button', { name: 'Not now' }).click();
    await expectNoViolations(page, `a profile that can be reported, ${device.name}`);
  }
  const visitor = await openBrowser();
  await visitor.goto(`/profile/${id}`);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Ludmila' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Report' })).toHaveCount(0);
});

test('a message and a group are reported from the conversation; nothing else of it is seen', async ({
  guard,
  signIn,
  somebody,
  personOf,
}) => {
  guard.expect(/409 .*\/api\/reports/, /404 .*\/api\/conversations\//);
  const [rude, host] = [await somebody('Ruben'), await somebody('Hedda')];
  const me = await signIn({ name: 'Maud', device: phoneDevice });
  const chat = await openRoom([host, rude, await personOf(me)], 'Knitting circle');
  await say(host, chat, 'Between us alone');
  await say(rude, chat, 'Nobody wants you here');
  await openChat(me.page, chat);
  const line = me.page.locator('.conversations-bubble-line').filter({ hasText: 'Nobody wants you here' });
  await holdFinger(me.page, line.locator('.conversations-bubble'));
  await me.page.getByRole('button', { name: 'Report' }).click();
  const dialog = me.page.getByRole('dialog', { name: 'Report this message' });
  await expect(dialog).toContainText('nothing else of the conversation');
  await dialog.getByLabel('Harassment or threats').check();
  await saveScreen(me.page, 'report-message');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  const thanks = me.page.getByRole('dialog', { name: 'Thank you' });
  await expect(thanks.getByLabel('Block Ruben')).toBeChecked();
  await thanks.getByRole('button', { name: 'Not now' }).click();
  await expect(thanks).toBeHidden();
  // Once is enough, and is said so.
  await holdFinger(me.page, line.locator('.conversations-bubble'));
  await me.page.getByRole('button', { name: 'Report' }).click();
  await dialog.getByLabel('Harassment or threats').check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('You have reported this already')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await me.page.getByRole('button', { name: 'Group menu' }).click();
  await me.page.getByRole('button', { name: 'Report' }).click();
  const group = me.page.getByRole('dialog', { name: 'Report the group Knitting circle' });
  await group.getByLabel('Something else').check();
  await group.getByLabel('In your own words').fill('It is not about knitting');
  await group.getByRole('button', { name: 'Send report' }).click();
  await thanks.locator('footer').getByRole('button', { name: 'Close' }).click();
  await expect(thanks).toBeHidden();

  const { page } = await signIn({ name: 'Judith', email: administratorEmail, device: desktop });
  const message = await openCase(page, 'Nobody wants you here');
  await expect(message).toContainText('Message in the group Knitting circle');
  await expect(message).toContainText('Nothing else of the conversation is shown.');
  await expect(page.getByText('Between us alone')).toHaveCount(0);
  await expectNoViolations(page, 'a case about a message');
  await saveScreen(page, 'moderation-message');
  await decide(page, { action: 'Remove', rule: '1. Be kind', reason: 'Everybody is wanted here' });
  await expect(line).toHaveCount(0);
  await expect(me.page.getByText('Removed by moderators')).toBeVisible();

  const reported = await openCase(page, 'Knitting circle');
  await expect(reported).toContainText('It is not about knitting');
  await decide(page, { action: 'Remove', chooses: '9', reason: 'It is about something else' });
  await expect(me.page.getByRole('link', { name: /Knitting circle/ })).toHaveCount(0);

  // From the map, and from its own address.
  const { roomId } = await openRoom([host], 'Yarn market');
  await me.page.goto(`/my-chatrooms/${roomId}`);
  await me.page.locator('.rooms-detail').getByRole('button', { name: 'Report' }).click();
  await expect(me.page.getByRole('dialog', { name: 'Report the group Yarn market' })).toBeVisible();
});

test('the bars of the browser follow the chosen theme', async ({ openBrowser }) => {
  const page = await openBrowser({ options: { colorScheme: 'light' } });
  const bars = () =>
    page.evaluate(() => {
      const colours = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
      return colours.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content);
    });
  await page.goto('/terms-policy');
  expect(await bars()).toEqual(['#f8f6f1']);
  await page.evaluate(() => localStorage.setItem('dazi.theme', 'dark'));
  await page.reload();
  expect(await bars()).toEqual(['#131411']);
});
