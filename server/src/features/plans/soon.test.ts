import { distanceKm } from '@dazi/contract/places/places.rules';
import { listPlans } from '@dazi/contract/plans/plan-views';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { furtherPlan, hour_ms, localIn, planner } from './plans.builder.ts';
import { cellsOf } from './plans.rules.ts';
import { type SoonFilters, soonBudgets, soonQuery } from './soon.store.ts';

const random = seededRandom(11);
const centre = { latitude: 37.7749, longitude: -122.4194 };
const activities = ['badminton', 'tennis', 'chess', 'karaoke'];
const languages = [['en'], ['ja'], ['en', 'ja'], ['zh']];

let app: TestApp;
let hosts: TestPerson[];
let reader: TestPerson;

interface Facts {
  id: string;
  latitude: number;
  longitude: number;
  startsAt: number;
  activity: string;
  languages: string[];
  going: number;
  entry: 'open' | 'ask';
  host: number;
  isOut: boolean;
}
let facts: Facts[] = [];

/** Half of them past, a tenth not in lists for other reasons, scattered round the town and round the earth. */
beforeAll(async () => {
  app = await startTestApp();
  hosts = [await planner(app, 'First'), await planner(app, 'Second'), await planner(app, 'Hidden')];
  reader = await planner(app, 'Reader');
  await block(app.deps, hosts[2]!, reader);
  const model = await furtherPlan(app, hosts[0]!, { local: localIn(app, 4 * hour_ms) });
  const now = app.clock.read().getTime();
  facts = Array.from({ length: 6000 }, (_each, number) => {
    const reach = [0.02, 0.4, 2, 60][number % 4]!;
    return {
      id: `plan-${String(number).padStart(5, '0')}`,
      latitude: Math.max(-80, Math.min(80, centre.latitude + (random() - 0.5) * reach)),
      longitude: Math.max(-180, Math.min(180, centre.longitude + (random() - 0.5) * reach)),
      startsAt: now + Math.round((random() - 0.5) * 100) * 3_600_000,
      activity: activities[Math.floor(random() * 4)]!,
      languages: languages[Math.floor(random() * 4)]!,
      going: 1 + Math.floor(random() * 4),
      entry: random() < 0.5 ? 'open' : 'ask',
      host: number % 20 === 0 ? 2 : number % 2,
      isOut: number % 10 === 7,
    };
  });
  const rows = facts.map((one) => ({
    ...one,
    ...cellsOf(one),
    hostId: hosts[one.host]!.id,
    starts: new Date(one.startsAt).toISOString(),
  }));
  await app.deps.db.execute(sql`INSERT INTO plans
    SELECT r.* FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS n(id text, "hostId" text, latitude float8, longitude float8,
      starts timestamptz, activity text, languages jsonb, going int, entry text, "isOut" boolean, q14 int, q12 int, q10 int, q8 int)
    CROSS JOIN ${sql.identifier('plans')} m
    CROSS JOIN LATERAL jsonb_populate_record(m, jsonb_build_object('id', n.id, 'client_id', n.id, 'host_id', n."hostId",
      'district_latitude', n.latitude, 'district_longitude', n.longitude, 'starts_at', n.starts, 'ends_at', n.starts + interval '2 hours',
      'activity', n.activity, 'languages', n.languages, 'going_count', n.going, 'entry', n.entry, 'listed', NOT n."isOut",
      'q14', n.q14, 'q12', n.q12, 'q10', n.q10, 'q8', n.q8)) r
    WHERE m.id = ${model}`);
  await app.deps.db.execute(sql`DELETE FROM plan_people WHERE plan_id = ${model}`);
  await app.deps.db.execute(sql`DELETE FROM plans WHERE id = ${model}`);
  await app.deps.db.execute(sql`ANALYZE`);
});
afterAll(() => app.close());

type Query = Record<string, string | number>;

