import { countUnread } from '@dazi/contract/chat/conversation-views';
import {
  changeConversationSettings,
  editMessage,
  type Message,
  reactToMessage,
  markRead as readConversation,
  removeMessage,
  sendMessage,
} from '@dazi/contract/chat/conversations';
import { sharePresence } from '@dazi/contract/chat/presence';
import { answerMessageRequest, sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import {
  answerJoinRequest,
  banParticipant,
  joinRoom,
  leaveRoom,
  removeParticipant,
} from '@dazi/contract/chat/rooms';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import { removeAccount } from '@dazi/contract/identity/identity';
import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';
import {
  clearNotifications,
  countNotifications,
  getNotificationSettings,
  listNotifications,
  listUnnotified,
  markNotified,
  type Notification,
  readNotifications,
  removeNotification,
  saveNotificationSettings,
} from '@dazi/contract/notifications/notifications';
import { notificationPath } from '@dazi/contract/notifications/notifications.rules';
import { defaultPreferences } from '@dazi/contract/people/default-profile.rules';
import { addComment, removeComment } from '@dazi/contract/posts/comments';
import { removePost } from '@dazi/contract/posts/posts';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { addReaction, removeReaction } from '@dazi/contract/posts/reactions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { personBlocked, personUnblocked } from '#features/people/blocks/blocks.service.ts';
import { walletMoved } from '#features/wallet/wallet.builder.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { type NoticeKind, publishNotice } from '#platform/notices.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { allNotified, notificationsOf, wordsTo } from './notifications.builder.ts';
import { removeOldNotifications } from './notifications.service.ts';

let app: TestApp;
let aiko: TestPerson;
let ben: TestPerson;
let cleo: TestPerson;
let people = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** New people each time: nobody has been told of anything. */
beforeEach(async () => {
  people++;
  [aiko, ben, cleo] = [
    await app.person(`Aiko ${people}`),
    await app.person(`Ben ${people}`),
    await app.person(`Cleo ${people}`),
  ];
});

const make = () => allNotified(app.deps);
const react = (person: TestPerson, messageId: string, reactionType = 'HEART') =>
  person.get(addReaction, { body: { messageId, reactionType } });
const comment = async (person: TestPerson, messageId: string, content: string, parentId?: string) =>
  (await person.get(addComment, { body: { messageId, content, parentId: parentId ?? null } })).data.id;
const say = async (person: TestPerson, conversationId: string, content: string, more: object = {}) =>
  (await person.get(sendMessage, { params: { conversationId }, body: { content, ...more } })).data;
const archive = (person: TestPerson, conversationId: string, isArchived: boolean) =>
  person.get(changeConversationSettings, { params: { conversationId }, body: { isArchived } });
const give = <Facts extends object>(kind: NoticeKind<Facts>, facts: NoInfer<Facts>) =>
  app.deps.transact(async (inner) => publishNotice(inner, kind, facts));
const farAway = { latitude: 49.28, longitude: -123.12 };
const only = async (person: TestPerson): Promise<Notification> => {
  await make();
  const { list } = await notificationsOf(person);
  expect(list).toHaveLength(1);
  return list[0]!;
};
const nothing = { list: [], badge: 0, nextCursor: null };
const wish = (person: TestPerson, wishes: Partial<typeof defaultPreferences.notificationSettings>) =>
  person.saveProfile({
    preferences: { notificationSettings: { ...defaultPreferences.notificationSettings, ...wishes } },
  });

describe('posts', () => {
  test('reactions are one notification that grows and becomes unread again (NOTIF-019)', async () => {
    const { id } = await aiko.post({ content: 'Chess in the park?' });
    await react(ben, id);
    await react(aiko, id);
    const first = await only(aiko);
    expect(first).toMatchObject({
      type: 'MESSAGE_REACTION',
      code: 'post_reacted',
      message: `Ben ${people} reacted to your post`,
      data: { messageId: id, userId: ben.id },
      read: false,
      priority: 'low',
      params: { preview: 'Chess in the park?' },
    });
    expect(notificationPath(first)).toBe(`/post/${id}`);
    await aiko.get(readNotifications, { body: { ids: [first.id] } });
    expect(await notificationsOf(aiko)).toMatchObject({ badge: 0, list: [{ read: true }] });
    app.clock.advance(1000);
    await react(cleo, id, 'SAD');
    const second = await only(aiko);
    expect(second).toMatchObject({
      id: first.id,
      read: false,
      message: `Cleo ${people} and 1 other reacted to your post`,
    });
    expect(Date.parse(second.createdAt) - Date.parse(first.createdAt)).toBe(1000);
    await react(cleo, id, 'LAUGH');
    expect(await only(aiko)).toMatchObject({ params: { others: 1 } });
    expect(await notificationsOf(ben)).toEqual(nothing);
  });

  test('a reaction taken back, a comment and a post removed tell nothing any more', async () => {
    const { id } = await aiko.post();
    const other = await aiko.post();
    await react(ben, id, 'HEART');
    const commentId = await comment(ben, id, 'Gladly');
    await react(ben, other.id);
    await make();
    expect(await notificationsOf(aiko)).toMatchObject({ badge: 3 });
    await ben.get(removeReaction, { body: { messageId: id, reactionType: 'HEART' } });
    expect(await notificationsOf(aiko)).toMatchObject({ badge: 2 });
    await ben.get(removeComment, { params: { commentId }, body: {} });
    expect(await notificationsOf(aiko)).toMatchObject({
      badge: 1,
      list: [{ data: { messageId: other.id } }],
    });
    await aiko.get(removePost, { params: { messageId: other.id }, body: {} });
    expect(await notificationsOf(aiko)).toEqual(nothing);
  });

  test('comments tell the author, answers tell whom they answer, each once (NOTIF-037)', async () => {
    const { id } = await aiko.post();
    const long = `${'ah '.repeat(16)}👋🏽 and so on for quite a while`;
    const first = await comment(ben, id, long);
    expect(await only(aiko)).toMatchObject({
      type: 'NEW_MESSAGE',
      title: 'New comment',
      params: { preview: expect.stringMatching(/^(ah ){16}👋🏽…$/u) },
    });
    await comment(aiko, id, 'Good', first);
    await comment(aiko, id, 'To myself');
    expect(await only(ben)).toMatchObject({ code: 'comment_answered', params: { preview: 'Good' } });
    const own = await comment(aiko, id, 'Mine');
    await comment(ben, id, 'To you', own);
    await make();
    expect((await wordsTo(aiko))[0]).toBe(`New reply | Ben ${people} replied to your comment: To you`);
    expect(await notificationsOf(aiko)).toMatchObject({ badge: 2 });
    expect(await notificationsOf(cleo)).toEqual(nothing);
  });

  test('what stands below a comment of somebody hidden is told to nobody who does not see it', async () => {
    const { id } = await aiko.post();
    const root = await comment(cleo, id, 'Mine');
    const answer = await comment(ben, id, 'And mine', root);
    for (const person of [aiko, ben]) await block(app.deps, person, cleo);
    await make();
    const before = [await notificationsOf(aiko), await notificationsOf(ben)];
    await comment(await app.person('Dina'), id, 'To you two', answer);
    await make();
    expect([await notificationsOf(aiko), await notificationsOf(ben)]).toEqual(before);
  });

  test('what one does not want to be told of is not made (PROF-025)', async () => {
    const { id } = await aiko.post();
    await wish(aiko, { reactions: false });
    await react(ben, id);
    const hers = await comment(ben, id, 'Hello');
    expect(await only(aiko)).toMatchObject({ code: 'post_commented' });
    await wish(ben, { newMessages: false });
    await comment(aiko, id, 'Hi', hers);
    await make();
    expect(await notificationsOf(ben)).toEqual(nothing);
  });
});

describe('a post near by (PROXIMITY_ALERT)', () => {
  /** Everybody is shown where they are. */
  const exact = async (...persons: TestPerson[]) => {
    for (const person of persons) {
      await person.saveProfile({
        privacy: { locationSharing: { enabled: true, precision: 'exact' }, profileVisibility: 'public' },
      });
    }
  };
  const spot = () => ({ latitude: 10 + people * 0.1, longitude: 20 });
  const share = (person: TestPerson, at: object) =>
    person.get(sharePresence, { body: { ...spot(), ...at, locationDisplay: 'exact' } });
  const postHere = (person: TestPerson) =>
    person.post({ content: 'Coffee?', location: spot(), locationDisplay: 'exact' });

  beforeEach(() => exact(aiko, ben, cleo));

  test('is told to those within 5 km who share where they are, once an hour', async () => {
    await share(ben, {});
    // A degree is 111.19 km.
    await share(cleo, { latitude: spot().latitude + 5.01 / 111.19 });
    await share(aiko, {});
    const { id, location } = await postHere(aiko);
    expect(await only(ben)).toMatchObject({
      type: 'PROXIMITY_ALERT',
      message: `Aiko ${people}: Coffee?`,
      data: { messageId: id },
      location: { latitude: location.latitude, longitude: location.longitude },
    });
    await make();
    expect(await notificationsOf(cleo)).toEqual(nothing);
    expect(await notificationsOf(aiko)).toEqual(nothing);
    await ben.get(clearNotifications, { body: {} });
    app.clock.advance(notificationLimits.nearbyEvery_ms - 1);
    await share(ben, {});
    await postHere(aiko);
    await make();
    expect(await notificationsOf(ben)).toEqual(nothing);
    app.clock.advance(1);
    await postHere(aiko);
    await only(ben);
  });

  test('is not told to who does not want it, who shared too long ago, nor between hidden people', async () => {
    await share(ben, {});
    await share(cleo, {});
    await wish(ben, { nearbyActivity: false });
    await block(app.deps, cleo, aiko);
    const dan = await app.person(`Dan ${people}`);
    await exact(dan);
    await share(dan, {});
    app.clock.advance(60 * 60 * 1000);
    await share(ben, {});
    await share(cleo, {});
    await postHere(aiko);
    await make();
    for (const person of [ben, cleo, dan]) expect(await notificationsOf(person)).toEqual(nothing);
    await wish(ben, { nearbyActivity: true });
    await postHere(aiko);
    await only(ben);
  });

  test('is told to a hundred at most, and not when it is an hour old before it is read', async () => {
    const crowd = 105;
    const at = `${spot().latitude}, ${spot().longitude}`;
    await share(ben, {});
    await app.deps.db.execute(sql`INSERT INTO users (id, issuer, subject, email_verified, name, verified, created_at, last_active_at)
      SELECT 'crowd' || ${people}::text || '-' || n, 'crowd', ${people}::text || '-' || n, false, 'One of many', true, now(), now()
      FROM generate_series(1, ${crowd}) n`);
    await app.deps.db.execute(sql`INSERT INTO presence SELECT 'crowd' || ${people}::text || '-' || n, ${sql.raw(at)}, 'exact',
      (SELECT q14 FROM presence WHERE user_id = ${ben.id}), ${app.clock.read().toISOString()}::timestamptz FROM generate_series(1, ${crowd}) n`);
    const { id } = await postHere(aiko);
    await make();
    const [told] = await rowsOf<{ count: number }>(
      app.deps.db,
      sql`SELECT count(*) AS count FROM notifications WHERE post_id = ${id}`,
    );
    expect(Number(told!.count)).toBe(notificationLimits.nearbyPeople);
    await app.deps.db.execute(sql`DELETE FROM presence WHERE user_id LIKE 'crowd%'`);

    app.clock.advance(2 * 60 * 60 * 1000);
    await postHere(aiko);
    app.clock.advance(60 * 60 * 1000);
    await share(cleo, {});
    await make();
    expect(await notificationsOf(cleo)).toEqual(nothing);
  });
});

describe('conversations', () => {
  test('private messages are one notification a conversation, with the latest and how many (NOTIF-019)', async () => {
    const conversationId = await aPrivateConversation(aiko, ben);
    for (const words of ['Hello', 'Are you there?', 'It is me']) await say(aiko, conversationId, words);
    const told = await only(ben);
    expect(told).toMatchObject({
      type: 'PRIVATE_MESSAGE',
      priority: 'medium',
      message: `Aiko ${people}: It is me (3)`,
      data: { conversationId },
    });
    expect(notificationPath(told)).toBe(`/messages/${conversationId}`);
    expect(await notificationsOf(aiko)).toEqual(nothing);
    await ben.get(readConversation, { params: { conversationId }, body: {} });
    expect(await notificationsOf(ben)).toMatchObject({ badge: 0, list: [{ read: true }] });
    await say(aiko, conversationId, 'Still there?');
    expect(await only(ben)).toMatchObject({ read: false, message: `Aiko ${people}: Still there?` });
    const last = await say(aiko, conversationId, 'A secret');
    await make();
    await aiko.get(removeMessage, { params: { conversationId, messageId: last.id }, body: {} });
    expect(JSON.stringify(await notificationsOf(ben))).not.toContain('A secret');
    expect(await only(ben)).toMatchObject({ message: `Aiko ${people}: Still there?` });
  });

  test('not while muted, not of somebody hidden, and not of what was read before it was made', async () => {
    const conversationId = await aPrivateConversation(aiko, ben);
    const params = { conversationId };
    await ben.get(changeConversationSettings, { params, body: { isMuted: true } });
    await say(aiko, conversationId, 'Quietly');
    await make();
    expect(await notificationsOf(ben)).toEqual(nothing);
    await ben.get(changeConversationSettings, { params, body: { isMuted: false } });
    await say(aiko, conversationId, 'Seen at once');
    await ben.get(readConversation, { params, body: {} });
    await make();
    expect(await notificationsOf(ben)).toEqual(nothing);
    await say(aiko, conversationId, 'Once more');
    await only(ben);
    await block(app.deps, ben, aiko);
    expect(await notificationsOf(ben)).toEqual(nothing);
    const refused = await aiko.call(sendMessage, { params, body: { content: 'And more' } });
    expect(refused).toMatchObject({ code: 'CANNOT_START_CONVERSATION' });
    await make();
    expect(await notificationsOf(ben)).toEqual(nothing);
  });

  test('in the archive it is quiet until it comes back, and what was unread there is not counted', async () => {
    const conversationId = await aPrivateConversation(aiko, ben);
    await say(aiko, conversationId, 'Before');
    await only(ben);
    await archive(ben, conversationId, true);
    expect(await notificationsOf(ben)).toMatchObject({ badge: 0, list: [{ read: true }] });
    expect((await ben.get(countNotifications)).data).toEqual({ count: 0 });
    await say(aiko, conversationId, 'Meanwhile');
    await make();
    expect(await notificationsOf(ben)).toMatchObject({
      badge: 0,
      list: [{ message: `Aiko ${people}: Before` }],
    });
    await archive(ben, conversationId, false);
    expect((await notificationsOf(ben)).badge).toBe(1);
    await say(aiko, conversationId, 'Afterwards');
    expect(await only(ben)).toMatchObject({ read: false, message: `Aiko ${people}: Afterwards (2)` });
  });

  test('a message request has low priority, and is gone once it was put away', async () => {
    const { conversationId } = (
      await aiko.get(sendPrivateMessage, { body: { receiverId: ben.id, content: 'You do not know me' } })
    ).data;
    expect(await only(ben)).toMatchObject({
      code: 'message_request',
      priority: 'low',
      title: 'Message request',
    });
    await ben.get(answerMessageRequest, { params: { conversationId }, body: { action: 'decline' } });
    expect(await notificationsOf(ben)).toEqual(nothing);
    expect((await ben.get(countNotifications)).data).toEqual({ count: 0 });
  });

  test('in a group only mentions and answers tell, once each, those who are members at that moment', async () => {
    const room = await aRoom(aiko, { placed: true });
    await joined(room, ben, cleo);
    const { conversationId } = room;
    const said = await say(ben, conversationId, 'Anybody for chess?');
    await make();
    for (const person of [aiko, ben, cleo]) expect(await notificationsOf(person)).toEqual(nothing);
    await say(aiko, conversationId, `Me! @Cleo ${people} too?`, { replyToId: said.id });
    expect(await only(ben)).toMatchObject({
      type: 'NEW_MESSAGE',
      code: 'message_answered',
      title: `Aiko ${people} replied to you in Chess in the park`,
      data: { conversationId, chatRoomId: room.id },
    });
    expect(await only(cleo)).toMatchObject({ code: 'mentioned', params: { group: 'Chess in the park' } });
    await say(cleo, conversationId, `@Ben ${people} yes`, { replyToId: said.id });
    await make();
    expect((await wordsTo(ben)).filter((words) => words.startsWith('Cleo'))).toHaveLength(1);

    await ben.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    expect(await notificationsOf(ben)).toEqual(nothing);
    await say(cleo, conversationId, 'Gone?', { replyToId: said.id });
    await make();
    expect(await notificationsOf(ben)).toEqual(nothing);
  });

  test('mentions respect mute and blocks', async () => {
    const room = await aRoom(aiko, { placed: true });
    await joined(room, ben, cleo);
    const { conversationId } = room;
    await ben.get(changeConversationSettings, { params: { conversationId }, body: { isMuted: true } });
    await block(app.deps, cleo, aiko);
    await say(aiko, conversationId, `@Ben ${people} @Cleo ${people}`);
    await make();
    for (const person of [ben, cleo]) expect(await notificationsOf(person)).toEqual(nothing);
  });
});

describe('a group in the archive', () => {
  test('only mentions tell, those that come with a change too; not answers and reactions', async () => {
    const room = await aRoom(aiko, { placed: true });
    await joined(room, ben, cleo);
    const { conversationId } = room;
    const said = await say(ben, conversationId, 'Anybody for chess?');
    await archive(ben, conversationId, true);
    const answer = await say(aiko, conversationId, 'Me!', { replyToId: said.id });
    const params = { conversationId, messageId: said.id };
    await cleo.get(reactToMessage, { params, body: { reactionType: 'HEART' } });
    await make();
    expect(await notificationsOf(ben)).toEqual(nothing);
    await say(aiko, conversationId, `At noon, @Ben ${people}?`, { replyToId: said.id });
    expect(await only(ben)).toMatchObject({ code: 'mentioned', read: false, params: { count: 1 } });
    const changed = {
      params: { conversationId, messageId: answer.id },
      body: { content: `Me, @Ben ${people}` },
    };
    await aiko.get(editMessage, changed);
    expect((await only(ben)).params.count).toBe(2);
    expect((await notificationsOf(ben)).badge).toBe(1);
    await ben.get(changeConversationSettings, { params: { conversationId }, body: { isMuted: true } });
    await say(aiko, conversationId, `And you, @Ben ${people}?`);
    expect((await only(ben)).params.count).toBe(2);
  });

  test('who owns it is asked by those who want to join', async () => {
    const room = await aRoom(aiko, { placed: true });
    await archive(aiko, room.conversationId, true);
    await ben.get(joinRoom, { params: { roomId: room.id }, body: { ...farAway, message: 'Please' } });
    expect(await only(aiko)).toMatchObject({ code: 'join_requested', read: false });
  });
});

describe('what is done to a message later', () => {
  const change = (person: TestPerson, { conversationId, id }: Message, content: string) =>
    person.get(editMessage, { params: { conversationId, messageId: id }, body: { content } });
  const reactTo = (
    person: TestPerson,
    { conversationId, id }: Message,
    reactionType: ReactionType | null = 'HEART',
  ) => person.get(reactToMessage, { params: { conversationId, messageId: id }, body: { reactionType } });
  const mute = (person: TestPerson, conversationId: string, isMuted: boolean) =>
    person.get(changeConversationSettings, { params: { conversationId }, body: { isMuted } });

  test('reactions tell who said it, together for each message, until they are taken back (NOTIF-019)', async () => {
    const room = await aRoom(aiko, { placed: true });
    await joined(room, ben, cleo);
    const { conversationId } = room;
    const said = await say(aiko, conversationId, 'The bench by the pond at noon');
    await reactTo(aiko, said);
    await make();
    expect(await notificationsOf(aiko)).toEqual(nothing);
    await reactTo(ben, said);
    expect(await only(aiko)).toMatchObject({
      id: `reacted-${conversationId}-${said.sequence}`,
      type: 'MESSAGE_REACTION',
      code: 'message_reacted',
      priority: 'low',
      read: false,
      title: 'New reaction',
      message: `Ben ${people} reacted to your message: The bench by the pond at noon`,
    });
    await reactTo(cleo, said, 'LAUGH');
    const both = await only(aiko);
    expect([both.params.others, notificationPath(both)]).toEqual([1, `/messages/${conversationId}`]);
    expect((await notificationsOf(aiko)).badge).toBe(1);
    await aiko.get(readNotifications, { body: {} });
    expect((await notificationsOf(aiko)).badge).toBe(0);
    for (const person of [ben, cleo]) {
      await reactTo(person, said, null);
      expect((await notificationsOf(person)).list).toEqual([]);
    }
    await make();
    expect(await notificationsOf(aiko)).toEqual(nothing);
  });

  test('reactions do not tell who has muted it, does not want it, or is hidden from whoever reacted', async () => {
    const conversationId = await aPrivateConversation(aiko, ben);
    const said = await say(aiko, conversationId, 'Tea?');
    await mute(aiko, conversationId, true);
    await reactTo(ben, said);
    await make();
    expect(await notificationsOf(aiko)).toEqual(nothing);
    await mute(aiko, conversationId, false);
    await wish(aiko, { reactions: false });
    await reactTo(ben, said, 'LAUGH');
    await make();
    expect(await notificationsOf(aiko)).toEqual(nothing);
    await wish(aiko, {});
    await reactTo(ben, said);
    await only(aiko);
    const room = await aRoom(cleo, { placed: true });
    await joined(room, aiko, ben);
    await block(app.deps, aiko, ben);
    expect(await notificationsOf(aiko)).toEqual(nothing);
    await reactTo(ben, await say(aiko, room.conversationId, 'Hello all'));
    await make();
    expect(await notificationsOf(aiko)).toEqual(nothing);
  });

  test('a mention that comes with a change tells once, also who has read it, as long as it stands', async () => {
    const room = await aRoom(aiko, { placed: true });
    await joined(room, ben, cleo);
    const { conversationId } = room;
    const said = await say(aiko, conversationId, `Who comes? @Cleo ${people}`);
    await only(cleo);
    await ben.get(readConversation, { params: { conversationId }, body: {} });
    await change(aiko, said, `Who comes? @Cleo ${people} @Ben ${people}`);
    expect(await only(ben)).toMatchObject({ code: 'mentioned', type: 'NEW_MESSAGE', read: false });
    expect((await only(cleo)).params.count).toBe(1);
    await change(aiko, said, 'Who comes?');
    for (const person of [ben, cleo]) expect(await notificationsOf(person)).toEqual(nothing);
    await change(aiko, said, `Who comes? @Ben ${people}`);
    expect((await only(ben)).params.count).toBe(1);
    await change(aiko, said, `Who comes at noon? @Ben ${people}`);
    expect((await only(ben)).params.count).toBe(1);

    await mute(cleo, conversationId, true);
    await ben.get(clearNotifications, { body: {} });
    await block(app.deps, ben, aiko);
    const other = await say(aiko, conversationId, 'And tomorrow?');
    await change(aiko, other, `And tomorrow? @Cleo ${people} @Ben ${people}`);
    await make();
    for (const person of [ben, cleo]) expect(await notificationsOf(person)).toEqual(nothing);
  });
});

describe('rooms', () => {
  const ask = async (person: TestPerson, roomId: string) =>
    (await person.get(joinRoom, { params: { roomId }, body: { ...farAway, message: 'Please' } })).data
      .requestId!;

  test('a join request tells the owner until it is answered, the answer tells who asked (NOTIF-006, 016)', async () => {
    const room = await aRoom(aiko, { placed: true });
    const requestId = await ask(ben, room.id);
    const told = await only(aiko);
    expect(told).toMatchObject({
      type: 'JOIN_REQUEST',
      priority: 'high',
      title: 'Join request',
      message: `Ben ${people} wants to join Chess in the park`,
      data: {
        chatRoomId: room.id,
        messageId: null,
        requesterName: `Ben ${people}`,
        groupName: 'Chess in the park',
        requestId,
        groupId: room.conversationId,
        message: 'Please',
      },
    });
    expect(notificationPath(told)).toBe(`/chat-rooms/${room.id}/manage`);
    const { data } = await aiko.get(listNotifications, { query: { type: 'join_requests_count' } });
    expect(data).toEqual({ count: 1 });
    expect((await aiko.get(countUnread)).data.requests).toBe(1);
    const params = { roomId: room.id };
    await aiko.get(answerJoinRequest, { params, body: { requestId, action: 'approve' } });
    await make();
    expect(await notificationsOf(aiko)).toEqual(nothing);
    expect(await only(ben)).toMatchObject({
      type: 'SYSTEM',
      code: 'join_approved',
      message: 'You are now a member of Chess in the park',
    });
    const denied = await ask(cleo, room.id);
    await aiko.get(answerJoinRequest, { params, body: { requestId: denied, action: 'deny' } });
    expect(await only(cleo)).toMatchObject({ code: 'join_denied', params: { name: null } });
    const count = await aiko.get(listNotifications, { query: { type: 'join_requests_count' } });
    expect(count.data).toEqual({ count: 0 });
  });

  test('a request of somebody hidden tells nobody, and a new owner is told instead of the old one', async () => {
    const room = await aRoom(aiko, { placed: true });
    await joined(room, ben);
    await ask(cleo, room.id);
    await make();
    expect((await notificationsOf(aiko)).badge).toBe(1);
    await block(app.deps, aiko, cleo);
    expect(await notificationsOf(aiko)).toEqual(nothing);
    await aiko.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    expect(await only(ben)).toMatchObject({ code: 'became_owner', priority: 'high' });
  });

  test('who is removed or banned is told, and by whom is not', async () => {
    const room = await aRoom(aiko, { placed: true });
    await joined(room, ben, cleo);
    const params = { roomId: room.id };
    await aiko.get(removeParticipant, { params, body: { targetUserId: ben.id } });
    await aiko.get(banParticipant, { params, body: { targetUserId: cleo.id, reason: 'Rude' } });
    expect(await only(ben)).toMatchObject({
      type: 'SYSTEM',
      message: 'You were removed from Chess in the park',
    });
    const banned = await only(cleo);
    expect(banned).toMatchObject({ code: 'banned_from_room' });
    expect(JSON.stringify(banned)).not.toContain(aiko.id);
  });

  test('a room that is nearly full warns its owner, once, and again when it is full (NOTIF-020, 042)', async () => {
    const room = await aRoom(aiko, { placed: true });
    const grow = (members: number) =>
      app.deps.db.execute(
        sql`UPDATE conversations SET member_count = ${members} WHERE id = ${room.conversationId}`,
      );
    await grow(roomLimits.nearlyFull - 2);
    await joined(room, ben);
    await make();
    expect(await notificationsOf(aiko)).toEqual(nothing);
    await joined(room, cleo);
    expect(await only(aiko)).toMatchObject({
      type: 'CITY_UPDATE',
      code: 'capacity_warning',
      message: 'Chess in the park has 9,000 of at most 10,000 members',
    });
    await joined(room, await app.person(`Dan ${people}`));
    await only(aiko);
    await aiko.get(clearNotifications, { body: {} });
    await grow(roomLimits.members - 1);
    await joined(room, await app.person(`Eve ${people}`));
    const full = await only(aiko);
    expect(full).toMatchObject({ type: 'CITY_UPDATE', code: 'split', title: 'Time to split a group' });
    expect(notificationPath(full)).toBe(`/chat-rooms/${room.id}/manage`);
  });
});

describe('blocks and wallets', () => {
  test('a block is told to whoever did it, without ringing, and to nobody else (BLOCK-020)', async () => {
    await block(app.deps, aiko, ben);
    await give(personBlocked, { blockerId: aiko.id, blockedId: ben.id });
    expect(await only(aiko)).toMatchObject({
      type: 'USER_BLOCKED',
      message: `Ben ${people} has been blocked.`,
      priority: 'low',
    });
    await give(personUnblocked, { blockerId: aiko.id, blockedId: ben.id });
    await make();
    expect((await notificationsOf(aiko)).list[0]).toMatchObject({
      type: 'USER_UNBLOCKED',
      message: `Ben ${people} has been unblocked.`,
    });
    // One has just done it oneself.
    expect(await notificationsOf(aiko, { unread: 'true' })).toMatchObject({ list: [], badge: 0 });
    expect(await notificationsOf(ben)).toEqual(nothing);
  });

  test('a wallet tells of what came and went, in hundredths (NOTIF-039, 040, 041)', async () => {
    const moved = { userId: aiko.id, currency: 'DAZI', conversationId: null } as const;
    await give(walletMoved, { ...moved, what: 'deposit', amountMinor: 1_000_050, personId: null });
    expect(await only(aiko)).toMatchObject({
      type: 'WALLET',
      message: '10,000.50 DAZI arrived in your wallet',
      params: { amountMinor: 1_000_050, currency: 'DAZI' },
    });
    await give(walletMoved, { ...moved, what: 'transfer_received', amountMinor: 5, personId: ben.id });
    await make();
    expect((await wordsTo(aiko))[0]).toBe(`Transfer received | Ben ${people} sent you 0.05 DAZI`);
  });
});

describe('the list', () => {
  const events = async (count: number) => {
    for (let number = 0; number < count; number++) {
      await give(walletMoved, {
        what: 'deposit',
        userId: aiko.id,
        amountMinor: number,
        currency: 'DAZI',
        personId: null,
        conversationId: null,
      });
    }
    await make();
  };

  test('keeps fifty, the latest (NOTIF-025), page by page', async () => {
    await events(notificationLimits.kept + 3);
    const { list, badge, nextCursor } = await notificationsOf(aiko);
    expect([list.length, badge]).toEqual([50, 50]);
    expect(list[0]!.params.amountMinor).toBe(52);
    expect(nextCursor).not.toBeNull();
    expect((await notificationsOf(aiko, { cursor: nextCursor! })).list).toEqual([]);
    const first = await notificationsOf(aiko, { limit: '20' });
    const second = await notificationsOf(aiko, { limit: '40', cursor: first.nextCursor! });
    expect([...first.list, ...second.list]).toEqual(list);
    expect(second.nextCursor).toBeNull();
    const [stored] = await rowsOf<{ count: number }>(
      app.deps.db,
      sql`SELECT count(*) AS count FROM notifications WHERE user_id = ${aiko.id}`,
    );
    expect(Number(stored!.count)).toBe(50);
  });

  test('gathers a hundred events in one, and no more', async () => {
    const conversationId = await aPrivateConversation(ben, aiko);
    for (let number = 0; number < notificationLimits.gathered + 5; number++) {
      await say(ben, conversationId, `Number ${number}`);
    }
    expect(await only(aiko)).toMatchObject({ params: { count: 100, preview: 'Number 104' } });
  });

  test('shows what is not older than 24 hours, and a job takes the rest out (NOTIF-026, 032, 033)', async () => {
    await events(1);
    app.clock.advance(notificationLimits.recent_ms - 1);
    await aiko.signIn(`Aiko ${people}`);
    await removeOldNotifications(app.deps);
    expect((await notificationsOf(aiko)).badge).toBe(1);
    app.clock.advance(1);
    expect(await notificationsOf(aiko)).toEqual(nothing);
    await removeOldNotifications(app.deps);
    const rows = await rowsOf(app.deps.db, sql`SELECT 1 FROM notifications WHERE user_id = ${aiko.id}`);
    expect(rows).toEqual([]);
    expect(notificationLimits.cleanUpEvery_ms).toBe(5 * 60 * 1000);
  });

  test('goes from unread to read, and can be emptied, as far as one has seen it (NOTIF-023, 024)', async () => {
    await events(3);
    const { list } = await notificationsOf(aiko);
    const [third, second, first] = list;
    expect((await aiko.get(readNotifications, { body: { ids: [third!.id] } })).data).toEqual({
      unreadCount: 2,
    });
    expect((await notificationsOf(aiko, { unread: 'true' })).list.map(({ id }) => id)).toEqual([
      second!.id,
      first!.id,
    ]);
    expect(
      (await aiko.get(removeNotification, { params: { notificationId: first!.id }, body: {} })).data,
    ).toEqual({ unreadCount: 1 });
    expect(
      await aiko.call(removeNotification, { params: { notificationId: 'event-0' }, body: {} }),
    ).toMatchObject({ status: 200, data: { unreadCount: 1 } });
    await events(1);
    await aiko.get(readNotifications, { body: { upTo: third!.sequence } });
    expect((await aiko.get(countNotifications)).data).toEqual({ count: 1 });
    expect((await aiko.get(clearNotifications, { body: { upTo: third!.sequence } })).data).toEqual({
      unreadCount: 1,
    });
    expect((await notificationsOf(aiko)).list).toHaveLength(1);
    await aiko.get(clearNotifications, { body: {} });
    expect(await notificationsOf(aiko)).toEqual(nothing);
  });

  test('is nobody else’s', async () => {
    await events(1);
    const { list } = await notificationsOf(aiko);
    await ben.get(readNotifications, { body: { ids: [list[0]!.id] } });
    await ben.get(removeNotification, { params: { notificationId: list[0]!.id }, body: {} });
    await ben.get(clearNotifications, { body: {} });
    expect((await notificationsOf(aiko)).badge).toBe(1);
    expect(await ben.call(listNotifications, { query: { userId: aiko.id } })).toMatchObject({ status: 403 });
  });

  test('tells nothing of somebody who has deleted their account', async () => {
    const { id } = await aiko.post();
    await react(ben, id);
    await make();
    await ben.get(removeAccount, { params: { userId: ben.id }, body: {} });
    expect(await notificationsOf(aiko)).toEqual(nothing);
  });
});

describe('on every device', () => {
  test('a stream hears of what came, of what was read or removed elsewhere, and of quiet hours', async () => {
    const streams = [await TestStream.open(aiko), await TestStream.open(aiko)];
    const { id } = await aiko.post();
    await react(ben, id);
    const told = await only(aiko);
    for (const stream of streams) {
      await stream.until((frame) => frame.type === 'notification' && frame.id === told.id);
    }
    await aiko.get(readNotifications, { body: { ids: [told.id] } });
    for (const stream of streams) await stream.until(({ type }) => type === 'notifications_changed');
    const heard = () =>
      streams.map(({ frames }) => frames.filter(({ type }) => type === 'notifications_changed').length);
    await aiko.get(readNotifications, { body: { ids: [told.id] } });
    await aiko.get(clearNotifications, { body: {} });
    await expect.poll(heard).toEqual([2, 2]);
    const quietHours = { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' };
    await aiko.get(saveNotificationSettings, { body: { quietHours } });
    for (const stream of streams) {
      await stream.until(({ type }) => type === 'notification_settings_changed');
    }
    await aiko.get(saveNotificationSettings, { body: { quietHours: null } });
    for (const stream of streams) stream.close();
  });
});

describe('settings', () => {
  test('begin without quiet hours and previews; what is not named stays', async () => {
    expect((await aiko.get(getNotificationSettings)).data).toEqual({ quietHours: null, pushPreviews: false });
    const quietHours = { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' };
    await aiko.get(saveNotificationSettings, { body: { quietHours } });
    await aiko.get(saveNotificationSettings, { body: { pushPreviews: true } });
    expect((await aiko.get(getNotificationSettings)).data).toEqual({ quietHours, pushPreviews: true });
    const elsewhere = { ...quietHours, timeZone: 'Mars/Olympus_Mons' };
    expect(await aiko.call(saveNotificationSettings, { body: { quietHours: elsewhere } })).toMatchObject({
      status: 400,
      code: 'TIME_ZONE_UNKNOWN',
    });
    await aiko.get(saveNotificationSettings, { body: { quietHours: null } });
    expect((await aiko.get(getNotificationSettings)).data).toEqual({ quietHours: null, pushPreviews: true });
  });
});

describe('posts one was not told of (NOTIF-001, 002, 034, 043)', () => {
  const ids = async (person: TestPerson) => (await person.get(listUnnotified)).data.map(({ id }) => id);

  test('are active ones of others near by, of the last day, until they are marked', async () => {
    const at = { latitude: -30 - people * 0.2, longitude: 40 };
    const old = await ben.post({ location: at });
    app.clock.advance(notificationLimits.recent_ms);
    await aiko.signIn(`Aiko ${people}`);
    await ben.signIn(`Ben ${people}`);
    await cleo.signIn(`Cleo ${people}`);
    expect(await ids(aiko)).toEqual([]);
    await aiko.get(sharePresence, { body: at });
    const first = await ben.post({ location: at, content: 'First' });
    app.clock.advance(1000);
    const second = await ben.post({ location: at, content: 'Second' });
    await aiko.post({ location: at });
    await ben.post({ location: { latitude: at.latitude + 0.2, longitude: at.longitude } });
    const gone = await ben.post({ location: at });
    await ben.get(removePost, { params: { messageId: gone.id }, body: {} });
    const hidden = await cleo.post({ location: at });
    await block(app.deps, cleo, aiko);
    expect(await ids(aiko)).toEqual([second.id, first.id]);
    expect((await aiko.get(listUnnotified)).data[1]).toEqual({
      id: first.id,
      content: 'First',
      gender: 'F',
      location: { latitude: first.location.latitude, longitude: first.location.longitude },
    });
    const body = { messageIds: [second.id, 'unknown', second.id, hidden.id, old.id] };
    expect(await aiko.call(markNotified, { body })).toMatchObject({ status: 200, data: null });
    expect(await ids(aiko)).toEqual([first.id]);
    await ben.get(sharePresence, { body: at });
    expect(await ids(ben)).not.toContain(first.id);
  });

  test('of more than 1000 marked ones the latest 500 are remembered', async () => {
    const insert = (from: number, to: number) =>
      app.deps.db.execute(sql`INSERT INTO posts (id, user_id, content, latitude, longitude, display, gender, is_active,
          created_at, updated_at, q14, q12, q10, q8)
        SELECT 'many' || ${people}::text || '-' || n, ${ben.id}, '', 0, 0, 'exact', 'F', false, now(), now(), 0, 0, 0, 0
        FROM generate_series(${from}::int, ${to}::int) n`);
    await insert(1, 1001);
    const mark = (from: number, count: number) =>
      aiko.get(markNotified, {
        body: { messageIds: Array.from({ length: count }, (_, index) => `many${people}-${from + index}`) },
      });
    const remembered = async () =>
      (
        await rowsOf<{ id: string }>(
          app.deps.db,
          sql`SELECT post_id AS id FROM notified_posts WHERE user_id = ${aiko.id} ORDER BY number`,
        )
      ).map(({ id }) => id);
    await mark(1, 500);
    await mark(501, 500);
    expect(await remembered()).toHaveLength(1000);
    await mark(1001, 1);
    const left = await remembered();
    expect([left.length, left.at(-1)]).toEqual([500, `many${people}-1001`]);
  });
});

test('nobody is told without a session', async () => {
  for (const endpoint of [listNotifications, countNotifications, getNotificationSettings, listUnnotified]) {
    expect(await app.visitor().call(endpoint, {})).toMatchObject({ status: 401 });
  }
});
