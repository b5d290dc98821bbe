import { getConversation } from '@dazi/contract/chat/conversation-views';
import { exportAccount } from '@dazi/contract/identity/identity';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { listNotifications } from '@dazi/contract/notifications/notifications';
import { localLater } from '@dazi/contract/plans/local-times.rules';
import { confirmPlan, leavePlan, listPlanPeople, takeOverPlan } from '@dazi/contract/plans/plan-people';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { changePlan, type Plan } from '@dazi/contract/plans/plans';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { filesOfArchive } from '../../testing/test-archive.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { aParty, aPlan, furtherPlan, hour_ms, joined, localIn } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
let host: TestPerson;
let ann: TestPerson;
let bob: TestPerson;
let cat: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [host, ann, bob, cat] = await aParty(app, 'Host', 'Ann', 'Bob', 'Cat');
});

const seen = async (as: TestPerson, { id: planId }: Pick<Plan, 'id'>) =>
  (await as.get(getPlan, { params: { planId } })).data;
/** In six hours, with Ann and Bob in it. */
const planWith = async (changes = {}, ...people: TestPerson[]): Promise<Plan> => {
  const id = await furtherPlan(app, host, { local: localIn(app, 6 * hour_ms), least: 2, ...changes });
  for (const person of people) {
    app.clock.advance(10);
    await joined({ id }, person);
  }
  return seen(host, { id });
};
const change = async (plan: Pick<Plan, 'id'>, changes: Partial<BodyOf<typeof changePlan>>, as = host) => {
  const { version } = await seen(host, plan);
  return as.call(changePlan, { params: { planId: plan.id }, body: { version, ...changes } });
};
const confirm = (as: TestPerson, plan: Pick<Plan, 'id'>, version: number) =>
  as.call(confirmPlan, { params: { planId: plan.id }, body: { version } });
const later = ({ local }: Plan, minutes: number) => localLater(local, minutes);
const pass = async (ms: number) => {
  app.clock.advance(ms);
  await advancePlans(app.deps);
};
async function told(person: TestPerson): Promise<string[]> {
  await allNotified(app.deps);
  const { data } = await person.get(listNotifications, { query: {} });
  return (data as { code: string }[]).map(({ code }) => code);
}
const north = (km: number) => ({ ...haight, latitude: haight.latitude + km / 111.2 });
const lines = async ({ mine }: Plan) => {
  const conversationId = mine.conversationId!;
  const { data } = await host.get(getConversation, { params: { conversationId } });
  return data.messages.map(({ event }) => event?.code);
};

