import type { Page } from '@playwright/test';
import { removeAccount } from '../contract/src/identity/identity.ts';
import { joinPlan, leavePlan } from '../contract/src/plans/plan-people.ts';
import { savePlanSettings } from '../contract/src/plans/plan-settings.ts';
import { getPlan } from '../contract/src/plans/plan-views.ts';
import { createPlan, type Plan } from '../contract/src/plans/plans.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { closeToasts, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** No other town of a journey lies within the 50 km that a list widens to. */
const wakkanai = { latitude: 45.4157, longitude: 141.673 };
const options = { timezoneId: 'Asia/Tokyo' };
const detail = (page: Page) => page.locator('.plans-detail');

async function aPlan(host: TestPerson, changes: object = {}): Promise<Plan> {
  await states(host);
  const at = new Date(Date.now() + 9 * 3_600_000 + 2 * 86_400_000);
  const { data } = await host.get(createPlan, {
    body: {
      ...{ userId: host.id, clientId: `line-${host.id.slice(0, 8)}`, activity: 'badminton' },
      ...{ local: `${at.toISOString().slice(0, 10)}T19:00`, timeZone: 'Asia/Tokyo', languages: ['en'] },
      spot: { ...wakkanai, name: 'Hall by the river' },
      ...changes,
    },
  });
  return data;
}

const states = (person: TestPerson) =>
  person.get(savePlanSettings, { body: { userId: person.id, adult: true, safetyCard: 1 } });

async function joins(person: TestPerson, { id }: Plan): Promise<void> {
  await states(person);
  await person.get(joinPlan, { params: { planId: id }, body: { userId: person.id } });
}

test('PLAN-116 a freed seat goes to the first in line on every device, and on to the second when they leave', async ({
  signIn,
  openBrowser,
  personOf,
  somebody,
}) => {
  const [host, inside, second] = [await somebody('Haru'), await somebody('Ivo'), await somebody('Sen')];
  const plan = await aPlan(host, { seats: 3, least: 2 });
  await joins(inside, plan);
  await joins(await somebody('Kai'), plan);
  const first = await signIn({ name: 'Fumi', device: phoneDevice, at: wakkanai, options });
  await joins(await personOf(first), plan);
  await joins(second, plan);
  const beside = await openBrowser({ device: desktop, at: wakkanai, options });
  await beside.context().addCookies(await first.context.cookies());
  const devices = [first.page, beside];
  for (const page of devices) {
    await page.goto(`/plan/${plan.id}`);
    await expect(detail(page)).toContainText("You're number 1 on the waitlist");
    await expect(detail(page)).not.toContainText('Hall by the river');
  }
  await saveScreen(first.page, 'plans-waiting-phone');
  await expectFits(first.page, 'plans-waiting-phone');
  await expectNoViolationsInEitherTheme(first.page, 'plans-waiting-phone');

  await test.step('both devices show the seat and the place without being asked', async () => {
    const params = { planId: plan.id };
    await inside.get(leavePlan, { params, body: { userId: inside.id } });
    for (const page of devices) {
      await expect(detail(page)).toContainText('Hall by the river');
      await expect(detail(page).getByRole('button', { name: 'Open chat' })).toBeVisible();
    }
    await closeToasts(first.page);
    await saveScreen(first.page, 'plans-promoted-phone');
  });

  await test.step('they leave, and the second is in', async () => {
    await detail(first.page).getByRole('button', { name: 'Leave', exact: true }).click();
    const question = first.page.getByRole('dialog', { name: 'Leave this plan?' });
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(first.page.getByText('You left the plan')).toBeVisible();
    await expect(detail(beside)).not.toContainText('Hall by the river');
    const { data } = await second.get(getPlan, { params: { planId: plan.id } });
    expect(data.mine.standing).toBe('going');
    expect(data.spot?.name).toBe('Hall by the river');
  });
});

test('PLAN-117 the host deletes the account, two say at once that they host, and the other is told who does', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/409 .*\/api\/plans\/[\w-]+\/host/);
  const host = await somebody('Gone');
  const plan = await aPlan(host);
  const rivals = [
    await signIn({ name: 'Aki', device: phoneDevice, at: wakkanai, options }),
    await signIn({ name: 'Bea', device: desktop, at: wakkanai, options }),
  ];
  for (const rival of rivals) await joins(await personOf(rival), plan);
  for (const { page } of rivals) await page.goto(`/plan/${plan.id}`);
  await host.get(removeAccount, { params: { userId: host.id }, body: {} });
  const offer = (page: Page) => detail(page).getByRole('button', { name: "I'll host it" });
  for (const { page } of rivals) await expect(offer(page)).toBeVisible();
  await saveScreen(rivals[0]!.page, 'plans-host-wanted-phone');
  await expectFits(rivals[0]!.page, 'plans-host-wanted-phone');

  // Neither is answered before both have said so.
  let waiting = rivals.length;
  let go = () => {};
  const together = new Promise<void>((resolve) => {
    go = resolve;
  });
  for (const { page } of rivals) {
    await page.route(`**/api/plans/${plan.id}/host`, async (route) => {
      waiting--;
      if (waiting === 0) go();
      await together;
      await route.continue();
    });
  }
  await Promise.all(rivals.map(({ page }) => offer(page).click()));
  const one = await personOf(rivals[0]!);
  const hosting = async () => (await one.get(getPlan, { params: { planId: plan.id } })).data.host?.name;
  await expect.poll(hosting).toMatch(/^(Aki|Bea)$/);
  const name = await hosting();
  const [winner, other] = [...rivals].sort((rival) => (rival.name === name ? -1 : 1));
  await expect(detail(winner!.page)).toContainText("You're hosting");
  await expect(other!.page.getByText('Somebody has taken it over already')).toBeVisible();
  await expect(detail(other!.page)).toContainText(`Hosted by ${name}`);
  for (const { page } of rivals) await expect(offer(page)).toHaveCount(0);
});
