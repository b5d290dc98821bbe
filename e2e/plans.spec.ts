import type { Locator, Page } from '@playwright/test';
import { joinPlan } from '../contract/src/plans/plan-people.ts';
import { savePlanSettings } from '../contract/src/plans/plan-settings.ts';
import { getPlan } from '../contract/src/plans/plan-views.ts';
import { callOffPlan, createPlan, type Plan } from '../contract/src/plans/plans.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { expectNoViolations } from './axe.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { cutOff } from './network.ts';
import { closeToasts, nothingOver, openMap, over, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** Where no other journey looks at the map. */
const sendai = { latitude: 38.2682, longitude: 140.8694 };
const niigata = { latitude: 37.9161, longitude: 139.0364 };
const mapAt = ({ latitude, longitude }: typeof sendai, zoom = 13) => `/?map=${zoom}/${latitude}/${longitude}`;

const wide = { ...desktop, options: { ...desktop.options, viewport: { width: 1280, height: 800 } } };
const zone = { timezoneId: 'Asia/Tokyo' };

const tab = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
const detail = (page: Page) => page.locator('.plans-detail');
const form = (page: Page) => page.locator('.plans-form');
const cardOf = (page: Page, name: RegExp) => page.getByRole('article', { name });
const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click();

/** The day after tomorrow at 19:00 in Tokyo: never too soon, and the same in every zone a host has. */
function soon(days = 2): string {
  const at = new Date(Date.now() + 9 * 3_600_000 + days * 86_400_000);
  return `${at.toISOString().slice(0, 10)}T19:00`;
}

async function states(person: TestPerson): Promise<void> {
  await person.get(savePlanSettings, { body: { userId: person.id, adult: true, safetyCard: 1 } });
}

async function aPlan(host: TestPerson, changes: object = {}): Promise<Plan> {
  await states(host);
  const { data } = await host.get(createPlan, {
    body: {
      userId: host.id,
      activity: 'badminton',
      local: soon(),
      timeZone: 'Asia/Tokyo',
      spot: { ...niigata, name: 'Hall by the river', hint: 'courts' },
      languages: ['en'],
      clientId: `journey-${host.id.slice(0, 8)}`,
      ...changes,
    },
  });
  return data;
}

async function joins(person: TestPerson, plan: Plan): Promise<void> {
  await states(person);
  await person.get(joinPlan, { params: { planId: plan.id }, body: { userId: person.id } });
}

/** Ticks that one is of age at the end of the card, once it is there. */
async function accept(page: Page, title: string, adult: string, understood: string): Promise<void> {
  const card = page.getByRole('dialog', { name: title });
  await card.getByLabel(adult).check();
  await press(card, understood);
  await expect(card).toBeHidden();
}

for (const device of [phoneDevice, wide]) {
  test(`PLAN-101 five people of three languages make badminton happen, ${device.name}`, async ({
    signIn,
    somebody,
  }) => {
    const isPhone = device === phoneDevice;
    const place = isPhone ? sendai : { latitude: 33.5589, longitude: 133.5312 };
    const seen = (name: string) => `plans-${name}-${device.name}`;
    const mika = await signIn({ name: 'Mika', device, at: place, options: { ...zone } });
    const { page } = mika;
    await openMap(page, mapAt(place));

    await test.step('from an empty form with three answers', async () => {
      await tab(page, 'Soon').click();
      await expect(page.getByText('Nothing planned near here yet')).toBeVisible();
      await expect(page.locator('.plans-ideas button')).toHaveCount(3);
      await saveScreen(page, seen('empty'));
      await expectNoViolations(page, seen('empty'));
      await page.getByRole('button', { name: 'Make a plan' }).first().click();
      await press(form(page), 'Badminton');
      await press(form(page), 'Publish');
      await expect(form(page)).toContainText('Please choose where to meet');
      await press(form(page), 'Tomorrow');
      await press(form(page), 'Choose on the map');
      await expect(form(page)).toBeHidden();
      await saveScreen(page, seen('placing'));
      // Nothing lies over the controls of the map, be the list half open.
      if (isPhone) await tab(page, 'Soon').click();
      const covered = () =>
        page.locator('.map-controls button').evaluateAll((buttons) =>
          buttons.flatMap((button) => {
            const { x, y, width, height } = button.getBoundingClientRect();
            const there = document.elementFromPoint(x + width / 2, y + height / 2);
            return button.contains(there) ? [] : [button.getAttribute('aria-label')];
          }),
        );
      await expect.poll(covered).toEqual([]);
      await saveScreen(page, seen('placing-over-list'));
      await press(page, 'Place it here');
      await expect(form(page)).toContainText('This is where you are now. Is it your home?');
      await expect(form(page).locator('.map-cell')).toHaveText('Others see this');
      await form(page).getByLabel('Name of the place').fill('Court 3');
      await saveScreen(page, seen('form'));
      await expectFits(page, seen('form'));
      await expectNoViolations(page, seen('form'));
      await press(form(page), 'Publish');
      await saveScreen(page, seen('safety'));
      await accept(page, 'Before you meet', 'I am 18 or older', 'Understood');
      await expect(page.getByText('Your plan is published')).toBeVisible();
      await expect(form(page)).toBeHidden();
      await expect(page.locator('.map-popover')).toContainText('Badminton');
      await saveScreen(page, seen('published'));
      await page.keyboard.press('Escape');
    });

    const xiaoyu = await signIn({
      name: '小雨',
      device,
      at: place,
      options: { ...zone, locale: 'zh-CN' },
    });
    await test.step('somebody joins from the tab, in Chinese', async () => {
      const their = xiaoyu.page;
      await their.goto(mapAt(place));
      await tab(their, '约局').click();
      const card = cardOf(their, /羽毛球/);
      await expect(card).toBeVisible();
      await saveScreen(their, seen('list-zh'));
      await expectFits(their, seen('list-zh'));
      if (isPhone) await press(card, '算我一个');
      else {
        await card.getByRole('button').first().click();
        await saveScreen(their, seen('detail-zh'));
        await press(detail(their), '算我一个');
      }
      await accept(their, '见面之前', '我已年满18岁', '知道了');
      await expect(their.getByText('你已加入').first()).toBeVisible();
      const text = await their.locator('body').innerText();
      expect(text).not.toMatch(/Badminton|バドミントン/);
    });

    const planId = await page.evaluate(async () => {
      const answer = await fetch('/api/plans/mine?part=ahead');
      return ((await answer.json()) as { data: { id: string }[] }).data[0]!.id;
    });
    await test.step('somebody joins from the link, in Japanese', async () => {
      const { page: their } = await signIn({
        name: '葵',
        device,
        at: place,
        options: { ...zone, locale: 'ja-JP' },
      });
      await their.goto(`/plan/${planId}`);
      await expect(detail(their)).toContainText('バドミントン');
      await saveScreen(their, seen('detail-ja'));
      await expectNoViolations(their, seen('detail-ja'));
      await press(detail(their), '参加する');
      await accept(their, '会う前に', '18歳以上です', 'わかりました');
      await expect(detail(their)).toContainText('Court 3');
      await saveScreen(their, seen('detail-in-ja'));
      const text = await their.locator('body').innerText();
      expect(text).not.toMatch(/Badminton|羽毛球/);
    });

    await test.step('it is on, and said so where somebody looks', async () => {
      await tab(page, 'Soon').click();
      await expect(cardOf(page, /Badminton/)).toContainText("It's on");
      await cardOf(page, /Badminton/)
        .getByRole('button')
        .first()
        .click();
      await expect(detail(page)).toContainText('3 of 4 in');
      await closeToasts(page);
      await saveScreen(page, seen('detail-host'));
      await expectFits(page, seen('detail-host'));
      await expectNoViolations(page, seen('detail-host'));
      await page.keyboard.press('Escape');
    });

    await test.step('somebody joins from the map, and the fifth waits', async () => {
      const theo = await signIn({ name: 'Theo', gender: 'M', device, at: place, options: { ...zone } });
      await openMap(theo.page, mapAt(place));
      await tab(theo.page, 'Soon').click();
      if (isPhone) await tab(theo.page, 'Map').click();
      await theo.page.getByRole('button', { name: /^Plan: Badminton/ }).click();
      const popover = theo.page.locator('.map-popover');
      await expect(popover).toContainText(/about [\d.]+\skm away.*Those who are in see the exact place\./);
      await expect(theo.page.locator('.map-cell')).toContainText('Roughly here');
      await expect(theo.page.locator('.map-cell')).toBeVisible();
      await saveScreen(theo.page, seen('popover'));
      await expectNoViolations(theo.page, seen('popover'));
      await press(popover, "I'm in");
      await accept(theo.page, 'Before you meet', 'I am 18 or older', 'Understood');
      await expect(popover).toContainText('Court 3');

      const fifth = await somebody('Fifth');
      await states(fifth);
      const { data } = await fifth.get(joinPlan, { params: { planId }, body: { userId: fifth.id } });
      expect(data.mine).toMatchObject({ standing: 'waiting', place: 1 });
    });
  });
}

test('PLAN-102 it takes two taps to be in, and without a network nothing is kept to be sent later', async ({
  signIn,
  somebody,
  guard,
}) => {
  guard.expect(/ERR_(INTERNET_DISCONNECTED|FAILED)/);
  const host = await somebody('Haru');
  const plan = await aPlan(host, { note: 'Rackets are there.' });
  const nadia = await signIn({ name: 'Nadia', device: phoneDevice, at: niigata, options: { ...zone } });
  const { page } = nadia;
  await nadia.context.request.put('/api/plans/settings', { data: { adult: true, safetyCard: 1 } });
  await openMap(page, mapAt(niigata));
  await tab(page, 'Soon').click();
  const card = cardOf(page, /Badminton/);
  const said = page.getByRole('log');

  await test.step('offline joining says so', async () => {
    await cutOff(nadia.page);
    await press(card, "I'm in");
    await expect(page.getByText("You're offline. Joining needs the network.")).toBeVisible();
    await nadia.context.setOffline(false);
    expect(
      (await nadia.context.request.get(`/api/plans/${plan.id}`).then((answer) => answer.json())).data.mine
        .standing,
    ).toBe('none');
  });

  await test.step('the second tap is the seat, with the place and the conversation', async () => {
    await press(card, "I'm in");
    await expect(page.getByText('The place and the conversation are open to you now.')).toBeVisible();
    await expect(card).toContainText('Hall by the river');
    await press(card, 'Open chat');
    await expect(page).toHaveURL(/\/messages\//);
    await expect(page.locator('.plans-top')).toContainText('Hall by the river, at the courts');
    await expect(page.locator('.conversations-header')).toContainText(/Badminton, .*19:00/);
    await expect(said.getByText('Nadia is in')).toBeVisible();
    await closeToasts(page);
    await saveScreen(page, 'plans-conversation-phone');
    await expectFits(page, 'plans-conversation-phone');
    await expectNoViolations(page, 'plans-conversation-phone');
  });

  await test.step('it is on with the third, and called off for everybody, read in Chinese', async () => {
    await joins(await somebody('Third'), plan);
    await expect(said.getByText("It's on: 3 people are in")).toBeVisible();
    await host.get(callOffPlan, {
      params: { planId: plan.id },
      body: { userId: host.id, reason: 'weather' },
    });
    await expect(said.getByText('Called off: Weather')).toBeVisible();
    await page.evaluate(() => localStorage.setItem('dazi.language', 'zh'));
    await page.setViewportSize(wide.options.viewport);
    await page.reload();
    await expect(said.getByText(/^已取消：/)).toBeVisible();
    await expect(page.locator('.conversations-header')).toContainText('羽毛球');
    await expect(page.locator('.conversations-header')).toContainText('约局群聊');
    await saveScreen(page, 'plans-conversation-zh-desktop');
    await expectFits(page, 'plans-conversation-zh-desktop');
  });
});

test('PLAN-103 the safety card comes once, in the dialog, and Escape joins nothing', async ({
  signIn,
  somebody,
  guard,
}) => {
  guard.expect(/404 .*\/api\/plans\/nothing/);
  const first = await aPlan(await somebody('Ken'));
  const second = await aPlan(await somebody('Yui'), {
    activity: 'karaoke',
    seats: 2,
    least: 2,
    entry: 'ask',
  });
  const rosa = await signIn({ name: 'Rosa', device: wide, at: niigata, options: { ...zone } });
  const { page } = rosa;
  await page.goto(`/plan/${first.id}`);
  await press(detail(page), "I'm in");
  const card = page.getByRole('dialog', { name: 'Before you meet' });
  await expect(card).toContainText('Have your own way home.');
  await expect(card.getByRole('button', { name: 'Understood' })).toBeDisabled();
  await expectNoViolations(page, 'plans-safety');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(detail(page)).toContainText('1 of 4 in');

  // By keyboard alone.
  await detail(page).getByRole('button', { name: "I'm in", exact: true }).press('Enter');
  await card.getByLabel('I am 18 or older').press('Space');
  await card.getByRole('button', { name: 'Understood' }).press('Enter');
  await expect(card).toBeHidden();
  await expect(detail(page)).toContainText('2 of 4 in');
  await expect(detail(page)).toContainText('Hall by the river');
  await expect(detail(page).getByRole('button', { name: 'Open chat' })).toBeVisible();

  await test.step('asking needs no card any more, and is taken back', async () => {
    await page.goto(`/plan/${second.id}`);
    await detail(page).getByLabel('Message to the host (optional)').fill('I sing alto.');
    await press(detail(page), 'Ask to join');
    await expect(detail(page)).toContainText('Asked. The host will answer by');
    await saveScreen(page, 'plans-asked');
    await press(detail(page), 'Take the request back');
    await expect(detail(page).getByRole('button', { name: 'Ask to join' })).toBeVisible();
  });

  await test.step('a plan that is not there is nothing more than that', async () => {
    await page.goto('/plan/nothing');
    await expect(detail(page)).toContainText('This plan is not there any more');
  });
});

test('PLAN-103 on a phone going back leaves the safety card alone, and nothing goes on', async ({
  signIn,
  somebody,
}) => {
  const plan = await aPlan(await somebody('Mio'), { activity: 'running' });
  const { page } = await signIn({ name: 'Rin', device: phoneDevice, at: niigata, options: { ...zone } });
  const card = page.getByRole('dialog', { name: 'Before you meet' });
  await openMap(page, mapAt(niigata));
  await tab(page, 'Soon').click();

  await test.step('from the form', async () => {
    await page.getByRole('button', { name: 'Make a plan' }).first().click();
    await press(form(page), 'Badminton');
    await press(form(page), 'Tomorrow');
    await press(form(page), 'Choose on the map');
    await press(page, 'Place it here');
    await form(page).getByLabel('Name of the place').fill('Court 3');
    await press(form(page), 'Publish');
    await expect(card).toBeVisible();
    await over(page, 'plan-form/plan-safety');
    await page.goBack();
    await expect(card).toBeHidden();
    await expect(form(page).getByLabel('Name of the place')).toHaveValue('Court 3');
    await page.goBack();
    await expect(form(page)).toBeHidden();
    await nothingOver(page);
  });

  await test.step('from a plan, before one is in and after', async () => {
    await cardOf(page, /Running/)
      .getByRole('button')
      .first()
      .click();
    await press(detail(page), "I'm in");
    await expect(card).toBeVisible();
    await expect.poll(() => page.evaluate(() => history.state?.usr?.over ?? '')).toMatch(/^safety:/);
    await page.goBack();
    await expect(card).toBeHidden();
    await expect(detail(page)).toContainText('1 of 4 in');
    await press(detail(page), "I'm in");
    await accept(page, 'Before you meet', 'I am 18 or older', 'Understood');
    await expect(detail(page)).toContainText('2 of 4 in');
    await nothingOver(page);
    await press(detail(page), 'Safety card');
    await expect(card).toBeVisible();
    await expect.poll(() => page.evaluate(() => history.state?.usr?.over ?? '')).toMatch(/^safety:/);
    await page.goBack();
    await expect(card).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/plan/${plan.id}`));
    await expect(detail(page)).toContainText('2 of 4 in');
  });
});

test('PLAN-104 a host lets somebody in, moves the plan and goes; the other one takes over and calls it off', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const host = await signIn({ name: 'Sora', device: wide, at: niigata, options: { ...zone } });
  const plan = await aPlan(await personOf(host), { entry: 'ask', activity: 'board-games' });
  const guest = await signIn({
    name: 'Emil',
    gender: 'M',
    device: phoneDevice,
    at: niigata,
    options: { ...zone },
  });
  const emil = await personOf(guest);
  await states(emil);
  const body = { userId: emil.id, message: 'I bring Azul.' };
  await emil.get(joinPlan, { params: { planId: plan.id }, body });
  const { page } = host;
  const their = guest.page;

  await test.step('a request is read and answered', async () => {
    await page.goto(`/plan/${plan.id}`);
    await expect(detail(page)).toContainText('1 person asks to join');
    await expect(detail(page)).toContainText('I bring Azul.');
    await saveScreen(page, 'plans-request');
    await expectNoViolations(page, 'plans-request');
    await press(detail(page), 'Let in');
    await expect(detail(page)).toContainText('2 of 4 in');
    await their.goto(`/plan/${plan.id}`);
    await expect(detail(their)).toContainText('Hall by the river');
    await expect(detail(their)).not.toContainText('Changed just now');
  });

  await test.step('a move asks whether one still comes', async () => {
    await press(detail(page), 'Change');
    await form(page).getByLabel('Time', { exact: true }).fill('20:00');
    await expect(form(page)).toContainText('1 person will be asked whether they still come');
    await saveScreen(page, 'plans-change');
    await expectFits(page, 'plans-change');
    await press(form(page), 'Save');
    await expect(page.getByText('The plan was changed')).toBeVisible();
    await expect(detail(page)).toContainText('20:00–23:00');
    await expect(detail(page)).toContainText('not confirmed yet');
    await expect(detail(their)).toContainText('Still coming?');
    await expect(detail(their)).toContainText('Changed just now');
    await expect(detail(their)).toContainText('1 not confirmed yet');
    await closeToasts(their);
    await saveScreen(their, 'plans-still-coming');
    await expectNoViolations(their, 'plans-still-coming');
    await press(detail(their), "I'm still in");
    await expect(detail(their)).not.toContainText('Still coming?');
    await expect(detail(page)).not.toContainText('not confirmed yet');
  });

  await test.step('without a host somebody takes over, and calls it off with a reason', async () => {
    await press(detail(page), 'Leave');
    await expect(page.getByRole('dialog', { name: 'Leave this plan?' })).toContainText('You are the host.');
    await press(page.getByRole('dialog', { name: 'Leave this plan?' }), 'Leave');
    await expect(page.getByText('You left the plan')).toBeVisible();
    await press(detail(their), "I'll host it");
    await expect(detail(their)).toContainText("You're hosting");
    await joins(await somebody('Mei'), plan);
    await press(detail(their), 'Call off');
    const question = their.getByRole('dialog', { name: 'Call this plan off?' });
    await press(question, 'Ill');
    await saveScreen(their, 'plans-call-off');
    await press(question, 'Call off');
    await expect(detail(their)).toContainText('Called off: Ill');
    await expect(detail(page)).toContainText('Called off: Ill');
  });

  await test.step('the bell says it in the reader’s language, and leads to the plan', async () => {
    await page.evaluate(() => localStorage.setItem('dazi.language', 'ja'));
    await page.goto('/my-posts');
    await page.getByRole('button', { name: /^お知らせ/ }).click();
    const panel = page.getByRole('dialog', { name: 'お知らせ' });
    await expect(panel).toContainText('ボードゲーム');
    expect(await panel.innerText()).not.toContain('Board games');
    await panel.getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/plan/${plan.id}`));
    await expect(detail(page)).toContainText('ボードゲーム');
  });
});

