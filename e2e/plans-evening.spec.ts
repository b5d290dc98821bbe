import type { Page } from '@playwright/test';
import { sendMessage } from '../contract/src/chat/conversations.ts';
import { localOf } from '../contract/src/plans/local-times.rules.ts';
import { makeCalendar } from '../contract/src/plans/plan-calendar.ts';
import { joinPlan } from '../contract/src/plans/plan-people.ts';
import { savePlanSettings } from '../contract/src/plans/plan-settings.ts';
import { getPlan } from '../contract/src/plans/plan-views.ts';
import { callOffPlan, createPlan } from '../contract/src/plans/plans.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { cutOff } from './network.ts';
import { closeToasts, saveScreen } from './screens.ts';
import { expect, type SignedIn, test } from './server.fixture.ts';

const morioka = { latitude: 39.7036, longitude: 141.1527 };
const zone = { timezoneId: 'Asia/Tokyo' };
const step_ms = 5 * 60_000;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const log = (page: Page) => page.getByRole('log');
const chips = (page: Page, name: string) => page.getByRole('group', { name });

const states = (person: TestPerson) =>
  person.get(savePlanSettings, { body: { userId: person.id, adult: true, safetyCard: 1 } });

/** One that starts in an hour and a half, with these in it; answers their conversation. */
async function thisEvening(host: TestPerson, ...others: TestPerson[]) {
  const at = Math.ceil((Date.now() + 90 * 60_000) / step_ms) * step_ms;
  for (const one of [host, ...others]) await states(one);
  const body = {
    ...{ userId: host.id, clientId: `evening-${host.id.slice(0, 8)}`, activity: 'badminton', least: 2 },
    ...{ local: localOf(at, 'Asia/Tokyo'), timeZone: 'Asia/Tokyo' },
    spot: { ...morioka, name: 'Hall by the river' },
  };
  const { id: planId } = (await host.get(createPlan, { body })).data;
  const params = { planId };
  for (const one of others) await one.get(joinPlan, { params, body: { userId: one.id } });
  const { mine } = (await host.get(getPlan, { params })).data;
  return { planId, conversationId: mine.conversationId! };
}

const readers = [
  { name: 'Mika', locale: 'en-US', title: 'Quick answers', mine: 'On my way' },
  { name: '葵', locale: 'ja-JP', title: 'ひとことで返事', mine: '10分遅れます' },
  { name: '小雨', locale: 'zh-CN', title: '快捷回复', mine: '我到了' },
] as const;
/** What each of the three says, as each of them reads it. */
const read = {
  'en-US': ['On my way', 'Running 10 min late', "I'm here"],
  'ja-JP': ['向かっています', '10分遅れます', '着きました'],
  'zh-CN': ['在路上了', '晚到10分钟', '我到了'],
};