/** What must be in the list, by looking at all of them. */
function expected(query: Query, viewer: 'reader' | 'visitor'): string[] {
  const now = app.clock.read().getTime();
  const from = query.from ? Date.parse(String(query.from)) : now;
  // What starts now has started; what starts where a span begins is in it.
  const isEarly = (startsAt: number) => startsAt <= now || startsAt < from;
  const to = query.to ? Date.parse(String(query.to)) : Number.POSITIVE_INFINITY;
  const some = (text: unknown) => (text ? String(text).split(',') : null);
  return facts
    .filter((one) => {
      if (one.isOut || isEarly(one.startsAt) || one.startsAt >= to) return false;
      if (viewer === 'reader' && one.host === 2) return false;
      if (query.radiusKm && distanceKm(centre, one) > Number(query.radiusKm)) return false;
      if (query.west !== undefined) {
        if (one.longitude < Number(query.west) || one.longitude > Number(query.east)) return false;
        if (one.latitude < Number(query.south) || one.latitude > Number(query.north)) return false;
      }
      const kinds = some(query.activities);
      if (kinds && !kinds.includes(one.activity)) return false;
      const spoken = some(query.languages);
      if (spoken && !one.languages.some((language) => spoken.includes(language))) return false;
      if (query.free && one.going >= 4) return false;
      return !(query.open && one.entry !== 'open');
    })
    .sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

async function listed(as: TestPerson, query: Query): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Query = { limit: 50, ...query, ...(cursor && { cursor }) };
    const answer: { data: { id: string }[]; nextCursor: string | null } = await as.get(listPlans, {
      query: page,
    });
    ids.push(...answer.data.map(({ id }) => id));
    cursor = answer.nextCursor;
  }
  return ids;
}

describe('the list of plans to come (PLAN-017)', () => {
  const inHours = (hours: number) => new Date(app.clock.read().getTime() + hours * hour_ms).toISOString();

  test.each([
    ['within 5 km', () => ({ ...centre, radiusKm: 5 })],
    ['within 25 km', () => ({ ...centre, radiusKm: 25 })],
    ['within 50 km', () => ({ ...centre, radiusKm: 50 })],
    ['in a box', () => ({ west: -123, south: 37, east: -122, north: 38.5 })],
    ['anywhere', () => ({})],
    ['tomorrow', () => ({ from: inHours(10), to: inHours(30) })],
    ['since yesterday is from now on', () => ({ from: inHours(-30), to: inHours(2) })],
    [
      'of one kind',
      () => ({ ...centre, radiusKm: 25, activities: 'karaoke', languages: 'zh', free: 'true' }),
    ],
    ['of two kinds anywhere', () => ({ activities: 'tennis,chess', to: inHours(20) })],
    ['of two kinds', () => ({ ...centre, radiusKm: 50, activities: 'chess,karaoke' })],
    ['in a language', () => ({ ...centre, radiusKm: 50, languages: 'ja' })],
    ['with a seat, without asking', () => ({ ...centre, radiusKm: 25, free: 'true', open: 'true' })],
  ] as [string, () => Query][])(
    '%s is complete and in order, page by page',
    async (_of, query) => {
      for (const [viewer, as] of [
        ['reader', reader],
        ['visitor', app.visitor()],
      ] as const) {
        const wanted = expected(query(), viewer);
        expect(wanted.length).toBeGreaterThan(0);
        expect(await listed(as, query())).toEqual(wanted);
      }
    },
    60_000,
  );

  test('what is rare ends a page early, with where to go on', async () => {
    await app.deps.db.execute(sql`UPDATE plans SET activity = 'golf' WHERE id = (SELECT id FROM plans
      WHERE listed AND starts_at > ${inHours(49)}::timestamptz AND host_id <> ${hosts[2]!.id} ORDER BY starts_at DESC LIMIT 1)`);
    const ids = await listed(reader, { activities: 'golf' });
    expect(ids).toHaveLength(1);
  });

  test.each([
    ['activities', 'badminton,bowls', 'PLAN_ACTIVITY_UNKNOWN'],
    [
      'activities',
      Array(11)
        .fill('x')
        .map((_, index) => `x${index}`)
        .join(),
      'INVALID_INPUT',
    ],
    ['languages', 'tlh', 'INVALID_INPUT'],
    ['languages', 'en,ja,zh,yue,ko,es,fr,de,pt,it,ru', 'INVALID_INPUT'],
    ['latitude', '37', 'POSITION_INCOMPLETE'],
    ['west', '37', 'BOX_INCOMPLETE'],
    ['radiusKm', '51', 'INVALID_INPUT'],
    ['ids', Array(101).fill('x').join(), 'INVALID_INPUT'],
    ['cursor', 'bm9uc2Vuc2U', 'INVALID_INPUT'],
    ['from', 'yesterday', 'INVALID_INPUT'],
  ])('%s=%s is refused', async (name, value, code) => {
    expect(await reader.call(listPlans, { query: { [name]: value } })).toMatchObject({ status: 400, code });
  });

  test('a span is as long as plans are made ahead, at most', async () => {
    const span = (hours: number) => ({ from: inHours(1), to: inHours(1 + hours) });
    expect(await reader.call(listPlans, { query: span(60 * 24) })).toMatchObject({ status: 200 });
    expect(await reader.call(listPlans, { query: span(60 * 24 + 1) })).toMatchObject({
      ...{ status: 400, code: 'INVALID_INPUT' },
    });
  });

  test('round a position it reaches 25 km, unless a radius or a box is given', async () => {
    expect(await listed(reader, { ...centre })).toEqual(await listed(reader, { ...centre, radiusKm: 25 }));
    const box = { west: -123, south: 37, east: -122, north: 38.5 };
    expect(await reader.call(listPlans, { query: { ...centre, ...box } })).toMatchObject({
      code: 'POSITION_INCOMPLETE',
    });
  });
});

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}
const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];

