import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { inviteToPlan, joinPlan, leavePlan, listPlanPeople } from '@dazi/contract/plans/plan-people';
import { getPlan as getPlanEndpoint } from '@dazi/contract/plans/plan-views';
import type { Plan } from '@dazi/contract/plans/plans';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppError } from '#platform/app-error.ts';
import { rowsOf } from '#platform/database/builder.ts';
import type { Database } from '#platform/database/connection.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { PlanJoiner } from './joining.service.ts';
import { inPlan, mostWaiting } from './plan-standing.service.ts';
import { getPlan, PlanViews } from './plan-views.service.ts';
import { furtherPlan, hour_ms, localIn, planner } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
let underWay = 0;
let most = 0;
let begun = 0;
/** How often a plan was looked up for several people. */
let looks = 0;
/** What a transaction waits for before it begins. */
let gate = Promise.resolve();
beforeAll(async () => {
  app = await startTestApp({}, {}, async () => {
    const database = await openTestDatabase();
    const transaction: Database['transaction'] = async (work, options) => {
      begun++;
      most = Math.max(most, ++underWay);
      try {
        await gate;
        return await database.transaction(work, options);
      } finally {
        underWay--;
      }
    };
    const query: Database['query'] = (text, ...further) => {
      if (text.includes('v(id, invite_hash, number)')) looks++;
      return database.query(text, ...further);
    };
    return { ...database, transaction, query };
  });
});
afterAll(() => app.close());

