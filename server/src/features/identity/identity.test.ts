import { createHash } from 'node:crypto';
import { listUsers } from '@dazi/contract/discovery/people';
import { getSession, saveUser, signOut } from '@dazi/contract/identity/identity';
import { sessionLifetime_ms } from '@dazi/contract/identity/identity.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { haight, TestPerson } from '../../testing/test-person.ts';
import { TestProvider, unsigned, withClaims } from '../../testing/test-provider.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { sessions, users } from './identity.tables.ts';
import { forgetExpiredSessions } from './sessions.service.ts';
import { officeHoldersQuery } from './standing.store.ts';

const rowsIn = (app: TestApp, table: typeof users | typeof sessions) => app.deps.db.select().from(table);

/** Where a failed sign-in ends: the page to return to, with the code the web shows a text for. */
const failedWith = (code: string) => `/?signIn=failed&code=${code}`;

describe('in demo mode', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  /** Goes as far as the provider's form. */
  async function atTheForm(returnTo = '/') {
    const person = app.visitor();
    const { url, answer } = await person.browse(`/api/auth/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
    return { person, url, page: await answer.text() };
  }

  test('who holds an office is found by indexes, however many accounts there are', async () => {
    const plan = await app.deps.transact(async ({ db }) => {
      // The few rows of a test are read as quickly without any index.
      await db.execute(sql`SET LOCAL enable_seqscan = off`);
      return rowsOf<{ 'QUERY PLAN': string }>(
        db,
        sql`EXPLAIN ${officeHoldersQuery(db, ['boss@people.example']).getSQL()}`,
      );
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('users_email');
  });

  test('redirects lead through the provider and back with a session (AUTH-049, AUTH-050)', async () => {
    const visitor = app.visitor();
    const begun = await visitor.fetch('/api/auth/sign-in?returnTo=/profile');
    expect(begun.status).toBe(302);
    const provider = new URL(begun.headers.get('location')!);
    expect(provider.origin + provider.pathname).toBe(`${app.url}/idp/auth`);
    expect(Object.fromEntries(provider.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${app.url}/api/auth/callback`,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(provider.searchParams.get(name)!.length).toBeGreaterThanOrEqual(32);
    }

    const form = await visitor.browse(provider.href);
    const sent = await visitor.fetch(form.url, {
      method: 'POST',
      body: new URLSearchParams({ email: 'Flo@People.example', name: 'Flo' }),
    });
    let location = new URL(sent.headers.get('location')!, app.url);
    while (location.pathname !== '/api/auth/callback') {
      const step = await visitor.fetch(location.href);
      location = new URL(step.headers.get('location')!, app.url);
    }
    const answer = await visitor.fetch(location.href);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/profile');
    expect(answer.headers.get('cache-control')).toBe('no-store');

    const cookies = answer.headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith('dazi_session='))).toMatch(
      /^dazi_session=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(cookies.find((cookie) => cookie.startsWith('dazi_sign_in.'))).toMatch(
      /^dazi_sign_in\.[\w-]{43}=;/,
    );
    expect((await visitor.get(getSession)).data).toMatchObject({
      name: 'Flo',
      email: 'flo@people.example',
      verified: true,
      gender: null,
      avatarUrl: null,
    });
  });

  test('the database knows a hash of the session only, and no answer carries the token', async () => {
    const ann = await app.person('Hashed Ann');
    const token = ann.cookies.get('dazi_session')!;
    const stored = JSON.stringify(await rowsIn(app, sessions));
    expect(stored).not.toContain(token);
    expect(stored).toContain(createHash('sha256').update(token).digest('base64url'));
    for (const path of ['/api/auth/session', '/api/users', '/api/settings', `/api/profiles/${ann.id}`]) {
      expect(await (await ann.fetch(path)).text()).not.toContain(token);
    }
  });

  test('each sign-in has its own session, and the one before ends', async () => {
    const ann = await app.person('Again Ann');
    const before = ann.cookies.get('dazi_session')!;
    const elsewhere = new TestPerson(app.url);
    await elsewhere.signIn('Again Ann');
    await ann.signIn('Again Ann');
    expect(ann.cookies.get('dazi_session')).not.toBe(before);
    const old = app.visitor();
    old.cookies.set('dazi_session', before);
    expect((await old.get(getSession)).data).toBeNull();
    expect((await elsewhere.get(getSession)).data?.id).toBe(ann.id);
  });

  test('the same person twice is one account; another address is another person', async () => {
    const first = await app.person('Twice', { profile: false });
    const second = new TestPerson(app.url);
    await second.signIn('Twice under another name', 'twice@people.example');
    expect(second.id).toBe(first.id);
    expect(second.user?.name).toBe('Twice');
    const other = new TestPerson(app.url);
    await other.signIn('Twice', 'not-twice@people.example');
    expect(other.id).not.toBe(first.id);
  });

  test.each([
    ['nothing of ours', 'x'],
    ['much too long', 'x'.repeat(3000)],
    ['half of it', (token: string) => token.slice(0, 20)],
    ['one character changed', (token: string) => (token[0] === 'A' ? 'B' : 'A') + token.slice(1)],
    ['quotes and brackets', '\'%3B{}[]"<>'],
    ['a NUL', '%00%00'],
  ])('a corrupt cookie (%s) is signed out', async (_what, damage) => {
    const ann = await app.person('Corrupt Ann');
    const token = ann.cookies.get('dazi_session')!;
    ann.cookies.set('dazi_session', typeof damage === 'string' ? damage : damage(token));
    const answer = await ann.call(getSession, {});
    expect(answer).toMatchObject({ success: true, status: 200, data: null });
    expect((await ann.call(listUsers, {})).status).toBe(401);
  });

  test('a session lasts 24 hours, however much it is used', async () => {
    const ann = await app.person('Daily Ann');
    app.clock.advance(sessionLifetime_ms / 2);
    expect((await ann.get(getSession)).data?.id).toBe(ann.id);
    app.clock.advance(sessionLifetime_ms / 2 - 1);
    expect((await ann.get(getSession)).data?.id).toBe(ann.id);
    app.clock.advance(1);
    expect((await ann.get(getSession)).data).toBeNull();
    expect((await ann.call(saveUser, { body: {} })).status).toBe(401);

    app.clock.advance(1);
    await forgetExpiredSessions(app.deps);
    const own = (await rowsIn(app, sessions)) as (typeof sessions.$inferSelect)[];
    expect(own.filter(({ userId }) => userId === ann.id)).toEqual([]);
  });

  test('signing out ends the session and its stream, here and nowhere else', async () => {
    const ann = await app.person('Leaving Ann');
    const token = ann.cookies.get('dazi_session')!;
    const elsewhere = new TestPerson(app.url);
    await elsewhere.signIn('Leaving Ann');
    const stream = await TestStream.open(ann, `?userId=${ann.id}`);
    const otherStream = await TestStream.open(elsewhere);

    const answer = await ann.call(signOut, { body: {} });
    expect(answer.headers['set-cookie']?.join()).toMatch(
      /dazi_session=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/,
    );
    await stream.until(({ type }) => type === 'signed_out');
    await stream.untilEnd();
    expect(otherStream.ended).toBe(false);
    otherStream.close();

    ann.cookies.set('dazi_session', token);
    expect((await ann.get(getSession)).data).toBeNull();
    expect((await elsewhere.get(getSession)).data?.id).toBe(ann.id);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'evil.example',
    '@evil.example',
    '',
  ])('returnTo %j leads nowhere else, whether the sign-in works or fails', async (returnTo) => {
    for (const button of ['sign in', 'cancel']) {
      const { person, url } = await atTheForm(returnTo);
      const fields = button === 'cancel' ? { cancel: '1' } : { email: 'r@people.example', name: 'R' };
      let next: string | null = url;
      let init: RequestInit = { method: 'POST', body: new URLSearchParams(fields) };
      let from = url;
      while (next) {
        from = next;
        const answer: Response = await person.fetch(next, init);
        const location: string | null = answer.headers.get('location');
        if (new URL(from).pathname === '/api/auth/callback') {
          // As a browser would resolve it.
          const target = new URL(location!, from);
          expect([button, target.origin]).toEqual([button, app.url]);
          expect(target.pathname.startsWith('//')).toBe(false);
          break;
        }
        next = location && new URL(location, from).href;
        init = {};
      }
      expect(new URL(from).pathname).toBe('/api/auth/callback');
    }
  });

  test('a path of our own is returned to, with its query', async () => {
    const { person, url } = await atTheForm('/profile/x?tab=posts#top');
    const answer = await person
      .browse(url, {
        method: 'POST',
        body: new URLSearchParams({ cancel: '1' }),
      })
      .catch(() => null);
    expect(answer).not.toBeNull();
    expect(answer!.url).toBe(`${app.url}/profile/x?tab=posts&signIn=failed&code=SIGN_IN_CANCELLED#top`);
  });

  test('cancelling comes back with SIGN_IN_CANCELLED and no session', async () => {
    const { person, url } = await atTheForm();
    const before = (await rowsIn(app, users)).length;
    const done = await person.browse(url, { method: 'POST', body: new URLSearchParams({ cancel: '1' }) });
    expect(done.url).toBe(app.url + failedWith('SIGN_IN_CANCELLED'));
    expect((await person.get(getSession)).data).toBeNull();
    expect(await rowsIn(app, users)).toHaveLength(before);
  });

  describe('an answer of the provider that does not fit', () => {
    const lastLocation = async (person: TestPerson, path: string) => {
      const answer = await person.fetch(path);
      return `${answer.status} ${answer.headers.get('location')}`;
    };

    /** Of the sign-in that this browser has under way. */
    const stateOf = (person: TestPerson) =>
      [...person.cookies.keys()]
        .find((name) => name.startsWith('dazi_sign_in.'))!
        .slice('dazi_sign_in.'.length);

    test('without an attempt under way', async () => {
      const path = '/api/auth/callback?code=x&state=y';
      expect(await lastLocation(app.visitor(), path)).toBe(`303 ${failedWith('SIGN_IN_FAILED')}`);
    });

    test.each(['', 'not json', '{}', '[]', 'null', '{"state":1}', '{"__proto__":{"state":"x"}}'])(
      'with the attempt cookie %j',
      async (cookie) => {
        const visitor = app.visitor();
        const state = 'y'.repeat(43);
        visitor.cookies.set(`dazi_sign_in.${state}`, Buffer.from(cookie).toString('base64url'));
        const path = `/api/auth/callback?code=x&state=${state}`;
        expect(await lastLocation(visitor, path)).toBe(`303 ${failedWith('SIGN_IN_FAILED')}`);
      },
    );

    test('without a code', async () => {
      const { person } = await atTheForm();
      expect(await lastLocation(person, '/api/auth/callback')).toBe(`303 ${failedWith('NO_CREDENTIAL')}`);
    });

    test('with an error of the provider', async () => {
      const { person } = await atTheForm();
      const path = '/api/auth/callback?error=server_error';
      expect(await lastLocation(person, path)).toBe(`303 ${failedWith('SIGN_IN_FAILED')}`);
    });

    test("with a foreign state: somebody else's code does not sign in here", async () => {
      const { person } = await atTheForm();
      const path = '/api/auth/callback?code=stolen&state=foreign';
      expect(await lastLocation(person, path)).toBe(`303 ${failedWith('SIGN_IN_FAILED')}`);
      expect((await person.get(getSession)).data).toBeNull();
    });

    test('with the right state and an invented code', async () => {
      const { person } = await atTheForm();
      const path = `/api/auth/callback?code=invented&state=${stateOf(person)}&iss=${encodeURIComponent(`${app.url}/idp`)}`;
      expect(await lastLocation(person, path)).toBe(`303 ${failedWith('SIGN_IN_FAILED')}`);
    });

    test('an attempt serves once', async () => {
      const { person } = await atTheForm();
      await person.fetch(`/api/auth/callback?state=${stateOf(person)}`);
      expect([...person.cookies.keys()].filter((name) => name.startsWith('dazi_sign_in'))).toEqual([]);
    });
  });

  test("the demo form takes people's input as text only", async () => {
    const { person, url } = await atTheForm();
    const answer = await person.fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ email: '"><script>alert(1)</script>', name: '<b>x</b>' }),
    });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).not.toMatch(/<script|<b>/);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  describe('POST /api/users (AUTH-052, AUTH-053, AUTH-054)', () => {
    test("changes nothing that is the server's own knowledge; the name is changed in the profile", async () => {
      const ann = await app.person('Saving Ann');
      const before = (await ann.get(getSession)).data!;
      const answer = await ann.get(saveUser, {
        body: {
          id: ann.id,
          name: ' Ann the Second ',
          email: 'somebody@else.example',
          avatarUrl: 'https://elsewhere.example/picture.png',
          createdAt: '2001-01-01T00:00:00.000Z',
          lastActive: '2001-01-01T00:00:00.000Z',
          verified: false,
          gender: 'M',
        } as never,
      });
      expect(answer).toMatchObject({ success: true, message: 'User saved' });
      const { lastActive: _before, ...kept } = before;
      expect(answer.data).toMatchObject(kept);
      expect(answer.data.lastActive).toBe(app.clock.read().toISOString());
      expect(answer.data).toMatchObject({ gender: 'F', verified: true, avatarUrl: null });
    });

    test('signing in again overwrites neither name, gender nor age of the account', async () => {
      const ann = await app.person('Kept Ann');
      const before = (await ann.get(getSession)).data!;
      app.clock.advance(90_000);
      const again = new TestPerson(app.url);
      await again.signIn('Impostor', before.email!);
      expect(again.user).toMatchObject({ ...before, lastActive: expect.any(String) });
    });
  });

  test('lastActive is written again only when older than 60 s (AUTH-054)', async () => {
    const ann = await app.person('Active Ann');
    await ann.get(saveUser, { body: {} });
    const start = app.clock.read().toISOString();
    app.clock.advance(60_000);
    expect((await ann.get(getSession)).data?.lastActive).toBe(start);
    app.clock.advance(1);
    const later = app.clock.read().toISOString();
    expect((await ann.get(listUsers)).success).toBe(true);
    expect((await ann.get(getSession)).data?.lastActive).toBe(later);
  });
});