describe('how the list is read (PLAN-017)', () => {
  test.each([5, 25, 50, null])(
    'within %s km from the indexes, merged in order, and nothing of what is past',
    async (radiusKm) => {
      const filters: SoonFilters = {
        region: { disc: radiusKm ? { centre, radiusKm } : null, box: null },
        ...{ viewerId: reader.id, from: app.clock.read(), to: null, now: app.clock.read() },
        ...{ activities: [], languages: [], isFree: false, isOpen: false },
      };
      const [row] = await rowsOf<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        app.deps.db,
        sql`EXPLAIN (ANALYZE, FORMAT JSON) ${soonQuery(filters, null, soonBudgets[0], 21)}`,
      );
      const nodes = all(row!['QUERY PLAN'][0].Plan);
      const kinds = nodes.map((node) => node['Node Type']);
      expect(kinds).not.toContain('Sort');
      expect(kinds).not.toContain('Incremental Sort');
      const scans = nodes.filter((node) => node['Relation Name'] === 'plans');
      expect(scans.length).toBeLessThanOrEqual(9);
      for (const scan of scans) {
        expect(scan['Node Type']).toMatch(/^Index (Only )?Scan$/);
        expect(scan['Index Name']).toMatch(radiusKm ? /^plans_in_q\d+$/ : /^plans_ahead$/);
        expect(scan['Index Cond']).toContain('starts_at >');
      }
      if (scans.length > 1) expect(kinds).toContain('Merge Append');
      const read = scans.reduce((sum, scan) => sum + (scan['Actual Rows'] ?? 0), 0);
      // A page and one more, and the head of each arm.
      expect(read).toBeLessThanOrEqual(80);
    },
  );

  test('of one activity only those are read themselves, and of the others what the index says', async () => {
    const filters: SoonFilters = {
      region: { disc: { centre, radiusKm: 25 }, box: null },
      ...{ viewerId: reader.id, from: app.clock.read(), to: null, now: app.clock.read() },
      ...{ activities: ['karaoke'], languages: [], isFree: false, isOpen: false },
    };
    await app.deps.db.execute(sql`VACUUM plans`);
    const [row] = await rowsOf<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      app.deps.db,
      sql`EXPLAIN (ANALYZE, FORMAT JSON) ${soonQuery(filters, null, soonBudgets[0], 500)}`,
    );
    const scans = all(row!['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'plans');
    const itself = scans.filter((scan) => scan['Index Name'] === 'plans_pkey');
    expect(scans.length - itself.length).toBeGreaterThan(1);
    for (const scan of scans.filter((one) => !itself.includes(one))) {
      expect(scan['Index Name']).toMatch(/^plans_in_q\d+$/);
      expect(scan['Node Type']).toBe('Index Only Scan');
    }
    const read = itself.reduce((sum, scan) => sum + (scan['Actual Loops'] ?? 0), 0);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(soonBudgets[0] / 2);
  });

  test('read to its end it is as many rows as there are plans to come', async () => {
    const now = app.clock.read();
    const filters: SoonFilters = {
      region: { disc: null, box: null },
      ...{ viewerId: null, from: now, to: null, now },
      ...{ activities: ['golf'], languages: [], isFree: false, isOpen: false },
    };
    const [row] = await rowsOf<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      app.deps.db,
      sql`EXPLAIN (ANALYZE, FORMAT JSON) ${soonQuery(filters, null, 7000, 7000)}`,
    );
    const scans = all(row!['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'plans');
    const toCome = facts.filter((one) => !one.isOut && one.startsAt > now.getTime());
    const walked = scans.filter((scan) => scan['Index Name'] === 'plans_ahead');
    expect(walked.map((scan) => scan['Actual Rows'])).toEqual([toCome.length]);
  });
});
