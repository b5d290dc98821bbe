import { cpus } from 'node:os';
import { resolve } from 'node:path';
import type { Position } from '../contract/src/places/places.ts';
import { activityCodes } from '../contract/src/plans/plan-activities.ts';
import { districtOf } from '../server/src/features/places/places.service.ts';
import { cellsOf } from '../server/src/features/plans/plans.rules.ts';
import { type SoonFilters, soonestPlans } from '../server/src/features/plans/soon.store.ts';
import { builderOn } from '../server/src/platform/database/builder.ts';
import type { Database } from '../server/src/platform/database/connection.ts';
import { openPostgresql } from '../server/src/platform/database/postgresql.ts';
import { seededRandom } from '../server/src/testing/seeded-random.ts';
import { makeTestDatabase } from '../server/src/testing/test-database.ts';
import { startPostgres } from '../tools/services.mjs';
import { cityByPopulation, hotCity, somewhereIn } from './cities.ts';
import { askEvenly, quantile } from './even-pace.ts';
import { startProduct } from './product.ts';

/**
 * The first page of plans to come, on PostgreSQL, with so many ahead, as many past, and one in ten of them in one city: beside
 * the plain query (everything within the distance by an index, then sorted by time) and beside a statement that answers a
 * constant. Then how PostgreSQL goes about it and how many rows it reads, and the same through HTTP beside an answer that
 * never changes.
 *
 * BEFORE names another checkout whose query takes its turn on the same rows.
 *
 *   [BEFORE=checkout] node --import tsx bench/soon.ts [plans ahead, by commas] [queries a line]
 */
const sizes = (process.argv[2] ?? '10000,100000,1000000').split(',').map(Number);
const queries = Number(process.argv[3] ?? 200);
const page = 20;
const before: { soonestPlans: typeof soonestPlans } | null = process.env.BEFORE
  ? await import(`${resolve(process.env.BEFORE)}/server/src/features/plans/soon.store.ts`)
  : null;
/** The plain query takes a second among a million. */
const mostPlain = 20;
const hour_ms = 3_600_000;
const reach_ms = 60 * 24 * hour_ms;
const people = 500;
const print = (line = '') => process.stdout.write(`${line}\n`);

/** One in 500 is of this kind. */
const rare = 'golf';
const usualKinds = activityCodes.filter((code) => code !== rare && code !== 'other');
const spoken = [['en'], ['ja'], ['zh'], ['en', 'ja'], ['en', 'zh']];

