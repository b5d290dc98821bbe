import { getPost, listPosts } from '@dazi/contract/discovery';
import { distanceKm } from '@dazi/contract/places';
import { createPost, removePost } from '@dazi/contract/posts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { haight } from '../../testing/test-person.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('publishing', () => {
  test('stores and answers the displayed position, never the true one (POST-003, PRIVACY-009, PRIVACY-011)', async () => {
    const ann = await app.person('Ann');
    const post = await ann.post({ content: 'Chess in the park?' });
    expect(post.location.display).toBe('approximate');
    const away = distanceKm(haight, post.location);
    expect(away).toBeGreaterThan(0.3);
    expect(away).toBeLessThan(2.8);
    const again = await ann.post({ content: 'Anyone?' });
    expect(again.location).toEqual(post.location);
  });

  test('a visitor sees it, newest first (POST-001, POST-064)', async () => {
    const ann = await app.person('Bea');
    const first = await ann.post({ content: 'one' });
    app.clock.advance(1000);
    const second = await ann.post({ content: 'two' });
    const { data } = await app.visitor().get(listPosts, { query: { userId: ann.id } });
    expect(data.map((post) => post.id)).toEqual([second.id, first.id]);
    expect(data[0]?.user.name).toBe('Bea');
  });

  test.each([
    ['POST-051', { content: '  ' }, 400, 'Please enter a message or add media.'],
    ['POST-050', { content: 'x'.repeat(301) }, 400, 'A message can have up to 300 characters'],
    [
      'POST-057',
      { location: null },
      400,
      'Location is required to post a message. Please allow location access.',
    ],
    [
      'POST-057b',
      { location: { latitude: 1 } },
      400,
      'Location is required to post a message. Please allow location access.',
    ],
  ])('%s is refused with its text and changes nothing', async (_id, input, status, error) => {
    const ann = await app.person('Cleo');
    const answer = await ann.call(createPost, {
      body: { userId: ann.id, content: 'x', location: haight, ...input },
    });
    expect(answer).toMatchObject({ success: false, status, error });
    expect((await ann.get(listPosts, { query: { userId: ann.id } })).data).toEqual([]);
  });

  test('needs a session, and one acts only as oneself (POST-058, AUTH-049)', async () => {
    const ann = await app.person('Dora');
    const visitor = await app.visitor().call(createPost, { body: { content: 'x', location: haight } });
    expect(visitor).toMatchObject({ status: 401, error: 'User must be authenticated to post messages' });
    const foreign = await ann.call(createPost, {
      body: { userId: 'somebody', content: 'x', location: haight },
    });
    expect(foreign).toMatchObject({ status: 403, code: 'NOT_YOURSELF' });
  });

  test('needs a gender (POST-093)', async () => {
    const ann = await app.person('Eve');
    await ann.saveProfile({ gender: null });
    const answer = await ann.call(createPost, { body: { content: 'x', location: haight } });
    expect(answer).toMatchObject({
      status: 400,
      error: 'Please set your gender in your profile before posting messages',
    });
  });
});

describe('taking back', () => {
  test('only the author; the post leaves every list (POST-087)', async () => {
    const ann = await app.person('Fay');
    const bob = await app.person('Gus');
    const post = await ann.post();
    const params = { messageId: post.id };
    expect(await bob.call(removePost, { params, body: { userId: bob.id } })).toMatchObject({ status: 403 });
    expect(await app.visitor().call(removePost, { params, body: {} })).toMatchObject({
      status: 401,
      error: 'User must be authenticated to delete messages',
    });
    expect(await ann.call(removePost, { params, body: { userId: ann.id } })).toMatchObject({ status: 200 });
    expect(await ann.call(removePost, { params, body: { userId: ann.id } })).toMatchObject({ status: 404 });
    expect(await bob.call(getPost, { params })).toMatchObject({ status: 404 });
  });

  test('a post disappears when its time is over (POST-090)', async () => {
    const ann = await app.person('Hal');
    const expiresAt = new Date(app.clock.read().getTime() + 60_000).toISOString();
    const post = await ann.post({ expiresAt });
    expect(post.expiresAt).toBe(expiresAt);
    app.clock.advance(61_000);
    expect((await ann.get(listPosts, { query: { userId: ann.id } })).data).toEqual([]);
  });
});
