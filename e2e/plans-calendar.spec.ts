import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { localLater } from '../contract/src/plans/local-times.rules.ts';
import { joinPlan } from '../contract/src/plans/plan-people.ts';
import { getPlanSettings, savePlanSettings } from '../contract/src/plans/plan-settings.ts';
import { getPlan } from '../contract/src/plans/plan-views.ts';
import { changePlan, createPlan, type Plan } from '../contract/src/plans/plans.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { closeToasts, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const hachinohe = { latitude: 40.5122, longitude: 141.4884 };
const place = 'Hall by the river';
const zone = { timezoneId: 'Asia/Tokyo' };
const settings = '/settings/plans';

const states = (person: TestPerson) =>
  person.get(savePlanSettings, { body: { userId: person.id, adult: true, safetyCard: 1 } });

/** The day after tomorrow at 19:00 in Tokyo. */
async function aPlan(host: TestPerson): Promise<Plan> {
  await states(host);
  const at = new Date(Date.now() + 9 * 3_600_000 + 2 * 86_400_000);
  const body = {
    ...{ userId: host.id, clientId: `calendar-${host.id.slice(0, 8)}`, activity: 'badminton' },
    ...{ local: `${at.toISOString().slice(0, 10)}T19:00`, timeZone: 'Asia/Tokyo', least: 2 },
    spot: { ...hachinohe, name: place },
  };
  return (await host.get(createPlan, { body })).data;
}

