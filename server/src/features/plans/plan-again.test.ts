import { listNotifications } from '@dazi/contract/notifications/notifications';
import { instantOf, localLater } from '@dazi/contract/plans/local-times.rules';
import { repeatPlan } from '@dazi/contract/plans/plan-again';
import { joinPlan, leavePlan, removeFromPlan } from '@dazi/contract/plans/plan-people';
import { getPlan, listPlans } from '@dazi/contract/plans/plan-views';
import { callOffPlan, changePlan, type Plan } from '@dazi/contract/plans/plans';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allNotified } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { aParty, day_ms, furtherPlan, hour_ms, joined, localIn, planner } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
let number = 0;
let host: TestPerson;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  number++;
  [host, ann, bob] = await aParty(app, 'Host', 'Ann', 'Bob');
});

/** Signed in again: sessions end in the time that passes here. */
const again = (person: TestPerson) => app.person(person.user!.name);
/** `data` of what succeeded, `code` of what was refused. */
type Answered = { status: number; success: boolean; code: string; data: Plan };
const seen = async (as: TestPerson, planId: string) =>
  (await (await again(as)).call(getPlan, { params: { planId } })) as unknown as Answered;
const until = async (instant: string, ms = 0) => {
  const rest = Date.parse(instant) + ms - app.clock.read().getTime();
  app.clock.advance(rest);
  await advancePlans(app.deps);
};
const planWith = async (changes: object, ...people: TestPerson[]): Promise<Plan> => {
  const id = await furtherPlan(app, host, { local: localIn(app, 6 * hour_ms), least: 2, ...changes });
  for (const person of people) {
    app.clock.advance(10);
    await joined({ id }, await again(person));
  }
  return (await (await again(host)).get(getPlan, { params: { planId: id } })).data;
};
let asked = 0;
const repeat = async ({ id: planId }: Pick<Plan, 'id'>, body = {}, as = host) =>
  (await (
    await again(as)
  ).call(repeatPlan, {
    params: { planId },
    body: { clientId: `again-test-${++asked}`, ...body },
  })) as unknown as Answered;
async function told(person: TestPerson): Promise<string[]> {
  await allNotified(app.deps);
  const { data } = await (await again(person)).get(listNotifications, { query: {} });
  return (data as { code: string }[]).map(({ code }) => code).filter((code) => code === 'plan_again');
}

