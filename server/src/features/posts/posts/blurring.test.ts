import { getRoom } from '@dazi/contract/chat/conversation-views';
import { createRoom } from '@dazi/contract/chat/rooms';
import { saveProfile } from '@dazi/contract/people/profiles';
import { cellOf } from '@dazi/contract/places/cells';
import { distanceKm } from '@dazi/contract/places/places.rules';
import { blurPosts, countExactPosts } from '@dazi/contract/posts/blurring';
import { getPost } from '@dazi/contract/posts/post-views';
import type { Post } from '@dazi/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { TestStream } from '../../../testing/test-stream.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let round = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  round++;
  [ann, bob] = [await app.person(`Ann ${round}`), await app.person(`Bob ${round}`)];
  await shows(ann, 'exact');
});

const exactly = { locationDisplay: 'exact' } as const;

const shows = (as: TestPerson, precision: 'exact' | 'approximate') =>
  as.get(saveProfile, {
    params: { userId: as.id },
    body: { privacy: { showLocation: precision, locationSharing: { enabled: true, precision } } },
  });
const count = async (as: TestPerson, upTo?: string) =>
  (await as.get(countExactPosts, { query: { ...(upTo && { upTo }) } })).data;
const blur = async (as: TestPerson, upTo?: string) =>
  (await as.get(blurPosts, { body: { ...(upTo && { upTo }) } })).data;
const look = async (post: Post) => (await bob.get(getPost, { params: { messageId: post.id } })).data.location;
const room = async (as: TestPerson, placed = false) =>
  (await as.get(createRoom, { body: { name: 'Here', ...haight, joinRadius: 5, placed, ...exactly } })).data;
const lookAtRoom = async (roomId: string) => (await bob.get(getRoom, { params: { roomId } })).data;

describe('blurring', () => {
  test('moves own exact posts and rooms to where they would have been approximately', async () => {
    const exact = await ann.post(exactly);
    expect(await look(exact)).toMatchObject({ display: 'exact' });
    const [here, placed] = [await room(ann), await room(ann, true)];
    const others = await bob.post();
    const before = await look(others);
    expect(await count(ann)).toEqual({ posts: 1, rooms: 1, left: 2 });
    expect(await count(bob)).toEqual({ posts: 0, rooms: 0, left: 0 });
    expect(await blur(ann)).toEqual({ posts: 1, rooms: 1, left: 0 });

    await shows(ann, 'approximate');
    const asNew = await ann.post();
    const { latitude, longitude } = asNew.location;
    expect(await look(exact)).toMatchObject({ latitude, longitude, display: 'approximate' });
    const moved_km = distanceKm(exact.location, asNew.location);
    expect(moved_km).toBeGreaterThan(0.3);
    expect(moved_km).toBeLessThan(3);
    expect(await lookAtRoom(here.id)).toMatchObject({ latitude, longitude });
    expect(await lookAtRoom(placed.id)).toMatchObject({
      latitude: placed.latitude,
      longitude: placed.longitude,
    });
    expect(await look(others)).toEqual(before);
    expect(await count(ann)).toEqual({ posts: 0, rooms: 0, left: 0 });
    expect(await blur(ann)).toEqual({ posts: 0, rooms: 0, left: 0 });
    expect(await look(exact)).toMatchObject({ latitude, longitude });
  });

  test('tells the old and the new area once each', async () => {
    // On the edge of an area: it is left.
    const edge = {
      latitude: 37.7692,
      longitude: Math.floor((-122.4481 + 180) / (360 / 4096)) * (360 / 4096) - 180,
    };
    const posts = [];
    for (const offset of [-0.0002, 0.0002]) {
      posts.push(await ann.post({ ...exactly, location: { ...edge, longitude: edge.longitude + offset } }));
    }
    const here = await room(ann);
    const cells = [...new Set([...posts.map(({ location }) => cellOf(location, 12)), cellOf(here, 12)])];
    const stream = await TestStream.open(bob);
    await stream.listen(cells);
    await blur(ann);
    const moved = await Promise.all(posts.map(look));
    await stream.until(
      (frame) => frame.type === 'area' && frame.events.some(({ type }) => type === 'room_changed'),
    );
    stream.close();
    posts.forEach(({ id, location }, which) => {
      const heard = stream.events.filter(({ messageId }) => messageId === id).map(({ type }) => type);
      const [old, now] = [cellOf(location, 12), cellOf(moved[which]!, 12)];
      const both =
        old === now ? ['post_edited'] : ['post_deleted', ...(cells.includes(now) ? ['post_edited'] : [])];
      // In which order two areas hear is not said.
      expect(heard.sort()).toEqual(both.sort());
    });
    // Both went the same way, so that one of them has left its area.
    expect(new Set([...posts.map(({ location }) => cellOf(location, 12))]).size).toBe(2);
    expect(stream.events.some(({ type }) => type === 'post_deleted')).toBe(true);
  });

  test('goes on a hundred at a time, also when asked many times at once, and leaves what is newer', async () => {
    for (let made = 0; made < 98; made++) await ann.post(exactly);
    for (let made = 0; made < 3; made++) await room(ann);
    const upTo = app.clock.read().toISOString();
    app.clock.advance(1000);
    const later = await ann.post(exactly);
    expect(await count(ann, upTo)).toEqual({ posts: 98, rooms: 3, left: 101 });
    expect(await blur(ann, upTo)).toEqual({ posts: 98, rooms: 2, left: 1 });
    const answers = await Promise.all([1, 2, 3].map(() => blur(ann, upTo)));
    expect(answers.map(({ rooms }) => rooms).sort()).toEqual([0, 0, 1]);
    expect(answers.every(({ left }) => left === 0)).toBe(true);
    expect(await look(later)).toMatchObject({ display: 'exact' });
    expect(await count(ann)).toEqual({ posts: 1, rooms: 0, left: 1 });
  });

  test('refuses what is no instant', async () => {
    for (const upTo of ['tomorrow', '2026-13-01T00:00:00Z', 7]) {
      expect(await ann.call(blurPosts, { body: { upTo } as never })).toMatchObject({ status: 400 });
    }
  });
});
