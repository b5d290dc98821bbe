import { type CellLevel, coverLevels } from '@dazi/contract/places/cells';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Region } from '#features/places/places.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { buildPost, insertPosts } from '../../../testing/test-posts.ts';
import { coverOfRegion, scanBudget } from './post-views.rules.ts';
import { type PostFilters, walkQuery, wordQuery } from './posts-nearby.store.ts';

const random = seededRandom(3);
const centre = { latitude: 37.7749, longitude: -122.4194 };

let app: TestApp;
let reader: TestPerson;
let author: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [reader, author] = [await app.person('Reader'), await app.person('Author')];
  const now = app.clock.read().getTime();
  const rows = Array.from({ length: 20_000 }, (_each, number) => {
    const reach = [0.02, 0.2, 2, 60][number % 4]!;
    const post = {
      id: `post-${number}`,
      userId: author.id,
      latitude: Math.max(-80, Math.min(80, centre.latitude + (random() - 0.5) * reach)),
      longitude: Math.max(-180, Math.min(180, centre.longitude + (random() - 0.5) * reach)),
      createdAt: new Date(now - number * 60_000),
      userIsReader: number % 500 === 0,
    };
    const { userIsReader, ...facts } = post;
    return buildPost({ ...facts, userId: userIsReader ? reader.id : author.id });
  });
  await insertPosts(app.deps.db, rows);
  await app.deps.db.execute(sql`INSERT INTO bookmarks (user_id, post_id, created_at)
    SELECT ${reader.id}, id, created_at FROM posts WHERE user_id = ${author.id} ORDER BY id LIMIT 40`);
  const collector = await app.person('Collector');
  await app.deps.db.execute(sql`INSERT INTO bookmarks (user_id, post_id, created_at)
    SELECT ${collector.id}, id, created_at FROM posts LIMIT 5000`);
  await app.deps.db.execute(sql`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
    SELECT 'crowd-' || n, 'test', n::text, true, 'Crowd', true, now(), now() FROM generate_series(1, 150) n`);
  await app.deps.db.execute(sql`INSERT INTO blocks (id, blocker_id, blocked_id, created_at)
    SELECT one.id || ' ' || other.id, one.id, other.id, now() FROM users one, users other WHERE one.subject < other.subject
    AND one.issuer = 'test' AND other.issuer = 'test'`);
  // So many that reading them all for a list would cost.
  await app.deps.db.execute(sql`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
    SELECT 'gone-' || n, 'gone', n::text, true, 'Gone', true, now(), now() FROM generate_series(1, 2000) n`);
  await app.deps.db.execute(sql`INSERT INTO left_accounts (user_id, left_at)
    SELECT id, now() FROM users WHERE issuer = 'gone'`);
  await app.deps.db.execute(sql`INSERT INTO standings (user_id, kind, since)
    SELECT id, 'limited', now() FROM users WHERE issuer = 'gone'`);
  await app.deps.db.execute(sql`ANALYZE`);
});
afterAll(() => app.close());

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Parent Relationship'?: string;
  Plans?: PlanNode[];
}

const everything: PostFilters = {
  region: { disc: null, box: null },
  viewerId: null,
  authorId: null,
  view: 'all',
  gender: null,
  keywords: [],
  postedSince: null,
  now: new Date('2026-07-01T00:00:00Z'),
};

/** A page of 50 and one more, which tells whether there is a next page. */
const wanted = 51;

