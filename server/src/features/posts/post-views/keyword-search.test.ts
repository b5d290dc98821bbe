import { listPosts } from '@dazi/contract/posts/post-views';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import { gramsOf, likePattern } from '#platform/text-grams.ts';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { block } from '../../../testing/test-block.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { buildPost, insertPosts } from '../../../testing/test-posts.ts';
import { diceOf, turnsOf } from '../../../testing/test-share.ts';
import { keywordsOf, scanBudget } from './post-views.rules.ts';

const random = seededRandom(41);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;

const words = {
  latin:
    'coffee tea walk run Café ZOË 100% snake_case back\\slash Chess park dog sunset naïve o’clock ＡＢＣ ﬁre'.split(
      ' ',
    ),
  japanese: '散歩 コーヒー ｺｰﾋｰ ラーメン 犬 公園 夕日 写真 一緒に 走る です ㍿ ガ が 𠮷野家'.split(' '),
  chinese: '周末 爬山 咖啡 羽毛球 猫 公园 夕阳 拍照 一起 跑步 吗 😀 👨‍👩‍👧'.split(' '),
} as const;
const scripts = Object.keys(words) as (keyof typeof words)[];

let app: TestApp;
let reader: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  const author = await app.person('Author');
  const hidden = await app.person('Hidden');
  reader = await app.person('Reader');
  await block(app.deps, hidden, reader);
  const now = app.clock.read().getTime();
  const rows = Array.from({ length: 2 * scanBudget.most }, (_each, number) => {
    const script = scripts[number % 3]!;
    // Half of the words are rare: too rare for a walk to fill a page with them.
    const common = words[script].slice(0, 7);
    const text = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
      pick(random() < 0.02 ? words[script] : common),
    );
    return buildPost({
      id: `post-${number}`,
      userId: random() < 0.1 ? hidden.id : author.id,
      latitude: 37 + random(),
      longitude: -122 + random(),
      content: text.join(script === 'latin' ? ' ' : ''),
      gender: pick(['F', 'M']),
      isActive: random() > 0.05,
      createdAt: new Date(now - Math.floor(number / 5) * 60_000),
      expiresAt: pick([null, null, null, new Date(now - 1000)]),
    });
  });
  await insertPosts(app.deps.db, rows);
});
afterAll(() => app.close());

/** What LIKE finds by looking at every post. */
async function byLike(keywords: string, box?: { south: number; north: number }): Promise<string[]> {
  const any = keywordsOf(keywords).map(
    (word) => sql`lower(normalize(content, NFKC)) LIKE ${likePattern(word)}`,
  );
  const rows = await rowsOf<{ id: string }>(
    app.deps.db,
    sql`SELECT id FROM posts WHERE is_active AND (expires_at IS NULL OR expires_at > ${app.clock.read().toISOString()}::timestamptz)
      AND user_id NOT IN (SELECT blocker_id FROM blocks WHERE blocked_id = ${reader.id})
      AND latitude BETWEEN ${box?.south ?? -90} AND ${box?.north ?? 90}
      AND (${sql.join(any, sql` OR `)}) ORDER BY created_at DESC, id DESC`,
  );
  return rows.map(({ id }) => id);
}

interface Page {
  data: { id: string }[];
  nextCursor: string | null;
}

/** Follows the cursors to the end; a page with keywords is short only where nothing is left. */
async function bySearch(query: Record<string, unknown> & { limit: number }): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 5000; page++) {
    const answer = (await reader.get(listPosts, { query: { ...query, cursor } })) as unknown as Page;
    ids.push(...answer.data.map(({ id }) => id));
    if (answer.nextCursor === null) return ids;
    expect(answer.data.length).toBe(query.limit);
    cursor = answer.nextCursor;
  }
  throw new Error('The cursors lead nowhere');
}

const everyWord = scripts.flatMap((script) => words[script]);
/** Any run of 1 to 4 letters of what was written: rare ones and common ones, within words and across them. */
const wordOfText = fc
  .record({
    text: fc
      .constantFrom(...scripts)
      .chain((script) =>
        fc
          .array(fc.constantFrom(...words[script]), { minLength: 1, maxLength: 3 })
          .map((some) => some.join(script === 'latin' ? ' ' : '')),
      ),
    start: fc.nat(40),
    length: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ text, start, length }) => {
    const letters = Array.from(text);
    const first = start % letters.length;
    return letters.slice(first, first + length).join('');
  })
  .filter((word) => keywordsOf(word).length === 1);

describe('keyword search', () => {
  test('finds what LIKE finds, whatever the word (FILT-013)', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(wordOfText, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(50, 200, 500),
        async (some, limit) => {
          const keywords = some.join(',');
          const expected = await byLike(keywords);
          found += expected.length;
          expect(await bySearch({ keywords, limit })).toEqual(expected);
        },
      ),
      { numRuns: turnsOf(30), seed: diceOf(11) },
    );
    expect(found).toBeGreaterThan(turnsOf(1000));
  }, 240_000);

  test.each([...everyWord])(
    'finds every %s',
    async (word) => {
      const expected = await byLike(word);
      expect(expected.length).toBeGreaterThan(0);
      const limit = expected.length > 2000 ? 500 : 50;
      expect(await bySearch({ keywords: word, limit })).toEqual(expected);
    },
    60_000,
  );

  test('finds rare words in a region with its other filters, page by page', async () => {
    const box = { west: -122, east: -121, south: 37, north: 37.5 };
    const rare = `${words.latin[9]},${words.chinese[4]}`;
    const expected = await byLike(rare, box);
    expect(expected.length).toBeGreaterThan(10);
    expect(await bySearch({ ...box, keywords: rare, limit: 3 })).toEqual(expected);
    const [all, women, men] = await Promise.all(
      [{}, { gender: 'F' }, { gender: 'M' }].map((more) =>
        bySearch({ ...box, ...more, keywords: rare, limit: 50 }),
      ),
    );
    expect([...women!, ...men!].sort()).toEqual([...all!].sort());
  });

  test('makes the same grams of a word as the database of a text', async () => {
    await fc.assert(
      fc.asyncProperty(wordOfText, async (text) => {
        const [word] = keywordsOf(text);
        const [row] = await rowsOf<{ grams: string[] }>(
          app.deps.db,
          sql`SELECT to_json(text_grams(${text})) AS grams`,
        );
        expect(row!.grams).toEqual(expect.arrayContaining(gramsOf(word!)));
      }),
      { numRuns: turnsOf(100), seed: diceOf(3) },
    );
  });

  test('keeps whole letters of a word that is too long', () => {
    const [word] = keywordsOf('😀'.repeat(60));
    expect(word).toBe('😀'.repeat(50));
  });
});
