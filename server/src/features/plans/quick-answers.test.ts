import { getConversation, listConversations } from '@dazi/contract/chat/conversation-views';
import {
  editMessage,
  markRead,
  removeMessage,
  searchMessages,
  sendMessage,
} from '@dazi/contract/chat/conversations';
import { sendPrivateMessage, startConversation } from '@dazi/contract/chat/private-conversations';
import { exportAccount } from '@dazi/contract/identity/identity';
import { appeal, decide, decideAppeal } from '@dazi/contract/moderation/decisions';
import { notificationText } from '@dazi/contract/notifications/notification-texts';
import {
  addPushSubscription,
  getPushKey,
  saveNotificationSettings,
} from '@dazi/contract/notifications/notifications';
import { leavePlan } from '@dazi/contract/plans/plan-people';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { callOffPlan } from '@dazi/contract/plans/plans';
import { quickAnswers } from '@dazi/contract/plans/plans.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { aRoom } from '#features/chat/rooms/rooms.builder.ts';
import { aCase, reasonGiven } from '#features/moderation/moderation.builder.ts';
import { allNotified, notificationsOf, pushDue } from '#features/notifications/notifications.builder.ts';
import { PushSender, pushKeysOf } from '#platform/push.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { filesOfArchive } from '../../testing/test-archive.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { TestPushService } from '../../testing/test-push-service.ts';
import { day_ms, furtherPlan, joined, planner } from './plans.builder.ts';
import { advancePlans } from './plans.jobs.ts';

let app: TestApp;
let service: TestPushService;
let mika: TestPerson;
let aoi: TestPerson;
let xiaoyu: TestPerson;
let stranger: TestPerson;
let planId: string;
let conversationId: string;
let round = 0;
beforeAll(async () => {
  service = await TestPushService.start();
  const env = { ADMIN_EMAILS: 'judge@people.example,rosa@people.example' };
  app = await startTestApp(env, {}, openTestDatabase, { trustedPushHost: service.host });
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  round++;
  service.pushed.length = 0;
  [mika, aoi, xiaoyu, stranger] = [
    await planner(app, `Mika ${round}`),
    await planner(app, `Aoi ${round}`),
    await planner(app, `Xiaoyu ${round}`),
    await planner(app, `Stranger ${round}`),
  ];
  planId = await furtherPlan(app, mika);
  await joined({ id: planId }, aoi, xiaoyu);
  const { mine } = (await mika.get(getPlan, { params: { planId } })).data;
  conversationId = mine.conversationId!;
});

const send = (as: TestPerson, content: string, rest: object = {}, to = conversationId) =>
  as.call(sendMessage, { params: { conversationId: to }, body: { type: 'QUICK', content, ...rest } });
const say = async (as: TestPerson, content: string, rest: object = {}) => {
  const body = { content, ...rest };
  return (await as.get(sendMessage, { params: { conversationId }, body })).data;
};
const answer = (as: TestPerson, content: string, rest: object = {}) =>
  say(as, content, { type: 'QUICK', ...rest });
const opened = async (as: TestPerson) => (await as.get(getConversation, { params: { conversationId } })).data;
const refused = { status: 400, code: 'MESSAGE_EMPTY' };

