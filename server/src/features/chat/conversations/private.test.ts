import {
  type Conversation,
  countUnread,
  getConversation,
  listConversations,
} from '@dazi/contract/chat/conversation-views';
import {
  changeConversationSettings,
  editMessage,
  listMessages,
  type Message,
  markRead,
  reactToMessage,
  removeConversation,
  removeMessage,
  searchMessages,
  sendMessage,
  tellTyping,
} from '@dazi/contract/chat/conversations';
import {
  answerMessageRequest,
  markPrivateMessageRead,
  privateLimits,
  sendPrivateMessage,
  startConversation,
} from '@dazi/contract/chat/private-conversations';
import type { Frame } from '@dazi/contract/frames';
import { removeAccount, restoreAccount } from '@dazi/contract/identity/identity';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { report } from '@dazi/contract/moderation/moderation';
import { blockPerson } from '@dazi/contract/people/blocks';
import { defaultPreferences } from '@dazi/contract/people/default-profile.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { accountOf } from '#features/identity/identity.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { uploaded } from '../../../testing/test-uploads.ts';
import { aPrivateConversation } from './conversations.builder.ts';

let app: TestApp;
let people = 0;
let ann: TestPerson;
let bob: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Two who do not know each other. */
beforeEach(async () => {
  people++;
  [ann, bob] = [await app.person(`Ann ${people}`), await app.person(`Bob ${people}`)];
});

const start = (as: TestPerson, other: TestPerson) =>
  as.call(startConversation, { body: { userId: as.id, otherUserId: other.id } });
const started = async (as: TestPerson, other: TestPerson) =>
  (await as.get(startConversation, { body: { otherUserId: other.id } })).data.id;

type Sent = BodyOf<typeof sendPrivateMessage>;
const write = (as: TestPerson, to: TestPerson, content: string, more: Partial<Sent> = {}) =>
  as.call(sendPrivateMessage, { body: { receiverId: to.id, content, ...more } });
async function written(
  as: TestPerson,
  to: TestPerson,
  content: string,
  more: Partial<Sent> = {},
): Promise<Message> {
  const answer = await write(as, to, content, more);
  if (!answer.success) throw new Error(JSON.stringify(answer));
  return answer.data;
}

const answer = (as: TestPerson, conversationId: string, action: 'accept' | 'decline') =>
  as.call(answerMessageRequest, { params: { conversationId }, body: { action } });
const list = async (as: TestPerson, query: object = {}) =>
  (await as.get(listConversations, { query })).data as Conversation[];
const lane = (as: TestPerson) => list(as, { requests: 'true' });
const idsOf = (conversations: readonly Conversation[]) => conversations.map(({ id }) => id);
const seen = async (as: TestPerson, conversationId: string) =>
  (await as.get(getConversation, { params: { conversationId } })).data;
const textsOf = async (as: TestPerson, conversationId: string) =>
  (await as.get(listMessages, { params: { conversationId } })).data.map(({ content }) => content);
const badge = async (as: TestPerson) => (await as.get(countUnread, {})).data;
const conversationCount = async () =>
  (await rowsOf<{ n: number }>(app.deps.db, sql`SELECT count(*)::int AS n FROM conversations`))[0]!.n;

/** Both have written: nobody is asked any more. */
async function known(one: TestPerson, other: TestPerson): Promise<string> {
  const id = await aPrivateConversation(one, other);
  await written(one, other, 'Hello');
  await written(other, one, 'Hello to you');
  return id;
}

/** What a stream heard of a conversation until something that comes last. */
async function heardUntilNow(stream: TestStream, as: TestPerson): Promise<Frame[]> {
  // A sign that is told right away and to oneself alone: whatever was told before has come by then.
  const room = await aRoom(as);
  await stream.until((frame) => frame.type === 'member_join' && frame.conversationId === room.conversationId);
  return stream.frames;
}
const about = (frames: readonly Frame[], conversationId: string) =>
  frames.filter((frame) => 'conversationId' in frame && frame.conversationId === conversationId);