async function fill(database: Database, ahead: number, now: Date) {
  const random = seededRandom(19);
  // The map counts nothing of it.
  await database.script('ALTER TABLE plans DISABLE TRIGGER USER');
  await database.script(`INSERT INTO users (id, issuer, subject, email_verified, name, gender, verified, created_at, last_active_at)
    SELECT 'person-' || n, 'bench', n::text, true, 'Somebody', 'F', true, now(), now() FROM generate_series(0, ${people - 1}) n;
    INSERT INTO plan_settings (user_id, adult_at, safety_card, safety_card_at, gender, gender_at, gender_counts_from, languages)
    SELECT id, now(), 1, now(), 'F', now(), now() - interval '1 day', '["en"]' FROM users`);
  // Made anew when all is there: each row would go into each of them.
  const indexes = (await database.query(
    `SELECT indexname AS name, indexdef AS made FROM pg_indexes
      WHERE tablename = 'plans' AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [],
    'objects',
  )) as { name: string; made: string }[];
  for (const { name } of indexes) await database.script(`DROP INDEX ${name}`);
  const chunk = 10_000;
  for (let start = 0; start < 2 * ahead; start += chunk) {
    const rows = Array.from({ length: Math.min(chunk, 2 * ahead - start) }, (_each, offset) => {
      const number = start + offset;
      const { centre } = districtOf(somewhereIn(cityByPopulation(random), random));
      const away_ms = Math.floor(random() * reach_ms) * (number % 2 === 0 ? 1 : -1);
      return {
        ...{ id: `plan-${number}`, host: `person-${Math.floor(random() * people)}` },
        activity: number % 1000 < 2 ? rare : usualKinds[Math.floor(random() * usualKinds.length)]!,
        starts: new Date(now.getTime() + away_ms).toISOString(),
        ...centre,
        ...cellsOf(centre),
        going: 1 + Math.floor(random() * 4),
        entry: random() < 0.7 ? 'open' : 'ask',
        who: random() < 0.9 ? 'everyone' : 'same_gender',
        languages: spoken[Math.floor(random() * spoken.length)]!,
      };
    });
    await database.query(insertPlans, [JSON.stringify(rows), now], 'arrays');
  }
  for (const { made } of indexes) await database.script(made);
}

const insertPlans = `INSERT INTO plans (id, made_by, client_id, host_id, activity, local, time_zone, minutes, starts_at, ends_at,
    decides_at, district_latitude, district_longitude, q14, q12, q10, q8, spot_shown, seats, least, going_count, entry, who, gender,
    languages, language_needed, cost, listed, version, stage, created_at, updated_at)
  SELECT id, host, id, host, activity, to_char(starts, 'YYYY-MM-DD"T"HH24:MI'), 'Europe/London', 120, starts, starts + interval '2 hours',
    starts - interval '2 hours', latitude, longitude, q14, q12, q10, q8, 'let_in', 4, 2, going, entry, who,
    CASE who WHEN 'everyone' THEN NULL ELSE 'F' END, languages, false, 'own', true, 1,
    CASE WHEN starts < $2::timestamptz THEN 'ended' ELSE 'ahead' END, $2::timestamptz, $2::timestamptz
  FROM json_to_recordset($1::text::json) AS r (id text, host text, activity text, starts timestamptz, latitude float8,
    longitude float8, q14 int, q12 int, q10 int, q8 int, going int, entry text, who text, languages jsonb)`;

/** Within a distance by an index on places: PostGIS where it is installed, else earthdistance, which comes with PostgreSQL. */
async function makePlain(database: Database) {
  const [known] = await database.query(
    `SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'`,
    [],
    'arrays',
  );
  if (known) {
    await database.script(`CREATE EXTENSION postgis; CREATE INDEX bench_place ON plans
      USING gist ((ST_MakePoint(district_longitude, district_latitude)::geography))`);
  } else {
    await database.script(`CREATE EXTENSION cube; CREATE EXTENSION earthdistance; CREATE INDEX bench_place ON plans
      USING gist (ll_to_earth(district_latitude, district_longitude))`);
  }
  const within = known
    ? 'ST_DWithin(ST_MakePoint(district_longitude, district_latitude)::geography, ST_MakePoint($2, $1)::geography, $3)'
    : `earth_box(ll_to_earth($1, $2), $3) @> ll_to_earth(district_latitude, district_longitude)
       AND earth_distance(ll_to_earth($1, $2), ll_to_earth(district_latitude, district_longitude)) <= $3`;
  await database.query('VACUUM ANALYZE plans', [], 'arrays');
  const plain = `SELECT id FROM plans WHERE called_off_at IS NULL AND listed AND starts_at > $4 AND ${within} ORDER BY starts_at, id LIMIT ${page}`;
  return { name: known ? 'ST_DWithin' : 'earth_distance (PostGIS is not installed here)', plain };
}

interface Line {
  name: string;
  radiusKm: number | null;
  narrow: Partial<SoonFilters>;
}

const filtersOf = (centre: Position, { radiusKm, narrow }: Line, now: Date): SoonFilters => ({
  region: { disc: radiusKm === null ? null : { centre, radiusKm }, box: null },
  ...{ viewerId: 'person-0', from: now, to: null, now },
  ...{ activities: [], languages: [], isFree: false, isOpen: false },
  ...narrow,
});

const linesAt = (now: Date): Line[] => [
  ...[5, 25, 50, null].map((radiusKm) => ({
    name: radiusKm === null ? 'anywhere' : `${radiusKm} km`,
    radiusKm,
    narrow: {},
  })),
  { name: '25 km, one activity in 500', radiusKm: 25, narrow: { activities: [rare] } },
  {
    name: '25 km, all filters',
    radiusKm: 25,
    narrow: {
      activities: [rare, ...usualKinds.slice(0, 9)],
      languages: ['ja'],
      ...{ isFree: true, isOpen: true },
      to: new Date(now.getTime() + 7 * 24 * hour_ms),
    },
  },
];

const shown = (values: readonly number[]) =>
  values.length === 0 ? '-' : `${quantile(values, 0.5).toFixed(2)} / ${quantile(values, 0.95).toFixed(2)}`;

interface Step {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Parent Relationship'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Step[];
}
const allSteps = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(allSteps)];

/** The first way down through the nodes; of those side by side how many there are. */
function chainOf(step: Step): string {
  const name = step['Index Name'] ? `${step['Node Type']} ${step['Index Name']}` : step['Node Type'];
  const [first, ...others] = (step.Plans ?? []).filter(
    (one) => !['SubPlan', 'InitPlan'].includes(one['Parent Relationship'] ?? ''),
  );
  if (!first) return name;
  return `${name} > ${others.length > 0 ? `${others.length + 1} x ` : ''}${chainOf(first)}`;
}

/** How PostgreSQL goes about what is asked in `work`, statement after statement, and how many rows of plans it reads. */
async function explained(database: Database, work: (on: Database) => Promise<unknown>) {
  const plans: Step[] = [];
  const query: Database['query'] = async (text, parameters, shape) => {
    const [row] = (await database.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, parameters, 'arrays')) as [
      [[{ Plan: Step }] | string],
    ];
    const told = typeof row[0] === 'string' ? (JSON.parse(row[0]) as [{ Plan: Step }]) : row[0];
    plans.push(told[0].Plan);
    return database.query(text, parameters, shape);
  };
  await work({ ...database, query });
  const read = plans.flatMap(allSteps).filter((step) => step['Relation Name'] === 'plans');
  const rows = read.reduce(
    (sum, step) =>
      sum +
      ((step['Actual Rows'] ?? 0) + (step['Rows Removed by Filter'] ?? 0)) * (step['Actual Loops'] ?? 1),
    0,
  );
  return { chain: chainOf(plans[0]!), rows, walks: plans.length };
}