describe('a quick answer (PLAN-031)', () => {
  test('is a code that everybody in the plan gets, and counts as a message', async () => {
    await xiaoyu.get(markRead, { params: { conversationId }, body: {} });
    const sent = await answer(aoi, 'late_10', { clientId: 'tapped-once' });
    expect(sent).toMatchObject({ type: 'QUICK', content: 'late_10', event: null, editedAt: null });
    expect((await answer(aoi, 'late_10', { clientId: 'tapped-once' })).id).toBe(sent.id);
    const [listed] = (await xiaoyu.get(listConversations)).data;
    expect(listed).toMatchObject({ unreadCount: 1, lastMessage: { type: 'QUICK', content: 'late_10' } });
    expect((await opened(mika)).messages.at(-1)).toMatchObject({ content: 'late_10', senderId: aoi.id });
  });

  test.each(quickAnswers)('%s is one', async (code) => {
    expect((await answer(mika, code)).content).toBe(code);
  });

  test.each(['', 'On my way', 'ON_MY_WAY', 'on_my_way ', 'weather', '<b>here</b>', 'x'.repeat(5000)])(
    'is never words or another code: %s',
    async (content) => {
      const before = (await opened(aoi)).lastSequence;
      expect(await send(aoi, content)).toMatchObject(refused);
      expect((await opened(aoi)).lastSequence).toBe(before);
    },
  );

  test('is given in conversations of plans alone, by those in them', async () => {
    const room = await aRoom(mika);
    expect(await send(mika, 'here', {}, room.conversationId)).toMatchObject(refused);
    const two = await aPrivateConversation(mika, aoi);
    expect(await send(mika, 'here', {}, two)).toMatchObject(refused);
    const body = { type: 'QUICK', content: 'here', receiverId: stranger.id } as const;
    expect(await mika.call(sendPrivateMessage, { body })).toMatchObject(refused);
    const { id } = (await mika.get(startConversation, { body: { otherUserId: stranger.id } })).data;
    expect((await mika.get(getConversation, { params: { conversationId: id } })).data.lastMessage).toBeNull();
    expect(await send(stranger, 'here')).toMatchObject({ status: 403, code: 'NOT_A_MEMBER' });
    await aoi.get(leavePlan, { params: { planId }, body: {} });
    expect(await send(aoi, 'thanks')).toMatchObject({ status: 403, code: 'NOT_A_MEMBER' });
  });

  test('is refused once the conversation is closed', async () => {
    await mika.get(callOffPlan, { params: { planId }, body: { reason: 'weather' } });
    expect(await send(aoi, 'thanks')).toMatchObject({ status: 200 });
    app.clock.advance(3 * day_ms);
    await advancePlans(app.deps);
    const later = await app.person(aoi.user!.name);
    expect(await send(later, 'thanks')).toMatchObject({ status: 409, code: 'CONVERSATION_CLOSED' });
  });

  test('cannot be changed, and is taken back by who gave it', async () => {
    const { id: messageId } = await answer(aoi, 'here');
    const params = { conversationId, messageId };
    expect(await aoi.call(editMessage, { params, body: { content: 'thanks' } })).toMatchObject({
      status: 409,
      code: 'MESSAGE_NOT_EDITABLE',
    });
    expect(await xiaoyu.call(removeMessage, { params, body: {} })).toMatchObject({ status: 403 });
    const { data } = await aoi.get(removeMessage, { params, body: {} });
    expect(data).toMatchObject({ isDeleted: true, content: '', type: 'QUICK' });
  });

  test('is found by its words in the language of who looks', async () => {
    await say(mika, 'Are you late?');
    const { id } = await answer(aoi, 'late_10');
    const found = async (query: string, language?: 'en' | 'ja' | 'zh') =>
      (await mika.get(searchMessages, { params: { conversationId }, query: { query, language } })).data.map(
        (one) => one.id,
      );
    expect(await found('min late')).toEqual([id]);
    expect(await found('late')).toHaveLength(2);
    expect(await found('遅れ', 'ja')).toEqual([id]);
    expect(await found('晚到', 'zh')).toEqual([id]);
    expect(await found('晚到', 'ja')).toEqual([]);
    expect(await found('late_10')).toEqual([]);
    // However long ago it was.
    const many = 1100;
    await app.deps.db.execute(sql`WITH grown AS (UPDATE conversations SET last_sequence = last_sequence + ${many}::int,
        last_counted = last_counted + ${many}::int WHERE id = ${conversationId} RETURNING last_sequence - ${many}::int AS sequence, last_counted - ${many}::int AS counted)
      INSERT INTO messages (id, conversation_id, sequence, sender_id, type, content, counted, change, created_at)
      SELECT m.id || n, m.conversation_id, g.sequence + n, m.sender_id, 'TEXT', 'Hm', g.counted + n, 0, m.created_at
      FROM messages m CROSS JOIN grown g CROSS JOIN generate_series(1, ${many}::int) n WHERE m.id = ${id}`);
    expect(await found('min late')).toEqual([id]);
    expect(await found('late')).toHaveLength(2);
    expect(await found('遅れ', 'ja')).toEqual([id]);
  });

  test('that answers somebody notifies and pushes to them in their language', async () => {
    const sender = new PushSender(
      await pushKeysOf(app.deps.db, app.dataDir, null),
      app.deps.config.pushSubject,
      service.host,
    );
    const languages = [
      [mika, 'en', 'On my way'],
      [aoi, 'ja', '向かっています'],
      [xiaoyu, 'zh', '在路上了'],
    ] as const;
    for (const [person, language] of languages) {
      const { publicKey } = (await person.get(getPushKey)).data;
      await person.get(addPushSubscription, {
        body: { ...service.browser(`${language}-${round}`), language, publicKey },
      });
      await person.get(saveNotificationSettings, { body: { pushPreviews: true } });
    }
    await joined({ id: planId }, stranger);
    const asked = [];
    for (const [person] of languages) asked.push(await say(person, 'Where are you?'));
    for (const { id } of asked) await answer(stranger, 'on_my_way', { replyToId: id });
    await allNotified(app.deps);
    await pushDue(app.deps, sender);
    for (const [person, language, words] of languages) {
      const { list } = await notificationsOf(person);
      const [told] = list.filter(({ code }) => code === 'message_answered');
      expect(told!.params).toMatchObject({ quick: 'on_my_way', preview: null, group: null });
      expect(notificationText(language, told!.code, told!.params).message).toBe(words);
      const pushed = service.pushed.filter(({ to }) => to === `${language}-${round}`);
      expect(pushed.map(({ said }) => said)).toContainEqual(expect.objectContaining({ body: words }));
    }
  });

  test('is quoted by its code, and stands in the archive in words', async () => {
    const quoted = await answer(aoi, 'cannot_find');
    const reply = await say(mika, 'By the fountain', { replyToId: quoted.id });
    expect(reply.replyTo).toMatchObject({ type: 'QUICK', content: 'cannot_find' });
    const archive = Buffer.from(await (await aoi.fetch(exportAccount.path)).arrayBuffer());
    const [, kept] = [...filesOfArchive(archive)].find(([name]) => /messages\.json/.test(name))!;
    expect(String(kept)).toContain("I can't find you");
  });

  test('that was reported is read by moderators, goes and comes back', async () => {
    const { id: targetId } = await answer(aoi, 'start_without_me');
    const [judge, rosa] = [await app.person('Judge'), await app.person('Rosa')];
    const { snapshot, version } = await aCase(xiaoyu, judge, 'message', targetId);
    expect(snapshot).toMatchObject({ type: 'QUICK', content: 'start_without_me' });
    const target = { targetType: 'message', targetId } as const;
    const { data } = await judge.get(decide, { body: { target, version, action: 'remove', ...reasonGiven } });
    expect(data.about).toMatchObject({ excerpt: 'start_without_me', isQuick: true });
    expect((await opened(mika)).messages.at(-1)).toMatchObject({ isDeleted: true, content: '' });
    await aoi.get(appeal, { params: { decisionId: data.id }, body: { text: 'I was ill' } });
    const body = { outcome: 'lifted' as const, reason: 'So it was' };
    await rosa.get(decideAppeal, { params: { decisionId: data.id }, body });
    expect((await opened(mika)).messages.at(-1)).toMatchObject({ content: 'start_without_me' });
  });
});

