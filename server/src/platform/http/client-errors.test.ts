import { reportClientError } from '@dazi/contract/kernel/client-errors';
import { getSettings } from '@dazi/contract/kernel/service';
import { report } from '@dazi/contract/moderation/moderation';
import { afterEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function started(environment: Record<string, string> = {}) {
  const lines: { msg?: string; clientError?: Record<string, string> }[] = [];
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) };
  app = await startTestApp(environment, { logLevel: 'info' }, undefined, { logTo });
  return {
    visitor: app.visitor(),
    logged: () => lines.filter(({ clientError }) => clientError),
    warned: () => lines.map(({ msg }) => msg).filter((msg) => msg?.includes('left out')),
  };
}

const error = {
  message: 'Cannot read properties of undefined',
  stack: 'TypeError: x\n    at Card (http://127.0.0.1/assets/start-a1.js:1:200)',
  component: '    at Card',
  earlier: [{ message: 'Error: earlier', stack: '' }],
  version: '0.1.0 (start-a1.js)',
  browser: 'Mozilla/5.0 (X11; Linux x86_64)',
};

test('an error that made a page fail stands in the log once an hour', async () => {
  const { visitor, logged } = await started();
  expect((await visitor.get(getSettings)).data.wantsClientErrors).toBe(true);
  for (let time = 0; time < 3; time++) {
    expect((await visitor.call(reportClientError, { body: error })).status).toBe(200);
  }
  const stack = '    at Card (http://127.0.0.1/assets/start-a1.js:1:200)';
  const { version: webVersion, ...rest } = error;
  expect(logged()).toMatchObject([
    { msg: 'a page failed in a browser', clientError: { ...rest, stack, webVersion } },
  ]);
  app!.clock.advance(3_600_000);
  await visitor.call(reportClientError, { body: error });
  expect(logged()).toHaveLength(2);
});

test('what people wrote, and lines of a log that somebody makes up, stay out of it', async () => {
  const { visitor, logged } = await started();
  const forged = {
    ...error,
    message: 'Bad "see you at eight" of ann@example.org',
    earlier: [{ message: 'Bad “see you”', stack: 'see you' }],
    stack: 'see you at eight\n{"level":50}',
    version: '0.1.0\n{"level":50}',
  };
  await visitor.call(reportClientError, { body: forged });
  expect(logged()[0]!.clientError).toMatchObject({
    ...{ message: 'Bad "…" of …', stack: '', webVersion: '0.1.0level50' },
    earlier: [{ message: 'Bad “…”', stack: '' }],
  });
});

test('an error that many browsers see stands in the log once', async () => {
  const { visitor, logged } = await started();
  for (const browser of ['Firefox', 'Chrome', 'Safari']) {
    const body = {
      ...error,
      browser,
      version: `1.0 ${browser}`,
      earlier: [],
      component: `    at ${browser}`,
    };
    await visitor.call(reportClientError, { body });
  }
  expect(logged()).toHaveLength(1);
});

test('ten different ones of a network are logged an hour and a hundred of all, and the log says so', async () => {
  const { visitor, logged, warned } = await started({ TRUST_PROXY: '1' });
  const tell = async (network: number, number: number) => {
    const answer = await visitor.fetch('/api/client-errors', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${network}` },
      body: JSON.stringify({ ...error, message: `Number ${network} ${number}` }),
    });
    expect(answer.status).toBe(200);
  };
  const ofNetwork = 'more errors of one network than are logged in an hour: others are left out';
  const ofAll = 'more errors of pages than are logged in an hour: others are left out';
  for (let number = 0; number < 10; number++) await tell(1, number);
  expect(warned()).toEqual([]);
  for (let number = 10; number < 15; number++) await tell(1, number);
  expect(logged()).toHaveLength(10);
  expect(warned()).toEqual([ofNetwork]);
  for (let network = 2; network <= 12; network++) {
    for (let number = 0; number < 10; number++) await tell(network, number);
  }
  expect(logged()).toHaveLength(100);
  expect(warned()).toEqual([ofNetwork, ofAll]);
  app!.clock.advance(3_600_000);
  await tell(1, 0);
  expect(logged()).toHaveLength(101);
});

test('calls are limited, and not by the budget of reports of people', async () => {
  const { visitor: other } = await started({ RATE_LIMIT_FACTOR: '0.1' });
  const statuses: number[] = [];
  for (let call = 0; call < 11; call++) {
    statuses.push((await other.call(reportClientError, { body: error })).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  const body = { targetId: 'x' } as never;
  expect((await other.call(report, { body })).status).not.toBe(429);
});

test('bad input is refused in the envelope, and nothing is logged', async () => {
  const { visitor, logged } = await started();
  for (const bad of [{ ...error, message: '' }, { ...error, stack: 'x'.repeat(4001) }, { message: 'x' }]) {
    const answer = await visitor.fetch('/api/client-errors', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bad),
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ success: false, code: 'INVALID_INPUT' }),
    ]);
  }
  const large = await visitor.fetch('/api/client-errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...error, more: 'x'.repeat(140_000) }),
  });
  expect([large.status, await large.json()]).toEqual([413, expect.objectContaining({ code: 'TOO_LARGE' })]);
  expect(logged()).toEqual([]);
});

test('an operator who did not ask for it has no such call', async () => {
  const { visitor, logged } = await started({ CLIENT_ERRORS: '0' });
  expect((await visitor.get(getSettings)).data.wantsClientErrors).toBe(false);
  const unknown = await visitor.fetch('/api/no-such-call', { method: 'POST' });
  const answer = await visitor.fetch('/api/client-errors', { method: 'POST', body: '{' });
  expect([answer.status, await answer.json()]).toEqual([unknown.status, await unknown.json()]);
  expect(answer.status).toBe(404);
  expect(logged()).toEqual([]);
});
