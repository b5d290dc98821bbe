import { getConversation } from '@dazi/contract/chat/conversation-views';
import { clearPresence, listOnlineUsers, sharePresence } from '@dazi/contract/chat/presence';
import { onlineLimits, presenceLifetimes } from '@dazi/contract/chat/presence.rules';
import { startConversation } from '@dazi/contract/chat/private-conversations';
import { getProfile } from '@dazi/contract/discovery/people';
import { defaultPrivacy } from '@dazi/contract/people/default-profile.rules';
import { distanceKm } from '@dazi/contract/places/places.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { LiveHub, type Outlet, recordOpen_ms, tellPersonNow } from '#features/live/live.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { block } from '../../../testing/test-block.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { noting } from '../../../testing/test-statements.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { noteGone, recordOpenStreams } from './presence.service.ts';

let app: TestApp;
let statements: string[];
let intervals: Parameters<typeof setInterval>[];
let ann: TestPerson;
let bob: TestPerson;
let people = 0;
beforeAll(async () => {
  const started = vi.spyOn(globalThis, 'setInterval');
  app = await startTestApp({}, {}, async () => {
    const noted = noting(await openTestDatabase());
    statements = noted.statements;
    return noted.database;
  });
  intervals = [...started.mock.calls];
  started.mockRestore();
});
afterAll(() => app.close());
beforeEach(async () => {
  people++;
  [ann, bob] = [await app.person(`Ann ${people}`), await app.person(`Bob ${people}`)];
  await app.deps.db.execute(sql`DELETE FROM presence`);
});

const subscriptions = { conversationsOf: async () => new Map(), positionsOf: async () => [] };
/** One more node on the same database. */
const aNode = () => new LiveHub(app.deps, async () => new Map(), subscriptions, recordOpenStreams);
const listenerOf = ({ id }: TestPerson) => ({ viewerId: id, sessionId: null, endsAt: null });

/** What every node does regularly for the streams that are open on it. */
async function noteAll() {
  const due = intervals.filter(([, every_ms]) => every_ms === recordOpen_ms);
  expect(due).toHaveLength(1);
  const before = statements.length;
  for (const [run, , ...parameters] of due) run(...parameters);
  await expect.poll(() => statements.slice(before).some((text) => text.includes('open_streams'))).toBe(true);
  // Whatever comes after waits for it.
  await openRows();
}
const openRows = () => rowsOf<{ user_id: string }>(app.deps.db, sql`SELECT user_id FROM open_streams`);
const isOnline = async (who: TestPerson, as: TestPerson = bob) =>
  (await as.get(getProfile, { params: { userId: who.id } })).data.isOnline;
const share = (...persons: TestPerson[]) =>
  Promise.all(persons.map((each) => each.get(sharePresence, { body: haight })));
const near = async (as: TestPerson, query: object = {}) => (await as.get(listOnlineUsers, { query })).data;
const hide = (who: TestPerson, change: object) =>
  who.saveProfile({ privacy: { ...defaultPrivacy, ...change } });

