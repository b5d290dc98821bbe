import { getConversation } from '@dazi/contract/chat/conversation-views';
import { decide } from '@dazi/contract/moderation/decisions';
import { listOwnReports, report } from '@dazi/contract/moderation/moderation';
import { repeatPlan } from '@dazi/contract/plans/plan-again';
import { inviteToPlan, joinPlan, removeFromPlan } from '@dazi/contract/plans/plan-people';
import { savePlanSettings } from '@dazi/contract/plans/plan-settings';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { caseOf, reasonGiven } from '#features/moderation/moderation.builder.ts';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { day_ms, furtherPlan, hour_ms, joined, localIn, planToJudge } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
let stranger: TestPerson;
let judge: TestPerson;
let planId: string;
let round = 0;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ host, guest, stranger, judge, planId } = await planToJudge(app, ++round));
});

const again = (person: TestPerson) => app.person(person.user!.name);
const tell = (
  as: TestPerson,
  reason: 'scam' | 'minor' | 'unsafe_meeting' | 'flirting' = 'scam',
  id = planId,
) => as.call(report, { body: { targetType: 'plan', targetId: id, reason } });
const missing = { status: 404, code: 'PLAN_NOT_FOUND' };

describe('a report of a plan (PLAN-033)', () => {
  test.each([
    ['unsafe_meeting', 'hour'],
    ['minor', 'hour'],
    ['scam', 'day'],
    ['flirting', 'day'],
  ] as const)('for %s is looked at within the %s', async (reason, urgency) => {
    expect(await tell(guest, reason)).toMatchObject({ status: 200, data: { urgency } });
    const [own] = (await guest.get(listOwnReports)).data;
    expect(own).toMatchObject({ targetType: 'plan', reason, state: 'open' });
  });

  test('shows moderators what it says and whose it is, and never where exactly', async () => {
    await tell(stranger);
    const found = (await caseOf(judge, planId))!;
    expect(found.person).toMatchObject({ id: host.id });
    const { content } = found.snapshot!;
    expect(content).toMatch(/^Badminton, .*\nCheap tickets\nPay me first$/);
    expect(JSON.stringify(found)).not.toMatch(/Fountain|latitude/);
    expect(await tell(host)).toMatchObject({ status: 400, code: 'OWN_REPORT' });
    expect(await tell(stranger)).toMatchObject({ status: 409, code: 'REPORT_REPEATED' });
  });

  test('is for whoever could see it, whether or not one has blocked the other', async () => {
    const unlisted = await furtherPlan(app, host, { listed: false });
    expect(await tell(stranger, 'scam', unlisted)).toMatchObject(missing);
    const { invite } = (await host.get(inviteToPlan, { params: { planId: unlisted }, body: {} })).data;
    const about = { targetType: 'plan', targetId: unlisted, reason: 'scam' } as const;
    for (const wrong of ['somebody-elses', planId])
      expect(await stranger.call(report, { body: { ...about, invite: wrong } })).toMatchObject(missing);
    const women = await furtherPlan(app, host, { who: 'same_gender', listed: false });
    const toWomen = (await host.get(inviteToPlan, { params: { planId: women }, body: {} })).data.invite;
    const man = await app.person(`Man ${round}`);
    await man.get(savePlanSettings, { body: { adult: true, safetyCard: 1 } });
    const aboutWomen = { ...about, targetId: women, invite: toWomen };
    expect(await man.call(report, { body: aboutWomen })).toMatchObject(missing);
    expect(await tell(stranger, 'scam', 'no-such-plan')).toMatchObject(missing);
    expect(await stranger.call(report, { body: aboutWomen })).toMatchObject({ status: 200 });
    await block(app.deps, host, stranger);
    expect(await stranger.call(report, { body: { ...about, invite } })).toMatchObject({ status: 200 });
    expect(await stranger.call(getPlan, { params: { planId } })).toMatchObject(missing);
    expect(await tell(stranger)).toMatchObject({ status: 200 });
  });

  test('is for 30 days also for who was removed', async () => {
    const params = { planId, personId: guest.id };
    await host.get(removeFromPlan, { params, body: { reason: 'behaviour' } });
    expect(await guest.call(getPlan, { params: { planId } })).toMatchObject(missing);
    app.clock.advance(29 * day_ms);
    expect(await tell(await again(guest), 'unsafe_meeting')).toMatchObject({ status: 200 });
    app.clock.advance(2 * day_ms);
    expect(await tell(await again(guest), 'minor')).toMatchObject(missing);
  });

  test('that is upheld calls the plan off for everybody, with what it said', async () => {
    await tell(stranger);
    const { version } = (await caseOf(judge, planId))!;
    const target = { targetType: 'plan', targetId: planId } as const;
    const { data } = await judge.get(decide, { body: { target, version, action: 'remove', ...reasonGiven } });
    expect(data.about).toMatchObject({
      targetType: 'plan',
      excerpt: expect.stringContaining('Cheap tickets'),
    });
    const plan = (await guest.get(getPlan, { params: { planId } })).data;
    expect(plan).toMatchObject({
      ...{ state: 'called_off', title: null, note: null },
      calledOff: { reason: 'removed' },
    });
    expect(await stranger.call(joinPlan, { params: { planId }, body: {} })).toMatchObject({ status: 409 });
    await allNotified(app.deps);
    for (const one of [guest, host]) {
      const [told] = (await notificationsOf(one)).list.filter(({ code }) => code === 'plan_called_off');
      expect(told!.message).toContain('Removed by the administrators');
    }
    const params = { conversationId: plan.mine.conversationId! };
    const said = (await guest.get(getConversation, { params })).data.messages;
    expect(said.at(-1)!.event).toEqual({ code: 'plan_called_off', params: { reason: 'removed' } });
  });

  test('after it is over takes away what it said, and it stays what it was', async () => {
    const cost = { cost: 'amount', costText: 'Ten, to my card' } as const;
    const said = { activity: 'other', title: 'Rude words', ...cost } as const;
    planId = await furtherPlan(app, host, { ...said, local: localIn(app, 2 * hour_ms), least: 2 });
    await joined({ id: planId }, guest);
    app.clock.advance(day_ms);
    await advancePlans(app.deps);
    expect(await tell(await again(guest), 'unsafe_meeting')).toMatchObject({ status: 200 });
    const judging = await again(judge);
    const { version, snapshot } = (await caseOf(judging, planId))!;
    expect(snapshot!.content).toContain('Ten, to my card');
    const target = { targetType: 'plan', targetId: planId } as const;
    await judging.get(decide, { body: { target, version, action: 'remove', ...reasonGiven } });
    const { data } = await (await again(guest)).get(getPlan, { params: { planId } });
    expect(data).toMatchObject({ state: 'over', title: null, costText: null, calledOff: null });
    const body = { clientId: 'once-again' };
    expect(await (await again(host)).call(repeatPlan, { params: { planId }, body })).toMatchObject({
      status: 400,
      code: 'PLAN_TITLE_MISSING',
    });
  });
});

test('PLAN-034: whoever read an earlier safety card reads the new one before they join or host', async () => {
  await app.deps.db.execute(sql`UPDATE plan_settings SET safety_card = 0 WHERE user_id = ${stranger.id}`);
  const join = () => stranger.call(joinPlan, { params: { planId }, body: {} });
  expect(await join()).toMatchObject({ status: 403, code: 'SAFETY_CARD_NEEDED' });
  await stranger.get(savePlanSettings, { body: { safetyCard: 1 } });
  expect(await join()).toMatchObject({ status: 200 });
});
