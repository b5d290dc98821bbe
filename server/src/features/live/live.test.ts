import { once } from 'node:events';
import { connect } from 'node:net';
import { sendMessage } from '@dazi/contract/chat/conversations';
import type { Frame } from '@dazi/contract/frames';
import { signOut } from '@dazi/contract/identity/identity';
import { sync } from '@dazi/contract/live/live';
import { backlogLimit_bytes, eventsPath, heartbeat_ms, momentHeader } from '@dazi/contract/live/live.rules';
import { blockPerson } from '@dazi/contract/people/blocks';
import { areaLevel, areaLimit } from '@dazi/contract/places/areas.rules';
import { cellOf } from '@dazi/contract/places/cells';
import { addComment, removeComment } from '@dazi/contract/posts/comments';
import { listPosts } from '@dazi/contract/posts/post-views';
import { type Post, removePost } from '@dazi/contract/posts/posts';
import { addReaction, removeReaction } from '@dazi/contract/posts/reactions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { cleanUpPosts } from '#features/posts/posts/posts.service.ts';
import { DatabaseGone } from '#platform/database/connection.ts';
import { gapTopic } from '#platform/nodes/gap.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { LiveHub, type Outlet } from './live.service.ts';
import { tellArea, tellHidden } from './topics.service.ts';

const onPostgresql = Boolean(process.env.TEST_DATABASE_URL);
const elsewhere = { latitude: 35.68, longitude: 139.76 };

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let intervals: Parameters<typeof setInterval>[];
beforeAll(async () => {
  const started = vi.spyOn(globalThis, 'setInterval');
  app = await startTestApp({}, {}, undefined, { runJobs: true });
  intervals = [...started.mock.calls];
  started.mockRestore();
  [ann, bob, carl] = [await app.person('Ann'), await app.person('Bob'), await app.person('Carl')];
});
afterAll(() => app.close());

/** Does now what the server does at an interval. */
function passInterval(ms: number) {
  const due = intervals.filter(([, every_ms]) => every_ms === ms);
  expect(due.length).toBeGreaterThan(0);
  for (const [run, , ...parameters] of due) run(...parameters);
}

const cellOfPost = (post: Post) => cellOf(post.location, areaLevel);
/** Where the posts of a person from one place are shown. */
const homeCell = async (person: TestPerson, location = haight) => cellOfPost(await person.post({ location }));
const versions = async (person: TestPerson, streamId: string, areas: [number, number | null][]) => {
  const { data } = await person.get(sync, {
    body: { streamId, areas: areas.map(([cell, version]) => ({ cell, version })) },
  });
  return (data as { areas: { cell: number; version: number; changed: boolean }[] }).areas;
};