describe('a mention in the conversation of a plan (PLAN-032)', () => {
  const told = async (as: TestPerson) => {
    await allNotified(app.deps);
    const [latest] = (await notificationsOf(as)).list.filter(({ code }) => code === 'mentioned');
    return latest!;
  };

  test('names the plan in the language of the reader', async () => {
    await say(aoi, `@${mika.user!.name} are you there?`);
    const { code, params } = await told(mika);
    const local = params.planOf!.local;
    expect(params.planOf).toMatchObject({ activity: 'badminton', title: null });
    const titleIn = (language: 'en' | 'ja' | 'zh') => notificationText(language, code, params).title;
    const clock = local.slice(11);
    expect(titleIn('en')).toMatch(new RegExp(`^${aoi.user!.name} mentioned you in Badminton, .*${clock}$`));
    // Japanese writes 9:30 without a zero.
    const inJapanese = clock.replace(/^0/, '');
    expect(titleIn('ja')).toMatch(new RegExp(`「バドミントン .* ${inJapanese}」`));
    expect(titleIn('zh')).toMatch(new RegExp(`“羽毛球 · .*${clock}”`));
  });

  test('by its title, where it has one', async () => {
    const titled = await furtherPlan(app, mika, { title: 'Thursday smashers' });
    await joined({ id: titled }, aoi);
    const { mine } = (await mika.get(getPlan, { params: { planId: titled } })).data;
    const params = { conversationId: mine.conversationId! };
    await aoi.get(sendMessage, { params, body: { content: `@${mika.user!.name} hi` } });
    expect((await told(mika)).title).toBe(`${aoi.user!.name} mentioned you in Thursday smashers`);
  });
});
