import type { Locator, Page } from '@playwright/test';
import { interestCatalogue } from '../contract/src/people/interests.ts';
import { dataUrl, surface } from '../server/src/testing/test-pictures.ts';
import { atSea } from './at-sea.ts';
import { expectNoViolations } from './axe.ts';
import { administratorEmail } from './dazi-server.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { openMap, saveScreen, walkTo } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const emoji = '☕⛵⚽⛄⚡⛪⚓⛺⌚⏰'.repeat(5);
const unbroken = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenband';
const long = (length: number) => unbroken.repeat(Math.ceil(length / unbroken.length)).slice(0, length);
const rightToLeftName = 'عبد الرحمن بن عبد العزيز المنصوري القرطبي الأندلسي';
const rightToLeftText = 'هل يريد أحد أن يلعب الشطرنج في الحديقة هذا المساء؟ أحضروا كراسيكم. ☕ Chess club';

const isRightToLeft = (text: Locator) => text.evaluate((element) => element.matches(':dir(rtl)'));

/** Looks at a screen as it is now. */
async function look(page: Page, name: string): Promise<void> {
  await expect(page.locator('[aria-busy=true], .spin')).toHaveCount(0);
  await expectFits(page, name);
  await saveScreen(page, `overfull-${name}`);
}

for (const [device, colorScheme, place] of [
  [phoneDevice, 'light', atSea('overfullPhone')],
  [desktop, 'dark', atSea('overfullDesktop')],
] as const) {
  test(`what is long, wide or right to left stays in its place, ${device.name}`, async ({
    signIn,
    somebody,
  }) => {
    const seen = (name: string) => `${name}-${device.name}-${colorScheme}`;
    const { page, id, context } = await signIn({
      name: emoji,
      email: `overfull-${device.name}@journeys.example`,
      device,
      at: place,
      options: { colorScheme },
    });
    const bio = long(500);
    const own = await context.request.post(`/api/profiles/${id}`, {
      data: {
        bio,
        interests: interestCatalogue.map((interest) => interest.id),
        lookingFor: ['friendship', 'dating', 'networking', 'activityPartner'],
      },
    });
    expect(own.ok()).toBe(true);
    const other = await somebody(`Qurtubi ${device.name}`);
    for (const age of [119, 120]) {
      await other.saveProfile({ displayName: rightToLeftName, gender: 'M', age, bio: rightToLeftText });
    }
    const imageUrls = [
      dataUrl(await surface('#3f5f63', 1200, 200)),
      dataUrl(await surface('#c25846', 90, 900)),
    ];
    const rightToLeft = await other.post({ content: rightToLeftText, location: place, imageUrls });
    const made = await context.request.post('/api/messages', {
      data: { userId: id, content: long(300), location: place },
    });
    expect(made.ok()).toBe(true);
    const { data: wide } = await made.json();
    const comment = async (messageId: string, content: string, parentId: string | null) => {
      const data = { messageId, userId: id, content, parentId };
      const answer = await context.request.post('/api/comments', { data });
      expect(answer.ok()).toBe(true);
      return (await answer.json()).data.id as string;
    };
    const first = await comment(rightToLeft.id, long(1000), null);
    await comment(rightToLeft.id, rightToLeftText, first);

    // Wide enough for where posts are shown, a kilometre or two off.
    await openMap(page, `/?map=11/${place.latitude}/${place.longitude}`);
    const cardOf = (text: string) => page.getByRole('article').filter({ hasText: text });
    await expect(cardOf(long(60))).toBeVisible();
    await expect(cardOf('Chess club')).toBeVisible();
    expect(await isRightToLeft(cardOf('Chess club').locator('.content').first())).toBe(true);
    expect(await isRightToLeft(cardOf('Chess club').getByText(rightToLeftName))).toBe(true);
    expect(await isRightToLeft(cardOf(long(60)).locator('.content').first())).toBe(false);
    await look(page, seen('map'));
    await page.getByRole('button', { name: 'Your menu' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await look(page, seen('menu'));
    await page.keyboard.press('Escape');

    const open = page.locator('.post-detail');
    await walkTo(page, `/post/${rightToLeft.id}`);
    await expect(open.locator('.comments li')).toHaveCount(2);
    expect(await isRightToLeft(open.locator('.post-detail-scroll > .content'))).toBe(true);
    await look(page, seen('post-right-to-left'));
    await open.locator('.comments li').last().scrollIntoViewIfNeeded();
    await look(page, seen('post-comments'));
    await open.getByRole('button', { name: 'Report' }).click();
    await expect(page.getByRole('dialog', { name: 'Report this post' })).toBeVisible();
    await look(page, seen('report'));
    await page.keyboard.press('Escape');
    await walkTo(page, `/post/${wide.id}`);
    await expect(open.locator('.posts-header')).toBeVisible();
    await look(page, seen('post-wide'));
    await open.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Edit post' })).toBeVisible();
    await look(page, seen('edit'));
    await page.keyboard.press('Escape');

    await walkTo(page, '/profile');
    await expect(page.locator('.profiles-card')).toContainText(bio);
    await look(page, seen('profile-own'));
    await page.getByLabel('Find people').fill(rightToLeftName.slice(0, 10));
    await expect(page.getByRole('search').getByRole('link').first()).toBeVisible();
    await look(page, seen('people-found'));
    await walkTo(page, '/profile?edit');
    await expect(page.getByLabel('Bio')).toHaveValue(bio);
    await look(page, seen('profile-edit'));
    await walkTo(page, `/profile/${other.id}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(rightToLeftName);
    expect(await isRightToLeft(page.getByText(rightToLeftName).first())).toBe(true);
    await look(page, seen('profile-other'));
    await walkTo(page, '/my-posts');
    await expect(cardOf(long(60))).toBeVisible();
    await look(page, seen('my-posts'));
    await expectNoViolations(page, 'my posts, overfull');

    // As if the whole board had names, motions and counts as wide as they may become.
    await page.route('**/api/governance/*', async (route) => {
      const names = [emoji, long(50), rightToLeftName];
      let named = 0;
      const text = (await (await route.fetch()).text())
        .replaceAll(/"name":"[^"]*"/g, () => `"name":${JSON.stringify(names[named++ % names.length])}`)
        .replaceAll(/("creator":\{[^}]*"name":)"[^"]*"/g, `$1"${long(50)}"`)
        .replaceAll(/"title":"[^"]*"/g, `"title":"${long(120)}"`)
        .replaceAll(/"content":"[^"]*"/g, `"content":"${long(300)}"`)
        .replaceAll(/"vote_count":\d+/g, '"vote_count":9999999');
      await route.fulfill({ body: text, contentType: 'application/json' });
    });
    await page.getByRole('button', { name: 'Community Governance' }).click();
    const governance = page.getByRole('dialog', { name: 'Community Governance' });
    for (const [tab, shown] of [
      ['Board Members', '.governance-row'],
      ['Resolutions', '.governance-motion'],
      ['Voting Records', '.governance-record'],
    ] as const) {
      await governance.getByRole('tab', { name: tab }).click();
      await expect(governance.locator(shown).nth(0)).toBeVisible();
      for (const summary of await governance.locator('summary').all()) await summary.click();
      await look(page, seen(`governance-${shown.slice(12)}`));
    }
    await page.keyboard.press('Escape');
    await page.unroute('**/api/governance/*');

    for (const [targetType, targetId] of [
      ['post', rightToLeft.id],
      ['person', other.id],
    ]) {
      const data = { targetType, targetId, reason: 'harassment', details: long(500) };
      expect((await context.request.post('/api/reports', { data })).ok()).toBe(true);
    }
    const { page: administrator } = await signIn({
      name: 'Justine',
      email: administratorEmail,
      device,
      options: { colorScheme },
    });
    await administrator.goto('/moderation');
    await expect(administrator.locator('.moderation-queue-row').last()).toBeVisible();
    await look(administrator, seen('moderation'));
    await administrator.locator('.moderation-queue-row').first().click();
    await administrator.getByRole('radio', { name: 'Suspend' }).check();
    await look(administrator, seen('moderation-case'));
    await administrator.goto(`/moderation/people/${other.id}`);
    await expect(administrator.locator('.moderation-person')).toBeVisible();
    await look(administrator, seen('moderated-person'));
  });
}
