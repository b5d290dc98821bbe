import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestDatabase, openMade } from '../testing/test-database.ts';
import { builderOn } from './database/builder.ts';
import type { Database } from './database/connection.ts';
import { longestWriting_s } from './horizon.store.ts';
import { Horizon } from './horizon.ts';

const superuserUrl = process.env.TEST_DATABASE_URL;

// In the embedded database transactions come one after the other.
const ofPostgresql = describe.skipIf(!superuserUrl);

ofPostgresql('up to where events are complete', () => {
  let url: string;
  let database: Database;
  let horizon: Horizon;
  let open: postgres.Sql[] = [];
  beforeAll(async () => {
    url = await makeTestDatabase(superuserUrl!);
    database = await openMade(url);
    horizon = new Horizon(builderOn(database), 'several');
  });
  afterAll(async () => {
    await Promise.all(open.map((client) => client.end({ timeout: 1 })));
    await database?.close();
  });

  /** Begins a transaction that writes something, as somebody, and answers its number and how it is ended. */
  async function writing(at = url): Promise<{ xid: number; end(): Promise<void> }> {
    const client = postgres(at, { max: 1, onnotice: () => {} });
    open = [...open, client];
    await client.unsafe('BEGIN');
    const [row] = await client.unsafe('SELECT pg_current_xact_id()::text AS xid');
    return { xid: Number(row!.xid), end: async () => void (await client.unsafe('COMMIT')) };
  }

  test('is before the oldest that writes here, and goes on when it ends', async () => {
    const [first, second, third] = [await writing(), await writing(), await writing()];
    expect((await horizon.now()).horizon).toBeLessThanOrEqual(first!.xid);
    // Those that began later stand behind the last that ended.
    await second!.end();
    const seen = await horizon.now();
    expect(seen.horizon).toBe(first!.xid);
    expect(seen.next).toBeGreaterThan(second!.xid);
    await first!.end();
    const later = await horizon.now();
    expect(later.horizon).toBeGreaterThan(first!.xid);
    expect(later.horizon).toBeLessThanOrEqual(third!.xid);
    await third!.end();
    const { horizon: at, next } = await horizon.now();
    expect(at).toBe(next);
    expect(at).toBeGreaterThan(third!.xid);
  });

  test('waits for nobody in another database of the server, nor for another role', async () => {
    const elsewhere = await writing(await makeTestDatabase(superuserUrl!));
    const role = `role_${Math.trunc(performance.now())}`;
    await database.script(`CREATE ROLE ${role} LOGIN PASSWORD 'other'`);
    const other = await writing(url.replace(/\/\/[^/@]*@/, `//${role}:other@`));
    const mine = await writing();
    await mine.end();
    const { horizon: at, next } = await horizon.now();
    expect(at).toBe(next);
    expect(at).toBeGreaterThan(mine.xid);
    expect(await longestWriting_s(builderOn(database))).toBe(0);
    await elsewhere.end();
    await other.end();
    await database.script(`DROP ROLE ${role}`);
  });

  test('says for how long somebody has been writing', async () => {
    const { end } = await writing();
    await database.query('SELECT pg_sleep(0.3)', [], 'arrays');
    expect(await longestWriting_s(builderOn(database))).toBeGreaterThan(0.25);
    await end();
  });

  test('is shared by those who ask within a moment, and asked anew after a failure', async () => {
    let asked = 0;
    let fails = false;
    const counting = new Horizon(
      builderOn({
        query(...call) {
          asked++;
          return fails ? Promise.reject(new Error('no answer')) : database.query(...call);
        },
      }),
      'several',
    );
    const answers = await Promise.all([counting.recent(), counting.recent(), counting.recent()]);
    expect([asked, new Set(answers).size]).toEqual([1, 1]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    fails = true;
    await expect(counting.recent()).rejects.toThrow();
    fails = false;
    await counting.recent();
    expect(asked).toBe(3);
  });

  test('a role that stands idle in what it began is ended, so that the others can read on', async () => {
    const [setting] = (await database.query('SHOW idle_in_transaction_session_timeout', [], 'arrays')) as [
      [string],
    ];
    expect(setting).toEqual(['30s']);
  });

  test('whoever reads in its order misses nothing and reads nothing twice', { timeout: 30_000 }, async () => {
    await database.script(
      'CREATE TABLE read_on (id bigint GENERATED ALWAYS AS IDENTITY, xid bigint DEFAULT pg_current_xact_id()::text::bigint)',
    );
    const written: number[] = [];
    let writes = true;
    const writers = Promise.all(
      Array.from({ length: 8 }, async (_each, writer) => {
        for (let number = 0; number < 40; number++) {
          await database.transaction(async (connection) => {
            const [row] = (await connection.query(
              'INSERT INTO read_on DEFAULT VALUES RETURNING id',
              [],
              'objects',
            )) as {
              id: number;
            }[];
            if ((writer + number) % 3 === 0) await connection.query('SELECT pg_sleep(0.01)', [], 'arrays');
            written.push(row!.id);
          });
        }
      }),
    ).finally(() => {
      writes = false;
    });
    const read: number[] = [];
    let position = 0;
    for (let isLast = false; ; ) {
      const { horizon: to } = await horizon.now();
      const rows = (await database.query(
        'SELECT id FROM read_on WHERE xid >= $1 AND xid < $2',
        [position, to],
        'arrays',
      )) as [number][];
      read.push(...rows.map(([id]) => id));
      position = to;
      if (isLast) break;
      isLast = !writes;
    }
    await writers;
    expect([...read].sort((one, other) => one - other)).toEqual(written.sort((one, other) => one - other));
  });
});
