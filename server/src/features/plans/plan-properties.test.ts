import { removeAccount } from '@dazi/contract/identity/identity';
import { blockPerson, unblockPerson } from '@dazi/contract/people/blocks';
import {
  answerPlanRequest,
  joinPlan,
  leavePlan,
  removeFromPlan,
  takeOverPlan,
} from '@dazi/contract/plans/plan-people';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { callOffPlan, changePlan, createPlan } from '@dazi/contract/plans/plans';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { turnsOf } from '../../testing/test-share.ts';
import { type ModelCommand, PlanModel } from './plan-model.builder.ts';
import { livingPlansOf } from './plan-people.store.ts';
import { furtherPlan, hour_ms, localIn, planBody, planner } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

/** Everything in any order: what is stored is what a model of a few lines says, and what must never be is never so. */

const crew = 6;
let app: TestApp;
let people: TestPerson[];
beforeAll(async () => {
  app = await startTestApp();
  people = await Promise.all(Array.from({ length: crew }, (_, index) => planner(app, `Person ${index}`)));
});
afterAll(() => app.close());

const person = fc.nat(crew - 1);
const command: fc.Arbitrary<ModelCommand> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('join' as const), who: person }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('leave' as const), who: person }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('let_in' as const, 'decline' as const), who: person }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), who: person }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('block' as const, 'unblock' as const),
      who: person,
      whom: person,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take_over' as const), who: person }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('seats' as const), seats: fc.integer({ min: 3, max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'decide' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('call_off' as const) }) },
);

interface Stored {
  going_count: number;
  seats: number;
  host_id: string | null;
  stage: string;
  called_off_at: string | null;
}

async function stored(planId: string) {
  const [plan] = await rowsOf<Stored>(
    app.deps.db,
    sql`SELECT going_count, seats, host_id, stage, called_off_at FROM plans WHERE id = ${planId}`,
  );
  const rows = await rowsOf<{ user_id: string; standing: string }>(
    app.deps.db,
    sql`SELECT user_id, standing FROM plan_people WHERE plan_id = ${planId} ORDER BY queued_at, id`,
  );
  return { plan: plan!, rows };
}

async function run(planId: string, one: ModelCommand, hostIndex: number | null): Promise<void> {
  const params = { planId };
  const host = people[hostIndex ?? 0]!;
  const who = people['who' in one ? one.who : 0]!;
  const ofPerson = { planId, personId: who.id };
  app.clock.advance(5);
  switch (one.do) {
    case 'join':
      await who.call(joinPlan, { params, body: {} });
      break;
    case 'leave':
      await who.call(leavePlan, { params, body: {} });
      break;
    case 'let_in':
    case 'decline':
      await host.call(answerPlanRequest, { params: ofPerson, body: { action: one.do } });
      break;
    case 'remove':
      await host.call(removeFromPlan, { params: ofPerson, body: { reason: 'other' } });
      break;
    case 'block':
      await who.call(blockPerson, { body: { blockedId: people[one.whom]!.id } });
      break;
    case 'unblock':
      await who.call(unblockPerson, { body: { blockedId: people[one.whom]!.id } });
      break;
    case 'take_over':
      await who.call(takeOverPlan, { params, body: {} });
      break;
    case 'seats': {
      const seen = await host.call(getPlan, { params });
      const version = seen.success ? seen.data.version : 0;
      await host.call(changePlan, { params, body: { version, seats: one.seats } });
      break;
    }
    case 'decide':
      app.clock.advance(2 * hour_ms);
      await advancePlans(app.deps);
      break;
    case 'call_off':
      await host.call(callOffPlan, { params, body: { reason: 'other' } });
  }
}

