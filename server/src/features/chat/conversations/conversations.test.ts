import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { countUnread, getConversation, listConversations } from '@dazi/contract/chat/conversation-views';
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
import { messageLimits } from '@dazi/contract/chat/conversations.rules';
import {
  answerJoinRequest,
  changeRoom,
  joinRoom,
  leaveRoom,
  listJoinRequests,
  type Room,
  removeParticipant,
  removeRoom,
  updateDetails,
} from '@dazi/contract/chat/rooms';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import type { ConversationEvent, Frame } from '@dazi/contract/frames';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { sync } from '@dazi/contract/live/live';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aRoom, conversationOf, joined } from '#features/chat/rooms/rooms.builder.ts';
import { DatabaseGone } from '#platform/database/connection.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { block } from '../../../testing/test-block.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { conversations, messages } from './conversations.tables.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let cat: TestPerson;
let room: Room;
let params: { conversationId: string };

beforeAll(async () => {
  app = await startTestApp();
  [ann, bob, cat] = [await app.person('Ann'), await app.person('Bob'), await app.person('Cat')];
});
afterAll(() => app.close());

/** A room of Ann's with Bob in it; Cat stays outside. */
beforeEach(async () => {
  room = await aRoom(ann);
  await joined(room, bob);
  params = { conversationId: room.conversationId };
});

type Sent = BodyOf<typeof sendMessage>;
const send = (person: TestPerson, content: string, more: Partial<Sent> = {}) =>
  person.call(sendMessage, { params, body: { userId: person.id, content, ...more } });

async function sent(person: TestPerson, content: string, more: Partial<Sent> = {}): Promise<Message> {
  const answer = await send(person, content, more);
  if (!answer.success) throw new Error(JSON.stringify(answer));
  return answer.data;
}

const page = async (person: TestPerson, query: object = {}) => person.get(listMessages, { params, query });
const said = (messages: readonly Message[]) =>
  messages.filter(({ type }) => type === 'TEXT').map(({ content }) => content);

async function own(person: TestPerson): Promise<Conversation> {
  const list = (await person.get(listConversations, {})).data as Conversation[];
  return list.find(({ id }) => id === params.conversationId)!;
}

const ofConversation = (frame: Frame): frame is Frame & ConversationEvent =>
  'conversationId' in frame && frame.conversationId === params.conversationId;

