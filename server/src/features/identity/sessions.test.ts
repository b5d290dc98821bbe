import { exportAccount, getSession, signOut } from '@dazi/contract/identity/identity';
import { type Device, keepSignedIn, listDevices, signOutDevices } from '@dazi/contract/identity/sessions';
import { sessionLifetimes } from '@dazi/contract/identity/sessions.rules';
import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';
import {
  addPushSubscription,
  clearNotifications,
  getPushKey,
  readNotifications,
  removePushSubscription,
} from '@dazi/contract/notifications/notifications';
import { addReaction } from '@dazi/contract/posts/reactions';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveHub } from '#features/live/live.service.ts';
import { allNotified, notificationsOf, wordsTo } from '#features/notifications/notifications.builder.ts';
import { removeOldNotifications } from '#features/notifications/notifications.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { actorFor } from '#platform/http/viewer.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { filesOfArchive } from '../../testing/test-archive.ts';
import { emailOf, TestPerson } from '../../testing/test-person.ts';
import { TestPushService } from '../../testing/test-push-service.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { sessions } from './identity.tables.ts';
import { endOtherSessions, keepSession, openSession } from './sessions.service.ts';

const hour_ms = 60 * 60 * 1000;
const day_ms = 24 * hour_ms;

const chromeOnAndroid =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const firefoxOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0';

let app: TestApp;
let ann: TestPerson;
let round = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ann = await app.person(`Device Ann ${round++}`);
});

/** The same person somewhere else, signed in as the routes do it. */
async function elsewhere(options: Parameters<typeof openSession>[2] = {}): Promise<TestPerson> {
  const person = new TestPerson(app.url);
  person.user = ann.user;
  person.cookies.set('dazi_session', (await openSession(app.deps, ann.id, options)).token);
  return person;
}

/** As people do it, at the provider's page; answers what the callback set. */
async function signInAt(person: TestPerson, path: string, headers: Record<string, string> = {}) {
  const { name } = ann.user!;
  let answer = await person.fetch(path, { headers });
  let sent: RequestInit = { method: 'POST', body: new URLSearchParams({ email: emailOf(name), name }) };
  for (let step = 0; step < 12; step++) {
    const next = answer.headers.get('location');
    if (next && new URL(next, app.url).pathname === '/api/auth/callback') {
      return person.fetch(next, { headers });
    }
    if (next) answer = await person.fetch(next, { headers });
    else {
      answer = await person.fetch(answer.url, sent);
      sent = {};
    }
  }
  throw new Error('No way back from the provider');
}

const aHub = () => {
  const none = { conversationsOf: async () => new Map(), positionsOf: async () => [] };
  return new LiveHub(
    app.deps,
    async () => new Map(),
    none,
    async () => {},
  );
};

const isIn = async (person: TestPerson) => (await person.get(getSession)).data?.id === ann.id;
const devicesOf = async (person: TestPerson): Promise<Device[]> => (await person.get(listDevices)).data;
const ownDevice = async (person: TestPerson) => (await devicesOf(person)).find(({ isThis }) => isThis)!;
const cookieOf = (headers: { 'set-cookie'?: string[] | undefined }) =>
  headers['set-cookie']?.find((cookie) => cookie.startsWith('dazi_session='));
const maxAgeOf = (cookie: string | undefined) => Number(/Max-Age=(\d+)/.exec(cookie ?? '')?.[1]);