describe('any order (PLAN-008, PLAN-009, PLAN-013)', () => {
  test('the standings are those of the model, and never more are in than seats', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('open' as const, 'ask' as const),
        fc.array(command, { minLength: 8, maxLength: 24 }),
        async (entry, commands) => {
          await app.deps.db.execute(sql`DELETE FROM blocks`);
          await app.deps.db.execute(sql`DELETE FROM plans`);
          people = await Promise.all(people.map((_, index) => planner(app, `Person ${index}`)));
          const step_ms = 5 * 60_000;
          app.clock.advance(step_ms - (app.clock.read().getTime() % step_ms));
          const local = localIn(app, 4 * hour_ms);
          const planId = await furtherPlan(app, people[0]!, { local, seats: 3, least: 2, entry });
          const model = new PlanModel({ seats: 3, least: 2, entry });
          for (const one of commands) {
            if ('whom' in one && one.who === one.whom) continue;
            // The decision comes once.
            if (one.do === 'decide' && model.isDecided) continue;
            await run(planId, one, model.host);
            model.apply(one);
            const { plan, rows } = await stored(planId);
            const standings = Object.fromEntries(
              rows.map(({ user_id, standing }) => [people.findIndex(({ id }) => id === user_id), standing]),
            );
            expect(standings).toEqual(model.standings());
            const going = rows.filter(({ standing }) => standing === 'going');
            expect(plan.going_count).toBe(going.length);
            expect(plan.going_count).toBeLessThanOrEqual(plan.seats);
            expect(plan.host_id).toBe(model.host === null ? null : people[model.host]!.id);
            expect(plan.called_off_at !== null).toBe(model.isCalledOff);
            expect(
              rows.filter(({ standing }) => standing === 'waiting').map(({ user_id }) => user_id),
            ).toEqual(model.line.map((index) => people[index]!.id));
          }
        },
      ),
      { numRuns: Number(process.env.PLAN_RUNS ?? turnsOf(30)) },
    );
  }, 300_000);
});

describe('at once (PLAN-008)', () => {
  const most = 200;
  let crowd: TestPerson[];
  beforeAll(async () => {
    crowd = await Promise.all(Array.from({ length: most }, (_, index) => planner(app, `Crowd ${index}`)));
  });

  test.each([2, 20])(
    `on %i seats come ${most}: as many are in as there are seats, the rest in line without a gap`,
    async (seats) => {
      const host = await planner(app, `Host of ${seats}`);
      const planId = await furtherPlan(app, host, { seats, entry: seats === 2 ? 'ask' : 'open' });
      if (seats === 2) await app.deps.db.execute(sql`UPDATE plans SET entry = 'open' WHERE id = ${planId}`);
      const answers = await Promise.all(
        crowd.map((one) => one.call(joinPlan, { params: { planId }, body: {} })),
      );
      expect(answers.filter(({ success }) => !success)).toEqual([]);
      const { plan, rows } = await stored(planId);
      const count = (standing: string) => rows.filter((row) => row.standing === standing).length;
      expect([plan.going_count, count('going'), count('waiting')]).toEqual([seats, seats, most + 1 - seats]);
      const places = await Promise.all(
        crowd.map(async (one) => (await one.get(getPlan, { params: { planId } })).data.mine.place),
      );
      const inLine = places.filter((place) => place !== null).sort((one, other) => one - other);
      expect(inLine).toEqual(Array.from({ length: most + 1 - seats }, (_, index) => index + 1));
    },
    120_000,
  );

  test.each(['let in', 'join', 'promote', 'make'] as const)(
    'somebody deletes their account while it is their turn to %s: they are in nowhere, and nobody waits for ever',
    async (which) => {
      for (let round = 0; round < 8; round++) {
        const [host, ann, bob] = await Promise.all(
          ['Host', 'Ann', 'Bob'].map((name) => planner(app, `${name} gone ${which} ${round}`)),
        );
        const entry = which === 'let in' ? 'ask' : 'open';
        const seats = which === 'promote' ? 3 : 4;
        const planId = await furtherPlan(app, host!, { seats, least: 2, entry });
        const params = { planId };
        const join = (one: TestPerson) => one.call(joinPlan, { params, body: {} });
        if (which === 'promote') for (const name of ['Cat', 'Dan']) await join(await planner(app, name));
        if (which === 'promote') await join(bob!);
        if (which === 'let in' || which === 'promote') await join(ann!);
        const turn = {
          'let in': () =>
            host!.call(answerPlanRequest, {
              params: { planId, personId: ann!.id },
              body: { action: 'let_in' },
            }),
          join: () => join(ann!),
          // Two seats are free at once: Bob's and Ann's turn.
          promote: async () => {
            const { version } = (await host!.get(getPlan, { params })).data;
            return host!.call(changePlan, { params, body: { version, seats: 5 } });
          },
          make: () => ann!.call(createPlan, { body: planBody(app) }),
        }[which];
        const [answer, gone] = await Promise.all([
          turn(),
          ann!.call(removeAccount, { params: { userId: ann!.id }, body: {} }),
        ]);
        expect(gone.status).toBe(200);
        expect(answer.status).not.toBe(500);
        const left = await livingPlansOf(app.deps.db, ann!.id, app.deps.clock());
        expect(left).toEqual([]);
        const { plan, rows } = await stored(planId);
        expect(plan.going_count).toBe(rows.filter(({ standing }) => standing === 'going').length);
      }
    },
    120_000,
  );
});
