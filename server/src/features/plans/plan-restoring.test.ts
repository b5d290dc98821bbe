import { getConversation } from '@dazi/contract/chat/conversation-views';
import { sendMessage } from '@dazi/contract/chat/conversations';
import { removeAccount } from '@dazi/contract/identity/identity';
import { appeal, decide, decideAppeal } from '@dazi/contract/moderation/decisions';
import { report } from '@dazi/contract/moderation/moderation';
import { blockPerson } from '@dazi/contract/people/blocks';
import { confirmPlan, listPlanPeople } from '@dazi/contract/plans/plan-people';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { changePlan, createPlan } from '@dazi/contract/plans/plans';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { caseOf, reasonGiven } from '#features/moderation/moderation.builder.ts';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { giveReminders } from './plan-reminders.service.ts';
import {
  addressOf,
  day_ms,
  furtherPlan,
  hour_ms,
  joined,
  localIn,
  planBody,
  planner,
  planToJudge,
} from './plans.builder.ts';
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
const missing = { status: 404, code: 'PLAN_NOT_FOUND' };

describe('an appeal that lifts the decision (PLAN-033)', () => {
  /** Removed after a stranger's report; who hosts appeals. */
  const removed = async (action: 'remove' | 'close' = 'remove') => {
    await stranger.get(report, { body: { targetType: 'plan', targetId: planId, reason: 'scam' } });
    const { version } = (await caseOf(judge, planId))!;
    const target = { targetType: 'plan', targetId: planId } as const;
    const body = { target, version, action, remove: true, ...reasonGiven } as const;
    const { data } = await judge.get(decide, { body });
    const author = await app.person(host.user!.name, { profile: false });
    await author.get(appeal, {
      params: { decisionId: data.id },
      body: { text: 'Nobody pays anything' },
    });
    return data.id;
  };
  const lift = async (decisionId: string) =>
    (await again(judge)).get(decideAppeal, {
      params: { decisionId },
      body: { outcome: 'lifted', reason: 'It is a football pool' },
    });
  const seen = async (as: TestPerson) => (await (await again(as)).get(getPlan, { params: { planId } })).data;
  const codesOf = async (person: TestPerson) => {
    await allNotified(app.deps);
    return (await notificationsOf(await again(person))).list.map(({ code }) => code);
  };
  const lastLineOf = async (conversationId: string) => {
    const { data } = await (await again(guest)).get(getConversation, { params: { conversationId } });
    return data.messages.at(-1)!.event;
  };

  test('puts the plan back with what it said and whoever was in it, and they are told', async () => {
    const [other, waiting] = [await planner(app, `Other ${round}`), await planner(app, `Waiting ${round}`)];
    planId = await furtherPlan(app, host, {
      title: 'Cheap tickets',
      note: 'Pay me first',
      cost: 'amount',
      costText: 'Ten, to my card',
      seats: 3,
      least: 2,
    });
    await joined({ id: planId }, guest, other, waiting);
    const before = await seen(guest);
    const decisionId = await removed();
    expect(await seen(guest)).toMatchObject({ state: 'called_off', title: null, costText: null });
    await lift(decisionId);
    const { version, updatedAt: _, ...now } = await seen(guest);
    const { version: earlier, updatedAt: __, ...same } = before;
    expect(now).toEqual(same);
    expect(version).toBeGreaterThan(earlier);
    expect(await seen(waiting)).toMatchObject({ state: 'full', mine: { standing: 'waiting', place: 1 } });
    for (const one of [guest, waiting]) expect(await codesOf(one)).toContain('plan_restored');
    expect(await lastLineOf(before.mine.conversationId!)).toEqual({ code: 'plan_on', params: { count: 3 } });
    app.clock.advance(day_ms - 2 * hour_ms + 600_000);
    await advancePlans(app.deps);
    expect(await codesOf(guest)).not.toContain('plan_reminder_hours');
    await giveReminders(app.deps, async () => new Map());
    expect(await codesOf(guest)).toContain('plan_reminder_hours');
  });

  test('goes by the clock: what is over meanwhile is over, and its conversation is open again', async () => {
    const decisionId = await removed();
    app.clock.advance(4 * day_ms);
    await advancePlans(app.deps);
    const { conversationId } = (await seen(guest)).mine;
    const say = async () =>
      (await again(guest)).call(sendMessage, {
        params: { conversationId: conversationId! },
        body: { content: 'Hello' },
      });
    expect(await say()).toMatchObject({ success: false });
    await lift(decisionId);
    await advancePlans(app.deps);
    expect(await seen(guest)).toMatchObject({ state: 'over', title: 'Cheap tickets', calledOff: null });
    expect(await say()).toMatchObject({ status: 200 });
    expect(await codesOf(guest)).not.toContain('plan_restored');
    expect(await codesOf(guest)).not.toContain('plan_how');
  });

  test('decides what was to be decided meanwhile', async () => {
    planId = await furtherPlan(app, host, { local: localIn(app, day_ms), least: 3 });
    await joined({ id: planId }, guest);
    const decisionId = await removed();
    app.clock.advance(day_ms - hour_ms);
    await lift(decisionId);
    expect(await seen(guest)).toMatchObject({ state: 'called_off', calledOff: { reason: 'too_few' } });
  });

  test.each([
    ['a day from now', 3 * day_ms],
    ['until it is decided', day_ms + 3 * hour_ms],
  ])('asks those once more who had not said whether they still come: %s', async (_, ahead_ms) => {
    const sure = await planner(app, `Sure ${round}`);
    await joined({ id: planId }, sure);
    const { version } = await seen(host);
    const body = { version, local: localIn(app, ahead_ms) };
    const changed = (await host.get(changePlan, { params: { planId }, body })).data;
    await sure.get(confirmPlan, { params: { planId }, body: { version: changed.version } });
    const decisionId = await removed();
    const asked = async (person: TestPerson) =>
      (await codesOf(person)).filter((code) => code === 'plan_confirm').length;
    const before = { guest: await asked(guest), sure: await asked(sure) };
    app.clock.advance(hour_ms);
    await lift(decisionId);
    const { mine, decidesAt } = await seen(guest);
    const until = Math.min(app.clock.read().getTime() + day_ms, Date.parse(decidesAt));
    expect(mine).toMatchObject({
      unsure: true,
      standing: 'going',
      confirmUntil: new Date(until).toISOString(),
    });
    expect(await asked(guest)).toBe(before.guest + 1);
    expect(await asked(sure)).toBe(before.sure);
  });

  test('after the decision asks nobody any more, and its host is told of nobody who has not answered', async () => {
    const { version } = await seen(host);
    const body = { version, local: localIn(app, day_ms + 4 * hour_ms) };
    await host.get(changePlan, { params: { planId }, body });
    const decisionId = await removed();
    app.clock.advance(day_ms + 3 * hour_ms);
    await lift(decisionId);
    expect((await seen(guest)).mine).toMatchObject({ standing: 'going', unsure: false });
    const query = { standing: 'going' } as const;
    const { data } = await (await again(host)).get(listPlanPeople, { params: { planId }, query });
    expect(data.map(({ person, unsure }) => [person.id, unsure])).toEqual([
      [host.id, false],
      [guest.id, false],
    ]);
  });

  test('leaves out who deleted their account or was blocked while it was called off', async () => {
    const [gone, blocked] = [await planner(app, `Gone ${round}`), await planner(app, `Blocked ${round}`)];
    await joined({ id: planId }, gone, blocked);
    const decisionId = await removed();
    await gone.get(removeAccount, { params: { userId: gone.id }, body: {} });
    await block(app.deps, host, blocked);
    await lift(decisionId);
    expect(await seen(guest)).toMatchObject({ goingCount: 2 });
    expect((await seen(guest)).people.map(({ id }) => id)).toEqual([host.id, guest.id]);
    expect(await blocked.call(getPlan, { params: { planId } })).toMatchObject(missing);
  });

  test('parts who was blocked meanwhile also where it is over by then: they learn of no spot', async () => {
    const calendar = { [guest.id]: '', [stranger.id]: '' };
    await joined({ id: planId }, stranger);
    for (const one of [guest, stranger]) calendar[one.id] = await addressOf(one, { place: true });
    const placeIn = async (person: TestPerson) =>
      (await (await app.visitor().fetch(calendar[person.id]!)).text()).includes('Fountain');
    expect([await placeIn(guest), await placeIn(stranger)]).toEqual([true, true]);
    const judged = stranger;
    stranger = await planner(app, `Reporter ${round}`);
    const decisionId = await removed();
    await block(app.deps, host, guest);
    app.clock.advance(day_ms + 3 * hour_ms);
    await advancePlans(app.deps);
    await lift(decisionId);
    expect([await placeIn(guest), await placeIn(judged)]).toEqual([false, true]);
    const plan = await seen(judged);
    expect(plan).toMatchObject({ state: 'over', goingCount: 2 });
    expect(plan.people.map(({ id }) => id)).toEqual([host.id, judged.id]);
  });

  test('parts also who is blocked, or deletes their account, at that moment', async () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const guests = await Promise.all(names.map((name) => planner(app, `${name} ${round}`)));
    planId = await furtherPlan(app, host, { seats: 8, least: 2 });
    await joined({ id: planId }, ...guests, guest);
    const decisionId = await removed();
    const judging = await again(judge);
    const body = { outcome: 'lifted', reason: 'It is a football pool' } as const;
    await Promise.all([
      judging.get(decideAppeal, { params: { decisionId }, body }),
      ...guests.map((one, at) =>
        at % 2 === 0
          ? one.get(blockPerson, { body: { blockedId: host.id } })
          : one.get(removeAccount, { params: { userId: one.id }, body: {} }),
      ),
    ]);
    const plan = await seen(guest);
    expect(plan).toMatchObject({ state: 'on', goingCount: 2 });
    expect(plan.people.map(({ id }) => id)).toEqual([host.id, guest.id]);
  });

  test('puts it back with its host, whose account was closed with it', async () => {
    const decisionId = await removed('close');
    await lift(decisionId);
    expect(await seen(guest)).toMatchObject({ state: 'on', goingCount: 2, host: { id: host.id } });
  });

  test('leaves the post to the plan that was made of it meanwhile', async () => {
    const { id: fromPostId } = await host.post();
    planId = (await host.get(createPlan, { body: planBody(app, { fromPostId }) })).data.id;
    await joined({ id: planId }, guest);
    const decisionId = await removed();
    const second = (await host.get(createPlan, { body: planBody(app, { fromPostId }) })).data;
    expect(second.fromPostId).toBe(fromPostId);
    await lift(decisionId);
    expect(await seen(host)).toMatchObject({ state: 'open', fromPostId: null });
  });

  test('brings back what a plan said that was over before', async () => {
    app.clock.advance(2 * day_ms);
    await advancePlans(app.deps);
    [host, guest, stranger, judge] = [
      await again(host),
      await again(guest),
      await again(stranger),
      await again(judge),
    ];
    const decisionId = await removed();
    expect(await seen(guest)).toMatchObject({ state: 'over', title: null, note: null });
    await lift(decisionId);
    expect(await seen(guest)).toMatchObject({ state: 'over', title: 'Cheap tickets', note: 'Pay me first' });
  });
});
