import { exportAccount } from '@dazi/contract/identity/identity';
import {
  answerPlanRequest,
  joinPlan,
  leavePlan,
  listPlanPeople,
  removeFromPlan,
} from '@dazi/contract/plans/plan-people';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allNotified } from '#features/notifications/notifications.builder.ts';
import { districtOf } from '#features/places/places.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { filesOfArchive } from '../../testing/test-archive.ts';
import { block } from '../../testing/test-block.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { day_ms, furtherPlan, hour_ms, localIn, planner } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

/**
 * Two worlds that differ only in a spot within one cell: whoever is not in is answered the same byte for byte, by every call,
 * in every standing, at every moment. Whoever is in is not, so that the test could fail.
 */

const { centre, half } = districtOf(haight);
/** Two corners of one cell. */
const spots = [
  {
    latitude: centre.latitude + half.latitude * 0.8,
    longitude: centre.longitude + half.longitude * 0.8,
    name: 'Oak bench',
  },
  {
    latitude: centre.latitude - half.latitude * 0.8,
    longitude: centre.longitude - half.longitude * 0.8,
    name: 'Elm gate',
  },
].map((spot) => ({ ...spot, latitude: +spot.latitude.toFixed(4), longitude: +spot.longitude.toFixed(4) }));

const roles = [
  'visitor',
  'stranger',
  'asked',
  'waiting',
  'declined',
  'left',
  'removed',
  'blocked',
  'otherGender',
] as const;
type Role = (typeof roles)[number];

let app: TestApp;
let host: TestPerson;
let going: TestPerson;
let people: Record<Role, TestPerson>;
let planId: string;
const again = async () => {
  for (const role of roles) if (role !== 'visitor') people[role] = await app.person(`Role ${role}`);
  [host, going] = [await app.person('Host'), await app.person('Going')];
};

beforeAll(async () => {
  app = await startTestApp();
  const step_ms = 5 * 60_000;
  app.clock.advance(step_ms - (app.clock.read().getTime() % step_ms));
  people = { visitor: app.visitor() } as Record<Role, TestPerson>;
  for (const role of roles) if (role !== 'visitor') people[role] = await planner(app, `Role ${role}`);
  [host, going] = [await planner(app, 'Host'), await planner(app, 'Going')];
  const local = localIn(app, 4 * hour_ms);
  planId = await furtherPlan(app, host, { local, seats: 3, least: 2, entry: 'ask', spot: spots[0]! });
  const params = { planId };
  const join = (one: TestPerson) => one.get(joinPlan, { params, body: {} });
  const answer = (one: TestPerson, action: 'let_in' | 'decline') =>
    host.get(answerPlanRequest, { params: { planId, personId: one.id }, body: { action } });
  const { asked, waiting, declined, left, removed, blocked, otherGender } = people;
  for (const one of [asked, waiting, declined, left, removed, going]) await join(one);
  for (const one of [left, removed]) await answer(one, 'let_in');
  await left.get(leavePlan, { params, body: {} });
  await host.get(removeFromPlan, { params: { planId, personId: removed.id }, body: { reason: 'other' } });
  await answer(going, 'let_in');
  const filler = await planner(app, 'Filler');
  await join(filler);
  await answer(filler, 'let_in');
  await answer(waiting, 'let_in');
  await answer(declined, 'decline');
  await block(app.deps, host, blocked);
  await otherGender.saveProfile({ gender: 'M' });
  await allNotified(app.deps);
});
afterAll(() => app.close());

const inWorld = async (world: 0 | 1) => {
  const { latitude, longitude, name } = spots[world]!;
  await app.deps.db.execute(
    sql`UPDATE plan_spots SET latitude = ${latitude}, longitude = ${longitude}, name = ${name} WHERE plan_id = ${planId}`,
  );
};

const near = (spot: { latitude: number; longitude: number }, radiusKm: number) =>
  `/api/plans?latitude=${spot.latitude}&longitude=${spot.longitude}&radiusKm=${radiusKm}`;
const boxAt = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  `/api/plans?west=${longitude - 0.0005}&east=${longitude + 0.0005}&south=${latitude - 0.0005}&north=${latitude + 0.0005}`;
const paths = (): string[] => [
  `/api/plans/${planId}`,
  `/api/plans/${planId}?latitude=${spots[0]!.latitude}&longitude=${spots[0]!.longitude}`,
  `/api/plans?ids=${planId}`,
  '/api/plans',
  ...spots.flatMap((spot) => [near(spot, 1), near(spot, 5), boxAt(spot)]),
  '/api/plans/mine?part=ahead',
  '/api/plans/mine?part=past',
  ...['going', 'waiting', 'asked'].map((standing) => `/api/plans/${planId}/people?standing=${standing}`),
  `/api/blocks/plans?blockedId=${host.id}`,
  '/api/notifications',
  '/api/conversations',
  '/api/map/counts?kind=plans&west=-122.5&east=-122.4&south=37.7&north=37.8&zoom=11',
];