describe('what others are asked about (PLAN-012)', () => {
  test.each([
    ['later by 20 minutes', (plan: Plan) => ({ local: later(plan, 20) }), ['time']],
    ['earlier by 20 minutes', (plan: Plan) => ({ local: later(plan, -20) }), ['time']],
    ['another zone', () => ({ timeZone: 'America/Vancouver' }), ['time']],
    ['twice as long', (plan: Plan) => ({ minutes: plan.minutes * 2 }), ['time']],
    ['300 m away', () => ({ spot: { ...north(0.3), name: 'Gate' } }), ['spot']],
    ['another activity', () => ({ activity: 'tennis' }), ['activity']],
    ['dearer', () => ({ cost: 'amount' as const, costText: '5 dollars' }), ['cost']],
    ['all at once', (plan: Plan) => ({ local: later(plan, 60), activity: 'chess' }), ['time', 'activity']],
  ])('%s', async (_of, changes, changed) => {
    const plan = await planWith({}, ann);
    expect(await change(plan, changes(plan))).toMatchObject({ status: 200 });
    expect(await seen(ann, plan)).toMatchObject({ mine: { unsure: true, confirmUntil: expect.any(String) } });
    expect((await seen(host, plan)).mine.unsure).toBe(false);
    await allNotified(app.deps);
    const { data } = await ann.get(listNotifications, { query: {} });
    expect((data as { code: string }[])[0]).toMatchObject({
      ...{ type: 'PLAN', code: 'plan_confirm', data: { planId: plan.id } },
      params: { plan: { id: plan.id, changed } },
    });
  });

  test.each([
    ['later by 15 minutes', (plan: Plan) => ({ local: later(plan, 15) })],
    ['half as long again', (plan: Plan) => ({ minutes: plan.minutes * 1.5 })],
    ['150 m away', () => ({ spot: { ...north(0.15), name: 'Fountain' } })],
    ['another name of the place', () => ({ spot: { ...haight, name: 'East gate', hint: 'bench' as const } })],
    ['other words', () => ({ title: 'Doubles', note: 'Bring water' })],
    ['more seats', () => ({ seats: 8 })],
    ['cheaper', () => ({ cost: 'free' as const })],
    ['another level', () => ({ level: 'advanced' as const })],
  ])('not about this: %s', async (_of, changes) => {
    const plan = await planWith({}, ann);
    expect(await change(plan, changes(plan))).toMatchObject({ status: 200 });
    expect(await seen(ann, plan)).toMatchObject({ mine: { unsure: false }, version: plan.version + 1 });
    expect(await told(ann)).not.toContain('plan_confirm');
  });

  describe('small ones, one after the other', () => {
    const unsure = async (plan: Plan) => (await seen(ann, plan)).mine;
    const places = (km: number) => ({ spot: { ...north(km), name: 'Fountain' } });

    test('are one that matters together, and after an answer they count anew', async () => {
      const plan = await planWith({}, ann);
      const { local, timeZone, part, minutes } = plan;
      await change(plan, { local: later(plan, 15) });
      expect(await unsure(plan)).toMatchObject({ unsure: false, agreed: null });
      expect((await seen(host, plan)).mine.agreed).toMatchObject({ local, latitude: haight.latitude });
      await change(plan, { local: later(plan, 30) });
      expect((await seen(host, plan)).mine.agreed).toBeNull();
      const was = { local, timeZone, part, minutes };
      expect(await unsure(plan)).toMatchObject({ unsure: true, asked: { changed: ['time'], was } });
      await confirm(ann, plan, (await seen(host, plan)).version);
      await change(plan, { local: later(plan, 45) });
      expect(await unsure(plan)).toMatchObject({ unsure: false });
    });

    test('of the place, too', async () => {
      const plan = await planWith({}, ann);
      await change(plan, places(0.15));
      expect(await unsure(plan)).toMatchObject({ unsure: false });
      await change(plan, places(0.3));
      expect(await unsure(plan)).toMatchObject({ unsure: true, asked: { changed: ['spot'] } });
    });

    test('there and back are none, whatever else changes between them', async () => {
      const plan = await planWith({}, ann);
      await change(plan, { local: later(plan, 15), ...places(0.15) });
      await change(plan, { title: 'Doubles', seats: 8 });
      await change(plan, { local: plan.local, ...places(0) });
      await change(plan, { local: later(plan, -15), ...places(-0.15) });
      expect(await unsure(plan)).toMatchObject({ unsure: false });
    });

    test('are nobody’s matter who was not in yet', async () => {
      const plan = await planWith();
      for (const minutes of [15, 30, 45]) await change(plan, { local: later(plan, minutes) });
      await joined(plan, ann);
      await change(plan, { local: later(plan, 60) });
      expect(await unsure(plan)).toMatchObject({ unsure: false });
    });
  });

  test('"this evening" gets its exact time without asking, and the decision moves along', async () => {
    const local = localIn(app, 30 * hour_ms);
    const plan = await planWith({ local, part: 'evening' }, ann);
    const exact = `${plan.local.slice(0, 10)}T20:00`;
    const changed = await change(plan, { part: null, local: exact, minutes: 120 });
    expect(changed).toMatchObject({ data: { part: null, local: exact, minutes: 120 } });
    const after = await seen(ann, plan);
    expect(after.mine.unsure).toBe(false);
    expect(Date.parse(after.startsAt) - Date.parse(after.decidesAt)).toBe(2 * hour_ms);
  });

  test.each([
    ['ends hours after the evening', '21:55', 720, true],
    ['ends a little after it', '20:00', 180, false],
    ['is much shorter and within it', '18:30', 60, false],
    ['begins before it', '17:30', 240, true],
  ])('an exact time that %s', async (_of, time, minutes, unsure) => {
    const plan = await planWith({ local: localIn(app, 30 * hour_ms), part: 'evening' }, ann);
    const local = `${plan.local.slice(0, 10)}T${time}`;
    expect(await change(plan, { part: null, local, minutes })).toMatchObject({ status: 200 });
    expect((await seen(ann, plan)).mine.unsure).toBe(unsure);
  });

  test('says to each what has changed since they said that they come', async () => {
    const plan = await planWith({}, ann, bob);
    const asked = async (as: TestPerson) => (await seen(as, plan)).mine.asked;
    const { local, timeZone, part, minutes } = plan;
    expect(await asked(ann)).toBeNull();
    await change(plan, { local: later(plan, 60) });
    expect(await asked(ann)).toEqual({ changed: ['time'], was: { local, timeZone, part, minutes } });
    expect([await asked(host), await asked(cat)]).toEqual([null, null]);
    await confirm(ann, plan, (await seen(ann, plan)).version);
    expect(await asked(ann)).toBeNull();
    await change(plan, { local: later(plan, 120), spot: { ...north(1), name: 'Gate' } });
    const moved = { timeZone, part, minutes, local: later(plan, 60) };
    expect(await asked(ann)).toEqual({ changed: ['time', 'spot'], was: moved });
    expect(await asked(bob)).toEqual({ changed: ['time', 'spot'], was: { local, timeZone, part, minutes } });
    await confirm(ann, plan, (await seen(ann, plan)).version);
    await change(plan, { activity: 'tennis' });
    expect(await asked(ann)).toEqual({ changed: ['activity'], was: null });
  });

  test('whoever answers stays, whoever does not gives the seat up to the next in line', async () => {
    const plan = await planWith({ seats: 3 }, ann, bob, cat);
    expect((await seen(cat, plan)).mine.place).toBe(1);
    await change(plan, { local: later(plan, 60) });
    expect(await told(cat)).toContain('plan_changed');
    const { version, mine } = await seen(ann, plan);
    expect(await confirm(ann, plan, version - 1)).toMatchObject({ code: 'PLAN_VERSION' });
    expect(await confirm(ann, plan, version + 1)).toMatchObject({ code: 'PLAN_VERSION' });
    expect(await confirm(cat, plan, version)).toMatchObject({ code: 'NOT_IN_PLAN' });
    expect(await confirm(ann, plan, version)).toMatchObject({ data: { mine: { unsure: false } } });
    const unsure = await host.get(listPlanPeople, {
      params: { planId: plan.id },
      query: { standing: 'going' },
    });
    expect(unsure.data.map((one) => [one.person.id, one.unsure])).toEqual([
      [host.id, false],
      [ann.id, false],
      [bob.id, true],
    ]);
    // The decision is in five hours, sooner than a day.
    expect(mine.confirmUntil).toBe((await seen(ann, plan)).decidesAt);
    await pass(5 * hour_ms);
    const after = await seen(host, plan);
    expect(after.people.map(({ id }) => id).sort()).toEqual([host.id, ann.id, cat.id].sort());
    expect(await told(bob)).toContain('plan_released');
    expect(await told(cat)).toContain('plan_promoted');
    // It was not their leaving.
    expect(await seen(bob, plan)).toMatchObject({ mine: { standing: 'left' }, obstacle: null });
  });

  test('where the host is gone and none of those asked answers, it is called off at once (PLAN-013)', async () => {
    const local = localIn(app, 72 * hour_ms);
    const answered = await planWith({ local }, ann, bob);
    const plan = await planWith({ local }, ann);
    for (const one of [answered, plan]) await change(one, { activity: 'tennis' });
    app.clock.advance(hour_ms);
    for (const { id } of [answered, plan]) await host.get(leavePlan, { params: { planId: id } });
    const { version, mine, hostWantedUntil } = await seen(bob, answered);
    await confirm(bob, answered, version);
    await pass(Date.parse(mine.confirmUntil!) - app.clock.read().getTime());
    const as = await app.person(ann.user!.name);
    expect(await seen(as, answered)).toMatchObject({ goingCount: 1, calledOff: null, hostWantedUntil });
    expect(await seen(as, plan)).toMatchObject({
      ...{ goingCount: 0, state: 'called_off', calledOff: { reason: 'host_left' }, hostWantedUntil: null },
      can: { join: false },
    });
  });

  test('it is possible ten times, and half an hour before its decision', async () => {
    const plan = await planWith({}, ann);
    for (let time = 1; time <= 10; time++) {
      const activity = time % 2 ? 'tennis' : 'chess';
      expect(await change(plan, { activity })).toMatchObject({ status: 200 });
    }
    expect(await change(plan, { activity: 'yoga' })).toMatchObject({ code: 'PLAN_CHANGES_SPENT' });
    expect(await change(plan, { note: 'Still fine' })).toMatchObject({ status: 200 });
    const other = await planWith({}, ann);
    app.clock.advance(3.6 * hour_ms);
    expect(await change(other, { activity: 'yoga' })).toMatchObject({ code: 'PLAN_TOO_LATE_TO_CHANGE' });
    expect(await change(other, { note: 'Still fine' })).toMatchObject({ status: 200 });
  });

  test('more seats are filled from the line, and never fewer than are in', async () => {
    const plan = await planWith({ seats: 3 }, ann, bob, cat);
    expect(await change(plan, { seats: 2, entry: 'ask' })).toMatchObject({ code: 'SEATS_TAKEN' });
    await change(plan, { seats: 4 });
    expect((await seen(cat, plan)).mine.standing).toBe('going');
  });

  test('fewer needed make it take place', async () => {
    const plan = await planWith({ least: 4 }, ann, bob);
    expect((await seen(ann, plan)).isOn).toBe(false);
    await change(plan, { least: 3 });
    expect((await seen(ann, plan)).isOn).toBe(true);
    expect(await told(ann)).toContain('plan_on');
  });
});

