import { createHash } from 'node:crypto';
import { joinPlan } from '@dazi/contract/plans/plan-people';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { createPlan, type Plan } from '@dazi/contract/plans/plans';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localIn, zone } from '#features/plans/plans.builder.ts';
import { makeTestDatabase } from './testing/test-database.ts';
import { isUnsure, TestNodes } from './testing/test-nodes.ts';
import { haight, TestPerson } from './testing/test-person.ts';
import { TestProvider } from './testing/test-provider.ts';

/**
 * So many people come at once to a plan with few seats, over two nodes, of which one is killed in the middle of it.
 * PLAN_KILL_ROUNDS makes it longer.
 */
const rounds = Number(process.env.PLAN_KILL_ROUNDS ?? 2);
const crowd = 200;
const superuserUrl = process.env.TEST_DATABASE_URL;

interface Stood {
  user_id: string;
  standing: string;
}

describe.skipIf(!superuserUrl)('two nodes, of which one is killed while 200 people join (PLAN-008)', () => {
  const provider = new TestProvider();
  let nodes: TestNodes;
  let database: postgres.Sql;
  const cookieOf = (id: string) => `secret-of-${id}-long-enough-for-anybody`;

  beforeAll(async () => {
    await provider.start();
    const DATABASE_URL = await makeTestDatabase(superuserUrl!);
    database = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
    nodes = await TestNodes.of(2);
    await nodes.start({
      ...provider.environment,
      DATABASE_URL,
      POSITION_SECRET: 'the position secret of the tests, long enough',
    });
    const names = ['joiner', 'host', 'guest'];
    const most = { joiner: crowd, host: 2 * rounds, guest: rounds };
    for (const name of names) await seed(name, most[name as keyof typeof most]);
  });
  afterAll(async () => {
    await nodes?.remove();
    await database?.end();
    await provider.stop();
  });

  /** People who may host and join, each with a session: signing them in takes longer than all the rest. */
  async function seed(name: string, count: number) {
    const people = Array.from({ length: count }, (_each, number) => {
      const id = `${name}-${number}`;
      return { id, session: createHash('sha256').update(cookieOf(id)).digest('base64url') };
    });
    const rows = database.json(people as never);
    await database`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
      SELECT id, 'tests', id, true, id, true, now() - interval '30 days', now() FROM jsonb_to_recordset(${rows}) AS p (id text)`;
    await database`INSERT INTO sessions (id, handle, user_id, created_at, last_used_at, expires_at, is_kept, browser, system)
      SELECT session, 'device-' || id, id, now(), now(), now() + interval '1 day', false, 'other', 'other'
      FROM jsonb_to_recordset(${rows}) AS p (id text, session text)`;
    await database`INSERT INTO plan_settings (user_id, adult_at, safety_card, safety_card_at, languages)
      SELECT id, now(), 1, now(), '["en"]' FROM jsonb_to_recordset(${rows}) AS p (id text)`;
  }

  function at(node: number, id: string): TestPerson {
    const person = new TestPerson(nodes.url(node));
    person.cookies.set('dazi_session', cookieOf(id));
    return person;
  }

  async function plan(host: string, seats: number): Promise<string> {
    const local = localIn({ clock: { read: () => new Date() } as never }, 24 * 60 * 60 * 1000);
    const spot = { ...haight, name: 'Fountain' };
    const body = { clientId: `plan-of-${host}`, activity: 'badminton', local, timeZone: zone, spot, seats };
    return (await at(0, host).get(createPlan, { body })).data.id;
  }

  /** Null when the node went before it answered. */
  async function join(node: number, id: string, planId: string): Promise<Plan | null> {
    try {
      const answer = await at(node, id).call(joinPlan, { params: { planId }, body: {} });
      expect(answer).toMatchObject({ status: 200 });
      return (answer as { data: Plan }).data;
    } catch (error) {
      if (isUnsure(error)) return null;
      throw error;
    }
  }

  /** Answers how many were not answered. */
  async function joinedByAll(planId: string, free: number, seats: number, killed: number): Promise<number> {
    const everybody = Array.from({ length: crowd }, (_each, number) => `joiner-${number}`);
    const killAfter = 1 + Math.floor(Math.random() * crowd * 0.4);
    const acknowledged = new Map<string, Plan>();
    let killing: Promise<void> | undefined;
    await Promise.all(
      everybody.map(async (id, number) => {
        const answer = await join(number % 2, id, planId);
        if (answer) acknowledged.set(id, answer);
        if (acknowledged.size >= killAfter) killing ??= nodes.kill(killed);
      }),
    );
    await killing;
    const unsure = everybody.filter((id) => !acknowledged.has(id));
    for (const id of unsure) acknowledged.set(id, (await join(1 - killed, id, planId))!);
    const rows = await database<Stood[]>`SELECT user_id, standing FROM plan_people
      WHERE plan_id = ${planId} AND user_id LIKE 'joiner-%' ORDER BY queued_at, id`;
    const going = rows.filter(({ standing }) => standing === 'going');
    const waiting = rows.filter(({ standing }) => standing === 'waiting');
    const [stored] = await database`SELECT going_count FROM plans WHERE id = ${planId}`;
    expect([stored!.going_count, going.length, waiting.length]).toEqual([seats, free, crowd - free]);
    const standings = new Map(rows.map(({ user_id, standing }) => [user_id, standing]));
    for (const [id, { mine }] of acknowledged) expect([id, mine.standing]).toEqual([id, standings.get(id)]);
    const places = await Promise.all(
      waiting.map(
        async ({ user_id }) =>
          (await at(1 - killed, user_id).get(getPlan, { params: { planId } })).data.mine.place,
      ),
    );
    expect(places).toEqual(waiting.map((_each, index) => index + 1));
    return unsure.length;
  }

  test(
    `${rounds} times each on one seat and on 19: as many are in as there are seats, and who was told so stays in`,
    async () => {
      let unsure = 0;
      for (let round = 0; round < rounds; round++) {
        const last = await plan(`host-${2 * round}`, 3);
        await at(0, `guest-${round}`).get(joinPlan, { params: { planId: last }, body: {} });
        unsure += await joinedByAll(last, 1, 3, 0);
        await nodes.come(0);
        const many = await plan(`host-${2 * round + 1}`, 20);
        unsure += await joinedByAll(many, 19, 20, 1);
        await nodes.come(1);
        // As if it had been long ago: one person joins so many in a day, and is in so many.
        await database`UPDATE plan_people SET tried_at = now() - interval '2 days'`;
        await database`UPDATE plans SET called_off_at = now(), called_off_reason = 'other', due_at = NULL`;
      }
      expect(unsure).toBeGreaterThan(0);
    },
    60_000 + rounds * 60_000,
  );
});
