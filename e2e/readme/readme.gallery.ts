import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { listPlans } from '../../contract/src/plans/plan-views.ts';
import { TestPerson } from '../../server/src/testing/test-person.ts';
import { desktop, phoneDevice } from '../devices.ts';
import { mapReady } from '../screens.ts';
import { expect, giveSession, test } from '../server.fixture.ts';

/** The server's own: pictures of a README are small ones. */
const sharp = createRequire(join(import.meta.dirname, '../../server/package.json'))('sharp') as (
  picture: Buffer,
) => { webp(options: { quality: number }): { toFile(path: string): Promise<unknown> } };

const haightStreet = { latitude: 37.7699, longitude: -122.4468 };
const mapThere = '/?map=14/37.77/-122.45';
const desk = { ...desktop, options: { ...desktop.options, viewport: { width: 1280, height: 800 } } };
const locales = { en: 'en-US', ja: 'ja-JP', zh: 'zh-CN' };

/** People of the demo town, by whose eyes it is seen. */
const mika = { name: 'Mika', email: 'mika@dazi.example' };
const aoi = { name: '葵', email: 'aoi@dazi.example' };

interface Picture {
  who: { name: string; email: string } | null;
  language?: 'en' | 'ja' | 'zh';
  isPhone?: boolean;
  isDark?: boolean;
  path?: string;
  /** What has to be there before it is taken, once it was brought about. */
  show(page: Page): Promise<Locator> | Locator;
}

async function openConversation(page: Page, name: RegExp): Promise<Locator> {
  await page.getByRole('link', { name }).first().click();
  return page.locator('.conversations-bubble, .bubble').first();
}

/** By the name of its file. */
const pictures: Record<string, Picture> = {
  'map-desktop': { who: mika, show: (page) => page.getByRole('article').first() },
  'plans-desktop': {
    who: mika,
    path: `${mapThere}&list=soon`,
    async show(page) {
      await page.locator('.marker.plan').nth(1).click();
      return page.locator('.map-popover');
    },
  },
  'plan-phone': {
    who: mika,
    isPhone: true,
    path: `${mapThere}&list=soon`,
    async show(page) {
      const query = 'limit=50&latitude=37.77&longitude=-122.44&radiusKm=25';
      const { data } = await (await page.request.get(`${listPlans.path}?${query}`)).json();
      const { id } = data.find(({ mine }: { mine: { standing: string } }) => mine.standing === 'going');
      await page.goto(`/plan/${id}`);
      return page.locator('.plans-detail');
    },
  },
  'map-phone-ja': {
    who: aoi,
    language: 'ja',
    isPhone: true,
    show: (page) => page.locator('.marker').first(),
  },
  'landing-zh': {
    who: null,
    language: 'zh',
    isPhone: true,
    path: '/',
    show: (page) => page.locator('.welcome').first(),
  },
  'messages-desktop': {
    who: mika,
    path: '/messages',
    show: (page) => openConversation(page, /Pond Café Board Games/),
  },
  'private-phone-ja': {
    who: aoi,
    language: 'ja',
    isPhone: true,
    path: '/messages',
    show: (page) => openConversation(page, /Mika/),
  },
  'notifications-phone-dark': {
    who: mika,
    isPhone: true,
    isDark: true,
    async show(page) {
      await page.locator('[data-layer="bell"]').first().click();
      return page.getByRole('dialog', { name: 'Notifications' });
    },
  },
  'menu-desktop-zh': {
    who: mika,
    language: 'zh',
    async show(page) {
      await page.locator('.identity-user-menu').first().click();
      return page.getByRole('menu');
    },
  },
  'profile-desktop': { who: mika, path: '/profile', show: (page) => page.getByRole('article').first() },
  'wallet-desktop': { who: mika, path: '/wallet', show: (page) => page.locator('main h2').first() },
  'wallet-phone-dark': {
    who: mika,
    isPhone: true,
    isDark: true,
    path: '/wallet',
    show: (page) => page.locator('main h2').first(),
  },
};

/** Each signs in once: new sign-ins are told of. */
const people = new Map<string, Promise<TestPerson>>();

for (const [file, { who, language = 'en', isPhone, isDark, path = mapThere, show }] of Object.entries(
  pictures,
)) {
  test(file, async ({ openBrowser, server }) => {
    const page = await openBrowser({
      device: isPhone ? phoneDevice : desk,
      whole: true,
      options: {
        geolocation: haightStreet,
        permissions: ['geolocation', 'notifications'],
        colorScheme: isDark ? 'dark' : 'light',
        deviceScaleFactor: isPhone ? 2 : 1,
        locale: locales[language],
        timezoneId: 'America/Los_Angeles',
      },
    });
    if (who) {
      const person = people.get(who.name) ?? new TestPerson(server.url).signIn(who.name, who.email);
      people.set(who.name, person);
      await giveSession(page.context(), await person);
    }
    await page.addInitScript((chosen) => localStorage.setItem('dazi.language', chosen), language);
    await page.goto(path);
    if (path.startsWith(mapThere)) await mapReady(page);
    await expect(await show(page)).toBeVisible();
    await expect(page.locator('[aria-busy=true], .spin')).toHaveCount(0);
    await page.waitForTimeout(1000);
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(`docs/screens/${file}.webp`);
  });
}
