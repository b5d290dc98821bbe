import { exportAccount } from '@dazi/contract/identity/identity';
import { blockPerson, unblockPerson } from '@dazi/contract/people/blocks';
import { localLater } from '@dazi/contract/plans/local-times.rules';
import { answerPlanRequest, leavePlan, removeFromPlan } from '@dazi/contract/plans/plan-people';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { planWhen } from '@dazi/contract/plans/plan-when';
import { changePlan } from '@dazi/contract/plans/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { filesOfArchive } from '../../testing/test-archive.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { aParty, aPlan, joined, planner } from './plans.builder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const archived = async (person: TestPerson) => {
  const archive = await (await person.fetch(exportAccount.path)).arrayBuffer();
  const files = [...filesOfArchive(Buffer.from(archive)).entries()];
  return String(files.find(([name]) => name.includes('planStandings'))?.[1]);
};
/** What somebody reads of plans. */
const told = async (person: TestPerson) => {
  await allNotified(app.deps);
  return (await notificationsOf(person)).list.filter(({ type }) => type === 'PLAN');
};

test('whoever was removed, or is hidden from the host, reads nowhere what the plan has become since (PLAN-006)', async () => {
  const [host, ann, bob, cat] = await aParty(app, 'Host', 'Ann', 'Bob', 'Cat');
  const plan = await aPlan(app, host, { title: 'Doubles', least: 4 });
  const params = { planId: plan.id };
  await joined(plan, ann, bob, cat);
  for (const person of [ann, bob, cat])
    expect(await told(person)).toMatchObject([{ code: 'plan_on', params: { plan: { title: 'Doubles' } } }]);
  for (const person of [bob, cat]) await person.get(leavePlan, { params });
  const ofAnn = { ...params, personId: ann.id };
  await host.get(removeFromPlan, { params: ofAnn, body: { reason: 'behaviour' } });
  await host.get(blockPerson, { body: { blockedId: bob.id } });
  await cat.get(blockPerson, { body: { blockedId: host.id } });
  const changes = { title: 'Singles', activity: 'tennis', local: localLater(plan.local, 60), seats: 7 };
  const { version } = (await host.get(getPlan, { params })).data;
  const { startsAt } = (await host.get(changePlan, { params, body: { version, ...changes } })).data;
  const was = { activity: 'badminton', title: null, local: plan.local, going: 1, seats: 4 };
  expect(await told(ann)).toMatchObject([
    { code: 'plan_removed', title: `Badminton, ${planWhen('en', plan)}`, params: { plan: was } },
  ]);
  for (const person of [bob, cat]) expect(await told(person)).toEqual([]);
  for (const person of [ann, bob, cat]) {
    const standings = await archived(person);
    expect(standings).toContain(plan.startsAt);
    expect(standings).not.toMatch(new RegExp(`tennis|${startsAt}`));
  }
  await host.get(unblockPerson, { body: { blockedId: bob.id } });
  expect(await told(bob)).toMatchObject([{ code: 'plan_on', params: { plan: { title: 'Singles' } } }]);
});

test('of a no the other devices of the host hear at once, and whoever asked hears nothing (PLAN-010)', async () => {
  const [host, ann] = await aParty(app, 'Host', 'Ann');
  const plan = await aPlan(app, host, { entry: 'ask' });
  await joined(plan, ann);
  const [other, asking] = [await TestStream.open(host), await TestStream.open(ann)];
  const params = { planId: plan.id, personId: ann.id };
  await host.get(answerPlanRequest, { params, body: { action: 'decline' } });
  const told = await other.until(({ type }) => type === 'plan');
  expect(told).toEqual({ type: 'plan', planId: plan.id, standing: 'going', version: plan.version });
  await ann.get(leavePlan, { params: { planId: plan.id } });
  // The first that they hear is of what they did themselves.
  await asking.until(({ type }) => type === 'plan');
  expect(asking.frames.filter(({ type }) => type === 'plan')).toMatchObject([{ standing: 'left' }]);
  for (const stream of [other, asking]) stream.close();
});

test('who moves up in the line hears so at once, and who is in of whom they are with now (PLAN-009)', async () => {
  const [host, ann, bob, cat, dan] = await aParty(app, 'Host', 'Ann', 'Bob', 'Cat', 'Dan');
  const plan = await aPlan(app, host, { seats: 3 });
  const params = { planId: plan.id };
  const eve = await planner(app, `Eve ${plan.id}`);
  await joined(plan, ann, bob, cat, dan, eve);
  const streams = await Promise.all([ann, dan, eve].map((person) => TestStream.open(person)));
  const heard = () =>
    Promise.all(
      streams.map(
        async (stream) => (await stream.until(({ type }) => type === 'plan')) as { standing: string },
      ),
    );
  const forget = () => {
    for (const { frames } of streams) frames.length = 0;
  };
  const placeOf = async (person: TestPerson) => (await person.get(getPlan, { params })).data.mine.place;
  // Of the numbers nothing is another: one goes, and the first in line comes.
  await bob.get(leavePlan, { params });
  expect((await heard()).map(({ standing }) => standing)).toEqual(['going', 'waiting', 'waiting']);
  expect([await placeOf(dan), await placeOf(eve)]).toEqual([1, 2]);
  forget();
  await dan.get(leavePlan, { params });
  expect((await streams[2]!.until(({ type }) => type === 'plan')) as object).toMatchObject({
    standing: 'waiting',
  });
  expect(await placeOf(eve)).toBe(1);
  for (const stream of streams) stream.close();
});
