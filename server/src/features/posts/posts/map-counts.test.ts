import { cellOf } from '@dazi/contract/places/cells';
import { listMapCounts } from '@dazi/contract/posts/map-counts';
import { countLevels } from '@dazi/contract/posts/map-counts.rules';
import { removePost } from '@dazi/contract/posts/posts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { block } from '../../../testing/test-block.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { buildPost, insertPosts } from '../../../testing/test-posts.ts';
import { foldMapCounts } from './map-counts.service.ts';
import { cleanUpPosts } from './posts.service.ts';

const world = { west: -180, east: 180, south: -90, north: 90 };
const haight = { latitude: 37.7699, longitude: -122.4468 };

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [ann, bob] = [await app.person('Ann'), await app.person('Bob')];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.deps.db.execute(sql`DELETE FROM posts`);
  await foldMapCounts(app.deps);
});

interface Counted {
  level: number;
  cell: number;
  posts: number;
  latitude: number;
  longitude: number;
}

const counted = () =>
  rowsOf<Counted>(
    app.deps.db,
    sql`SELECT level, cell, posts, latitude_e5 AS latitude, longitude_e5 AS longitude FROM map_counts ORDER BY level, cell`,
  );
const truth = () =>
  rowsOf<Counted>(
    app.deps.db,
    sql`SELECT level, q14 >> (2 * (14 - level)) AS cell, count(*) AS posts,
      sum(round(latitude * 100000))::bigint AS latitude, sum(round(longitude * 100000))::bigint AS longitude
    FROM posts, generate_series(${countLevels.coarsest}::integer, ${countLevels.finest}::integer) level WHERE is_active
    GROUP BY 1, 2 ORDER BY 1, 2`,
  );

async function look(zoom: number, box = world) {
  const { data } = await app.visitor().get(listMapCounts, { query: { ...box, zoom } });
  return data as { level: number; cells: [number, number, number][] };
}
const sumOf = (cells: readonly (readonly [number, number, number])[]) =>
  cells.reduce((sum, [posts]) => sum + posts, 0);

