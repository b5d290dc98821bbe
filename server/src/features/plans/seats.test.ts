import { getConversation, listConversations } from '@dazi/contract/chat/conversation-views';
import { sendMessage } from '@dazi/contract/chat/conversations';
import { removeAccount } from '@dazi/contract/identity/identity';
import { listNotifications } from '@dazi/contract/notifications/notifications';
import { blockPerson } from '@dazi/contract/people/blocks';
import {
  answerPlanRequest,
  confirmPlan,
  joinPlan,
  leavePlan,
  listPlanPeople,
  removeFromPlan,
  takeOverPlan,
} from '@dazi/contract/plans/plan-people';
import { getPlan, listCommonPlans, listMyPlans } from '@dazi/contract/plans/plan-views';
import { callOffPlan, changePlan, type Plan } from '@dazi/contract/plans/plans';
import { getWallet } from '@dazi/contract/wallet/wallet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allNotified } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { aParty, furtherPlan, hour_ms, joined, localIn } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
let host: TestPerson;
let ann: TestPerson;
let bob: TestPerson;
let cat: TestPerson;
let dan: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [host, ann, bob, cat, dan] = await aParty(app, 'Host', 'Ann', 'Bob', 'Cat', 'Dan');
});

const of = (planId: string) => ({ params: { planId }, body: {} });
const seen = async (as: TestPerson, planId: string) => (await as.get(getPlan, { params: { planId } })).data;
const standing = async (as: TestPerson, planId: string) => (await seen(as, planId)).mine.standing;
const leave = (as: TestPerson, planId: string) => as.call(leavePlan, of(planId));
const join = (as: TestPerson, planId: string, body = {}) => as.call(joinPlan, { params: { planId }, body });
/** One after the other: within a millisecond nobody is before another. */
async function comes(planId: string, ...people: TestPerson[]): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const person of people) {
    app.clock.advance(10);
    plans.push(...(await joined({ id: planId }, person)));
  }
  return plans;
}
const answer = (planId: string, person: TestPerson, action: 'let_in' | 'decline') =>
  host.call(answerPlanRequest, { params: { planId, personId: person.id }, body: { action } });
/** In four hours: the decision is in two. */
const soon = (changes = {}) => furtherPlan(app, host, { local: localIn(app, 4 * hour_ms), ...changes });
const pass = async (ms: number) => {
  app.clock.advance(ms);
  await advancePlans(app.deps);
};
/** What somebody was told of plans, the latest first. */
async function told(person: TestPerson): Promise<string[]> {
  await allNotified(app.deps);
  const { data } = await person.get(listNotifications, { query: {} });
  return (data as { code: string; type: string }[])
    .filter(({ type }) => type === 'PLAN')
    .map(({ code }) => code);
}

