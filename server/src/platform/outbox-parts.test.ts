import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { makeTestDatabase, openMade } from '../testing/test-database.ts';
import { topicKind } from './bus.ts';
import { rowsOf } from './database/builder.ts';
import { platformJobs } from './jobs.ts';
import { listParts } from './outbox-parts.store.ts';

const script = readFileSync(join(import.meta.dirname, '..', '..', 'operations', 'outbox-parts.sql'), 'utf8');
const superuserUrl = process.env.TEST_DATABASE_URL;
// An embedded database has nobody who would wait, and no use for it.
const ofPostgresql = superuserUrl ? describe : () => {};
const day_ms = 24 * 60 * 60 * 1000;
const areas = topicKind<object>('area');

ofPostgresql('an outbox in partitions', () => {
  let app: TestApp;
  let url: string;
  beforeAll(async () => {
    // No other test gets a database with other tables.
    url = await makeTestDatabase(superuserUrl!);
    app = await startTestApp({}, {}, () => openMade(url));
  });
  afterAll(() => app.close());

  async function byOperator(text: string) {
    const client = postgres(url, { max: 1, onnotice: () => {} });
    try {
      await client.unsafe(text).simple();
    } finally {
      await client.end();
    }
  }
  const tell = (count: number) =>
    app.deps.transact(async (inner) => {
      for (let one = 0; one < count; one++) inner.emit(areas.topic('1'), { one });
    });
  const ids = async () =>
    (await rowsOf<{ id: number }>(app.deps.db, sql`SELECT id FROM outbox ORDER BY transaction_id, id`)).map(
      ({ id }) => id,
    );
  const job = () => platformJobs.find(({ name }) => name === 'erase old events')!.run(app.deps);
  const bounds = async () => (await listParts(app.deps.db)).map(({ from, to }) => [from, to]);

  test('keeps what is in it, its numbers and its order, while people go on', async () => {
    await tell(25);
    const before = await ids();
    const last = before.at(-1)!;
    // Those who write know nothing of it.
    const writing = (async () => {
      for (let round = 0; round < 10; round++) await tell(1);
    })();
    await byOperator(`SET dazi.part = 10; ${script}`);
    await writing;
    await tell(3);
    const after = await ids();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 13);
    expect(after.toSorted((one, other) => one - other)).toEqual(after);
    expect(after.at(-1)).toBe(last + 13);
    const [first, second] = await listParts(app.deps.db);
    expect(first).toMatchObject({ name: 'outbox_0', from: null });
    expect(second!.to - second!.from!).toBe(10);
  });

  test('has two more before they are needed, and loses those in which nothing is young enough', async () => {
    await job();
    const [{ given }] = (await rowsOf<{ given: number }>(
      app.deps.db,
      sql`SELECT last_value AS given FROM outbox_id_seq`,
    )) as [{ given: number }];
    expect((await bounds()).at(-1)![1]).toBeGreaterThanOrEqual(given + 20);
    for (let round = 0; round < 4; round++) {
      await tell(10);
      await job();
    }
    // To the middle of one.
    await tell(15 - ((await ids()).at(-1)! % 10));
    await job();
    const full = await ids();
    const strayed = await rowsOf(app.deps.db, sql`SELECT id FROM outbox_rest`);
    expect(strayed).toEqual([]);
    app.clock.advance(7 * day_ms - 1000);
    await tell(2);
    await job();
    expect(await ids()).toEqual([...full, full.at(-1)! + 1, full.at(-1)! + 2]);
    app.clock.advance(2000);
    await job();
    // Of the one that is being written everything stays for a day more.
    const [kept] = await listParts(app.deps.db);
    const inIt = full.filter((id) => id >= kept!.from!);
    expect(inIt).not.toEqual([]);
    expect(await ids()).toEqual([...inIt, full.at(-1)! + 1, full.at(-1)! + 2]);
    app.clock.advance(day_ms);
    await job();
    expect(await ids()).toEqual([full.at(-1)! + 1, full.at(-1)! + 2]);
  });

  test('takes what comes where nobody made the next one in time, and goes on behind it', async () => {
    const [last] = (await bounds()).slice(-1);
    await tell(last![1]! - (await ids()).at(-1)! + 4);
    expect(await rowsOf(app.deps.db, sql`SELECT id FROM outbox_rest`)).toHaveLength(5);
    await job();
    const next = (await bounds()).at(-1)!;
    expect(next[0]).toBeGreaterThan((await ids()).at(-1)!);
    const before = (await ids()).length;
    await tell(30);
    expect(await ids()).toHaveLength(before + 30);
  });

  test('is made once', async () => {
    await expect(byOperator(script)).rejects.toThrow('The outbox is in partitions already');
    await tell(1);
  });
});

test('an outbox that is one table is left so', async () => {
  const app = await startTestApp();
  expect(await listParts(app.deps.db)).toEqual([]);
  await platformJobs.find(({ name }) => name === 'erase old events')!.run(app.deps);
  await app.close();
});
