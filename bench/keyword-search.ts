import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { keywordsOf } from '../server/src/features/posts/post-views/post-views.rules.ts';
import { newestPosts, type PostFilters } from '../server/src/features/posts/post-views/posts-nearby.store.ts';
import { builderOn } from '../server/src/platform/database/builder.ts';
import type { Database } from '../server/src/platform/database/connection.ts';
import { openEmbedded } from '../server/src/platform/database/embedded.ts';
import { migrate, readMigrations } from '../server/src/platform/database/migrate.ts';
import { openPostgresql } from '../server/src/platform/database/postgresql.ts';
import { likePattern } from '../server/src/platform/text-grams.ts';
import { seededRandom } from '../server/src/testing/seeded-random.ts';
import { makeTestDatabase } from '../server/src/testing/test-database.ts';
import { buildPost, insertPosts } from '../server/src/testing/test-posts.ts';
import { findPostgres } from '../tools/postgres-programs.mjs';
import { startPostgres } from '../tools/services.mjs';

/**
 * How long the newest 50 posts with a word take, beside LIKE by time and, on PostgreSQL, LIKE by an index of
 * trigrams (pg_trgm, where it is installed). All answer the same question; the answers are compared.
 *
 *   node --import tsx bench/keyword-search.ts [rows] [queries a line] [embedded|postgresql]
 */
const rows = Number(process.argv[2] ?? 100_000);
const queries = Number(process.argv[3] ?? 30);
const only = process.argv[4];
const pageSize = 50;
const repository = join(import.meta.dirname, '..');
const random = seededRandom(23);
const print = (line = '') => process.stdout.write(`${line}\n`);
const now = new Date('2026-07-01T00:00:00Z');

/**
 * Made-up words in three scripts, as often as words of a language are: the tenth one a tenth as often as the
 * first. Latin words are spelled from syllables, the others from a few thousand characters.
 */
const vocabulary = 20_000;
const syllables = 'ka to mi re sol fa ni on er an ing th st qu wa ve lo du pe sh'.split(' ');
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
const letters = (first: number, count: number, length: number) =>
  Array.from({ length }, () => String.fromCodePoint(first + Math.floor(random() ** 2 * count))).join('');
const scripts = {
  en: Array.from({ length: vocabulary }, () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(syllables)).join(''),
  ),
  ja: Array.from({ length: vocabulary }, () =>
    random() < 0.5
      ? letters(0x3042, 80, 1 + Math.floor(random() * 4))
      : letters(0x4e00, 3000, 1 + Math.floor(random() * 3)),
  ),
  zh: Array.from({ length: vocabulary }, () => letters(0x4e00, 4000, 1 + Math.floor(random() * 3))),
};
type Script = keyof typeof scripts;

/** Zipf's law: the rank is the exponential of a number drawn evenly. */
const wordOf = (script: Script) =>
  scripts[script][Math.floor(Math.exp(random() * Math.log(vocabulary))) - 1] ?? scripts[script][0]!;
const textOf = (script: Script) =>
  Array.from({ length: 4 + Math.floor(random() * 16) }, () => wordOf(script)).join(
    script === 'en' ? ' ' : '',
  );

async function fill(database: Database) {
  await migrate(database, readMigrations(join(repository, 'server', 'migrations')));
  await database.script(`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
    VALUES ('user', 'bench', 'user', true, 'Somebody', true, now(), now())`);
  const db = builderOn(database);
  const begun = performance.now();
  const chunk = 20_000;
  for (let start = 0; start < rows; start += chunk) {
    const posts = Array.from({ length: Math.min(chunk, rows - start) }, (_each, offset) =>
      buildPost({
        id: `post-${start + offset}`,
        userId: 'user',
        latitude: random() * 120 - 60,
        longitude: random() * 360 - 180,
        content: textOf(pick(['en', 'ja', 'zh'] as const)),
        createdAt: new Date(now.getTime() - Math.floor(random() * 90 * 86_400_000)),
      }),
    );
    await insertPosts(db, posts);
  }
  await database.script('VACUUM ANALYZE posts');
  const size = (await database.query(
    "SELECT pg_size_pretty(pg_relation_size('posts_grams')) AS grams, pg_size_pretty(pg_relation_size('posts')) AS posts",
    [],
    'objects',
  )) as { grams: string; posts: string }[];
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  print(
    `${database.kind}: filled in ${seconds} s; posts ${size[0]!.posts}, index of letters ${size[0]!.grams}`,
  );
}

const filtersOf = (word: string): PostFilters => ({
  region: { disc: null, box: null },
  viewerId: null,
  authorId: null,
  view: 'all',
  gender: null,
  keywords: keywordsOf(word),
  postedSince: null,
  now,
});

