import { listOnlineUsers, sharePresence } from '@dazi/contract/chat/presence';
import { onlineLimits } from '@dazi/contract/chat/presence.rules';
import { getProfile } from '@dazi/contract/discovery/people';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { recordOpen_ms } from '#features/live/live.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { hasRedis, TestRedis } from '../../../testing/test-redis.ts';
import { noting } from '../../../testing/test-statements.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { noteGone, recordOpenStreams } from './presence.service.ts';

const withRedis = hasRedis ? describe : () => {};
if (!hasRedis) {
  test.skip('who is online where nodes share a Redis: redis-server is not installed, apt-get install redis-server', () => {});
}

withRedis('where nodes share a Redis', () => {
  let redis: TestRedis;
  let app: TestApp;
  let statements: string[];
  let ann: TestPerson;
  let bob: TestPerson;
  let people = 0;
  beforeAll(async () => {
    redis = await TestRedis.start();
    app = await startTestApp({ REDIS_URL: redis.url }, {}, async () => {
      const noted = noting(await openTestDatabase());
      statements = noted.statements;
      return noted.database;
    });
  });
  afterAll(async () => {
    await app.close();
    await redis.goAway();
  });
  beforeEach(async () => {
    people++;
    [ann, bob] = [await app.person(`Ann ${people}`), await app.person(`Bob ${people}`)];
  });

  const isOnline = async (who: TestPerson) =>
    (await (who === bob ? ann : bob).get(getProfile, { params: { userId: who.id } })).data.isOnline;
  const noted = (from: number) =>
    statements.slice(from).filter((text) => text.includes('INSERT INTO "open_streams"')).length;
  /** Time goes by, in which each node says regularly who is there. */
  async function goOn(rounds: number, ...there: TestPerson[]) {
    const ids = there.map(({ id }) => id);
    for (let round = 0; round < rounds; round++) {
      app.clock.advance(recordOpen_ms);
      if (ids.length > 0) await recordOpenStreams(app.deps, ids);
      await noteGone(app.deps);
    }
  }
  const untilGone = Math.ceil(onlineLimits.afterwards_ms / recordOpen_ms);

  test('whoever stays is written down every few minutes, and is online all the while', async () => {
    await recordOpenStreams(app.deps, [ann.id]);
    const before = statements.length;
    for (let round = 0; round < 40; round++) {
      await goOn(1, ann);
      expect(await isOnline(ann)).toBe(true);
    }
    // Half an hour, in which it was said forty times.
    expect(noted(before)).toBeGreaterThan(1);
    expect(noted(before)).toBeLessThanOrEqual(5);
    await goOn(untilGone - 1);
    expect(await isOnline(ann)).toBe(true);
    await goOn(1);
    expect(await isOnline(ann)).toBe(false);
  });

  test('who goes and comes back is told once each, and is not taken for gone', async () => {
    await aPrivateConversation(ann, bob);
    const atBob = await TestStream.open(bob);
    const told = () => atBob.frames.flatMap((frame) => (frame.type === 'presence' ? [frame.isOnline] : []));
    await recordOpenStreams(app.deps, [ann.id]);
    await expect.poll(told).toEqual([true]);
    for (let round = 1; round < 4; round++) {
      await goOn(untilGone, bob);
      await expect
        .poll(told)
        .toEqual([true, ...Array.from({ length: round - 1 }, () => [false, true]).flat(), false]);
      await recordOpenStreams(app.deps, [ann.id]);
      await goOn(1, ann, bob);
      expect(await isOnline(ann)).toBe(true);
      await expect.poll(told).toEqual([true, ...Array.from({ length: round }, () => [false, true]).flat()]);
    }
    atBob.close();
  });

  test('nobody was seen later than now', async () => {
    for (const person of [ann, bob]) await person.get(sharePresence, { body: haight });
    await recordOpenStreams(app.deps, [ann.id]);
    const [row] = await rowsOf<{ ahead: boolean }>(
      app.deps.db,
      sql`SELECT seen_at > ${app.clock.read().toISOString()}::timestamptz AS ahead FROM open_streams WHERE user_id = ${ann.id}`,
    );
    expect(row).toEqual({ ahead: true });
    const near = (await bob.get(listOnlineUsers, { query: {} })).data;
    const { lastSeen, isOnline } = near.find(({ userId }) => userId === ann.id)!;
    expect(isOnline).toBe(true);
    expect(lastSeen).toBe(app.clock.read().toISOString());
  });

  test('while it is away each node writes down who is there, and nobody goes for that', {
    timeout: 30_000,
  }, async () => {
    await recordOpenStreams(app.deps, [ann.id, bob.id]);
    await redis.goAway();
    const before = statements.length;
    for (let round = 0; round < 17; round++) {
      await goOn(1, ann);
      expect(await isOnline(ann)).toBe(true);
    }
    expect(noted(before)).toBe(17);
    // What was written ahead of somebody who went meanwhile is over by now.
    expect(await isOnline(bob)).toBe(false);
    await redis.comeBack();
    await expect
      .poll(async () => (await app.deps.heartbeats!.takeSilent(new Date(0))) !== null, { timeout: 10_000 })
      .toBe(true);
    for (let round = 0; round < 5; round++) {
      await goOn(1, ann);
      expect(await isOnline(ann)).toBe(true);
    }
    await goOn(untilGone);
    expect(await isOnline(ann)).toBe(false);
  });

  test('more people than are forgotten at once go all the same', async () => {
    const crowd = Array.from({ length: 1500 }, (_, index) => `gone ${people} ${index}`);
    await app.deps.db.execute(sql`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
      SELECT id, 'crowd', id, false, 'Crowd', false, now(), now() FROM json_array_elements_text(${JSON.stringify(crowd)}::text::json) AS c(id)`);
    await recordOpenStreams(app.deps, crowd);
    await goOn(untilGone);
    const left = await rowsOf(app.deps.db, sql`SELECT user_id FROM open_streams WHERE user_id LIKE 'gone %'`);
    expect(left).toEqual([]);
  });
});
