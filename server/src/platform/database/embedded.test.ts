import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { snapshot } from '../../testing/test-database.ts';
import { DatabaseGone } from './connection.ts';
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts';

const opened: EmbeddedDatabase[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const database of opened.splice(0)) await database.close();
});

async function open(transactionLimit_ms?: number) {
  const database = await openEmbedded({ directory: null, snapshot }, transactionLimit_ms);
  opened.push(database);
  await database.script('CREATE TABLE notes (text text NOT NULL)');
  return {
    database,
    write: (text: string, on: Pick<EmbeddedDatabase, 'query'> = database) =>
      on.query('INSERT INTO notes (text) VALUES ($1)', [text], 'arrays'),
    notes: async () =>
      ((await database.query('SELECT text FROM notes ORDER BY ctid', [], 'arrays')) as string[][]).flat(),
  };
}

/** A promise that somebody else ends. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

describe('the only connection is guarded by a mutex', () => {
  test('a rollback takes nothing of somebody else with it', async () => {
    const { database, write, notes } = await open();
    const begun = gate();
    const goOn = gate();
    const failing = database.transaction(async (connection) => {
      await write('rolled back', connection);
      begun.open();
      await goOn.passed;
      throw new Error('changed my mind');
    });
    await begun.passed;
    const stranger = write('kept');
    goOn.open();
    await expect(failing).rejects.toThrow('changed my mind');
    await stranger;
    expect(await notes()).toEqual(['kept']);
  });

  test('in the order of asking, statements and transactions alike', async () => {
    const { database, write, notes } = await open();
    const expected = Array.from({ length: 60 }, (_each, number) => String(number));
    await Promise.all(
      expected.map((text, number) =>
        number % 3 === 0
          ? database.transaction(async (connection) => {
              await connection.query('SELECT pg_sleep(0.001)', [], 'arrays');
              await write(text, connection);
            })
          : write(text),
      ),
    );
    expect(await notes()).toEqual(expected);
  });

  test('a failed statement releases the mutex, alone or in a transaction', async () => {
    const { database, write, notes } = await open();
    await expect(database.query('SELECT 1/0', [], 'arrays')).rejects.toMatchObject({ code: '22012' });
    const failing = database.transaction(async (connection) => {
      await write('rolled back', connection);
      await connection.query('SELECT 1/0', [], 'arrays');
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await write('kept');
    expect(await notes()).toEqual(['kept']);
  });

  test('a transaction that is overdue is rolled back and the others go on', async () => {
    const { database, write, notes } = await open(1000);
    const goOn = gate();
    let late: unknown;
    const overdue = database.transaction(async (connection) => {
      await write('overdue', connection);
      await goOn.passed;
      late = await write('later still', connection).catch((error) => error);
      return 'done';
    });
    // Nobody opens the gate before this statement had its turn.
    await write('kept');
    goOn.open();
    await expect(overdue).rejects.toThrow('took too long');
    expect(late).toBeInstanceOf(Error);
    expect(await notes()).toEqual(['kept']);
    await database.transaction((connection) => write('and on', connection));
    expect(await notes()).toEqual(['kept', 'and on']);
  });
});

describe('when the thread dies', () => {
  /** Stops the thread behind a database, as a crash would. */
  async function kill(database: EmbeddedDatabase) {
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    await database.query('SELECT 1', [], 'arrays');
    const worker = posted.mock.contexts[0] as unknown as Worker;
    return () => worker.terminate();
  }

  test('everyone who waits and everyone who comes later is told', async () => {
    const { database, write } = await open();
    const terminate = await kill(database);
    const inside = database.transaction((connection) =>
      connection.query('SELECT pg_sleep(30)', [], 'arrays'),
    );
    const queued = write('queued');
    const queuedTransaction = database.transaction((connection) => write('queued too', connection));
    const outcomes = Promise.allSettled([inside, queued, queuedTransaction]);
    await terminate();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseGone) });
    }
    await expect(write('later')).rejects.toThrow(DatabaseGone);
    await expect(database.transaction(async () => 'never')).rejects.toThrow(DatabaseGone);
    await expect(database.close()).resolves.toBeUndefined();
  });
});

describe('a data directory', () => {
  test('keeps what was written; one that was killed while it was made is made anew', async () => {
    const root = mkdtempSync(join(tmpdir(), 'dazi-embedded-'));
    const directory = join(root, 'database');
    const open = () => openEmbedded({ directory, snapshot });
    const first = await open();
    await first.script('CREATE TABLE kept (n int)');
    await first.close();
    const second = await open();
    expect(await second.query('SELECT * FROM kept', [], 'objects')).toEqual([]);
    await second.close();

    // What a kill in the first second of its life leaves behind.
    rmSync(join(directory, 'global'), { recursive: true });
    writeFileSync(`${directory}.unfinished`, '');
    const third = await open();
    await third.script('CREATE TABLE kept (n int)');
    await third.close();
    expect(existsSync(`${directory}.unfinished`)).toBe(false);
    rmSync(root, { recursive: true, force: true });
  });
});
