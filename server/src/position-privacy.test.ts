import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { getConversation, getRoom, listConversations } from '@dazi/contract/chat/conversation-views';
import { sharePresence } from '@dazi/contract/chat/presence';
import {
  answerJoinRequest,
  createRoom,
  joinRoom,
  listJoinRequests,
  type Room,
  updateDetails,
} from '@dazi/contract/chat/rooms';
import { milesOf } from '@dazi/contract/chat/rooms.rules';
import { cellOf } from '@dazi/contract/places/cells';
import type { LocationDisplay, Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';
import { snap } from '@dazi/contract/places/snapped-cells.rules';
import { addComment } from '@dazi/contract/posts/comments';
import { createPost, type Post, removePost } from '@dazi/contract/posts/posts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aRoom } from '#features/chat/rooms/rooms.builder.ts';
import { approximatePositions } from '#features/places/places.rules.ts';
import { foldMapCounts } from '#features/posts/posts/map-counts.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import type { TestPerson } from './testing/test-person.ts';
import { dataUrl, photographedAt } from './testing/test-pictures.ts';
import { TestStream } from './testing/test-stream.ts';
import { everyRow } from './testing/test-tables.ts';

/** A place nothing else in these tests is near, with digits that do not come up by chance. */
const home = { latitude: 48.137154, longitude: 11.576124 };

const truncated = (value: number, decimals: number) => {
  const text = String(value);
  return text.slice(0, text.indexOf('.') + 1 + decimals);
};

/** How a coordinate may be written with this many decimals, cut or rounded. */
const writtenWith = (position: Position, decimals: number) =>
  [position.latitude, position.longitude].flatMap((value) => [
    truncated(value, decimals),
    value.toFixed(decimals),
  ]);

/** From where others look for what is near. */
const beside = { latitude: 48.15, longitude: 11.55 };

/** Searched for from few decimals on: 3 are about 110 m. */
const traces = {
  approximate: [3, 4, 5, 6].flatMap((decimals) => writtenWith(home, decimals)),
  exact: [5, 6].flatMap((decimals) => writtenWith(home, decimals)),
};

/** Who reads it, and where each answer came from. */
type Found = [where: string, text: string][];

const preciseProfile = {
  privacy: { showLocation: 'exact', locationSharing: { enabled: true, precision: 'exact' } },
} as const;

let app: TestApp;
let log: string[];
let stranger: TestPerson;
beforeAll(async () => {
  log = [];
  const logTo = { write: (line: string) => void log.push(line) };
  app = await startTestApp({}, { logLevel: 'info' }, undefined, { logTo });
  stranger = await personAway('Stranger', preciseProfile);
});
afterAll(() => app.close());

// A test before may have been exact about the same place, and a counter of the map shows the mean of what lies in it:
// alone there, that is the one displayed position, which shares no digits with the true one.
beforeEach(async () => {
  for (const table of ['posts', 'presence', 'conversations', 'shown_places', 'map_counts', 'outbox']) {
    await app.deps.db.execute(sql`DELETE FROM ${sql.identifier(table)}`);
  }
});

function filesBelow(directory: string): Found {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((path) => join(directory, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path, 'latin1')]);
}

async function answersAbout(post: Post, people: TestPerson[]): Promise<Found> {
  const { latitude, longitude } = post.location;
  const found: Found = [];
  for (const person of people) {
    for (const path of [
      '/api/messages',
      `/api/messages/${post.id}`,
      `/api/messages?ids=${post.id}`,
      `/api/messages?userId=${post.userId}`,
      `/api/messages?latitude=${latitude}&longitude=${longitude}&radiusKm=5`,
      '/api/messages?west=11&south=48&east=12&north=49',
      '/api/map/counts?west=11.5&south=48.1&east=11.65&north=48.2&zoom=11',
      '/api/messages?view=mine',
      '/api/bookmarks',
      '/api/users',
      `/api/users?userId=${post.userId}&messageCount=true`,
      '/api/profiles',
      `/api/profiles/${post.userId}`,
      `/api/reactions?messageId=${post.id}`,
      `/api/comments?messageId=${post.id}`,
      '/api/profiles/matches',
      '/api/presence/nearby?radius=50',
      '/api/blocks',
      '/api/conversations',
      '/api/profiles/search?name=a',
      '/api/auth/session',
      '/api/settings',
    ]) {
      const answer = await person.fetch(path);
      found.push([path, `${JSON.stringify([...answer.headers])} ${await answer.text()}`]);
    }
    for (const { url, thumbnailUrl } of post.media) {
      for (const path of [url, thumbnailUrl]) {
        const answer = await person.fetch(path);
        expect(answer.status).toBe(200);
        found.push([path, Buffer.from(await answer.arrayBuffer()).toString('latin1')]);
      }
    }
  }
  return found;
}

