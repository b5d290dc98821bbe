import { afterEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type Database, DatabaseGone } from './database/connection.ts';
import { loggingSlow } from './database/slow-statements.ts';
import { loggerOptions } from './log.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function started(environment: Record<string, string>) {
  const lines: Record<string, unknown>[] = [];
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
  app = await startTestApp({ NODE_NAME: 'north-1', ...environment }, { logLevel: 'info' }, undefined, {
    logTo,
  });
  return lines;
}

const ask = async (id: string) =>
  (await fetch(`${app!.url}/api/settings`, { headers: { 'x-request-id': id } })).headers;

describe('ids of requests', () => {
  test('of a proxy go on, in the log and in the answer', async () => {
    const lines = await started({ TRUST_PROXY: '1' });
    expect((await ask('from-the-proxy_1')).get('x-request-id')).toBe('from-the-proxy_1');
    await expect
      .poll(() => lines.find(({ reqId }) => reqId === 'from-the-proxy_1'))
      .toMatchObject({
        ...{
          node: 'north-1',
          pid: process.pid,
          version: expect.any(String),
          route: '/api/settings',
          status: 200,
        },
      });
    for (const bad of ['short', 'with spaces in it', 'x'.repeat(65)]) {
      expect((await ask(bad)).get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('of anybody else are not taken', async () => {
    await started({});
    expect((await ask('from-somebody_1')).get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('a database that does not answer is logged with what lies behind it', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const { serializers } = loggerOptions({ logLevel: 'info', nodeName: 'n' });
  const fields = serializers.err(new DatabaseGone('PostgreSQL does not answer', { cause }));
  expect(fields).toMatchObject({
    message: 'PostgreSQL does not answer',
    cause: { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
  });
});

describe('slow statements', () => {
  const slowly: Database = {
    kind: 'embedded',
    query: async (text: string) => {
      if (text.includes('slow')) await new Promise((resolve) => setTimeout(resolve, 30));
      if (text.includes('wrong')) throw new Error('no');
      return [];
    },
    script: async () => {},
    transaction: async (work) => work(slowly),
    close: async () => {},
  };
  const logged: { ms: number; statement: string }[] = [];
  const log = { warn: (fields: (typeof logged)[number]) => void logged.push(fields) };

  test('are logged with their text alone, in transactions too, whatever comes of them', async () => {
    const database = loggingSlow(slowly, 20, log as never);
    const asked = ['secret'];
    await database.query('SELECT fast', asked, 'arrays');
    await database.query('SELECT slow $1', asked, 'arrays');
    await database.query('SELECT slow wrong', asked, 'arrays').catch(() => {});
    await database.transaction((inner) => inner.query('UPDATE slow', asked, 'arrays'));
    expect(logged.map(({ statement }) => statement)).toEqual([
      'SELECT slow $1',
      'SELECT slow wrong',
      'UPDATE slow',
    ]);
    expect(logged[0]!.ms).toBeGreaterThanOrEqual(20);
    expect(JSON.stringify(logged)).not.toContain('secret');
  });

  test('none where nobody wants them', () => {
    expect(loggingSlow(slowly, 0, log as never)).toBe(slowly);
  });
});
