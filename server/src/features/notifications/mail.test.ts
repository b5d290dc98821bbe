import { sendMessage } from '@dazi/contract/chat/conversations';
import { removeAccount } from '@dazi/contract/identity/identity';
import { clockFormat } from '@dazi/contract/kernel/clock-format';
import { decide } from '@dazi/contract/moderation/decisions';
import { report } from '@dazi/contract/moderation/moderation';
import { getMailSettings, saveMailSettings } from '@dazi/contract/notifications/mail';
import { mailLimits } from '@dazi/contract/notifications/mail.rules';
import { readNotifications } from '@dazi/contract/notifications/notifications';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { appointModerator, openSession } from '#features/identity/identity.service.ts';
import { tellOverdue } from '#features/moderation/moderation.builder.ts';
import { aPlan, localIn, ready } from '#features/plans/plans.builder.ts';
import type { Deps } from '#platform/deps.ts';
import { type Mailer, openMailer } from '#platform/mail.ts';
import { noMeasures } from '#platform/measures.ts';
import { notices, reportTargets } from '../../areas.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { emailOf, type TestPerson } from '../../testing/test-person.ts';
import { TestSmtp } from '../../testing/test-smtp.ts';
import { sendDueMails, waitingMails } from './mail.service.ts';
import { orderDigests } from './mail-digest.service.ts';
import { allNotified } from './notifications.builder.ts';

const hour_ms = 60 * 60 * 1000;
const day_ms = 24 * hour_ms;

let smtp: TestSmtp;
let app: TestApp;
let deps: Deps;
let mailer: Mailer;
let judge: TestPerson;
let ann: TestPerson;
let round = 0;
/** What was counted. */
const given: string[] = [];
const failures = () => given.filter((what) => what === 'mail_failed').length;
const logged: string[] = [];
beforeAll(async () => {
  smtp = await TestSmtp.start();
  const mail = {
    smtp: { host: '127.0.0.1', port: smtp.port, isSecure: false, login: null },
    from: { name: 'Dazi', address: 'dazi@dazi.example' },
  };
  const logTo = { write: (line: string) => void logged.push(line) };
  app = await startTestApp(
    { ADMIN_EMAILS: 'judge@people.example' },
    { mail, logLevel: 'info' },
    openTestDatabase,
    { logTo },
  );
  deps = {
    ...app.deps,
    measures: { ...noMeasures, count: (what) => void given.push(what) },
  };
  mailer = openMailer(mail);
  judge = await app.person('Judge');
});
afterAll(async () => {
  mailer.close();
  await app.close();
  await smtp.close();
});
beforeEach(async () => {
  await back(judge);
  ann = await app.person(`Ann ${++round}`);
});
afterEach(async () => {
  await app.deps.db.execute(sql`DELETE FROM mails`);
  smtp.received.length = 0;
  smtp.asked.length = 0;
  smtp.refusals.clear();
});

const addressOf = (person: TestPerson) => person.user!.email!;
const speaks = (person: TestPerson, language: 'en' | 'ja' | 'zh') =>
  openSession(app.deps, person.id, { language });
async function mailed() {
  await allNotified(app.deps);
  await sendDueMails(deps, mailer, notices);
  return smtp.received;
}
/** Signed in once more: sessions end while the clock goes on. */
async function back(person: TestPerson) {
  person.cookies.set('dazi_session', (await openSession(app.deps, person.id)).token);
}
async function sentLater(ms: number) {
  app.clock.advance(ms);
  await sendDueMails(deps, mailer, notices);
}
const inDays = (days: number) => new Date(app.clock.read().getTime() + days * day_ms).toISOString();
const suspended = async (person: TestPerson, changes = {}) =>
  (
    await judge.get(decide, {
      body: {
        personId: person.id,
        action: 'suspend',
        until: inDays(7),
        rule: 1,
        reason: 'You shouted <at> people.',
        ...changes,
      },
    })
  ).data;
const wantsDigest = (person: TestPerson, language: 'en' | 'ja' | 'zh' = 'en') =>
  person.get(saveMailSettings, { body: { digest: true, language } });
