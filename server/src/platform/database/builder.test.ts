import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { anyOf, builderOn, type Db, rowsOf } from './builder.ts';
import type { Database } from './connection.ts';

describe('any of several', () => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openTestDatabase();
    db = builderOn(database);
  });
  afterAll(() => database.close());

  const isAmong = async (value: string, values: readonly string[]) => {
    const [row] = await rowsOf<{ found: boolean }>(
      db,
      sql`SELECT ${value}::text = ${anyOf(values)} AS found`,
    );
    return row!.found;
  };

  test.each([
    'a',
    'a"b',
    'a\\b',
    '\\"',
    '{,}',
    'a,b',
    '',
    ' ',
    'NULL',
    '公園',
    "'",
    '\n',
    '\ud83d',
    'x\udc00y',
  ])('%j is found as it is', async (value) => {
    expect(await isAmong(value, ['other', value])).toBe(true);
    expect(await isAmong(value, ['other', `${value}x`])).toBe(false);
  });

  test('nothing is among none', async () => {
    for (const value of ['', 'a', 'NULL']) expect(await isAmong(value, [])).toBe(false);
  });

  test('finds rows by their index', async () => {
    const rows = await database.transaction(async (connection) => {
      await connection.query('SET LOCAL enable_seqscan = off', [], 'arrays');
      const explained = sql`EXPLAIN SELECT name FROM users WHERE id = ${anyOf(['a', 'b'])}`;
      return rowsOf<{ 'QUERY PLAN': string }>(builderOn(connection), explained);
    });
    expect(rows.map((row) => row['QUERY PLAN']).join()).toMatch(/Index (Only )?Scan|Bitmap Index Scan/);
  });
});