describe('starting', () => {
  test('PRIV-025: answers one conversation for the two, from both sides, also at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? start(ann, bob) : start(bob, ann))),
    );
    const ids = new Set(answers.map((each) => (each.success ? each.data.id : each.code)));
    expect(ids.size).toBe(1);
    const first = await start(ann, bob);
    expect(first).toMatchObject({
      status: 200,
      data: {
        id: [...ids][0],
        members: [{ userId: ann.id }, { userId: bob.id }],
        lastMessageAt: null,
        isActive: true,
      },
    });
  });

  test('PRIV-023, 021: visitors are refused in the stated words', async () => {
    const body = { otherUserId: bob.id };
    expect(await app.visitor().call(startConversation, { body })).toMatchObject({
      status: 401,
      error: 'Please sign in to send private messages.',
    });
    expect(
      await app.visitor().call(sendPrivateMessage, { body: { receiverId: bob.id, content: 'Hello' } }),
    ).toMatchObject({ status: 401, error: 'Please sign in to send private messages.' });
  });

  test('nobody else notices until something is said', async () => {
    const stream = await TestStream.open(bob);
    const id = await started(ann, bob);
    expect(idsOf([...(await list(bob)), ...(await lane(bob)), ...(await list(ann))])).toEqual([]);
    expect(await badge(bob)).toEqual({ messages: 0, requests: 0, messageRequests: 0, motions: 0 });
    expect(about(await heardUntilNow(stream, bob), id)).toEqual([]);
    stream.close();
    expect(await seen(ann, id)).toMatchObject({
      title: null,
      isPrivate: true,
      messageRequest: null,
      memberCount: 2,
      otherParticipant: { id: bob.id, name: bob.user!.name, isBlocked: false, blockedByMe: false },
    });
  });

  test('PRIV-026: somebody unknown, oneself, and somebody who is gone', async () => {
    expect(await ann.call(startConversation, { body: { otherUserId: 'nobody' } })).toMatchObject({
      status: 404,
      error: 'Receiver not found',
    });
    expect(await start(ann, ann)).toMatchObject({ status: 400, code: 'RECEIVER_YOURSELF' });
    expect(await write(ann, ann, 'Hello me')).toMatchObject({ status: 400, code: 'RECEIVER_YOURSELF' });
    const body = { receiverId: 'nobody', content: 'Hello' };
    expect(await ann.call(sendPrivateMessage, { body })).toMatchObject({
      status: 404,
      code: 'RECEIVER_NOT_FOUND',
    });
    await bob.get(removeAccount, { params: { userId: bob.id }, body: {} });
    expect(await start(ann, bob)).toMatchObject({ status: 404, code: 'RECEIVER_NOT_FOUND' });
    expect(await write(ann, bob, 'Hello')).toMatchObject({ status: 404, code: 'RECEIVER_NOT_FOUND' });
  });

  test('PRIV-044: who takes no messages starts them and goes on with those that stand, and is not written to anew', async () => {
    const cat = await app.person(`Cat ${people}`);
    const takesNone = { preferences: { ...defaultPreferences, allowDirectMessages: false } };
    const quiet = await started(cat, bob);
    const standing = (await written(ann, bob, 'Before')).conversationId;
    await bob.saveProfile(takesNone);
    const before = await conversationCount();
    const dan = await app.person(`Dan ${people}`);
    for (const refused of [await start(dan, bob), await write(dan, bob, 'Hello'), await start(cat, bob)]) {
      expect(refused).toMatchObject({ status: 403, error: 'Cannot start conversation with this user.' });
    }
    const params = { conversationId: quiet };
    expect(await cat.call(sendMessage, { params, body: { content: 'Hello' } })).toMatchObject({
      status: 403,
      code: 'CANNOT_START_CONVERSATION',
    });
    expect(await conversationCount()).toBe(before);
    expect(await start(ann, bob)).toMatchObject({ data: { id: standing } });
    expect(await write(ann, bob, 'After')).toMatchObject({ status: 200 });
    expect(await write(bob, dan, 'I begin')).toMatchObject({ status: 200 });
    expect(await write(dan, bob, 'And I answer')).toMatchObject({ status: 200 });
  });
});