describe('somebody is online', () => {
  test('while a stream is open, however long, and soon no longer', async () => {
    expect(await isOnline(ann)).toBe(false);
    const stream = await TestStream.open(ann);
    expect(await isOnline(ann)).toBe(true);
    expect(await isOnline(ann, app.visitor())).toBe(false);
    expect(await isOnline(bob)).toBeUndefined();
    for (let round = 0; round < 5; round++) {
      app.clock.advance(recordOpen_ms);
      await noteAll();
      expect(await isOnline(ann)).toBe(true);
    }
    stream.close();
    await expect
      .poll(async () => {
        app.clock.advance(1);
        const before = statements.length;
        await noteAllIfAny();
        return statements.slice(before).some((text) => text.includes('INSERT INTO "open_streams"'));
      })
      .toBe(false);
    app.clock.advance(onlineLimits.afterwards_ms - 100);
    expect(await isOnline(ann)).toBe(true);
    app.clock.advance(100);
    expect(await isOnline(ann)).toBe(false);
    await noteGone(app.deps);
    expect((await openRows()).map((row) => row.user_id)).not.toContain(ann.id);
  });

  /** As above, where perhaps nobody has a stream. */
  async function noteAllIfAny() {
    for (const [run, every_ms, ...parameters] of intervals)
      if (every_ms === recordOpen_ms) run(...parameters);
    await openRows();
  }

  test('RT-018: on whichever node the stream is open, also after another one closed', async () => {
    const outlet: Outlet = { write: () => {}, waiting: () => 0, end: () => {} };
    const nodes = [aNode(), aNode()];
    const streamIds = [];
    for (const node of nodes) streamIds.push((await node.prepare(listenerOf(ann))).open(outlet));
    nodes[0]!.close(streamIds[0]!);
    app.clock.advance(recordOpen_ms);
    for (const node of nodes) await node.recordOpenStreams();
    app.clock.advance(onlineLimits.afterwards_ms - 1);
    expect(await isOnline(ann)).toBe(true);
    for (const node of nodes) node.stop();
    app.clock.advance(1);
    expect(await isOnline(ann)).toBe(false);
  });

  test('many streams take one statement to note, and those who come at once too', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 12 }, (_, index) => app.person(`Crowd ${people} ${index}`)),
    );
    const written = (from: number) =>
      statements.slice(from).filter((text) => text.includes('INSERT INTO "open_streams"')).length;
    const before = statements.length;
    const node = aNode();
    await Promise.all(crowd.map((person) => node.prepare(listenerOf(person))));
    expect((await openRows()).length).toBeGreaterThanOrEqual(12);
    expect(written(before)).toBe(1);
    node.stop();
    const streams = await Promise.all(crowd.map((person) => TestStream.open(person)));
    const beforeNote = statements.length;
    await noteAll();
    expect(written(beforeNote)).toBe(1);
    for (const stream of streams) stream.close();
  });

  test('only as far as they show it, and not across a block', async () => {
    const stream = await TestStream.open(ann);
    const { id } = (await bob.get(startConversation, { body: { otherUserId: ann.id } })).data;
    await ann.get(startConversation, { body: { otherUserId: bob.id } });
    const inConversation = async () =>
      (await bob.get(getConversation, { params: { conversationId: id } })).data.otherParticipant!.isOnline;
    expect([await isOnline(ann), await inConversation()]).toEqual([true, true]);
    for (const change of [{ showOnlineStatus: false }, { profileVisibility: 'private' }]) {
      await hide(ann, change);
      expect([await isOnline(ann), await inConversation()]).toEqual([false, false]);
    }
    await hide(ann, {});
    expect(await inConversation()).toBe(true);
    await block(app.deps, bob, ann);
    expect([await isOnline(ann), await inConversation()]).toEqual([false, false]);
    stream.close();
  });

  test('and those who have them in a private conversation are told at once, nobody else', async () => {
    await aPrivateConversation(ann, bob);
    const cat = await app.person(`Cat ${people}`);
    await cat.get(startConversation, { body: { otherUserId: ann.id } });
    const [atBob, atCat] = [await TestStream.open(bob), await TestStream.open(cat)];
    const told = (stream: TestStream) =>
      stream.frames.flatMap((frame) => (frame.type === 'presence' ? [[frame.userId, frame.isOnline]] : []));
    const leave = async (stream: TestStream) => {
      stream.close();
      await expect.poll(() => stream.ended).toBe(true);
      app.clock.advance(onlineLimits.afterwards_ms);
      // Those who are still there said so meanwhile.
      await recordOpenStreams(app.deps, [bob.id, cat.id]);
      await noteGone(app.deps);
    };
    const expectTold = (...states: boolean[]) =>
      expect.poll(() => told(atBob)).toEqual(states.map((isOnline) => [ann.id, isOnline]));

    const first = await TestStream.open(ann);
    await expectTold(true);
    const second = await TestStream.open(ann);
    second.close();
    await leave(first);
    await expectTold(true, false);
    const third = await TestStream.open(ann);
    await expectTold(true, false, true);
    await hide(ann, { showOnlineStatus: false });
    await expectTold(true, false, true, false);
    await leave(third);
    const fourth = await TestStream.open(ann);
    await hide(ann, {});
    await expectTold(true, false, true, false, true);
    await block(app.deps, bob, ann);
    await leave(fourth);
    // Whom Ann has not accepted is told nothing; what comes last shows that everything before it has come.
    tellPersonNow(app.deps, bob.id, { type: 'presence', userId: 'mark', isOnline: true });
    tellPersonNow(app.deps, cat.id, { type: 'presence', userId: 'mark', isOnline: true });
    await expect.poll(() => told(atBob).at(-1)).toEqual(['mark', true]);
    await expect.poll(() => told(atCat)).toEqual([['mark', true]]);
    expect(told(atBob)).toHaveLength(6);
    for (const stream of [atBob, atCat]) stream.close();
  });

  test('before a message request is accepted neither is told', async () => {
    const stream = await TestStream.open(ann);
    const { id } = (await bob.get(startConversation, { body: { otherUserId: ann.id } })).data;
    const asSeen = async (as: TestPerson) =>
      (await as.get(getConversation, { params: { conversationId: id } })).data.otherParticipant!.isOnline;
    expect(await asSeen(bob)).toBe(false);
    const atBob = await TestStream.open(bob);
    expect(await asSeen(ann)).toBe(false);
    // Of one to whom nobody has written yet it would say that there is a conversation.
    tellPersonNow(app.deps, ann.id, { type: 'presence', userId: 'mark', isOnline: true });
    const told = () => stream.frames.flatMap((frame) => (frame.type === 'presence' ? frame.userId : []));
    await expect.poll(told).toEqual(['mark']);
    stream.close();
    atBob.close();
  });
});

