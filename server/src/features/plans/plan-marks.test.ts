import { exportAccount } from '@dazi/contract/identity/identity';
import { getMarks, saveMarks } from '@dazi/contract/plans/plan-marks';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { callOffPlan, type Plan } from '@dazi/contract/plans/plans';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { filesOfArchive } from '../../testing/test-archive.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { plansAccount } from './plans.account.ts';
import { aParty, day_ms, furtherPlan, hour_ms, joined, localIn, planner } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
let number = 0;
let host: TestPerson;
let ann: TestPerson;
let bob: TestPerson;
let plan: Plan;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  number++;
  [host, ann, bob] = await aParty(app, 'Host', 'Ann', 'Bob');
  const id = await furtherPlan(app, host, { local: localIn(app, 6 * hour_ms), least: 2 });
  await joined({ id }, ann, bob);
  plan = (await host.get(getPlan, { params: { planId: id } })).data;
});

const again = (person: TestPerson) => app.person(person.user!.name);
const until = async (instant: string, ms = 0) => {
  app.clock.advance(Date.parse(instant) + ms - app.clock.read().getTime());
  await advancePlans(app.deps);
};
const save = async (as: TestPerson, ...marks: [TestPerson | { id: string }, boolean][]) =>
  (await again(as)).call(saveMarks, {
    params: { planId: plan.id },
    body: { marks: marks.map(([{ id: userId }, came]) => ({ userId, came })) },
  });
const read = async (as: TestPerson) =>
  (await (await again(as)).get(getMarks, { params: { planId: plan.id } })).data;
const archived = async (person: TestPerson) => {
  const archive = await (await (await again(person)).fetch(exportAccount.path)).arrayBuffer();
  const [, kept] = [...filesOfArchive(Buffer.from(archive))].find(([name]) => name.includes('planMarks'))!;
  return String(kept);
};
const stored = () => rowsOf(app.deps.db, sql`SELECT * FROM plan_marks WHERE plan_id = ${plan.id}`);

describe('who came (PLAN-029)', () => {
  test('is noted for oneself, and read by nobody else', async () => {
    await until(plan.startsAt);
    expect(await save(host, [ann, true], [bob, false])).toMatchObject({ status: 200 });
    expect(await save(host, [bob, true])).toMatchObject({ status: 200 });
    expect(await save(ann, [bob, false])).toMatchObject({ status: 200 });
    const byId = (marks: { userId: string; came: boolean }[]) =>
      Object.fromEntries(marks.map(({ userId, came }) => [userId, came]));
    expect(byId(await read(host))).toEqual({ [ann.id]: true, [bob.id]: true });
    expect([byId(await read(ann)), await read(bob)]).toEqual([{ [bob.id]: false }, []]);
    const stranger = await planner(app, `Stranger ${number}`);
    const asked = await stranger.call(getMarks, { params: { planId: plan.id } });
    expect(asked).toMatchObject({ code: 'NOT_IN_PLAN' });
    expect(await archived(host)).toContain(ann.id);
    expect(await archived(bob)).not.toContain(ann.id);
  });

  test('is noted from the start until a week after the end', async () => {
    const can = async () =>
      (await (await again(ann)).get(getPlan, { params: { planId: plan.id } })).data.can.mark;
    await until(plan.startsAt, -1);
    expect([await can(), await save(ann, [bob, true])]).toMatchObject([false, { code: 'PLAN_MARKS_CLOSED' }]);
    await until(plan.startsAt);
    expect([await can(), await save(ann, [bob, true])]).toMatchObject([true, { status: 200 }]);
    await until(plan.endsAt, 7 * day_ms - 1);
    expect([await can(), await save(ann, [host, true])]).toMatchObject([true, { status: 200 }]);
    await until(plan.endsAt, 7 * day_ms);
    expect([await can(), await save(ann, [bob, false])]).toMatchObject([
      false,
      { code: 'PLAN_MARKS_CLOSED' },
    ]);
    expect(await read(ann)).toHaveLength(2);
  });

  test('only of others who were in, and whoever was in', async () => {
    const stranger = await planner(app, `Stranger ${number}`);
    await until(plan.startsAt);
    for (const about of [ann, stranger, { id: 'nobody' }])
      expect(await save(ann, [bob, true], [about, true])).toMatchObject({ code: 'PLAN_MARK_INVALID' });
    expect(await save(ann, [bob, true], [bob, false])).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await save(stranger, [ann, true])).toMatchObject({ code: 'NOT_IN_PLAN' });
    await block(app.deps, bob, ann);
    expect(await save(ann, [bob, true])).toMatchObject({ code: 'PLAN_MARK_INVALID' });
    expect(await stored()).toEqual([]);
  });

  test('what was called off nobody came to', async () => {
    await until(plan.startsAt);
    await (await again(host)).get(callOffPlan, { params: { planId: plan.id }, body: { reason: 'ill' } });
    expect(await save(ann, [bob, true])).toMatchObject({ code: 'PLAN_MARKS_CLOSED' });
  });

  test('goes with either account, and 90 days after the end', async () => {
    await until(plan.startsAt);
    await save(host, [ann, true], [bob, true]);
    await save(ann, [bob, true], [host, true]);
    await plansAccount.erase(app.deps, ann.id);
    expect(await stored()).toMatchObject([{ by_id: host.id, about_id: bob.id }]);
    await until(plan.endsAt, 90 * day_ms);
    expect(await stored()).toEqual([]);
  });
});
