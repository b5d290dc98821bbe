import { cellOf } from '@dazi/contract/places/cells';
import { inviteToPlan, joinPlan, leavePlan, removePlanInvite } from '@dazi/contract/plans/plan-people';
import { getPlanSettings, savePlanSettings } from '@dazi/contract/plans/plan-settings';
import { getPlan, listMyPlans, listPlans } from '@dazi/contract/plans/plan-views';
import { callOffPlan, createPlan } from '@dazi/contract/plans/plans';
import { listMapCounts } from '@dazi/contract/posts/map-counts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setStanding } from '#features/identity/identity.service.ts';
import { districtOf } from '#features/places/places.service.ts';
import { foldMapCounts } from '#features/posts/posts/posts.service.ts';
import { accountParts } from '#src/areas.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { aPlan, day_ms, furtherPlan, hour_ms, localIn, planBody, planner } from './plans.builder.ts';

let app: TestApp;
let host: TestPerson;
let ann: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  host = await planner(app, 'Host');
  ann = await planner(app, 'Ann');
});
afterAll(() => app.close());

/** Of the area in which the plans are. */
const cell = cellOf(districtOf(haight).centre, 12);

/** By somebody who has made none before. */
const newHost = async () => planner(app, `Host ${++hosts}`);
let hosts = 0;
const made = async (changes: object) => {
  host = await newHost();
  return host.call(createPlan, { body: planBody(app, changes) });
};
const detail = (as: TestPerson, planId: string, query = {}) =>
  as.call(getPlan, { params: { planId }, query });