/** Publishes at home with a photo taken there, and gathers all that anyone could find afterwards. */
async function publishAtHome(ann: TestPerson, locationDisplay: LocationDisplay | undefined) {
  const answer = await ann.get(createPost, {
    body: {
      userId: ann.id,
      content: 'At home',
      location: { ...home, address: `Home, at ${home.latitude}, ${home.longitude}` },
      imageUrls: [dataUrl(await photographedAt(home), 'image/jpeg')],
      ...(locationDisplay ? { locationDisplay } : {}),
    },
  });
  return answer.data;
}

async function everythingAbout(ann: TestPerson, locationDisplay: LocationDisplay | undefined) {
  // The middle of several people's positions may happen to lie anywhere.
  await app.deps.db.execute(sql`DELETE FROM posts`);
  const first = await publishAtHome(ann, locationDisplay);
  const stream = await TestStream.open(stranger);
  await stream.listen([cellOf(first.location, 12), cellOf(home, 12)]);
  const post = await publishAtHome(ann, locationDisplay);
  const place = { ...home, ...(locationDisplay ? { locationDisplay } : {}) };
  const shared = await ann.get(sharePresence, { body: place });
  // Exactly: a place of their own could happen to share digits with the true one.
  await stranger.get(sharePresence, { body: { ...post.location, locationDisplay: 'exact' } });
  await stranger.get(addComment, { body: { messageId: post.id, content: 'Nice' } });
  await ann.get(removePost, { params: { messageId: first.id }, body: {} });
  await stream.untilEvent(({ type, messageId }) => type === 'post_created' && messageId === post.id);
  await stream.untilEvent(({ type }) => type === 'comments_changed');
  stream.close();
  await foldMapCounts(app.deps);
  const found: Found = [
    ['the answer to the author', JSON.stringify([first, post, shared])],
    ['the stream', JSON.stringify(stream.frames)],
    ...(await answersAbout(post, [ann, stranger, app.visitor()])),
    ...(await everyRow(app.deps.db)).map((row): [string, string] => ['a row', row]),
    ...filesBelow(app.dataDir),
    ['the log', log.join('')],
  ];
  return { post, found };
}

/** Times of day hold digits that look like coordinates once in a while. */
const withoutTimes = (text: string) => text.replace(/\d\d:\d\d:\d\d(\.\d+)?/g, '');

function expectNowhere(found: Found, texts: readonly string[]) {
  const hits = found.flatMap(([where, text]) =>
    texts
      .filter((wanted) => withoutTimes(text).includes(wanted))
      .map((wanted) => `${wanted} in ${where}: ${around(withoutTimes(text), wanted)}`),
  );
  expect(hits).toEqual([]);
}
const around = (text: string, wanted: string) => {
  const at = text.indexOf(wanted);
  return text.slice(Math.max(0, at - 60), at + 60);
};

/** Somebody whose displayed position does not happen to share digits with the true one. */
async function personAway(name: string, changes: object = {}): Promise<TestPerson> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const person = await app.person(`${name} ${attempt}`);
    await person.saveProfile(changes);
    // Also where they look from later, which is shown as another place.
    const shown = [home, beside].map(
      (place) => approximatePositions(app.deps.positionSecret, person.id, place)[0]!,
    );
    // Counters of the map round it to 4 decimals.
    const text = shown
      .flatMap(({ latitude, longitude }) => [latitude, longitude])
      .flatMap((value) => [value, value.toFixed(4)])
      .join(' ');
    const centre = writtenWith(snap(home).centre, 4);
    if (![...traces.approximate, ...centre].some((trace) => text.includes(trace))) return person;
  }
  throw new Error('Nobody is displayed away from home');
}

