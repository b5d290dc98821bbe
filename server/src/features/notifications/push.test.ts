import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendMessage } from '@dazi/contract/chat/conversations';
import { signOut } from '@dazi/contract/identity/identity';
import { decide } from '@dazi/contract/moderation/decisions';
import {
  addPushSubscription,
  clearNotifications,
  getPushKey,
  readNotifications,
  removePushSubscription,
  saveNotificationSettings,
} from '@dazi/contract/notifications/notifications';
import { addReaction } from '@dazi/contract/posts/reactions';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import webPush from 'web-push';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { send, walletOf } from '#features/wallet/wallet.builder.ts';
import { builderOn, rowsOf } from '#platform/database/builder.ts';
import { PushSender, pushKeysOf } from '#platform/push.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { TestPerson } from '../../testing/test-person.ts';
import { signedBy, TestPushService } from '../../testing/test-push-service.ts';
import { allNotified } from './notifications.builder.ts';
import { pushDue } from './push.service.ts';

let app: TestApp;
let service: TestPushService;
let sender: PushSender;
let judge: TestPerson;
let aiko: TestPerson;
let ben: TestPerson;
let conversationId: string;
let round = 0;
beforeAll(async () => {
  service = await TestPushService.start();
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' }, {}, openTestDatabase, {
    trustedPushHost: service.host,
  });
  judge = await app.person('Judge');
  sender = new PushSender(
    await pushKeysOf(app.deps.db, app.dataDir, null),
    app.deps.config.pushSubject,
    service.host,
  );
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  round++;
  [aiko, ben] = [await app.person(`Aiko ${round}`), await app.person(`Ben ${round}`)];
  conversationId = await aPrivateConversation(aiko, ben);
  service.pushed.length = 0;
});
afterEach(() => service.answers.clear());

async function subscribe(person: TestPerson, name: string, language: 'en' | 'ja' | 'zh' = 'en') {
  const { publicKey } = (await person.get(getPushKey)).data;
  await person.get(addPushSubscription, { body: { ...service.browser(name), language, publicKey } });
}
const write = (content = 'Meet me at the fountain') =>
  aiko.get(sendMessage, { params: { conversationId }, body: { content } });
const push = async () => {
  await allNotified(app.deps);
  await pushDue(app.deps, sender);
};
const subscribed = async (person: TestPerson) =>
  (
    await rowsOf<{ endpoint: string }>(
      app.deps.db,
      sql`SELECT endpoint FROM push_subscriptions WHERE user_id = ${person.id} ORDER BY created_at, endpoint`,
    )
  ).map(({ endpoint }) => endpoint.split('/').at(-1));
const waiting = async () =>
  Number((await rowsOf<{ n: number }>(app.deps.db, sql`SELECT count(*) AS n FROM push_deliveries`))[0]!.n);

