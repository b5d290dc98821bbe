import type { Page } from '@playwright/test';
import { localLater } from '../contract/src/plans/local-times.rules.ts';
import { joinPlan } from '../contract/src/plans/plan-people.ts';
import { savePlanSettings } from '../contract/src/plans/plan-settings.ts';
import { getPlan } from '../contract/src/plans/plan-views.ts';
import { changePlan, createPlan } from '../contract/src/plans/plans.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const akita = { latitude: 39.7186, longitude: 140.1024 };
const zone = { timezoneId: 'Asia/Tokyo' };

const states = (person: TestPerson) =>
  person.get(savePlanSettings, { body: { userId: person.id, adult: true, safetyCard: 1 } });

async function openBell(page: Page, name: RegExp) {
  await page.goto('/my-posts');
  await page.getByRole('button', { name }).click();
}

for (const device of [phoneDevice, desktop]) {
  test(`PLAN-112 what a notice asks is answered beside it, ${device.name}`, async ({
    signIn,
    personOf,
    somebody,
  }) => {
    const isPhone = device === phoneDevice;
    const host = await signIn({ name: isPhone ? 'Yui' : 'Rin', device, options: { ...zone } });
    const guest = await signIn({ name: 'Nadia', device, options: { ...zone, locale: 'ja-JP' } });
    const [hosting, nadia, other] = [await personOf(host), await personOf(guest), await somebody('Oto')];
    for (const one of [hosting, nadia, other]) await states(one);
    const at = new Date(Date.now() + 9 * 3_600_000 + 2 * 86_400_000);
    const local = `${at.toISOString().slice(0, 10)}T19:00`;
    const body = {
      ...{ userId: hosting.id, clientId: `notices-${device.name}`, activity: 'running' },
      ...{ local, timeZone: 'Asia/Tokyo', entry: 'ask' as const },
      spot: { ...akita, name: 'Park gate' },
    };
    const { id: planId } = (await hosting.get(createPlan, { body })).data;
    const params = { planId };
    const standing = async (person: TestPerson) => (await person.get(getPlan, { params })).data.mine;

    await test.step('a request to join is let in from the bell', async () => {
      await nadia.get(joinPlan, { params, body: { userId: nadia.id } });
      await openBell(host.page, /^Notifications/);
      const item = host.page.getByRole('listitem').filter({ hasText: 'Somebody asks to join' });
      await expect(item.getByRole('button', { name: 'Not this time' })).toBeVisible();
      await saveScreen(host.page, `plans-notice-asked-${device.name}`);
      await expectFits(host.page, `plans-notice-asked-${device.name}`);
      await item.getByRole('button', { name: 'Let in' }).click();
      await expect(item).toBeHidden();
      expect((await standing(nadia)).standing).toBe('going');
    });

    await test.step('and a declined one leaves the bell as well', async () => {
      await other.get(joinPlan, { params, body: { userId: other.id } });
      await openBell(host.page, /^Notifications/);
      const item = host.page.getByRole('listitem').filter({ hasText: 'Oto' });
      await item.getByRole('button', { name: 'Not this time' }).click();
      await expect(item).toBeHidden();
      // Nobody is told before the decision.
      expect((await standing(other)).standing).toBe('asked');
    });

    await test.step('whether somebody still comes is answered there, by keyboard', async () => {
      const move = async (hours: number) => {
        const { version } = (await hosting.get(getPlan, { params })).data;
        await hosting.get(changePlan, {
          params,
          body: { userId: hosting.id, version, local: localLater(local, hours * 60) },
        });
      };
      await move(1);
      const { page } = guest;
      await openBell(page, /^お知らせ/);
      const item = page.getByRole('listitem').filter({ hasText: '参加できますか？：ランニング' });
      await expect(item.getByRole('button', { name: '参加できません', exact: true })).toBeVisible();
      await saveScreen(page, `plans-notice-still-${device.name}`);
      await expectFits(page, `plans-notice-still-${device.name}`);
      await expectNoViolationsInEitherTheme(page, `plans-notice-still-${device.name}`);
      await item.getByRole('button', { name: '参加できます', exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect(item).toBeHidden();
      expect((await standing(nadia)).unsure).toBe(false);
      await move(2);
      await openBell(page, /^お知らせ/);
      await item.getByRole('button', { name: '参加できません', exact: true }).click();
      await expect(item).toBeHidden();
      expect((await standing(nadia)).standing).toBe('left');
    });
  });
}