for (const device of [phoneDevice, wide]) {
  test(`PLAN-105 what is long and has no space stays in its place, ${device.name}`, async ({
    signIn,
    somebody,
  }) => {
    const place =
      device === phoneDevice
        ? { latitude: 36.5613, longitude: 136.6562 }
        : { latitude: 36.6953, longitude: 137.2113 };
    const long = (length: number) => 'Donaudampfschiff'.repeat(20).slice(0, length);
    await aPlan(await somebody('W'.repeat(50)), {
      title: long(40),
      note: long(200),
      spot: { ...place, name: long(60) },
      spotShown: 'everyone',
      seats: 20,
      languages: ['en', 'ja', 'zh'],
      level: 'some',
      cost: 'amount',
      costText: long(20),
    });
    const { page, context } = await signIn({
      name: 'Wes',
      device,
      at: place,
      options: { ...zone, colorScheme: 'dark' },
    });
    await context.request.put('/api/plans/settings', { data: { adult: true, safetyCard: 1 } });
    const seen = (name: string) => `plans-long-${name}-${device.name}`;
    const look = async (name: string) => {
      await saveScreen(page, seen(name));
      await expectFits(page, seen(name));
      await expectNoViolations(page, seen(name));
    };
    await openMap(page, mapAt(place));
    await tab(page, 'Soon').click();
    const card = cardOf(page, /Donau/);
    await expect(card).toBeVisible();
    await look('list');
    await card.getByRole('button').first().click();
    await press(detail(page), "I'm in");
    await expect(detail(page)).toContainText('2 of 20 in');
    await closeToasts(page);
    await look('detail');
    await press(detail(page), 'Open chat');
    await expect(page.locator('.plans-top')).toContainText('Donau');
    await look('conversation');
    await page.goto(mapAt(place));
    await tab(page, 'Soon').click();
    await page.locator('.plans-mine-fold').click();
    await expect(page.locator('.plans-mine-row')).toHaveCount(1);
    await look('mine');
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByRole('button', { name: 'Show 1 plan' })).toBeVisible();
    // On a phone they lie over everything else.
    await saveScreen(page, seen('filters'));
    await expectNoViolations(page, seen('filters'));
  });
}

test('PLAN-120 whoever blocks somebody is told what both are in, and may leave it with the same press', async ({
  signIn,
  personOf,
  somebody,
}) => {
  const mika = await signIn({ name: 'Mika', device: phoneDevice, at: niigata });
  const [me, host, bernd] = [await personOf(mika), await somebody('Hanako'), await somebody('Bernd')];
  const plan = await aPlan(host);
  await joins(me, plan);
  await joins(bernd, plan);
  const { page } = mika;
  await page.goto(`/profile/${bernd.id}`);
  await press(page, 'Block');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('You are both in 1 plan');
  await expect(dialog).toContainText('Badminton');
  await dialog.getByRole('switch', { name: 'Leave it too' }).click();
  await saveScreen(page, 'plans-block');
  await press(dialog, 'Block');
  await expect(dialog).toHaveCount(0);
  const { data } = await host.get(getPlan, { params: { planId: plan.id } });
  expect(data.people.map(({ name }) => name)).toEqual(['Hanako', 'Bernd']);
});
