import type { Locator } from '@playwright/test';
import { joinPlan } from '../contract/src/plans/plan-people.ts';
import { savePlanSettings } from '../contract/src/plans/plan-settings.ts';
import { getPlan } from '../contract/src/plans/plan-views.ts';
import { createPlan } from '../contract/src/plans/plans.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { boxesOf } from './boxes.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const aomori = { latitude: 40.8246, longitude: 140.7406 };
const zone = { timezoneId: 'Asia/Tokyo' };
const mapAt = `/?map=13/${aomori.latitude}/${aomori.longitude}`;

const states = (person: TestPerson) =>
  person.get(savePlanSettings, { body: { userId: person.id, adult: true, safetyCard: 1 } });

async function find(form: Locator, name: string): Promise<void> {
  await form.getByRole('button', { name: 'Find a place' }).click();
  const field = form.getByRole('combobox', { name: 'Find a place' });
  await field.fill(name);
  await form.locator('.places-option').filter({ hasText: name }).first().waitFor();
  await field.press('Enter');
  await expect(field).toBeHidden();
}

for (const device of [phoneDevice, desktop]) {
  test(`PLAN-113 a place is found without leaving the form, ${device.name}`, async ({ signIn }) => {
    const who = await signIn({ name: 'Fuyu', device, at: aomori, options: { ...zone } });
    const { page } = who;
    await openMap(page, mapAt);
    const seen = (name: string) => `places-${name}-${device.name}`;

    await test.step('for a plan, by keyboard', async () => {
      await page.getByRole('radio', { name: /^Soon/ }).click();
      await page.getByRole('button', { name: 'Make a plan' }).first().click();
      const form = page.locator('.plans-form');
      await form.getByRole('button', { name: 'Badminton', exact: true }).click();
      await form.getByRole('button', { name: 'Tomorrow', exact: true }).click();
      await form.getByRole('button', { name: 'Find a place' }).click();
      const field = form.getByRole('combobox', { name: 'Find a place' });
      await field.fill('Hirosa');
      await expect(form.locator('.places-option').first()).toContainText('Hirosaki');
      await saveScreen(page, seen('plan'));
      await expectFits(page, seen('plan'));
      await expectNoViolationsInEitherTheme(page, seen('plan'));
      // Escape closes the field and not the form.
      await field.press('Escape');
      await expect(field).toBeHidden();
      await expect(form).toBeVisible();
      await find(form, 'Hirosaki');
      await expect(form.locator('.plans-form-map')).toBeVisible();
      await expect(form.getByLabel('Name of the place')).toHaveValue('');
      await form.getByLabel('Name of the place').fill('Castle gate');
      await saveScreen(page, seen('plan-found'));
      await form.getByRole('button', { name: 'Publish' }).click();
      const card = page.getByRole('dialog', { name: 'Before you meet' });
      await card.getByLabel('I am 18 or older').check();
      const sent = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/plans'),
      );
      await card.getByRole('button', { name: 'Understood' }).click();
      const { spot } = (await sent).postDataJSON();
      expect(spot).toMatchObject({ name: 'Castle gate' });
      expect(spot.latitude).toBeCloseTo(40.59, 1);
      await expect(form).toBeHidden();
    });

    await test.step('for a group', async () => {
      await openMap(page, mapAt);
      await page.getByRole('button', { name: 'Create Group' }).first().click();
      const form = page.getByRole('dialog', { name: 'Create Group' });
      await find(form, 'Hirosaki');
      await expect(form.getByRole('button', { name: 'Find a place' })).toBeFocused();
      await form.getByLabel('Group Name').fill(`Castle walkers ${device.name}`);
      await saveScreen(page, seen('group'));
      await expectFits(page, seen('group'));
      const made = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/chatrooms'),
      );
      await form.getByRole('button', { name: 'Create Group', exact: true }).click();
      expect((await made).postDataJSON().latitude).toBeCloseTo(40.59, 1);
    });
  });
}

/** The chip stands in one line, beside the words that it belongs to. */
async function expectBeside(chip: Locator, words: Locator): Promise<void> {
  const [mark, text] = await boxesOf(chip, words);
  expect(mark.height).toBeLessThan(30);
  expect(mark.y).toBeLessThan(text.y + text.height);
  expect(mark.x).toBeGreaterThanOrEqual(text.x + text.width - 1);
}

const languages = [
  ['en', 'en-US', "It's on", 'Soon'],
  ['ja', 'ja-JP', '開催決定', '募集'],
  ['zh', 'zh-CN', '已成局', '约局'],
] as const;

for (const [language, locale, on, soon] of languages) {
  test(`PLAN-114 that it is on stands beside the plan on a phone, ${language}`, async ({
    signIn,
    personOf,
    somebody,
  }) => {
    const who = await signIn({ name: 'Mei', device: phoneDevice, at: aomori, options: { ...zone, locale } });
    const [host, other] = [await somebody(`Kai ${language}`), await somebody(`Ren ${language}`)];
    const guest = await personOf(who);
    for (const one of [host, other, guest]) await states(one);
    const at = new Date(Date.now() + 9 * 3_600_000 + 3 * 86_400_000);
    const body = {
      ...{ userId: host.id, clientId: `beside-${language}`, activity: 'board-games' as const, least: 2 },
      ...{ local: `${at.toISOString().slice(0, 10)}T19:00`, timeZone: 'Asia/Tokyo' },
      ...{ level: 'beginner' as const, languages: ['en' as const] },
      spot: { ...aomori, name: 'Tea house' },
    };
    const params = { planId: (await host.get(createPlan, { body })).data.id };
    await other.get(joinPlan, { params, body: { userId: other.id } });
    const { page } = who;
    const chip = (within: Locator) => within.locator('.pill').filter({ hasText: on });
    const seen = (name: string) => `plans-beside-${name}-${language}`;

    await page.goto(mapAt);
    await page.getByRole('radio', { name: new RegExp(`^${soon}`) }).click();
    const card = page.locator('.plans-card').filter({ hasText: on }).first();
    await expect(chip(card)).toBeVisible();
    await saveScreen(page, seen('card'));
    await guest.get(joinPlan, { params, body: { userId: guest.id } });
    const { conversationId } = (await guest.get(getPlan, { params })).data.mine;
    await page.goto(`/plan/${params.planId}`);
    const marks = page.locator('.plans-detail-marks');
    await expect(chip(marks)).toBeVisible();
    await expectBeside(chip(marks), marks.locator('.pill').first());
    await saveScreen(page, seen('detail'));
    await expectFits(page, seen('detail'));
    await page.goto(`/messages/${conversationId}`);
    const top = page.locator('.plans-top-when');
    await expectBeside(chip(top), top.getByRole('link'));
    await saveScreen(page, seen('top'));
    await expectFits(page, seen('top'));
  });
}