describe('what a host says (PLAN-004)', () => {
  test('is as usual where nothing is said', async () => {
    const answer = await made({});
    expect(answer).toMatchObject({
      status: 200,
      data: {
        ...{ activity: 'badminton', title: null, note: null, part: null, minutes: 120, seats: 4, least: 3 },
        ...{ spotShown: 'let_in', entry: 'open', who: 'everyone', gender: null, languages: ['en'] },
        ...{ languageNeeded: false, level: null, cost: 'own', costText: null, listed: true, version: 1 },
        spot: { ...haight, name: 'Fountain', hint: null },
        ...{ goingCount: 1, waitingCount: 0, state: 'open', isOn: false, calledOff: null },
        host: { id: host.id },
        people: [{ id: host.id }],
        mine: { standing: 'going', isHost: true, conversationId: null },
        can: { join: false, leave: true, change: true, callOff: true, takeOver: false },
      },
    });
  });

  test('a part of the day stands for its hours, and two answer each other', async () => {
    const local = localIn(app, 2 * day_ms);
    const evening = await made({ part: 'evening', minutes: 45, seats: 2, local });
    expect(evening).toMatchObject({
      data: { local: `${local.slice(0, 10)}T18:00`, minutes: 240, entry: 'ask', least: 2 },
    });
  });

  test.each([
    [{ activity: 'bowls' }, 'PLAN_ACTIVITY_UNKNOWN'],
    [{ activity: undefined }, 'PLAN_ACTIVITY_UNKNOWN'],
    [{ activity: 'toString' }, 'PLAN_ACTIVITY_UNKNOWN'],
    [{ activity: 'other' }, 'PLAN_TITLE_MISSING'],
    [{ activity: 'other', title: ' \u200b\u202e ' }, 'PLAN_TITLE_MISSING'],
    [{ title: 'x'.repeat(41) }, 'PLAN_TITLE_TOO_LONG'],
    [{ title: '🏸'.repeat(21) }, 'PLAN_TITLE_TOO_LONG'],
    [{ note: 'x'.repeat(201) }, 'PLAN_NOTE_TOO_LONG'],
    [{ spot: null }, 'PLAN_SPOT_MISSING'],
    [{ spot: { ...haight, name: '  ' } }, 'PLAN_SPOT_NAME_MISSING'],
    [{ spot: { ...haight, name: 'x'.repeat(61) } }, 'INVALID_INPUT'],
    [{ spot: { latitude: 91, longitude: 0, name: 'x' } }, 'INVALID_INPUT'],
    [{ spot: { latitude: '37', longitude: 0, name: 'x' } }, 'INVALID_INPUT'],
    [{ timeZone: 'Mars/Base' }, 'TIME_ZONE_UNKNOWN'],
    [{ timeZone: 'x'.repeat(65) }, 'INVALID_INPUT'],
    [{ timeZone: '' }, 'INVALID_INPUT'],
    [{ local: '2027-02-31T10:00' }, 'INVALID_INPUT'],
    [{ local: '2027-02-20T25:00' }, 'INVALID_INPUT'],
    [{ local: '2027-02-20T10:00:00' }, 'INVALID_INPUT'],
    [{ local: '2027-02-20T10:00+01:00' }, 'INVALID_INPUT'],
    [{ local: '2027-02-20T10:03' }, 'INVALID_INPUT'],
    [{ local: '9999-12-31T10:00' }, 'PLAN_TIME_TOO_FAR'],
    [{ local: '2020-01-01T10:00' }, 'PLAN_TIME_TOO_SOON'],
    [{ minutes: 0 }, 'PLAN_LENGTH_INVALID'],
    [{ minutes: 29 }, 'PLAN_LENGTH_INVALID'],
    [{ minutes: 37 }, 'PLAN_LENGTH_INVALID'],
    [{ minutes: 735 }, 'PLAN_LENGTH_INVALID'],
    [{ minutes: -15 }, 'PLAN_LENGTH_INVALID'],
    [{ minutes: 1e9 }, 'PLAN_LENGTH_INVALID'],
    [{ seats: 1 }, 'PLAN_SEATS_INVALID'],
    [{ seats: 21 }, 'PLAN_SEATS_INVALID'],
    [{ seats: 2.5 }, 'PLAN_SEATS_INVALID'],
    [{ seats: '4' }, 'INVALID_INPUT'],
    [{ seats: 3, least: 4 }, 'PLAN_LEAST_INVALID'],
    [{ least: 1 }, 'PLAN_LEAST_INVALID'],
    [{ seats: 2, entry: 'open' }, 'PLAN_TWO_NEEDS_ASK'],
    [{ cost: 'amount' }, 'PLAN_COST_MISSING'],
    [{ languages: [] }, 'INVALID_INPUT'],
    [{ languages: ['en', 'en'] }, 'INVALID_INPUT'],
    [{ languages: ['en', 'ja', 'zh', 'ko'] }, 'INVALID_INPUT'],
    [{ languages: ['tlh'] }, 'INVALID_INPUT'],
    [{ clientId: 'short' }, 'INVALID_INPUT'],
  ])('%o is refused with %s', async (changes, code) => {
    expect(await made(changes)).toMatchObject({ success: false, code });
    expect((await host.get(listMyPlans, { query: { part: 'ahead' } })).data).toEqual([]);
  });

  test('the nearest and the farthest time, to the minute', async () => {
    const soonest = await made({ local: localIn(app, 30 * 60_000) });
    expect(soonest.status).toBe(200);
    const tooSoon = await made({ local: localIn(app, 24 * 60_000) });
    expect(tooSoon).toMatchObject({ code: 'PLAN_TIME_TOO_SOON' });
    const tooFar = await made({ local: localIn(app, 60 * day_ms + 60_000) });
    expect(tooFar).toMatchObject({ code: 'PLAN_TIME_TOO_FAR' });
  });

  test('a local time that the clocks skip is refused with the next that is there (PLAN-003)', async () => {
    const spring = await startTestApp();
    spring.clock.advance(Date.parse('2027-03-10T00:00:00Z') - spring.clock.read().getTime());
    const early = await planner(spring, 'Early');
    const timed = { local: '2027-03-14T02:30', timeZone: 'America/Los_Angeles' };
    expect(await early.call(createPlan, { body: planBody(spring, timed) })).toMatchObject({
      status: 400,
      code: 'PLAN_TIME_NOT_THERE',
      fields: [{ path: 'local', code: '2027-03-14T03:00' }],
    });
    await spring.close();
  });

  test.each([
    [90, 0],
    [-90, 180],
    [0, 180],
    [12, -180],
    [-85.2, 179.9999],
  ])('a spot at %d, %d has a district round it', async (latitude, longitude) => {
    const { data } = (await made({ spot: { latitude, longitude, name: 'Edge' } })) as never as {
      data: { district: Record<string, number> };
    };
    const { district } = data;
    expect(Math.abs(district.latitude! - latitude)).toBeLessThanOrEqual(district.halfLatitude! * 1.01 + 1e-9);
    const across = Math.abs(district.longitude! - longitude) % 360;
    expect(Math.min(across, 360 - across)).toBeLessThanOrEqual(district.halfLongitude! * 1.01 + 1e-9);
  });

  test('the same clientId answers the plan that was made, also at once', async () => {
    host = await newHost();
    const body = planBody(app);
    const answers = await Promise.all([1, 2, 3].map(() => host.get(createPlan, { body })));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  });
});