describe('sending', () => {
  test('PRIV-020, 033: to somebody, or into the conversation; one of the two is needed', async () => {
    const first = await written(ann, bob, 'Hello');
    expect(first).toMatchObject({ sequence: 1, senderId: ann.id, content: 'Hello', mentions: [] });
    const { conversationId } = first;
    const second = await ann.get(sendPrivateMessage, { body: { conversationId, content: 'Once more' } });
    expect(second.data).toMatchObject({ conversationId, sequence: 2 });
    expect(await ann.call(sendPrivateMessage, { body: { content: 'To whom?' } })).toMatchObject({
      status: 400,
      error: 'Either conversationId or receiverId must be provided',
    });
    const both = { conversationId, content: 'x' };
    expect(await ann.call(sendPrivateMessage, { body: { ...both, receiverId: bob.id } })).toMatchObject({
      status: 200,
    });
    const cat = await app.person(`Cat ${people}`);
    expect(await ann.call(sendPrivateMessage, { body: { ...both, receiverId: cat.id } })).toMatchObject({
      status: 400,
      code: 'RECEIVER_OR_CONVERSATION',
    });
  });

  test('PRIV-031, 032: conversations of others, of rooms and of nobody are not found', async () => {
    const { conversationId } = await written(ann, bob, 'Between us');
    const cat = await app.person(`Cat ${people}`);
    const room = await aRoom(cat);
    for (const id of [conversationId, room.conversationId, 'no-such-conversation']) {
      expect(
        await cat.call(sendPrivateMessage, { body: { conversationId: id, content: 'x' } }),
      ).toMatchObject({ status: 404, error: 'Conversation not found' });
    }
    for (const call of [listMessages, getConversation]) {
      expect(await cat.call(call, { params: { conversationId } })).toMatchObject({
        status: 404,
        code: 'CONVERSATION_NOT_FOUND',
      });
    }
  });

  test('what is refused leaves no conversation behind', async () => {
    const before = await conversationCount();
    for (const more of [
      { content: ' ' },
      { content: 'x'.repeat(4001) },
      { content: 'x', replyToId: 'unknown' },
      { content: '/api/media/unknown', type: 'IMAGE' as const },
    ]) {
      expect((await write(ann, bob, '', more)).success).toBe(false);
    }
    expect(await conversationCount()).toBe(before);
  });

  test('the same client id makes one message and one conversation, also at once', async () => {
    const clientId = 'device-1234-5678';
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => written(ann, bob, 'Once', { clientId })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await textsOf(bob, answers[0]!.conversationId)).toEqual(['Once']);
  });

  test('both writing to each other for the first time at once find one conversation', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, (_, index) => write(ann, bob, `a${index}`)),
      ...Array.from({ length: 3 }, (_, index) => write(bob, ann, `b${index}`)),
    ]);
    const done = answers.flatMap((each) => (each.success ? [each.data] : []));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(done.map(({ conversationId }) => conversationId)).size).toBe(1);
    expect(done.map(({ sequence }) => sequence!).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await seen(ann, done[0]!.conversationId)).messageRequest).toBeNull();
  });

  test('both hear it, nobody else does', async () => {
    const id = await known(ann, bob);
    const cat = await app.person(`Cat ${people}`);
    const [atAnn, atBob, atCat] = await Promise.all([ann, bob, cat].map((as) => TestStream.open(as)));
    const message = await written(ann, bob, 'Do you hear me?');
    for (const stream of [atAnn!, atBob!]) {
      expect(
        await stream.until((frame) => frame.type === 'new_message' && frame.sequence === message.sequence),
      ).toMatchObject({ conversationId: id, message: { content: 'Do you hear me?' } });
    }
    await bob.get(tellTyping, { params: { conversationId: id }, body: {} });
    await atAnn!.until((frame) => frame.type === 'typing' && frame.userId === bob.id);
    expect(about(await heardUntilNow(atCat!, cat), id)).toEqual([]);
    for (const stream of [atAnn!, atBob!, atCat!]) stream.close();
  });

  test('nothing that was said is kept in the record of the stream', async () => {
    await written(ann, bob, 'a very private sentence');
    const rows = await rowsOf<{ event: string }>(app.deps.db, sql`SELECT event::text AS event FROM outbox`);
    expect(rows.some(({ event }) => event.includes('new_message'))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('a very private sentence');
  });
});