describe('sending', () => {
  test('VIEW-048, COMP-060: answers the message with its number', async () => {
    const first = await sent(ann, ' Hello\r\nthere ');
    expect(first).toMatchObject({
      conversationId: room.conversationId,
      senderId: ann.id,
      senderName: 'Ann',
      content: 'Hello\nthere',
      type: 'TEXT',
      isRead: false,
      metadata: null,
      isDeleted: false,
    });
    const second = await sent(bob, 'Hi');
    expect(second.sequence).toBe(first.sequence! + 1);
  });

  test.each([
    ['COMP-042: nothing', '', 400, 'MESSAGE_EMPTY'],
    ['COMP-042: blanks', ' \n\t ', 400, 'MESSAGE_EMPTY'],
    ['only control characters', '\u0007\u0001', 400, 'MESSAGE_EMPTY'],
    ['more than 4,000 characters', 'x'.repeat(4001), 400, 'MESSAGE_TOO_LONG'],
    ['a megabyte', 'x'.repeat(1024 * 1024), 400, 'MESSAGE_TOO_LONG'],
  ])('%s is refused', async (_what, content, status, code) => {
    const before = (await page(ann)).lastSequence;
    expect(await send(ann, content)).toMatchObject({ status, code });
    expect((await page(ann)).lastSequence).toBe(before);
  });

  test('what turns the direction or rings a bell is left out; 4,000 characters are fine', async () => {
    expect((await sent(ann, 'a\u202Eb\u0007c')).content).toBe('abc');
    expect((await sent(ann, '字'.repeat(4000))).content).toHaveLength(4000);
  });

  test('what is no message is refused', async () => {
    for (const body of [
      { content: 7 },
      { content: 'x', type: 'SYSTEM' },
      { content: 'x', type: 'JOIN_REQUEST' },
      { content: 'x', clientId: 'a b' },
      { content: 'x', replyToId: '../..' },
      {},
    ]) {
      expect(await ann.call(sendMessage, { params, body: body as never })).toMatchObject({
        status: 400,
        code: 'INVALID_INPUT',
      });
    }
    expect(await send(ann, 'x', { userId: bob.id })).toMatchObject({ status: 403, code: 'NOT_YOURSELF' });
    expect(await send(ann, 'x', { replyToId: 'unknown-id' })).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
  });

  test('CONV-054: those who do not belong to it neither say nor read anything', async () => {
    await sent(ann, 'Among us');
    expect(await send(cat, 'Me too')).toMatchObject({ status: 403, code: 'NOT_A_MEMBER' });
    expect(await cat.call(listMessages, { params })).toMatchObject({ status: 403, code: 'NOT_A_MEMBER' });
    expect(await app.visitor().call(sendMessage, { params, body: { content: 'x' } })).toMatchObject({
      status: 401,
      error: 'Please sign in to send messages.',
    });
    const unknown = { conversationId: 'no-such-conversation' };
    expect(await ann.call(sendMessage, { params: unknown, body: { content: 'x' } })).toMatchObject({
      status: 404,
      error: 'Conversation not found',
    });
  });

  test('the same client id answers the same message, at once and later', async () => {
    const clientId = 'device-1234-5678';
    const answers = await Promise.all(Array.from({ length: 8 }, () => sent(ann, 'Once', { clientId })));
    const again = await sent(ann, 'Once', { clientId });
    expect(new Set([...answers, again].map(({ id }) => id)).size).toBe(1);
    expect(said((await page(bob)).data)).toEqual(['Once']);
    expect(await send(bob, 'Mine', { clientId })).toMatchObject({ status: 409, code: 'CLIENT_ID_USED' });
  });

  test('100 at once get numbers without gaps, in the order in which everybody hears them', async () => {
    const stream = await TestStream.open(bob);
    const before = (await page(ann)).lastSequence;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => sent(index % 2 ? ann : bob, `Message ${index}`)),
    );
    const numbers = answers.map(({ sequence }) => sequence!).sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => before + 1 + index));
    await stream.until((frame) => frame.type === 'new_message' && frame.sequence === before + 100);
    const heard = stream.frames.flatMap((frame) =>
      frame.type === 'new_message' && ofConversation(frame) ? [frame.sequence] : [],
    );
    expect(heard).toEqual(numbers);
    stream.close();
  });

  test('an answer quotes what it answers to', async () => {
    const question = await sent(ann, 'Who brings the clock?');
    const answer = await sent(bob, 'I do', { replyToId: question.id });
    expect(answer.replyTo).toMatchObject({
      id: question.id,
      senderName: 'Ann',
      content: 'Who brings the clock?',
      isDeleted: false,
    });
    await ann.get(removeMessage, { params: { ...params, messageId: question.id }, body: {} });
    const { data } = await page(bob);
    expect(data.at(-1)!.replyTo).toMatchObject({ id: question.id, content: '', isDeleted: true });
  });

  test('nobody answers to what the server wrote', async () => {
    const { data } = await page(ann);
    const joining = data.find(({ type }) => type === 'JOIN')!;
    expect(await send(ann, 'Welcome', { replyToId: joining.id })).toMatchObject({
      status: 404,
      code: 'MESSAGE_NOT_FOUND',
    });
  });

  test('in an ended room nothing is said', async () => {
    await ann.get(removeRoom, { body: { chatRoomId: room.id } });
    expect(await send(bob, 'Anyone?')).toMatchObject({ status: 404, code: 'CONVERSATION_NOT_FOUND' });
  });
});

describe('mentions', () => {
  test('COMP-053, 076: whole names first, the longest; else those that contain the word', async () => {
    const people = await Promise.all(['Mika', 'Mika Sato', '葵', 'Kamika'].map((name) => app.person(name)));
    const [mika, sato, aoi, kamika] = people as [TestPerson, TestPerson, TestPerson, TestPerson];
    await joined(room, ...people);
    const mentions = async (text: string) => (await sent(ann, text)).mentions.sort();
    expect(await mentions('@mika hello')).toEqual([mika.id]);
    expect(await mentions('hello @MIKA SATO, here')).toEqual([sato.id]);
    expect(await mentions('@葵さん、こんにちは')).toEqual([aoi.id]);
    expect(await mentions('@kami and @sat')).toEqual([sato.id, kamika.id].sort());
    expect(await mentions('write to ann@bob.example')).toEqual([]);
    expect(await mentions('@nobody @ @@')).toEqual([]);
  });

  test('VIEW-012: an unread mention is said to the one who is meant, until read', async () => {
    await sent(ann, 'Hello @Bob');
    expect(await own(bob)).toMatchObject({ mentionsMe: true, unreadCount: 1 });
    expect(await own(ann)).toMatchObject({ mentionsMe: false });
    await bob.get(markRead, { params, body: {} });
    expect(await own(bob)).toMatchObject({ mentionsMe: false, unreadCount: 0 });
  });
});