describe('after the decision (PLAN-012)', () => {
  test('a delay of up to an hour in all and the hint, told at once', async () => {
    const plan = await planWith({}, ann);
    await pass(4.5 * hour_ms);
    expect(await change(plan, { activity: 'tennis' })).toMatchObject({ code: 'PLAN_TOO_LATE_TO_CHANGE' });
    expect(await change(plan, { local: later(plan, -15) })).toMatchObject({
      code: 'PLAN_TOO_LATE_TO_CHANGE',
    });
    expect(await change(plan, { local: later(plan, 65) })).toMatchObject({ code: 'PLAN_TOO_LATE_TO_CHANGE' });
    const delayed = await change(plan, { local: later(plan, 40) });
    expect(delayed).toMatchObject({ data: { local: later(plan, 40), decidesAt: plan.decidesAt } });
    expect(await change(plan, { local: later(plan, 65) })).toMatchObject({ code: 'PLAN_TOO_LATE_TO_CHANGE' });
    expect(await told(ann)).toContain('plan_changed');
    expect((await seen(ann, plan)).mine.unsure).toBe(false);
    const hinted = await change(plan, { spot: { ...haight, name: 'Fountain', hint: 'bench' } });
    expect(hinted).toMatchObject({ data: { spot: { hint: 'bench' } } });
    await pass(4.25 * hour_ms);
    const body = { version: (await seen(host, plan)).version, note: 'x' };
    expect(await host.call(changePlan, { params: { planId: plan.id }, body })).toMatchObject({
      code: 'PLAN_OVER',
    });
  });
});