describe('the counters of the map', () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('post' as const),
      by: fc.constantFrom('ann', 'bob'),
      latitude: fc.constantFrom(37.77, 37.8, -16.8, 0, 85.2),
      longitude: fc.constantFrom(-122.44, -180, 179.999, 180, 0),
      lives_minutes: fc.constantFrom(null, 1, 3),
    }),
    fc.record({ do: fc.constant('delete' as const), which: fc.nat(20) }),
    fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 2, 5) }),
    fc.record({ do: fc.constant('clean up' as const) }),
    fc.record({ do: fc.constant('fold' as const) }),
    fc.record({ do: fc.constant('erase an account' as const) }),
  );

  test('equal the truth after any sequence of posts, deletions, expiries and erasures', async () => {
    let serial = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        await app.deps.db.execute(sql`DELETE FROM posts`);
        let mine: { id: string; person: TestPerson }[] = [];
        for (const each of steps) {
          if (each.do === 'post') {
            const person = each.by === 'ann' ? ann : bob;
            const { latitude, longitude } = each;
            const expiresAt =
              each.lives_minutes === null
                ? null
                : new Date(app.clock.read().getTime() + each.lives_minutes * 60_000).toISOString();
            const post = await person.post({
              content: 'Hello',
              location: { latitude, longitude },
              expiresAt,
            });
            mine.push({ id: post.id, person });
          } else if (each.do === 'delete') {
            const [post] = mine.splice(each.which % Math.max(1, mine.length), 1);
            // Gone already when it has expired.
            if (post) await post.person.call(removePost, { params: { messageId: post.id }, body: {} });
          } else if (each.do === 'wait') app.clock.advance(each.minutes * 60_000);
          else if (each.do === 'clean up') await cleanUpPosts(app.deps);
          else if (each.do === 'fold') await foldMapCounts(app.deps);
          else {
            const leaver = `leaver-${serial++}`;
            await app.deps.db.execute(sql`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
              VALUES (${leaver}, 'test', ${leaver}, true, 'Leaver', true, now(), now())`);
            await insertPosts(app.deps.db, [buildPost({ id: leaver, userId: leaver, ...haight })]);
            await foldMapCounts(app.deps);
            await app.deps.db.execute(sql`DELETE FROM users WHERE id = ${leaver}`);
          }
        }
        mine = [];
        await foldMapCounts(app.deps);
        expect(await counted()).toEqual(await truth());
        expect(await rowsOf(app.deps.db, sql`SELECT 1 FROM map_count_changes`)).toEqual([]);
      }),
      { numRuns: 20, seed: 5 },
    );
  });

  test('know a post a moment after it was published, and forget it when it is deleted', async () => {
    const post = await ann.post({ content: 'Here', location: haight });
    expect(sumOf((await look(3)).cells)).toBe(0);
    await foldMapCounts(app.deps);
    const near = { west: -122.6, east: -122.3, south: 37.6, north: 37.9 };
    const { cells } = await look(11, near);
    expect(cells).toHaveLength(1);
    const [[posts, latitude, longitude]] = cells as [[number, number, number]];
    expect(posts).toBe(1);
    expect(latitude).toBeCloseTo(post.location.latitude, 3);
    expect(longitude).toBeCloseTo(post.location.longitude, 3);
    await ann.get(removePost, { params: { messageId: post.id }, body: {} });
    await foldMapCounts(app.deps);
    expect((await look(11, near)).cells).toEqual([]);
  });

  test('add up to the same number at every zoom, within one answer of at most 10 KB', async () => {
    const random = seededRandom(8);
    const rows = Array.from({ length: 6000 }, (_each, number) =>
      buildPost({
        id: `post-${number}`,
        userId: ann.id,
        latitude: 37.2 + random(),
        longitude: -123 + random() * 2,
      }),
    );
    await insertPosts(app.deps.db, rows);
    await foldMapCounts(app.deps);
    expect(await counted()).toEqual(await truth());
    const around = { west: -123.1, east: -120.9, south: 37.1, north: 38.3 };
    for (let zoom = 0; zoom < 12; zoom++) {
      const data = await look(zoom, around);
      expect(sumOf(data.cells)).toBe(6000);
      expect(JSON.stringify(data).length, `zoom ${zoom}`).toBeLessThanOrEqual(10_000);
      const inCells = data.cells.map(([, latitude, longitude]) =>
        cellOf({ latitude, longitude }, data.level),
      );
      expect(new Set(inCells).size).toBe(inCells.length);
    }
  });

  test('are the same for everybody, blocks or not, and may be kept for some seconds', async () => {
    await ann.post({ content: 'Here', location: haight });
    await foldMapCounts(app.deps);
    await block(app.deps, bob, ann);
    const path = '/api/map/counts?west=-180&east=180&south=-90&north=90&zoom=2';
    const answers = await Promise.all([bob, ann, app.visitor()].map((person) => person.fetch(path)));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(answers.map((answer) => answer.headers.get('cache-control'))).toEqual(
      answers.map(() => 'public, max-age=10'),
    );
    expect(answers[0]!.headers.get('set-cookie')).toBeNull();
  });

  test('are read by the primary key alone', async () => {
    const plan = await app.deps.transact(async ({ db }) => {
      // The few rows of a test are read as quickly without any index, if the database has counted them already.
      await db.execute(sql`SET LOCAL enable_seqscan = off`);
      return rowsOf<{ 'QUERY PLAN': string }>(
        db,
        sql`EXPLAIN SELECT posts FROM map_counts WHERE level = ${5} AND cell = ANY (string_to_array(${'1,2,3'}, ',')::integer[]) AND posts > 0`,
      );
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('map_counts_level_cell_pk');
  });

  test('of a box upside down are refused', async () => {
    const query = { west: 0, east: 1, south: 10, north: 5, zoom: 3 };
    expect(await app.visitor().call(listMapCounts, { query })).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
    });
  });
});