describe('approximate: the true position is found nowhere (PRIVACY-009, PRIVACY-011)', () => {
  test.each([
    ['by default', undefined, {}],
    ['asked for', 'approximate', {}],
    ['asked for, though the profile is exact', 'approximate', preciseProfile],
    ['not asked for, though the profile is exact', undefined, preciseProfile],
    ['by the profile, though exact was asked for', 'exact', {}],
  ] as const)('%s', async (why, asked, profile) => {
    const ann = await personAway(why, profile);
    const { post, found } = await everythingAbout(ann, asked);
    expect(post.location.display).toBe('approximate');
    // What is searched must be able to hold it.
    const shown = String(post.location.latitude);
    for (const where of ['the answer to the author', 'the stream', 'a row', '/api/messages']) {
      expect(
        found.some(([place, text]) => place === where && text.includes(shown)),
        where,
      ).toBe(true);
    }
    expect(found.find(([where]) => where === 'the log')?.[1]).toContain('"route":"/api/messages"');

    expectNowhere(found, traces.approximate);
    // Nor the middle of the cell it was snapped to, which the shift starts from.
    expectNowhere(found, writtenWith(snap(home).centre, 4));
    expectNowhere(found, ['PhoneMaker', 'Home, at']);
  });

  test('the index holds the cells of the displayed position', async () => {
    const ann = await personAway('Index');
    const { id, location } = await publishAtHome(ann, undefined);
    const [row] = await rowsOf<{ q14: number; q12: number; q10: number; q8: number }>(
      app.deps.db,
      sql`SELECT q14, q12, q10, q8 FROM posts WHERE id = ${id}`,
    );
    expect(row).toEqual({
      q14: cellOf(location, 14),
      q12: cellOf(location, 12),
      q10: cellOf(location, 10),
      q8: cellOf(location, 8),
    });
  });
});

test('exact, by request and profile: four decimals and no more (PRIVACY-011)', async () => {
  const ann = await app.person('Exact Ann');
  await ann.saveProfile(preciseProfile);
  const { post, found } = await everythingAbout(ann, 'exact');
  expect(post.location).toEqual({
    latitude: 48.1372,
    longitude: 11.5761,
    display: 'exact',
    address: 'Munich',
    names: { ja: 'ミュンヘン', zh: '慕尼黑' },
  });
  expectNowhere(found, traces.exact);
  expectNowhere(found, ['PhoneMaker', 'Home, at']);
});