describe('a session that is kept', () => {
  test('begins with keep=1 at the sign-in, and its cookie lasts as long', async () => {
    const phone = app.visitor();
    const answer = await signInAt(phone, '/api/auth/sign-in?returnTo=/&keep=1', {
      'user-agent': chromeOnAndroid,
    });
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('dazi_session='));
    expect(maxAgeOf(cookie)).toBe(30 * 24 * 60 * 60);
    const session = await phone.get(getSession);
    expect(session).toMatchObject({ data: { id: ann.id } });
    const now = app.clock.read().getTime();
    expect(session.keptUntil).toBe(new Date(now + sessionLifetimes.kept_ms).toISOString());
    expect(await ownDevice(phone)).toMatchObject({ browser: 'chrome', system: 'android', isKept: true });
    // What the browser calls itself stands nowhere.
    const stored = await rowsOf(app.deps.db, sql`SELECT * FROM sessions WHERE user_id = ${ann.id}`);
    expect(JSON.stringify(stored)).not.toContain('Mozilla');
  });

  test.each(['', '&keep=0', '&keep=true', '&keep=1&keep=1'])(
    'and not with "%s" (AUTH-018)',
    async (query) => {
      const phone = app.visitor();
      const answer = await signInAt(phone, `/api/auth/sign-in?returnTo=/${query}`);
      const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('dazi_session='));
      expect(maxAgeOf(cookie)).toBe(24 * 60 * 60);
      expect((await phone.get(getSession)).keptUntil).toBeNull();
      app.clock.advance(day_ms);
      expect(await isIn(phone)).toBe(false);
    },
  );

  test('goes on 30 days from its last use: after 29 idle days it is there, after 31 it is not', async () => {
    const phone = await elsewhere({ keep: true });
    app.clock.advance(29 * day_ms);
    expect(await isIn(phone)).toBe(true);
    app.clock.advance(29 * day_ms);
    expect(await isIn(phone)).toBe(true);
    app.clock.advance(31 * day_ms);
    expect(await isIn(phone)).toBe(false);
    expect((await phone.call(listDevices, {})).status).toBe(401);
  });

  test('is there after 29 idle days whenever in the day it was used last', async () => {
    const phone = await elsewhere({ keep: true });
    app.clock.advance(day_ms - 1000);
    expect(await isIn(phone)).toBe(true);
    app.clock.advance(29 * day_ms);
    expect(await isIn(phone)).toBe(true);
  });

  test('is written once a day, and the cookie follows', async () => {
    const phone = await elsewhere({ keep: true });
    const { until } = await ownDevice(phone);
    app.clock.advance(day_ms - 1);
    expect(cookieOf((await phone.call(getSession, {})).headers)).toBeUndefined();
    expect((await ownDevice(phone)).until).toBe(until);
    app.clock.advance(1);
    // Of many requests at once each sees the same end.
    const answers = await Promise.all(Array.from({ length: 8 }, () => phone.call(listDevices, {})));
    const cookies = answers.flatMap(({ headers }) => cookieOf(headers) ?? []);
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(maxAgeOf(cookie)).toBe(30 * 24 * 60 * 60);
    const later = (await ownDevice(phone)).until;
    expect(Date.parse(later) - Date.parse(until)).toBe(day_ms);
    expect(cookieOf((await phone.call(getSession, {})).headers)).toBeUndefined();
  });

  test('ends 365 days after the sign-in, however much it is used', async () => {
    const phone = await elsewhere({ keep: true });
    for (let day = 7; day < 365; day += 7) {
      app.clock.advance(7 * day_ms);
      expect([day, await isIn(phone)]).toEqual([day, true]);
    }
    app.clock.advance(day_ms - 1);
    expect(await isIn(phone)).toBe(true);
    app.clock.advance(1);
    expect(await isIn(phone)).toBe(false);
  });

  test('is chosen and given up later, too, with a new cookie each time', async () => {
    app.clock.advance(3 * hour_ms);
    const kept = await ann.call(keepSignedIn, { body: { keep: true } });
    expect(kept).toMatchObject({ success: true, data: { isKept: true, isThis: true } });
    expect(maxAgeOf(cookieOf(kept.headers))).toBe(30 * 24 * 60 * 60);
    app.clock.advance(2 * hour_ms);
    const usual = await ann.call(keepSignedIn, { body: { keep: false } });
    expect(usual).toMatchObject({ success: true, data: { isKept: false } });
    expect(maxAgeOf(cookieOf(usual.headers))).toBe(19 * 60 * 60);
    // Once more changes nothing.
    app.clock.advance(hour_ms);
    const again = await ann.call(keepSignedIn, { body: { keep: false } });
    expect(maxAgeOf(cookieOf(again.headers))).toBe(18 * 60 * 60);
    app.clock.advance(18 * hour_ms);
    expect(await isIn(ann)).toBe(false);
  });

  test.each([[{}], [{ keep: 'yes' }], [{ keep: 1 }], [{ keep: null }]])('%j is refused', async (body) => {
    const answer = await ann.call(keepSignedIn, { body: body as { keep: boolean } });
    expect(answer).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    expect(cookieOf(answer.headers)).toBeUndefined();
    expect((await ownDevice(ann)).isKept).toBe(false);
  });
});