describe('people online near by', () => {
  test('RT-001, 004: those who share, online first, by displayed positions', async () => {
    const cat = await app.person(`Cat ${people}`);
    const stream = await TestStream.open(cat);
    expect(await bob.get(listOnlineUsers, {})).toMatchObject({ data: [], sharedUntil: null });
    const [own] = await share(bob, ann, cat);
    const list = await near(bob, { radius: 50 });
    expect(list.map(({ userId }) => userId)).toEqual([cat.id, ann.id]);
    expect(list[0]).toMatchObject({ userName: cat.user!.name, isOnline: true, avatarUrl: null });
    expect(list[1]).toMatchObject({ isOnline: false });
    for (const { location, distanceKm: told, lastSeen } of list) {
      expect(told).toBe(Math.round(distanceKm(own!.data, location) * 10) / 10);
      expect(distanceKm(location, haight)).toBeGreaterThan(0.4);
      expect(lastSeen).not.toBeNull();
    }
    const within = await near(bob);
    expect(within.every((each) => each.distanceKm <= onlineLimits.radius_km)).toBe(true);
    expect(within.length).toBe(list.filter((each) => each.distanceKm <= onlineLimits.radius_km).length);
    expect((await bob.get(listOnlineUsers, {})).sharedUntil).not.toBeNull();
    stream.close();
  });

  test('RT-006: for an hour, and not after "clear"', async () => {
    await share(ann, bob);
    expect(await near(bob, { radius: 50 })).toHaveLength(1);
    app.clock.advance(presenceLifetimes.used_ms - 1);
    await share(bob);
    expect(await near(bob, { radius: 50 })).toHaveLength(1);
    app.clock.advance(1);
    expect(await near(bob, { radius: 50 })).toEqual([]);
    await share(ann);
    expect(await near(bob, { radius: 50 })).toHaveLength(1);
    await ann.get(clearPresence, { body: {} });
    expect(await near(bob, { radius: 50 })).toEqual([]);
  });

  test('private and hidden people are absent; who hides their activity is there without it', async () => {
    await share(ann, bob);
    const stream = await TestStream.open(ann);
    await hide(ann, { showOnlineStatus: false });
    expect(await near(bob, { radius: 50 })).toMatchObject([
      { userId: ann.id, isOnline: false, lastSeen: null },
    ]);
    await hide(ann, { profileVisibility: 'private' });
    expect(await near(bob, { radius: 50 })).toEqual([]);
    await hide(ann, {});
    expect(await near(bob, { radius: 50 })).toHaveLength(1);
    await block(app.deps, ann, bob);
    for (const as of [ann, bob]) expect(await near(as, { radius: 50 })).toEqual([]);
    stream.close();
  });

  test('a radius that cannot be is refused', async () => {
    for (const radius of [0, 51, 'x']) {
      expect(await bob.call(listOnlineUsers, { query: { radius: radius as number } })).toMatchObject({
        status: 400,
      });
    }
  });
});
