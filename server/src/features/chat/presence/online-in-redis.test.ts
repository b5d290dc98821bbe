import { listOnlineUsers, sharePresence } from '@dazi/contract/chat/presence';
import { onlineLimits } from '@dazi/contract/chat/presence.rules';
import { getProfile } from '@dazi/contract/discovery/people';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { recordOpen_ms } from '#features/live/live.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import type { Connection, Database } from '#platform/database/connection.ts';
import type { Deps } from '#platform/deps.ts';
import { RedisHeartbeats } from '#platform/heartbeats.ts';
import { openRedis, type SharedRedis } from '#platform/redis.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { hasRedis, TestRedis } from '../../../testing/test-redis.ts';
import { noting } from '../../../testing/test-statements.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { presenceJobs } from './presence.jobs.ts';
import { noteGone, recordOpenStreams } from './presence.service.ts';

const withRedis = hasRedis ? describe : () => {};
if (!hasRedis) {
  test.skip('who is online where nodes share a Redis: redis-server is not installed, apt-get install redis-server', () => {});
}

const { afterwards_ms } = onlineLimits;
const { every_ms } = presenceJobs.find(({ run }) => run === noteGone)!;
/** How long a node that has just begun tells the database of everybody each time. */
const new_ms = 10 * 60_000;

