import { blockPerson } from '@dazi/contract/people/blocks';
import { localLater } from '@dazi/contract/plans/local-times.rules';
import {
  answerPlanRequest,
  confirmPlan,
  joinPlan,
  leavePlan,
  removeFromPlan,
  takeOverPlan,
} from '@dazi/contract/plans/plan-people';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { callOffPlan, changePlan } from '@dazi/contract/plans/plans';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allNotified, notificationsOf } from '#features/notifications/notifications.builder.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { furtherPlan, hour_ms, localIn, planner } from './plans.builder.ts';

/** Two calls at once come out as if one had come after the other, in all that is answered, stored and told. */

const names = ['host', 'ann', 'bob', 'cat'] as const;
type Name = (typeof names)[number];
interface Answer {
  status: number;
  code?: string;
}
type Call = () => Promise<Answer>;

/** A plan in four hours for three, in which Ann and Bob may be, with Cat in line. */
class Scene {
  planId = '';
  #version = 0;
  readonly #app: TestApp;
  readonly #people: Record<Name, TestPerson>;

  private constructor(app: TestApp, people: Record<Name, TestPerson>) {
    this.#app = app;
    this.#people = people;
  }

  static async of(app: TestApp, entry: 'open' | 'ask', joining: readonly Name[]): Promise<Scene> {
    const people = await Promise.all(names.map((name) => planner(app, `${name} ${++scenes}`)));
    const [host, ann, bob, cat] = people as [TestPerson, TestPerson, TestPerson, TestPerson];
    const scene = new Scene(app, { host, ann, bob, cat });
    const local = localIn(app, 8 * hour_ms);
    scene.planId = await furtherPlan(app, host, { local, seats: 3, least: 2, entry });
    for (const name of joining) {
      app.clock.advance(10);
      await scene.join(name)();
    }
    await scene.look();
    return scene;
  }