describe('seats and the line (PLAN-008, PLAN-009)', () => {
  test('whoever comes to a full plan stands in line, in the order of coming, or is refused when they say so', async () => {
    const planId = await soon({ seats: 3, least: 2 });
    const stream = await TestStream.open(cat);
    await comes(planId, ann, bob);
    expect(await seen(dan, planId)).toMatchObject({
      state: 'full',
      isOn: true,
      obstacle: null,
      can: { join: true },
    });
    expect(await join(cat, planId, { ifFull: 'no' })).toMatchObject({ status: 409, code: 'PLAN_FULL' });
    await comes(planId, cat, dan);
    expect(await seen(dan, planId)).toMatchObject({
      mine: { standing: 'waiting', place: 2 },
      ...{ waitingCount: 2, goingCount: 3, spot: null },
    });
    expect((await seen(ann, planId)).waitingCount).toBeNull();
    await leave(ann, planId);
    expect(await standing(cat, planId)).toBe('going');
    expect(await seen(dan, planId)).toMatchObject({ mine: { standing: 'waiting', place: 1 } });
    expect(await told(cat)).toContain('plan_promoted');
    await stream.until((frame) => frame.type === 'plan' && frame.standing === 'going');
    stream.close();
    expect(await told(host)).toEqual(expect.arrayContaining(['plan_left', 'plan_joined']));
    expect((await seen(host, planId)).people.map(({ id }) => id)).toEqual([host.id, bob.id, cat.id]);
  });

  test('joining twice answers the same, and who left twice cannot come back', async () => {
    const planId = await soon();
    const [first] = await comes(planId, ann);
    const [again] = await comes(planId, ann);
    expect(again).toEqual(first);
    for (let time = 0; time < 2; time++) {
      await comes(planId, ann);
      expect(await leave(ann, planId)).toMatchObject({ data: { mine: { standing: 'left' } } });
    }
    expect(await leave(ann, planId)).toMatchObject({ code: 'NOT_IN_PLAN' });
    expect(await join(ann, planId)).toMatchObject({ code: 'PLAN_LEFT_TWICE' });
    expect((await seen(host, planId)).goingCount).toBe(1);
  });

  test('after the decision nobody is put in unasked: all in line are told, the first to tap has it', async () => {
    const planId = await soon({ seats: 2, least: 2, entry: 'ask' });
    await comes(planId, ann, bob, cat);
    for (const person of [ann, bob, cat]) await answer(planId, person, 'let_in');
    expect(await Promise.all([ann, bob, cat].map((person) => standing(person, planId)))).toEqual([
      'going',
      'waiting',
      'waiting',
    ]);
    await pass(2 * hour_ms);
    await leave(ann, planId);
    expect(await Promise.all([bob, cat].map((person) => standing(person, planId)))).toEqual([
      'waiting',
      'waiting',
    ]);
    expect([await told(bob), await told(cat)]).toEqual([
      expect.arrayContaining(['plan_free']),
      expect.arrayContaining(['plan_free']),
    ]);
    expect(await seen(cat, planId)).toMatchObject({ can: { join: true } });
    await comes(planId, cat, bob);
    expect([await standing(cat, planId), await standing(bob, planId)]).toEqual(['going', 'waiting']);
  });

  test('of a place that is still free nobody is told again because somebody else went from the line', async () => {
    const planId = await soon({ seats: 3, least: 2 });
    await comes(planId, ann, bob, cat, dan);
    await pass(2 * hour_ms);
    await leave(ann, planId);
    const tells = async () => (await told(dan)).filter((code) => code === 'plan_free').length;
    expect(await tells()).toBe(1);
    await host.get(removeFromPlan, { params: { planId, personId: cat.id }, body: { reason: 'other' } });
    expect(await tells()).toBe(1);
    // The second place is another one.
    await leave(bob, planId);
    expect(await tells()).toBe(2);
  });

  test('once it has started nobody in line is told of a seat that they cannot have any more', async () => {
    const planId = await soon({ seats: 3, least: 2 });
    await comes(planId, ann, bob, cat);
    await pass(4 * hour_ms);
    await leave(ann, planId);
    await host.get(removeFromPlan, { params: { planId, personId: bob.id }, body: { reason: 'no_answer' } });
    expect(await told(cat)).toEqual([]);
    expect(await seen(cat, planId)).toMatchObject({
      state: 'happening',
      goingCount: 1,
      can: { join: false },
    });
  });

  describe('of a plan that becomes one for one gender', () => {
    let man: TestPerson;
    let planId: string;
    const forWomen = async () => {
      const { version } = await seen(host, planId);
      await host.get(changePlan, { params: { planId }, body: { version, who: 'same_gender' } });
    };
    const inList = async (standing: 'waiting' | 'asked') =>
      (await host.get(listPlanPeople, { params: { planId }, query: { standing } })).data.map(
        ({ person }) => person.id,
      );
    beforeEach(async () => {
      [man] = await aParty(app, 'Man');
      await man.saveProfile({ gender: 'M' });
    });

    test('nobody in line of the other one gets a seat, by tapping either, nor is told of one', async () => {
      planId = await soon({ seats: 3, least: 2 });
      await comes(planId, ann, bob, man, cat);
      await forWomen();
      expect(await inList('waiting')).toEqual([cat.id]);
      await pass(2 * hour_ms);
      await leave(ann, planId);
      expect([await told(man), await told(cat)]).toEqual([
        expect.not.arrayContaining(['plan_free']),
        expect.arrayContaining(['plan_free']),
      ]);
      expect(await seen(man, planId)).toMatchObject({ can: { join: false }, obstacle: 'GENDER_NEEDED' });
      expect(await join(man, planId)).toMatchObject({ status: 403, code: 'GENDER_NEEDED' });
      expect(await standing(man, planId)).toBe('waiting');
      expect(await join(cat, planId)).toMatchObject({ data: { mine: { standing: 'going' } } });
    });

    test('nobody of the other one is let in who asked before', async () => {
      planId = await soon({ entry: 'ask' });
      await comes(planId, ann, man);
      await forWomen();
      expect(await inList('asked')).toEqual([ann.id]);
      expect(await answer(planId, man, 'let_in')).toMatchObject({ status: 404, code: 'REQUEST_NOT_FOUND' });
      expect(await answer(planId, ann, 'let_in')).toMatchObject({ data: { standing: 'going' } });
    });

    test('whoever of the other one is in stays, and does not come back once they have left', async () => {
      planId = await soon();
      await comes(planId, man);
      await forWomen();
      expect(await standing(man, planId)).toBe('going');
      expect(await leave(man, planId)).toMatchObject({ data: { mine: { standing: 'left' }, spot: null } });
      expect(await join(man, planId)).toMatchObject({ status: 403, code: 'GENDER_NEEDED' });
    });
  });

  test('joining ends at the start, leaving at the end', async () => {
    const planId = await soon({ least: 2 });
    await comes(planId, ann);
    await pass(4 * hour_ms + 5 * 60_000);
    expect(await join(bob, planId)).toMatchObject({ code: 'PLAN_STARTED' });
    expect(await seen(bob, planId)).toMatchObject({ state: 'happening', obstacle: 'PLAN_STARTED' });
    expect(await leave(ann, planId)).toMatchObject({ status: 200 });
    await pass(2 * hour_ms);
    expect(await leave(host, planId)).toMatchObject({ code: 'PLAN_OVER' });
    expect(await join(bob, planId)).toMatchObject({ code: 'PLAN_OVER' });
  });

  test('what one is in beside it at the same time is said', async () => {
    const [first, second] = [await soon(), await soon()];
    await comes(first, ann);
    expect(await ann.get(joinPlan, of(second))).toMatchObject({ overlaps: [first] });
  });
});

