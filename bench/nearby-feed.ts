import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { boxAround } from '../contract/src/places/cells.ts';
import { earthRadiusKm } from '../contract/src/places/places.rules.ts';
import type { Position } from '../contract/src/places/places.ts';
import { newestPosts, type PostFilters } from '../server/src/features/posts/post-views/posts-nearby.store.ts';
import { builderOn } from '../server/src/platform/database/builder.ts';
import type { Database } from '../server/src/platform/database/connection.ts';
import { openEmbedded } from '../server/src/platform/database/embedded.ts';
import { migrate, readMigrations } from '../server/src/platform/database/migrate.ts';
import { openPostgresql } from '../server/src/platform/database/postgresql.ts';
import { seededRandom } from '../server/src/testing/seeded-random.ts';
import { makeTestDatabase } from '../server/src/testing/test-database.ts';
import { buildPost, insertPosts } from '../server/src/testing/test-posts.ts';
import { findPostgres } from '../tools/postgres-programs.mjs';
import { startPostgres } from '../tools/services.mjs';
import { allCities, cityByPopulation, hotCity, somewhereIn } from './cities.ts';
import { askEvenly, quantile } from './even-pace.ts';
import { repository, startProduct } from './product.ts';

/**
 * How long the nearby feed takes, beside the naive way: find the whole disc by an index on the position and
 * sort it by time. Both answer the newest 50; the answers are compared. Then the same through HTTP at an even pace,
 * beside an answer of the same server that never changes.
 *
 *   node --import tsx bench/nearby-feed.ts [rows] [queries a line]
 */
const rows = Number(process.argv[2] ?? 100_000);
const queries = Number(process.argv[3] ?? 100);
const pageSize = 50;
const days = 90;
const random = seededRandom(12);
const print = (line = '') => process.stdout.write(`${line}\n`);

const now = new Date('2026-07-01T00:00:00Z');

async function fill(database: Database) {
  await migrate(database, readMigrations(join(repository, 'server', 'migrations')));
  const people = 500;
  await database.script(`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
    SELECT 'user-' || n, 'bench', n::text, true, 'Somebody', true, now(), now() FROM generate_series(0, ${people - 1}) n`);
  const db = builderOn(database);
  const chunk = 20_000;
  for (let start = 0; start < rows; start += chunk) {
    const posts = Array.from({ length: Math.min(chunk, rows - start) }, (_each, offset) =>
      buildPost({
        id: `post-${start + offset}`,
        userId: `user-${Math.floor(random() * people)}`,
        ...somewhereIn(cityByPopulation(random), random),
        createdAt: new Date(now.getTime() - Math.floor(random() * days * 86_400_000)),
      }),
    );
    await insertPosts(db, posts);
  }
  await database.script('CREATE INDEX bench_position ON posts (latitude, longitude) WHERE is_active');
  await database.script('VACUUM ANALYZE posts');
}

const distance = `(${2 * earthRadiusKm} * asin(least(1, sqrt(power(sin(radians(latitude - $1::double precision) / 2), 2)
  + cos(radians($1::double precision)) * cos(radians(latitude)) * power(sin(radians(longitude - $2::double precision) / 2), 2)))))`;

/** The whole disc by the index on the position, then sorted. */
async function sortTheWholeDisc(database: Database, centre: Position, radiusKm: number): Promise<string[]> {
  const { west, east, south, north } = boxAround(centre, radiusKm);
  const between = west <= east ? 'BETWEEN $5 AND $6' : 'NOT BETWEEN $6 AND $5';
  const found = await database.query(
    `WITH disc AS MATERIALIZED (SELECT id, created_at FROM posts WHERE is_active
       AND latitude BETWEEN $3 AND $4 AND longitude ${between} AND ${distance} <= $7
       AND (expires_at IS NULL OR expires_at > $8))
     SELECT id FROM disc ORDER BY created_at DESC, id DESC LIMIT ${pageSize}`,
    [centre.latitude, centre.longitude, south, north, west, east, radiusKm, now],
    'arrays',
  );
  return (found as string[][]).flat();
}

/** Without a distance the naive way is a table sorted by time, which the same index answers. */
const filtersOf = (centre: Position, radiusKm: number | null): PostFilters => ({
  region: { disc: radiusKm === null ? null : { centre, radiusKm }, box: null },
  viewerId: null,
  authorId: null,
  view: 'all',
  gender: null,
  keywords: [],
  postedSince: null,
  now,
});