for (const device of [phoneDevice, desktop]) {
  test(`PLAN-110 quick answers are read in three languages, and rain ends the evening, ${device.name}`, async ({
    signIn,
    personOf,
  }) => {
    const isPhone = device === phoneDevice;
    const people: SignedIn[] = [];
    for (const { name, locale } of readers) {
      people.push(
        await signIn({ name: `${name}${isPhone ? '' : ' W'}`, device, options: { ...zone, locale } }),
      );
    }
    const [mika, aoi, xiaoyu] = people as [SignedIn, SignedIn, SignedIn];
    const [host, second, third] = [await personOf(mika), await personOf(aoi), await personOf(xiaoyu)];
    const { planId, conversationId } = await thisEvening(host, second, third);
    const seen = (name: string) => `plans-evening-${name}-${device.name}`;

    await test.step('one tap says it to everybody, each in their own language', async () => {
      for (const { page } of people) await page.goto(`/messages/${conversationId}`);
      for (const [index, { mine, title }] of readers.entries()) {
        const { page } = people[index]!;
        // Whoever is asked next answers after that: what is shown before it is stored may be overtaken.
        const stored = page.waitForResponse(
          (answer) => answer.request().method() === 'POST' && answer.url().endsWith(conversationId),
        );
        await chips(page, title).getByRole('button', { name: mine, exact: true }).click();
        await stored;
        await expect(log(page).getByText(mine, { exact: true })).toBeVisible();
      }
      for (const [index, { locale }] of readers.entries()) {
        const { page } = people[index]!;
        for (const words of read[locale])
          await expect(log(page).getByText(words, { exact: true })).toBeVisible();
        const others = Object.entries(read).flatMap(([one, words]) => (one === locale ? [] : words));
        const said = await log(page).innerText();
        for (const words of others) expect(said).not.toContain(words);
        await saveScreen(page, seen(`chat-${locale}`));
        await expectFits(page, seen(`chat-${locale}`));
      }
      await expectNoViolationsInEitherTheme(mika.page, seen('chat'));
    });

    await test.step('also in the list, and where one is answered', async () => {
      for (const [index, { locale }] of readers.entries()) {
        const { page } = people[index]!;
        if (isPhone) await page.goto('/messages?lane=own');
        await expect(page.locator('.conversations-row-preview').first()).toContainText(read[locale][2]!);
      }
      await saveScreen(aoi.page, seen('list-ja'));
      const { page } = aoi;
      await page.goto('/my-posts');
      const { data: asked } = await second.get(sendMessage, {
        params: { conversationId },
        body: { userId: second.id, content: 'どこですか？' },
      });
      await host.get(sendMessage, {
        params: { conversationId },
        body: { userId: host.id, type: 'QUICK', content: 'at_spot', replyToId: asked.id },
      });
      await page.getByRole('button', { name: /^お知らせ/ }).click();
      const item = page.getByRole('listitem').filter({ hasText: '集合場所にいます' });
      await expect(item).toContainText('「バドミントン');
      await saveScreen(page, seen('notice-ja'));
    });

    await test.step('called off for the rain, which everybody and their calendar reads', async () => {
      const { address } = (await third.get(makeCalendar, { body: { userId: third.id } })).data;
      await xiaoyu.page.goto(`/messages/${conversationId}`);
      const params = { planId };
      await host.get(callOffPlan, { params, body: { userId: host.id, reason: 'weather' } });
      await expect(log(xiaoyu.page).getByText('已取消：天气原因')).toBeVisible();
      await expect(chips(xiaoyu.page, '快捷回复')).toBeHidden();
      expect(await (await fetch(address!)).text()).toContain('STATUS:CANCELLED');
      await mika.page.goto(`/plan/${planId}`);
      await expect(mika.page.locator('.plans-detail')).toContainText('Called off: Weather');
    });
  });
}

test('PLAN-111 who cannot come is offered to leave, and without a network an answer waits for it', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/ERR_(INTERNET_DISCONNECTED|FAILED)/, /403 .*\/api\/conversations\//);
  const guest = await signIn({ name: 'Nadia', device: phoneDevice, options: { ...zone } });
  const host = await somebody('Haru');
  const { conversationId } = await thisEvening(host, await personOf(guest), await somebody('Third'));
  const { page } = guest;
  await page.goto(`/messages/${conversationId}`);

  await test.step('it is kept until there is a network', async () => {
    await expect(chips(page, 'Quick answers')).toBeVisible();
    await cutOff(page);
    await press(page, 'Running 5 min late');
    const waiting = log(page).locator('[data-outgoing="waiting"]');
    await expect(waiting).toContainText('Running 5 min late');
    await guest.context.setOffline(false);
    await expect(waiting).toBeHidden();
    await expect(log(page).getByText('Running 5 min late')).toBeVisible();
  });

  await test.step('by keyboard alone the rarer answers are reached', async () => {
    await page.getByRole('button', { name: 'More answers' }).focus();
    await page.keyboard.press('Enter');
    await saveScreen(page, 'plans-quick-all');
    await expectFits(page, 'plans-quick-all');
    await page.getByRole('button', { name: "I can't come after all" }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Leave this plan?' });
    await expect(question).toBeVisible();
    await saveScreen(page, 'plans-quick-leave');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(log(page).getByText("I can't come after all")).toBeVisible();
  });

  await test.step('leaving gives the seat up', async () => {
    await press(page, 'More answers');
    await press(page, "I can't come after all");
    await page
      .getByRole('dialog', { name: 'Leave this plan?' })
      .getByRole('button', { name: 'Leave' })
      .click();
    await expect(page.getByText('You left the plan')).toBeVisible();
    await expect(page).toHaveURL(/\/plan\//);
    await closeToasts(page);
  });
});