describe('what is pushed', () => {
  test('is encrypted, signed, and says nothing unless previews are wanted', async () => {
    await subscribe(ben, 'phone', 'ja');
    await write();
    await push();
    expect(service.to('phone')).toEqual([
      {
        id: `conversation-${conversationId}`,
        title: 'Dazi',
        body: '新しいお知らせがあります',
        language: 'ja',
        path: `/messages/${conversationId}`,
        stays: false,
      },
    ]);
    const { headers } = service.pushed[0]!;
    const claims = signedBy(String(headers.authorization), sender.publicKey);
    expect(claims).toMatchObject({ aud: `http://${service.host}`, sub: 'mailto:operator@localhost' });
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });
    expect(Number(headers.ttl)).toBeGreaterThan(0);
    await push();
    expect(service.pushed).toHaveLength(1);

    await ben.get(saveNotificationSettings, { body: { pushPreviews: true } });
    await subscribe(ben, 'laptop');
    await write('At eight');
    await push();
    expect(service.to('phone')[1]).toMatchObject({
      title: '新しいメッセージ',
      body: `Aiko ${round}：At eight (2)`,
      path: `/messages/${conversationId}`,
    });
    expect(service.to('laptop')).toMatchObject([
      { title: 'New message', body: `Aiko ${round}: At eight (2)` },
    ]);
    expect(service.pushed[1]!.headers.topic).toBe(service.pushed[0]!.headers.topic);
  });

  test('is no memo of somebody whom one does not know, previews or not', async () => {
    const eve = await app.person(`Eve ${round}`);
    await walletOf(ben);
    await push();
    await subscribe(ben, 'phone');
    await ben.get(saveNotificationSettings, { body: { pushPreviews: true } });
    await send(eve, ben, 1, { memo: 'You are a fool' });
    await send(aiko, ben, 1, { memo: 'For tea' });
    await push();
    // Two that are due are pushed side by side.
    expect(
      service
        .to('phone')
        .map(({ body }) => body)
        .sort(),
    ).toEqual([`Aiko ${round} sent you 0.01 DAZI: For tea`, `Eve ${round} sent you 0.01 DAZI`]);
  });

  test('is not what has a low priority', async () => {
    await subscribe(ben, 'phone');
    const { id } = await ben.post();
    await aiko.get(addReaction, { body: { messageId: id, reactionType: 'HEART' } });
    await push();
    expect(service.pushed).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('is nothing that was read or removed meanwhile', async () => {
    await subscribe(ben, 'phone');
    await write();
    await allNotified(app.deps);
    await ben.get(readNotifications, { body: {} });
    await pushDue(app.deps, sender);
    await write();
    await allNotified(app.deps);
    await ben.get(clearNotifications, { body: {} });
    await pushDue(app.deps, sender);
    expect(service.pushed).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('is nothing in quiet hours, and nothing of them afterwards', async () => {
    await subscribe(ben, 'phone');
    const hour = (offset: number) => {
      const at = new Date(app.clock.read().getTime() + offset * 60 * 60 * 1000);
      return at.toISOString().slice(11, 16);
    };
    const quietHours = { from: hour(-1), to: hour(1), timeZone: 'UTC' };
    await ben.get(saveNotificationSettings, { body: { quietHours } });
    await write();
    await push();
    app.clock.advance(60 * 60 * 1000);
    await push();
    expect(service.pushed).toEqual([]);
    await write();
    await push();
    expect(service.pushed).toHaveLength(1);
  });

  test('is to whoever was put out only what was decided about them', async () => {
    await subscribe(ben, 'phone');
    await ben.get(saveNotificationSettings, { body: { pushPreviews: true } });
    await write();
    const until = new Date(app.clock.read().getTime() + 24 * 60 * 60 * 1000).toISOString();
    const suspension = { action: 'suspend' as const, until, rule: 1, reason: 'You shouted at people.' };
    await judge.get(decide, { body: { personId: ben.id, ...suspension } });
    await push();
    expect(service.to('phone').map(({ title }) => title)).toEqual(['The moderators decided']);
    expect(await waiting()).toBe(0);
  });

  test('is a new sign-in in quiet hours too, to all devices but that one', async () => {
    await subscribe(ben, 'phone');
    const quietHours = { from: '00:00', to: '00:00', timeZone: 'UTC' };
    await ben.get(saveNotificationSettings, { body: { quietHours, pushPreviews: true } });
    const laptop = await new TestPerson(app.url).signIn(`Ben ${round}`);
    // It is pushed to before anybody has read the notice.
    await subscribe(laptop, 'laptop');
    await write();
    await push();
    expect(service.pushed.map(({ to, said }) => [to, said])).toEqual([
      [
        'phone',
        expect.objectContaining({
          title: 'New sign-in',
          body: 'Another browser on another system. Was it not you? Sign it out in Settings.',
          path: '/settings/devices',
          stays: true,
        }),
      ],
    ]);
    expect(service.pushed[0]!.headers.urgency).toBe('high');
    expect(await waiting()).toBe(0);
  });
});

describe('a browser', () => {
  test('that wants no more is forgotten (404, 410)', async () => {
    await subscribe(ben, 'phone');
    await subscribe(ben, 'laptop');
    service.answers.set('phone', [410]);
    service.answers.set('laptop', [404]);
    await write();
    await push();
    expect(await subscribed(ben)).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('whose service is away is tried a little, and holds up no other', async () => {
    await subscribe(ben, 'phone');
    await subscribe(ben, 'laptop');
    service.answers.set('phone', [500, 429, 503]);
    await write();
    await push();
    expect([service.to('phone').length, service.to('laptop').length]).toEqual([0, 1]);
    for (const [after_ms, left] of [
      [4_999, 1],
      [1, 1],
      [60_000, 0],
      [60_000, 0],
    ] as const) {
      app.clock.advance(after_ms);
      await pushDue(app.deps, sender);
      expect([after_ms, await waiting()]).toEqual([after_ms, left]);
    }
    expect(service.to('phone')).toEqual([]);
    expect(service.answers.get('phone')).toEqual([]);
    expect(service.to('laptop')).toHaveLength(1);
    expect(await subscribed(ben)).toEqual(['laptop', 'phone']);
    service.answers.set('phone', [500]);
    await write();
    await push();
    app.clock.advance(5_000);
    await push();
    expect(service.to('phone')).toHaveLength(1);
  });

  test('whose service never answers holds up no other either', async () => {
    await subscribe(ben, 'phone');
    await subscribe(ben, 'laptop');
    service.answers.set('phone', [null]);
    await write();
    await allNotified(app.deps);
    const keys = await pushKeysOf(app.deps.db, app.dataDir, null);
    const pushing = pushDue(app.deps, new PushSender(keys, app.deps.config.pushSubject, service.host, 2000));
    await expect.poll(() => service.to('laptop').length).toBe(1);
    await pushing;
    expect(await waiting()).toBe(1);
    await app.deps.db.execute(sql`DELETE FROM push_deliveries`);
  });

  test('gets one after the other in the order in which it happened, and waits for none but the first', async () => {
    await subscribe(ben, 'phone');
    service.answers.set('phone', [null]);
    await walletOf(aiko);
    for (const amount of [1, 2, 3]) await send(aiko, ben, amount);
    await allNotified(app.deps);
    const [asked, due] = [service.asked, await waiting()];
    expect(due).toBeGreaterThan(2);
    const keys = await pushKeysOf(app.deps.db, app.dataDir, null);
    await pushDue(app.deps, new PushSender(keys, app.deps.config.pushSubject, service.host, 300));
    expect([service.asked - asked, await waiting()]).toEqual([1, due]);
    app.clock.advance(5000);
    await push();
    const ids = service.to('phone').map(({ id }) => id);
    expect(ids).toHaveLength(due);
    expect(ids).toEqual(ids.toSorted());
    expect(await waiting()).toBe(0);
  });

  test('that a node took with it when it went down is pushed to by another one a minute later', async () => {
    await subscribe(ben, 'phone');
    await write();
    await allNotified(app.deps);
    await app.deps.db.execute(
      sql`UPDATE push_deliveries SET attempts = 1, due_at = ${new Date(app.clock.read().getTime() + 60_000).toISOString()}::timestamptz`,
    );
    await pushDue(app.deps, sender);
    expect(service.pushed).toEqual([]);
    app.clock.advance(60_000);
    await Promise.all([pushDue(app.deps, sender), pushDue(app.deps, sender)]);
    expect(service.pushed).toHaveLength(1);
  });

  test('ends with its session: signed out, expired, or taken by somebody else', async () => {
    await subscribe(ben, 'phone');
    await ben.get(signOut, { body: {} });
    expect(await subscribed(ben)).toEqual([]);

    await ben.signIn(`Ben ${round}`);
    await subscribe(ben, 'phone');
    // Another account on the same browser: the session before ends.
    const shared = app.visitor();
    for (const [name, value] of ben.cookies) shared.cookies.set(name, value);
    await shared.signIn(`Somebody else ${round}`);
    expect(await subscribed(ben)).toEqual([]);

    await ben.signIn(`Ben ${round}`);
    const browser = service.browser('tablet');
    const { publicKey } = (await ben.get(getPushKey)).data;
    const body = { ...browser, language: 'en' as const, publicKey };
    await ben.get(addPushSubscription, { body });
    await shared.get(addPushSubscription, { body });
    expect([await subscribed(ben), await subscribed(shared)]).toEqual([[], ['tablet']]);
    await ben.get(removePushSubscription, { body: { endpoint: browser.endpoint } });
    expect(await subscribed(shared)).toEqual(['tablet']);
    await shared.get(removePushSubscription, { body: { endpoint: browser.endpoint } });
    expect(await subscribed(shared)).toEqual([]);

    await subscribe(ben, 'phone');
    await app.deps.db.execute(
      sql`UPDATE sessions SET expires_at = ${app.clock.read().toISOString()}::timestamptz WHERE user_id = ${ben.id}`,
    );
    await write();
    await push();
    expect(service.pushed).toEqual([]);
  });

  test('of one account there are at most twenty, the latest', async () => {
    for (let number = 0; number < 22; number++) {
      app.clock.advance(1);
      await subscribe(ben, `phone${number}`);
    }
    const left = await subscribed(ben);
    expect([left.length, left[0], left.at(-1)]).toEqual([20, 'phone2', 'phone21']);
  });
});

test.each([
  'https://127.0.0.1/push',
  'https://10.1.2.3/push',
  'https://[::1]/push',
  'https://169.254.169.254/latest',
  'https://localhost/push',
  'https://user:secret@push.example/1',
  'http://push.example/1',
  'ftp://push.example/1',
  'no address',
])('nobody pushes to %s', async (endpoint) => {
  const { keys } = service.browser('nobody');
  const body = { endpoint, keys, language: 'en' as const, publicKey: sender.publicKey };
  expect(await ben.call(addPushSubscription, { body })).toMatchObject({
    status: 400,
    code: 'PUSH_ADDRESS_REFUSED',
  });
  expect(await subscribed(ben)).toEqual([]);
});

test.each([
  { p256dh: '', auth: '' },
  { p256dh: 'AAAA', auth: 'AAAA' },
  { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') },
])('keys that nothing can be encrypted for are refused: %j', async (keys) => {
  const body = { endpoint: service.address('x'), keys, language: 'en' as const, publicKey: 'x' };
  expect(await ben.call(addPushSubscription, { body })).toMatchObject({
    status: 400,
    code: 'PUSH_KEYS_INVALID',
  });
});

describe('the keys by which push services know this server', () => {
  const directory = () => mkdtempSync(join(app.dataDir, 'node-'));

  test('are made once and shared by all nodes', async () => {
    const keys = await pushKeysOf(app.deps.db, directory(), null);
    expect((await ben.get(getPushKey)).data.publicKey).toBe(keys.publicKey);
    expect(await pushKeysOf(app.deps.db, directory(), null)).toEqual(keys);
    const given = { publicKey: 'given', privateKey: 'given' };
    expect(await pushKeysOf(app.deps.db, directory(), given)).toEqual(given);
    expect(await pushKeysOf(app.deps.db, directory(), null)).toEqual(keys);
  });

  test('are those of an earlier version where its directory has some', async () => {
    const earlier = directory();
    const pair = webPush.generateVAPIDKeys();
    mkdirSync(join(earlier, 'secrets'));
    writeFileSync(join(earlier, 'secrets', 'push-keys.json'), JSON.stringify(pair));
    const database = await openTestDatabase();
    const db = builderOn(database);
    expect(await pushKeysOf(db, earlier, null)).toEqual(pair);
    expect(await pushKeysOf(db, directory(), null)).toEqual(pair);
    await database.close();
  });
});

test('a name that leads into this network is found out when it is connected to', async () => {
  const strict = new PushSender(
    await pushKeysOf(app.deps.db, app.dataDir, null),
    'mailto:operator@localhost',
  );
  const { keys } = service.browser('nobody');
  const asked = service.asked;
  const message = { body: '{}', topic: 'x', isUrgent: false };
  expect(strict.accepts('https://push.localhost/1')).toBe(true);
  expect(await strict.send({ endpoint: 'https://push.localhost/1', ...keys }, message)).toBe('later');
  expect(await strict.send({ endpoint: service.address('nobody'), ...keys }, message)).toBe('gone');
  expect(service.asked).toBe(asked);
});