describe('with a provider of its own', () => {
  const provider = new TestProvider();
  let app: TestApp;
  beforeAll(async () => {
    await provider.start();
    app = await startTestApp(provider.environment);
  });
  afterAll(async () => {
    await app.close();
    await provider.stop();
  });
  beforeEach(() => {
    provider.misbehaviour = {};
    provider.subject = 'subject-1';
  });

  async function signInThere(): Promise<{ person: TestPerson; location: string | null }> {
    const person = app.visitor();
    const begun = await person.fetch('/api/auth/sign-in?returnTo=/');
    // The provider is another site: none of our cookies go there.
    const there = await fetch(begun.headers.get('location')!, { redirect: 'manual' });
    const back = await person.fetch(there.headers.get('location')!);
    return { person, location: back.headers.get('location') };
  }

  async function expectRefused(code: string, more = '') {
    const before = await rowsIn(app, users);
    const sessionsBefore = await rowsIn(app, sessions);
    const { person, location } = await signInThere();
    expect(location).toBe(failedWith(code) + more);
    expect(person.cookies.has('dazi_session')).toBe(false);
    expect((await person.get(getSession)).data).toBeNull();
    expect(await rowsIn(app, users)).toEqual(before);
    expect(await rowsIn(app, sessions)).toEqual(sessionsBefore);
  }

  test('the demo provider is not mounted (AUTH-050)', async () => {
    for (const path of [
      '/idp/auth',
      '/idp/.well-known/openid-configuration',
      '/idp/jwks',
      '/demo-sign-in/x',
      '/demo-sign-in',
    ]) {
      expect([path, (await app.visitor().fetch(path)).status]).toEqual([path, 404]);
    }
    const posted = await app.visitor().fetch('/demo-sign-in/x', {
      method: 'POST',
      body: new URLSearchParams({ email: 'a@people.example', name: 'A' }),
    });
    expect(posted.status).toBeGreaterThanOrEqual(400);
    expect(posted.status).toBeLessThan(500);
  });

  test('an untampered token signs in (AUTH-049)', async () => {
    const { person, location } = await signInThere();
    expect(location).toBe('/');
    expect((await person.get(getSession)).data).toMatchObject({
      name: 'Proven Person',
      email: 'proven@people.example',
      verified: true,
    });
  });

  test('accounts are keyed by the subject, never by the address (AUTH-050)', async () => {
    const { person } = await signInThere();
    const first = (await person.get(getSession)).data!;
    provider.subject = 'subject-2';
    const other = (await (await signInThere()).person.get(getSession)).data!;
    expect(other.email).toBe(first.email);
    expect(other.id).not.toBe(first.id);
  });

  const hour_s = 3600;
  test.each([
    ['signed with a key that is not published', { foreignKey: true }],
    [
      'with altered claims under the old signature',
      { token: (token: string) => withClaims(token, (claims) => ({ ...claims, sub: 'victim' })) },
    ],
    ['without any signature', { token: unsigned }],
    ['with a cut signature', { token: (token: string) => token.slice(0, -8) }],
    ['that is no token', { token: () => 'not.a.token' }],
    ['for another nonce', { claims: (claims: object) => ({ ...claims, nonce: 'another' }) }],
    ['without a nonce', { claims: ({ nonce: _none, ...claims }: { nonce?: string }) => claims as object }],
    ['for another audience', { claims: (claims: object) => ({ ...claims, aud: 'another-client' }) }],
    ['of another issuer', { claims: (claims: object) => ({ ...claims, iss: 'https://evil.example' }) }],
    [
      'that has expired',
      { claims: (claims: { exp: number }) => ({ ...claims, exp: claims.exp - 2 * hour_s }) },
    ],
  ])('an ID token %s is refused and makes no account', async (_what, misbehaviour) => {
    provider.misbehaviour = misbehaviour as typeof provider.misbehaviour;
    provider.subject = 'somebody new';
    await expectRefused('INVALID_IDENTITY_TOKEN');
  });

  test('a provider that refuses the code', async () => {
    provider.misbehaviour = { tokenStatus: 400 };
    provider.subject = 'somebody new';
    await expectRefused('SIGN_IN_FAILED');
  });

  test('userinfo that fails', async () => {
    provider.misbehaviour = { userinfoStatus: 500 };
    provider.subject = 'somebody new';
    await expectRefused('PROFILE_FETCH_FAILED', '&status=500');
  });

  test('userinfo about somebody else', async () => {
    provider.misbehaviour = { userinfo: { sub: 'victim' } };
    provider.subject = 'somebody new';
    await expectRefused('PROFILE_FETCH_FAILED', '&status=invalid');
  });

  test('a name and an address that no database takes are made harmless', async () => {
    provider.subject = 'strange names';
    provider.misbehaviour = { userinfo: { name: 'A\u0000nn\u202e\ud800', email: 'a\u0000@people.example' } };
    const { person, location } = await signInThere();
    expect(location).toBe('/');
    expect((await person.get(getSession)).data?.name).toMatch(/^Ann/);
  });

  test('a database that refuses the account', async () => {
    const { db } = app.deps;
    await rowsOf(db, sql`ALTER TABLE users ADD CONSTRAINT nobody_new CHECK (subject <> 'nobody new')`);
    provider.subject = 'nobody new';
    await expectRefused('USER_CREATION_FAILED');
    await rowsOf(db, sql`ALTER TABLE users DROP CONSTRAINT nobody_new`);
    expect((await signInThere()).location).toBe('/');
  });

  test.each([true, false])(
    'an account is `verified` where its address is or is not: %s (AUTH-005)',
    async (vouched) => {
      provider.misbehaviour = { userinfo: { email_verified: vouched } };
      provider.subject = `vouched for ${vouched}`;
      const { person } = await signInThere();
      const beside = { verified: true, emailVerified: vouched };
      expect((await person.get(getSession)).data).toMatchObject(beside);
      expect((await person.get(saveUser, { body: { verified: false } as never })).data).toMatchObject(beside);
    },
  );

  test('an administrator needs a verified address', async () => {
    const admin = await startTestApp({ ...provider.environment, ADMIN_EMAILS: 'proven@people.example' });
    try {
      for (const verified of [true, false]) {
        provider.misbehaviour = { userinfo: { email_verified: verified } };
        provider.subject = `administrator ${verified}`;
        const person = admin.visitor();
        const begun = await person.fetch('/api/auth/sign-in');
        const there = await fetch(begun.headers.get('location')!, { redirect: 'manual' });
        await person.fetch(there.headers.get('location')!);
        const { data } = await person.get(listUsers);
        const others = (data as { id: string; email: string }[]).map(({ email }) => email);
        expect(others.every((email) => email === 'proven@people.example')).toBe(verified);
      }
    } finally {
      await admin.close();
    }
  });
});