describe('asking the host (PLAN-010)', () => {
  test('a request holds no seat; let in it has one, and somebody else may not answer', async () => {
    const planId = await soon({ entry: 'ask' });
    await join(ann, planId, { message: ' I bring\u202e two rackets ' });
    expect(await seen(ann, planId)).toMatchObject({ goingCount: 1, mine: { standing: 'asked' }, spot: null });
    const asked = await host.get(listPlanPeople, { params: { planId }, query: { standing: 'asked' } });
    expect(asked.data).toMatchObject([{ person: { id: ann.id }, message: 'I bring  two rackets' }]);
    expect(await told(host)).toContain('plan_asked');
    const params = { planId, personId: ann.id };
    expect(await bob.call(answerPlanRequest, { params, body: { action: 'let_in' } })).toMatchObject({
      code: 'NOT_THE_HOST',
    });
    expect(await answer(planId, ann, 'let_in')).toMatchObject({ data: { standing: 'going' } });
    expect(await answer(planId, ann, 'let_in')).toMatchObject({ code: 'REQUEST_ANSWERED' });
    expect(await answer(planId, bob, 'let_in')).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect(await told(ann)).toContain('plan_let_in');
  });

  test('declined and unanswered are answered and told byte for byte the same, before and at the decision', async () => {
    const planId = await soon({ entry: 'ask', least: 2, seats: 6 });
    await comes(planId, ann, bob, cat);
    await answer(planId, cat, 'let_in');
    const stream = { ann: await TestStream.open(ann), bob: await TestStream.open(bob) };
    const path = `/api/plans/${planId}`;
    const answers = async () => {
      const read = async (as: TestPerson) => {
        const texts = [
          path,
          '/api/plans/mine?part=ahead',
          `/api/plans?ids=${planId}`,
          `${path}/people?standing=going`,
        ];
        const bodies = await Promise.all(texts.map(async (one) => (await as.fetch(one)).text()));
        return bodies.join('\n').replaceAll(as.id, 'ME');
      };
      return [await read(ann), await read(bob)] as const;
    };
    await answer(planId, ann, 'decline');
    const before = await answers();
    expect(before[0]).toBe(before[1]);
    expect(before[0]).toContain('"standing":"asked"');
    const waiting = await host.get(listPlanPeople, { params: { planId }, query: { standing: 'asked' } });
    expect(waiting.data.map(({ person }) => person.id)).toEqual([bob.id]);
    // Taken back and asked again it is still the same, and the host is not asked again.
    for (const person of [ann, bob]) await leave(person, planId);
    for (const person of [ann, bob]) await comes(planId, person);
    const again = await answers();
    expect(again[0]).toBe(again[1]);
    expect(await told(ann)).toEqual(await told(bob));
    await pass(2 * hour_ms);
    const after = await answers();
    expect(after[0]).toBe(after[1]);
    expect(after[0]).toContain('"standing":"declined"');
    expect([await told(ann), await told(bob)]).toEqual([['plan_not_in'], ['plan_not_in']]);
    for (const person of [ann, bob])
      expect(await join(person, planId)).toMatchObject({ code: 'PLAN_DECLINED' });
    expect(await join(dan, planId)).toMatchObject({ code: 'PLAN_ASKING_OVER' });
    const frames = (one: TestStream, id: string) =>
      JSON.stringify(one.frames.filter(({ type }) => type !== 'connected')).replaceAll(id, 'ME');
    const ofPlan = (text: string) => text.match(/\{"type":"plan"[^}]*\}/g);
    expect(ofPlan(frames(stream.ann, ann.id))).toEqual(ofPlan(frames(stream.bob, bob.id)));
    for (const one of Object.values(stream)) one.close();
  });

  test('a no may become a yes until the decision', async () => {
    const planId = await soon({ entry: 'ask' });
    await comes(planId, ann);
    await answer(planId, ann, 'decline');
    expect(await answer(planId, ann, 'decline')).toMatchObject({ code: 'REQUEST_ANSWERED' });
    expect(await answer(planId, ann, 'let_in')).toMatchObject({ data: { standing: 'going' } });
  });
});