describe('the list of devices', () => {
  test('says this one first, then the latest used, to the hour, with its own ids', async () => {
    const phone = await elsewhere({ userAgent: chromeOnAndroid, keep: true });
    const laptop = await elsewhere({ userAgent: firefoxOnWindows });
    app.clock.advance(2 * hour_ms);
    await phone.get(getSession);
    const devices = await devicesOf(ann);
    expect(devices.map(({ browser, system, isThis }) => [browser, system, isThis])).toEqual([
      ['other', 'other', true],
      ['chrome', 'android', false],
      ['firefox', 'windows', false],
    ]);
    const now = app.clock.read().getTime();
    for (const { lastUsedAt } of devices) expect(Date.parse(lastUsedAt) % hour_ms).toBe(0);
    expect(now - Date.parse(devices[1]!.lastUsedAt)).toBeLessThan(hour_ms);
    expect(now - Date.parse(devices[2]!.lastUsedAt)).toBeGreaterThanOrEqual(2 * hour_ms);
    const rows = await app.deps.db.select().from(sessions).where(eq(sessions.userId, ann.id));
    const answered = JSON.stringify(devices);
    for (const { id } of rows) expect(answered).not.toContain(id);
    // The name is no key.
    const thief = app.visitor();
    thief.cookies.set('dazi_session', devices[1]!.id);
    expect((await thief.get(getSession)).data).toBeNull();
    await laptop.get(signOut, { body: {} });
    expect(await devicesOf(ann)).toHaveLength(2);
  });

  test('leaves out what has ended, and says where is pushed to', async () => {
    const service = await TestPushService.start();
    const pushing = await startTestApp({}, {}, undefined, { trustedPushHost: service.host });
    try {
      const bob = await pushing.person('Pushed Bob');
      const phone = await new TestPerson(pushing.url).signIn('Pushed Bob');
      const { publicKey } = (await phone.get(getPushKey)).data;
      const browser = service.browser('phone');
      const heard = await TestStream.open(bob);
      await phone.get(addPushSubscription, { body: { ...browser, language: 'en', publicKey } });
      await heard.until(({ type }) => type === 'devices_changed');
      const pushedTo = async () => (await devicesOf(bob)).map(({ isPushedTo }) => isPushedTo);
      expect(await pushedTo()).toEqual([false, true]);

      const { id } = (await devicesOf(bob))[1]!;
      await bob.get(signOutDevices, { body: { deviceId: id } });
      const rows = sql`SELECT 1 FROM push_subscriptions WHERE user_id = ${bob.id}`;
      expect(await rowsOf(pushing.deps.db, rows)).toEqual([]);
      const again = await new TestPerson(pushing.url).signIn('Pushed Bob');
      await again.get(addPushSubscription, { body: { ...browser, language: 'en', publicKey } });
      expect(await pushedTo()).toEqual([false, true]);
      await again.get(removePushSubscription, { body: { endpoint: browser.endpoint } });
      expect(await pushedTo()).toEqual([false, false]);
      heard.close();
      pushing.clock.advance(day_ms - 1);
      await bob.get(keepSignedIn, { body: { keep: true } });
      pushing.clock.advance(1);
      expect(await pushedTo()).toEqual([false]);
    } finally {
      await pushing.close();
      await service.close();
    }
  });

  test('stands in the archive, without what opens a session', async () => {
    await elsewhere({ userAgent: chromeOnAndroid, keep: true });
    const answer = await ann.fetch(exportAccount.path);
    const files = filesOfArchive(Buffer.from(await answer.arrayBuffer()));
    const devices = JSON.parse(files.get('sessions.json')!.toString()) as object[];
    expect(devices).toHaveLength(2);
    expect(devices).toContainEqual(
      expect.objectContaining({ browser: 'chrome', system: 'android', isKept: true }),
    );
    for (const device of devices) expect(device).not.toHaveProperty('id');
  });

  test('holds twenty: with the next sign-in the one unused for longest goes', async () => {
    const others: TestPerson[] = [];
    for (let count = 1; count < sessionLifetimes.most; count++) {
      others.push(await elsewhere({ keep: true }));
      app.clock.advance(1000);
    }
    const [oldest, second] = [others[0]!, others[1]!];
    const stream = await TestStream.open(second);
    app.clock.advance(hour_ms);
    // All but the second are used again.
    for (const person of [ann, ...others]) if (person !== second) await person.get(getSession);
    expect(await devicesOf(ann)).toHaveLength(20);

    const newest = await elsewhere();
    await stream.until(({ type }) => type === 'signed_out');
    await stream.untilEnd();
    expect(await isIn(second)).toBe(false);
    expect(await isIn(oldest)).toBe(true);
    expect(await isIn(newest)).toBe(true);
    expect(await devicesOf(ann)).toHaveLength(20);

    // Many at once are as many as one after the other.
    await Promise.all(Array.from({ length: 6 }, () => elsewhere()));
    expect(await devicesOf(newest)).toHaveLength(20);
  });
});

