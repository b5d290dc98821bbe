import { listProfiles, listUsers } from '@dazi/contract/discovery/people';
import { getSession } from '@dazi/contract/identity/identity';
import { statsLimit } from '@dazi/contract/people/profiles.rules';
import { addBookmark } from '@dazi/contract/posts/bookmarks';
import { getPost, listBookmarks, listPosts } from '@dazi/contract/posts/post-views';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { statsQuery } from './profile-stats.store.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let boss: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'Boss@people.example' });
  ann = await app.person('ann');
  bob = await app.person('bob');
  boss = await app.person('boss');
});
afterAll(() => app.close());

type Listed = { id: string; email: string | null };
const emailSeenBy = async (person: TestPerson) =>
  ((await person.get(listUsers)).data as Listed[]).find(({ id }) => id === ann.id)?.email;

describe('an e-mail address (PRIVACY-012)', () => {
  test('is for its owner and administrators alone', async () => {
    expect(await emailSeenBy(ann)).toBe('ann@people.example');
    expect(await emailSeenBy(boss)).toBe('ann@people.example');
    expect(await emailSeenBy(bob)).toBeNull();
    expect((await ann.get(getSession)).data?.email).toBe('ann@people.example');
  });

  test('has its place in the list of people, null to others (AUTH-040)', async () => {
    const { success, data } = await bob.get(listUsers);
    expect(success).toBe(true);
    const listed = (data as Listed[]).find(({ id }) => id === ann.id);
    expect(listed).toEqual({ id: ann.id, name: 'ann', avatarUrl: null, email: null });
  });

  test('at posts as well, and visitors get none (POST-033)', async () => {
    const { id } = await ann.post();
    await bob.get(addBookmark, { body: { messageId: id } });
    const seen = async (person: TestPerson) => {
      const one = await person.get(getPost, { params: { messageId: id } });
      const { data } = await person.get(listPosts, { query: { ids: id } });
      expect(data[0]?.user).toEqual(one.data.user);
      return one.data.user.email;
    };
    expect(await seen(ann)).toBe('ann@people.example');
    expect(await seen(boss)).toBe('ann@people.example');
    expect(await seen(bob)).toBeNull();
    const { data } = await bob.get(getPost, { params: { messageId: id } });
    expect(data.user).toMatchObject({ id: ann.id, name: 'ann', email: null, avatarUrl: null });
    const visitor = app.visitor();
    expect(await seen(visitor)).toBeUndefined();
    expect((await visitor.get(getPost, { params: { messageId: id } })).data.user).not.toHaveProperty('email');
    expect((await bob.get(listBookmarks)).data[0]?.message.user.email).toBeNull();
  });

  test('of a private person is in no answer to others (PROF-116)', async () => {
    const hermit = await app.person('hermit');
    await hermit.saveProfile({ privacy: { profileVisibility: 'private' } });
    const { id } = await hermit.post();
    const inPost = async (person: TestPerson) =>
      (await person.get(getPost, { params: { messageId: id } })).data.user.email;
    const inList = async (person: TestPerson) =>
      ((await person.get(listUsers)).data as Listed[]).find((one) => one.id === hermit.id)?.email;
    for (const seen of [inPost, inList]) {
      expect(await seen(hermit)).toBe('hermit@people.example');
      expect(await seen(boss)).toBe('hermit@people.example');
      expect((await seen(bob)) ?? null).toBeNull();
    }
  });

  test('is in no other answer to others', async () => {
    const { id } = await ann.post();
    for (const path of [
      '/api/users',
      '/api/profiles',
      `/api/profiles/${ann.id}`,
      '/api/messages',
      `/api/messages/${id}`,
      `/api/users?userId=${ann.id}`,
      `/api/reactions?messageId=${id}`,
      `/api/comments?messageId=${id}`,
      '/api/auth/session',
      '/api/settings',
    ]) {
      for (const person of [bob, app.visitor()]) {
        expect(await (await person.fetch(path)).text()).not.toContain('ann@people.example');
      }
    }
  });
});

test.each([
  ['users', listUsers, (data: unknown) => (data as Listed[]).map(({ id }) => id)],
  ['profiles', listProfiles, (data: unknown) => Object.keys(data as object)],
] as const)('the list of %s is paged, each person once', async (_what, endpoint, idsOf) => {
  for (let count = 0; count < 4; count++) await app.person(`extra ${count}`);
  const all = idsOf((await bob.get(endpoint, { query: { limit: 200 } })).data);
  expect(all.length).toBeGreaterThanOrEqual(7);
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await bob.get(endpoint, { query: { limit: 3, ...(cursor ? { cursor } : {}) } });
    const ids = idsOf(page.data);
    expect(ids.length).toBeLessThanOrEqual(3);
    found.push(...ids);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(found).toEqual(all);
  expect(idsOf((await bob.get(endpoint, { query: { limit: 3, page: 2 } })).data)).toEqual(all.slice(3, 6));
});

test('the count of posts leaves out what is gone', async () => {
  const cleo = await app.person('cleo');
  const count = async () => {
    const answer = await app.visitor().get(listUsers, { query: { userId: cleo.id, messageCount: 'true' } });
    return (answer.data as { messageCount: number }).messageCount;
  };
  expect(await count()).toBe(0);
  await cleo.post();
  await cleo.post({ expiresAt: new Date(app.clock.read().getTime() + 60_000).toISOString() });
  expect(await count()).toBe(2);
  app.clock.advance(60_000);
  expect(await count()).toBe(1);
});

test('of a busy life no more is read for a profile than is counted of it', async () => {
  const dora = await app.person('dora');
  const post = await bob.post();
  const lines = await app.deps.transact(async ({ db }) => {
    const many = statsLimit + 2000;
    await db.execute(sql`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
      SELECT 'busy-' || n, 'tests', 'busy-' || n, false, 'Busy', false, now(), now() FROM generate_series(1, ${many}::int) n`);
    await db.execute(sql`INSERT INTO posts (id, user_id, content, latitude, longitude, display, gender, is_active, created_at, updated_at, q14, q12, q10, q8)
      SELECT 'busy-' || n, CASE WHEN n = 1 THEN ${dora.id} ELSE 'busy-' || n END, '', latitude, longitude, display, gender, true, now(), now(), q14, q12, q10, q8
      FROM posts, generate_series(1, ${many}::int) n WHERE id = ${post.id}`);
    await db.execute(sql`INSERT INTO reactions (id, post_id, user_id, type, created_at)
      SELECT 'given-' || n, 'busy-' || n, ${dora.id}, 'agree', now() FROM generate_series(2, ${many}::int) n
      UNION ALL SELECT 'received-' || n, 'busy-1', 'busy-' || n, 'agree', now() FROM generate_series(2, ${many}::int) n`);
    await db.execute(sql`ANALYZE reactions`);
    return rowsOf<{ 'QUERY PLAN': string }>(
      db,
      sql`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ${statsQuery(null, dora.id, app.clock.read())}`,
    );
  });
  const plan = lines.map((row) => row['QUERY PLAN']);
  const read = plan.flatMap((line) => /reactions x.*rows=([\d.]+) loops=(\d+)/.exec(line)?.slice(1) ?? []);
  expect(read.length).toBeGreaterThan(0);
  // The database says rows as rounded means of its loops.
  for (let at = 0; at < read.length; at += 2)
    expect(Number(read[at]) * Number(read[at + 1])).toBeLessThan(statsLimit + 500);
}, 120_000);