  async look() {
    const rows = await this.#rows<{ version: number }>(
      sql`SELECT version FROM plans WHERE id = ${this.planId}`,
    );
    this.#version = rows[0]!.version;
  }

  #of = () => ({ params: { planId: this.planId }, body: {} });
  #rows = <Row>(statement: ReturnType<typeof sql>) => rowsOf<Row>(this.#app.deps.db, statement);
  #person = (personId: Name) => ({ planId: this.planId, personId: this.#people[personId].id });

  join = (who: Name) => (): Promise<Answer> => this.#people[who].call(joinPlan, this.#of());
  leave = (who: Name) => (): Promise<Answer> => this.#people[who].call(leavePlan, this.#of());
  takeOver = (who: Name) => (): Promise<Answer> => this.#people[who].call(takeOverPlan, this.#of());
  block = (who: Name, whom: Name) => (): Promise<Answer> =>
    this.#people[who].call(blockPerson, { body: { blockedId: this.#people[whom].id } });
  callOff = (): Promise<Answer> =>
    this.#people.host.call(callOffPlan, { params: { planId: this.planId }, body: { reason: 'ill' } });
  letIn = (who: Name) => (): Promise<Answer> =>
    this.#people.host.call(answerPlanRequest, { params: this.#person(who), body: { action: 'let_in' } });
  remove = (who: Name) => (): Promise<Answer> =>
    this.#people.host.call(removeFromPlan, { params: this.#person(who), body: { reason: 'other' } });
  confirm = (who: Name) => (): Promise<Answer> =>
    this.#people[who].call(confirmPlan, {
      params: { planId: this.planId },
      body: { version: this.#version },
    });
  /** As the host saw it when the scene was looked at last. */
  change = (changes: { minutesLater?: number; seats?: number }) => async (): Promise<Answer> => {
    const { minutesLater, ...others } = changes;
    const { data } = await this.#people.host.get(getPlan, { params: { planId: this.planId } });
    const local = minutesLater === undefined ? {} : { local: localLater(data.local, minutesLater) };
    const body = { version: this.#version, ...others, ...local };
    return this.#people.host.call(changePlan, { params: { planId: this.planId }, body });
  };

  /** By names, so that two scenes can be compared. */
  async outcome(answers: readonly Answer[]) {
    const [plan] = await this.#rows<Record<string, unknown>>(
      sql`SELECT going_count, seats, version, host_id, called_off_reason, asked_version, conversation_id FROM plans WHERE id = ${this.planId}`,
    );
    const rows = await this.#rows<{ user_id: string; standing: string; confirmed_version: number }>(
      sql`SELECT user_id, standing, confirmed_version FROM plan_people WHERE plan_id = ${this.planId}`,
    );
    const members = await this.#rows<{ user_id: string }>(
      sql`SELECT user_id FROM conversation_members WHERE conversation_id = ${plan!.conversation_id}`,
    );
    await allNotified(this.#app.deps);
    const nameOf = (id: unknown) => names.find((name) => this.#people[name].id === id) ?? null;
    const told: Record<string, string[]> = {};
    for (const name of names)
      told[name] = (await notificationsOf(this.#people[name])).list.map(({ code }) => code).sort();
    const sorted = (list: readonly unknown[]) => list.map(String).sort();
    return {
      answers: answers.map(({ status, code }) => `${status} ${code ?? ''}`),
      going: plan!.going_count,
      seats: plan!.seats,
      version: plan!.version,
      host: nameOf(plan!.host_id),
      calledOff: plan!.called_off_reason,
      standings: sorted(rows.map((row) => `${nameOf(row.user_id)} ${row.standing}`)),
      unsure: sorted(
        rows
          .filter((row) => row.standing === 'going' && row.confirmed_version < Number(plan!.asked_version))
          .map((row) => nameOf(row.user_id)),
      ),
      members: sorted(members.map((one) => nameOf(one.user_id))),
      told,
    };
  }
}
let scenes = 0;

interface Pair {
  entry?: 'open' | 'ask';
  joining: readonly Name[];
  before?: (scene: Scene) => Promise<unknown>;
  calls: (scene: Scene) => [Call, Call];
}

const pairs: Record<string, Pair> = {
  'joining and being blocked': {
    joining: ['bob'],
    calls: (scene) => [scene.join('ann'), scene.block('host', 'ann')],
  },
  'joining and blocking the host': {
    joining: ['bob'],
    calls: (scene) => [scene.join('ann'), scene.block('ann', 'host')],
  },
  'joining and calling off': {
    joining: ['bob'],
    calls: (scene) => [scene.join('ann'), scene.callOff],
  },
  'two for the last seat': {
    joining: ['bob'],
    calls: (scene) => [scene.join('ann'), scene.join('cat')],
  },
  'leaving and the next in line giving up': {
    joining: ['ann', 'bob', 'cat'],
    calls: (scene) => [scene.leave('ann'), scene.leave('cat')],
  },
  'leaving and one seat more, with one in line': {
    joining: ['ann', 'bob', 'cat'],
    calls: (scene) => [scene.leave('ann'), scene.change({ seats: 4 })],
  },
  'two take over': {
    joining: ['ann', 'bob'],
    before: (scene) => scene.leave('host')(),
    calls: (scene) => [scene.takeOver('ann'), scene.takeOver('bob')],
  },
  'taking over and leaving': {
    joining: ['ann', 'bob'],
    before: (scene) => scene.leave('host')(),
    calls: (scene) => [scene.takeOver('ann'), scene.leave('ann')],
  },
  'taking over and blocking somebody who is in': {
    joining: ['ann', 'bob'],
    before: (scene) => scene.leave('host')(),
    calls: (scene) => [scene.takeOver('ann'), scene.block('ann', 'bob')],
  },
  'taking over and being blocked by somebody who is in': {
    joining: ['ann', 'bob'],
    before: (scene) => scene.leave('host')(),
    calls: (scene) => [scene.takeOver('ann'), scene.block('bob', 'ann')],
  },
  'changing and confirming the change before': {
    joining: ['ann', 'bob'],
    before: (scene) =>
      scene
        .change({ minutesLater: 60 })()
        .then(() => scene.look()),
    calls: (scene) => [scene.change({ minutesLater: 60 }), scene.confirm('ann')],
  },
  'letting in and taking the request back': {
    entry: 'ask',
    joining: ['ann'],
    calls: (scene) => [scene.letIn('ann'), scene.leave('ann')],
  },
  'removing and leaving': {
    joining: ['ann', 'bob', 'cat'],
    calls: (scene) => [scene.remove('ann'), scene.leave('ann')],
  },
};

const rounds = 4;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function made({ entry = 'open', joining, before, calls }: Pair) {
  const scene = await Scene.of(app, entry, joining);
  await before?.(scene);
  return { scene, calls: calls(scene) };
}

describe('two at once are one after the other (PLAN-008, PLAN-013)', () => {
  test.each(Object.entries(pairs))(
    '%s',
    async (_name, pair) => {
      const first = await made(pair);
      const oneFirst = [await first.calls[0](), await first.calls[1]()];
      const second = await made(pair);
      const otherFirst = [await second.calls[1](), await second.calls[0]()].reverse();
      const serial = [await first.scene.outcome(oneFirst), await second.scene.outcome(otherFirst)];
      expect(serial.flatMap(({ answers }) => answers).filter((answer) => answer >= '5')).toEqual([]);
      for (let round = 0; round < rounds; round++) {
        const { scene, calls } = await made(pair);
        const [one, other] = calls;
        const answers =
          round % 2 === 0
            ? await Promise.all([one(), other()])
            : (await Promise.all([other(), one()])).reverse();
        expect(serial).toContainEqual(await scene.outcome(answers));
      }
    },
    60_000,
  );
});
