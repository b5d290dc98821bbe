import { findPlaces } from '@dazi/contract/places/place-search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildPost, insertPosts } from '../../testing/test-posts.ts';
import { cityOfBox } from './place-names.rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('names of places', () => {
  test('come with posts, made from the displayed position, whatever the client says (MAP-035)', async () => {
    const ann = await app.person('Ann');
    const location = { latitude: 37.7699, longitude: -122.4468, address: 'My secret street 5' };
    const post = await ann.post({ content: 'Hello', location });
    expect(post.location).toMatchObject({
      address: 'San Francisco',
      names: { ja: 'サンフランシスコ', zh: '旧金山' },
    });
    const atSea = { latitude: 10, longitude: -40, id: 'sea', userId: ann.id };
    await insertPosts(app.deps.db, [buildPost(atSea)]);
    const answer = await app.visitor().fetch('/api/messages/sea');
    const { data } = (await answer.json()) as { data: { location: object } };
    expect(data.location).toEqual({ latitude: 10, longitude: -40, display: 'approximate' });
  });

  test('fall back on the boxes of large cities (MAP-036)', () => {
    expect(cityOfBox({ latitude: 37.77, longitude: -122.44 })?.name).toBe('San Francisco');
    expect(cityOfBox({ latitude: 35.68, longitude: 139.7 })?.names.ja).toBe('東京');
    expect(cityOfBox({ latitude: 0, longitude: -30 })).toBeNull();
  });

  test('are found by their beginning', async () => {
    const { data } = await app.visitor().get(findPlaces, { query: { query: '旧金' } });
    expect(data).toEqual([
      expect.objectContaining({ name: 'San Francisco', country: 'US', names: expect.anything() }),
    ]);
    expect(await app.visitor().call(findPlaces, { query: { query: '' } })).toMatchObject({ status: 400 });
    expect(await app.visitor().call(findPlaces, { query: { query: 'x'.repeat(61) } })).toMatchObject({
      status: 400,
    });
  });
});
