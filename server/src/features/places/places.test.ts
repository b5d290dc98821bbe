import { getRoom } from '@dazi/contract/chat/conversation-views';
import { sharePresence } from '@dazi/contract/chat/presence';
import { joinRoom, listJoinRequests, type Room } from '@dazi/contract/chat/rooms';
import { milesOf } from '@dazi/contract/chat/rooms.rules';
import { defaultPrivacy } from '@dazi/contract/people/default-profile.rules';
import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';
import { snap } from '@dazi/contract/places/snapped-cells.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRoom } from '#features/chat/rooms/rooms.builder.ts';
import { aMiniApp, tookPart } from '#features/mini-apps/mini-apps.builder.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { ShownPlaces, scattered } from '#src/testing/location-attack.ts';
import { seededRandom } from '#src/testing/seeded-random.ts';
import { startTestApp, type TestApp } from '#src/testing/test-app.ts';
import type { TestPerson } from '#src/testing/test-person.ts';
import { destination } from './places.rules.ts';

let app: TestApp;
let ann: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.person('Ann');
  await ann.saveProfile({ gender: 'F' });
});
afterAll(() => app.close());

/** The corner where four cells meet, and a place 30 m into each of them. */
function cornerNear(place: Position) {
  const { name, centre } = snap(place);
  const lastInside = (along: keyof Position) => {
    let inside = 0;
    let outside = 0.02;
    for (let step = 0; step < 40; step++) {
      const middle = (inside + outside) / 2;
      if (snap({ ...centre, [along]: centre[along] + middle }).name === name) inside = middle;
      else outside = middle;
    }
    return centre[along] + inside;
  };
  const corner = { latitude: lastInside('latitude'), longitude: lastInside('longitude') };
  const around = [45, 135, 225, 315].map((angle) => destination(corner, 0.03, (angle * Math.PI) / 180));
  // Nearer to the poles columns differ from row to row, so that three cells meet.
  expect(new Set(around.map((position) => snap(position).name)).size).toBeGreaterThan(2);
  return { corner, around };
}

const key = ({ latitude, longitude }: Position) => `${latitude} ${longitude}`;
async function shownAt(person: TestPerson, location: Position, locationDisplay?: 'exact') {
  const post = await person.post({
    content: 'Here',
    location,
    ...(locationDisplay ? { locationDisplay } : {}),
  });
  return key(post.location);
}

describe('where somebody is shown (decision P)', () => {
  test('is one place for all posts round a home on a corner of cells', async () => {
    const { around } = cornerNear({ latitude: 41.3874, longitude: 2.1686 });
    const shown = new Set<string>();
    for (let round = 0; round < 3; round++) {
      for (const place of around) shown.add(await shownAt(ann, place));
    }
    expect(shown.size).toBe(1);
  });

  test('is another place 3 km away, and the first again back at home', async () => {
    const home = { latitude: 45.4642, longitude: 9.19 };
    const first = await shownAt(ann, home);
    const away = await shownAt(ann, destination(home, 3, 1));
    expect(away).not.toBe(first);
    expect(await shownAt(ann, home)).toBe(first);
    expect(await shownAt(ann, destination(home, 3, 1))).toBe(away);
  });

  test('stays when the first post is deleted and erased', async () => {
    const { around } = cornerNear({ latitude: 48.2082, longitude: 16.3738 });
    const first = await ann.post({ content: 'Here', location: around[0]! });
    await app.deps.transact((inner) => inner.db.execute(sql`DELETE FROM posts WHERE id = ${first.id}`));
    expect(await shownAt(ann, around[2]!)).toBe(key(first.location));
  });

  test('is somebody else’s own, whoever was shown there before', async () => {
    const ben = await app.person('Ben');
    await ben.saveProfile({ gender: 'M' });
    const place = { latitude: 50.0755, longitude: 14.4378 };
    expect(await shownAt(ben, place)).not.toBe(await shownAt(ann, place));
  });

  test('is founded once by posts sent at the same moment', async () => {
    const cleo = await app.person('Cleo');
    await cleo.saveProfile({ gender: 'F' });
    const { around } = cornerNear({ latitude: 59.3293, longitude: 18.0686 });
    const shown = await Promise.all([...around, ...around].map((place) => shownAt(cleo, place)));
    expect(new Set(shown).size).toBe(1);
  });

  test('is not remembered when it was exact', async () => {
    const dora = await app.person('Dora');
    await dora.saveProfile({
      gender: 'F',
      privacy: { showLocation: 'exact', locationSharing: { enabled: true, precision: 'exact' } },
    });
    expect(await shownAt(dora, { latitude: 52.52004, longitude: 13.40495 }, 'exact')).toBe('52.52 13.405');
    const places = await rowsOf(app.deps.db, sql`SELECT * FROM shown_places WHERE user_id = ${dora.id}`);
    expect(places).toEqual([]);
  });
});

/**
 * What the attack on displayed positions is tried on (location-attack.rules.test.ts) is what the server shows, however
 * somebody lets others see where they are: then its figures hold for posts, shared positions and joins alike.
 */