/** By time, every text looked at until the page is full. */
async function byLike(database: Database, word: string, index: 'time' | 'trigrams'): Promise<string[]> {
  const text = 'lower(normalize(content, NFKC)) LIKE $1';
  const source =
    index === 'time'
      ? `SELECT id FROM (SELECT id, created_at, content FROM posts WHERE is_active
          ORDER BY created_at DESC, id DESC OFFSET 0) walked WHERE ${text}`
      : `SELECT id FROM (SELECT id, created_at FROM posts WHERE is_active AND ${text} OFFSET 0) found`;
  const found = await database.query(
    `${source} ORDER BY created_at DESC, id DESC LIMIT ${pageSize}`,
    [likePattern(keywordsOf(word)[0]!)],
    'arrays',
  );
  return (found as string[][]).flat();
}

const quantile = (values: number[], share: number) =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;
const shown = (values: number[]) =>
  values.length === 0 ? '-' : `${quantile(values, 0.5).toFixed(1)} / ${quantile(values, 0.95).toFixed(1)}`;

/** What people type: a word or a part of it, of so many letters, from the common or the rare end. */
function askedFor(script: Script, length: number, kind: 'common' | 'rare'): string {
  for (;;) {
    const rank = kind === 'common' ? Math.floor(random() * 40) : vocabulary / 2 + Math.floor(random() * 9000);
    const word = scripts[script][Math.floor(rank)]!;
    const next = kind === 'common' ? scripts[script][Math.floor(random() * 40)]! : '';
    const all = Array.from(script === 'en' ? word : word + next);
    if (all.length >= length) return all.slice(0, length).join('');
    if (kind === 'rare' && script !== 'en' && length > all.length && random() < 0.5) {
      return Array.from(word + scripts[script][Math.floor(random() * vocabulary)]!)
        .concat(all)
        .slice(0, length)
        .join('');
    }
  }
}

async function timed<Result>(into: number[], work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  into.push(performance.now() - begun);
  return result;
}

async function measure(database: Database, trigrams: boolean) {
  const db = builderOn(database);
  for (const script of Object.keys(scripts) as Script[]) {
    for (const kind of ['common', 'rare'] as const) {
      for (const length of [1, 2, 3, 4]) {
        const [ours, time, trigram]: [number[], number[], number[]] = [[], [], []];
        let wrong = 0;
        let found = 0;
        for (let query = 0; query < queries; query++) {
          const word = askedFor(script, length, kind);
          const page = await timed(ours, () =>
            newestPosts(db, filtersOf(word), { before: null, limit: pageSize }),
          );
          const expected = await timed(time, () => byLike(database, word, 'time'));
          found += page.ids.length;
          if (page.ids.join() !== expected.join()) wrong++;
          if (trigrams) await timed(trigram, () => byLike(database, word, 'trigrams'));
        }
        const name = `${database.kind}, ${script}, ${kind}, ${length}`;
        const cells = [name, shown(ours), shown(time), shown(trigram), (found / queries).toFixed(1), wrong];
        print(`| ${cells.join(' | ')} |`);
      }
    }
  }
}

async function indexTrigrams(database: Database): Promise<boolean> {
  try {
    await database.script(
      'CREATE EXTENSION pg_trgm; CREATE INDEX bench_trigrams ON posts USING gin (lower(normalize(content, NFKC)) gin_trgm_ops) WHERE is_active',
    );
    await database.script('ANALYZE posts');
    return true;
  } catch {
    return false;
  }
}

async function run(database: Database) {
  try {
    await fill(database);
    const trigrams = database.kind === 'postgresql' && (await indexTrigrams(database));
    print('| database, script, frequency, letters | ours | LIKE by time | pg_trgm | found | wrong |');
    print('|---|---|---|---|---|---|');
    await measure(database, trigrams);
    print();
  } finally {
    await database.close();
  }
}

print(
  `${rows.toLocaleString('en')} posts in three scripts, newest ${pageSize} with a word, p50 / p95 in ms,`,
);
print(`${queries} words a line, ${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`);
print();
if (only !== 'postgresql') {
  const directory = mkdtempSync(join(tmpdir(), 'dazi-bench-'));
  const snapshot = join(repository, 'server', 'dist', 'new-database.tar');
  await run(
    await openEmbedded({
      directory: join(directory, 'database'),
      snapshot: existsSync(snapshot) ? snapshot : null,
    }),
  );
  rmSync(directory, { recursive: true, force: true });
}
if (only !== 'embedded') {
  if (findPostgres()) {
    const postgres = await startPostgres();
    try {
      await run(await openPostgresql(await makeTestDatabase(postgres.url)));
    } finally {
      await postgres.stop();
    }
  } else print('PostgreSQL is not installed here: not measured.');
}
