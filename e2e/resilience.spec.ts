import { phoneDevice } from './devices.ts';
import { cutOff } from './network.ts';
import { enterAsVisitor, over, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

test.describe('the code of a page', () => {
  test('OTHER-011 that does not come is said, and comes with another attempt', async ({
    openBrowser,
    guard,
  }) => {
    guard.expect(/net::ERR_FAILED .*\/assets\//, /PartNotLoaded/);
    const page = await openBrowser();
    const files = /\/assets\/(TermsPage-.*\.js|shared-.*\.css)$/;
    await page.route(files, (route) => route.abort());
    await page.goto('/terms-policy');
    const notice = page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' });
    await expect(notice).toBeVisible();
    await saveScreen(page, 'part-failed');
    await page.unroute(files);
    await notice.getByRole('button', { name: 'Try Again' }).click();
    await expect(notice).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Terms of Usage' })).toBeVisible();
    const styles = page.locator('link[rel=stylesheet][href*="/assets/shared-"]');
    const hasRules = ({ sheet }: HTMLLinkElement) => sheet !== null && sheet.cssRules.length > 0;
    await expect(styles).toHaveCount(1);
    expect(await styles.evaluate(hasRules)).toBe(true);
  });

  test('OTHER-011 of an older version offers to refresh', async ({ openBrowser, guard }) => {
    guard.expect(/404 .*\/assets\//, /PartNotLoaded/);
    const page = await openBrowser({ device: phoneDevice });
    await page.goto('/my-posts');
    await expect(page.getByText('Please sign in to view your posts')).toBeVisible();
    await page.route('**/assets/TermsPage-*.js*', (route) => route.fulfill({ status: 404 }));
    await page.route('/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/assets/index-other.js"></script>',
      }),
    );
    await page.evaluate(() => {
      history.pushState(null, '', '/terms-policy');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(page.getByText('There is a new version of Dazi.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await saveScreen(page, 'new-version-phone');
  });

  test('OTHER-011 of a page that was gone to leads back as well', async ({ signIn, guard }) => {
    guard.expect(/net::ERR_FAILED .*\/assets\//, /PartNotLoaded/);
    const { page } = await signIn({ name: 'Nora', device: phoneDevice });
    await page.goto('/my-posts');
    await page.route('**/assets/TermsPage-*.js*', (route) => route.abort());
    await page.getByRole('button', { name: 'Your menu' }).click();
    await page.getByRole('menuitem', { name: 'Terms & Policy' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' });
    await expect(notice).toBeVisible();
    await saveScreen(page, 'part-failed-phone');
    await notice.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { name: 'My Posts' })).toBeVisible();
  });

  test('OTHER-011 of menus that does not come leaves the page as it is; once it came they need no network', async ({
    signIn,
    guard,
  }) => {
    guard.expect(/net::ERR_FAILED .*\/assets\//, /ERR_INTERNET_DISCONNECTED/);
    const { page } = await signIn({ name: 'Nora' });
    const surfaces = /\/assets\/surfaces-/;
    await page.route(surfaces, (route) => route.abort());
    await page.goto('/my-posts');
    const opener = page.getByRole('button', { name: 'Your menu' });
    await opener.click();
    const notice = page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' });
    await expect(notice).toBeVisible();
    await expect(page.getByText('No posts yet')).toBeVisible();
    await page.unroute(surfaces);
    await opener.click();
    await expect(page.getByRole('menu')).toBeVisible();

    // Of another page the first menu opens after the network went.
    const loaded = ['surfaces', 'overlays'].map((name) =>
      page.waitForResponse((response) => response.url().includes(`/assets/${name}-`)),
    );
    await page.reload();
    for (const response of await Promise.all(loaded)) await response.finished();
    await cutOff(page);
    await page.getByRole('button', { name: 'Notifications' }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  });
});

test('OTHER-011 a dialog that does not come can be opened once its code can be had', async ({
  openBrowser,
  guard,
}) => {
  guard.expect(/net::ERR_FAILED .*\/assets\//);
  const page = await openBrowser();
  await page.route('**/assets/surfaces-*.js*', (route) => route.abort());
  await enterAsVisitor(page, '/?map=14/37.7699/-122.4468');
  const posts = page.locator('.map-page-panel article .entry-open');
  await posts.first().click();
  await expect(page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' })).toBeVisible();
  await expect(page).toHaveURL(/\/(\?|$)/);
  await page.unroute('**/assets/surfaces-*.js*');
  await posts.first().click();
  await expect(page.locator('.post-detail[role=dialog]')).toBeVisible();
});

test('a list that could not be loaded says that, and neither a number nor that it is coming', async ({
  openBrowser,
  guard,
}) => {
  guard.expect(/500 .*\/api\/messages/, /Failed to fetch messages/);
  const page = await openBrowser();
  await page.route('**/api/messages?*', (route) => route.fulfill({ status: 500 }));
  await enterAsVisitor(page, '/?map=14/37.7699/-122.4468');
  const panel = page.locator('.map-page-panel');
  const failure = panel.getByRole('alert').filter({ hasText: 'Failed to load messages' });
  await expect(failure).toBeVisible();
  await expect(panel.getByRole('radio', { name: 'Posts', exact: true })).toBeChecked();
  await expect(panel.getByText('Loading...')).toHaveCount(0);
  await page.unroute('**/api/messages?*');
  await failure.getByRole('button', { name: 'Try Again' }).click();
  await expect(panel.getByRole('radio', { name: /^Posts [1-9]/ })).toBeChecked();
});

for (const [what, path, call, answered] of [
  ['plan', '/plan/none', '**/api/plans/none*', 'This plan is not there any more'],
  ['group', '/chat-rooms/none', '**/api/chatrooms/none*', 'Conversation not found in nearby groups'],
] as const) {
  test(`a ${what} that could not be loaded says so, and is asked for again with one tap`, async ({
    openBrowser,
    guard,
  }) => {
    guard.expect(/50[03] .*\/api\//, /404 .*none/, /Failed/);
    const page = await openBrowser({ device: phoneDevice });
    await page.route(call, (route) => route.fulfill({ status: 503 }));
    await page.goto(path);
    const detail = page.getByRole('dialog');
    await detail.getByRole('button', { name: 'Try Again' }).click({ trial: true });
    await page.unroute(call);
    await detail.getByRole('button', { name: 'Try Again' }).click();
    await expect(detail).toContainText(answered);
  });
}

test('keys do things on the map page, and can be switched off', async ({ openBrowser }) => {
  const page = await openBrowser();
  await enterAsVisitor(page, '/?map=14/37.7699/-122.4468');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const keywords = page.getByRole('textbox', { name: 'Keywords' });

  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
  await saveScreen(page, 'shortcuts');
  await over(page, 'shortcuts');
  await page.goBack();
  await expect(sheet).toBeHidden();

  await page.keyboard.press('/');
  await expect(keywords).toBeFocused();
  await page.keyboard.type('n?j');
  await expect(keywords).toHaveValue('n?j');
  await expect(sheet).toHaveCount(0);
  await keywords.fill('');
  await page.keyboard.press('Escape');
  await expect(keywords).toHaveCount(0);

  const opens = page.locator('.map-page-panel article .entry-open');
  // What was typed may have been asked for; without it the list comes back.
  await expect(opens.nth(1)).toBeVisible();
  await page.keyboard.press('j');
  await expect(opens.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(opens.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(opens.nth(0)).toBeFocused();

  const zoom = () => page.evaluate(() => Number(localStorage.getItem('mapZoomLevel')));
  const before = await zoom();
  await page.keyboard.press('+');
  await expect.poll(zoom).toBe(before + 1);
  await page.locator('.map-surface canvas').focus();
  await page.keyboard.press('-');
  await expect.poll(zoom).toBe(before);

  await page.keyboard.press('Control+n');
  await page.keyboard.press('n');
  const refusal = page.getByText('User must be authenticated to post messages');
  await expect(refusal).toHaveCount(1);
  await refusal.locator('xpath=ancestor::*[@data-type]').getByRole('button', { name: 'Close' }).click();
  await expect(refusal).toHaveCount(0);

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await sheet.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await page.waitForTimeout(300);
  await expect(refusal).toHaveCount(0);
  await expect(sheet).toHaveCount(0);
});