/** Something unread for somebody. */
async function hearing(person: TestPerson, content = 'The secret is at the fountain') {
  const other = await app.person(`Other ${round}`);
  const conversationId = await aPrivateConversation(other, person);
  await other.get(sendMessage, { params: { conversationId }, body: { content } });
}
async function digested() {
  app.clock.advance(mailLimits.digestEvery_ms);
  await orderDigests(deps);
  await sendDueMails(deps, mailer, notices);
  await back(ann);
}

describe('who is put out', () => {
  test('is told by mail why, until when and how to appeal, once', async () => {
    const { id, until } = await suspended(ann);
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: addressOf(ann), subject: 'Your Dazi account is suspended' });
    const at = clockFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    expect(mail!.text).toContain(`Until ${at.format(new Date(until!))} UTC`);
    expect(mail!.text).toContain('What the moderators write: You shouted <at> people.');
    expect(mail!.text).toContain('You can appeal once');
    expect(mail!.text).toContain(`${app.url}/account/decisions/${id}`);
    expect(mail!.html).toContain(`href="${app.url}/account/decisions/${id}"`);
    expect(mail!.html).toContain('shouted &#60;at&#62; people');
    expect(mail!.headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      from: 'Dazi <dazi@dazi.example>',
    });
    await mailed();
    await sentLater(day_ms);
    expect(smtp.received).toHaveLength(1);
    expect(await waitingMails(deps)).toBe(0);
  });

  test.each([
    ['ja', 'Daziのアカウントが閉鎖されました', '約束1：', '異議'],
    ['zh', '你的 Dazi 账号已被关闭', '公约第1条：', '申诉'],
  ] as const)('in the language of their last sign-in, %s', async (language, subject, rule, appeal) => {
    await speaks(ann, language);
    await suspended(ann, { action: 'close', until: undefined });
    const [mail] = await mailed();
    expect(mail).toMatchObject({ to: addressOf(ann), subject });
    expect(mail!.text).toContain(rule);
    expect(mail!.text).toContain(appeal);
    expect(mail!.html).toContain(`lang="${language === 'zh' ? 'zh-Hans' : 'ja'}"`);
  });

  test('of less no mail tells, nor whom nobody vouches for, nor who has left', async () => {
    await suspended(ann, { action: 'warn', until: undefined });
    const [bea, cleo] = [await app.person(`Bea ${round}`), await app.person(`Cleo ${round}`)];
    await app.deps.db.execute(sql`UPDATE users SET email_verified = false WHERE id = ${bea.id}`);
    await suspended(bea);
    await suspended(cleo);
    await allNotified(app.deps);
    await cleo.get(removeAccount, { params: { userId: cleo.id }, body: {} });
    expect(await mailed()).toEqual([]);
    expect(await waitingMails(deps)).toBe(0);
  });
});

