import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { getSession } from '@dazi/contract/identity/identity';
import { type Endpoint, rateLimits } from '@dazi/contract/kernel/endpoint';
import { endpoints } from '@dazi/contract/registry';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { cookieHeader, type RawAnswer, rawRequest } from '../../testing/test-request.ts';
import type { Config } from '../config.ts';
import { sessionCookie, signInCookie } from './cookies.ts';
import { network } from './guards.ts';
import { Places, placeLimits } from './large-bodies.ts';
import { pagePolicy } from './web-pages.ts';

const json = { 'content-type': 'application/json' };
const megabyte = 1024 * 1024;
const failure = ({ status, text }: RawAnswer) => {
  const { success, code } = JSON.parse(text) as { success: boolean; code: string };
  return `${status} ${success ? 'success' : code}`;
};

/** Where the server listens, whatever its public address. */
const addressOf = (app: TestApp) => `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;

describe('the host asked for (AUTH-050)', () => {
  let app: TestApp;
  let port: string;
  beforeAll(async () => {
    app = await startTestApp();
    port = new URL(app.url).port;
  });
  afterAll(() => app.close());
  const ask = (host: string, path = '/api/settings', method = 'GET') =>
    rawRequest(app.url, { method, path, headers: { host } });

  test.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'localhost@evil.example',
    '127.0.0.2',
    '0.0.0.0',
    'a b',
  ])('%j is refused', async (host) => {
    for (const path of ['/api/settings', '/api/health', '/idp/auth', '/']) {
      expect(failure(await ask(host, path))).toBe('400 UNKNOWN_HOST');
    }
  });

  test('another name that a proxy reports counts for nothing', async () => {
    const headers = {
      host: new URL(app.url).host,
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    const answer = await rawRequest(app.url, { path: '/api/auth/sign-in', headers });
    expect(answer.headers.location).toMatch(new RegExp(`^${app.url}/idp/auth`));
    expect(answer.headers.location).not.toContain('evil');
  });

  test('other loopback names are sent to the canonical one, method and address kept', async () => {
    for (const host of [
      `localhost:${port}`,
      `[::1]:${port}`,
      `LOCALHOST:${port}`,
      '127.0.0.1',
      'localhost:1',
    ]) {
      for (const method of ['GET', 'POST']) {
        const answer = await ask(host, '/api/messages?limit=2&x=%2F', method);
        expect(answer.status).toBe(307);
        expect(answer.headers.location).toBe(`${app.url}/api/messages?limit=2&x=%2F`);
      }
    }
  });

  test('health is answered under any loopback name', async () => {
    for (const host of [`localhost:${port}`, '127.0.0.1', `[::1]:${port}`, new URL(app.url).host]) {
      expect(failure(await ask(host, '/api/health'))).toBe('200 success');
    }
  });

  test('behind a public name only that name is answered, and health on the machine itself', async () => {
    const publicApp = await startTestApp({ PUBLIC_URL: 'https://dazi.example', DEMO_PUBLIC: '1' });
    try {
      const at = addressOf(publicApp);
      const get = (host: string, path: string) => rawRequest(at, { path, headers: { host } });
      expect(failure(await get('dazi.example', '/api/settings'))).toBe('200 success');
      expect(failure(await get('DAZI.example', '/api/settings'))).toBe('200 success');
      expect(failure(await get('dazi.example:443', '/api/settings'))).toBe('200 success');
      const dotted = await get('Dazi.example.', '/api/settings?x=1');
      expect([dotted.status, dotted.headers.location]).toEqual([
        307,
        'https://dazi.example/api/settings?x=1',
      ]);
      for (const host of [
        'dazi.example:80',
        'x@dazi.example',
        'dazi.example/x',
        'dazi.example?x',
        'dazi.example#',
        '.',
      ]) {
        expect([host, failure(await get(host, '/api/settings'))]).toEqual([host, '400 UNKNOWN_HOST']);
      }
      const write = (origin: string) =>
        rawRequest(at, {
          method: 'POST',
          path: '/api/auth/sign-out',
          headers: { host: 'dazi.example', origin, 'content-type': 'application/json' },
          body: '{}',
        });
      for (const origin of ['https://dazi.example', 'https://dazi.example:443', 'https://DAZI.example.']) {
        expect([origin, failure(await write(origin))]).toEqual([origin, '200 success']);
      }
      for (const origin of [
        'http://dazi.example',
        'https://dazi.example:8443',
        'https://dazi.example.evil.example',
        'https://x@dazi.example',
        'https://dazi.example/x',
        'https://dazi.example..',
        'null',
        '',
      ]) {
        expect([origin, failure(await write(origin))]).toEqual([origin, '403 FOREIGN_ORIGIN']);
      }
      expect(failure(await get(new URL(at).host, '/api/settings'))).toBe('400 UNKNOWN_HOST');
      expect(failure(await get('localhost', '/api/settings'))).toBe('400 UNKNOWN_HOST');
      expect(failure(await get('localhost', '/api/health'))).toBe('200 success');
      expect(failure(await get('www.dazi.example', '/api/settings'))).toBe('400 UNKNOWN_HOST');
      expect((await get('dazi.example', '/api/settings')).headers['cross-origin-opener-policy']).toBe(
        'same-origin',
      );
    } finally {
      await publicApp.close();
    }
  });
});

test('at a name by plain http the pages say nothing that browsers ignore there', async () => {
  const app = await startTestApp({ PUBLIC_URL: 'http://dazi.example', DEMO_PUBLIC: '1' });
  try {
    const answer = await rawRequest(addressOf(app), {
      path: '/api/settings',
      headers: { host: 'dazi.example' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['cross-origin-opener-policy']).toBeUndefined();
  } finally {
    await app.close();
  }
});

describe('what is hardly a request gets the envelope', () => {
  /** Bytes on the wire and the last answer to them. */
  async function answerTo(...lines: string[]) {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.end(`${lines.join('\r\n')}\r\n\r\n`);
    const text = Buffer.concat(await socket.toArray()).toString();
    return { status: text.split(' ')[1], ...JSON.parse(text.slice(text.lastIndexOf('\r\n{'))) };
  }
  let app: TestApp;
  const logged: string[] = [];
  beforeAll(async () => {
    const logTo = { write: (line: string) => void logged.push(line) };
    app = await startTestApp({}, { logLevel: 'info' }, undefined, { logTo });
  });
  afterAll(() => app.close());

  test('without a host', async () => {
    const answer = await answerTo('GET /api/settings HTTP/1.1', 'Connection: close');
    expect(answer).toMatchObject({ status: '400', success: false, code: 'UNKNOWN_HOST' });
  });

  test('with something expected', async () => {
    const { host } = new URL(app.url);
    const answer = await answerTo('GET /api/settings HTTP/1.1', `Host: ${host}`, 'Expect: a miracle');
    expect(answer).toMatchObject({ status: '417', success: false, code: 'EXPECTATION_FAILED' });
  });

  test('through a proxy that nobody told us of: said once, without its addresses', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    for (let count = 0; count < 3; count++) await rawRequest(app.url, { path: '/api/settings', headers });
    const warnings = logged.filter((line) => line.includes('TRUST_PROXY'));
    expect(warnings).toHaveLength(1);
    expect(logged.join('')).not.toContain('203.0.113.7');
  });
});

describe('the origin of writes (AUTH-050)', () => {
  let app: TestApp;
  let ann: TestPerson;
  beforeAll(async () => {
    app = await startTestApp();
    ann = await app.person('Ann');
  });
  afterAll(() => app.close());
  const write = (headers: Record<string, string>, path = '/api/users', method = 'POST') =>
    rawRequest(app.url, {
      method,
      path,
      headers: { ...cookieHeader(ann.cookies), ...json, ...headers },
      body: '{}',
    });

  test('our own pages and programs may write', async () => {
    expect(failure(await write({ origin: app.url }))).toBe('200 success');
    expect(failure(await write({ origin: app.url, 'sec-fetch-site': 'same-origin' }))).toBe('200 success');
    expect(failure(await write({}))).toBe('200 success');
  });

  test('everyone else may not, whatever the method and however the address is written', async () => {
    const { hostname } = new URL(app.url);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { origin: `${app.url}.evil.example` },
      { origin: `${app.url}/` },
      { origin: `http://${hostname}` },
      { origin: app.url.replace('http:', 'https:') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ]) {
      for (const [method, path] of [
        ['POST', '/api/users'],
        ['POST', '/api/auth/sign-out'],
        ['POST', '/%61pi/auth/sign-out'],
        ['POST', '/%61pi/demo-town'],
        ['POST', '/api/demo-town'],
        ['PATCH', '/api/users'],
        ['DELETE', '/api/bookmarks'],
        ['POST', '/idp/token'],
      ] as const) {
        const what = JSON.stringify([headers, method, path]);
        expect(failure(await write(headers, path, method)), what).toBe('403 FOREIGN_ORIGIN');
      }
    }
    expect((await ann.get(getSession)).data?.id).toBe(ann.id);
  });

  test('reading is free of it', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const answer = await rawRequest(app.url, { path: '/api/settings', headers });
    expect(failure(answer)).toBe('200 success');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a session counts however the address is written', async () => {
    const path = '/%61pi/auth/session';
    const answer = await rawRequest(app.url, { path, headers: cookieHeader(ann.cookies) });
    expect(JSON.parse(answer.text)).toMatchObject({ data: { id: ann.id } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('rates (L)', () => {
  /** Three writes a minute and account, 24 an address; six sign-in steps an address. */
  const factor = { RATE_LIMIT_FACTOR: '0.02' };
  let app: TestApp;
  afterEach(() => app.close());

  const save = (person: TestPerson, headers: Record<string, string> = {}) =>
    rawRequest(addressOf(app), {
      method: 'POST',
      path: '/api/users',
      headers: { ...json, ...cookieHeader(person.cookies), ...headers },
      body: '{}',
    });

  function expectRefused(answer: RawAnswer) {
    expect(answer.status).toBe(429);
    expect(JSON.parse(answer.text)).toEqual({
      success: false,
      error: 'Too many requests. Please try again later.',
      code: 'TOO_MANY_REQUESTS',
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
  }

  test('an account has its own, and others go on', async () => {
    app = await startTestApp(factor);
    const ann = await app.person('Ann', { profile: false });
    const bob = await app.person('Bob', { profile: false });
    for (let count = 0; count < 3; count++) expect((await save(ann)).status).toBe(200);
    expectRefused(await save(ann));
    expect((await save(bob)).status).toBe(200);
    // Another budget is untouched, health has none.
    expect((await ann.call(getSession, {})).status).toBe(200);
    for (let count = 0; count < 150; count++) {
      expect((await ann.fetch('/api/health')).status).toBe(200);
    }
    // A new session is the same account.
    await ann.signIn('Ann');
    expectRefused(await save(ann));
  });

  test('an address has ten times as much, whoever asks, and a forged address does not help', async () => {
    app = await startTestApp(factor);
    const visitor = app.visitor();
    for (let count = 0; count < 24; count++) {
      expect((await save(visitor, { 'x-forwarded-for': `10.0.0.${count}` })).status).toBe(401);
    }
    expectRefused(await save(visitor));
    expectRefused(await save(visitor, { 'x-forwarded-for': '10.9.9.9' }));
    expect((await visitor.call(getSession, {})).status).toBe(200);
  });

  test('behind a trusted proxy the address is the one it reports', async () => {
    app = await startTestApp({ ...factor, TRUST_PROXY: '1' });
    const visitor = app.visitor();
    const from = (address: string) => save(visitor, { 'x-forwarded-for': `1.2.3.4, ${address}` });
    for (let count = 0; count < 24; count++) expect((await from('10.0.0.1')).status).toBe(401);
    expectRefused(await from('10.0.0.1'));
    expect((await from('10.0.0.2')).status).toBe(401);
  });

  test('every call draws from its budget, and is refused before anything else of it is looked at', async () => {
    app = await startTestApp(factor);
    const ann = await app.person('Ann', { profile: false });
    const ask = ({ method, path }: Endpoint) =>
      rawRequest(addressOf(app), {
        method,
        path: path.replace(/\{\w+\}/g, 'x'),
        headers: { ...json, ...cookieHeader(ann.cookies) },
        ...(method !== 'GET' && { body: '{}' }),
      });
    const budgets = [
      'read',
      'write',
      'search',
      'live',
      'signal',
      'upload',
      'export',
      'report',
      'client-error',
    ] as const;
    // A visitor's address has as much of reading as anybody's.
    const most = rateLimits.read * 10 * Number(factor.RATE_LIMIT_FACTOR);
    for (const budget of budgets) {
      // What is there for administrators alone draws, as to others, from what addresses of nothing do.
      const calls = endpoints.filter(
        (endpoint) => endpoint.budget === budget && endpoint.who !== 'administrator',
      );
      let used = 0;
      while ((await ask(calls[0]!)).status !== 429) expect(used++, budget).toBeLessThanOrEqual(most);
      for (const call of calls) {
        const answer = await ask(call);
        expect([call.name, answer.status]).toEqual([call.name, 429]);
        expectRefused(answer);
      }
    }
  });

  test('of a burst as many come through as may', async () => {
    app = await startTestApp({ RATE_LIMIT_FACTOR: '0.3' });
    const ann = await app.person('Ann', { profile: false });
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await save(ann)).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(60 - rateLimits.write * 0.3);
  });

  test('sign-ins are counted by address', async () => {
    app = await startTestApp(factor);
    const begin = () => app.visitor().fetch('/api/auth/sign-in');
    for (let count = 0; count < 6; count++) expect((await begin()).status).toBe(302);
    const refused = await begin();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
  });
});

describe('large bodies are read only for those who may send them (MEDIA-034)', () => {
  let app: TestApp;
  const open = new Set<ClientRequest>();
  afterEach(async () => {
    for (const sending of open) sending.destroy();
    open.clear();
    await app.close();
  });
  const post = (person: TestPerson, more: Partial<Parameters<typeof rawRequest>[1]>) =>
    rawRequest(app.url, {
      method: 'POST',
      path: '/api/messages',
      headers: { ...json, ...cookieHeader(person.cookies) },
      ...more,
    });

  test('401 before a byte of it is sent', async () => {
    app = await startTestApp();
    const answer = await post(app.visitor(), { announced_bytes: 20 * megabyte });
    expect(failure(answer)).toBe('401 POST_SIGN_IN_REQUIRED');
  });

  test('403 for a foreign origin before a byte of it is sent', async () => {
    app = await startTestApp();
    const ann = await app.person('Ann');
    const headers = { ...json, ...cookieHeader(ann.cookies), origin: 'https://evil.example' };
    expect(failure(await post(ann, { headers, announced_bytes: 20 * megabyte }))).toBe('403 FOREIGN_ORIGIN');
  });

  test('429 before a byte of it is sent', async () => {
    app = await startTestApp({ RATE_LIMIT_FACTOR: '0.02' });
    const ann = await app.person('Ann', { profile: false });
    for (let count = 0; count < 3; count++) await post(ann, { body: '{}' });
    expect(failure(await post(ann, { announced_bytes: 20 * megabyte }))).toBe('429 TOO_MANY_REQUESTS');
  });

  /** A large body of which the last byte is held back until `end`. */
  async function hold(person: TestPerson, body: Uint8Array) {
    const { hostname, port } = new URL(app.url);
    const headers = { ...json, ...cookieHeader(person.cookies), 'content-length': String(body.length) };
    const options = { hostname, port, method: 'POST', path: '/api/messages', agent: false, headers };
    const sending = request(options);
    const status = new Promise<number>((resolve) => {
      sending.on('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sending.on('error', () => resolve(0));
    });
    open.add(sending);
    // More than the network holds back: once it is written, the server is reading, so it was let in.
    await new Promise((resolve) => sending.write(body.subarray(0, -1), resolve));
    return { status, end: () => sending.end(body.subarray(-1)), breakOff: () => sending.destroy() };
  }

  const large = Buffer.concat([
    Buffer.from(JSON.stringify({ content: 'x', location: haight })),
    Buffer.alloc(7 * megabyte, ' '),
  ]);
  const small = JSON.stringify({ content: 'x', location: haight });

  function expectBusy(answer: RawAnswer) {
    expect(failure(answer)).toBe('503 UPLOADS_BUSY');
    expect(JSON.parse(answer.text)).toMatchObject({ error: 'Too many uploads at once. Please try again.' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }

  /** Whether it is still not answered after a moment in which it would have been. */
  const isWaiting = (answer: Promise<unknown>) =>
    Promise.race([answer.then(() => false), new Promise((resolve) => setTimeout(resolve, 300, true))]);

  test('three at once of one network: the fourth waits for a place, small ones pass', async () => {
    app = await startTestApp();
    const [ann, bob, cleo] = [await app.person('Ann'), await app.person('Bob'), await app.person('Cleo')];
    const held = [];
    for (const person of [ann, ann, bob]) held.push(await hold(person, large));
    const waiting = post(cleo, { body: large });
    expect((await post(cleo, { body: small })).status).toBe(200);
    expect(await isWaiting(waiting)).toBe(true);
    for (const { end } of held) end();
    expect(await Promise.all(held.map(({ status }) => status))).toEqual([200, 200, 200]);
    expect((await waiting).status).toBe(200);
  });

  test('two at once of one account: nobody shuts out everybody else', async () => {
    app = await startTestApp();
    const [ann, bob] = [await app.person('Ann'), await app.person('Bob')];
    const held = [await hold(ann, large), await hold(ann, large)];
    const waiting = post(ann, { body: large });
    expect((await post(bob, { body: large })).status).toBe(200);
    expect(await isWaiting(waiting)).toBe(true);
    for (const { end } of held) end();
    expect(await Promise.all(held.map(({ status }) => status))).toEqual([200, 200]);
    expect((await waiting).status).toBe(200);
  });

  test('whose places and queue are full is asked to come again', async () => {
    app = await startTestApp();
    const ann = await app.person('Ann');
    const held = [await hold(ann, large), await hold(ann, large)];
    const asked = vi.spyOn(Places.prototype, 'take');
    const waiting = Array.from({ length: placeLimits.waitingOfAccount }, () => post(ann, { body: large }));
    await expect.poll(() => asked).toHaveBeenCalledTimes(waiting.length);
    asked.mockRestore();
    expectBusy(await post(ann, { body: large }));
    for (const { end } of held) end();
    for (const each of waiting) expect((await each).status).toBe(200);
  });

  test('a sender who breaks off makes room', async () => {
    app = await startTestApp();
    const ann = await app.person('Ann');
    const broken = [await hold(ann, large), await hold(ann, large)];
    const waiting = post(ann, { body: large });
    expect(await isWaiting(waiting)).toBe(true);
    for (const { breakOff } of broken) breakOff();
    expect((await waiting).status).toBe(200);
  });

  test.each([
    ['JSON', '/api/messages', json],
    ['a form', '/api/uploads/image/upload', { 'content-type': 'multipart/form-data; boundary=x' }],
  ])('%s that trickles is told so and makes room', async (_name, path, type) => {
    app = await startTestApp();
    const ann = await app.person('Ann');
    const { hostname, port } = new URL(app.url);
    const headers = { ...type, ...cookieHeader(ann.cookies), 'content-length': String(large.length) };
    const sending = request({ hostname, port, method: 'POST', path, agent: false, headers });
    open.add(sending);
    const trickle = setInterval(() => sending.write(' '), 500);
    const answer = await new Promise<string>((resolve) => {
      sending.once('response', async (response) => {
        const chunks = await response.toArray();
        resolve(`${response.statusCode} ${JSON.parse(Buffer.concat(chunks).toString()).code}`);
      });
      sending.once('error', (error) => resolve(error.message));
    });
    clearInterval(trickle);
    expect(answer).toBe('408 UPLOAD_TOO_SLOW');
  });
});

describe('headers', () => {
  /** As the page that is built has it. */
  const [welcome = ''] =
    /<main.*<\/main>/s.exec(readFileSync(new URL('../../../../web/index.html', import.meta.url), 'utf8')) ??
    [];
  let app: TestApp;
  let webDirectory: string;
  beforeAll(async () => {
    webDirectory = mkdtempSync(join(tmpdir(), 'dazi-web-'));
    writeFileSync(join(webDirectory, 'index.html'), `<style nonce="__CSP_NONCE__"></style>${welcome}`);
    writeFileSync(join(webDirectory, 'map-worker-1.mjs'), 'self');
    // A compressed file beside it goes first.
    writeFileSync(join(webDirectory, 'map-worker-2.mjs'), 'not asked for');
    writeFileSync(join(webDirectory, 'map-worker-2.mjs.br'), brotliCompressSync('self'));
    app = await startTestApp({}, {}, undefined, { webDirectory });
  });
  afterAll(async () => {
    await app.close();
    rmSync(webDirectory, { recursive: true, force: true });
  });

  test.each(['/api/settings', '/api/messages', '/api/nothing', '/api/users', '/api/openapi.json'])(
    '%s may load nothing, is not guessed at, framed, or kept',
    async (path) => {
      const { headers } = await app.visitor().fetch(path);
      expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );

  test('refusals carry them too', async () => {
    const host = await rawRequest(app.url, { path: '/api/settings', headers: { host: 'evil.example' } });
    expect(host.headers['x-content-type-options']).toBe('nosniff');
  });

  test('the words for newcomers come with the first page alone, to those who have not been here', async () => {
    const ann = await app.person('Ann');
    expect(welcome).toContain('connect with your local community');
    const pageOf = async (path: string, person = app.visitor()) => (await person.fetch(path)).text();
    expect(await pageOf('/')).toContain(welcome);
    expect(await pageOf('/?map=12/37.77/-122.45')).toContain(welcome);
    for (const page of [pageOf('/messages'), pageOf('/post/x'), pageOf('/', ann)]) {
      expect(await page).toMatch(/<style nonce="[^"]+"><\/style>$/);
    }
  });

  test.each(['/metrics', '/healthz', '/health'])(
    '%s is no page: whoever watches would take it for well',
    async (path) => {
      const answer = await app.visitor().fetch(path);
      expect({ status: answer.status, body: await answer.json() }).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    },
  );

  test('pages run only our own scripts, styles with a nonce that is never the same', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/profile', '/']) {
      const answer = await app.visitor().fetch(path);
      const policy = answer.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(nonce.length).toBeGreaterThanOrEqual(22);
      expect((await answer.text()).replace(welcome, '')).toBe(`<style nonce="${nonce}"></style>`);
      nonces.add(nonce);
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "script-src 'self'",
          "worker-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "form-action 'self'",
        ]),
      );
      expect(policy).not.toMatch(/unsafe-|\*/);
    }
    expect(nonces.size).toBe(3);
  });

  test('with a Google Maps key they let in what Google documents, and nothing else', () => {
    const policy = pagePolicy('n', [], true).split('; ');
    const of = (name: string) =>
      policy.find((directive) => directive.startsWith(`${name} `))?.split(' ') ?? [];
    expect(of('script-src')).toContain('https://*.googleapis.com');
    expect(policy.join()).not.toMatch(/'unsafe-inline'|https:[ ;]|http:/);
    const hosts = policy
      .flatMap((directive) => directive.split(' '))
      .filter((source) => source.startsWith('https:'));
    for (const host of hosts)
      expect(host).toMatch(/\.(googleapis|gstatic|google|ggpht|googleusercontent)\.com$/);
    for (const same of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]) {
      expect(policy).toContain(same);
    }
  });

  test('where large files come from a bucket, pictures and videos may, and nothing else', () => {
    const origin = 'https://s3.example';
    const directives = pagePolicy('n', [], false, origin).split('; ');
    const named = directives.filter((directive) => directive.includes(origin));
    expect(named).toEqual([`img-src 'self' data: blob: ${origin}`, `media-src 'self' blob: ${origin}`]);
  });

  test('the worker of the map may ask this server, and nothing else', async () => {
    for (const path of ['/map-worker-1.mjs', '/map-worker-2.mjs']) {
      const answer = await app.visitor().fetch(path, { headers: { 'accept-encoding': 'br' } });
      expect(answer.headers.get('content-type')).toMatch(/javascript/);
      expect(await answer.text()).toBe('self');
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
      );
    }
  });

  test('the pages of the API documentation run no inline script', async () => {
    const answer = await app.visitor().fetch('/api/docs');
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src')) ?? policy;
    expect(scripts).toContain("'self'");
    expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval/);
  });

  test('behind TLS the browser is told to stay there, and cookies never leave it', async () => {
    const overTls = await startTestApp({ PUBLIC_URL: 'https://dazi.example', DEMO_PUBLIC: '1' });
    try {
      const headers = { host: 'dazi.example' };
      const answer = await rawRequest(addressOf(overTls), { path: '/api/settings', headers });
      expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
    } finally {
      await overTls.close();
    }
    const config = { publicUrl: 'https://dazi.example' } as Config;
    expect(sessionCookie(config)).toEqual({
      name: '__Host-dazi_session',
      options: { path: '/', httpOnly: true, sameSite: 'lax', secure: true },
    });
    expect(signInCookie(config).options).toMatchObject({ httpOnly: true, sameSite: 'lax', secure: true });
    expect(sessionCookie({ publicUrl: 'http://127.0.0.1:3000' } as Config)).toMatchObject({
      name: 'dazi_session',
      options: { httpOnly: true, sameSite: 'lax', secure: false },
    });
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
])('%s is counted as %s', (address, counted) => {
  expect(network(address)).toBe(counted);
});
