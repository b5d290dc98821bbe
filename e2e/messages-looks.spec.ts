import type { Page } from '@playwright/test';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import {
  askToJoin,
  bubble,
  chooseFiles,
  field,
  openChat,
  openRoom,
  openSearch,
  pictureFiles,
  row,
  say,
} from './chatting.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const emoji = '🎲🍰🌇🎵🐈'.repeat(5);
const unbroken = 'Wirsehenunsmorgenabendumsiebenamtischmitdergelbenlampeundspielen'.repeat(5).slice(0, 300);
const arabic = 'نلتقي مساء السبت عند المقهى قرب البركة، من يريد أن يلعب معنا؟';
const hebrew = 'שלום לכולם, אני מביאה עוגה ותה חם לכל השולחן';
const narrow = {
  name: 'narrow',
  options: {
    ...phoneDevice.options,
    viewport: { width: 320, height: 640 },
    screen: { width: 320, height: 640 },
  },
};

/** Looks at a screen as it is now. */
async function look(page: Page, name: string): Promise<void> {
  await expectFits(page, name);
  await expectNoViolationsInEitherTheme(page, name);
  await saveScreen(page, `look-${name}`);
}

for (const device of [desktop, narrow]) {
  test(`messages hold what is long, wide or right to left, ${device.name}`, async ({
    signIn,
    somebody,
    personOf,
    guard,
  }) => {
    guard.expect(/404 .*\/api\/link-preview/);
    const seen = (name: string) => `messages-${name}-${device.name}`;
    const me = await signIn({
      name: `Wirsehenunsmorgenabendumsieben ${device.name}`,
      device: device as typeof desktop,
    });
    const { page } = me;
    const myself = await personOf(me);
    const nadia = await somebody('نادية من الميناء القديم');
    const aoi = await somebody('葵と長い名前の人たちの朝の公園ランニングの会');
    const chat = await openRoom([myself, nadia, aoi], emoji, unbroken.slice(0, 200));
    const other = await openRoom([nadia, myself], unbroken.slice(0, 50));
    await say(nadia, other, unbroken);
    await say(nadia, chat, unbroken, arabic, `${arabic} @Wirsehenunsmorgenabendumsieben`);
    await say(myself, chat, hebrew, '🎲'.repeat(30), `https://dazi.example/rooms/${unbroken}?from=map`);
    await say(aoi, chat, '土曜の7時に公園の東口で集まってゆっくり走りましょう。雨なら橋の下で。');
    await askToJoin(await somebody(unbroken.slice(0, 50)), chat, unbroken);

    await page.goto('/messages');
    await expect(row(page, emoji.slice(0, 4))).toBeVisible();
    await look(page, seen('list'));
    await openChat(page, chat);
    await expect(bubble(page, '土曜の7時')).toBeVisible();
    await expect(page.locator('.conversations-request')).toBeVisible();
    await look(page, seen('conversation'));
    const newest = page.locator('.conversations-to-newest');
    await newest.click({ timeout: 1000 }).catch(() => {});

    // On the phone a finger is held on it instead; keys open it on both.
    await page.getByRole('button', { name: 'Message actions' }).last().press('Enter');
    await expect(page.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
    await look(page, seen('actions'));
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await chooseFiles(page).setInputFiles(
      (
        await pictureFiles(page, [
          [300, 200],
          [200, 300],
        ])
      ).map((file, index) => ({
        ...file,
        name: `${unbroken.slice(0, 60)}-${index}.jpg`,
      })),
    );
    await field(page).fill(`${arabic}\n${arabic}\n${arabic}`);
    await expect(page.getByRole('button', { name: 'Send 2 file(s)' })).toBeEnabled();
    await look(page, seen('composer'));
    const { height } = (await field(page).boundingBox())!;
    expect(height).toBeGreaterThan(40);
    expect(height).toBeLessThanOrEqual(120);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByRole('button', { name: 'Cancel reply' }).click();
    await newest.click({ timeout: 1000 }).catch(() => {});
    await field(page).fill('@');
    await expect(page.getByRole('listbox')).toBeVisible();
    // It lies over what is above the field, as a menu does.
    await expectNoViolationsInEitherTheme(page, seen('mentions'));
    await saveScreen(page, `look-${seen('mentions')}`);
    await field(page).fill('');

    await page.getByRole('button', { name: 'Group menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Group menu' })).toBeVisible();
    await look(page, seen('group-menu'));
    await page.getByRole('button', { name: 'Edit Group Description' }).click();
    await look(page, seen('group-editing'));
    await page.keyboard.press('Escape');
    await page
      .getByRole('dialog', { name: 'Group menu' })
      .getByRole('button', { name: /^View all/ })
      .click();
    await expect(
      page.getByRole('dialog', { name: 'All members' }).getByRole('listitem').first(),
    ).toBeVisible();
    await look(page, seen('members'));
    await page.keyboard.press('Escape');

    await openSearch(page);
    await page.getByLabel('Search messages').fill('Wirsehen');
    await expect(page.locator('.conversations-find-result').first()).toBeVisible();
    await look(page, seen('find'));
    await page.getByLabel('Search messages').press('Escape');
    await expect(page.locator('[data-leads-to=search]')).toBeFocused();
    await page.getByRole('button', { name: 'Add emoji' }).click();
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await look(page, seen('emoji'));
  });
}