describe('what is stated first (PLAN-005)', () => {
  test('eighteen and the safety card, by whoever makes or joins one', async () => {
    const { id: planId } = await aPlanOf();
    const newcomer = await app.person('Newcomer');
    const make = () => newcomer.call(createPlan, { body: planBody(app) });
    const join = () => newcomer.call(joinPlan, { params: { planId }, body: {} });
    for (const attempt of [make, join]) expect(await attempt()).toMatchObject({ code: 'ADULT_NEEDED' });
    await newcomer.get(savePlanSettings, { body: { adult: true } });
    for (const attempt of [make, join]) expect(await attempt()).toMatchObject({ code: 'SAFETY_CARD_NEEDED' });
    expect(await newcomer.call(savePlanSettings, { body: { safetyCard: 2 } })).toMatchObject({
      code: 'SAFETY_CARD_VERSION',
    });
    const { data } = await newcomer.get(savePlanSettings, { body: { safetyCard: 1 } });
    expect(data).toMatchObject({ safetyCard: 1, adultAt: expect.any(String), gender: null });
    for (const attempt of [make, join]) expect(await attempt()).toMatchObject({ status: 200 });
  });

  test('in one order, and the gender last', async () => {
    const newcomer = await app.person('In order');
    const make = () => newcomer.call(createPlan, { body: planBody(app, { who: 'same_gender' }) });
    expect(await make()).toMatchObject({ code: 'ADULT_NEEDED' });
    await newcomer.get(savePlanSettings, { body: { adult: true } });
    expect(await make()).toMatchObject({ code: 'SAFETY_CARD_NEEDED' });
    await newcomer.get(savePlanSettings, { body: { safetyCard: 1 } });
    expect(await make()).toMatchObject({ status: 403, code: 'GENDER_NEEDED' });
    await newcomer.get(savePlanSettings, { body: { gender: 'F' } });
    expect(await make()).toMatchObject({ status: 200, data: { gender: 'F' } });
  });

  test('the gender must be the profile’s, and another counts after 30 days', async () => {
    const person = await planner(app, 'Changing');
    const say = (gender: 'M' | 'F') => person.call(savePlanSettings, { body: { gender } });
    expect(await say('M')).toMatchObject({ code: 'GENDER_DIFFERS' });
    const { data: before } = await person.get(getPlanSettings, {});
    expect(before.genderCountsFrom).toBe(before.genderAt);
    const planId = await furtherPlan(app, host, { who: 'same_gender' });
    expect(await detail(person, planId)).toMatchObject({ status: 200 });
    await person.saveProfile({ gender: 'M' });
    // What the profile says no more counts for nothing.
    expect(await detail(person, planId)).toMatchObject({ code: 'PLAN_NOT_FOUND' });
    const { data: after } = (await say('M')) as never as {
      data: { genderCountsFrom: string; genderAt: string };
    };
    expect(Date.parse(after.genderCountsFrom) - Date.parse(after.genderAt)).toBe(30 * day_ms);
    await person.saveProfile({ gender: 'F' });
    await say('F');
    expect(await detail(person, planId)).toMatchObject({ code: 'PLAN_NOT_FOUND' });
  });

  test('one of the plan’s languages, where it needs one', async () => {
    const planId = await furtherPlan(app, host, { languages: ['ko'], languageNeeded: true });
    const join = () => ann.call(joinPlan, { params: { planId }, body: {} });
    expect(await detail(ann, planId)).toMatchObject({ data: { obstacle: 'LANGUAGE_NEEDED' } });
    expect(await join()).toMatchObject({ code: 'LANGUAGE_NEEDED' });
    await ann.get(savePlanSettings, { body: { languages: ['en', 'ko'] } });
    expect(await join()).toMatchObject({ status: 200 });
  });
});