describe('again next week (PLAN-026)', () => {
  test('is the same plan a week later, and those who were in are told and join', async () => {
    const details = { title: 'Doubles', note: 'East gate', seats: 6, level: 'some' as const };
    const cat = await planner(app, `Cat ${number}`);
    const plan = await planWith(details, ann, bob, cat);
    await bob.get(leavePlan, { params: { planId: plan.id }, body: {} });
    await host.get(removeFromPlan, {
      params: { planId: plan.id, personId: cat.id },
      body: { reason: 'other' },
    });
    await until(plan.startsAt);
    const answer = await repeat(plan);
    expect(answer).toMatchObject({
      status: 200,
      data: {
        ...{ activity: 'badminton', title: 'Doubles', note: 'East gate', seats: 6, least: 2, level: 'some' },
        ...{ local: localLater(plan.local, 7 * 24 * 60), timeZone: plan.timeZone, minutes: plan.minutes },
        ...{ spot: plan.spot, goingCount: 1, version: 1, state: 'open', host: { id: host.id } },
        ...{ copiedFromId: plan.id, copiedToId: null },
      },
    });
    const copyId = answer.data.id;
    expect(await Promise.all([host, ann, bob, cat].map(told))).toEqual([[], ['plan_again'], [], []]);
    expect((await seen(host, plan.id)).data).toMatchObject({ copiedToId: copyId, can: { again: false } });
    expect((await seen(ann, plan.id)).data).toMatchObject({ copiedToId: copyId, can: { again: false } });
    expect((await seen(bob, plan.id)).data.copiedToId).toBeNull();
    expect((await seen(bob, copyId)).data.copiedFromId).toBeNull();
    const [taken] = await joined({ id: copyId }, await again(ann));
    expect(taken).toMatchObject({ mine: { standing: 'going' }, goingCount: 2, copiedFromId: plan.id });
  });

  test('a plan that is not listed is found by those who were in it, and by nobody else', async () => {
    const plan = await planWith({}, ann);
    const body = { version: plan.version, listed: false };
    await host.get(changePlan, { params: { planId: plan.id }, body });
    await until(plan.startsAt);
    const copyId = (await repeat(plan)).data.id;
    expect((await seen(ann, copyId)).data.listed).toBe(false);
    expect((await seen(bob, copyId)).code).toBe('PLAN_NOT_FOUND');
    const visitor = await app.visitor().call(getPlan, { params: { planId: copyId } });
    expect(visitor).toMatchObject({ code: 'PLAN_NOT_FOUND' });
    const { data } = await (await again(ann)).get(listPlans, { query: { ids: copyId } });
    expect(data).toEqual([]);
    const params = { planId: copyId };
    expect(await (await again(bob)).call(joinPlan, { params, body: {} })).toMatchObject({ status: 404 });
    expect(await (await again(ann)).call(joinPlan, { params, body: {} })).toMatchObject({ status: 200 });
  });

  test('whoever has blocked the host meanwhile is not told, and sees no copy', async () => {
    const plan = await planWith({}, ann, bob);
    await until(plan.endsAt);
    await block(app.deps, ann, host);
    await block(app.deps, host, bob);
    const copyId = (await repeat(plan)).data.id;
    expect([...(await told(ann)), ...(await told(bob))]).toEqual([]);
    for (const person of [ann, bob]) expect((await seen(person, copyId)).code).toBe('PLAN_NOT_FOUND');
  });

  test('is there from the start until the spot goes, a week after the end', async () => {
    const plan = await planWith({}, ann);
    const can = async () => (await seen(host, plan.id)).data.can.again;
    await until(plan.startsAt, -1);
    expect([await can(), (await repeat(plan)).code]).toEqual([false, 'PLAN_AGAIN_CLOSED']);
    await until(plan.startsAt);
    expect([await can(), (await repeat(plan, {}, ann)).code]).toEqual([true, 'NOT_THE_HOST']);
    expect((await repeat(plan, {}, bob)).code).toBe('NOT_THE_HOST');
    await until(plan.endsAt, 7 * day_ms - 1);
    expect([await can(), (await repeat(plan)).code]).toEqual([true, 'PLAN_TIME_TOO_SOON']);
    const local = localLater(plan.local, 14 * 24 * 60);
    const late = await planWith({}, ann);
    await until(late.endsAt, 7 * day_ms);
    expect([await can(), (await repeat(plan, { local })).code]).toEqual([false, 'PLAN_SPOT_GONE']);
    const later = await repeat(late, { local: localLater(late.local, 14 * 24 * 60) });
    expect(later).toMatchObject({ code: 'PLAN_SPOT_GONE' });
  });

  test('what was called off is not repeated', async () => {
    const plan = await planWith({}, ann);
    await until(plan.startsAt);
    await (await again(host)).get(callOffPlan, { params: { planId: plan.id }, body: { reason: 'weather' } });
    expect((await repeat(plan)).code).toBe('PLAN_AGAIN_CLOSED');
    expect((await seen(host, plan.id)).data.can.again).toBe(false);
  });

  test('one copy a plan, also of many calls at once, and the same device id answers the same', async () => {
    const plan = await planWith({}, ann);
    await until(plan.startsAt);
    const first = await repeat(plan, { clientId: 'again-same-id' });
    expect(first).toMatchObject({ status: 200 });
    const replayed = await repeat(plan, { clientId: 'again-same-id' });
    expect(replayed.data.id).toBe(first.data.id);
    expect((await repeat(plan)).code).toBe('PLAN_REPEATED');
    const other = await planWith({}, ann);
    await until(other.startsAt);
    const answers = await Promise.all(Array.from({ length: 12 }, () => repeat(other)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(new Set(answers.filter(({ success }) => !success).map(({ code }) => code))).toEqual(
      new Set(['PLAN_REPEATED']),
    );
  });

  test.each([
    ['2031-03-02', '10:30', 'America/Los_Angeles', 7 * 24 - 1],
    ['2031-03-23', '09:05', 'Europe/London', 7 * 24 - 1],
    ['2031-03-30', '12:00', 'Australia/Lord_Howe', 7 * 24 + 0.5],
    ['2031-09-28', '12:00', 'Australia/Lord_Howe', 7 * 24 - 0.5],
    ['2031-10-19', '09:05', 'Europe/London', 7 * 24 + 1],
    ['2031-10-26', '10:30', 'America/Los_Angeles', 7 * 24 + 1],
    ['2031-12-06', '19:00', 'Asia/Tokyo', 7 * 24],
  ])('the clock on the wall decides: %s %s in %s', async (date, clock, timeZone, hours) => {
    const local = `${date}T${clock}`;
    const plan = await planIn(local, timeZone);
    await until(plan.startsAt);
    const copy = (await repeat(plan)).data;
    expect(copy.local).toBe(localLater(local, 7 * 24 * 60));
    expect((Date.parse(copy.startsAt) - Date.parse(plan.startsAt)) / hour_ms).toBe(hours);
  });

  test('an hour that the clocks skip is answered with the next that is there', async () => {
    const plan = await planIn('2032-03-07T02:30', 'America/Los_Angeles');
    await until(plan.startsAt);
    const refused = await repeat(plan);
    expect(refused).toMatchObject({
      status: 400,
      code: 'PLAN_TIME_NOT_THERE',
      fields: [{ path: 'local', code: '2032-03-14T03:00' }],
    });
    const moved = await repeat(plan, { local: '2032-03-14T03:00' });
    expect(moved.data.startsAt).toBe('2032-03-14T10:00:00.000Z');
  });

  test('counts as any other plan that is made', async () => {
    const plan = await planWith({}, ann);
    await until(plan.startsAt);
    for (let made = 0; made < 4; made++) await planWith({});
    // With the one that goes on these are five.
    expect((await repeat(plan)).code).toBe('TOO_MANY_PLANS');
    expect((await seen(host, plan.id)).data.copiedToId).toBeNull();
  });

  test('the time that was put off is the one that is repeated', async () => {
    const plan = await planWith({}, ann);
    await until(plan.decidesAt);
    const local = localLater(plan.local, 30);
    const { version } = (await seen(host, plan.id)).data;
    await (await again(host)).get(changePlan, { params: { planId: plan.id }, body: { version, local } });
    await until(plan.startsAt, 30 * 60_000);
    expect((await repeat(plan)).data.local).toBe(localLater(local, 7 * 24 * 60));
  });
});

/** At a given time, which is a few hours ahead. */
async function planIn(local: string, timeZone: string): Promise<Plan> {
  app.clock.advance(instantOf(local, timeZone)! - 6 * hour_ms - app.clock.read().getTime());
  host = await planner(app, `Host of ${local}`);
  return planWith({ local, timeZone }, await planner(app, `Guest of ${local}`));
}
