import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openTestDatabase, snapshot } from '../../testing/test-database.ts';
import { openEmbedded } from '../database/embedded.ts';
import { openEngine } from '../database/embedded-engine.ts';
import { StorageUnavailable } from '../storage/file-storage.ts';
import { Readiness } from './probes.ts';

let app: TestApp;
let isOpen = false;
const start = async (...options: Parameters<typeof startTestApp>) => {
  app = await startTestApp(...options);
  isOpen = true;
};
const stop = (onStep?: (step: string) => void) => {
  isOpen = false;
  return app.close(onStep);
};
afterEach(async () => {
  if (isOpen) await stop();
});

/** By any name, as balancers ask. */
async function probe(path: string, host = 'no.such.host') {
  const { port } = new URL(app.url);
  const sent = request({ host: '127.0.0.1', port, path, headers: { host } }).end();
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode, body: JSON.parse(text) };
}

test('says by any name that it lives and what works, however often it is asked, and logs none of it', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  await start({ RATE_LIMIT_FACTOR: '0.001' }, { logLevel: 'info' }, undefined, { logTo });
  for (let n = 0; n < 20; n++) expect(await probe('/livez')).toEqual({ status: 200, body: { status: 'ok' } });
  const ready = { database: 'ok', migrations: 'ok', media: 'ok', bus: 'ok', stopping: false };
  expect(await probe('/readyz?from=balancer')).toEqual({ status: 200, body: ready });
  expect((await probe('/metrics', new URL(app.url).host)).status).toBe(404);
  expect((await probe('/readyzz')).status).toBe(400);
  expect(lines.filter((line) => line.includes('livez') || line.includes('readyz'))).toEqual([]);
});

test('says what does not work', async () => {
  let isGone = false;
  await start({}, {}, async () => {
    const database = await openTestDatabase();
    return {
      ...database,
      query: (...asked) => (isGone ? Promise.reject(new Error('gone')) : database.query(...asked)),
    };
  });
  expect((await probe('/readyz')).status).toBe(200);
  isGone = true;
  await new Promise((resolve) => setTimeout(resolve, 550));
  expect(await probe('/readyz')).toMatchObject({ status: 503, body: { database: 'down', media: 'ok' } });
  expect((await probe('/livez')).status).toBe(200);
});

test('tables of a later version are down, unless this one may go on beside them', async () => {
  await start();
  const change = (mark: string) =>
    app.deps.db.execute(
      sql`INSERT INTO migrations (name, hash, mark) VALUES (${`9999_${mark}.sql`}, '', ${mark})`,
    );
  await change('expand');
  expect(await probe('/readyz')).toMatchObject({ status: 200, body: { migrations: 'ok' } });
  await change('contract');
  await new Promise((resolve) => setTimeout(resolve, 550));
  expect(await probe('/readyz')).toMatchObject({
    status: 503,
    body: { migrations: 'down', database: 'ok' },
  });
  await app.deps.db.execute(sql`DELETE FROM migrations WHERE name LIKE '9999%'`);
});

test('a directory in which nothing can be stored is down', async () => {
  await start();
  const directory = join(app.dataDir, 'media');
  rmSync(directory, { recursive: true, force: true });
  writeFileSync(directory, 'in the way');
  expect(await probe('/readyz')).toMatchObject({ status: 503, body: { media: 'down', database: 'ok' } });
});

test('a directory of media that is gone is down, and neither the probe nor a picture makes it anew', async () => {
  await start();
  const directory = join(app.dataDir, 'media');
  rmSync(directory, { recursive: true });
  expect(await probe('/readyz')).toMatchObject({ status: 503, body: { media: 'down', database: 'ok' } });
  await expect(app.deps.files.write('ab/1/original', Buffer.from('x'))).rejects.toThrow(StorageUnavailable);
  expect(existsSync(directory)).toBe(false);
});

test('while a backup copies the embedded database it is ready, though nobody else is answered', async () => {
  let goOn = () => {};
  const copied = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const { dump, ...database } = await openEmbedded(
    { directory: null, snapshot },
    undefined,
    async (begin) => {
      const engine = await openEngine(begin);
      return {
        ...engine,
        async call(call) {
          if (call.kind === 'dump') await copied;
          return engine.call(call);
        },
      };
    },
  );
  await start({}, {}, async () => database);
  const dumped = dump();
  const asked = database.query('SELECT 1', [], 'arrays');
  expect(await probe('/readyz')).toMatchObject({ status: 200, body: { database: 'ok' } });
  expect(await Promise.race([asked, Promise.resolve('waits')])).toBe('waits');
  goOn();
  await Promise.all([dumped, asked]);
});

describe('stopping', () => {
  test('is told to a balancer before connections end', async () => {
    await start();
    await probe('/readyz');
    const steps: string[] = [];
    const closed = stop((step) => void steps.push(step));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await probe('/readyz')).toMatchObject({ status: 503, body: { database: 'ok', stopping: true } });
    expect((await probe('/livez')).status).toBe(200);
    expect(steps).toEqual(['balancers to look elsewhere']);
    await closed;
  });

  test('takes no time where nobody asks', async () => {
    await start();
    const steps: string[] = [];
    await stop((step) => void steps.push(step));
    expect(steps).not.toContain('balancers to look elsewhere');
  });
});

test('what hangs is down, and is asked at most twice a second', async () => {
  let asked = 0;
  const readiness = new Readiness({
    hangs: () => {
      asked++;
      return new Promise(() => {});
    },
  });
  const answers = await Promise.all([readiness.answer(), readiness.answer(), readiness.answer()]);
  for (const { isReady, parts } of answers) {
    expect(isReady).toBe(false);
    expect(parts).toEqual({ hangs: 'down', stopping: false });
  }
  expect(asked).toBe(1);
});