describe('signing out another device', () => {
  test('ends its session and its streams, tells the others, and leaves them', async () => {
    const phone = await elsewhere({ userAgent: chromeOnAndroid });
    const laptop = await elsewhere();
    const [mine, gone, stays] = [
      await TestStream.open(ann),
      await TestStream.open(phone),
      await TestStream.open(laptop),
    ];
    const { id } = (await devicesOf(ann)).find(({ browser }) => browser === 'chrome')!;
    expect((await ann.get(signOutDevices, { body: { deviceId: id } })).data).toEqual({ ended: 1 });
    await gone.until(({ type }) => type === 'signed_out');
    await gone.untilEnd();
    for (const stream of [mine, stays]) await stream.until(({ type }) => type === 'devices_changed');
    expect(await isIn(phone)).toBe(false);
    expect((await phone.call(listDevices, {})).status).toBe(401);
    expect([await isIn(ann), await isIn(laptop)]).toEqual([true, true]);
    expect([mine.ended, stays.ended]).toEqual([false, false]);
    for (const stream of [mine, stays]) stream.close();
    // It is gone: once more finds nothing.
    expect(await ann.call(signOutDevices, { body: { deviceId: id } })).toMatchObject({
      status: 404,
      code: 'DEVICE_NOT_FOUND',
    });
  });

  test('without an id all others, and nobody else’s', async () => {
    const bob = await app.person('Device Bob');
    const others = [await elsewhere(), await elsewhere({ keep: true })];
    expect((await ann.get(signOutDevices, { body: {} })).data).toEqual({ ended: 2 });
    for (const person of others) expect(await isIn(person)).toBe(false);
    expect(await isIn(ann)).toBe(true);
    expect((await bob.get(getSession)).data?.id).toBe(bob.id);
    expect((await ann.get(signOutDevices, { body: {} })).data).toEqual({ ended: 0 });
  });

  test('is not for the own one, that of somebody else, or one that never was', async () => {
    const bob = await app.person('Device Bert');
    const own = (await ownDevice(ann)).id;
    const bobs = (await bob.get(listDevices)).data[0]!.id;
    const answerTo = (deviceId: string) => ann.call(signOutDevices, { body: { deviceId } });
    for (const deviceId of [own, bobs, 'nothing', bob.id]) {
      expect(await answerTo(deviceId)).toMatchObject({ status: 404, code: 'DEVICE_NOT_FOUND' });
    }
    for (const deviceId of ['', 'x'.repeat(65), '../x', "' OR 1=1"]) {
      expect(await answerTo(deviceId)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    }
    expect(await isIn(ann)).toBe(true);
    expect((await bob.get(getSession)).data?.id).toBe(bob.id);
  });

  test('two who sign each other out at once: one of them stays', async () => {
    const phone = await elsewhere();
    const answers = await Promise.all([ann, phone].map((one) => one.call(signOutDevices, { body: {} })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect([await isIn(ann), await isIn(phone)].filter(Boolean)).toHaveLength(1);
  });

  test('one device twice at once: it ends once', async () => {
    const phone = await elsewhere();
    const { id } = await ownDevice(phone);
    const body = { deviceId: id };
    const answers = await Promise.all([1, 2, 3].map(() => ann.call(signOutDevices, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
  });

  /** A stream of the kept session among those of this person. */
  async function aStreamOfTheKept() {
    const rows = await app.deps.db.select().from(sessions).where(eq(sessions.userId, ann.id));
    const { id: sessionId, expiresAt: endsAt } = rows.find(({ isKept }) => isKept)!;
    const hub = aHub();
    const told: string[] = [];
    const end = vi.fn();
    const write = (text: string | Buffer) => void told.push(String(text));
    (await hub.prepare({ viewerId: ann.id, sessionId, endsAt })).open({ write, waiting: () => 0, end });
    const isOver = () => told.some((text) => text.includes('signed_out'));
    return { hub, end, isOver };
  }

  test('a stream goes on with a session that was used since, of which it knows nothing', async () => {
    const phone = await elsewhere({ keep: true });
    const { hub, end, isOver } = await aStreamOfTheKept();
    app.clock.advance(day_ms);
    expect(await isIn(phone)).toBe(true);
    app.clock.advance(30 * day_ms - 1);
    hub.heartbeat();
    await isIn(phone);
    expect(isOver()).toBe(false);
    app.clock.advance(30 * day_ms);
    hub.heartbeat();
    await expect.poll(() => end).toHaveBeenCalled();
    expect(isOver()).toBe(true);
    hub.stop();
  });

  test('and ends with one that does not stay any more', async () => {
    const phone = await elsewhere({ keep: true });
    const { hub, end, isOver } = await aStreamOfTheKept();
    app.clock.advance(2 * day_ms);
    await phone.get(keepSignedIn, { body: { keep: false } });
    app.clock.advance(day_ms - 1);
    hub.heartbeat();
    await isIn(phone);
    expect(isOver()).toBe(false);
    app.clock.advance(1);
    hub.heartbeat();
    await expect.poll(() => end).toHaveBeenCalled();
    expect(isOver()).toBe(true);
    hub.stop();
  });

  test('who asks must still be signed in when it comes to it', async () => {
    const phone = await elsewhere();
    const { id, name, avatarUrl, createdAt } = ann.user!;
    const actor = actorFor({ id, name, avatarUrl, createdAt: new Date(createdAt) });
    const asking = { actor, sessionId: 'ended a moment ago' };
    const refused = { code: 'SIGN_IN_REQUIRED' };
    await expect(endOtherSessions(app.deps, asking, undefined)).rejects.toMatchObject(refused);
    const none = async () => new Set<string>();
    await expect(keepSession(app.deps, asking, true, none)).rejects.toMatchObject(refused);
    expect([await isIn(ann), await isIn(phone)]).toEqual([true, true]);
  });

  test.each(['ended', 'is of somebody who was suspended'])(
    'a stream whose session %s on the way says only that it is over',
    async (what) => {
      let sessionId = 'gone';
      if (what !== 'ended') {
        const since = app.clock.read().toISOString();
        await app.deps.db.execute(
          sql`INSERT INTO standings (user_id, kind, since) VALUES (${ann.id}, 'suspended', ${since}::timestamptz)`,
        );
        sessionId = (await app.deps.db.select().from(sessions).where(eq(sessions.userId, ann.id)))[0]!.id;
      }
      const hub = aHub();
      const listener = { viewerId: ann.id, sessionId, endsAt: app.clock.read() };
      const told: string[] = [];
      const end = vi.fn();
      const write = (text: string | Buffer) => void told.push(String(text));
      const streamId = (await hub.prepare(listener)).open({ write, waiting: () => 0, end });
      expect(told).toEqual([expect.stringContaining('"signed_out"')]);
      expect(end).toHaveBeenCalledOnce();
      await expect(hub.sync(streamId, ann.id, [])).rejects.toMatchObject({ code: 'STREAM_UNKNOWN' });
      hub.stop();
    },
  );

  test('a stream that begins just then ends with the session', async () => {
    const phone = await elsewhere();
    const stream = TestStream.open(phone).catch(() => null);
    const ending = ann.get(signOutDevices, { body: {} });
    const opened = await stream;
    await ending;
    await opened?.untilEnd();
    expect(await isIn(phone)).toBe(false);
  });
});

describe('a sign-in', () => {
  const told = 'New sign-in | Chrome on Android. Was it not you? Sign it out in Settings.';

  test('is told to the other devices, and not to the one that signed in', async () => {
    const stream = await TestStream.open(ann);
    const phone = await elsewhere({ userAgent: chromeOnAndroid });
    await stream.until(({ type }) => type === 'devices_changed');
    stream.close();
    await allNotified(app.deps);
    const { list, badge } = await notificationsOf(ann);
    expect(badge).toBe(1);
    expect(list).toMatchObject([
      {
        code: 'new_device',
        type: 'SYSTEM',
        priority: 'high',
        read: false,
        params: { browser: 'chrome', system: 'android' },
      },
    ]);
    expect(await wordsTo(ann)).toEqual([told]);
    expect(await notificationsOf(phone)).toMatchObject({ list: [], badge: 0 });
    // Nor can it be put away there.
    await phone.get(readNotifications, { body: {} });
    await phone.get(readNotifications, { body: { ids: [list[0]!.id] } });
    await phone.get(clearNotifications, { body: {} });
    expect(await notificationsOf(ann)).toMatchObject({ badge: 1 });
    await ann.get(clearNotifications, { body: {} });
    expect(await wordsTo(ann)).toEqual([]);
  });

  test('is told to nobody where there is no other device, or the same one comes again', async () => {
    await allNotified(app.deps);
    expect(await wordsTo(ann)).toEqual([]);
    // The browser still had its session.
    await signInAt(ann, '/api/auth/sign-in?returnTo=/');
    const phone = await elsewhere();
    await ann.get(signOut, { body: {} });
    await allNotified(app.deps);
    await signInAt(phone, '/api/auth/sign-in?returnTo=/');
    await allNotified(app.deps);
    expect(await wordsTo(phone)).toEqual([]);
  });

  test('stays told until it is read, for 30 days, however many others come (NOTIF-025, 026)', async () => {
    await ann.get(keepSignedIn, { body: { keep: true } });
    await elsewhere({ userAgent: chromeOnAndroid });
    await allNotified(app.deps);
    app.clock.advance(29 * day_ms);
    await removeOldNotifications(app.deps);
    expect(await wordsTo(ann)).toEqual([told]);
    const { keptOfStrangers } = notificationLimits;
    for (let number = 0; number <= keptOfStrangers; number++) {
      const stranger = await app.person(`Busy ${round} ${number}`, { profile: false });
      const { id: messageId } = await ann.post();
      await stranger.get(addReaction, { body: { messageId, reactionType: 'HEART' } });
    }
    await allNotified(app.deps);
    expect(
      await rowsOf(app.deps.db, sql`SELECT 1 FROM notifications WHERE user_id = ${ann.id}`),
    ).toHaveLength(keptOfStrangers + 1);
    expect((await notificationsOf(ann)).badge).toBe(keptOfStrangers + 1);
    expect(await wordsTo(ann)).toContain(told);
    const stored = () =>
      rowsOf(app.deps.db, sql`SELECT 1 AS one FROM notifications WHERE user_id = ${ann.id}`);
    app.clock.advance(day_ms);
    expect(await wordsTo(ann)).not.toContain(told);
    app.clock.advance(day_ms);
    await removeOldNotifications(app.deps);
    expect(await stored()).toEqual([]);

    await elsewhere({ userAgent: chromeOnAndroid });
    await allNotified(app.deps);
    await ann.get(readNotifications, { body: {} });
    app.clock.advance(day_ms);
    expect(await wordsTo(ann)).toEqual([]);
    await removeOldNotifications(app.deps);
    expect(await stored()).toEqual([]);
  });
});