describe('whoever may reach nobody who does not know them', () => {
  test('hears before they try that they cannot join, make or change one', async () => {
    const [limited, other] = [await planner(app, 'Limited'), await planner(app, 'Not limited')];
    const own = await furtherPlan(app, limited);
    const left = await furtherPlan(app, other);
    await limited.get(joinPlan, { params: { planId: left }, body: {} });
    await other.get(leavePlan, { params: { planId: left }, body: {} });
    const free = await furtherPlan(app, other);
    await app.deps.transact((inner) =>
      setStanding(inner, accountParts, limited.id, { kind: 'limited', until: null, decisionId: null }),
    );
    const of = async (planId: string) => (await limited.get(getPlan, { params: { planId } })).data;
    expect(await of(free)).toMatchObject({ obstacle: 'ACCOUNT_LIMITED', can: { join: false, report: true } });
    expect(await limited.call(joinPlan, { params: { planId: free }, body: {} })).toMatchObject({
      code: 'ACCOUNT_LIMITED',
    });
    expect(await of(own)).toMatchObject({
      can: { change: false, callOff: true, leave: true, report: false },
    });
    expect(await of(left)).toMatchObject({ obstacle: null, can: { takeOver: false, leave: true } });
    expect(await detail(other, free)).toMatchObject({ data: { can: { change: true, takeOver: false } } });
  });
});