describe('a stream', () => {
  test('says that it is connected, and how long to wait before coming back', async () => {
    const answer = await ann.fetch(`${eventsPath}?userId=${ann.id}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const reader = answer.body!.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    expect(new TextDecoder().decode(value)).toMatch(/^retry: 5000\n\n/);
  });

  test('has a heartbeat', async () => {
    const stream = await TestStream.open(app.visitor());
    expect(stream.frames.map(({ type }) => type)).toEqual(['connected']);
    passInterval(heartbeat_ms);
    await stream.until(({ type }) => type === 'heartbeat');
    stream.close();
  });

  test('tells a visitor what happens in the areas they look at', async () => {
    const cell = await homeCell(bob);
    const stream = await TestStream.open(app.visitor());
    await stream.listen([cell]);
    const post = await bob.post({ content: 'Secret text' });
    const messageId = post.id;
    expect(await stream.untilEvent((event) => event.messageId === messageId)).toEqual({
      type: 'post_created',
      messageId,
      userId: bob.id,
      latitude: post.location.latitude,
      longitude: post.location.longitude,
    });
    const tell = (type: string) =>
      stream.untilEvent((event) => event.type === type && event.messageId === messageId);

    await ann.get(addReaction, { body: { messageId, reactionType: 'HEART' } });
    expect(await tell('reactions_changed')).toEqual({ type: 'reactions_changed', messageId, userId: ann.id });
    const comment = await ann.get(addComment, { body: { messageId, content: 'Secret answer' } });
    expect(await tell('comments_changed')).toEqual({ type: 'comments_changed', messageId, userId: ann.id });
    const changes = () => stream.events.filter((event) => event.messageId === messageId).length;
    await ann.get(removeReaction, { body: { messageId, reactionType: 'HEART' } });
    await expect.poll(() => changes()).toBe(4);
    await ann.get(removeComment, { params: { commentId: (comment.data as { id: string }).id }, body: {} });
    await expect.poll(() => changes()).toBe(5);
    await bob.get(removePost, { params: { messageId }, body: {} });
    expect(await tell('post_deleted')).toEqual({ type: 'post_deleted', messageId, userId: bob.id });
    // Ids and displayed positions only.
    expect(JSON.stringify(stream.frames)).not.toContain('Secret');
    stream.close();
  });

  test('tells of posts whose time is over', async () => {
    const cell = await homeCell(bob);
    const stream = await TestStream.open(app.visitor());
    await stream.listen([cell]);
    const expiresAt = new Date(app.clock.read().getTime() + 60_000).toISOString();
    const post = await bob.post({ expiresAt });
    app.clock.advance(61_000);
    await cleanUpPosts(app.deps);
    await stream.untilEvent((event) => event.type === 'post_deleted' && event.messageId === post.id);
    stream.close();
  });

  test('is silent about areas it does not listen to, or no longer', async () => {
    const [here, there] = [await homeCell(bob), await homeCell(bob, elsewhere)];
    expect(here).not.toBe(there);
    const stream = await TestStream.open(app.visitor());
    await stream.listen([here, there]);
    await stream.listen([here]);
    const silent = await bob.post({ location: elsewhere });
    const heard = await bob.post();
    await stream.untilEvent((event) => event.messageId === heard.id);
    expect(stream.events.filter((event) => event.messageId === silent.id)).toEqual([]);
    await stream.listen([]);
    const witness = await TestStream.open(app.visitor());
    await witness.listen([here]);
    const unheard = await bob.post();
    await witness.untilEvent((event) => event.messageId === unheard.id);
    witness.close();
    await stream.listen([here]);
    const last = await bob.post();
    await stream.untilEvent((event) => event.messageId === last.id);
    expect(stream.events.filter((event) => event.messageId === unheard.id)).toEqual([]);
    stream.close();
  });

  test('is silent about those who are hidden, whoever of the two did it', async () => {
    const [blocker, blocked] = [await app.person('Blocker'), await app.person('Blocked')];
    await block(app.deps, blocker, blocked);
    const witness = await TestStream.open(app.visitor());
    for (const [listener, other] of [
      [blocker, blocked],
      [blocked, blocker],
    ] as const) {
      const stream = await TestStream.open(listener);
      const hidden = await other.post();
      const seen = await bob.post({ content: 'seen' });
      await stream.listen([cellOfPost(hidden), cellOfPost(seen)]);
      await witness.listen([cellOfPost(hidden), cellOfPost(seen)]);
      await other.post();
      await other.get(addReaction, { body: { messageId: seen.id, reactionType: 'HEART' } });
      await other.get(addComment, { body: { messageId: seen.id, content: 'Me too' } });
      await bob.get(addReaction, { body: { messageId: hidden.id, reactionType: 'HEART' } });
      await witness.untilEvent((event) => event.messageId === hidden.id && event.userId === bob.id);
      const last = await bob.post();
      await stream.untilEvent((event) => event.messageId === last.id);
      await witness.untilEvent((event) => event.type === 'comments_changed' && event.userId === other.id);
      const about = stream.events.filter(
        (event) => event.userId === other.id || event.messageId === hidden.id,
      );
      expect(about).toEqual([]);
      stream.close();
    }
    witness.close();
  });

  test('of somebody else is refused', async () => {
    expect((await ann.fetch(`${eventsPath}?userId=${bob.id}`)).status).toBe(403);
    expect((await app.visitor().fetch(`${eventsPath}?userId=${bob.id}`)).status).toBe(401);
  });

  test('ends with its session, and only with its own', async () => {
    const guest = await app.person('Guest');
    const other = await app.person('Guest');
    const [ending, staying] = [await TestStream.open(guest), await TestStream.open(other)];
    await guest.get(signOut, { body: {} });
    await ending.until(({ type }) => type === 'signed_out');
    await ending.untilEnd();
    passInterval(heartbeat_ms);
    await staying.until(({ type }) => type === 'heartbeat');
    expect(staying.ended).toBe(false);
    staying.close();
  });

  test('is forgotten when the client goes away', async () => {
    const visitor = app.visitor();
    const stream = await TestStream.open(visitor);
    const { id } = stream;
    stream.close();
    await vi.waitFor(async () => {
      const answer = await visitor.call(sync, { body: { streamId: id, areas: [] } });
      expect(answer).toMatchObject({ status: 404, code: 'STREAM_UNKNOWN' });
    }, 30_000);
  });

  test('that cannot begin is refused, not left open without a frame', async () => {
    const database = await openTestDatabase();
    let broken = false;
    const frail = await startTestApp({}, {}, async () => ({
      ...database,
      query(text, parameters, shape) {
        if (broken && /from "blocks"/.test(text)) return Promise.reject(new DatabaseGone('gone'));
        return database.query(text, parameters, shape);
      },
    }));
    const person = await frail.person('Frail');
    broken = true;
    const answer = await person.fetch(eventsPath);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(await answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
    await frail.close();
  });
});

test('visitors of one network share its streams, whichever of its addresses each comes from', async () => {
  const crowded = await startTestApp({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '0.01' });
  const stop = new AbortController();
  try {
    const statusFrom = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await crowded.visitor().fetch(eventsPath, { headers, signal: stop.signal })).status;
    };
    expect(await statusFrom('2001:db8:1:2::1')).toBe(200);
    expect(await statusFrom('2001:db8:1:2::2')).toBe(200);
    expect(await statusFrom('2001:db8:1:2::3')).toBe(429);
    expect(await statusFrom('2001:db8:1:3::1')).toBe(200);
  } finally {
    stop.abort();
    await crowded.close();
  }
});

describe('sync', () => {
  test('takes up to 32 areas of the own stream', async () => {
    const stream = await TestStream.open(ann);
    const areas = (count: number) =>
      Array.from({ length: count }, (_each, cell) => ({ cell, version: null as number | null }));
    const ask = (who: TestPerson, streamId: string, count: number) =>
      who.call(sync, { body: { streamId, areas: areas(count) } });
    expect(await ask(ann, stream.id, areaLimit)).toMatchObject({ status: 200 });
    expect(await ask(ann, stream.id, areaLimit + 1)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    expect(await ask(bob, stream.id, 1)).toMatchObject({ status: 404, code: 'STREAM_UNKNOWN' });
    expect(await ask(app.visitor(), stream.id, 1)).toMatchObject({ status: 404 });
    expect(await ask(ann, 'no-such-stream', 1)).toMatchObject({ status: 404 });
    stream.close();
  });

  test('says which areas changed since the version one has', async () => {
    const [here, there] = [await homeCell(bob), await homeCell(bob, elsewhere)];
    const stream = await TestStream.open(ann);
    const ask = (areas: [number, number | null][]) => versions(ann, stream.id, areas);
    const first = await ask([
      [here, null],
      [there, null],
    ]);
    expect(first.map(({ changed }) => changed)).toEqual([true, true]);
    // The versions of one database server wait for each transaction on it, also those of other tests.
    const settled = async (from: Awaited<ReturnType<typeof ask>>) => {
      let latest = from;
      await vi.waitFor(async () => {
        latest = await ask(latest.map(({ cell, version }) => [cell, version]));
        expect(latest.map(({ changed }) => changed)).toEqual([false, false]);
      }, 30_000);
      return latest.map(({ cell, version }) => [cell, version] as [number, number]);
    };
    const known = await settled(first);
    await bob.post();
    const second = await ask(known);
    expect(second.map(({ cell, changed }) => [cell, changed])).toEqual([
      [here, true],
      [there, false],
    ]);
    const again = await settled(second);
    // A version from before the database was restored from a backup.
    const restored = await ask([[here, again[0]![1] + 1_000_000]]);
    expect(restored[0]!.changed).toBe(true);
    stream.close();
  });

  test('does not overlook what happens between list and sync, nor between sync and list', async () => {
    const cell = await homeCell(bob);
    const stream = await TestStream.open(ann);
    const list = async () =>
      ((await ann.get(listPosts, {})).data as Post[]).filter((post) => cellOfPost(post) === cell).length;
    const [known] = await versions(ann, stream.id, [[cell, null]]);
    const listed = await list();
    await bob.post();
    const [after] = await versions(ann, stream.id, [[cell, known!.version]]);
    expect(after!.changed).toBe(true);
    await bob.post();
    expect(await list()).toBe(listed + 2);
    // What the list showed already may be told again, but never the other way round.
    const [last] = await versions(ann, stream.id, [[cell, after!.version]]);
    expect(last!.changed).toBe(true);
    stream.close();
  });

  describe('since an answer', () => {
    const momentOf = async (who: TestPerson) => {
      const answer = await who.fetch('/api/auth/session');
      await answer.arrayBuffer();
      return answer.headers.get(momentHeader)!;
    };
    const ask = async (who: TestPerson, streamId: string, since?: string, cells: readonly number[] = []) => {
      const areas = cells.map((cell) => ({ cell, version: null }));
      const { data } = await who.get(sync, { body: { streamId, areas, ...(since && { since }) } });
      return data;
    };
    /** The moment, and a stream that was opened after it. */
    const opened = async (who: TestPerson, between: () => Promise<unknown> = async () => {}) => {
      // What was told of setting up is told within this millisecond at the latest.
      await new Promise((resolve) => setTimeout(resolve, 5));
      const since = await momentOf(who);
      await between();
      return { since, stream: await TestStream.open(who) };
    };

    test('says that nothing was told, of areas without a version too', async () => {
      const cell = await homeCell(bob);
      const { since, stream } = await opened(ann);
      expect(await ask(ann, stream.id, since, [cell])).toMatchObject({
        isQuiet: true,
        areas: [{ cell, changed: false }],
      });
      expect(await ask(ann, stream.id, undefined, [cell])).toMatchObject({
        isQuiet: false,
        areas: [{ cell, changed: true }],
      });
      stream.close();
    });

    test('says what happened between the answer and the stream, and after it', async () => {
      const [cell, other] = [await homeCell(bob), await homeCell(bob, elsewhere)];
      const { since, stream } = await opened(ann, () => bob.post());
      const told = async () => (await ask(ann, stream.id, since, [cell, other])).areas;
      expect((await told()).map(({ changed }) => changed)).toEqual([true, false]);
      await bob.post({ location: elsewhere });
      expect((await told()).map(({ changed }) => changed)).toEqual([true, true]);
      stream.close();
    });

    test.each([
      [
        'a message',
        async () => {
          const params = { conversationId: (await aRoom(ann)).conversationId };
          return () => ann.get(sendMessage, { params, body: { content: 'Anybody here?' } });
        },
      ],
      ['a block', async () => () => carl.get(blockPerson, { body: { blockedId: ann.id } })],
    ])('says that %s was told to the person', async (_what, prepare) => {
      const act = await prepare();
      const { since, stream } = await opened(ann, act);
      expect(await ask(ann, stream.id, since)).toMatchObject({ isQuiet: false });
      stream.close();
      const later = await opened(ann);
      expect(await ask(ann, later.stream.id, later.since)).toMatchObject({ isQuiet: true });
      later.stream.close();
    });

    test.each([
      ['left', { type: 'member_leave', conversationId: 'c', userId: '', memberCount: 1 }],
      ['ended', { type: 'conversation_update', conversationId: 'c', change: { kind: 'closed' } }],
    ] as const)('says that a group was %s, of which one is no member any more', async (_how, event) => {
      const tell = async () => app.deps.bus.deliver('conversation:c', { ...event, userId: ann.id });
      const { since, stream } = await opened(ann, tell);
      expect(await ask(ann, stream.id, since)).toMatchObject({ isQuiet: false });
      stream.close();
    });

    test('says nothing of other moments than its own, nor after it may have missed something', async () => {
      const { since, stream } = await opened(ann);
      expect(await ask(ann, stream.id, since)).toMatchObject({ isQuiet: true });
      expect(await ask(ann, stream.id, `another.${since.split('.')[1]}`)).toMatchObject({ isQuiet: false });
      app.deps.bus.deliver(gapTopic, {});
      expect(await ask(ann, stream.id, since)).toMatchObject({ isQuiet: false });
      const refused = await ann.call(sync, { body: { streamId: stream.id, areas: [], since: 'now' } });
      expect(refused).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      stream.close();
    });
  });

  // The embedded database has one connection: no two transactions overlap there.
  const ofPostgresql = onPostgresql ? test : () => {};
  ofPostgresql('does not overlook an older transaction that commits later', async () => {
    const cell = await homeCell(bob);
    const stream = await TestStream.open(ann);
    const event = { type: 'post_deleted', messageId: 'older', userId: bob.id } as const;
    let commitOlder = () => {};
    const mayCommit = new Promise<void>((resolve) => {
      commitOlder = resolve;
    });
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const older = app.deps.transact(async (inner) => {
      await tellArea(inner, cell, event);
      begun();
      await mayCommit;
    });
    await hasBegun;
    await bob.post();
    const [between] = await versions(ann, stream.id, [[cell, null]]);
    commitOlder();
    await older;
    const [after] = await versions(ann, stream.id, [[cell, between!.version]]);
    expect(after!.changed).toBe(true);
    let last = after!;
    await vi.waitFor(async () => {
      [last] = (await versions(ann, stream.id, [[cell, last.version]])) as [typeof last];
      expect(last.changed).toBe(false);
    }, 30_000);
    stream.close();
  });
});

describe('when something may have been missed of what other nodes said', () => {
  test('rights are read anew before anything more is told', async () => {
    const people = [
      await app.person('Owner'),
      await app.person('Removed'),
      await app.person('Gone'),
      await app.person('Suspended'),
      await app.person('Back'),
    ] as const;
    const [owner, removed, gone, suspended, back] = people;
    const room = await aRoom(owner);
    await joined(room, removed, suspended);
    const suspend = ({ id }: TestPerson) =>
      app.deps.db.execute(
        sql`INSERT INTO standings (user_id, kind, since) VALUES (${id}, 'suspended', ${app.deps.clock().toISOString()}::timestamptz)`,
      );
    await suspend(back);
    const streams = await Promise.all(people.map((person) => TestStream.open(person)));
    const [ofOwner, ofRemoved, ...ofOthers] = streams as [TestStream, TestStream, ...TestStream[]];
    await app.deps.db.execute(sql`DELETE FROM conversation_members WHERE user_id = ${removed.id}`);
    await app.deps.db.execute(sql`DELETE FROM sessions WHERE user_id = ${gone.id}`);
    await app.deps.db.execute(sql`DELETE FROM standings WHERE user_id = ${back.id}`);
    await suspend(suspended);
    app.deps.bus.deliver(gapTopic, {});
    for (const stream of ofOthers) await stream.untilEnd();
    for (const stream of [ofOwner, ofRemoved]) {
      await stream.until(({ type }) => type === 'resync');
      await stream.listen([]);
    }
    const params = { conversationId: room.conversationId };
    await owner.get(sendMessage, { params, body: { content: 'Among ourselves' } });
    await ofOwner.until(({ type }) => type === 'new_message');
    expect(ofRemoved.frames.filter(({ type }) => type === 'new_message')).toEqual([]);
    for (const stream of streams) stream.close();
  });
});

test('the rights of many are read together, at their beginning and after a gap', async () => {
  const asked: string[] = [];
  let people = 0;
  const aMoment = () => new Promise((resolve) => setTimeout(resolve, 20));
  const outlet: Outlet = { write() {}, waiting: () => 0, end() {} };
  const hub = new LiveHub(
    app.deps,
    async (_deps, ids) => {
      asked.push('hidden');
      await aMoment();
      people += ids.length;
      return new Map();
    },
    {
      conversationsOf: async () => {
        asked.push('conversations');
        await aMoment();
        return new Map();
      },
      positionsOf: async () => [],
    },
    async () => {},
  );
  const begun = await Promise.all(
    Array.from({ length: 150 }, (_each, number) =>
      hub.prepare({ viewerId: `person ${number}`, sessionId: null, endsAt: null }),
    ),
  );
  for (const each of begun) each.open(outlet);
  expect(people).toBe(150);
  expect(asked.length).toBeLessThanOrEqual(6);
  people = 0;
  asked.length = 0;
  app.deps.bus.deliver(gapTopic, {});
  await expect.poll(() => people).toBe(150);
  expect(asked.length).toBeLessThanOrEqual(8);
  hub.stop();
});

const noSubscriptions = { conversationsOf: async () => new Map(), positionsOf: async () => [] };
const visitor = { viewerId: null, sessionId: null, endsAt: null };

describe('who is hidden from a listener', () => {
  /** A hub whose answers about hidden people come when the test says so. */
  function hubWithAnswers() {
    const asked: { resolve(hidden: string[]): void; reject(error: Error): void }[] = [];
    const hub = new LiveHub(
      app.deps,
      (_deps, ids) =>
        new Promise((resolve, reject) =>
          asked.push({
            resolve: (hidden) => resolve(new Map(ids.map((id) => [id, new Set(hidden)]))),
            reject,
          }),
        ),
      noSubscriptions,
      async () => {},
    );
    const heard: Frame[] = [];
    const state = { ended: false };
    const outlet: Outlet = {
      write: (frame) => void heard.push(JSON.parse(String(frame).slice(6)) as Frame),
      waiting: () => 0,
      end: () => {
        state.ended = true;
      },
    };
    const answer = async (...hidden: string[]) => {
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      asked.shift()!.resolve(hidden);
    };
    const open = async (viewerId: string) => {
      const prepared = hub.prepare({ viewerId, sessionId: null, endsAt: null });
      await answer();
      const streamId = (await prepared).open(outlet);
      const listening = hub.sync(streamId, viewerId, [{ cell: 7, version: null }]);
      await listening;
    };
    return { hub, asked, heard, state, answer, open };
  }
  const hide = (isHidden: boolean) =>
    app.deps.transact(async (inner) => tellHidden(inner, 'listener', 'pest', isHidden));
  const actOf = (userId: string, messageId: string) =>
    app.deps.transact(async (inner) => tellArea(inner, 7, { type: 'post_deleted', messageId, userId }));

  test('counts from the moment it is told, and what was decided last stands', async () => {
    const { hub, heard, answer, asked, open } = hubWithAnswers();
    await open('listener');
    const heardOf = () => JSON.stringify(heard);
    const expectSilence = async (messageId: string) => {
      await actOf('pest', messageId);
      await actOf('friend', `mark-${messageId}-end`);
      await expect.poll(() => heardOf()).toContain(`mark-${messageId}-end`);
      expect(heardOf()).not.toContain(`"${messageId}"`);
    };
    await hide(true);
    // Nobody has answered yet.
    await expectSilence('at-once');
    // Taken back and done again while it is asked: the first answer is old by then.
    await hide(false);
    await hide(true);
    await answer();
    await expect.poll(() => asked).toHaveLength(1);
    await expectSilence('in-between');
    await answer('pest');
    await expectSilence('after-that');
    await hide(false);
    await answer();
    await vi.waitFor(async () => {
      await actOf('pest', 'once-more');
      expect(heardOf()).toContain('once-more');
    }, 30_000);
    hub.stop();
  });

  test('counts for what is gathered and not told yet', async () => {
    const { hub, heard, open } = hubWithAnswers();
    await open('listener');
    await app.deps.transact(async (inner) => {
      tellArea(inner, 7, { type: 'post_deleted', messageId: 'a-moment-too-late', userId: 'pest' });
      tellHidden(inner, 'listener', 'pest', true);
      tellArea(inner, 7, { type: 'post_deleted', messageId: 'a-mark', userId: 'friend' });
    });
    await expect.poll(() => JSON.stringify(heard)).toContain('a-mark');
    expect(JSON.stringify(heard)).not.toContain('a-moment-too-late');
    hub.stop();
  });

  test('that cannot be found out ends the stream: nothing is told at a venture', async () => {
    const { hub, state, asked, open } = hubWithAnswers();
    await open('listener');
    await hide(false);
    await expect.poll(() => asked).toHaveLength(1);
    asked.shift()!.reject(new DatabaseGone('away'));
    await expect.poll(() => state.ended).toBe(true);
    hub.stop();
  });
});

describe('a reader that is too slow', () => {
  test('is told once to ask again, hears nothing until it does, and goes on then', async () => {
    const hub = new LiveHub(
      app.deps,
      async () => new Map(),
      noSubscriptions,
      async () => {},
    );
    const written: string[] = [];
    let waiting = 0;
    const outlet: Outlet = {
      write: (frame) => void written.push(String(frame)),
      waiting: () => waiting,
      end: () => {},
    };
    const streamId = (await hub.prepare(visitor)).open(outlet);
    await hub.sync(streamId, null, [{ cell: 7, version: null }]);
    const frames = () =>
      written.filter((text) => text.startsWith('data: ')).map((text) => JSON.parse(text.slice(6)) as Frame);
    const types = () => frames().map(({ type }) => type);
    const happen = (messageId: string) =>
      app.deps.transact(async (inner) =>
        tellArea(inner, 7, { type: 'post_deleted', messageId, userId: 'bob' }),
      );

    waiting = backlogLimit_bytes;
    await happen('first');
    await expect.poll(() => types()).toEqual(['connected', 'area']);
    waiting = backlogLimit_bytes + 1;
    await happen('second');
    await expect.poll(() => types()).toEqual(['connected', 'area', 'resync']);
    hub.heartbeat();
    waiting = 0;
    hub.heartbeat();
    expect(types()).toEqual(['connected', 'area', 'resync']);
    await hub.sync(streamId, null, [{ cell: 7, version: null }]);
    await happen('third');
    await expect.poll(() => types()).toEqual(['connected', 'area', 'resync', 'area']);
    expect(frames().at(-1)).toMatchObject({ events: [{ messageId: 'third' }] });
    hub.stop();
  });

  test('gets what happened together in one frame of each area', async () => {
    const hub = new LiveHub(
      app.deps,
      async () => new Map(),
      noSubscriptions,
      async () => {},
    );
    const written: Frame[] = [];
    const outlet: Outlet = {
      write: (frame) => void written.push(JSON.parse(String(frame).slice(6)) as Frame),
      waiting: () => 0,
      end: () => {},
    };
    const streamId = (await hub.prepare(visitor)).open(outlet);
    await hub.sync(
      streamId,
      null,
      [8, 9].map((cell) => ({ cell, version: null })),
    );
    await app.deps.transact(async (inner) => {
      for (const cell of [8, 9, 8, 9, 8]) {
        tellArea(inner, cell, { type: 'post_deleted', messageId: `in-${cell}`, userId: 'bob' });
      }
    });
    await expect.poll(() => written).toHaveLength(3);
    expect(
      written.slice(1).map((frame) => frame.type === 'area' && [frame.cell, frame.events.length]),
    ).toEqual([
      [8, 3],
      [9, 2],
    ]);
    hub.stop();
  });
});

test('closing the server ends the streams, and waits for no connection that is open ahead of need', async () => {
  const closing = await startTestApp();
  const ahead = connect(Number(new URL(closing.url).port), '127.0.0.1');
  await once(ahead, 'connect');
  const streams = await Promise.all([1, 2, 3].map(() => TestStream.open(closing.visitor())));
  await closing.close();
  for (const stream of streams) await stream.untilEnd();
});