describe('message requests', () => {
  test('wait in a lane of their own, are not in the badge of messages, and are accepted', async () => {
    const { conversationId } = await written(ann, bob, 'May I ask you something?');
    expect(idsOf(await list(bob))).toEqual([]);
    expect(await lane(bob)).toMatchObject([
      { id: conversationId, messageRequest: 'incoming', unreadCount: 1, otherParticipant: { id: ann.id } },
    ]);
    expect(await lane(ann)).toEqual([]);
    expect(await list(ann)).toMatchObject([{ id: conversationId, messageRequest: 'outgoing' }]);
    expect(await badge(bob)).toEqual({ messages: 0, requests: 0, messageRequests: 1, motions: 0 });

    expect(await answer(ann, conversationId, 'accept')).toMatchObject({
      status: 409,
      code: 'NO_MESSAGE_REQUEST',
    });
    expect(await answer(bob, conversationId, 'accept')).toMatchObject({
      status: 200,
      data: { id: conversationId, messageRequest: null },
    });
    expect(await lane(bob)).toEqual([]);
    expect(await list(bob)).toMatchObject([{ id: conversationId, messageRequest: null, unreadCount: 1 }]);
    expect(await list(ann)).toMatchObject([{ id: conversationId, messageRequest: null }]);
    expect(await badge(bob)).toEqual({ messages: 1, requests: 0, messageRequests: 0, motions: 0 });
    expect(await answer(bob, conversationId, 'accept')).toMatchObject({ code: 'NO_MESSAGE_REQUEST' });
    const room = await aRoom(bob);
    expect(await answer(bob, room.conversationId, 'accept')).toMatchObject({ code: 'NO_MESSAGE_REQUEST' });
  });

  test('writing, reacting or beginning it oneself accepts', async () => {
    const ways: ((as: TestPerson, from: TestPerson, message: Message) => Promise<unknown>)[] = [
      (as, from) => written(as, from, 'Gladly'),
      (as, from) => started(as, from),
      (as, _from, { conversationId, id }) =>
        as.get(reactToMessage, {
          params: { conversationId, messageId: id },
          body: { reactionType: 'HEART' },
        }),
    ];
    for (const accept of ways) {
      const writer = await app.person(`Writer ${people++}`);
      const message = await written(writer, bob, 'Hello');
      await accept(bob, writer, message);
      expect((await seen(writer, message.conversationId)).messageRequest).toBeNull();
      expect(idsOf(await list(bob))).toContain(message.conversationId);
    }
  });

  test.each([
    ['when both are members of one room', async () => joined(await aRoom(ann), bob)],
    ['when the receiver has begun the conversation', () => started(bob, ann)],
    ['when the receiver has written before', () => written(bob, ann, 'I am first')],
  ])('are not needed %s', async (_when, prepare) => {
    await prepare();
    const { conversationId } = await written(ann, bob, 'Hello');
    expect(await lane(bob)).toEqual([]);
    expect((await list(bob)).find(({ id }) => id === conversationId)).toMatchObject({ messageRequest: null });
    expect((await seen(ann, conversationId)).messagesUntilAccepted).toBeNull();
    for (let number = 0; number < privateLimits.beforeAccepting; number++) await written(ann, bob, 'More');
  });

  test('three messages before it is accepted, taken back or not', async () => {
    const { conversationId, id } = await written(ann, bob, 'One');
    await written(ann, bob, 'Two');
    const left = async (as: TestPerson) => (await seen(as, conversationId)).messagesUntilAccepted;
    expect([await left(ann), await left(bob)]).toEqual([1, null]);
    const messageParams = { conversationId, messageId: id };
    await ann.get(removeMessage, { params: messageParams, body: {} });
    expect(await left(ann)).toBe(1);
    await written(ann, bob, 'Three');
    expect(await left(ann)).toBe(0);
    expect(await write(ann, bob, 'Four')).toMatchObject({ status: 403, code: 'REQUEST_NOT_ACCEPTED' });
    const params = { conversationId };
    expect(await ann.call(sendMessage, { params, body: { content: 'Four' } })).toMatchObject({
      status: 403,
      error: 'You can write more once your message request has been accepted',
    });
    expect((await seen(bob, conversationId)).lastSequence).toBe(3);
    await answer(bob, conversationId, 'accept');
    expect(await left(ann)).toBeNull();
    expect(await write(ann, bob, 'Four')).toMatchObject({ status: 200 });
  });

  test('three also when they come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => write(ann, bob, `${index}`)));
    expect(answers.filter(({ success }) => success)).toHaveLength(privateLimits.beforeAccepting);
  });

  test('thirty new people a day, also at once; whom one knows does not count', async () => {
    const { newPeopleADay } = privateLimits;
    const many: string[] = [];
    for (let index = 0; index < newPeopleADay + 2; index++) {
      const subject = `many ${people} ${index}`;
      const identity = { issuer: 'test', subject, email: null, emailVerified: false, name: subject };
      many.push((await accountOf(app.deps, identity)).id);
    }
    await joined(await aRoom(ann), bob);
    await written(ann, bob, 'We know each other');
    const before = await conversationCount();
    const ask = (as: TestPerson, receiverId: string) =>
      as.call(sendPrivateMessage, { body: { receiverId, content: 'Hello' } });
    const [first, ...others] = many;
    const answers = [await ask(ann, first!)];
    app.clock.advance(60 * 60 * 1000);
    answers.push(...(await Promise.all(others.map((receiverId) => ask(ann, receiverId)))));
    const refused = answers.filter(({ success }) => !success);
    expect(refused).toHaveLength(2);
    for (const each of refused) {
      expect(each).toMatchObject({ status: 429, code: 'TOO_MANY_NEW_PEOPLE' });
      // The first of them was an hour ago.
      expect(each.headers['retry-after']).toBe(String(23 * 60 * 60));
    }
    expect(await conversationCount()).toBe(before + newPeopleADay);
    expect(await write(ann, bob, 'Still we do')).toMatchObject({ status: 200 });
    app.clock.advance(23 * 60 * 60 * 1000);
    const again = await app.visitor().signIn(ann.user!.name);
    const last = many[answers.findIndex(({ success }) => !success)]!;
    expect(await ask(again, last)).toMatchObject({ status: 200 });
  });

  test('declining is not told, takes it out of the lane for good, and beginning it takes that back', async () => {
    const { conversationId } = await written(ann, bob, 'Hello');
    const before = JSON.stringify([await list(ann), await seen(ann, conversationId)]);
    const stream = await TestStream.open(ann);
    expect(await answer(bob, conversationId, 'decline')).toMatchObject({ status: 200 });
    expect(about(await heardUntilNow(stream, ann), conversationId)).toEqual([]);
    stream.close();
    expect(
      JSON.stringify([
        (await list(ann)).filter(({ isPrivate }) => isPrivate),
        await seen(ann, conversationId),
      ]),
    ).toBe(before);
    const atBob = await TestStream.open(bob);
    await written(ann, bob, 'Are you there?');
    expect(about(await heardUntilNow(atBob, bob), conversationId)).toEqual([]);
    atBob.close();
    expect(await lane(bob)).toEqual([]);
    expect((await badge(bob)).messageRequests).toBe(0);
    expect((await badge(bob)).messages).toBe(0);
    expect(await started(bob, ann)).toBe(conversationId);
    expect(idsOf(await list(bob))).toContain(conversationId);
    expect(await textsOf(bob, conversationId)).toEqual(['Hello', 'Are you there?']);
  });

  test('until it is accepted the writer hears neither that it was read nor typing; afterwards both', async () => {
    const message = await written(ann, bob, 'Hello');
    const { conversationId } = message;
    const params = { conversationId };
    const stream = await TestStream.open(ann);
    await bob.get(markPrivateMessageRead, { params: { messageId: message.id }, body: {} });
    for (const as of [ann, bob]) await as.get(tellTyping, { params, body: {} });
    expect(about(await heardUntilNow(stream, ann), conversationId)).toEqual([]);
    expect((await seen(ann, conversationId)).messages[0]!.isRead).toBe(false);
    expect((await seen(ann, conversationId)).readers).toContainEqual({ userId: bob.id, sequence: 0 });
    expect(await lane(bob)).toMatchObject([{ unreadCount: 0, readSequence: 1 }]);

    await answer(bob, conversationId, 'accept');
    await stream.until((frame) => frame.type === 'conversation_update' && frame.change.kind === 'details');
    expect((await seen(ann, conversationId)).messages[0]!.isRead).toBe(true);
    await bob.get(tellTyping, { params, body: {} });
    await stream.until((frame) => frame.type === 'typing');
    const next = await written(ann, bob, 'Read this');
    await bob.get(markRead, { params, body: {} });
    await stream.until(
      (frame) =>
        frame.type === 'conversation_update' &&
        frame.change.kind === 'readers' &&
        frame.change.readers.every(({ sequence }) => sequence === next.sequence),
    );
    stream.close();
  });
});