describe('rooms and requests to join them (ROOM-064, PRIVACY-009, PRIVACY-011)', () => {
  async function gathered(people: TestPerson[], paths: string[]): Promise<Found> {
    const found: Found = [];
    for (const person of people) {
      for (const path of paths) {
        const answer = await person.fetch(path);
        found.push([path, `${JSON.stringify([...answer.headers])} ${await answer.text()}`]);
      }
    }
    return found;
  }

  const nearHome = `/api/conversations?includeNearby=true&latitude=${beside.latitude}&longitude=${beside.longitude}`;
  const pathsOf = ({ id, conversationId }: Room) => [
    nearHome,
    `${nearHome}&west=11&south=48&east=12&north=49`,
    '/api/conversations',
    `/api/chatrooms/${id}`,
    `/api/chatrooms/${id}/requests`,
    `/api/conversations/${conversationId}`,
    `/api/conversations/${conversationId}/messages`,
    `/api/conversations/${conversationId}/members`,
  ];

  async function everythingStored(): Promise<Found> {
    return [
      ...(await everyRow(app.deps.db)).map((row): [string, string] => ['a row', row]),
      ...filesBelow(app.dataDir),
      ['the log', log.join('')],
    ];
  }

  /** Opens a room at home and does with it what its owner can; another joins from home. */
  async function everythingAboutRoom(ann: TestPerson, locationDisplay: LocationDisplay | undefined) {
    const display = locationDisplay ? { locationDisplay } : {};
    const stream = await TestStream.open(stranger);
    const first = await aRoom(ann, { ...home, ...display });
    await stream.listen([cellOf(first, 12), cellOf(home, 12)]);
    const room = await aRoom(ann, { ...home, ...display });
    const params = { conversationId: room.conversationId };
    await ann.get(updateDetails, { params, body: { action: 'update_details', title: 'At home' } });
    const neighbour = await personAway('Neighbour');
    const joining = await neighbour.get(joinRoom, { params: { roomId: room.id }, body: home });
    await stream.until(
      (frame) =>
        frame.type === 'area' &&
        frame.events.some((event) => event.type === 'room_changed' && event.roomId === room.id),
    );
    stream.close();
    const found: Found = [
      ['the answer to the owner', JSON.stringify([first, room, joining])],
      ['the stream', JSON.stringify(stream.frames)],
      ...(await gathered([ann, neighbour, stranger, app.visitor()], pathsOf(room))),
      ...(await everythingStored()),
    ];
    return { room, found };
  }

  test.each([
    ['by default', undefined, {}],
    ['asked for, though the profile is exact', 'approximate', preciseProfile],
    ['by the profile, though exact was asked for', 'exact', {}],
  ] as const)('a room lies at a displayed position, %s', async (why, asked, profile) => {
    const ann = await personAway(`Host ${why}`, profile);
    const { room, found } = await everythingAboutRoom(ann, asked);
    expect(room.display).toBe('approximate');
    const shown = String(room.latitude);
    for (const where of ['the answer to the owner', 'a row', nearHome]) {
      expect(
        found.some(([place, text]) => place === where && text.includes(shown)),
        where,
      ).toBe(true);
    }
    expectNowhere(found, traces.approximate);
    expectNowhere(found, writtenWith(snap(home).centre, 4));
  });

  test('exactly, by request and profile: four decimals and no more', async () => {
    const ann = await app.person('Exact host');
    await ann.saveProfile(preciseProfile);
    const { room, found } = await everythingAboutRoom(ann, 'exact');
    expect(room).toMatchObject({ display: 'exact', latitude: 48.1372, longitude: 11.5761 });
    expectNowhere(found, traces.exact);
  });

  test('a public place is kept as it was chosen, and nothing of whoever chose it', async () => {
    const ann = await personAway('Chooser');
    const square = { latitude: 48.139, longitude: 11.566 };
    const room = await aRoom(ann, { ...square, placed: true });
    expect(room).toMatchObject({ display: 'placed', ...square });
    const shownPlaces = async () =>
      (await everyRow(app.deps.db)).filter((row) => row.startsWith('shown_places ') && row.includes(ann.id));
    expect(await shownPlaces()).toEqual([]);
    await aRoom(ann, square);
    expect(await shownPlaces()).toHaveLength(1);
  });

  test('who asks to be let in is as far as where they are shown, also when they ask again', async () => {
    const [owner, asker] = [await personAway('Far owner'), await personAway('Asking')];
    const room = await aRoom(owner, { latitude: 47.05, longitude: 15.45, placed: true, joinRadius: 5 });
    const params = { roomId: room.id };
    const ownerStream = await TestStream.open(owner);
    const asked = await asker.get(joinRoom, { params, body: { ...home, message: 'May I' } });
    await ownerStream.until((frame) => frame.type === 'conversation_update');
    ownerStream.close();
    const [request] = (await owner.get(listJoinRequests, { params })).data;
    const shown = approximatePositions(app.deps.positionSecret, asker.id, home)[0]!;
    expect(request!.distance).toBeCloseTo(milesOf(distanceKm(shown, room)), 6);
    // From a few places with the same display nobody learns where between them one is.
    expect(request!.distance).not.toBeCloseTo(milesOf(distanceKm(home, room)), 3);
    const body = { requestId: asked.data.requestId!, action: 'deny' } as const;
    const denied = await owner.get(answerJoinRequest, { params, body });
    const conversation = await owner.get(getConversation, {
      params: { conversationId: room.conversationId },
    });
    const found: Found = [
      ['the answers', JSON.stringify([asked, request, denied, conversation])],
      ['the stream', JSON.stringify(ownerStream.frames)],
      ...(await gathered([owner, asker], pathsOf(room))),
      ...(await everythingStored()),
    ];
    expectNowhere(found, traces.approximate);
  });

  test('rooms near by are as far as where the caller is shown; of a visitor, of a rounded place', async () => {
    const ann = await app.person('Near owner');
    const room = await aRoom(ann, { latitude: 48.2, longitude: 11.7, placed: true });
    const viewer = await personAway('Looking');
    const distanceOf = async (person: TestPerson, from: Position) => {
      const query = { includeNearby: 'true' as const, ...from };
      const { data } = await person.get(listConversations, { query });
      const { distance, withinJoinRadius } = data.find(({ id }) => id === room.conversationId)!;
      // One room alone says the same.
      const alone = await person.get(getRoom, { params: { roomId: room.id }, query: from });
      expect(alone.data).toMatchObject({ distance, withinJoinRadius });
      return distance;
    };
    const rounded = (miles: number) => Math.round(miles * 10) / 10;
    const shown = approximatePositions(app.deps.positionSecret, viewer.id, home)[0]!;
    expect(await distanceOf(viewer, home)).toBe(rounded(milesOf(distanceKm(shown, room))));
    const coarse = { latitude: 48.14, longitude: 11.58 };
    expect(await distanceOf(app.visitor(), home)).toBe(rounded(milesOf(distanceKm(coarse, room))));
    expect(await distanceOf(app.visitor(), coarse)).toBe(rounded(milesOf(distanceKm(coarse, room))));
    // A precise profile shows four decimals.
    await viewer.saveProfile(preciseProfile);
    expect((await viewer.get(getRoom, { params: { roomId: room.id } })).data).toMatchObject({
      distance: null,
      withinJoinRadius: null,
    });
    const answer = await viewer.call(createRoom, { body: { name: 'x', ...home, locationDisplay: 'exact' } });
    expect(answer).toMatchObject({ data: { latitude: 48.1372, longitude: 11.5761 } });
  });
});

