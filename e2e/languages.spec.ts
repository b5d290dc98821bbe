import { ja } from '../web/src/app/texts/ja.ts';
import { zh } from '../web/src/app/texts/zh.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectNoKeys } from './no-keys.ts';
import { mapReady, saveScreen, walkTo } from './screens.ts';
import { expect, giveSession, test } from './server.fixture.ts';

/** In English the other journeys look for the same wherever they look for what bars people from using a screen. */
const texts = { ja, zh };
for (const [language, name, lang, device] of [
  ['ja', '日本語', 'ja', desktop],
  ['zh', '简体中文', 'zh-Hans', phoneDevice],
] as const) {
  test(`every screen in ${name}, remembered`, async ({ openBrowser, newcomer }) => {
    const words = texts[language];
    const at = { latitude: 37.7749, longitude: -122.4194 };
    const page = await openBrowser({ device, at, demoHelp: true });
    const html = page.locator('html');
    await page.goto('/');
    await page.getByRole('button', { name, exact: true }).click();
    await expect(html).toHaveAttribute('lang', lang);
    await expect(page.getByRole('button', { name: words.app.welcome.enter })).toBeVisible();
    await expectNoKeys(page);
    await saveScreen(page, `landing-${language}`);
    await page.getByRole('button', { name: words.app.welcome.locationDataUsage }).click();
    await expect(page.getByRole('dialog').locator('.policy-text')).toBeVisible();
    await expectNoKeys(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.app.welcome.communityGuidelines }).click();
    const governance = page.getByRole('dialog', { name: words.app.governance });
    for (const [tab, shown] of [
      [0, '.governance-rule'],
      [1, '.governance-row .avatar'],
      [2, '.governance-motion'],
      [3, '.governance-record'],
    ] as const) {
      await governance.getByRole('tab').nth(tab).click();
      await expect(governance.locator(shown).first()).toBeVisible();
      await expectNoKeys(page);
    }
    await governance.getByRole('button', { name: words.governance.chain.verify }).click();
    await expect(governance.getByText(words.governance.chain.good)).toBeVisible();
    await expectNoKeys(page);
    await saveScreen(page, `governance-${language}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.app.welcome.enter }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectNoKeys(page);

    // Whoever signs in here finds the language that was chosen.
    await giveSession(page.context(), await newcomer('Lena'));
    await page.evaluate(() => sessionStorage.setItem('dazi.demoHelpDismissed', '1'));
    await page.reload();
    await expect(html).toHaveAttribute('lang', lang);
    const introduction = page.getByRole('dialog', { name: words.profiles.intro.title });
    await expect(introduction).toBeVisible();
    await expectNoKeys(page);
    await introduction.getByText(words.profiles.genders.F).click();
    await introduction.getByRole('button', { name: words.profiles.intro.save }).click();
    await expect(introduction).toBeHidden();
    await expect(page.getByRole('article').first()).toBeVisible();
    await mapReady(page);
    await page.getByRole('button', { name: words.identity.menu }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectNoKeys(page);
    await page.getByRole('menuitem', { name: words.app.settings }).click();
    const settings = page.getByRole('dialog', { name: words.app.settings });
    await expect(settings.getByRole('button', { name: words.account.download.start })).toBeVisible();
    await expectNoKeys(page);
    await saveScreen(page, `settings-${language}`);
    await settings.getByRole('button', { name: words.account.deletion.title }).click();
    await expect(page.getByRole('dialog', { name: words.account.deletion.question })).toBeVisible();
    await expectNoKeys(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.discovery.filters }).click();
    await expectNoKeys(page);
    await saveScreen(page, `filters-${language}`);
    await page.getByRole('button', { name: words.discovery.show, exact: true }).click();
    await page.locator('.shell-header').getByRole('button', { name: words.app.post, exact: true }).click();
    const composer = page.getByRole('dialog', { name: words.posts.composer.title });
    await composer.getByRole('button', { name: words.posts.composer.submit, exact: true }).click();
    await expect(composer.getByRole('alert')).toHaveText(words.errors.POST_EMPTY);
    await expectNoKeys(page);
    await saveScreen(page, `composer-${language}`);
    await page.keyboard.press('Escape');
    await page
      .getByRole('article')
      .filter({ hasText: 'Board games at the café' })
      .locator('.entry-open')
      .click();
    await expect(page.getByRole('heading', { name: words.comments.title })).toBeVisible();
    await expect(page.locator('.comments li').first()).toBeVisible();
    await expectNoKeys(page);
    await saveScreen(page, `detail-${language}`);

    await walkTo(page, '/profile?edit');
    await expect(page.getByRole('heading', { name: words.profiles.edit })).toBeVisible();
    await expectNoKeys(page);
    await saveScreen(page, `profile-edit-${language}`);
    await walkTo(page, '/profile?tab=bookmarks');
    await expect(page.getByRole('heading', { name: words.profiles.noBookmarks })).toBeVisible();
    await page.getByRole('button', { name: words.profiles.near.share }).click();
    await expect(page.getByRole('button', { name: words.profiles.near.stop })).toBeVisible();
    await expectNoKeys(page);
    await saveScreen(page, `profile-${language}`);

    for (const [path, title] of [
      ['/terms-policy', words.app.termsAndPolicy],
      ['/my-posts', words.app.myPosts.title],
      ['/nowhere', words.app.notFound.title],
    ] as const) {
      await walkTo(page, path);
      await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeAttached();
      await expect(page.locator('[aria-busy=true], .spin')).toHaveCount(0);
      await expect(html).toHaveAttribute('lang', lang);
      await expectNoKeys(page);
    }
  });
}
