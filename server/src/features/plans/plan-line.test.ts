import { leavePlan } from '@dazi/contract/plans/plan-people';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { furtherPlan, hour_ms, joined, planner } from './plans.builder.ts';

/** Two nodes on one database, whose clocks are an hour apart. */
let early: TestApp;
let late: TestApp;
beforeAll(async () => {
  const begins = new Date('2026-12-01T18:00:00Z');
  const database = await openTestDatabase();
  late = await startTestApp({}, {}, async () => database, { begins: new Date(begins.getTime() + hour_ms) });
  const shared = {
    kind: database.kind,
    query: database.query.bind(database),
    script: database.script.bind(database),
    transaction: database.transaction.bind(database),
    close: async () => {},
  };
  early = await startTestApp({}, {}, async () => shared, { begins });
});
afterAll(async () => {
  await early.close();
  await late.close();
});

const placeOf = async (person: TestPerson, planId: string) =>
  (await person.get(getPlan, { params: { planId } })).data.mine;

test('PLAN-009: the line is in the order in which people came, whatever the clocks of the nodes say', async () => {
  const planId = await furtherPlan(late, await planner(late, 'Host'), { seats: 3 });
  const [guest, other] = [await planner(late, 'Guest'), await planner(late, 'Other')];
  // The row of somebody who comes again is older than that of who was before them.
  const again = await planner(early, 'Again');
  await joined({ id: planId }, again);
  await again.get(leavePlan, { params: { planId }, body: {} });
  await joined({ id: planId }, guest, other);
  const line = [
    await planner(late, 'First'),
    again,
    await planner(late, 'Third'),
    await planner(early, 'Fourth'),
  ];
  await joined({ id: planId }, ...line);
  const places: (number | null)[] = [];
  for (const person of line) places.push((await placeOf(person, planId)).place);
  expect(places).toEqual([1, 2, 3, 4]);
  await guest.get(leavePlan, { params: { planId }, body: {} });
  await other.get(leavePlan, { params: { planId }, body: {} });
  const standings: string[] = [];
  for (const person of line) standings.push((await placeOf(person, planId)).standing);
  expect(standings).toEqual(['going', 'going', 'waiting', 'waiting']);
});