describe('where somebody is shown is one rule for all that others see (decision P)', () => {
  const random = seededRandom(20_261_125);

  const share = async (person: TestPerson, place: Position) =>
    (await person.get(sharePresence, { body: place })).data;

  /** As an owner comes to it: by the distances from three rooms. Each row of requests is read and taken away again. */
  async function joinFrom(person: TestPerson, place: Position, owner: TestPerson, rooms: readonly Room[]) {
    const distances: number[] = [];
    for (const room of rooms) {
      const params = { roomId: room.id };
      await person.get(joinRoom, { params, body: place });
      const [request] = (await owner.get(listJoinRequests, { params })).data;
      distances.push(request!.distance);
      await app.deps.transact((inner) => inner.db.execute(sql`DELETE FROM join_requests`));
    }
    return distances;
  }

  /** What somebody adds to a meeting point: the middle of it and of the positions that the others know. */
  async function meetFrom(person: TestPerson, place: Position): Promise<string> {
    await share(person, place);
    const { conversationId } = await aRoom(person, { ...destination(place, 80, 1), placed: true });
    const { id } = await aMiniApp(person, conversationId, 'meeting-point');
    await tookPart(person, id, []);
    const [row] = await rowsOf<{ contribution: { answers: Position[] } }>(
      app.deps.db,
      sql`SELECT contribution FROM mini_app_participations WHERE mini_app_id = ${id}`,
    );
    return JSON.stringify(row!.contribution);
  }

  const shownOnly = (position: Position) => ({ latitude: position.latitude, longitude: position.longitude });

  const ways = {
    'shared positions': () => 'share',
    joins: () => 'join',
    rooms: () => 'room',
    'posts, shared positions and joins': (number: number) => ['share', 'join', 'post'][number % 3],
    'posts after joins': (number: number) => (number < 4 ? 'join' : 'post'),
    'posts after looking for rooms': (number: number) => (number < 4 ? 'look' : 'post'),
    'everything by turns': (number: number) =>
      ['look', 'share', 'join', 'room', 'meet', 'post'][(number * 5) % 6],
  } as const;
  const homes = [
    { where: 'on a corner of cells, scattered 20 m', scatterKm: 0.02, isOnCorner: true },
    { where: 'scattered 300 m', scatterKm: 0.3, isOnCorner: false },
  ];

  for (const { where, scatterKm, isOnCorner } of homes) {
    test.each(Object.entries(ways))(`a home ${where}: %s`, async (what, wayOf) => {
      const person = await app.person(`Seen ${scatterKm} ${what.slice(0, 20)}`);
      await person.saveProfile({
        gender: 'F',
        privacy: { ...defaultPrivacy, locationSharing: { enabled: true, precision: 'approximate' } },
      });
      const around = { latitude: 47 + random() * 5, longitude: 6 + random() * 10 };
      const home = isOnCorner ? cornerNear(around).corner : around;
      const owner = await app.person(`Owner ${scatterKm} ${what.slice(0, 20)}`);
      const rooms: Room[] = [];
      for (const bearing of [0, 2, 4]) {
        const body = { ...destination(home, 60, bearing), placed: true, joinRadius: 1 };
        rooms.push(await aRoom(owner, body));
      }
      const places = new ShownPlaces(app.deps.positionSecret, person.id);
      for (let number = 0; number < 12; number++) {
        const place = scattered(home, scatterKm, random);
        const expected = places.shownAt(place);
        const way = wayOf(number);
        if (way === 'join') {
          const distances = rooms.map((room) => milesOf(distanceKm(expected, room)));
          const seen = await joinFrom(person, place, owner, rooms);
          seen.forEach((distance, index) => {
            expect(distance, `join ${number}`).toBeCloseTo(distances[index]!, 6);
          });
        } else if (way === 'look') {
          for (const room of rooms) {
            const { data } = await person.get(getRoom, { params: { roomId: room.id }, query: place });
            expect(data.distance, `look ${number}`).toBeCloseTo(milesOf(distanceKm(expected, room)), 1);
          }
        } else if (way === 'meet') {
          expect(await meetFrom(person, place), `meet ${number}`).toContain(
            JSON.stringify(shownOnly(expected)).slice(1, -1),
          );
        } else if (way === 'room') {
          expect(key(await aRoom(person, place)), `room ${number}`).toBe(key(expected));
        } else {
          const shown = way === 'share' ? await share(person, place) : null;
          expect(shown ? key(shown) : await shownAt(person, place), `${way} ${number}`).toBe(key(expected));
        }
      }
    });
  }

  test('looking for rooms is remembered as the rest is, and of a visitor nothing', async () => {
    const person = await app.person('Looking');
    const room = await aRoom(ann, { latitude: 48.2, longitude: 16.3, placed: true });
    const query = { latitude: 48.2, longitude: 16.4 };
    const params = { roomId: room.id };
    const places = () => rowsOf<{ user_id: string }>(app.deps.db, sql`SELECT user_id FROM shown_places`);
    const before = await places();
    await app.visitor().get(getRoom, { params, query });
    expect(await places()).toEqual(before);
    await Promise.all([1, 2, 3, 4].map(() => person.get(getRoom, { params, query })));
    expect((await places()).filter(({ user_id }) => user_id === person.id)).toHaveLength(1);
  });
});