async function joins(person: TestPerson, planId: string): Promise<void> {
  await states(person);
  await person.get(joinPlan, { params: { planId }, body: { userId: person.id } });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog', { name }).getByRole('button', { name, exact: true }).click();

for (const device of [phoneDevice, desktop]) {
  test(`PLAN-106 reminders and the own calendar are set, ${device.name}`, async ({
    signIn,
    somebody,
    personOf,
    server,
  }) => {
    const isPhone = device === phoneDevice;
    const host = await somebody(isPhone ? 'Ruri' : 'Sumire');
    const { id: planId } = await aPlan(host);
    const guest = await signIn({ name: isPhone ? 'Aoi' : 'Kaede', device, options: { ...zone } });
    const person = await personOf(guest);
    await joins(person, planId);
    const { page } = guest;
    const seen = (name: string) => `plans-${name}-${device.name}`;
    const read = async (address: string) => {
      const answer = await fetch(address);
      return { status: answer.status, text: await answer.text() };
    };
    /** Shown once, in a field. */
    const shown = async () => {
      await expect(page.getByText('Copy it now; it is shown this once.')).toBeVisible();
      return page.getByLabel('Address', { exact: true }).inputValue();
    };

    await test.step('two switches', async () => {
      await page.goto(settings);
      const day = page.getByRole('switch', { name: 'Remind me a day before' });
      await expect(day).toBeChecked();
      // It is changed by what the page keeps, a moment after the click.
      await day.click();
      await expect(day).not.toBeChecked();
      await expect
        .poll(async () => (await person.get(getPlanSettings)).data.reminders)
        .toEqual({ day: false, hours: true });
      await page.reload();
      await expect(day).not.toBeChecked();
      await expect(page.getByRole('switch', { name: 'Remind me 2 hours before' })).toBeChecked();
    });

    await test.step('one address, shown once', async () => {
      await expectFits(page, seen('settings'));
      const withPlace = page.getByRole('switch', { name: 'Put the place in' });
      await withPlace.click();
      await expect(withPlace).toBeChecked();
      await page.getByLabel('Language').selectOption('日本語');
      await press(page, 'Make the address');
      const first = await shown();
      expect(first.startsWith(`${server.url}/calendar/`)).toBe(true);
      expect((await read(first)).text).toMatch(/SUMMARY:バドミントン\r\n[\s\S]*LOCATION:Hall by the river/);
      await saveScreen(page, seen('settings'));
      await expectFits(page, seen('settings'));
      await expectNoViolationsInEitherTheme(page, seen('settings'));
      await withPlace.click();
      await expect(withPlace).not.toBeChecked();
      await expect.poll(async () => (await read(first)).text).not.toContain(place);
      await page.reload();
      await expect(page.getByText(/^There is an address, made on/)).toBeVisible();
      await expect(page.getByLabel('Address', { exact: true })).toHaveCount(0);
      await press(page, 'Renew the address');
      await confirm(page, 'Renew the address');
      const second = await shown();
      expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
      await press(page, 'Stop the feed');
      await confirm(page, 'Stop the feed');
      await expect(page.getByRole('button', { name: 'Make the address' })).toBeVisible();
      expect((await read(second)).status).toBe(404);
    });

    await test.step('a plan is added as a file', async () => {
      await closeToasts(page);
      await page.goto(`/plan/${planId}`);
      const way = page.getByRole('button', { name: /^Add to calendar/ });
      await expect(way).toContainText('Remind me 2 hours before');
      await way.click();
      const dialog = page.getByRole('dialog', { name: 'Add to calendar' });
      await expect(dialog.getByRole('switch', { name: 'Put the place in' })).not.toBeChecked();
      await saveScreen(page, seen('calendar-file'));
      await expectNoViolationsInEitherTheme(page, seen('calendar-file'));
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('link', { name: 'Download the file' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`plan-${planId}.ics`);
      const file = await readFile(await download.path(), 'utf8');
      expect(file).toContain('SUMMARY:Badminton');
      expect(file).not.toContain(place);
    });

    await test.step('whoever is asked sees from when to when', async () => {
      const { data: plan } = await host.get(getPlan, { params: { planId } });
      const body = { userId: host.id, version: plan.version, local: localLater(plan.local, 60) };
      await host.get(changePlan, { params: { planId }, body });
      const changes = page.locator('.plans-changes');
      await expect(changes.locator('del')).toContainText('19:00');
      await expect(changes).toContainText('20:00');
      await expect(changes).toContainText('The place is the same');
      await saveScreen(page, seen('asked'));
      await expectFits(page, seen('asked'));
    });
  });
}

const asked = [
  ['en', 'en-US', 'Notifications', 'Still coming? Badminton', /^The time changed\. Please answer by/],
  ['ja', 'ja-JP', 'お知らせ', '参加できますか？：バドミントン', /^日時が変わりました。/],
  ['zh', 'zh-CN', '通知', '还来吗？羽毛球', /^时间有变动，请在/],
] as const;

for (const [language, locale, bell, title, words] of asked) {
  test(`PLAN-107 what is told of a plan is read in the own language and leads to it, ${language}`, async ({
    signIn,
    somebody,
    personOf,
  }) => {
    const host = await somebody(`Tsubaki ${language}`);
    const { id: planId, version, local } = await aPlan(host);
    const guest = await signIn({
      name: `Hinata ${language}`,
      device: phoneDevice,
      options: { ...zone, locale },
    });
    await joins(await personOf(guest), planId);
    const now = (await host.get(getPlan, { params: { planId } })).data;
    expect(now.version).toBeGreaterThanOrEqual(version);
    const body = { userId: host.id, version: now.version, local: localLater(local, 60) };
    await host.get(changePlan, { params: { planId }, body });
    const { page } = guest;
    await page.goto('/my-posts');
    await page.getByRole('button', { name: new RegExp(`^${bell}`) }).click();
    const item = page.getByRole('listitem').filter({ hasText: title });
    await expect(item).toContainText(title);
    await expect(item.locator('.notifications-words')).toHaveText(words);
    await expect(item.getByRole('link')).toHaveAttribute('href', `/plan/${planId}`);
    await saveScreen(page, `plans-notices-${language}`);
    await item.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/plan/${planId}$`));
    await expect(page.locator('.plans-changes del')).toContainText('19:00');
  });
}