describe('reading', () => {
  test('PRIV-017, 018, 028, 029: once, and by the receiver only', async () => {
    const id = await known(ann, bob);
    const message = await written(ann, bob, 'Read me');
    const params = { messageId: message.id };
    expect((await badge(bob)).messages).toBe(1);
    expect(await ann.call(markPrivateMessageRead, { params, body: {} })).toMatchObject({
      status: 403,
      error: 'Can only mark received messages as read',
    });
    const cat = await app.person(`Cat ${people}`);
    for (const [as, messageId] of [
      [cat, message.id],
      [bob, 'no-such-message'],
    ] as const) {
      expect(await as.call(markPrivateMessageRead, { params: { messageId }, body: {} })).toMatchObject({
        status: 404,
        error: 'Message not found',
      });
    }
    const stream = await TestStream.open(ann);
    for (let time = 0; time < 3; time++) {
      expect(await bob.call(markPrivateMessageRead, { params, body: {} })).toMatchObject({
        data: { readSequence: message.sequence, unreadCount: 0 },
      });
    }
    const readers = about(await heardUntilNow(stream, ann), id).filter(
      (frame) => frame.type === 'conversation_update' && frame.change.kind === 'readers',
    );
    expect(readers).toHaveLength(1);
    stream.close();
    expect((await badge(bob)).messages).toBe(0);
    const inRoom = await aRoom(ann);
    const said = await ann.get(sendMessage, {
      params: { conversationId: inRoom.conversationId },
      body: { content: 'In a room' },
    });
    const ofRoom = { messageId: said.data.id };
    expect(await ann.call(markPrivateMessageRead, { params: ofRoom, body: {} })).toMatchObject({
      status: 404,
    });
  });
});

