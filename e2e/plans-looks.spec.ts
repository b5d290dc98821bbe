import type { Page } from '@playwright/test';
import { joinPlan } from '../contract/src/plans/plan-people.ts';
import { savePlanSettings } from '../contract/src/plans/plan-settings.ts';
import { createPlan } from '../contract/src/plans/plans.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { desktop, phoneDevice, tablet } from './devices.ts';
import { expectFits } from './fitting.ts';
import { closeToasts, mapReady, openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** Where no other journey looks at the map: a town for each width. */
const towns = {
  phone: { latitude: 36.6513, longitude: 138.181 },
  tablet: { latitude: 35.6642, longitude: 138.5684 },
  desktop: { latitude: 34.9756, longitude: 138.3828 },
};
const words = {
  en: { soon: 'Soon', make: 'Make a plan', bell: /^Notifications/ },
  ja: { soon: '募集', make: '募集する', bell: /^お知らせ/ },
  zh: { soon: '约局', make: '组局', bell: /^通知/ },
} as const;
const long = 'Donaudampfschiff'.repeat(20).slice(0, 300);
const detail = (page: Page) => page.locator('.plans-detail');

for (const device of [phoneDevice, tablet, desktop]) {
  test(`PLAN-118 every screen of plans is read by everybody, in three languages and both themes, ${device.name}`, async ({
    signIn,
    personOf,
    somebody,
  }) => {
    test.setTimeout(300_000);
    const place = towns[device.name as keyof typeof towns];
    const host = await somebody('Donau');
    const reader = await signIn({ name: 'Wes', device, at: place, options: { timezoneId: 'Asia/Tokyo' } });
    const { page } = reader;
    const person = await personOf(reader);
    for (const one of [host, person])
      await one.get(savePlanSettings, { body: { userId: one.id, adult: true, safetyCard: 1 } });
    const at = new Date(Date.now() + 9 * 3_600_000 + 2 * 86_400_000);
    const { data: plan } = await host.get(createPlan, {
      body: {
        ...{
          userId: host.id,
          clientId: `looks-${device.name}`,
          activity: 'badminton',
          languages: ['en', 'ja'],
        },
        ...{ local: `${at.toISOString().slice(0, 10)}T19:00`, timeZone: 'Asia/Tokyo', seats: 3, least: 2 },
        ...{
          title: long.slice(0, 40),
          note: long.slice(0, 200),
          spot: { ...place, name: long.slice(0, 60) },
        },
      },
    });
    const params = { planId: plan.id };
    const joined = await person.get(joinPlan, { params, body: { userId: person.id } });
    const { conversationId } = joined.data.mine;
    await openMap(page, `/?map=13/${place.latitude}/${place.longitude}`);
    for (const [language, { soon, make, bell }] of Object.entries(words)) {
      const look = async (screen: string) => {
        const name = `plans-looks-${screen}-${language}-${device.name}`;
        await saveScreen(page, name);
        // On a tablet the menu of a row lies on its row for good.
        if (screen !== 'conversation' || device !== tablet) await expectFits(page, name);
        await expectNoViolationsInEitherTheme(page, name);
      };
      await page.evaluate((code) => localStorage.setItem('dazi.language', code), language);
      await page.goto(`/plan/${plan.id}`);
      await expect(detail(page)).toContainText('Donau');
      await look('detail');
      await page.goto(`/messages/${conversationId}`);
      await expect(page.locator('.plans-top')).toContainText('Donau');
      await look('conversation');
      await page.goto(`/?map=13/${place.latitude}/${place.longitude}`);
      await mapReady(page);
      await page.getByRole('radio', { name: new RegExp(`^${soon}`) }).click();
      await expect(page.getByRole('article', { name: /Donau/ })).toBeVisible();
      await look('list');
      await page.getByRole('button', { name: make, exact: true }).first().click();
      const form = page.locator('.plans-form');
      await form.locator('[aria-expanded="false"]').last().click();
      // What is longer than may be is cut where it is written.
      const fields = await form.getByRole('textbox').all();
      expect(fields.length).toBeGreaterThan(1);
      for (const field of fields) {
        await field.fill(long);
        expect((await field.inputValue()).length).toBeLessThan(long.length);
      }
      await look('form');
      await page.goto('/my-posts');
      await page.getByRole('button', { name: bell }).click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
      await look('bell');
      await closeToasts(page);
    }
  });
}
