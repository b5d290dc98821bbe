import { joinPlan } from '@dazi/contract/plans/plan-people';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import type { Database } from '#platform/database/connection.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { inPlan, mostWaiting } from './plan-standing.service.ts';
import { furtherPlan, hour_ms, localIn, planner } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
let underWay = 0;
let most = 0;
/** What a transaction waits for before it begins. */
let gate = Promise.resolve();
beforeAll(async () => {
  app = await startTestApp({}, {}, async () => {
    const database = await openTestDatabase();
    const transaction: Database['transaction'] = async (work, options) => {
      most = Math.max(most, ++underWay);
      try {
        await gate;
        return await database.transaction(work, options);
      } finally {
        underWay--;
      }
    };
    return { ...database, transaction };
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