describe('deleting a conversation (PRIV-024, PRIV-043)', () => {
  test('takes it out of the own list; it comes back with the next message and the past stays hidden', async () => {
    const id = await known(ann, bob);
    const params = { conversationId: id };
    const picture = await bob.get(sendMessage, {
      params,
      body: { type: 'IMAGE', content: await uploaded(bob) },
    });
    const address = `/api/media/${picture.data.media!.id}`;
    const old = await written(bob, ann, 'An old secret');
    await ann.get(removeConversation, { params, body: {} });

    expect(idsOf(await list(ann))).toEqual([]);
    expect(await textsOf(ann, id)).toEqual([]);
    expect(idsOf(await list(bob))).toEqual([id]);
    expect((await textsOf(bob, id)).at(-1)).toBe('An old secret');
    expect((await badge(ann)).messages).toBe(0);
    expect(await start(ann, bob)).toMatchObject({ data: { id, lastMessageAt: null } });
    for (const [as, status] of [
      [ann, 404],
      [bob, 200],
    ] as const) {
      const file = await as.fetch(address);
      await file.arrayBuffer();
      expect(file.status).toBe(status);
    }
    for (const call of [reactToMessage, editMessage, removeMessage]) {
      const body = { reactionType: 'HEART', content: 'x' };
      expect(
        await ann.call(call, { params: { ...params, messageId: old.id }, body: body as never }),
      ).toMatchObject({ status: 404, code: 'MESSAGE_NOT_FOUND' });
    }
    expect(await write(ann, bob, 'x', { replyToId: old.id })).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
    expect(await ann.call(markPrivateMessageRead, { params: { messageId: old.id }, body: {} })).toMatchObject(
      { code: 'MESSAGE_NOT_FOUND' },
    );

    const stream = await TestStream.open(ann);
    const quoting = await written(bob, ann, 'As I said', { replyToId: old.id });
    const frame = await stream.until((each) => each.type === 'new_message');
    expect(JSON.stringify(frame)).not.toContain('An old secret');
    stream.close();
    expect(quoting.replyTo).toMatchObject({ content: 'An old secret' });
    const [row] = await list(ann);
    expect(row).toMatchObject({ id, unreadCount: 1, _count: { messages: 1 } });
    // For what a device kept meanwhile.
    expect(row).toMatchObject({ hiddenUpTo: quoting.sequence! - 1 });
    expect((await list(bob))[0]).toMatchObject({ hiddenUpTo: 0 });
    const page = await ann.get(listMessages, { params });
    expect(page).toMatchObject({
      hasOlder: false,
      hiddenUpTo: quoting.sequence! - 1,
      data: [{ content: 'As I said', replyTo: null }],
    });
    expect(JSON.stringify(await seen(ann, id))).not.toContain('An old secret');
    const find = { params, query: { query: 'secret' } };
    expect((await ann.get(searchMessages, find)).data).toEqual([]);
    expect((await bob.get(searchMessages, find)).data).toHaveLength(1);
    expect((await ann.get(listMessages, { params, query: { changedAfter: 0 } })).data).toEqual([]);
  });

  test('what was hidden is not heard of when it changes', async () => {
    const id = await known(ann, bob);
    const params = { conversationId: id };
    const old = await written(bob, ann, 'Old');
    const device = await TestStream.open(ann);
    await ann.get(removeConversation, { params, body: {} });
    const hidden = { kind: 'hidden', upTo: old.sequence };
    expect(about(await heardUntilNow(device, ann), id)).toMatchObject([{ change: hidden }]);
    device.close();
    const stream = await TestStream.open(ann);
    const ofOld = { ...params, messageId: old.id };
    await bob.get(editMessage, { params: ofOld, body: { content: 'Old, and other words' } });
    await bob.get(removeMessage, { params: ofOld, body: {} });
    expect(about(await heardUntilNow(stream, ann), id)).toEqual([]);
    stream.close();
  });
});