withRedis('where nodes share a Redis', () => {
  let redis: TestRedis;
  let app: TestApp;
  let statements: string[];
  /** A statement with this in it fails. */
  let refused: string | null = null;
  let other: SharedRedis;
  let ann: TestPerson;
  let bob: TestPerson;
  let people = 0;

  function refusing(database: Database): Database {
    const wrapped = (connection: Connection): Connection => ({
      ...connection,
      query(text, parameters, shape) {
        if (refused && text.includes(refused)) return Promise.reject(new Error('refused'));
        return connection.query(text, parameters, shape);
      },
    });
    return {
      ...wrapped(database),
      kind: database.kind,
      script: (text) => database.script(text),
      transaction: (work) => database.transaction((connection) => work(wrapped(connection))),
      close: () => database.close(),
    };
  }
  beforeAll(async () => {
    redis = await TestRedis.start();
    app = await startTestApp({ REDIS_URL: redis.url }, {}, async () => {
      const noted = noting(refusing(await openTestDatabase()));
      statements = noted.statements;
      return noted.database;
    });
    other = await openRedis(redis.url, app.deps.log);
    // From here on it is no new node any more.
    await recordOpenStreams(app.deps, [(await app.person('The first')).id]);
    app.clock.advance(new_ms);
  });
  afterAll(async () => {
    await other.close();
    await app.close();
    await redis.goAway();
  });
  beforeEach(async () => {
    people++;
    [ann, bob] = [await app.person(`Ann ${people}`), await app.person(`Bob ${people}`)];
  });

  const isOnline = async (who: TestPerson) =>
    (await (who === bob ? ann : bob).get(getProfile, { params: { userId: who.id } })).data.isOnline;
  const isBack = async () => (await app.deps.heartbeats!.silentSince(new Date(0))) !== null;
  const noted = (from: number) =>
    statements.slice(from).filter((text) => text.includes('INSERT INTO "open_streams"')).length;
  const aNode = (): Deps => ({
    ...app.deps,
    heartbeats: new RedisHeartbeats(other, app.deps.positionSecret),
  });
  const aNodeWithoutRedis = (): Deps => ({ ...app.deps, heartbeats: null });
  const there = (deps: Deps, ...persons: TestPerson[]) =>
    recordOpenStreams(
      deps,
      persons.map(({ id }) => id),
    );
  /** Time goes by as it does: the job runs, and each round ends with what each node says. */
  async function goOn(rounds: number, say: () => Promise<unknown>, meanwhile = async () => {}) {
    for (let round = 0; round < rounds; round++) {
      for (let passed_ms = 0; passed_ms < recordOpen_ms; passed_ms += every_ms) {
        app.clock.advance(every_ms);
        await noteGone(app.deps);
        await meanwhile();
      }
      await say();
    }
  }
  const nobody = async () => {};
  const staysOnline = (who: TestPerson) => async () => {
    expect(await isOnline(who)).toBe(true);
  };
  /** Whoever was there just now goes as soon as without Redis, to the millisecond. */
  async function expectGoneInTime(...persons: TestPerson[]) {
    for (let passed_ms = every_ms; passed_ms < afterwards_ms; passed_ms += every_ms) {
      app.clock.advance(every_ms);
      await noteGone(app.deps);
    }
    app.clock.advance(every_ms - 1);
    for (const person of persons) expect(await isOnline(person)).toBe(true);
    app.clock.advance(1);
    for (const person of persons) expect(await isOnline(person)).toBe(false);
  }

  test('whoever stays is written down every few minutes, and is online all the while', async () => {
    await there(app.deps, ann);
    const before = statements.length;
    await goOn(40, () => there(app.deps, ann), staysOnline(ann));
    // Half an hour, in which it was said forty times.
    expect(noted(before)).toBe(4);
    await expectGoneInTime(ann);
  });

  test('what is said of last seen is right while somebody goes', async () => {
    for (const person of [ann, bob]) await person.get(sharePresence, { body: haight });
    await there(app.deps, ann);
    const lastAt = app.clock.read().toISOString();
    const [row] = await rowsOf<{ ahead: boolean }>(
      app.deps.db,
      sql`SELECT seen_at > ${lastAt}::timestamptz AS ahead FROM open_streams WHERE user_id = ${ann.id}`,
    );
    expect(row).toEqual({ ahead: true });
    const seen = async () => {
      const near = (await bob.get(listOnlineUsers, { query: {} })).data;
      const { isOnline, lastSeen } = near.find(({ userId }) => userId === ann.id)!;
      return { isOnline, lastSeen };
    };
    expect(await seen()).toEqual({ isOnline: true, lastSeen: lastAt });
    for (let passed_ms = every_ms; passed_ms < afterwards_ms; passed_ms += every_ms) {
      app.clock.advance(every_ms);
      await noteGone(app.deps);
    }
    expect(await seen()).toEqual({ isOnline: true, lastSeen: lastAt });
    app.clock.advance(every_ms);
    expect(await seen()).toEqual({ isOnline: false, lastSeen: lastAt });
  });

  test('who goes and comes back is told once each, and is not taken for gone', async () => {
    await aPrivateConversation(ann, bob);
    const atBob = await TestStream.open(bob);
    const told = () => atBob.frames.flatMap((frame) => (frame.type === 'presence' ? [frame.isOnline] : []));
    await there(app.deps, ann);
    const states = [true];
    await expect.poll(told).toEqual(states);
    for (let round = 1; round < 4; round++) {
      await goOn(2, () => there(app.deps, bob));
      await goOn(1, () => there(app.deps, bob));
      states.push(false);
      await expect.poll(told).toEqual(states);
      await there(app.deps, ann);
      await goOn(1, () => there(app.deps, ann, bob), staysOnline(ann));
      states.push(true);
      await expect.poll(told).toEqual(states);
      // Late by less than that, nobody hears of it.
      app.clock.advance(afterwards_ms - 1);
      await noteGone(app.deps);
      expect(await isOnline(ann)).toBe(true);
      await there(app.deps, ann, bob);
      await goOn(3, () => there(app.deps, ann, bob), staysOnline(ann));
    }
    expect(told()).toEqual(states);
    atBob.close();
  });

  test('while it is away each node writes down who is there, and nobody goes for that', {
    timeout: 30_000,
  }, async () => {
    await there(app.deps, ann, bob);
    await redis.goAway();
    await expect.poll(isBack).toBe(false);
    const before = statements.length;
    await goOn(14, () => there(app.deps, ann), staysOnline(ann));
    expect(noted(before)).toBe(14);
    // What was written ahead of somebody who went meanwhile is over by now.
    expect(await isOnline(bob)).toBe(false);
    // Whoever was there while it was away goes as without it.
    await expectGoneInTime(ann);
    await there(app.deps, ann);
    await redis.comeBack();
    await expect.poll(isBack, { timeout: 10_000 }).toBe(true);
    await goOn(20, () => there(app.deps, ann), staysOnline(ann));
    await expectGoneInTime(ann);
  });

  test('when it is silent for longer than somebody counts as online, and has forgotten nothing, nobody goes who is there', {
    timeout: 30_000,
  }, async () => {
    await there(app.deps, ann, bob);
    redis.fallSilent();
    (await TestStream.open(ann)).close();
    await expect.poll(isBack, { timeout: 10_000 }).toBe(false);
    await goOn(3, () => there(app.deps, ann), staysOnline(ann));
    redis.speakAgain();
    await expect.poll(isBack, { timeout: 10_000 }).toBe(true);
    expect([await isOnline(ann), await isOnline(bob)]).toEqual([true, true]);
    await noteGone(app.deps);
    // Who went meanwhile is found at once.
    expect([await isOnline(ann), await isOnline(bob)]).toEqual([true, false]);
    await goOn(20, () => there(app.deps, ann), staysOnline(ann));
    await expectGoneInTime(ann);
  });

  test('what it loses it hears again, and who went just before goes a moment later', async () => {
    await there(app.deps, ann, bob);
    await goOn(1, () => there(app.deps, ann), staysOnline(ann));
    await redis.ask('FLUSHALL');
    await goOn(1, () => there(app.deps, ann), staysOnline(ann));
    await goOn(2, () => there(app.deps, ann), staysOnline(ann));
    expect(await isOnline(bob)).toBe(false);
    await goOn(30, () => there(app.deps, ann), staysOnline(ann));
    await expectGoneInTime(ann);
  });

  test('a node that was cut off from it takes nobody offline whose page is open elsewhere', async () => {
    const without = aNodeWithoutRedis();
    await there(app.deps, ann);
    await goOn(1, () => Promise.all([there(app.deps, ann), there(without, ann)]), staysOnline(ann));
    await goOn(20, () => there(app.deps, ann), staysOnline(ann));
    await expectGoneInTime(ann);
    // Also when both close at once.
    await there(app.deps, ann);
    await there(without, ann);
    await expectGoneInTime(ann);
    // And where it alone has the page open, that it says so is enough.
    await there(app.deps, ann);
    await goOn(20, () => there(without, ann), staysOnline(ann));
    await expectGoneInTime(ann);
  });

  test('beside nodes without it, which also do the jobs, nobody goes who is there', async () => {
    const [newNode, oldNode] = [aNode(), aNodeWithoutRedis()];
    await there(newNode, ann);
    await there(oldNode, ann);
    for (let round = 0; round < 8; round++) {
      app.clock.advance(recordOpen_ms);
      await there(newNode, ann);
      if (round < 2) await there(oldNode, ann);
      await noteGone(oldNode);
      expect(await isOnline(ann)).toBe(true);
      app.clock.advance(recordOpen_ms - 1);
      await noteGone(oldNode);
      expect(await isOnline(ann)).toBe(true);
      await there(newNode, ann);
    }
    await expectGoneInTime(ann);
  });

  test('who could not be written down as gone is found again', async () => {
    await there(app.deps, ann);
    refused = 'UPDATE "open_streams" SET';
    app.clock.advance(afterwards_ms);
    await expect(noteGone(app.deps)).rejects.toThrow();
    refused = null;
    expect(await isOnline(ann)).toBe(true);
    await noteGone(app.deps);
    expect(await isOnline(ann)).toBe(false);
  });

  test('who could not be written down as there when they came back is so by the next heartbeat', async () => {
    await there(app.deps, ann);
    await goOn(3, nobody);
    expect(await isOnline(ann)).toBe(false);
    refused = 'INSERT INTO "open_streams"';
    await expect(there(app.deps, ann)).rejects.toThrow();
    refused = null;
    app.clock.advance(recordOpen_ms);
    await there(app.deps, ann);
    expect(await isOnline(ann)).toBe(true);
  });

  test('what a node writes as its own time is taken back by nobody, be its clock a little ahead', async () => {
    await redis.ask('FLUSHALL');
    await there(app.deps, bob);
    app.clock.advance(afterwards_ms);
    const ahead = { ...aNodeWithoutRedis(), clock: () => new Date(app.clock.read().getTime() + 3000) };
    await there(ahead, ann);
    await noteGone(app.deps);
    expect(await isOnline(ann)).toBe(true);
  });

  test('what lies in Redis goes by itself when no node looks after it', async () => {
    await there(app.deps, ann);
    const keys = (await redis.ask('KEYS', 'dazi:there*')) as string[];
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(await redis.ask('PTTL', key)).toBeGreaterThan(0);
    app.clock.advance(2 * 60 * 60_000);
    await there(app.deps, bob);
    expect(await app.deps.heartbeats!.heardSince([ann.id], new Date(0))).toEqual([]);
  });

  test('more people than are forgotten at once go all the same', async () => {
    const crowd = Array.from({ length: 1500 }, (_, index) => `gone ${people} ${index}`);
    await app.deps.db.execute(sql`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
      SELECT id, 'crowd', id, false, 'Crowd', false, now(), now() FROM json_array_elements_text(${JSON.stringify(crowd)}::text::json) AS c(id)`);
    await recordOpenStreams(app.deps, crowd);
    await goOn(2, nobody);
    const left = await rowsOf(app.deps.db, sql`SELECT user_id FROM open_streams WHERE user_id LIKE 'gone %'`);
    expect(left).toEqual([]);
    expect(await app.deps.heartbeats!.silentSince(app.clock.read())).toEqual([]);
  });
});
