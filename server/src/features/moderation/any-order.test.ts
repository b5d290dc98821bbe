import { restorable_ms } from '@dazi/contract/identity/identity.rules';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountParts, reportTargets } from '#src/areas.ts';
import { type Stage, stepOrWait, World } from '../../testing/any-order.ts';
import { eraseLeft } from '../../testing/fates.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { diceOf, turnsOf } from '../../testing/test-share.ts';
import { countNaming, personColumns } from '../../testing/test-tables.ts';
import { moderationJobs } from './moderation.jobs.ts';
import { verifyLog } from './moderation-log.service.ts';

const hour_ms = 60 * 60 * 1000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example,rosa@people.example' });
});
afterAll(() => app.close());

async function wait(ms: number) {
  app.clock.advance(ms);
  for (const job of moderationJobs(accountParts, reportTargets)) await job.run(app.deps);
}

const stage: Stage = {
  now_ms: () => app.clock.read().getTime(),
  person: (name) => app.person(name),
  ask: (call) => call(),
  async verify() {
    expect(await verifyLog(app.deps)).toMatchObject({ problem: null });
  },
  async erased(personId) {
    await wait(restorable_ms);
    await eraseLeft(app);
    for (const { table, column } of await personColumns(app.deps.db)) {
      expect([table, column, await countNaming(app.deps.db, table, [column], personId)]).toEqual([
        table,
        column,
        0,
      ]);
    }
  },
  wait: (hours) => wait(hours * hour_ms),
};

test('whatever is reported, changed, taken back, decided, appealed, lifted and erased in which order', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepOrWait, { minLength: 8, maxLength: 24 }), async (steps) => {
      const world = await World.make(stage);
      for (const one of [{ do: 'report', of: 'post', by: 0 } as const, ...steps]) {
        await world.take(one);
        await world.holds();
      }
    }),
    { numRuns: turnsOf(12), seed: diceOf(25) },
  );
});
