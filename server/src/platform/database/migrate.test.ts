import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeEmptyDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { ConfigError } from '../config.ts';
import type { Database } from './connection.ts';
import { openEmbedded } from './embedded.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openPostgresql } from './postgresql.ts';

const server = join(import.meta.dirname, '..', '..', '..');
const shipped = join(server, 'migrations');

let database: Database;
let directory: string;
beforeAll(async () => {
  database = await openTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'dazi-migrations-'));
  await migrate(database, readMigrations(shipped));
});
afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const rows = (text: string) => database.query(text, [], 'objects') as Promise<Record<string, unknown>[]>;
const applied = () => rows('SELECT * FROM migrations ORDER BY name');

/** The shipped migrations and one more. */
function withOneMore(name: string, text: string) {
  const folder = mkdtempSync(join(directory, 'more-'));
  cpSync(shipped, folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  return readMigrations(folder);
}

describe('migrations', () => {
  test('keep the places that people were shown at before the places had a table, and count comments from 0', async () => {
    const superuserUrl = process.env.TEST_DATABASE_URL;
    // Without the snapshot, which has the newest tables already.
    const older = superuserUrl
      ? await openPostgresql(await makeEmptyDatabase(superuserUrl))
      : await openEmbedded({ directory: null, snapshot: null });
    try {
      await migrate(
        older,
        readMigrations(shipped).filter(({ name }) => name < '0001'),
      );
      await older.script(
        [
          "INSERT INTO users VALUES ('ann', 'i', 's', NULL, false, 'Ann', NULL, 'F', true, now(), now())",
          ...[
            ['b', 2, 41.5, 'approximate'],
            ['a', 1, 41.25, 'approximate'],
            ['c', 3, 41.5, 'approximate'],
            ['d', 4, 41.75, 'exact'],
          ].map(
            ([post, hour, latitude, display]) =>
              `INSERT INTO posts VALUES ('${post}', 'ann', '', ${latitude}, 2, '${display}', 'F', true, '2026-05-01T0${hour}:00Z', now(), NULL, 0, 0, 0, 0)`,
          ),
          "INSERT INTO comments VALUES ('first', 'a', 'ann', NULL, 'first', 1, '', true, now())",
          "INSERT INTO comments VALUES ('reply', 'a', 'ann', 'first', 'first', 2, '', true, now())",
        ].join(';'),
      );
      await migrate(older, readMigrations(shipped));
      const text = 'SELECT user_id, ordinal, latitude, longitude FROM shown_places ORDER BY ordinal';
      expect(await older.query(text, [], 'arrays')).toEqual([
        ['ann', 1, 41.25, 2],
        ['ann', 2, 41.5, 2],
      ]);
      expect(await older.query('SELECT id, depth FROM comments ORDER BY id', [], 'arrays')).toEqual([
        ['first', 0],
        ['reply', 1],
      ]);
    } finally {
      await older.close();
    }
  });

  test('a second time change nothing', async () => {
    const before = await applied();
    await migrate(database, readMigrations(shipped));
    expect(await applied()).toEqual(before);
  });

  test('run once when two nodes start together', async () => {
    const migrations = withOneMore(
      '9000_together.sql',
      'CREATE TABLE together (n int);--> statement-breakpoint\nINSERT INTO together VALUES (1);',
    );
    await Promise.all([migrate(database, migrations), migrate(database, migrations)]);
    expect(await rows('SELECT n FROM together')).toEqual([{ n: 1 }]);
    await database.script("DROP TABLE together; DELETE FROM migrations WHERE name = '9000_together.sql'");
  });

  test('that fail leave nothing of themselves behind', async () => {
    const migrations = withOneMore(
      '9001_broken.sql',
      'CREATE TABLE half (n int);--> statement-breakpoint\nSELECT nonsense;',
    );
    await expect(migrate(database, migrations)).rejects.toThrow('nonsense');
    expect(await rows("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
    expect(await applied()).toHaveLength(readMigrations(shipped).length);
  });

  test('that were changed after they had been applied are refused', async () => {
    const [first, ...others] = readMigrations(shipped);
    const changed = [{ ...first!, hash: 'another' }, ...others];
    await expect(migrate(database, changed)).rejects.toThrow(
      `The migration ${first!.name} was changed after it had been applied`,
    );
  });

  test('with other line ends are the same', () => {
    const [first] = withOneMore('0000_a.sql', 'SELECT 1;\r\nSELECT 2;\r\n');
    const [second] = withOneMore('0000_a.sql', 'SELECT 1;\nSELECT 2;\n');
    expect(first!.name).toBe('0000_a.sql');
    expect(first).toEqual(second);
  });

  test.each([
    ['are refused where they take something away', "'contract'"],
    ['are refused without a mark', 'NULL'],
  ])('of a newer version %s', async (_what, mark) => {
    await database.script(
      `INSERT INTO migrations (name, hash, mark) VALUES ('9998_wide.sql', '', 'expand'), ('9999_future.sql', '', ${mark})`,
    );
    await expect(migrate(database, readMigrations(shipped))).rejects.toThrow(
      'The database is newer than this version: it has 9999_future.sql',
    );
    await database.script("DELETE FROM migrations WHERE name LIKE '999%'");
  });

  test('of a newer version are nothing to this one where they expand', async () => {
    await database.script("INSERT INTO migrations (name, hash, mark) VALUES ('9999_wide.sql', '', 'expand')");
    expect(await migrate(database, readMigrations(shipped))).toEqual([]);
    await database.script("DELETE FROM migrations WHERE name = '9999_wide.sql'");
  });

  test('say what they applied, and with which mark', async () => {
    const more = withOneMore('9002_marked.sql', '-- expand\nCREATE TABLE marked (n int);');
    expect(await migrate(database, more)).toEqual(['9002_marked.sql']);
    expect(await rows("SELECT mark FROM migrations WHERE name = '9002_marked.sql'")).toEqual([
      { mark: 'expand' },
    ]);
    await database.script("DROP TABLE marked; DELETE FROM migrations WHERE name = '9002_marked.sql'");
  });

  test('are marked, and those that expand leave everything as the version before needs it', () => {
    const harmless = [
      /^CREATE TABLE "/,
      /^CREATE (UNIQUE )?INDEX CONCURRENTLY "/,
      // Nobody waits for it, and without one that is not unique the version before is slower at worst.
      /^DROP INDEX CONCURRENTLY IF EXISTS "/,
      // Of a column without a default, or with a constant, nothing is rewritten.
      /^ALTER TABLE "\w+" ADD COLUMN "\w+" (?!.*\bNOT NULL\b(?!.*DEFAULT|.*\bDEFAULT\b))/,
      /^ALTER TABLE "\w+" ADD COLUMN "\w+" .*\bDEFAULT\b.*\bNOT NULL\b/,
      // The same answers from another body: `keyword-search.test.ts` compares them with what the server asks for.
      /^CREATE OR REPLACE FUNCTION text_grams\(content text\) RETURNS text\[\]\n/,
    ];
    for (const { name, mark, statements } of readMigrations(shipped).filter((each) => each.name >= '0037')) {
      const text = readFileSync(join(shipped, name), 'utf8');
      expect(text, `${name} begins with its mark`).toMatch(/^-- (expand|contract)\n/);
      if (mark === 'contract') continue;
      const made = statements.flatMap((each) => /^CREATE TABLE "(\w+)"/.exec(each)?.[1] ?? []);
      for (const statement of statements) {
        // Nobody uses a table yet that is made here.
        if (made.some((table) => statement.includes(` "${table}" `) && !/^DROP/.test(statement))) continue;
        expect(
          harmless.some((form) => form.test(statement)),
          `${name}: ${statement}`,
        ).toBe(true);
      }
    }
  });

  // The embedded database is alone at its start.
  const ofPostgresql = process.env.TEST_DATABASE_URL ? describe : () => {};
  ofPostgresql('beside those who are at work', () => {
    const add = '-- expand\nALTER TABLE posts ADD COLUMN beside int;';
    /** One by one: a cluster sends a change of tables on with all that is said beside it. */
    const remove = async () => {
      await database.script("DELETE FROM migrations WHERE name LIKE '90%'");
      await database.script('ALTER TABLE posts DROP COLUMN IF EXISTS beside');
    };

    test('one that waits lets others pass, and comes when it can', { timeout: 30_000 }, async () => {
      const migrations = withOneMore('9003_beside.sql', add);
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const reading = database.transaction(async (connection) => {
        await connection.query('SELECT count(*) FROM posts', [], 'arrays');
        await ended;
      });
      const applying = migrate(database, migrations);
      // Behind the change that waits nobody gets through, but for so long and no longer.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await rows('SELECT count(*) FROM posts');
      end();
      await reading;
      expect(await applying).toEqual(['9003_beside.sql']);
      await remove();
    });

    test('one that gets no lock says in a sentence what it waited for, and for whom', async () => {
      const migrations = withOneMore('9005_held.sql', add);
      await database.transaction(async (connection) => {
        await connection.query("SET LOCAL application_name = 'a copy'", [], 'arrays');
        const text = 'SELECT pg_backend_pid() FROM (SELECT count(*) FROM posts) AS read';
        const [[pid]] = (await connection.query(text, [], 'arrays')) as [[number]];
        const refused = await migrate(database, migrations, { tries: 2 }).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(ConfigError);
        expect((refused as Error).message).toBe(
          `The migration 9005_held.sql was not given the lock that it needs, 2 times for 5 s (ALTER TABLE posts ADD COLUMN beside int; PostgreSQL's process ${pid} (a copy) is at work the longest). Let what holds it come to its end, such as a backup, or end it with SELECT pg_terminate_backend(…), and start again.`,
        );
      });
      expect(await rows("SELECT FROM migrations WHERE name = '9005_held.sql'")).toEqual([]);
      expect(await migrate(database, migrations)).toEqual(['9005_held.sql']);
      await remove();
    });

    test('an index that a start has left half is made anew', async () => {
      const text =
        '-- expand\nCREATE UNIQUE INDEX CONCURRENTLY "names_once" ON "installation" USING btree ("value");';
      const migrations = withOneMore('9004_index.sql', text);
      await database.script("INSERT INTO installation VALUES ('one', 'alike'), ('two', 'alike')");
      await expect(migrate(database, migrations)).rejects.toThrow('could not create unique index');
      const isValid = () =>
        rows("SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('names_once')");
      expect(await isValid()).toEqual([{ valid: false }]);
      await database.script("DELETE FROM installation WHERE name IN ('one', 'two')");
      expect(await migrate(database, migrations)).toEqual(['9004_index.sql']);
      expect(await isValid()).toEqual([{ valid: true }]);
      await database.script('DROP INDEX names_once');
      await remove();
    });
  });
});

async function declaredTables(): Promise<PgTable[]> {
  const files = [
    ...readdirSync(join(server, 'src', 'platform')).map((name) => join(server, 'src', 'platform', name)),
    ...readdirSync(join(server, 'src', 'features'), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(server, 'src', 'features', name),
    ),
  ].filter((file) => file.endsWith('.tables.ts'));
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, unknown>>));
  return modules.flatMap((each) => Object.values(each).filter((value) => is(value, PgTable)));
}

describe('the tables of the code are those of the migrations', () => {
  test('column by column and index by index', async () => {
    const declared = (await declaredTables()).map(getTableConfig);
    expect(declared.length).toBeGreaterThan(10);
    const columns = await rows(
      `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
        a.attnotnull AS required, coll.collname AS collation
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_collation coll ON coll.oid = a.attcollation
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
         AND c.relname <> 'migrations'`,
    );
    const lines = columns.map(({ table, column, type, required, collation }) => {
      const shownType = collation === 'C' ? `${type} COLLATE "C"` : type;
      return `${table}.${column} ${shownType} ${required}`;
    });
    const expected = declared.flatMap((table) =>
      table.columns.map((column) => `${table.name}.${column.name} ${column.getSQLType()} ${column.notNull}`),
    );
    expect(lines.map((line) => line.replace('timestamp(3)', 'timestamp (3)')).sort()).toEqual(
      expected.sort(),
    );

    const indexes = await rows(
      `SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'migrations'
       AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    );
    expect(indexes.map(({ name }) => name).sort()).toEqual(
      declared.flatMap((table) => table.indexes.map((index) => index.config.name)).sort(),
    );
    const foreignKeys = await rows("SELECT conname AS name FROM pg_constraint WHERE contype = 'f'");
    expect(foreignKeys.map(({ name }) => name).sort()).toEqual(
      declared.flatMap((table) => table.foreignKeys.map((key) => key.getName())).sort(),
    );
  });

  test('so that no migration is waiting to be made', () => {
    // The tool wants its folder relative to where it runs.
    const folder = mkdtempSync(join(server, 'dist', 'migrations-'));
    try {
      cpSync(shipped, folder, { recursive: true });
      const tool = join(server, '..', 'node_modules', 'drizzle-kit', 'bin.cjs');
      const said = execFileSync(
        process.execPath,
        [
          tool,
          'generate',
          '--dialect=postgresql',
          '--schema=./src/{platform,features/*,features/*/*}/*.tables.ts',
          `--out=./dist/${folder.slice(join(server, 'dist').length + 1)}`,
        ],
        { cwd: server, encoding: 'utf8' },
      );
      expect(readdirSync(folder).sort(), said).toEqual(readdirSync(shipped).sort());
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
