import type { QueryOf } from '@dazi/contract/kernel/endpoint';
import type { Box, Position } from '@dazi/contract/places/places';
import { boxContains, distanceKm } from '@dazi/contract/places/places.rules';
import { addBookmark } from '@dazi/contract/posts/bookmarks';
import { listPosts } from '@dazi/contract/posts/post-views';
import { distanceFilters_km, mapPageSize } from '@dazi/contract/posts/post-views.rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../testing/seeded-random.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { block } from '../../../testing/test-block.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { buildPost, insertPosts } from '../../../testing/test-posts.ts';
import { diceOf, turnsOf } from '../../../testing/test-share.ts';
import { scanBudget } from './post-views.rules.ts';
import { newestPosts } from './posts-nearby.store.ts';

type Query = QueryOf<typeof listPosts>;
type Row = ReturnType<typeof buildPost>;

const random = seededRandom(diceOf(77));
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
const between = (low: number, high: number) => low + random() * (high - low);

/** Where posts gather: cities, both sides of the date line, the poles, a corner of cells. */
const gatherings: readonly Position[] = [
  { latitude: 37.7749, longitude: -122.4194 },
  { latitude: 35.6895, longitude: 139.6917 },
  { latitude: 0, longitude: 0 },
  { latitude: -16.8, longitude: 179.99 },
  { latitude: -16.8, longitude: -179.99 },
  { latitude: 65.2, longitude: 180 },
  { latitude: 89.7, longitude: 30 },
  { latitude: -89.9, longitude: -150 },
  { latitude: 85.06, longitude: 12 },
];
const texts = [
  'Chess in the park, anyone?',
  'CHESS AND COFFEE',
  'ｃｈｅｓｓ ＣＬＵＢ １００％',
  'Sale: 50% off today',
  '50 and off',
  'snake_case or kebab-case',
  'snakeXcase',
  'C:\\chess\\openings',
  'ラーメン食べに行きませんか',
  'ﾗｰﾒﾝ 好きな人',
  '周末一起去爬山吗',
  '周末 打羽毛球',
  'Café Zoë',
  'ΟΔΟΣ 12',
  'ДОБРЫЙ ДЕНЬ',
  'nothing of interest',
] as const;
const keywords = [
  'chess',
  'ＣＨＥＳＳ',
  '%',
  '0%',
  '％',
  '_',
  'snake_case',
  '\\',
  ':\\ch',
  'ラーメン',
  'ﾗｰﾒﾝ',
  '一',
  '周末',
  'café zoë',
  'CAFÉ',
  'οδοσ',
  'ΟΔΟΣ',
  'добрый',
  'chess,周末',
  '羽毛球、ラーメン',
  ' coffee ，, ',
  'absent,%',
  'absent',
] as const;

let app: TestApp;
let people: TestPerson[];
let rows: Row[];
/** Sees everybody but one. */
let reader: TestPerson;
let hiddenId: string;
const bookmarked = new Set<string>();

function scatter(round: Position, reachKm: number): Position {
  const latitude = round.latitude + between(-1, 1) * (reachKm / 111.2);
  const kept = Math.max(-90, Math.min(90, latitude));
  const cosine = Math.max(0.001, Math.cos((kept * Math.PI) / 180));
  const longitude = round.longitude + between(-1, 1) * Math.min(180, reachKm / 111.2 / cosine);
  return { latitude: kept, longitude: ((((longitude + 180) % 360) + 360) % 360) - 180 };
}

beforeAll(async () => {
  app = await startTestApp();
  people = await Promise.all(['Ann', 'Bob', 'Cleo', 'Dan'].map((name) => app.person(name)));
  reader = await app.person('Reader');
  const blocker = await app.person('Blocker');
  hiddenId = blocker.id;
  await block(app.deps, blocker, reader);
  const authors = [...people.map(({ id }) => id), reader.id, hiddenId];
  const now = app.clock.read().getTime();
  rows = Array.from({ length: 4000 }, (_each, number) => {
    const place =
      number % 10 === 0
        ? { latitude: between(-90, 90), longitude: between(-180, 180) }
        : scatter(pick(gatherings), pick([0.05, 1, 5, 25, 60, 400]));
    return buildPost({
      // Ids do not follow the time, so that ties show.
      id: `${Math.floor(random() * 1e9).toString(36)}-${number}`,
      userId: pick(authors),
      ...place,
      content: pick(texts),
      gender: pick(['F', 'M']),
      isActive: random() > 0.1,
      // Few instants for many posts.
      createdAt: new Date(now - Math.floor(random() * 300) * 60_000),
      expiresAt: pick([
        null,
        null,
        null,
        new Date(now + 3_600_000),
        new Date(now - 60_000),
        new Date(now),
        new Date(now + 1),
      ]),
    });
  });
  rows.push(
    buildPost({ id: 'edge-east', userId: people[0]!.id, latitude: -16.8, longitude: 180 }),
    buildPost({ id: 'edge-west', userId: people[0]!.id, latitude: -16.8, longitude: -180 }),
    buildPost({ id: 'pole-north', userId: people[0]!.id, latitude: 90, longitude: 0 }),
    buildPost({ id: 'pole-south', userId: people[0]!.id, latitude: -90, longitude: 77 }),
  );
  await insertPosts(app.deps.db, rows);
  const others = rows.filter((row) => isThere(row) && people.some(({ id }) => id === row.userId));
  for (let count = 0; count < 120; count++) bookmarked.add(pick(others).id);
  for (const messageId of bookmarked) await reader.get(addBookmark, { body: { messageId } });
});
afterAll(() => app.close());

