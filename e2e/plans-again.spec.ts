import type { Locator, Page } from '@playwright/test';
import { reportReasons } from '../contract/src/moderation/moderation.rules.ts';
import { joinPlan } from '../contract/src/plans/plan-people.ts';
import { savePlanSettings } from '../contract/src/plans/plan-settings.ts';
import { createPlan, type Plan } from '../contract/src/plans/plans.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { movePlanBack } from '../server/src/testing/test-town.ts';
import { expectNoViolations } from './axe.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** Where no other journey looks at the map. */
const morioka = { latitude: 39.6401, longitude: 141.9466 };
const mapPath = `/?map=13/${morioka.latitude}/${morioka.longitude}`;
const options = { timezoneId: 'Asia/Tokyo' };
const wide = { ...desktop, options: { ...desktop.options, viewport: { width: 1280, height: 800 } } };

const detail = (page: Page) => page.locator('.plans-detail');
const form = (page: Page) => page.locator('.plans-form');
const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click();

async function states(person: TestPerson): Promise<void> {
  await person.get(savePlanSettings, { body: { userId: person.id, adult: true, safetyCard: 1 } });
}

/** The day after tomorrow at 19:00 in Tokyo. */
function soon(): string {
  const at = new Date(Date.now() + 9 * 3_600_000 + 2 * 86_400_000);
  return `${at.toISOString().slice(0, 10)}T19:00`;
}

async function aPlan(host: TestPerson, changes: object = {}): Promise<Plan> {
  await states(host);
  const { data } = await host.get(createPlan, {
    body: {
      userId: host.id,
      activity: 'badminton',
      local: soon(),
      timeZone: 'Asia/Tokyo',
      spot: { ...morioka, name: 'Hall by the river' },
      languages: ['en'],
      least: 2,
      clientId: `again-${host.id.slice(0, 8)}`,
      ...changes,
    },
  });
  return data;
}

async function joins(person: TestPerson, plan: Plan): Promise<Plan> {
  await states(person);
  return (await person.get(joinPlan, { params: { planId: plan.id }, body: { userId: person.id } })).data;
}

const previewOf = async (url: string) => {
  const page = await (await fetch(url)).text();
  const told = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(page)?.[1];
  return { page, title: told('title'), description: told('description') };
};