test('a provider that does not answer', async () => {
  const provider = await new TestProvider().start();
  const { environment } = provider;
  await provider.stop();
  const app = await startTestApp(environment);
  try {
    const answer = await app.visitor().fetch('/api/auth/sign-in?returnTo=/profile');
    expect(answer.headers.get('location')).toBe('/profile?signIn=failed&code=SIGN_IN_UNREACHABLE');
    // What needs no provider goes on.
    expect((await app.visitor().get(getSession)).data).toBeNull();
  } finally {
    await app.close();
  }
});

test('a provider that goes away in the middle', async () => {
  const provider = await new TestProvider().start();
  const app = await startTestApp(provider.environment);
  try {
    const person = app.visitor();
    const begun = await person.fetch('/api/auth/sign-in');
    const there = await fetch(begun.headers.get('location')!, { redirect: 'manual' });
    await provider.stop();
    const back = await person.fetch(there.headers.get('location')!);
    expect(back.headers.get('location')).toBe(failedWith('SIGN_IN_UNREACHABLE'));
  } finally {
    await app.close();
  }
});

test('DEMO_PUBLIC grants no administrator (AUTH-050)', async () => {
  const environment = { ADMIN_EMAILS: 'boss@people.example' };
  for (const [demoPublic, full] of [
    ['0', true],
    ['1', false],
  ] as const) {
    const app = await startTestApp({ ...environment, DEMO_PUBLIC: demoPublic });
    try {
      const ann = await app.person('ann');
      await ann.post({ location: haight });
      const boss = await app.person('boss');
      const { data } = await boss.get(listUsers);
      const seen = (data as { id: string; email: string }[]).find(({ id }) => id === ann.id)?.email;
      expect(seen).toBe(full ? 'ann@people.example' : null);
    } finally {
      await app.close();
    }
  }
});