describe('the decision (PLAN-011)', () => {
  test('with too few it is called off, and everybody is told once', async () => {
    const planId = await soon({ least: 3 });
    await comes(planId, ann);
    await pass(2 * hour_ms - 60_000);
    expect((await seen(ann, planId)).state).toBe('open');
    await pass(2 * 60_000);
    await pass(60_000);
    expect(await seen(ann, planId)).toMatchObject({ state: 'called_off', calledOff: { reason: 'too_few' } });
    expect((await told(ann)).filter((code) => code === 'plan_called_off')).toHaveLength(1);
    expect(await join(bob, planId)).toMatchObject({ code: 'PLAN_OVER' });
  });

  test('whoever acts later than the decision acts after it, be the job late', async () => {
    const planId = await soon({ least: 2, seats: 2, entry: 'ask' });
    await comes(planId, ann, bob);
    for (const person of [ann, bob]) await answer(planId, person, 'let_in');
    app.clock.advance(2 * hour_ms);
    await leave(ann, planId);
    expect(await standing(bob, planId)).toBe('waiting');
    expect(await told(bob)).toContain('plan_free');
  });

  test('that it takes place is told once to all who are in', async () => {
    const planId = await soon({ least: 3, seats: 5 });
    await comes(planId, ann);
    expect((await seen(ann, planId)).isOn).toBe(false);
    await comes(planId, bob);
    await leave(bob, planId);
    await comes(planId, cat);
    for (const person of [ann, host])
      expect((await told(person)).filter((code) => code === 'plan_on')).toHaveLength(1);
  });
});