async function planOf(
  filters: Partial<PostFilters>,
  { before = false, words = false } = {},
): Promise<PlanNode> {
  const frontier = before
    ? { createdAt: new Date(app.clock.read().getTime() - 600_000).toISOString(), id: 'x' }
    : null;
  const asked = { ...everything, now: app.clock.read(), ...filters };
  const query = words
    ? wordQuery(asked, frontier, wanted)
    : walkQuery(asked, frontier, scanBudget.most, wanted);
  const [row] = await rowsOf<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    app.deps.db,
    sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`,
  );
  return row!['QUERY PLAN'][0].Plan;
}

/** The nodes from the top down to where the walk divides; what is asked for each row beside it is left out. */
function spine(plan: PlanNode): PlanNode[] {
  const below = (plan.Plans ?? []).filter(
    (node) => !/InitPlan|SubPlan/.test(node['Parent Relationship'] ?? ''),
  );
  return [plan, ...(below.length === 1 ? spine(below[0]!) : [])];
}

function all(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(all)];
}

const region: Region = { disc: { centre, radiusKm: 50 }, box: null };
const discs: Record<CellLevel, Region> = {
  14: { disc: { centre, radiusKm: 1 }, box: null },
  12: { disc: { centre, radiusKm: 10 }, box: null },
  10: { disc: { centre, radiusKm: 50 }, box: null },
  8: { disc: { centre, radiusKm: 150 }, box: null },
};

/**
 * Limit over numbered rows over the merge of index scans that are in order already: nothing is sorted, nothing
 * read to its end, and reading ends with the last row wanted.
 */
function expectWalk(plan: PlanNode, index: string, arms: number, most: number = scanBudget.most) {
  const types = spine(plan)
    .map((node) => node['Node Type'])
    .filter((type) => type !== 'Subquery Scan');
  expect(types.slice(0, 3)).toEqual(['Limit', 'WindowAgg', 'Limit']);
  for (const type of types.slice(3)) expect(['Result', 'Merge Append', 'Index Scan']).toContain(type);
  const scans = all(plan).filter((node) => node['Relation Name'] === 'posts');
  expect(scans.map((node) => node['Node Type'])).toEqual(Array.from({ length: arms }, () => 'Index Scan'));
  expect(new Set(scans.map((node) => node['Index Name']))).toEqual(new Set([index]));
  for (const node of all(plan)) expect(node['Node Type']).not.toMatch(/Sort|Seq Scan|Hash/);
  // Read are the wanted rows and one that waits in each arm.
  const read = scans.reduce((sum, node) => sum + (node['Actual Rows'] ?? 0), 0);
  expect(read).toBeLessThanOrEqual(most + arms);
}

describe('the plan of the nearby feed', () => {
  test.each([...coverLevels])('merges the cells of level %d', async (level) => {
    const region = discs[level];
    const cover = coverOfRegion(region)!;
    expect(cover.level).toBe(level);
    for (const before of [false, true]) {
      const plan = await planOf({ region }, { before });
      if (cover.cells.length > 1) expect(spine(plan).at(-1)!['Node Type']).toBe('Merge Append');
      expectWalk(plan, `posts_q${level}`, cover.cells.length);
    }
  });

  test('keeps that shape with every filter', async () => {
    const region = discs[10];
    const filters: Partial<PostFilters>[] = [
      { gender: 'M' },
      { keywords: ['absent', '搭子'] },
      { postedSince: new Date(app.clock.read().getTime() - 1000) },
      { region: { ...region, box: { west: -123, east: -122, south: 37, north: 38 } } },
    ];
    for (const each of filters) {
      const cover = coverOfRegion(each.region ?? region)!;
      expect(cover.level).toBe(10);
      expectWalk(await planOf({ region, ...each }), 'posts_q10', cover.cells.length);
    }
  });

  test('reads as far as the page goes and no further', async () => {
    expectWalk(await planOf({}), 'posts_newest', 1, wanted + 1);
    const within: Region = { disc: null, box: { west: -123, east: -122, south: 37, north: 38.5 } };
    const cover = coverOfRegion(within)!;
    // Of the rows in the cover more than one in ten lies in the box.
    expectWalk(await planOf({ region: within }), `posts_q${cover.level}`, cover.cells.length, 10 * wanted);
  });

  test('walks by time at any distance', async () => {
    expectWalk(await planOf({}), 'posts_newest', 1);
    expectWalk(await planOf({}, { before: true }), 'posts_newest', 1);
    expectWalk(await planOf({ keywords: ['absent'] }), 'posts_newest', 1);
  });

  test('finds rare words by the index of letters', async () => {
    for (const filters of [{}, { region }, { authorId: author.id }, { gender: 'M' as const }]) {
      for (const words of [['absent', '搭子'], ['x'], ['ll']]) {
        const plan = await planOf({ ...filters, keywords: words }, { words: true, before: true });
        const scans = all(plan).filter((node) => node['Relation Name'] === 'posts');
        expect(scans.map((node) => node['Node Type'])).toEqual(['Bitmap Heap Scan']);
        const bitmaps = all(plan).filter((node) => node['Node Type'] === 'Bitmap Index Scan');
        const indexes = bitmaps.map((node) => node['Index Name']);
        expect(indexes).toEqual(words.map(() => 'posts_grams'));
      }
    }
  });

  test('looks up blocks by index', async () => {
    const region = discs[12];
    const plan = await planOf({ region, viewerId: reader.id });
    const blocks = all(plan).filter((node) => node['Relation Name'] === 'blocks');
    expect(blocks.length).toBeGreaterThan(0);
    const posts = all(plan).filter((node) => node['Relation Name'] === 'posts');
    expect(new Set(posts.map((node) => node['Index Name']))).toEqual(new Set(['posts_q12']));
    for (const node of all(plan)) expect(node['Node Type']).not.toMatch(/Sort|Seq Scan/);
    const read = posts.reduce((sum, node) => sum + (node['Actual Rows'] ?? 0), 0);
    expect(read).toBeLessThanOrEqual(scanBudget.most + posts.length);
  });

  test("walks an author's posts by their index", async () => {
    expectWalk(await planOf({ authorId: reader.id }), 'posts_author', 1);
    expectWalk(await planOf({ authorId: reader.id, region: discs[10] }), 'posts_author', 1);
    expectWalk(await planOf({ view: 'mine', viewerId: reader.id, authorId: null }), 'posts_author', 1);
  });

  test('reads no more than the bookmarks of the reader', async () => {
    const plan = await planOf({ view: 'bookmarked', viewerId: reader.id });
    for (const node of all(plan)) expect(node['Node Type']).not.toBe('Seq Scan');
    const read = all(plan)
      .filter((node) => node['Relation Name'] === 'posts')
      .reduce((sum, node) => sum + (node['Actual Rows'] ?? 0), 0);
    expect(read).toBeLessThanOrEqual(40);
  });
});