describe('history', () => {
  test('is paged by 50 backwards and forwards', async () => {
    for (let number = 1; number <= 120; number++) await sent(number % 3 ? ann : bob, `Line ${number}`);
    const newest = await page(bob);
    expect(newest.data).toHaveLength(messageLimits.page);
    expect(newest).toMatchObject({ hasOlder: true, hasNewer: false });
    const numbers = (messages: readonly Message[]) => messages.map(({ sequence }) => sequence!);
    const collected = [...newest.data];
    for (let more = newest.hasOlder; more; ) {
      const older = await page(bob, { before: collected[0]!.sequence });
      expect(older.hasNewer).toBe(true);
      collected.unshift(...older.data);
      more = older.hasOlder;
    }
    expect(numbers(collected)).toEqual(Array.from({ length: newest.lastSequence }, (_, index) => index + 1));
    const forwards: Message[] = [];
    for (let after = 0, more = true; more; ) {
      const newer = await page(bob, { after });
      forwards.push(...newer.data);
      more = newer.hasNewer;
      after = forwards.at(-1)!.sequence!;
    }
    expect(forwards).toEqual(collected);
    const around = await page(bob, { around: 60, limit: 11 });
    expect(numbers(around.data)).toEqual(Array.from({ length: 12 }, (_, index) => 54 + index));
    expect(around).toMatchObject({ hasOlder: true, hasNewer: true });
    expect((await page(bob, { after: newest.lastSequence })).data).toEqual([]);
    expect((await page(bob, { before: 1 })).data).toEqual([]);
  });

  test('numbers that cannot be are refused', async () => {
    for (const query of [{ before: 0 }, { after: -1 }, { around: 1.5 }, { limit: 201 }, { before: 'x' }]) {
      expect(await ann.call(listMessages, { params, query: query as never })).toMatchObject({ status: 400 });
    }
    // As great as the database counts, and one more.
    for (const name of ['before', 'after', 'around', 'changedAfter']) {
      const asked = (number: number) => ann.call(listMessages, { params, query: { [name]: number } });
      expect(await asked(2 ** 31 - 1)).toMatchObject({ status: 200 });
      expect(await asked(2 ** 31)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    }
    const query = { query: 'needle', before: 2 ** 31 };
    expect(await ann.call(searchMessages, { params, query })).toMatchObject({ status: 400 });
  });

  test('is searched as far back as it goes, page by page', async () => {
    await sent(ann, 'A needle');
    const now = app.deps.clock();
    const { lastSequence } = await page(ann);
    // As many lines as a look back does not reach over, half of them with the word that is sought.
    const rows = Array.from({ length: 1500 }, (_, index) => ({
      conversationId: room.conversationId,
      sequence: lastSequence + 1 + index,
      id: `${room.id}-${index}`,
      senderId: ann.id,
      type: 'TEXT' as const,
      content: index % 2 ? `Hay ${index}` : `Straw ${index}`,
      counted: lastSequence + 1 + index,
      change: 0,
      createdAt: now,
    }));
    await app.deps.db.insert(messages).values(rows);
    await app.deps.db
      .update(conversations)
      .set({ lastSequence: lastSequence + rows.length })
      .where(eq(conversations.id, room.conversationId));
    const find = (query: string, before?: number) =>
      bob.get(searchMessages, { params, query: { query, before } });
    expect(said((await find('needle')).data)).toEqual(['A needle']);
    const found: Message[] = [];
    for (let more = true; more; ) {
      const next = await find('hay', found.at(-1)?.sequence ?? undefined);
      found.push(...next.data);
      more = next.hasOlder;
    }
    expect(said(found)).toEqual(
      rows.flatMap(({ content }) => (content.startsWith('Hay') ? [content] : [])).reverse(),
    );
  });

  test('is searched inside one conversation, in three scripts', async () => {
    const other = await aRoom(ann);
    await ann.get(sendMessage, {
      params: { conversationId: other.conversationId },
      body: { content: 'Chess in another room' },
    });
    await sent(ann, 'Chess at the pond?');
    await sent(bob, '土曜の7時、公園の東口でどうですか');
    await sent(ann, '周末一起去爬山吗');
    await sent(bob, 'No CHESS for me, 100% sure');
    const find = async (query: string) =>
      said((await bob.get(searchMessages, { params, query: { query } })).data);
    expect(await find('chess')).toEqual(['No CHESS for me, 100% sure', 'Chess at the pond?']);
    expect(await find('公園')).toEqual(['土曜の7時、公園の東口でどうですか']);
    expect(await find('爬')).toEqual(['周末一起去爬山吗']);
    expect(await find('100%')).toEqual(['No CHESS for me, 100% sure']);
    expect(await find('%')).toEqual(['No CHESS for me, 100% sure']);
    expect(await find('nothing like it')).toEqual([]);
    expect(await cat.call(searchMessages, { params, query: { query: 'chess' } })).toMatchObject({
      status: 403,
    });
  });
});

describe('editing, taking back, reacting', () => {
  const of = (message: Message) => ({ ...params, messageId: message.id });

  test('the own text is edited for 15 minutes and says so', async () => {
    const message = await sent(ann, 'Seven?');
    const edited = (await ann.get(editMessage, { params: of(message), body: { content: 'Eight, @Bob' } }))
      .data;
    expect(edited).toMatchObject({ content: 'Eight, @Bob', mentions: [bob.id], change: 1 });
    expect(edited.editedAt).not.toBeNull();
    expect(await bob.call(editMessage, { params: of(message), body: { content: 'x' } })).toMatchObject({
      status: 403,
      code: 'NOT_YOUR_MESSAGE',
    });
    expect(await ann.call(editMessage, { params: of(message), body: { content: ' ' } })).toMatchObject({
      code: 'MESSAGE_EMPTY',
    });
    app.clock.advance(messageLimits.editable_ms);
    expect(await ann.call(editMessage, { params: of(message), body: { content: 'Nine' } })).toMatchObject({
      status: 409,
      code: 'MESSAGE_EDIT_TOO_LATE',
    });
  });

  test('a message taken back keeps its number and loses what it said', async () => {
    const message = await sent(ann, 'Something private @Bob');
    await bob.get(reactToMessage, { params: of(message), body: { reactionType: 'HEART' } });
    expect(await bob.call(removeMessage, { params: of(message), body: {} })).toMatchObject({ status: 403 });
    const gone = (await ann.get(removeMessage, { params: of(message), body: {} })).data;
    expect(gone).toMatchObject({
      sequence: message.sequence,
      isDeleted: true,
      content: '',
      mentions: [],
      reactions: {},
    });
    expect((await own(bob)).lastMessage?.content).not.toContain('private');
    expect(await ann.call(removeMessage, { params: of(message), body: {} })).toMatchObject({ status: 404 });
    expect(
      await bob.call(reactToMessage, { params: of(message), body: { reactionType: 'SAD' } }),
    ).toMatchObject({
      status: 404,
    });
  });

  test('one reaction a person; another takes its place, null takes it away', async () => {
    const message = await sent(ann, 'Party!');
    const react = async (person: TestPerson, reactionType: 'HEART' | 'LAUGH' | null) =>
      (await person.get(reactToMessage, { params: of(message), body: { reactionType } })).data;
    await react(ann, 'HEART');
    expect(await react(bob, 'HEART')).toMatchObject({ reactions: { HEART: 2 }, myReaction: 'HEART' });
    expect(await react(bob, 'LAUGH')).toMatchObject({
      reactions: { HEART: 1, LAUGH: 1 },
      myReaction: 'LAUGH',
    });
    const before = (await page(ann)).change;
    expect(await react(bob, 'LAUGH')).toMatchObject({ change: before });
    expect(await react(bob, null)).toMatchObject({ reactions: { HEART: 1 }, myReaction: null });
    expect(
      await cat.call(reactToMessage, { params: of(message), body: { reactionType: 'SAD' } }),
    ).toMatchObject({
      status: 403,
    });
  });

  test('changes are asked for by their count', async () => {
    const [first, second, third] = [await sent(ann, 'One'), await sent(ann, 'Two'), await sent(ann, 'Three')];
    await ann.get(editMessage, { params: of(third), body: { content: 'Three!' } });
    const { change } = await page(bob);
    await ann.get(removeMessage, { params: of(first), body: {} });
    await bob.get(reactToMessage, { params: of(second), body: { reactionType: 'agree' as never } });
    const changed = await page(bob, { changedAfter: change });
    expect(changed.data.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(changed.change).toBe(change + 2);
  });

  test('a message of another conversation is unknown in this one', async () => {
    const message = await sent(ann, 'Here');
    const other = await aRoom(ann);
    const elsewhere = { conversationId: other.conversationId, messageId: message.id };
    expect(await ann.call(removeMessage, { params: elsewhere, body: {} })).toMatchObject({ status: 404 });
  });
});

describe('reading', () => {
  test('VIEW-053, 059, 075: moves forward only; what others read shows on the own messages', async () => {
    const first = await sent(ann, 'One');
    const second = await sent(ann, 'Two');
    const isRead = async () => (await page(ann)).data.slice(-2).map((message) => message.isRead);
    expect(await isRead()).toEqual([false, false]);
    expect((await own(bob)).unreadCount).toBe(2);
    const read = (sequence: number) => bob.call(markRead, { params, body: { sequence } });
    expect(await read(first.sequence!)).toMatchObject({ data: { unreadCount: 1 } });
    expect(await isRead()).toEqual([true, false]);
    await read(second.sequence!);
    expect(await read(first.sequence!)).toMatchObject({
      data: { readSequence: second.sequence, unreadCount: 0 },
    });
    expect(await isRead()).toEqual([true, true]);
    expect(await read(second.sequence! + 1)).toMatchObject({ status: 400, code: 'SEQUENCE_UNKNOWN' });
  });

  test('own messages and what the server writes never count; muted ones not in the badge', async () => {
    await sent(bob, 'Before Cat');
    await joined(room, cat);
    expect((await own(cat)).unreadCount).toBe(0);
    expect((await own(bob)).unreadCount).toBe(0);
    await sent(ann, 'Welcome');
    expect((await own(ann)).unreadCount).toBe(0);
    expect((await own(cat)).unreadCount).toBe(1);
    const badge = async () => (await cat.get(countUnread, {})).data.messages;
    const before = await badge();
    await cat.get(changeConversationSettings, { params, body: { isMuted: true } });
    expect(await badge()).toBe(before - 1);
    await cat.get(leaveRoom, { params: { roomId: room.id }, body: {} });
  });
});

describe('the list', () => {
  test('CONV-041, 046, 049: the latest first, with all that a row shows', async () => {
    app.clock.advance(1000);
    await sent(bob, 'Latest of all');
    const list = (await ann.get(listConversations, { query: { includeNearby: 'false' } }))
      .data as Conversation[];
    expect(list[0]).toMatchObject({
      id: room.conversationId,
      title: room.name,
      isPrivate: false,
      userRole: 'OWNER',
      userMembershipStatus: 'owner',
      unreadCount: 1,
      lastMessage: { content: 'Latest of all', senderName: 'Bob', senderId: bob.id, type: 'TEXT' },
      chatRoom: { id: room.id },
      _count: { messages: 1 },
    });
  });

  test('CONV-001, 053: pages, and pinned ones stand first', async () => {
    for (let number = 0; number < 8; number++) {
      app.clock.advance(1000);
      await aRoom(ann, { name: `Paged ${number}` });
    }
    await ann.get(changeConversationSettings, { params, body: { isPinned: true } });
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await ann.get(listConversations, { query: { limit: 6, cursor } });
      ids.push(...answer.data.map(({ id }) => id));
      cursor = answer.nextCursor ?? undefined;
    } while (cursor);
    const all = (await ann.get(listConversations, { query: { limit: 200 } })).data.map(({ id }) => id);
    expect(ids).toEqual(all);
    expect(ids[0]).toBe(room.conversationId);
    const second = await ann.get(listConversations, { query: { limit: 6, page: 2 } });
    expect(second.data.map(({ id }) => id)).toEqual(all.slice(6, 12));
  });

  test('CONV-017 to 020: is searched by title, description, last message and names', async () => {
    const special = await aRoom(bob, { name: 'Morgenschwimmer', description: 'Kalt aber schön' });
    const swimmer = await app.person('Undine');
    await joined(special, swimmer);
    await bob.get(sendMessage, {
      params: { conversationId: special.conversationId },
      body: { content: '明日は六時に' },
    });
    for (const search of ['SCHWIMM', 'schön', '六時', 'undi']) {
      const found = (await bob.get(listConversations, { query: { search } })).data;
      expect(
        found.map(({ id }) => id),
        search,
      ).toEqual([special.conversationId]);
    }
    expect((await bob.get(listConversations, { query: { search: 'zzz' } })).data).toEqual([]);
    const archiving = { params: { conversationId: special.conversationId }, body: { isArchived: true } };
    await bob.get(changeConversationSettings, archiving);
    expect((await bob.get(listConversations, { query: { search: 'undi' } })).data).toHaveLength(1);
    expect((await bob.get(listConversations, {})).data.map(({ id }) => id)).not.toContain(
      special.conversationId,
    );
  });

  test('only private conversations can be deleted', async () => {
    expect(await ann.call(removeConversation, { params, body: {} })).toMatchObject({
      status: 400,
      error: 'Only private conversations can be deleted. Use "Leave Group" for group conversations.',
    });
  });
});

describe('the stream', () => {
  test('RT-007, 015, 019: two hear, one does not', async () => {
    const [atAnn, atBob, atCat] = await Promise.all([ann, bob, cat].map((person) => TestStream.open(person)));
    const message = await sent(ann, 'Do you hear me?');
    for (const stream of [atAnn!, atBob!]) {
      const frame = await stream.until(
        (each) => each.type === 'new_message' && each.sequence === message.sequence,
      );
      expect(frame).toMatchObject({
        conversationId: room.conversationId,
        message: { content: 'Do you hear me?' },
      });
    }
    await bob.get(tellTyping, { params, body: {} });
    await atAnn!.until((frame) => frame.type === 'typing' && frame.userId === bob.id && frame.name === 'Bob');
    expect(atBob!.frames.filter(({ type }) => type === 'typing')).toEqual([]);
    await joined(room, cat);
    const later = await sent(bob, 'Welcome');
    await atCat!.until((frame) => frame.type === 'new_message' && frame.sequence === later.sequence);
    expect(JSON.stringify(atCat!.frames)).not.toContain('Do you hear me?');
    for (const stream of [atAnn!, atBob!, atCat!]) stream.close();
  });

  test('whoever is removed hears nothing from that moment on', async () => {
    const stream = await TestStream.open(bob);
    const listener = await TestStream.open(ann);
    await ann.get(removeParticipant, { params: { roomId: room.id }, body: { targetUserId: bob.id } });
    const message = await sent(ann, 'He is gone');
    await listener.until((frame) => frame.type === 'new_message' && frame.sequence === message.sequence);
    await stream.until((frame) => frame.type === 'member_leave');
    expect(JSON.stringify(stream.frames)).not.toContain('He is gone');
    expect(await send(bob, 'I am not')).toMatchObject({ status: 403 });
    stream.close();
    listener.close();
  });

  test('between whom there is a block: something was said, and the one who blocked sees it folded', async () => {
    const [rude, calm] = [await app.person('Rude'), await app.person('Calm')];
    await joined(room, rude, calm);
    await block(app.deps, calm, rude);
    const stream = await TestStream.open(calm);
    const message = await sent(rude, 'Something rude');
    const frame = await stream.until(
      (each) => each.type === 'new_message' && each.sequence === message.sequence,
    );
    expect(frame).toMatchObject({ message: null });
    const seen = (await calm.get(listMessages, { params, query: {} })).data.at(-1)!;
    expect(seen).toMatchObject({ sequence: message.sequence, folded: true, content: '' });
    await sent(calm, 'Something calm');
    expect(said((await rude.get(listMessages, { params, query: {} })).data)).toContain('Something calm');
    expect(JSON.stringify(await own(calm))).not.toContain('Something rude');
    stream.close();
  });

  test('sync says which conversations have come farther', async () => {
    const stream = await TestStream.open(bob);
    const { lastSequence, change } = await page(bob);
    const ask = async (sequence: number, known: number) =>
      (
        await bob.get(sync, {
          body: {
            streamId: stream.id,
            areas: [],
            conversations: [
              { id: room.conversationId, sequence, change: known },
              { id: 'no-such-conversation', sequence: 0, change: 0 },
            ],
          },
        })
      ).data.conversations;
    expect(await ask(lastSequence, change)).toEqual([]);
    const message = await sent(ann, 'New');
    const moved = { id: room.conversationId, lastSequence: message.sequence, change };
    expect(await ask(lastSequence, change)).toEqual([moved]);
    expect(await ask(message.sequence!, change)).toEqual([]);
    await ann.get(removeMessage, { params: { ...params, messageId: message.id }, body: {} });
    expect(await ask(message.sequence!, change)).toEqual([{ ...moved, change: change + 1 }]);
    stream.close();
  });

  test('old state and events make the fresh state, whatever happens', async () => {
    const streams = [await TestStream.open(bob), await TestStream.open(ann)];
    const log = new Map((await page(bob)).data.map((message) => [message.sequence!, message]));
    const messages = await Promise.all(['One', 'Two', 'Three'].map((text) => sent(ann, text)));
    await joined(room, cat);
    const of = (index: number) => ({ ...params, messageId: messages[index]!.id });
    await ann.get(editMessage, { params: of(0), body: { content: 'One!' } });
    await ann.get(removeMessage, { params: of(1), body: {} });
    await cat.get(reactToMessage, { params: of(2), body: { reactionType: 'LAUGH' } });
    await bob.get(reactToMessage, { params: of(2), body: { reactionType: 'HEART' } });
    await cat.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    const last = await sent(bob, 'Done');
    const stream = streams[0]!;
    await stream.until((frame) => frame.type === 'new_message' && frame.sequence === last.sequence);
    for (const frame of stream.frames) {
      if (!ofConversation(frame)) continue;
      if (frame.type === 'new_message') log.set(frame.sequence, frame.message!);
      if (frame.type !== 'conversation_update' || frame.change.kind !== 'message') continue;
      const { sequence, message, reaction } = frame.change;
      const { myReaction } = log.get(sequence)!;
      const mine =
        reaction?.userId === bob.id ? reaction.reactionType : message!.isDeleted ? null : myReaction;
      log.set(sequence, { ...message!, myReaction: mine });
    }
    const neutral = ({ isRead: _own, ...message }: Message) => message;
    const fresh = (await page(bob)).data.map(neutral);
    expect([...log.values()].map(neutral)).toEqual(fresh);
    for (const each of streams) each.close();
  });
});

describe('what is shown of a conversation', () => {
  /** What a row, a header and a menu show; of the readers whether somebody else has read what was said last. */
  function shown({ members, readers, lastMessage, ...one }: Conversation, me: TestPerson) {
    const { title, description, joinRadius, isActive, memberCount, userRole, settings, can } = one;
    const { readSequence, unreadCount, mentionsMe, pendingRequests, lastSequence } = one;
    return {
      ...{ title, description, joinRadius, isActive, memberCount, userRole, settings, can },
      ...{ readSequence, unreadCount, mentionsMe, pendingRequests, lastSequence },
      members: members.map(({ userId, role }) => `${userId} ${role}`).sort(),
      last: [lastMessage?.id, lastMessage?.content],
      isSeen: readers.some(({ userId, sequence }) => userId !== me.id && sequence >= lastSequence),
    };
  }

  /** Null for whoever does not belong to it, and once it has ended. */
  async function shownTo(me: TestPerson): Promise<Conversation | null> {
    const fresh = await me.call(getConversation, { params, query: {} });
    return fresh.success ? (fresh.data as Conversation) : null;
  }

  /** As a page does: takes what it is told, and asks again when it is told to. Null once one is out. */
  async function afterFrame(one: Conversation, frame: ConversationEvent, me: TestPerson) {
    const again = () => shownTo(me);
    switch (frame.type) {
      case 'new_message': {
        const { message, sequence } = frame;
        if (!message) return again();
        if (sequence <= one.lastSequence) return one;
        const others = one.readers.filter(({ userId }) => userId !== message.senderId);
        const isOwn = message.senderId === me.id;
        const isUnread = !isOwn && !['SYSTEM', 'JOIN', 'LEAVE'].includes(message.type);
        return {
          ...one,
          lastSequence: sequence,
          lastMessage: { ...one.lastMessage!, id: message.id, content: message.content, sequence },
          readers: message.senderId ? [...others, { userId: message.senderId, sequence }] : one.readers,
          readSequence: isOwn ? sequence : one.readSequence,
          unreadCount: isOwn ? 0 : one.unreadCount + Number(isUnread),
          mentionsMe: !isOwn && (one.mentionsMe || message.mentions.includes(me.id)),
        };
      }
      case 'member_join': {
        if (!one.can.vote && frame.memberCount >= roomLimits.voters) return again();
        const isKnown = one.members.some(({ userId }) => userId === frame.member.userId);
        const members = isKnown ? one.members : [...one.members, frame.member];
        return { ...one, memberCount: frame.memberCount, members };
      }
      case 'member_leave':
        return frame.userId === me.id ? null : again();
      case 'conversation_update': {
        const { change } = frame;
        if (change.kind === 'readers') return { ...one, readers: change.readers };
        const isElsewhere =
          change.kind === 'message' &&
          change.sequence !== one.lastMessage?.sequence &&
          (change.message?.isDeleted === false || change.sequence <= one.readSequence);
        return isElsewhere || change.kind === 'wallet' ? one : again();
      }
      default:
        return one;
    }
  }

  test('is, after old state and what was told, what a new page shows, whatever happens', async () => {
    const ofRoom = { roomId: room.id };
    const said: Message[] = [];
    const say = async (who: TestPerson, text: string) => void said.push(await sent(who, text));
    const last = () => ({ ...params, messageId: said.at(-1)!.id });
    const away = { latitude: 40.7, longitude: -74 };
    const askIn = (who: TestPerson) => who.get(joinRoom, { params: ofRoom, body: away });
    const answer = async (who: TestPerson, action: 'approve' | 'deny') => {
      const { data } = await ann.get(listJoinRequests, { params: ofRoom });
      const requestId = data.find(({ user }) => user.id === who.id)!.id;
      await ann.get(answerJoinRequest, { params: ofRoom, body: { requestId, action } });
    };
    const [dan, eve] = [await app.person('Dan'), await app.person('Eve')];
    const happenings: [string, () => Promise<unknown>][] = [
      ['a message', () => say(ann, 'Hello')],
      ['a mention', () => say(ann, 'Is @Bob here?')],
      ['an edit', () => ann.get(editMessage, { params: last(), body: { content: 'Is anybody?' } })],
      ['reading', () => bob.get(markRead, { params, body: {} })],
      ['an answer', () => say(bob, 'I am')],
      ['a reaction', () => ann.get(reactToMessage, { params: last(), body: { reactionType: 'LAUGH' } })],
      ['taking back', () => bob.get(removeMessage, { params: last(), body: {} })],
      ['two more', () => say(ann, 'One').then(() => say(ann, 'Two'))],
      [
        'taking back what is not the last',
        () => ann.get(removeMessage, { params: { ...params, messageId: said.at(-2)!.id }, body: {} }),
      ],
      ['joining', () => joined(room, cat)],
      ['asking to join', () => askIn(dan)],
      ['another who asks', () => askIn(eve)],
      ['letting in', () => answer(dan, 'approve')],
      ['refusing', () => answer(eve, 'deny')],
      [
        'a new name',
        () => ann.get(updateDetails, { params, body: { action: 'update_details', title: 'Go in the park' } }),
      ],
      [
        'a description',
        () =>
          ann.get(updateDetails, { params, body: { action: 'update_details', description: 'Every Sunday' } }),
      ],
      ['a radius', () => ann.get(changeRoom, { params: ofRoom, body: { joinRadius: 7 } })],
      ['muting', () => bob.get(changeConversationSettings, { params, body: { isMuted: true } })],
      ['leaving', () => cat.get(leaveRoom, { params: ofRoom, body: {} })],
      ['a new owner', () => ann.get(leaveRoom, { params: ofRoom, body: {} })],
      ['removing', () => bob.get(removeParticipant, { params: ofRoom, body: { targetUserId: dan.id } })],
      ['the end', () => bob.get(removeRoom, { body: { chatRoomId: room.id } })],
    ];
    const pages = await Promise.all(
      [ann, bob].map(async (me) => ({
        me,
        stream: await TestStream.open(me),
        heard: 0,
        one: await shownTo(me),
      })),
    );
    for (const [what, happen] of happenings) {
      await happen();
      for (const each of pages) {
        const { me, stream } = each;
        await vi.waitFor(
          async () => {
            while (each.heard < stream.frames.length) {
              const frame = stream.frames[each.heard++]!;
              if (each.one && ofConversation(frame)) each.one = await afterFrame(each.one, frame, me);
            }
            const fresh = await shownTo(me);
            const both = [each.one, fresh].map((one) => one && shown(one, me));
            expect(both[0], `${me.user!.name} after ${what}`).toEqual(both[1]);
          },
          { timeout: 30_000, interval: 20 },
        );
      }
    }
    for (const { stream } of pages) stream.close();
  });
});

test('what was acknowledged is in the log of a conversation that many write to while members change', async () => {
  const many = await Promise.all(Array.from({ length: 6 }, (_, index) => app.person(`Many ${index}`)));
  await joined(room, ...many);
  const answers = await Promise.all([
    ...many.flatMap((person, index) =>
      Array.from({ length: 5 }, (_, number) => send(person, `${index}.${number}`)),
    ),
    ...many
      .slice(0, 3)
      .map((person) =>
        ann.call(removeParticipant, { params: { roomId: room.id }, body: { targetUserId: person.id } }),
      ),
  ]);
  const acknowledged = answers.flatMap((answer) =>
    answer.success && 'sequence' in answer.data ? [(answer.data as Message).content] : [],
  );
  const log: Message[] = [];
  for (let more = true; more; ) {
    const next = await page(ann, { after: log.at(-1)?.sequence ?? 0, limit: 200 });
    log.push(...next.data);
    more = next.hasNewer;
  }
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
  expect(said(log).sort()).toEqual(acknowledged.sort());
  expect((await conversationOf(room, ann)).lastSequence).toBe(log.length);
});

test.each(['Hello', 'Hello @Frail'])(
  'a database that goes away after it has stored %o holds up nothing that comes after',
  async (content) => {
    let saying = false;
    /** Once a message is stored its answer is lost; one more question is answered, the next is not. */
    let answers = Number.POSITIVE_INFINITY;
    const storedAndGone = () => {
      answers = 1;
      throw new DatabaseGone('away');
    };
    const frail = await startTestApp({}, {}, async () => {
      const database = await openTestDatabase();
      return {
        ...database,
        async query(...asked) {
          if (answers-- <= 0) throw new DatabaseGone('away');
          const rows = await database.query(...asked);
          const stores = /INSERT INTO "?messages/.test(asked[0]);
          return saying && stores ? storedAndGone() : rows;
        },
        async transaction(work, options) {
          const done = await database.transaction(work, options);
          return saying ? storedAndGone() : done;
        },
      };
    });
    const person = await frail.person('Frail');
    const { conversationId } = await aRoom(person);
    const say = () =>
      person.call(sendMessage, {
        params: { conversationId },
        body: { content, clientId: 'the-same-again' },
      });
    saying = true;
    expect(await say()).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    [saying, answers] = [false, Number.POSITIVE_INFINITY];
    expect(await say()).toMatchObject({ status: 200 });
    const { data } = await person.get(listMessages, { params: { conversationId }, query: {} });
    expect(said(data)).toEqual([content]);
    await frail.close();
  },
);