describe('a mail that is not taken', () => {
  const retries = [60_000, 10 * 60_000, hour_ms, 6 * hour_ms];

  test('is tried again, each time after longer, under the same id', async () => {
    smtp.refusals.set(addressOf(ann), [451, 451]);
    await suspended(ann);
    await mailed();
    expect([smtp.asked.length, smtp.received.length]).toEqual([1, 0]);
    await sentLater(retries[0]! - 1);
    expect(smtp.asked).toHaveLength(1);
    await sentLater(1);
    expect([smtp.asked.length, smtp.received.length]).toEqual([2, 0]);
    const rows = await app.deps.db.execute(sql`SELECT id FROM mails`);
    await sentLater(retries[1]!);
    expect([smtp.asked.length, smtp.received.length]).toEqual([3, 1]);
    const [{ id }] = rows as unknown as [{ id: string }];
    expect(smtp.received[0]!.headers['message-id']).toBe(`<${id}@${new URL(app.url).hostname}>`);
  });

  test('is given up after five tries, with a line that names nobody', async () => {
    const before = failures();
    logged.length = 0;
    smtp.refusals.set(addressOf(ann), [451, 451, 451, 451, 451, 451]);
    await suspended(ann);
    await mailed();
    for (const wait of retries) await sentLater(wait);
    expect([smtp.asked.length, await waitingMails(deps), failures() - before]).toEqual([5, 0, 1]);
    await sentLater(day_ms);
    expect(smtp.asked).toHaveLength(5);
    const lines = logged.filter((line) => /mail/.test(line));
    expect(lines.filter((line) => line.includes('mail given up'))).toHaveLength(1);
    expect(logged.join()).not.toContain('people.example');
  });

  test('is given up at once by a server that knows no such address, and not by one that wants another password', async () => {
    const before = failures();
    smtp.refusals.set(addressOf(ann), [550]);
    await suspended(ann);
    await mailed();
    expect([smtp.asked.length, await waitingMails(deps), failures() - before]).toEqual([1, 0, 1]);

    const nobody = { host: '127.0.0.1', port: 1, isSecure: false, login: null };
    const away = openMailer({ smtp: nobody, from: { name: '', address: 'dazi@dazi.example' } });
    const bea = await app.person(`Bea ${round}`);
    await suspended(bea);
    await allNotified(app.deps);
    await sendDueMails(deps, away, notices);
    away.close();
    expect([await waitingMails(deps), failures() - before]).toEqual([1, 1]);
  });

  test('two nodes that send at once send it once', async () => {
    await suspended(ann);
    await allNotified(app.deps);
    await Promise.all(Array.from({ length: 4 }, () => sendDueMails(deps, mailer, notices)));
    expect(smtp.received).toHaveLength(1);
  });
});

describe('reports that wait', () => {
  async function reported(reason: 'spam' | 'unsafe_meeting') {
    const { id } = await ann.post();
    const bob = await app.person(`Bob ${round}`);
    await bob.get(report, { body: { targetType: 'post', targetId: id, reason } });
  }

  test('are told to administrators alone, once until they look, and again when they are overdue', async () => {
    await speaks(judge, 'ja');
    const walt = await app.person(`Walt ${round}`);
    await app.deps.transact((inner) => appointModerator(inner, walt.id, judge.id));
    await reported('spam');
    await reported('spam');
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: emailOf('Judge'), subject: 'Dazi：報告が届いています' });
    expect(mail!.text).toContain(`${app.url}/moderation`);
    await reported('spam');
    expect(await mailed()).toHaveLength(1);

    app.clock.advance(8 * day_ms);
    await tellOverdue(app.deps, reportTargets);
    expect((await mailed()).slice(1)).toMatchObject([
      { to: emailOf('Judge'), subject: 'Dazi：期限を過ぎた報告があります' },
    ]);
  });

  test('are not told to who has looked meanwhile', async () => {
    await allNotified(app.deps);
    await judge.get(readNotifications, { body: {} });
    await reported('unsafe_meeting');
    await allNotified(app.deps);
    await judge.get(readNotifications, { body: {} });
    await sendDueMails(deps, mailer, notices);
    expect(smtp.received).toEqual([]);
  });
});