test('PLAN-035: who joins one plan at once waits without a connection, and another plan does not wait', async () => {
  const host = await planner(app, 'Host');
  const crowd: TestPerson[] = [];
  for (let number = 0; number < 12; number++) crowd.push(await planner(app, `Joiner ${number}`));
  const [one, other] = [await furtherPlan(app, host), await furtherPlan(app, host)];
  const joinAll = async (planIds: string[]) => {
    most = 0;
    const answers = await Promise.all(
      crowd.map((person, number) =>
        person.call(joinPlan, { params: { planId: planIds[number % planIds.length]! }, body: {} }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(crowd.map(() => 200));
    return most;
  };
  expect(await joinAll([one])).toBe(1);
  expect(await joinAll([one, other])).toBeLessThanOrEqual(2);
});

test('PLAN-035: those who come while others join do so in one transaction, each as if they were alone', async () => {
  const host = await planner(app, 'Host of a crowd');
  const planId = await furtherPlan(app, host, { seats: 4, listed: false });
  const params = { planId };
  const { invite } = (await host.get(inviteToPlan, { params })).data;
  const crowd: TestPerson[] = [];
  for (let number = 0; number < 5; number++) crowd.push(await planner(app, `Crowd ${number}`));
  const [first, second, third, fourth, fifth] = crowd;
  const blocked = await planner(app, 'Blocked');
  await block(app.deps, host, blocked);
  const unstated = await app.person('Unstated');
  const joiner = new PlanJoiner(app.deps);
  // Not over HTTP, where whose session is read first comes first.
  const join = ({ user }: TestPerson, body: BodyOf<typeof joinPlan> = { invite }) =>
    joiner.join({ ...user, standing: { kind: 'good' } } as never, planId, body).then(
      () => 'joined',
      (error) => error.code,
    );
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  begun = 0;
  const asked = [join(first!)];
  await expect.poll(() => begun).toBe(1);
  asked.push(
    join(second!),
    join(unstated),
    join(blocked),
    join(third!),
    join(second!),
    join(fourth!, {}),
    join(fourth!, { invite, ifFull: 'no' }),
    join(fifth!),
  );
  open();
  expect(await Promise.all(asked)).toEqual([
    'joined',
    'joined',
    'ADULT_NEEDED',
    'PLAN_NOT_FOUND',
    'joined',
    'joined',
    'PLAN_NOT_FOUND',
    'PLAN_FULL',
    'joined',
  ]);
  expect(begun).toBe(2);
  const peopleWho = async (standing: 'going' | 'waiting') => {
    const { data } = await host.get(listPlanPeople, { params, query: { standing } });
    return new Set(data.map(({ person }) => person.id));
  };
  const idsOf = (...who: TestPerson[]) => new Set(who.map(({ id }) => id));
  expect(await peopleWho('going')).toEqual(idsOf(host, first!, second!, third!));
  expect(await peopleWho('waiting')).toEqual(idsOf(fifth!));
});

test('PLAN-009: those who come into the line together stand in it in the order in which they came', async () => {
  const host = await planner(app, 'Host of a line');
  const planId = await furtherPlan(app, host, { seats: 3 });
  const params = { planId };
  // The row of somebody who comes again is older than that of who was before them.
  const again = await planner(app, 'Again');
  await again.get(joinPlan, { params, body: {} });
  await again.get(leavePlan, { params, body: {} });
  for (const name of ['Going', 'Going too'])
    await (await planner(app, name)).get(joinPlan, { params, body: {} });
  const line = [
    await planner(app, 'First'),
    again,
    await planner(app, 'Third'),
    await planner(app, 'Fourth'),
  ];
  const joiner = new PlanJoiner(app.deps);
  begun = 0;
  await Promise.all(
    line.map(({ user }) => joiner.join({ ...user, standing: { kind: 'good' } } as never, planId, {})),
  );
  expect(begun).toBeLessThan(line.length);
  const places: unknown[] = [];
  for (const person of line) places.push((await person.get(getPlanEndpoint, { params })).data.mine.place);
  expect(places).toEqual([1, 2, 3, 4]);
});

test('those who come while others look at a plan see it by one query, each as if they were alone', async () => {
  const host = await planner(app, 'Host who is looked at');
  const planId = await furtherPlan(app, host, { seats: 3, listed: false });
  const { invite } = (await host.get(inviteToPlan, { params: { planId } })).data;
  const other = await furtherPlan(app, host);
  const [guest, second, waiting, stranger] = [
    await planner(app, 'Guest'),
    await planner(app, 'Second guest'),
    await planner(app, 'In line'),
    await planner(app, 'Stranger'),
  ];
  for (const person of [guest, second, waiting])
    await person.get(joinPlan, { params: { planId }, body: { invite } });
  const blocked = await planner(app, 'Blocked from looking');
  await block(app.deps, host, blocked);
  const [wary, shunned] = [await planner(app, 'Wary'), await planner(app, 'Shunned')];
  await block(app.deps, wary, guest!);
  await block(app.deps, second!, shunned);
  const views = new PlanViews(app.deps);
  looks = 0;
  const alone: (() => Promise<unknown>)[] = [];
  const look = ({ user }: TestPerson, further: Parameters<PlanViews['get']>[2] = {}, id = planId) => {
    const failed = (error: AppError) => error.code;
    const viewer = { ...user, standing: { kind: 'good' } } as never;
    alone.push(() => getPlan(app.deps, viewer, id, further).catch(failed));
    return views.get(viewer, id, further).catch(failed);
  };
  const seen = await Promise.all([
    look(host),
    look(stranger),
    look(guest),
    look(stranger, { invite, from: haight }),
    look(blocked, { invite }),
    look(waiting),
    look(stranger, { invite: 'another' }),
    look(guest, {}, 'no-such-plan'),
    look(stranger, {}, other),
    look(wary, { invite }),
    look(shunned, { invite }),
  ]);
  // The first of each plan goes at once and alone.
  expect(looks).toBe(1);
  expect(seen).toEqual(await Promise.all(alone.map((ask) => ask())));
  expect(looks).toBe(1);
  const shown = (plan: Plan | string) =>
    typeof plan === 'string'
      ? plan
      : [
          ...[plan.mine?.standing, plan.mine?.place, plan.spot !== null, plan.distanceKm],
          ...plan.people.map(({ name }) => name),
        ];
  const all = ['Host who is looked at', 'Guest', 'Second guest'];
  expect(seen.map(shown)).toEqual([
    ['going', null, true, null, ...all],
    'PLAN_NOT_FOUND',
    ['going', null, true, null, ...all],
    ['none', null, false, expect.any(Number), ...all],
    'PLAN_NOT_FOUND',
    ['waiting', 1, false, null, ...all],
    'PLAN_NOT_FOUND',
    'PLAN_NOT_FOUND',
    ['none', null, false, null, 'Host who is looked at'],
    ['none', null, false, null, 'Host who is looked at', 'Second guest'],
    ['none', null, false, null, 'Host who is looked at', 'Guest'],
  ]);
});

test('PLAN-035: of more than can wait for one plan the rest is told to come back, and another plan goes on', async () => {
  const [host, patient, late] = [
    await planner(app, 'Host of many'),
    await planner(app, 'Patient'),
    await planner(app, 'Late'),
  ];
  const [one, other] = [await furtherPlan(app, host), await furtherPlan(app, host)];
  const join = (person: TestPerson, planId: string) =>
    person.call(joinPlan, { params: { planId }, body: {} });
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const waiting = Array.from({ length: mostWaiting + 1 }, () =>
    inPlan(app.deps, patient.user as never, one, {}, async () => {}),
  );
  const refused = await join(late, one);
  open();
  expect(refused).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  expect(refused.headers['retry-after']).toBe('2');
  expect((await join(late, other)).status).toBe(200);
  await Promise.all(waiting);
  expect((await join(late, one)).status).toBe(200);
});

test('PLAN-035: all that is due is done in one run, each plan once', async () => {
  const host = await planner(app, 'Busy host');
  const first = await furtherPlan(app, host, { local: localIn(app, 4 * hour_ms) });
  const many = 230;
  await app.deps.db.execute(sql`INSERT INTO plans SELECT (jsonb_populate_record(p, jsonb_build_object('id', 'due-' || n,
      'client_id', 'due-' || n))).* FROM plans p, generate_series(1, ${many}::int) n WHERE p.id = ${first}`);
  await app.deps.db.execute(sql`INSERT INTO plan_people SELECT (jsonb_populate_record(w, jsonb_build_object('id', 'due-' || n,
      'plan_id', 'due-' || n))).* FROM plan_people w, generate_series(1, ${many}::int) n WHERE w.plan_id = ${first}`);
  app.clock.advance(3 * hour_ms);
  await Promise.all([advancePlans(app.deps), advancePlans(app.deps)]);
  const [row] = await rowsOf<{ off: number; told: number; plans: number }>(
    app.deps.db,
    sql`SELECT (SELECT count(*)::int FROM plans WHERE id LIKE 'due-%' AND called_off_reason = 'too_few' AND version = 2) AS off,
        count(*)::int AS told, count(DISTINCT event->>'planId')::int AS plans FROM outbox
      WHERE event->>'kind' = 'plan_told' AND event->>'planId' LIKE 'due-%' AND event->>'code' = 'plan_called_off'`,
  );
  expect(row).toEqual({ off: many, told: many, plans: many });
});