test('after the decision a delay and another hint in one change are both told (PLAN-012)', async () => {
  const plan = await planWith({}, ann);
  await pass(4.5 * hour_ms);
  const spot = { ...haight, name: 'Fountain', hint: 'entrance' } as const;
  for (const changes of [
    { local: later(plan, 20) },
    { spot },
    { local: later(plan, 40), spot: { ...spot, hint: null } },
  ])
    expect(await change(plan, changes)).toMatchObject({ status: 200 });
  await allNotified(app.deps);
  const { list } = await notificationsOf(ann);
  const changed = list
    .filter(({ code }) => code === 'plan_changed')
    .map(({ params }) => params.plan?.changed);
  expect(changed).toEqual([['time', 'spot'], ['spot'], ['time']]);
});

describe('who may change it, and what is said (PLAN-012)', () => {
  test('its host, who has seen how it is', async () => {
    const plan = await planWith({}, ann);
    expect(await change(plan, { note: 'x' }, ann)).toMatchObject({ code: 'NOT_THE_HOST' });
    for (const version of [plan.version - 1, plan.version + 1])
      expect(await change(plan, { note: 'x', version })).toMatchObject({ code: 'PLAN_VERSION' });
    expect(await change(plan, { spotShown: 'everyone' })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await change(plan, {})).toMatchObject({ data: { version: plan.version } });
  });

  test('who may join and how acts on those who come later', async () => {
    const plan = await planWith({}, ann);
    await change(plan, { entry: 'ask', languages: ['ko'], languageNeeded: true });
    expect((await seen(ann, plan)).mine.standing).toBe('going');
    expect((await seen(bob, plan)).obstacle).toBe('LANGUAGE_NEEDED');
  });

  test('the conversation says that time or place changed, and never where to', async () => {
    const plan = await planWith({}, ann);
    await change(plan, { local: later(plan, 60), spot: { ...north(1), name: 'Secret garden' } });
    expect(await lines(plan)).toEqual(['member_joined', 'plan_on', 'plan_time_changed', 'plan_spot_changed']);
    const conversationId = plan.mine.conversationId!;
    const { data } = await ann.get(getConversation, { params: { conversationId } });
    expect(JSON.stringify(data)).not.toContain('Secret garden');
    await ann.get(leavePlan, { params: { planId: plan.id }, body: {} });
    expect((await lines(plan)).at(-1)).toBe('member_left');
  });
});

test('the archive of who made a plan and left it says that they made it, and not what it is now', async () => {
  const archived = async () => {
    const archive = await (await host.fetch(exportAccount.path)).arrayBuffer();
    const files = [...filesOfArchive(Buffer.from(archive)).entries()];
    return String(files.find(([name]) => name.includes('plans'))?.[1]);
  };
  const plan = await aPlan(app, host, { title: 'Doubles', least: 2 });
  await joined(plan, ann, bob);
  expect(await archived()).toContain('Doubles');
  const params = { planId: plan.id };
  await host.get(leavePlan, { params });
  await ann.get(takeOverPlan, { params, body: {} });
  await change(plan, { title: 'Singles', note: 'Bring a net' }, ann);
  const left = await archived();
  expect(left).toContain(plan.id);
  expect(left).not.toMatch(/Doubles|Singles|Bring a net/);
  expect(left).not.toContain(ann.id);
});
