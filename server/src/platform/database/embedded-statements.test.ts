import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PreparedStatements } from './embedded-statements.ts';

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create();
});
afterAll(() => database.close());

/** The texts that the database itself keeps under a name. */
async function kept(): Promise<string[]> {
  const { rows } = await database.query<{ statement: string }>(
    'SELECT statement FROM pg_prepared_statements ORDER BY prepare_time, name',
  );
  return rows.map(({ statement }) => statement);
}

test('a text is parsed once, and the least recently used one makes room', async () => {
  const statements = new PreparedStatements(database, { atMost: 2 });
  const run = (text: string) => statements.query(text, [], 'arrays');
  expect(await run('SELECT 1')).toEqual([[1]]);
  expect(await run('SELECT 2')).toEqual([[2]]);
  expect(await run('SELECT 1')).toEqual([[1]]);
  expect(await run('SELECT 3')).toEqual([[3]]);
  expect(await kept()).toEqual(['SELECT 1', 'SELECT 3']);
  expect(await run('SELECT 2')).toEqual([[2]]);
  expect(await kept()).toEqual(['SELECT 3', 'SELECT 2']);
  await statements.forget();
  expect(await kept()).toEqual([]);
  expect(await run('SELECT 2')).toEqual([[2]]);
  await statements.forget();
});

test('a plan is made anew after its time, without leaving the old one behind', async () => {
  const statements = new PreparedStatements(database, { life_ms: 0 });
  for (const n of [1, 2, 3]) {
    expect(await statements.query('SELECT $1::int AS n', [n], 'objects')).toEqual([{ n }]);
  }
  expect(await kept()).toEqual(['SELECT $1::int AS n']);
  await statements.forget();
});

test('several at once are run in the order of asking, whether known or not', async () => {
  const statements = new PreparedStatements(database);
  await database.exec('CREATE TABLE counted (n int); INSERT INTO counted VALUES (0)');
  const read = () => statements.query('SELECT n FROM counted', [], 'arrays');
  const raise = (by: string) => statements.query(`UPDATE counted SET n = n + ${by}`, [], 'arrays');
  await read();
  const refused = statements.query('SELECT nonsense', [], 'arrays').catch(() => 'refused');
  const answers = await Promise.all([read(), raise('1'), read(), refused, raise('0 + 1'), read()]);
  expect(answers).toEqual([[[0]], [], [[1]], 'refused', [], [[2]]]);
  await statements.forget();
});

test('values go and come back as they are', async () => {
  const statements = new PreparedStatements(database);
  const values = [1.5, 'ünï 搭子', null, true, { a: [1] }, ['x', null], new Uint8Array([0, 255])];
  const text = 'SELECT $1::float8, $2::text, $3::text, $4::bool, $5::jsonb, $6::text[], $7::bytea';
  expect(await statements.query(text, values, 'arrays')).toEqual([values]);
  await statements.forget();
});

test('what was refused is told, keeps nothing, and the next statement goes on', async () => {
  const statements = new PreparedStatements(database);
  await database.exec('CREATE TABLE once (n int CONSTRAINT only_one PRIMARY KEY)');
  const insert = () => statements.query('INSERT INTO once VALUES ($1)', [1], 'arrays');
  await insert();
  await expect(insert()).rejects.toMatchObject({ code: '23505', constraint: 'only_one' });
  await expect(statements.query('SELECT nonsense', [], 'arrays')).rejects.toMatchObject({ code: '42703' });
  await expect(statements.query('SELECT $1::int', ['x'], 'arrays')).rejects.toMatchObject({ code: '22P02' });
  expect(await kept()).toEqual(['INSERT INTO once VALUES ($1)', 'SELECT $1::int']);

  await statements.query('BEGIN', [], 'arrays');
  await expect(insert()).rejects.toMatchObject({ code: '23505' });
  await expect(statements.query('SELECT 4', [], 'arrays')).rejects.toMatchObject({ code: '25P02' });
  await statements.query('ROLLBACK', [], 'arrays');
  expect(await statements.query('SELECT 4', [], 'arrays')).toEqual([[4]]);
  expect(await statements.query('SELECT n FROM once', [], 'objects')).toEqual([{ n: 1 }]);
});