const isThere = (row: Row) => row.isActive && (row.expiresAt === null || row.expiresAt > app.clock.read());
const foldedTexts = new Map<string, string>();
/** Letter by letter: a capital sigma at the end of a word is no other letter. */
function folded(text: string): string {
  const known = foldedTexts.get(text);
  if (known !== undefined) return known;
  const made = Array.from(text.normalize('NFKC'), (letter) => letter.toLowerCase()).join('');
  foldedTexts.set(text, made);
  return made;
}

/** What the answer must be, by looking at every post. */
function bruteForce(query: Query, viewerId: string | null): string[] {
  const words = (query.keywords ?? '')
    .split(/[,，、]/)
    .map((word) => folded(word.trim()))
    .filter(Boolean);
  const centre = query.radiusKm === undefined ? null : (query as Position);
  const box = query.west === undefined ? null : (query as Box);
  return rows
    .filter(
      (row) =>
        isThere(row) &&
        !(viewerId === reader.id && row.userId === hiddenId) &&
        (!centre || distanceKm(centre, row) <= Number(query.radiusKm)) &&
        (!box || boxContains(box, row)) &&
        (!query.userId || row.userId === query.userId) &&
        (!query.gender || row.gender === query.gender) &&
        (query.view !== 'mine' || row.userId === viewerId) &&
        (query.view !== 'bookmarked' || bookmarked.has(row.id)) &&
        (!query.postedSince || row.createdAt >= new Date(query.postedSince)) &&
        (words.length === 0 || words.some((word) => folded(row.content).includes(word))),
    )
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
}

/** Follows the cursors to the end. */
async function walk(person: TestPerson, query: Query): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 5000; page++) {
    const answer = await person.get(listPosts, { query: { ...query, cursor } });
    const { data, nextCursor } = answer as { data: { id: string }[]; nextCursor: string | null };
    expect(data.length).toBeLessThanOrEqual(Number(query.limit ?? 50));
    ids.push(...data.map(({ id }) => id));
    if (nextCursor === null) return ids;
    cursor = nextCursor;
  }
  throw new Error('The cursors lead nowhere');
}

async function onePage(query: Query): Promise<string[]> {
  const { data } = await app.visitor().get(listPosts, { query });
  return (data as { id: string }[]).map(({ id }) => id);
}

/** Compares long lists without printing them whole. */
function expectSame(found: readonly string[], expected: readonly string[], about: unknown) {
  const known = new Set(expected);
  const seen = new Set(found);
  expect(
    {
      missing: expected.filter((id) => !seen.has(id)).slice(0, 3),
      tooMuch: found.filter((id) => !known.has(id)).slice(0, 3),
      doubled: found.length - seen.size,
      outOfOrder: found.findIndex((id, index) => id !== expected[index]),
    },
    JSON.stringify(about),
  ).toEqual({ missing: [], tooMuch: [], doubled: 0, outOfOrder: -1 });
}

async function expectExact(person: TestPerson, query: Query) {
  const expected = bruteForce(query, person.user?.id ?? null);
  expectSame(await walk(person, query), expected, query);
  return expected.length;
}

function somewhere(): Position {
  return random() < 0.8
    ? scatter(pick(gatherings), 10)
    : { latitude: between(-90, 90), longitude: between(-180, 180) };
}

function randomDisc(): Query {
  const radiusKm = pick([0.1, 1, 5, 10, 25, 50, 200, 1000, 6000, 20_000]);
  return { ...somewhere(), radiusKm };
}

