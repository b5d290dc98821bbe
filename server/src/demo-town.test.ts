import { loadDemoTown } from '@dazi/contract/demo-town/demo-town';
import { planState, planStates } from '@dazi/contract/plans/plans.rules';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day_ms, hour_ms } from '#features/plans/plans.builder.ts';
import { advancePlans } from '#features/plans/plans.jobs.ts';
import { plans } from '#features/plans/plans.tables.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // The job of the plans, which has another clock than what is loaded, comes after every commit.
  const { deps } = app;
  const unwatched = { ...deps };
  deps.transact = async (work) => {
    const result = await unwatched.transact(work);
    await advancePlans(unwatched);
    return result;
  };
  await app.visitor().get(loadDemoTown, { body: {} });
  deps.transact = unwatched.transact;
});
afterAll(() => app.close());

test('the plans of the town are of every state, from three hours to nine days ahead, and stay so', async () => {
  const now = app.clock.read().getTime();
  await advancePlans(app.deps);
  const rows = await app.deps.db.select().from(plans).orderBy(asc(plans.startsAt));
  const stateOf = ({ calledOffAt, startsAt, endsAt, ...row }: (typeof rows)[number]) =>
    planState(
      {
        ...row,
        calledOffAt: calledOffAt && calledOffAt.getTime(),
        startsAt: startsAt.getTime(),
        endsAt: endsAt.getTime(),
      },
      now,
    );
  expect(new Set(rows.map(stateOf))).toEqual(new Set(planStates));
  expect(rows.map(({ calledOffReason }) => calledOffReason).filter(Boolean)).toEqual(['weather']);
  const [first, ...later] = rows.filter(({ startsAt }) => startsAt.getTime() > now);
  expect(first!.startsAt.getTime() - now).toBeLessThan(3.25 * hour_ms);
  const farthest_ms = later.at(-1)!.startsAt.getTime() - now;
  expect(farthest_ms).toBeGreaterThan(8 * day_ms);
  expect(farthest_ms).toBeLessThan(10 * day_ms);
  expect(rows.every(({ goingCount, conversationId }) => goingCount === 1 || conversationId !== null)).toBe(
    true,
  );
});
