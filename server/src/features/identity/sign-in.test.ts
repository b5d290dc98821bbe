import { getSession } from '@dazi/contract/identity/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseGone } from '../../platform/database/connection.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { TestProvider } from '../../testing/test-provider.ts';
import { cookieHeader, rawRequest } from '../../testing/test-request.ts';

const attemptsOf = (person: TestPerson) =>
  [...person.cookies.keys()].filter((name) => name.startsWith('dazi_sign_in'));

describe('at a provider of its own', () => {
  const provider = new TestProvider();
  const lines: string[] = [];
  let app: TestApp;
  beforeAll(async () => {
    await provider.start();
    app = await startTestApp(provider.environment, { logLevel: 'info' }, undefined, {
      logTo: { write: (line) => void lines.push(line) },
    });
  });
  afterAll(async () => {
    await app.close();
    await provider.stop();
  });
  beforeEach(() => {
    provider.misbehaviour = {};
    provider.manners = {};
    lines.length = 0;
  });

  /** To the provider and to the address it sends the browser back to. */
  async function asFarAsTheAnswer(person: TestPerson, returnTo = '/'): Promise<URL> {
    const begun = await person.fetch(`/api/auth/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
    const there = await fetch(begun.headers.get('location')!, { redirect: 'manual' });
    return new URL(there.headers.get('location')!);
  }
  const arrive = async (person: TestPerson, callback: URL | string) =>
    (await person.fetch(callback.toString())).headers.get('location');
  const isSignedIn = async (person: TestPerson) => (await person.get(getSession)).data !== null;

  test('two tabs that begin at once both come to their end, in any order', async () => {
    const person = app.visitor();
    const [first, second] = await Promise.all([
      asFarAsTheAnswer(person, '/first'),
      asFarAsTheAnswer(person, '/second'),
    ]);
    expect(await arrive(person, second)).toBe('/second');
    expect(await arrive(person, first)).toBe('/first');
    expect(attemptsOf(person)).toEqual([]);
    expect(await isSignedIn(person)).toBe(true);
  });

  test('a browser keeps six attempts, and the oldest gives way', async () => {
    const person = app.visitor();
    const answers: URL[] = [];
    for (let tab = 0; tab < 8; tab++) {
      answers.push(await asFarAsTheAnswer(person));
      app.clock.advance(1);
    }
    expect(attemptsOf(person)).toHaveLength(6);
    expect(await arrive(person, answers[1]!)).toBe('/?signIn=failed&code=SIGN_IN_FAILED');
    expect(await arrive(person, answers[2]!)).toBe('/');
  });

  test('the cookies of all attempts fit into one request, however long their paths', async () => {
    const person = app.visitor();
    let answer: URL | null = null;
    for (let tab = 0; tab < 8; tab++) answer = await asFarAsTheAnswer(person, `/x?q=${'道'.repeat(100)}`);
    expect(await arrive(person, answer!)).toMatch(/^\/x\?q=%E9%81%93/);
    answer = await asFarAsTheAnswer(person, `/x?q=${'道'.repeat(600)}`);
    for (const value of person.cookies.values()) expect(value.length).toBeLessThan(2000);
    expect(await arrive(person, answer)).toBe('/');
  });

  test('coming to the callback once more, signed in, is no failure', async () => {
    const person = app.visitor();
    const answer = await asFarAsTheAnswer(person, '/profile');
    expect(await arrive(person, answer)).toBe('/profile');
    expect(await arrive(person, answer)).toBe('/');
    expect(await arrive(person, '/api/auth/callback')).toBe('/');
    expect(await isSignedIn(person)).toBe(true);
    expect(await arrive(app.visitor(), answer)).toBe('/?signIn=failed&code=SIGN_IN_FAILED');
  });

  test('an answer that is posted as a form is taken, though no cookie comes with it', async () => {
    provider.manners = { metadata: { response_modes_supported: ['form_post'] } };
    const person = app.visitor();
    const form = (await asFarAsTheAnswer(person, '/profile')).searchParams;
    form.set('id_token', 'x');
    const posted = await fetch(`${app.url}/api/auth/callback`, {
      method: 'POST',
      body: form,
      headers: { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' },
      redirect: 'manual',
    });
    expect(posted.status).toBe(303);
    expect(posted.headers.getSetCookie()).toEqual([]);
    const next = new URL(posted.headers.get('location')!, app.url);
    expect(next.origin + next.pathname).toBe(`${app.url}/api/auth/callback`);
    expect([...next.searchParams.keys()].toSorted()).toEqual(['code', 'state']);
    expect(await arrive(person, next)).toBe('/profile');
    expect(await isSignedIn(person)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['many fields', `code=${'x'.repeat(4001)}&state=${'y'.repeat(4001)}`],
    ['the same field twice', 'code=a&code=b'],
  ])('of a form with %s nothing is sent on', async (_what, body) => {
    const headers = { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', body, headers, redirect: 'manual' } as const;
    const posted = await fetch(`${app.url}/api/auth/callback`, init);
    expect(posted.headers.get('location')).toBe('/api/auth/callback?');
  });

  describe('the log says why a sign-in failed', () => {
    const failures = () =>
      lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'Sign in failed');

    async function failed(misbehaviour: TestProvider['misbehaviour']) {
      provider.misbehaviour = misbehaviour;
      const person = app.visitor();
      await arrive(person, await asFarAsTheAnswer(person));
      expect(failures()).toHaveLength(1);
      return failures()[0];
    }

    test('the claim that does not fit', async () => {
      expect(await failed({ claims: (claims) => ({ ...claims, aud: 'another' }) })).toMatchObject({
        code: 'INVALID_IDENTITY_TOKEN',
        step: 'token',
        claim: 'aud',
      });
    });

    test('the signature', async () => {
      expect(await failed({ foreignKey: true })).toMatchObject({ step: 'signature' });
    });

    test('what the token endpoint answered', async () => {
      expect(await failed({ tokenStatus: 400 })).toMatchObject({
        step: 'token',
        providerError: 'server_error',
      });
    });

    test('what userinfo answered', async () => {
      expect(await failed({ userinfoStatus: 502 })).toMatchObject({ step: 'userinfo', status: 502 });
    });

    test('what came with the answer, unless it is no word of the standard', async () => {
      const visitor = app.visitor();
      for (const error of ['server_error', 'ann@people.example', 'eyJhbGciOiJIUzI1NiJ9.e30.x']) {
        await arrive(visitor, `/api/auth/callback?error=${error}&state=${'x'.repeat(43)}`);
      }
      expect(failures().map(({ step, providerError }) => [step, providerError])).toEqual([
        ['answer', 'server_error'],
        ['answer', undefined],
        ['answer', undefined],
      ]);
      expect(lines.join()).not.toMatch(/ann@|eyJ/);
    });

    test('and nothing of the person or the token', async () => {
      const log = JSON.stringify(await failed({ userinfo: { sub: 'victim' } }));
      expect(log).not.toMatch(/victim|subject-1|an-access-token|people\.example|eyJ|"err"/);
    });
  });
});

describe('a person whom a guard refuses on the way', () => {
  const asPage = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

  test('is back in the page, which says why; a program gets the answer itself', async () => {
    const app = await startTestApp({ RATE_LIMIT_FACTOR: '0.001' });
    try {
      const visitor = app.visitor();
      const asked = '/api/auth/sign-in?returnTo=%2Fprofile%3Fx%3D1';
      expect((await visitor.fetch(asked, asPage)).headers.get('location')).toContain('/idp/auth');
      const refused = await visitor.fetch(asked, asPage);
      expect(refused.status).toBe(303);
      expect(refused.headers.get('location')).toBe('/profile?x=1&signIn=failed&code=TOO_MANY_REQUESTS');
      const back = await visitor.fetch('/api/auth/callback?code=1&state=x', asPage);
      expect(back.headers.get('location')).toBe('/?signIn=failed&code=TOO_MANY_REQUESTS');
      const posted = {
        ...asPage,
        method: 'POST',
        body: new URLSearchParams({ state: 'x' }),
        redirect: 'manual',
      } as const;
      const sent = await fetch(`${app.url}/api/auth/callback`, posted);
      expect(sent.headers.get('location')).toBe('/?signIn=failed&code=TOO_MANY_REQUESTS');
      expect((await visitor.fetch(asked)).status).toBe(429);
      const elsewhere = { ...asPage.headers, host: 'evil.example' };
      expect((await rawRequest(app.url, { path: asked, headers: elsewhere })).status).toBe(400);
    } finally {
      await app.close();
    }
  });

  test('and so is one who comes while the database is away', async () => {
    let isGone = false;
    const app = await startTestApp({}, {}, async () => {
      const database = await openTestDatabase();
      const query: typeof database.query = (...asked) =>
        isGone ? Promise.reject(new DatabaseGone('gone')) : database.query(...asked);
      return { ...database, query };
    });
    try {
      const person = await app.person('Ann');
      isGone = true;
      const refused = await person.fetch('/api/auth/sign-in?returnTo=/wallet', asPage);
      expect(refused.headers.get('location')).toBe('/wallet?signIn=failed&code=UNAVAILABLE');
    } finally {
      isGone = false;
      await app.close();
    }
  });
});

test('the demo provider needs no way to its own public name', async () => {
  const app = await startTestApp({ PUBLIC_URL: 'https://demo.people.invalid', DEMO_PUBLIC: '1' });
  try {
    const { port: at } = app.server.server.address() as { port: number };
    const cookies = new Map<string, string>();
    const step = async (path: string, body?: string) => {
      const answer = await rawRequest(`http://127.0.0.1:${at}`, {
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          host: 'demo.people.invalid',
          'content-type': 'application/x-www-form-urlencoded',
          ...cookieHeader(cookies),
        },
        ...(body === undefined ? {} : { body }),
      });
      for (const cookie of answer.headers['set-cookie'] ?? []) {
        const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/s);
        cookies.set(name, value);
      }
      return answer.headers.location ?? '';
    };
    let location = await step('/api/auth/sign-in?returnTo=/profile');
    expect(location).toMatch(/^https:\/\/demo\.people\.invalid\/idp\/auth\?/);
    const follow = async (body?: string) => {
      const { origin, pathname, search } = new URL(location, 'https://demo.people.invalid');
      expect(origin).toBe('https://demo.people.invalid');
      location = await step(pathname + search, body);
    };
    await follow();
    expect(location).toContain('/demo-sign-in/');
    await follow('email=ann@people.example&name=Ann');
    while (!location.startsWith('/profile')) await follow();
    expect(location).toBe('/profile');
    expect(cookies.get('__Host-dazi_session')).toMatch(/^[\w-]{43}$/);
  } finally {
    await app.close();
  }
});

test('a form of the demo provider that is sent once more leads home, signed in', async () => {
  const app = await startTestApp();
  try {
    const person = app.visitor();
    const { url } = await person.browse('/api/auth/sign-in?returnTo=/');
    const send = () => ({
      method: 'POST',
      body: new URLSearchParams({ email: 'b@people.example', name: 'B' }),
    });
    await person.browse(url, send());
    expect((await person.get(getSession)).data).not.toBeNull();
    expect((await person.browse(url, send())).url).toBe(`${app.url}/`);
  } finally {
    await app.close();
  }
});