function randomBox(): Query {
  const { latitude, longitude } = somewhere();
  const tall = pick([0.01, 0.2, 3, 40, 180]);
  const wide = pick([0.01, 0.2, 3, 90, 200]);
  const wrap = (value: number) => ((((value + 180) % 360) + 360) % 360) - 180;
  return {
    south: Math.max(-90, latitude - tall),
    north: Math.min(90, latitude + tall),
    ...(wide >= 180
      ? { west: -180, east: 180 }
      : { west: wrap(longitude - wide), east: wrap(longitude + wide) }),
  };
}

function randomFilters(): Query {
  return {
    ...(random() < 0.3 && { gender: pick(['F', 'M'] as const) }),
    ...(random() < 0.3 && { keywords: pick(keywords) }),
    ...(random() < 0.3 && {
      postedSince: new Date(app.clock.read().getTime() - Math.floor(random() * 300) * 60_000).toISOString(),
    }),
    ...(random() < 0.2 && { userId: pick([...people, reader]).id }),
    ...(random() < 0.3 && { view: pick(['all', 'mine', 'bookmarked'] as const) }),
  };
}

describe('the nearby feed answers what looking at every post answers', () => {
  test.each([...distanceFilters_km.filter((radius) => radius !== null), 0.1, 500, 20_000])(
    'within %s km of every gathering',
    async (radiusKm) => {
      let found = 0;
      for (const centre of gatherings) {
        found += await expectExact(app.visitor(), { ...centre, radiusKm, limit: mapPageSize });
      }
      if (radiusKm >= 1) expect(found).toBeGreaterThan(50);
    },
  );

  test('at any distance', async () => {
    expect(await expectExact(app.visitor(), { limit: mapPageSize })).toBeGreaterThan(2000);
  });

  test('in boxes, also across the date line and round the world', async () => {
    const crossing = { west: 179.5, east: -179.5, south: -17.5, north: -16 };
    expect(await expectExact(app.visitor(), { ...crossing, limit: mapPageSize })).toBeGreaterThan(100);
    const world = { west: -180, east: 180, south: -90, north: 90 };
    expect(await expectExact(app.visitor(), { ...world, limit: mapPageSize })).toBeGreaterThan(2000);
    const edge = await walk(app.visitor(), { west: 180, east: -180, south: -16.8, north: -16.8 });
    expect(edge).toEqual(expect.arrayContaining(['edge-east', 'edge-west']));
    for (let round = 0; round < 25; round++) {
      await expectExact(app.visitor(), { ...randomBox(), limit: mapPageSize });
    }
  });

  test('in a disc and a box at once', async () => {
    let found = 0;
    for (let round = 0; round < 25; round++) {
      found += await expectExact(app.visitor(), { ...randomDisc(), ...randomBox(), limit: mapPageSize });
    }
    expect(found).toBeGreaterThan(100);
  });

  test('with every mixture of filters, for a reader from whom somebody is hidden', async () => {
    let found = 0;
    for (let round = 0; round < turnsOf(80); round++) {
      const region = pick([() => ({}), randomDisc, randomBox])();
      const query = { ...region, ...randomFilters() };
      const many = bruteForce(query, reader.id).length > 300;
      found += await expectExact(reader, { ...query, limit: many ? mapPageSize : pick([7, 50]) });
    }
    expect(found).toBeGreaterThan(1000);
  });

  test('by author and view at once: both must hold', async () => {
    for (const userId of [people[0]!.id, reader.id]) {
      for (const view of ['all', 'mine', 'bookmarked'] as const) {
        await expectExact(reader, { userId, view, limit: mapPageSize });
      }
    }
  });

  test.each([...keywords])('keyword %s', async (word) => {
    await expectExact(app.visitor(), { keywords: word, limit: mapPageSize });
  });

  test('keywords match as many posts as they should, not none', () => {
    for (const word of keywords) {
      const found = bruteForce({ keywords: word }, null).length;
      if (word === 'absent') expect(found).toBe(0);
      else expect(found, word).toBeGreaterThan(20);
    }
  });

  test('a post exactly on the rim belongs to the disc', async () => {
    const visitor = app.visitor();
    for (let round = 0; round < turnsOf(150); round++) {
      const centre = somewhere();
      const post = pick(rows.filter(isThere));
      const radiusKm = distanceKm(centre, post);
      if (radiusKm < 0.1 || radiusKm > 20_000) continue;
      const query = { ...centre, radiusKm, limit: mapPageSize };
      const { ids } = await newestPosts(
        app.deps.db,
        {
          region: { disc: { centre, radiusKm }, box: null },
          viewerId: null,
          authorId: post.userId,
          view: 'all',
          gender: null,
          keywords: [],
          postedSince: null,
          now: app.clock.read(),
        },
        { before: null, limit: 5000 },
      );
      expect(ids, JSON.stringify({ query, post })).toContain(post.id);
      if (radiusKm < 50) expect(await walk(visitor, query)).toContain(post.id);
    }
  });

  test('nobody sees posts of those who are hidden from them, either way', async () => {
    const seen = await walk(reader, { limit: mapPageSize });
    const hidden = new Set(rows.filter((row) => row.userId === hiddenId).map(({ id }) => id));
    expect(seen.filter((id) => hidden.has(id))).toEqual([]);
    expect(await walk(reader, { userId: hiddenId, limit: mapPageSize })).toEqual([]);
    expect((await walk(app.visitor(), { userId: hiddenId, limit: mapPageSize })).length).toBeGreaterThan(100);
  });
});

