import { getConversation } from '@dazi/contract/chat/conversation-views';
import { removeAccount, restoreAccount } from '@dazi/contract/identity/identity';
import { decide } from '@dazi/contract/moderation/decisions';
import { blockPerson } from '@dazi/contract/people/blocks';
import { saveMarks } from '@dazi/contract/plans/plan-marks';
import { leavePlan } from '@dazi/contract/plans/plan-people';
import { getPlan, listMyPlans } from '@dazi/contract/plans/plan-views';
import { callOffPlan } from '@dazi/contract/plans/plans';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reasonGiven } from '#features/moderation/moderation.builder.ts';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { addressOf, aParty, day_ms, furtherPlan, hour_ms, joined, localIn } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
let host: TestPerson;
let ann: TestPerson;
let bob: TestPerson;
let stranger: TestPerson;
let planId: string;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
});
afterAll(() => app.close());
beforeEach(async () => {
  [host, ann, bob, stranger] = await aParty(app, 'Host', 'Ann', 'Bob', 'Stranger');
  const local = localIn(app, 4 * hour_ms);
  const cost = { cost: 'amount', costText: '20 dollars' } as const;
  planId = await furtherPlan(app, host, { local, minutes: 60, title: 'Doubles', note: 'East gate', ...cost });
});

const seen = async (as: TestPerson) => (await as.get(getPlan, { params: { planId } })).data;
const lastOfPast = async (as: TestPerson) =>
  (await as.get(listMyPlans, { query: { part: 'past' } })).data[0]?.id;
const again = (person: TestPerson) => app.person(person.user!.name);
const deletesAccount = () => host.get(removeAccount, { params: { userId: host.id }, body: {} });
/** Nor do the calendars and the notices of whoever was in. */
async function saysNothingOf(...words: string[]) {
  await allNotified(app.deps);
  const { list } = await notificationsOf(ann);
  expect(list.map(({ code }) => code)).toContain('plan_on');
  const texts = [JSON.stringify(list)];
  for (const path of [`/api/plans/${planId}/calendar`, await addressOf(ann)])
    texts.push(await (await ann.fetch(path)).text());
  for (const text of texts) {
    expect(text).toContain('Badminton');
    for (const word of words) expect(text).not.toContain(word);
  }
}
async function isSuspended() {
  const until = new Date(app.clock.read().getTime() + day_ms).toISOString();
  const judge = await app.person('Judge');
  await judge.get(decide, { body: { personId: host.id, action: 'suspend', until, ...reasonGiven } });
}

describe('a host whose account is gone once a plan is done (PLAN-014)', () => {
  test.each([
    ['deletes it', deletesAccount],
    ['is suspended', isSuspended],
  ])('after calling it off %s: whoever was in still finds what became of it', async (_how, goes) => {
    const [mine] = await joined({ id: planId }, ann, bob);
    await bob.get(leavePlan, { params: { planId }, body: {} });
    await host.get(callOffPlan, { params: { planId }, body: { reason: 'ill' } });
    await goes();
    const unsaid = { title: null, note: null, host: null };
    for (const person of [ann, bob])
      expect(await seen(person)).toMatchObject({
        state: 'called_off',
        calledOff: { reason: 'ill' },
        ...unsaid,
      });
    expect((await seen(ann)).people.map(({ id }) => id)).toEqual([ann.id]);
    expect(await lastOfPast(ann)).toBe(planId);
    const conversationId = mine!.mine.conversationId!;
    const { data } = await ann.get(getConversation, { params: { conversationId } });
    expect(data.plan).toMatchObject({ id: planId, title: null, state: 'called_off' });
    await saysNothingOf('Doubles', '20 dollars');
    for (const other of [stranger, app.visitor()])
      expect(await other.call(getPlan, { params: { planId } })).toMatchObject({ code: 'PLAN_NOT_FOUND' });
  });

  test('afterwards: the others go on marking who came, and all of it is as it was once the account is back', async () => {
    await joined({ id: planId }, ann, bob);
    app.clock.advance(6 * hour_ms);
    await advancePlans(app.deps);
    [host, ann, bob] = [await again(host), await again(ann), await again(bob)];
    await deletesAccount();
    const marks = [{ userId: bob.id, came: true }];
    expect((await ann.get(saveMarks, { params: { planId }, body: { marks } })).data).toEqual(marks);
    expect(await seen(ann)).toMatchObject({ state: 'over', host: null, title: null, costText: null });
    await saysNothingOf('Doubles', '20 dollars');
    const file = await ann.fetch(`/api/plans/${planId}/calendar`);
    expect(await file.text()).toContain('. … each. ');
    expect(await lastOfPast(ann)).toBe(planId);
    await (await app.person(host.user!.name, { profile: false })).get(restoreAccount);
    expect(await seen(ann)).toMatchObject({ host: { id: host.id }, title: 'Doubles', note: 'East gate' });
    await ann.get(blockPerson, { body: { blockedId: host.id } });
    expect(await ann.call(getPlan, { params: { planId } })).toMatchObject({ code: 'PLAN_NOT_FOUND' });
  });
});