describe('who sees a plan (PLAN-006)', () => {
  test('a visitor sees what, when, roughly where, and nobody', async () => {
    const plan = await aPlanOf({ note: 'At the east gate' });
    const { data } = await app.visitor().get(getPlan, { params: { planId: plan.id } });
    expect(data).toMatchObject({
      ...{ note: null, spot: null, host: null, people: [], waitingCount: null, goingCount: 1 },
      obstacle: 'PLAN_JOIN_SIGN_IN_REQUIRED',
      district: { address: expect.any(String) },
    });
    expect(JSON.stringify(data)).not.toContain(host.id);
  });

  test('one that is not listed is there by its link, until the link is taken back or made anew', async () => {
    const plan = await aPlanOf({ listed: false });
    const params = { planId: plan.id };
    expect(await detail(ann, plan.id)).toMatchObject({ code: 'PLAN_NOT_FOUND' });
    const { data } = await host.get(inviteToPlan, { params, body: {} });
    expect(data.path).toBe(`/plan/${plan.id}?invite=${data.invite}`);
    expect(await detail(ann, plan.id, { invite: data.invite })).toMatchObject({ status: 200 });
    expect(await detail(app.visitor(), plan.id, { invite: data.invite })).toMatchObject({ status: 200 });
    const again = await host.get(inviteToPlan, { params, body: {} });
    expect(again.data).toEqual(data);
    const { data: renewed } = await host.get(inviteToPlan, { params, body: { renew: true } });
    expect(renewed.invite).not.toBe(data.invite);
    expect(await detail(ann, plan.id, { invite: data.invite })).toMatchObject({ code: 'PLAN_NOT_FOUND' });
    const join = (invite: string) => ann.call(joinPlan, { params, body: { invite } });
    expect(await join(data.invite)).toMatchObject({ code: 'PLAN_NOT_FOUND' });
    expect(await join(renewed.invite)).toMatchObject({ status: 200 });
    await host.get(removePlanInvite, { params, body: {} });
    // Who is in needs no link.
    expect(await detail(ann, plan.id)).toMatchObject({ status: 200 });
    expect(await detail(app.visitor(), plan.id, { invite: renewed.invite })).toMatchObject({ status: 404 });
    const { data: later } = await host.get(inviteToPlan, { params, body: {} });
    expect([data.invite, renewed.invite]).not.toContain(later.invite);
    expect((await ann.get(listPlans, { query: { ids: plan.id } })).data).toEqual([]);
  });

  test('a spot for everyone is seen by everyone', async () => {
    const plan = await aPlanOf({ spotShown: 'everyone' });
    expect(await detail(app.visitor(), plan.id)).toMatchObject({ data: { spot: { name: 'Fountain' } } });
  });

  test('the stream tells that there is one, and nothing else of it', async () => {
    const stream = await TestStream.open(app.visitor());
    await stream.listen([cell]);
    const plan = await aPlanOf();
    const frame = await stream.until(({ type }) => type === 'area');
    expect(frame).toEqual({ type: 'area', cell, events: [{ type: 'plan_changed', planId: plan.id }] });
    stream.close();
  });

  test('the map counts listed plans for everyone that have not begun', async () => {
    const counted = async (kind?: 'posts' | 'plans') => {
      await foldMapCounts(app.deps);
      const query = { west: -123, east: -122, south: 37, north: 38, zoom: 5, ...(kind && { kind }) };
      return (await app.visitor().get(listMapCounts, { query })).data.cells.map(([count]) => count);
    };
    const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
    const before = sum(await counted('plans'));
    const plan = await aPlanOf();
    await furtherPlan(app, host, { who: 'same_gender' });
    await furtherPlan(app, host, { listed: false });
    expect(sum(await counted('plans'))).toBe(before + 1);
    expect(await counted()).toEqual([]);
    await host.get(callOffPlan, { params: { planId: plan.id }, body: { reason: 'ill' } });
    expect(sum(await counted('plans'))).toBe(before);
  });
});

describe('how many one person may have (PLAN-019)', () => {
  test('three made a day and five ahead, also when asked for at once', async () => {
    const keen = await planner(app, 'Keen');
    const makeOne = () => keen.call(createPlan, { body: planBody(app) });
    const answers = await Promise.all(Array.from({ length: 6 }, makeOne));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({ code: 'TOO_MANY_PLANS' });
    app.clock.advance(day_ms + hour_ms);
    const again = await app.person('Keen');
    await furtherPlan(app, again, { local: localIn(app, 3 * day_ms) });
    await furtherPlan(app, again, { local: localIn(app, 3 * day_ms) });
    await furtherPlan(app, again, { local: localIn(app, 3 * day_ms) });
    await furtherPlan(app, again, { local: localIn(app, 3 * day_ms) });
    await furtherPlan(app, again, { local: localIn(app, 3 * day_ms) });
    app.clock.advance(day_ms + hour_ms);
    const later = await app.person('Keen');
    expect(await later.call(createPlan, { body: planBody(app) })).toMatchObject({ code: 'TOO_MANY_PLANS' });
  });

  test('in ten plans to come', async () => {
    const guest = await planner(app, 'Guest');
    const others = await app.person('Others');
    const ids: string[] = [];
    for (let number = 0; number < 12; number++) ids.push(await furtherPlan(app, others));
    const answers = await Promise.all(
      ids.map((planId) => guest.call(joinPlan, { params: { planId }, body: {} })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({ code: 'TOO_MANY_JOINED' });
  });
});

const aPlanOf = async (changes = {}) => {
  host = await newHost();
  return aPlan(app, host, changes);
};