async function measure(database: Database, ahead: number, plain: string, now: Date) {
  const db = builderOn(database);
  const random = seededRandom(23);
  const middles = new Map<string, number>();
  const told: string[] = [];
  for (const [where, place] of [
    [hotCity.name, () => somewhereIn(hotCity, random)],
    ['by population', () => somewhereIn(cityByPopulation(random), random)],
  ] as const) {
    for (const line of linesAt(now)) {
      const [ours, earlier, naive, constant]: [number[], number[], number[], number[]] = [[], [], [], []];
      let found = 0;
      let mostRead = 0;
      for (let query = -5; query < queries; query++) {
        const centre = place();
        const filters = filtersOf(centre, line, now);
        const ask = (on = db) => soonestPlans(on, filters, { after: null, limit: page });
        const beforeBegun = performance.now();
        await before?.soonestPlans(db, filters, { after: null, limit: page });
        const begun = performance.now();
        const { ids } = await ask();
        const between = performance.now();
        await database.query('SELECT 1', [], 'arrays');
        const answered = performance.now();
        const isPlain = line.radiusKm !== null && Object.keys(line.narrow).length === 0;
        if (isPlain && query < mostPlain) {
          const { latitude, longitude } = centre;
          await database.query(plain, [latitude, longitude, line.radiusKm! * 1000, now], 'arrays');
        }
        const ended = performance.now();
        if (query >= queries - 5) {
          const how = await explained(database, (on) => ask(builderOn(on)));
          mostRead = Math.max(mostRead, how.rows);
          if (query === queries - 1) told.push(`${where}, ${line.name}: ${how.chain}`);
        }
        // The first ones warm caches and plans.
        if (query < 0) continue;
        found += ids.length;
        ours.push(between - begun);
        if (before) earlier.push(begun - beforeBegun);
        constant.push(answered - between);
        if (isPlain && query < mostPlain) naive.push(ended - answered);
      }
      middles.set(`${where}, ${line.name}`, quantile(ours, 0.5));
      const cells = [
        ahead.toLocaleString('en'),
        `${where}, ${line.name}`,
        shown(ours),
        shown(earlier),
        shown(naive),
      ];
      print(`| ${[...cells, shown(constant), (found / queries).toFixed(1), String(mostRead)].join(' | ')} |`);
    }
  }
  return { middles, told };
}

/** The built product on the same database, with everything that a call takes besides its query. */
async function measureOverHttp(url: string) {
  const random = seededRandom(29);
  const product = await startProduct({ DATABASE_URL: url });
  const pace = { perSecond: 100, seconds: 5 };
  const soon = () => {
    const { latitude, longitude } = somewhereIn(cityByPopulation(random), random);
    return `/api/plans?latitude=${latitude}&longitude=${longitude}&radiusKm=${[5, 25, 50][Math.floor(random() * 3)]}`;
  };
  const sides = [
    ['plans to come', soon],
    ['the settings of the installation', () => '/api/settings'],
  ] as const;
  try {
    for (const [, pathOf] of sides) await askEvenly(product.origin, pathOf, pace);
    for (const [name, pathOf] of sides) {
      const times = await askEvenly(product.origin, pathOf, pace);
      print(
        `through HTTP, ${pace.perSecond} a second, ${name}: p50 ${quantile(times, 0.5).toFixed(1)}, p95 ${quantile(times, 0.95).toFixed(1)} ms`,
      );
    }
  } finally {
    await product.stop();
  }
}

print(
  `first page of ${page}, ${queries} queries a line, ${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`,
);
const running = await startPostgres();
const all = new Map<number, Map<string, number>>();
try {
  for (const size of sizes) {
    const url = await makeTestDatabase(running.url);
    const database = await openPostgresql(url);
    const now = new Date();
    await fill(database, size, now);
    const { name, plain } = await makePlain(database);
    print();
    print(
      `| plans ahead | where | p50 / p95 ms | before | ${name}, sorted by time | a constant | found | rows read at most |`,
    );
    print('|---|---|---|---|---|---|---|---|');
    const { middles, told } = await measure(database, size, plain, now);
    await database.close();
    all.set(size, middles);
    print();
    for (const line of told) print(line);
    await measureOverHttp(url);
  }
  const [first, last] = [all.get(sizes[0]!)!, all.get(sizes.at(-1)!)!];
  if (sizes.length > 1) {
    print();
    for (const [line, middle] of last)
      print(
        `${line}: p50 with ${sizes.at(-1)} is ${(middle / first.get(line)!).toFixed(2)} times that with ${sizes[0]}`,
      );
  }
} finally {
  await running.stop();
}