/** Everything that somebody is answered: status, headers but the moment, and body. */
async function answersTo(as: TestPerson): Promise<string> {
  const answers: string[] = [];
  for (const path of paths()) {
    const answer = await as.fetch(path);
    const headers = [...answer.headers].filter(
      ([name]) => !/^(date|dazi-moment|x-|ratelimit|set-cookie)/.test(name),
    );
    answers.push(`${path} ${answer.status} ${JSON.stringify(headers)} ${await answer.text()}`);
  }
  return answers.join('\n');
}

const moments: [string, number][] = [
  ['before the decision', 0],
  ['after it', 2 * hour_ms],
  ['while it happens', 2.1 * hour_ms],
  ['over for 3 hours', 5 * hour_ms],
  ['over for a week', 7 * day_ms],
];

describe('where exactly to meet (PLAN-007)', () => {
  test.each(moments)(
    '%s nobody who is not in is answered anything that depends on it',
    async (moment, pass_ms) => {
      app.clock.advance(pass_ms);
      await advancePlans(app.deps);
      await again();
      const answers: Record<string, string[]> = {};
      for (const world of [0, 1] as const) {
        await inWorld(world);
        for (const role of roles) {
          const known = answers[role] ?? [];
          known.push(await answersTo(people[role]));
          answers[role] = known;
        }
        answers.going = [...(answers.going ?? []), await answersTo(going)];
      }
      for (const role of roles) expect(answers[role]![1], role).toBe(answers[role]![0]);
      const isKnown = moment !== 'over for 3 hours' && moment !== 'over for a week';
      expect(answers.going![0] !== answers.going![1]).toBe(isKnown);
    },
    60_000,
  );

  test('no archive of others holds it', async () => {
    for (const role of ['waiting', 'asked', 'left'] as const) {
      const files = filesOfArchive(
        Buffer.from(await (await people[role].fetch(exportAccount.path)).arrayBuffer()),
      );
      const text = [...files.values()].map(String).join('\n');
      for (const { name } of spots) expect(text).not.toContain(name);
    }
  });

  test('no table but its own holds it, whatever was done with the plan', async () => {
    const spot = {
      latitude: +(centre.latitude + 0.0031).toFixed(4),
      longitude: +(centre.longitude + 0.0027).toFixed(4),
      name: 'Xylophone steps',
    };
    const [maker, guest] = [await planner(app, 'Maker'), await planner(app, 'Guest')];
    const stream = await TestStream.open(guest);
    const id = await furtherPlan(app, maker, { spot });
    await guest.get(joinPlan, { params: { planId: id }, body: {} });
    expect((await guest.get(getPlan, { params: { planId: id } })).data.spot).toMatchObject(spot);
    await guest.get(listPlanPeople, { params: { planId: id }, query: { standing: 'going' } });
    await allNotified(app.deps);
    const tables = await rowsOf<{ name: string }>(
      app.deps.db,
      sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    const holding: string[] = [];
    for (const { name } of tables) {
      const rows = await rowsOf<{ row: string }>(
        app.deps.db,
        sql`SELECT t::text AS row FROM ${sql.identifier(name)} t`,
      );
      const isThere = (part: string) => rows.some(({ row }) => row.includes(part));
      if ([spot.name, String(spot.latitude), String(spot.longitude)].some(isThere)) holding.push(name);
    }
    expect(holding).toEqual(['plan_spots']);
    const frames = JSON.stringify(stream.frames);
    for (const part of [spot.name, String(spot.latitude)]) expect(frames).not.toContain(part);
    stream.close();
  });

  test('the same place is the same district, whoever points at it', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 3; number++)
      ids.push(
        await furtherPlan(app, await planner(app, `Pointing ${number}`), { spot: spots[number % 2]! }),
      );
    const districts = await Promise.all(
      ids.map(async (id) => (await app.visitor().get(getPlan, { params: { planId: id } })).data.district),
    );
    expect(new Set(districts.map((one) => JSON.stringify(one))).size).toBe(1);
  });
});