describe('the list', () => {
  test('PRIV-040, 041: sorts by the last message, the making, what is unread, what is pinned', async () => {
    const others = [];
    for (const name of ['Old', 'Middle', 'New']) {
      const other = await app.person(`${name} ${people}`);
      others.push({ name, other, id: await known(ann, other) });
      app.clock.advance(1000);
    }
    const [old, middle, newest] = others.map(({ id }) => id) as [string, string, string];
    const params = (conversationId: string) => ({ conversationId });
    for (const id of [old, newest]) await ann.get(markRead, { params: params(id), body: {} });
    await written(others[0]!.other, ann, 'Latest of all');
    await ann.get(markRead, { params: params(old), body: {} });
    const sorted = async (sort?: string) => idsOf(await list(ann, sort ? { sort } : {}));
    expect(await sorted()).toEqual([old, newest, middle]);
    expect(await sorted('last_message')).toEqual([old, newest, middle]);
    expect(await sorted('created_at')).toEqual([newest, middle, old]);
    expect(await sorted('unread_first')).toEqual([middle, old, newest]);
    await ann.get(changeConversationSettings, { params: params(newest), body: { isPinned: true } });
    expect(await sorted('pinned_first')).toEqual([newest, old, middle]);
    expect(await sorted('unread_first')).toEqual([newest, middle, old]);
    expect(await sorted('created_at')).toEqual([newest, middle, old]);
    for (const sort of ['last_message', 'created_at', 'unread_first', 'pinned_first']) {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await ann.get(listConversations, {
          query: { sort: sort as 'created_at', limit: 1, cursor },
        });
        ids.push(...page.data.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(ids, sort).toEqual(await sorted(sort));
    }
    expect(await ann.call(listConversations, { query: { sort: 'loudest' as never } })).toMatchObject({
      status: 400,
    });
  });

  test('is searched by the name of the other one, not by the own', async () => {
    const other = await app.person(`Zenobia ${people}`);
    const id = await known(ann, other);
    expect(idsOf(await list(ann, { search: 'zenob' }))).toEqual([id]);
    expect(idsOf(await list(other, { search: 'zenob' }))).toEqual([]);
    expect(idsOf(await list(ann, { search: ann.user!.name }))).toEqual([]);
  });
});

describe('when the other account is deleted', () => {
  test('the history stays, nobody is named, and nothing more is said; until they come back', async () => {
    const id = await known(ann, bob);
    const params = { conversationId: id };
    const stream = await TestStream.open(ann);
    await bob.get(removeAccount, { params: { userId: bob.id }, body: {} });
    await stream.until((frame) => frame.type === 'conversation_update' && frame.change.kind === 'details');
    stream.close();
    const conversation = await seen(ann, id);
    expect(conversation).toMatchObject({ otherParticipant: null, can: { send: false } });
    expect(conversation.messages.map(({ content, isDeleted }) => [content, isDeleted])).toEqual([
      ['Hello', false],
      ['', true],
    ]);
    expect(JSON.stringify([conversation, await list(ann)])).not.toContain(bob.user!.name);
    for (const refused of [
      await ann.call(sendMessage, { params, body: { content: 'Anyone?' } }),
      await ann.call(sendPrivateMessage, { body: { conversationId: id, content: 'Anyone?' } }),
    ]) {
      expect(refused).toMatchObject({ status: 403, code: 'CANNOT_START_CONVERSATION' });
    }
    await ann.get(tellTyping, { params, body: {} });
    await ann.get(markRead, { params, body: {} });
    await bob.visitProvider(bob.user!.name);
    await bob.get(restoreAccount, { body: {} });
    expect((await seen(ann, id)).otherParticipant).toMatchObject({ id: bob.id });
    expect(await write(ann, bob, 'There you are')).toMatchObject({ status: 200 });
  });
});

test("one's own history is read and reported also when one has blocked the other, and nobody else's", async () => {
  const { conversationId, id } = await written(ann, bob, 'Meet me at the dark harbour');
  await answer(bob, conversationId, 'accept');
  const room = await aRoom(ann);
  await joined(room, bob);
  const inRoom = { conversationId: room.conversationId };
  await bob.get(blockPerson, { body: { blockedId: ann.id } });
  const params = { conversationId };
  const shown = async (as: TestPerson, unfolded: 'true' | 'false') => {
    const page = (await as.get(listMessages, { params, query: { unfolded } })).data;
    const opened = (await as.get(getConversation, { params, query: { unfolded } })).data.messages;
    expect(opened).toEqual(page);
    return page.map(({ content, folded }) => [content, folded]);
  };
  expect(await shown(bob, 'false')).toEqual([['', true]]);
  expect(await shown(bob, 'true')).toEqual([['Meet me at the dark harbour', false]]);
  const body = { targetType: 'message', targetId: id, reason: 'harassment' } as const;
  expect(await bob.call(report, { body })).toMatchObject({ success: true });
  // In a room the words of whoever is blocked stay folded.
  await ann.get(sendMessage, { params: inRoom, body: { content: 'To all' } });
  const { data } = await bob.get(listMessages, { params: inRoom, query: { unfolded: 'true' } });
  expect(data.at(-1)).toMatchObject({ folded: true, content: '' });
  const stranger = await app.person('Stranger to both');
  expect(await stranger.call(listMessages, { params, query: { unfolded: 'true' } })).toMatchObject({
    success: false,
  });
});

test('old state and events make the fresh state of both', async () => {
  const id = (await written(ann, bob, 'One')).conversationId;
  const params = { conversationId: id };
  const page = async (as: TestPerson) => (await as.get(listMessages, { params })).data;
  const logs = new Map(
    await Promise.all(
      [ann, bob].map(
        async (as) => [as, new Map((await page(as)).map((each) => [each.sequence!, each]))] as const,
      ),
    ),
  );
  const streams = await Promise.all([ann, bob].map(async (as) => [as, await TestStream.open(as)] as const));
  await answer(bob, id, 'accept');
  const second = await written(bob, ann, 'Two');
  const third = await written(ann, bob, 'Three', { replyToId: second.id });
  const of = (message: Message) => ({ ...params, messageId: message.id });
  await ann.get(editMessage, { params: of(third), body: { content: 'Three!' } });
  await bob.get(reactToMessage, { params: of(third), body: { reactionType: 'LAUGH' } });
  await bob.get(removeMessage, { params: of(second), body: {} });
  const last = await written(ann, bob, 'Done');
  for (const [as, stream] of streams) {
    await stream.until((frame) => frame.type === 'new_message' && frame.sequence === last.sequence);
    const log = logs.get(as)!;
    for (const frame of about(stream.frames, id)) {
      if (frame.type === 'new_message') log.set(frame.sequence, frame.message!);
      if (frame.type !== 'conversation_update' || frame.change.kind !== 'message') continue;
      const { sequence, message, reaction } = frame.change;
      const mine =
        reaction?.userId === as.id ? reaction.reactionType : (log.get(sequence)?.myReaction ?? null);
      log.set(sequence, { ...message!, myReaction: message!.isDeleted ? null : mine });
    }
    // Of what a message answers to only its own change is told.
    const neutral = ({ isRead: _own, replyTo: _quoted, ...message }: Message) => message;
    expect([...log.values()].map(neutral)).toEqual((await page(as)).map(neutral));
    stream.close();
  }
});