const shown = (values: number[]) =>
  values.length === 0 ? '-' : `${quantile(values, 0.5).toFixed(2)} / ${quantile(values, 0.95).toFixed(2)}`;

async function measure(database: Database) {
  const db = builderOn(database);
  for (const [where, place] of [
    [`in ${hotCity.name} (10 %)`, () => somewhereIn(hotCity, random)],
    ['by population', () => somewhereIn(cityByPopulation(random), random)],
  ] as const) {
    for (const radiusKm of [1, 5, 50, null]) {
      const [ours, naive]: [number[], number[]] = [[], []];
      let wrong = 0;
      let found = 0;
      for (let query = -5; query < queries; query++) {
        const centre = place();
        const begun = performance.now();
        const { ids } = await newestPosts(db, filtersOf(centre, radiusKm), { before: null, limit: pageSize });
        const between = performance.now();
        const expected = radiusKm === null ? null : await sortTheWholeDisc(database, centre, radiusKm);
        const ended = performance.now();
        if (expected && ids.join() !== expected.join()) wrong++;
        // The first ones warm caches and plans.
        if (query < 0) continue;
        found += ids.length;
        ours.push(between - begun);
        if (expected) naive.push(ended - between);
      }
      const name = `${database.kind}, ${where}, ${radiusKm === null ? 'any distance' : `${radiusKm} km`}`;
      const cells = [name, shown(ours), shown(naive), (found / queries).toFixed(1), String(wrong)];
      print(`| ${cells.join(' | ')} |`);
    }
  }
}

const perSecond = 500;
const pace = { perSecond, seconds: 5 };
const turns = 3;

/** The built product on the same database, with everything that a call takes besides its query. */
async function measureOverHttp(url: string) {
  const product = await startProduct({ DATABASE_URL: url });
  const nearby = () => {
    const { latitude, longitude } = somewhereIn(cityByPopulation(random), random);
    const radiusKm = [1, 5, 50][Math.floor(random() * 3)];
    return `/api/messages?latitude=${latitude}&longitude=${longitude}&radiusKm=${radiusKm}&limit=${pageSize}`;
  };
  const sides = [
    ['nearby posts', nearby],
    ['the settings of the installation', () => '/api/settings'],
  ] as const;
  try {
    for (const [, pathOf] of sides) await askEvenly(product.origin, pathOf, pace);
    const times = new Map<string, number[]>(sides.map(([name]) => [name, []]));
    for (let turn = 0; turn < turns; turn++) {
      for (const [name, pathOf] of sides) {
        times.get(name)!.push(...(await askEvenly(product.origin, pathOf, pace)));
      }
    }
    print();
    print(`Through HTTP, ${perSecond} a second:`);
    for (const [name, all] of times) {
      const [middle, slow] = [quantile(all, 0.5), quantile(all, 0.99)];
      print(`${name}: p50 ${middle.toFixed(1)}, p99 ${slow.toFixed(1)} ms`);
    }
  } finally {
    await product.stop();
  }
}

async function run(database: Database) {
  try {
    await fill(database);
    await measure(database);
  } finally {
    await database.close();
  }
}

print(
  `${rows.toLocaleString('en')} posts over ${allCities.length.toLocaleString('en')} cities, newest ${pageSize},`,
);
print(`${queries} queries a line, ${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`);
print();
print('| database, place, radius | feed p50 / p95 ms | sort the whole disc p50 / p95 ms | found | wrong |');
print('|---|---|---|---|---|');
const directory = mkdtempSync(join(tmpdir(), 'dazi-bench-'));
const snapshot = join(repository, 'server', 'dist', 'new-database.tar');
await run(
  await openEmbedded({
    directory: join(directory, 'database'),
    snapshot: existsSync(snapshot) ? snapshot : null,
  }),
);
rmSync(directory, { recursive: true, force: true });
if (findPostgres()) {
  const postgres = await startPostgres();
  try {
    const url = await makeTestDatabase(postgres.url);
    await run(await openPostgresql(url));
    await measureOverHttp(url);
  } finally {
    await postgres.stop();
  }
} else print('PostgreSQL is not installed here: not measured.');