describe('the host (PLAN-013, PLAN-014)', () => {
  test('leaves, and the first who says so takes over', async () => {
    const planId = await soon({ least: 2, seats: 6 });
    await comes(planId, ann, bob, cat);
    expect(await leave(host, planId)).toMatchObject({ data: { host: null, mine: { isHost: false } } });
    expect(await seen(ann, planId)).toMatchObject({
      ...{ host: null, hostWantedUntil: expect.any(String), can: { takeOver: true } },
    });
    expect(await told(ann)).toContain('plan_host_wanted');
    expect(await dan.call(takeOverPlan, of(planId))).toMatchObject({ code: 'NOT_IN_PLAN' });
    // Asked again, and by whoever else is in, before and after it is over.
    const hosted = await soon({ least: 2 });
    await comes(hosted, ann);
    const takes = (as: TestPerson) => as.call(takeOverPlan, of(hosted));
    expect([await takes(host), await takes(ann)]).toMatchObject([{ status: 200 }, { code: 'HOST_TAKEN' }]);
    await host.get(callOffPlan, { params: { planId: hosted }, body: { reason: 'ill' } });
    expect([await takes(host), await takes(ann)]).toMatchObject([{ status: 200 }, { code: 'HOST_TAKEN' }]);
    const both = await Promise.all([ann, bob].map((person) => person.call(takeOverPlan, of(planId))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)).toMatchObject({ code: 'HOST_TAKEN' });
    const { host: now } = await seen(cat, planId);
    expect(now?.id).toBe(both[0]!.status === 200 ? ann.id : bob.id);
    expect(await told(cat)).toContain('plan_host_changed');
    await pass(2 * hour_ms);
    expect((await seen(cat, planId)).state).toBe('on');
  });

  test('is not found, and it is called off when that was to be', async () => {
    const planId = await soon({ least: 2 });
    await comes(planId, ann, bob);
    await leave(host, planId);
    await pass(2 * hour_ms);
    expect(await seen(ann, planId)).toMatchObject({
      state: 'called_off',
      calledOff: { reason: 'host_left' },
    });
  });

  test('was alone: it is called off at once', async () => {
    const planId = await soon();
    expect(await leave(host, planId)).toMatchObject({ data: { state: 'called_off' } });
  });

  test('leaves after the decision, and it goes on while two are left', async () => {
    const planId = await soon({ least: 2 });
    await comes(planId, ann, bob);
    await pass(2 * hour_ms);
    await leave(host, planId);
    expect(await seen(ann, planId)).toMatchObject({ state: 'on', host: null, hostWantedUntil: null });
    await leave(bob, planId);
    expect((await seen(ann, planId)).state).toBe('called_off');
  });

  test('deletes the account: as if they had left, in what they host and what they are in', async () => {
    const [planId, other] = [await soon({ least: 2 }), await furtherPlan(app, dan)];
    await comes(planId, ann, bob);
    await comes(other, host);
    await host.get(removeAccount, { params: { userId: host.id }, body: {} });
    expect(await seen(ann, planId)).toMatchObject({ host: null, goingCount: 2 });
    expect(await seen(dan, other)).toMatchObject({ goingCount: 1, people: [{ id: dan.id }] });
    expect(await told(ann)).toContain('plan_host_wanted');
  });

  test('calls it off, and everybody is told but the host', async () => {
    const planId = await soon({ seats: 2, entry: 'ask' });
    await comes(planId, ann, bob, cat);
    for (const person of [ann, bob]) await answer(planId, person, 'let_in');
    const call = (as: TestPerson) =>
      as.call(callOffPlan, { params: { planId }, body: { reason: 'weather' } });
    expect(await call(ann)).toMatchObject({ code: 'NOT_THE_HOST' });
    expect(await call(host)).toMatchObject({
      data: { state: 'called_off', calledOff: { reason: 'weather' } },
    });
    expect(await call(host)).toMatchObject({ code: 'PLAN_OVER' });
    for (const person of [ann, bob, cat]) expect(await told(person)).toContain('plan_called_off');
    expect(await told(host)).not.toContain('plan_called_off');
    expect((await host.get(listMyPlans, { query: { part: 'past' } })).data[0]?.id).toBe(planId);
  });
});