describe('the log', () => {
  test('knows routes, not what was asked with, texts, addresses or tokens', async () => {
    const ann = await app.person('Logged Ann');
    const from = log.length;
    await ann.fetch('/api/messages?latitude=48.137&longitude=11.576&radiusKm=5&keywords=secretword');
    await ann.fetch('/api/nothing/48.137');
    await ann.post({ content: 'a very private sentence', location: home });
    await ann.call(createPost, { body: { content: 'x'.repeat(301), location: home } });
    const text = withoutTimes(log.slice(from).join(''));
    expect(text).toContain('"route":"/api/messages"');
    for (const secret of [
      '48.137',
      '11.576',
      'secretword',
      'private sentence',
      'people.example',
      'Logged',
      ann.cookies.get('dazi_session')!,
      ann.id,
      '127.0.0.1',
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  test('knows no more when the database refuses something', async () => {
    const { db } = app.deps;
    await rowsOf(
      db,
      sql`ALTER TABLE posts ADD CONSTRAINT not_this CHECK (content <> 'a very private sentence') NOT VALID`,
    );
    await rowsOf(db, sql`ALTER TABLE users ADD CONSTRAINT nor_her CHECK (name <> 'Refused Rita') NOT VALID`);
    const ann = await app.person('Failing Ann');
    const from = log.length;
    const answer = await ann.call(createPost, {
      body: { content: 'a very private sentence', location: home },
    });
    expect(answer).toEqual({
      success: false,
      status: 500,
      error: 'Something went wrong',
      code: 'INTERNAL',
    });
    await expect(app.visitor().signIn('Refused Rita')).rejects.toThrow('USER_CREATION_FAILED');
    await rowsOf(db, sql`ALTER TABLE posts DROP CONSTRAINT not_this`);
    await rowsOf(db, sql`ALTER TABLE users DROP CONSTRAINT nor_her`);

    const text = withoutTimes(log.slice(from).join(''));
    // Enough to know what happened.
    expect(text).toContain('"msg":"request failed"');
    expect(text).toContain('"code":"USER_CREATION_FAILED","step":"account","msg":"Sign in failed"');
    expect(text.match(/"code":"23514"/g)).toHaveLength(2);
    for (const secret of ['private sentence', 'Rita', 'people.example', '48.1', '11.5', ann.id]) {
      expect(text, `the log tells ${secret}`).not.toContain(secret);
    }
  });
});
