import { listOnlineUsers, sharePresence } from '@dazi/contract/chat/presence';
import { joinRoom, listJoinRequests } from '@dazi/contract/chat/rooms';
import { findMatches, getProfile, searchProfiles } from '@dazi/contract/discovery/people';
import { listUnnotified } from '@dazi/contract/notifications/notifications';
import { getPost, listPosts } from '@dazi/contract/posts/post-views';
import { createPost } from '@dazi/contract/posts/posts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aRoom } from '#features/chat/rooms/rooms.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { farAway, haight, type TestPerson } from '../../testing/test-person.ts';

/** What goes with having said that age and gender of one's profile are one's own, and with having an account at all. */

let app: TestApp;
/** Has confirmed, as everybody in the other tests. */
let ann: TestPerson;
let beginner: TestPerson;
let visitor: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  ann = await app.person('Ann');
  beginner = await app.person('Beginner', { profile: false });
  await beginner.saveProfile({ displayName: 'Beginner', interests: ['running'] });
  visitor = app.visitor();
});
afterAll(() => app.close());

const said = { content: 'Who walks to the harbour?', location: haight };

test('a post needs a gender that somebody has said: their profile’s, or its own', async () => {
  expect(await beginner.call(createPost, { body: said })).toMatchObject({ code: 'POST_GENDER_MISSING' });
  const { data } = await beginner.get(createPost, { body: { ...said, gender: 'M' } });
  expect(data.gender).toBe('M');
  // What is said of a post says nothing of the profile.
  const { data: face } = await beginner.get(getProfile, { params: { userId: beginner.id } });
  expect(face).toMatchObject({ gender: 'F', confirmedAt: null });
  const { data: seen } = await ann.get(getPost, { params: { messageId: data.id } });
  expect(seen).toMatchObject({ gender: 'M', user: { age: null, gender: null } });
  // Of who has confirmed the profile's goes, whatever is named.
  expect((await ann.get(createPost, { body: { ...said, gender: 'M' } })).data.gender).toBe('F');
});

test('genders and ages are for who has confirmed their own (POST-029)', async () => {
  const { id } = await ann.post();
  const params = { messageId: id };
  const facts = { gender: 'F', user: { age: 30, gender: 'F' } };
  const nothing = { gender: null, user: { age: null, gender: null } };
  const bob = await app.person('Bob');
  for (const [as, expected] of [
    [ann, facts],
    [bob, facts],
    [beginner, nothing],
    [visitor, nothing],
  ] as const) {
    expect((await as.get(getPost, { params })).data).toMatchObject(expected);
    expect((await as.get(listPosts, { query: { ids: id } })).data[0]).toMatchObject(expected);
    expect((await as.get(getProfile, { params: { userId: ann.id } })).data).toMatchObject(expected.user);
  }
  expect((await beginner.get(searchProfiles, { query: { name: 'Ann' } })).data[0]).toMatchObject(
    nothing.user,
  );
});

test('posts are filtered by gender for who has confirmed their own (FILT-002)', async () => {
  await ann.post();
  const query = { gender: 'F' as const };
  expect(await visitor.call(listPosts, { query })).toMatchObject({
    status: 401,
    code: 'GENDER_FILTER_SIGN_IN',
  });
  expect(await beginner.call(listPosts, { query })).toMatchObject({
    status: 403,
    code: 'PROFILE_NOT_CONFIRMED',
  });
  expect((await ann.get(listPosts, { query })).data.length).toBeGreaterThan(0);
});

test('positions are shared, and people near by and matches looked at, by who has confirmed', async () => {
  const refused = { status: 403, code: 'PROFILE_NOT_CONFIRMED' };
  expect(await beginner.call(sharePresence, { body: haight })).toMatchObject(refused);
  expect(await beginner.call(listOnlineUsers, {})).toMatchObject(refused);
  expect(await beginner.call(findMatches, {})).toMatchObject(refused);
});

test('who asks to join shows no age and no gender before', async () => {
  const room = await aRoom(ann, { placed: true });
  const params = { roomId: room.id };
  const cora = await app.person('Cora');
  for (const person of [beginner, cora]) {
    await person.get(joinRoom, { params, body: farAway });
    app.clock.advance(1000);
  }
  const users = async () => (await ann.get(listJoinRequests, { params })).data.map(({ user }) => user);
  expect(await users()).toMatchObject([
    { id: beginner.id, age: null, gender: null },
    { id: cora.id, age: 30, gender: 'F' },
  ]);
});

test('a visitor is shown no more of a profile than name, picture and what was counted', async () => {
  await ann.saveProfile({ bio: 'I draw maps', interests: ['running'], lookingFor: ['friendship'] });
  const { data } = await visitor.get(getProfile, { params: { userId: ann.id } });
  expect(data).toMatchObject({ bio: '', interests: [], lookingFor: [], lastActive: null, isOnline: false });
  const asked = await beginner.get(getProfile, { params: { userId: ann.id } });
  expect(asked.data).toMatchObject({ bio: 'I draw maps', interests: ['running'], age: null });
});

test('what is told of near posts names a gender to who has confirmed their own', async () => {
  const [told, other] = [await app.person('Told'), await app.person('Other')];
  await told.get(sharePresence, { body: haight });
  await other.post();
  const genders = async () => (await told.get(listUnnotified)).data.map(({ gender }) => gender);
  expect(await genders()).toContain('F');
  await app.deps.db.execute(sql`UPDATE users SET confirmed_at = NULL WHERE id = ${told.id}`);
  expect(new Set(await genders())).toEqual(new Set([null]));
});