describe('pages', () => {
  test.each([1, 50, mapPageSize])('of %d lead to every post once and in order', async (limit) => {
    const query = limit === 1 ? { ...gatherings[2]!, radiusKm: 5, limit } : { limit };
    const found = await expectExact(app.visitor(), query);
    expect(found).toBeGreaterThan(limit);
  });

  test('of 50 are what is answered without a limit', async () => {
    const { data } = await app.visitor().get(listPosts, {});
    expect((data as unknown[]).length).toBe(50);
  });

  test('rows that share an instant are divided without a loss', async () => {
    const instants = new Map<number, number>();
    for (const row of rows.filter(isThere)) {
      instants.set(row.createdAt.getTime(), (instants.get(row.createdAt.getTime()) ?? 0) + 1);
    }
    expect(Math.max(...instants.values())).toBeGreaterThan(5);
    await expectExact(app.visitor(), { limit: 3, ...gatherings[0]!, radiusKm: 25 });
  });

  test('by number', async () => {
    const expected = bruteForce({}, null);
    for (const [limit, pages] of [
      [50, 40],
      [mapPageSize, 8],
    ] as const) {
      for (let page = 1; page <= pages; page++) {
        const query = { limit, page };
        expectSame(await onePage(query), expected.slice((page - 1) * limit, page * limit), query);
      }
    }
  });
});

describe('when the budget of one call is used up', () => {
  const place = { latitude: -33.87, longitude: 151.21 };
  const old = new Date('2020-01-01T00:00:00Z');
  let crowd: Row[];
  let wanted: Row[];
  beforeAll(async () => {
    const [ann] = people;
    crowd = Array.from({ length: scanBudget.most + 3000 }, (_each, number) =>
      buildPost({
        id: `crowd-${String(number).padStart(6, '0')}`,
        userId: ann!.id,
        ...scatter(place, 0.5),
        gender: 'M',
        createdAt: old,
      }),
    );
    wanted = [0, 1, 2, scanBudget.taste, scanBudget.most - 1, scanBudget.most, scanBudget.most + 1].map(
      (number) =>
        buildPost({
          id: `crowd-${String(crowd.length - 1 - number).padStart(6, '0')}-wanted`,
          userId: ann!.id,
          ...place,
          gender: 'F',
          createdAt: old,
        }),
    );
    wanted.push(buildPost({ id: 'crowd-0', userId: ann!.id, ...place, gender: 'F', createdAt: old }));
    await insertPosts(app.deps.db, [...crowd, ...wanted]);
    rows.push(...crowd, ...wanted);
  });

  test('a page is short, has a cursor, and the rest follows', async () => {
    const query = { ...place, radiusKm: 5, gender: 'F' as const };
    const first = await people[0]!.get(listPosts, { query });
    const { data, nextCursor } = first as { data: unknown[]; nextCursor: string | null };
    expect(data.length).toBeLessThan(wanted.length);
    expect(data.length).toBeGreaterThan(0);
    expect(nextCursor).not.toBeNull();
    expect(await expectExact(people[0]!, query)).toBe(wanted.length);
    await expectExact(people[0]!, { ...query, limit: 1 });
    await expectExact(people[0]!, { ...query, limit: 2 });
  });

  test('an answer without any match still goes on', async () => {
    await expectExact(app.visitor(), { ...place, radiusKm: 5, keywords: 'absent' });
  });

  test('a page by number is the same part of the whole', async () => {
    const expected = bruteForce({ ...place, radiusKm: 5 }, null);
    for (const page of [1, 14, 19]) {
      const query = { ...place, radiusKm: 5, limit: mapPageSize, page };
      expectSame(await onePage(query), expected.slice((page - 1) * mapPageSize, page * mapPageSize), query);
    }
  });
});
