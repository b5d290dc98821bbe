import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { rowsOf } from './database/builder.ts';
import { platformJobs } from './jobs.ts';
import { eraseEventsBefore } from './outbox.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const hour_ms = 60 * 60 * 1000;
const ago = (hours: number) => new Date(app.deps.clock().getTime() - hours * hour_ms);

/** Events with these ages, in the order of their numbers. */
async function happened(...hours: number[]) {
  await app.deps.db.execute(sql`DELETE FROM outbox`);
  for (const each of hours) {
    await app.deps.db.execute(
      sql`INSERT INTO outbox (topic, event, created_at) VALUES ('test:old', '{}', ${ago(each).toISOString()})`,
    );
  }
}
const agesLeft = async () =>
  (
    await rowsOf<{ createdAt: string }>(
      app.deps.db,
      sql`SELECT created_at AS "createdAt" FROM outbox WHERE topic = 'test:old' ORDER BY id`,
    )
  ).map(({ createdAt }) => Math.round((app.deps.clock().getTime() - Date.parse(createdAt)) / hour_ms));

test('what is old is erased in batches, also behind one that a clock ahead has written', async () => {
  await happened(9, 8, 1, 7, 6, 2, 3);
  const erased: number[] = [];
  do erased.push(await eraseEventsBefore(app.deps.db, ago(5), 3));
  while (erased.at(-1) !== 0);
  expect(erased).toEqual([2, 2, 0]);
  expect(await agesLeft()).toEqual([1, 2, 3]);
});

test('the job leaves seven days, or as many as the operator says', async () => {
  const day = 24;
  await happened(9 * day, 7 * day + 1, 7 * day - 1, 1);
  await platformJobs.find(({ name }) => name === 'erase old events')!.run(app.deps);
  expect(await agesLeft()).toEqual([7 * day - 1, 1]);
  const deps = { ...app.deps, config: { ...app.deps.config, outboxDays: 1 } };
  await platformJobs.find(({ name }) => name === 'erase old events')!.run(deps);
  expect(await agesLeft()).toEqual([1]);
});