for (const device of [phoneDevice, wide]) {
  test(`PLAN-108 a post becomes a plan, and its link tells no more than it may, ${device.name}`, async ({
    signIn,
    personOf,
    somebody,
    openBrowser,
    server,
    guard,
  }) => {
    guard.expect(/404 .*\/api\/plans\/[\w-]+/);
    const author = await signIn({ name: 'Noriko', device, at: morioka, options });
    const person = await personOf(author);
    await states(person);
    const content = `Anyone for badminton near the river? ${'Bring a racket. '.repeat(12)}`;
    const post = await person.post({ content, location: morioka });
    const { page } = author;

    await test.step('its author makes it one, with its words and not its place', async () => {
      await openMap(page, mapPath);
      await page.goto(`/post/${post.id}`);
      await press(page, 'Make it a plan');
      await expect(form(page)).toBeVisible();
      await expect(form(page).getByRole('button', { name: 'Badminton', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await press(form(page), 'Tomorrow');
      await press(form(page), 'Publish');
      await expect(form(page)).toContainText('Please choose where to meet');
      await press(form(page), 'Choose on the map');
      await press(page, 'Place it here');
      await form(page).getByLabel('Name of the place').fill('Secret steps');
      await saveScreen(page, `plans-of-post-form-${device.name}`);
      await press(form(page), 'Publish');
      await expect(page.getByText('Your plan is published')).toBeVisible();
    });

    const plan = await test.step('the post carries it, to a visitor, too', async () => {
      const their = await openBrowser({ device, options });
      await their.goto(`/post/${post.id}`);
      const carried = their.getByRole('region', { name: 'This post became a plan' });
      await expect(carried).toContainText('Badminton');
      await saveScreen(their, `plans-of-post-${device.name}`);
      await expectFits(their, `plans-of-post-${device.name}`);
      await expectNoViolations(their, `plans-of-post-${device.name}`);
      await carried.getByRole('button', { name: 'Badminton' }).click();
      await expect(their).toHaveURL(/\/plan\//);
      await expect(detail(their)).toContainText('Roughly here');
      await expect(detail(their)).not.toContainText('Secret steps');
      return new URL(their.url()).pathname;
    });

    await test.step('its link says what and when, in which town, and nothing of the spot', async () => {
      const shared = await previewOf(server.url + plan);
      expect(shared.title).toMatch(/^Badminton, /);
      expect(shared.description).toMatch(/3 places left$/);
      expect(shared.page).not.toMatch(/Secret steps|racket|Noriko/);
    });

    await test.step('a plan for some shows visitors nothing', async () => {
      const other = await somebody('Yuki');
      await other.saveProfile({ gender: 'F', confirmed: true });
      await states(other);
      await other.get(savePlanSettings, { body: { userId: other.id, gender: 'F' } });
      const { id } = await aPlan(other, { who: 'same_gender' });
      expect((await previewOf(`${server.url}/plan/${id}`)).title).toBe('A plan on Dazi');
      const their = await openBrowser({ device, options });
      await their.goto(`/plan/${id}`);
      await expect(detail(their)).toContainText('This plan is not there any more');
    });
  });
}

test('PLAN-109, PLAN-115: afterwards the place is folded, the plan comes again, and what is noted is one’s own', async ({
  signIn,
  personOf,
  server,
  guard,
}) => {
  guard.expect(/404 .*\/api\/(plans|conversations)\/[\w-]+/);
  const host = await signIn({ name: 'Haru', device: wide, at: morioka, options });
  const guest = await signIn({ name: 'Gina', device: phoneDevice, at: morioka, options });
  const plan = await aPlan(await personOf(host));
  await joins(await personOf(guest), plan);
  await server.whileStopped((database) => movePlanBack(database, plan.id, 3));

  await test.step('it is over, and where it was is said roughly', async () => {
    await host.page.goto(`/plan/${plan.id}`);
    await expect(detail(host.page)).toContainText('It is over: the place is shown roughly again.');
    await expect(detail(host.page)).not.toContainText('Hall by the river');
  });

  await test.step('who came is noted, and seen by nobody else', async () => {
    const marked = (page: Page, name: string) =>
      detail(page).getByRole('radiogroup', { name }).getByRole('radio', { name: 'Came' });
    const kept = host.page.waitForResponse(
      (answer) => answer.url().endsWith('/marks') && answer.request().method() !== 'GET',
    );
    await marked(host.page, 'Gina').check({ force: true });
    await kept;
    await expect(marked(host.page, 'Gina')).toBeChecked();
    await saveScreen(host.page, 'plans-after');
    await expectFits(host.page, 'plans-after');
    await expectNoViolations(host.page, 'plans-after');
    await host.page.reload();
    await expect(marked(host.page, 'Gina')).toBeChecked();
    await guest.page.goto(`/plan/${plan.id}`);
    await expect(marked(guest.page, 'Haru')).not.toBeChecked();
    await expect(detail(guest.page).getByRole('radio', { checked: true })).toHaveCount(0);
  });

  await test.step('where something was wrong it is reported: the plan by who was in it, and by its host whom it was with', async () => {
    const { page } = guest;
    await expect(detail(page).getByRole('region', { name: 'How was it?' })).toContainText('2 people');
    await saveScreen(page, 'plans-how-phone');
    await expectFits(page, 'plans-how-phone');
    await press(detail(page), 'Something was wrong');
    const dialog = page.getByRole('dialog', { name: 'Report this plan' });
    await expect(dialog.getByRole('radio')).toHaveCount(reportReasons.length);
    await expect(dialog.getByRole('radio').first()).toHaveAccessibleName('We met, and it was not safe');
    await saveScreen(page, 'plans-report-phone');
    await dialog.getByRole('radio').first().check();
    await press(dialog, 'Send report');
    await expect(page.getByText('Thank you').first()).toBeVisible();
    await saveScreen(page, 'plans-reported-phone');
    await page.goto(`/plan/${plan.id}`);
    await press(detail(host.page), 'Something was wrong');
    const ofGuest = host.page.getByRole('dialog', { name: 'Report Gina' });
    const reasons = ofGuest.getByRole('group', { name: 'What is wrong?' }).getByRole('radio');
    await expect(reasons.first()).toHaveAccessibleName('We met, and it was not safe');
    await press(ofGuest, 'Cancel');
    await expect(ofGuest).toBeHidden();
    await expect(detail(host.page).getByRole('button', { name: 'Report', exact: true })).toHaveCount(0);
  });

  await test.step('again next week, which the guest joins with one tap', async () => {
    await press(detail(host.page), 'Again next week');
    await expect(host.page.getByText('Next week is set')).toBeVisible();
    await expect(detail(host.page)).toContainText('Hall by the river');
    const next = detail(guest.page).getByRole('region', { name: 'The next one' });
    await press(next, "I'm in");
    await expect(next.getByRole('button', { name: 'Open chat' })).toBeVisible();
    await saveScreen(guest.page, 'plans-next-phone');
    await expectFits(guest.page, 'plans-next-phone');
    await expectNoViolations(guest.page, 'plans-next-phone');
    await host.page.goto(`/plan/${plan.id}`);
    await expect(detail(host.page).getByRole('button', { name: 'Again next week' })).toHaveCount(0);
  });
});

test('PLAN-109: after a week the conversation is closed, after 90 days all of it is gone', async ({
  signIn,
  personOf,
  server,
  guard,
}) => {
  guard.expect(/404 .*\/api\/(plans|conversations)\/[\w-]+/);
  const host = await signIn({ name: 'Hana', device: wide, at: morioka, options });
  const guest = await signIn({ name: 'Gen', device: phoneDevice, at: morioka, options });
  const { page } = guest;
  const plan = await aPlan(await personOf(host));
  const { mine } = await joins(await personOf(guest), plan);
  const back = (days: number) => server.whileStopped((database) => movePlanBack(database, plan.id, days));

  await host.page.goto('about:blank');
  await page.goto('about:blank');
  await back(10);
  await page.goto(`/messages/${mine.conversationId}`);
  await expect(page.getByText('This chat has ended', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.goto('about:blank');
  await back(90);
  await page.goto(`/plan/${plan.id}`);
  await expect(async () => {
    await page.reload();
    await expect(detail(page)).toContainText('This plan is not there any more', { timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
});