describe('the weekly mail', () => {
  test('is asked for, says numbers alone, and comes once a week', async () => {
    expect((await ann.get(getMailSettings)).data).toEqual({
      offered: true,
      address: addressOf(ann),
      digest: false,
    });
    expect((await wantsDigest(ann, 'en')).data.digest).toBe(true);
    await hearing(ann);
    await ready(ann);
    await aPlan(app, ann, { local: localIn(app, 10 * day_ms), title: 'Badminton at my place' });
    await allNotified(app.deps);
    await orderDigests(deps);
    await sendDueMails(deps, mailer, notices);
    expect(smtp.received).toEqual([]);

    await digested();
    const [mail, ...others] = smtp.to(addressOf(ann));
    expect(others).toEqual([]);
    expect(mail!.text).toContain('1 unread message\n');
    expect(mail!.text).toContain('1 plan ahead');
    expect(mail!.text + mail!.html).not.toMatch(/fountain|secret|Badminton|Other/i);
    await orderDigests(deps);
    await sendDueMails(deps, mailer, notices);
    expect(smtp.to(addressOf(ann))).toHaveLength(1);
    await digested();
    expect(smtp.to(addressOf(ann))).toHaveLength(2);
  });

  test('speaks the language it was asked for in', async () => {
    await wantsDigest(ann, 'zh');
    await hearing(ann);
    await digested();
    expect(smtp.to(addressOf(ann))).toMatchObject([{ subject: '你在 Dazi 的一周' }]);
    expect(smtp.to(addressOf(ann))[0]!.text).toContain('1 条未读消息');
  });

  test('goes to nobody for whom nothing waits, who is put out, or who has left, however late that was', async () => {
    const people = await Promise.all(
      ['Idle', 'Out', 'Late', 'Gone', 'Off'].map((name) => app.person(`${name} ${round}`)),
    );
    const [, out, late, gone, off] = people as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
    for (const person of people) await wantsDigest(person);
    for (const person of [out, late, gone, off]) await hearing(person);
    await suspended(out, { until: inDays(60) });
    await gone.get(removeAccount, { params: { userId: gone.id }, body: {} });
    await allNotified(app.deps);
    await app.deps.db.execute(sql`DELETE FROM mails`);
    app.clock.advance(mailLimits.digestEvery_ms);
    await orderDigests(deps);
    for (const person of [judge, off]) await back(person);
    await suspended(late);
    await off.get(saveMailSettings, { body: { digest: false, language: 'en' } });
    await sendDueMails(deps, mailer, notices);
    for (const person of people) expect(smtp.to(addressOf(person))).toEqual([]);
  });

  test('ends by one request of a mail program, by the button of its page, and not by being looked at', async () => {
    await wantsDigest(ann, 'ja');
    await hearing(ann);
    await digested();
    const [mail] = smtp.to(addressOf(ann));
    expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const link = /^<(.+)>$/.exec(mail!.headers['list-unsubscribe']!)![1]!;
    expect(mail!.text).toContain(link);
    const isOn = async () => (await ann.get(getMailSettings)).data.digest;

    const page = await fetch(link);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<form method="post"><button>配信を停止する');
    expect(await isOn()).toBe(true);
    const program = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    const headers = { origin: 'https://mail.example' };
    for (const _time of [1, 2]) {
      const answer = await fetch(link, { ...program, headers });
      expect([answer.status, (await answer.text()).includes('停止しました')]).toEqual([200, true]);
      expect(await isOn()).toBe(false);
    }
    await digested();
    expect(smtp.to(addressOf(ann))).toHaveLength(1);

    const [{ kept }] = (await app.deps.db.execute(
      sql`SELECT string_agg(l::text, '') AS kept FROM mail_links l`,
    )) as unknown as [{ kept: string }];
    expect(kept).not.toContain(new URL(link).searchParams.get('token'));
    const other = new URL(link);
    other.searchParams.set('token', 'x'.repeat(43));
    await wantsDigest(ann);
    for (const wrong of [other.href, link.replace(/token=[^&]+/, 'token=short'), link.replace(/\?.*/, '')]) {
      expect((await fetch(wrong)).status).toBe(404);
      expect((await fetch(wrong, program)).status).toBe(404);
    }
    app.clock.advance(mailLimits.unsubscribing_ms);
    expect((await fetch(link, program)).status).toBe(404);
    await orderDigests(deps);
    const left = (await app.deps.db.execute(
      sql`SELECT 1 FROM mail_links WHERE user_id = ${ann.id}`,
    )) as unknown[];
    expect(left).toEqual([]);
  });

  test('cannot be asked for without an address, or where no mail is sent', async () => {
    const asked = { body: { digest: true, language: 'en' as const } };
    await app.deps.db.execute(sql`UPDATE users SET email_verified = false WHERE id = ${ann.id}`);
    expect(await ann.call(saveMailSettings, asked)).toMatchObject({
      status: 409,
      code: 'MAIL_ADDRESS_MISSING',
    });
    const plain = await startTestApp();
    try {
      const bob = await plain.person('Bob');
      expect((await bob.get(getMailSettings)).data).toMatchObject({ offered: false, digest: false });
      expect(await bob.call(saveMailSettings, asked)).toMatchObject({
        status: 409,
        code: 'MAIL_NOT_OFFERED',
      });
      await bob.get(saveMailSettings, { body: { digest: false, language: 'en' } });
    } finally {
      await plain.close();
    }
  });
});