describe('out of a plan (PLAN-015)', () => {
  const remove = (planId: string, person: TestPerson) =>
    host.call(removeFromPlan, { params: { planId, personId: person.id }, body: { reason: 'behaviour' } });
  /** Everything that somebody may ask of a plan. */
  const everything = (as: TestPerson, planId: string) =>
    Promise.all([
      as.call(getPlan, { params: { planId } }),
      join(as, planId),
      leave(as, planId),
      as.call(confirmPlan, { params: { planId }, body: { version: 1 } }),
      as.call(takeOverPlan, of(planId)),
      as.call(listPlanPeople, { params: { planId }, query: { standing: 'going' } }),
      as.call(changePlan, { params: { planId }, body: { version: 1, note: 'x' } }),
      as.call(callOffPlan, { params: { planId }, body: { reason: 'ill' } }),
      as.call(removeFromPlan, { params: { planId, personId: host.id }, body: { reason: 'other' } }),
      as.call(answerPlanRequest, { params: { planId, personId: host.id }, body: { action: 'decline' } }),
    ]);

  test('who was removed, is blocked or of another gender is answered as if there was none (PLAN-006)', async () => {
    const planId = await soon({ who: 'same_gender' });
    await comes(planId, ann);
    await remove(planId, ann);
    await host.get(blockPerson, { body: { blockedId: bob.id } });
    await cat.saveProfile({ gender: 'M' });
    const unknown = await everything(dan, 'nothing-of-that-id');
    for (const person of [ann, bob, cat]) expect(await everything(person, planId)).toEqual(unknown);
    expect(await told(ann)).toEqual(['plan_removed']);
    expect(await remove(planId, ann)).toMatchObject({ code: 'PARTICIPANT_NOT_FOUND' });
    expect(await remove(planId, host)).toMatchObject({ code: 'NOT_ONESELF' });
  });

  test('a host who blocks somebody removes them; somebody who blocks the host leaves', async () => {
    const planId = await soon({ seats: 3 });
    await comes(planId, ann, bob, cat);
    await host.get(blockPerson, { body: { blockedId: ann.id } });
    expect(await ann.call(getPlan, { params: { planId } })).toMatchObject({ status: 404 });
    expect(await standing(cat, planId)).toBe('going');
    await bob.get(blockPerson, { body: { blockedId: host.id } });
    expect(await bob.call(getPlan, { params: { planId } })).toMatchObject({ status: 404 });
    expect((await seen(host, planId)).goingCount).toBe(2);
    expect(await told(bob)).not.toContain('plan_removed');
  });

  test('a block between two others removes nobody; only who has blocked is told what they are in together', async () => {
    const planId = await soon();
    await comes(planId, ann, bob);
    await ann.get(blockPerson, { body: { blockedId: bob.id } });
    expect(await seen(ann, planId)).toMatchObject({ goingCount: 3, mine: { blockedAmong: true } });
    expect((await seen(ann, planId)).people.map(({ id }) => id)).toEqual([host.id, ann.id]);
    expect(await seen(bob, planId)).toMatchObject({ mine: { blockedAmong: false } });
    const common = (as: TestPerson, other: TestPerson) =>
      as.get(listCommonPlans, { query: { blockedId: other.id } });
    expect((await common(ann, bob)).data.map(({ id }) => id)).toEqual([planId]);
    expect((await common(bob, ann)).data).toEqual([]);
  });

  test('whoever takes over is parted from those whom they have blocked', async () => {
    const planId = await soon({ least: 2, seats: 6 });
    await comes(planId, ann, bob, cat);
    await ann.get(blockPerson, { body: { blockedId: bob.id } });
    await leave(host, planId);
    await ann.get(takeOverPlan, of(planId));
    expect(await bob.call(getPlan, { params: { planId } })).toMatchObject({ status: 404 });
    expect((await seen(ann, planId)).goingCount).toBe(2);
  });
});

describe('the conversation (PLAN-016)', () => {
  test('begins with the second person, has the plan as its name, and no wallet', async () => {
    const planId = await soon({ title: 'Doubles', least: 2 });
    const [mine] = await comes(planId, ann);
    const conversationId = mine!.mine.conversationId!;
    const { data } = await ann.get(getConversation, { params: { conversationId } });
    expect(data).toMatchObject({
      ...{ title: null, chatRoom: null, joinRadius: null, latitude: null, memberCount: 2 },
      plan: { id: planId, title: 'Doubles', activity: 'badminton', state: 'on' },
      can: { send: true, manage: false, vote: false },
    });
    expect(data.messages.map(({ event }) => event?.code)).toEqual(['member_joined', 'plan_on']);
    await ann.get(sendMessage, { params: { conversationId }, body: { content: 'Two rackets' } });
    expect(await host.call(getWallet, { query: { conversationId } })).toMatchObject({ status: 404 });
    await leave(host, planId);
    const after = await ann.get(getConversation, { params: { conversationId } });
    expect(after.data.members.map(({ role }) => role)).toEqual(['MEMBER']);
    expect(await host.call(getConversation, { params: { conversationId } })).toMatchObject({ status: 403 });
    const list = await ann.get(listConversations, {});
    expect(list.data).toMatchObject([{ id: conversationId, plan: { id: planId } }]);
  });

  test('counts nobody any more who deleted the account, and its members are told that number', async () => {
    const planId = await soon({ least: 2 });
    const [mine] = await comes(planId, ann, bob);
    const params = { conversationId: mine!.mine.conversationId! };
    const stream = await TestStream.open(ann);
    await bob.get(removeAccount, { params: { userId: bob.id }, body: {} });
    const { data } = await ann.get(getConversation, { params });
    expect(data.memberCount).toBe(2);
    const left = await stream.until(({ type }) => type === 'member_leave');
    expect(left).toMatchObject({ userId: bob.id, memberCount: 2 });
    stream.close();
  });
});
