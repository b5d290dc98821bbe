import {
  type Conversation,
  getConversation,
  listConversations,
} from '@dazi/contract/chat/conversation-views';
import {
  editMessage,
  listMessages,
  type Message,
  reactToMessage,
  searchMessages,
} from '@dazi/contract/chat/conversations';
import { pinMessage } from '@dazi/contract/chat/pinned-messages';
import {
  answerMessageRequest,
  openRequestPart,
  sendPrivateMessage,
} from '@dazi/contract/chat/private-conversations';
import type { Frame } from '@dazi/contract/frames';
import { exportAccount } from '@dazi/contract/identity/identity';
import { listNotifications } from '@dazi/contract/notifications/notifications';
import { saveProfile } from '@dazi/contract/people/profiles';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { allNotified } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { filesOfArchive } from '../../../testing/test-archive.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { uploaded } from '../../../testing/test-uploads.ts';

const link = 'https://chess.example/tables?from=ann';
const words = `Look at ${link} please`;

let app: TestApp;
let people = 0;
/** Writes to somebody who does not know them. */
let ann: TestPerson;
let bob: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  people++;
  [ann, bob] = [await app.person(`Ann ${people}`), await app.person(`Bob ${people}`)];
});

async function written(content: string, more: { type?: 'IMAGE'; replyToId?: string } = {}): Promise<Message> {
  return (await ann.get(sendPrivateMessage, { body: { receiverId: bob.id, content, ...more } })).data;
}
const open = (as: TestPerson, { conversationId, id: messageId }: Message) =>
  as.call(openRequestPart, { params: { conversationId, messageId }, body: {} });
const answer = (conversationId: string, action: 'accept' | 'decline') =>
  bob.get(answerMessageRequest, { params: { conversationId }, body: { action } });
const messagesOf = async (as: TestPerson, { conversationId }: Message) =>
  (await as.get(listMessages, { params: { conversationId } })).data;
const lane = async (query: object = {}) =>
  (await bob.get(listConversations, { query: { requests: 'true', ...query } })).data as Conversation[];

describe('what is closed in a message request', () => {
  test('a picture and a link are left out, words are not', async () => {
    const picture = await uploaded(ann);
    await written('Hello');
    await written(picture, { type: 'IMAGE' });
    const sent = await written(words);
    expect(
      (await messagesOf(bob, sent)).map(({ content, media, ...rest }) => [content, media, rest]),
    ).toMatchObject([
      ['Hello', null, { closed: false, closedKind: null, closedHost: null }],
      ['', null, { type: 'IMAGE', closed: true, closedKind: 'image', closedHost: null }],
      ['', null, { closed: true, closedKind: 'link', closedHost: 'chess.example' }],
    ]);
    expect((await messagesOf(ann, sent)).map(({ content, closed }) => [content, closed])).toEqual([
      ['Hello', false],
      [picture, false],
      [words, false],
    ]);
    expect((await bob.fetch(picture)).status).toBe(404);
    expect((await ann.fetch(picture)).status).toBe(200);
  });

  test('on no other surface is the address either', async () => {
    const stream = await TestStream.open(bob);
    const first = await written(words);
    await written('Is that near?', { replyToId: first.id });
    const { conversationId } = first;
    await stream.until((frame) => frame.type === 'new_message' && frame.sequence === 2);
    await ann.get(editMessage, {
      params: { conversationId, messageId: first.id },
      body: { content: `${words}!` },
    });
    await stream.until((frame) => frame.type === 'conversation_update' && frame.change.kind === 'message');
    stream.close();
    await allNotified(app.deps);
    const params = { conversationId };
    const archive = await bob.fetch(exportAccount.path);
    const files = [...(await filesOfArchive(Buffer.from(await archive.arrayBuffer()))).values()];
    const notified = await bob.get(listNotifications);
    const surfaces: Record<string, unknown> = {
      list: await lane(),
      found: await lane({ search: 'from=ann' }),
      one: await bob.get(getConversation, { params }),
      page: await bob.get(listMessages, { params }),
      changed: await bob.get(listMessages, { params, query: { changedAfter: 0 } }),
      search: await bob.get(searchMessages, { params, query: { query: 'tables' } }),
      frames: stream.frames as Frame[],
      notified,
      archive: files.map((file) => file.toString()),
    };
    for (const [name, said] of Object.entries(surfaces)) {
      expect(JSON.stringify(said), name).not.toContain('from=ann');
    }
    expect(surfaces.found).toEqual([]);
    expect(surfaces.search).toMatchObject({ data: [] });
    expect(await lane()).toMatchObject([{ lastMessage: { content: 'Is that near?', closedKind: null } }]);
    expect(notified.data).toMatchObject([{ code: 'message_request' }]);
    expect(JSON.stringify(await messagesOf(ann, first))).toContain('from=ann');
  });

  test('is told of in the list and in notifications by what it is', async () => {
    await written(words);
    await allNotified(app.deps);
    expect(await lane()).toMatchObject([{ lastMessage: { content: '', closedKind: 'link' } }]);
    expect((await bob.get(listNotifications)).data).toMatchObject([
      { code: 'message_request', params: { preview: 'chess.example' } },
    ]);
  });

  test('is opened one by one, told to nobody', async () => {
    const picture = await uploaded(ann);
    const one = await written(picture, { type: 'IMAGE' });
    const other = await written(words);
    const before = JSON.stringify(await messagesOf(ann, one));
    const stream = await TestStream.open(ann);
    expect(await open(bob, one)).toMatchObject({
      status: 200,
      data: { content: picture, closed: false, media: { type: 'image' } },
    });
    expect((await bob.fetch(picture)).status).toBe(200);
    expect(await messagesOf(bob, one)).toMatchObject([{ closed: false }, { closed: true, content: '' }]);
    expect(await open(bob, one)).toMatchObject({ status: 200, data: { content: picture } });
    expect(await open(bob, other)).toMatchObject({ data: { content: words, change: 0 } });
    const room = await aRoom(ann);
    await stream.until(
      (frame) => frame.type === 'member_join' && frame.conversationId === room.conversationId,
    );
    stream.close();
    expect(
      stream.frames.filter(
        (frame) => 'conversationId' in frame && frame.conversationId === one.conversationId,
      ),
    ).toEqual([]);
    expect(JSON.stringify(await messagesOf(ann, one))).toBe(before);
    const archive = await ann.fetch(exportAccount.path);
    const files = await filesOfArchive(Buffer.from(await archive.arrayBuffer()));
    expect(files.get('messages.json')!.toString()).not.toContain('isOpened');
  });

  test('words that change after they were opened are closed again', async () => {
    const sent = await written(words);
    const { conversationId, id: messageId } = sent;
    await open(bob, sent);
    await ann.get(editMessage, {
      params: { conversationId, messageId },
      body: { content: 'https://other.example/x' },
    });
    expect(await messagesOf(bob, sent)).toMatchObject([
      { content: '', closed: true, closedHost: 'other.example' },
    ]);
  });

  test.each(['accepting', 'reacting', 'answering'])('%s opens all of it', async (how) => {
    const sent = await written(words);
    const { conversationId, id: messageId } = sent;
    const params = { conversationId, messageId };
    if (how === 'accepting') await answer(conversationId, 'accept');
    if (how === 'reacting') {
      expect(await bob.get(reactToMessage, { params, body: { reactionType: 'HEART' } })).toMatchObject({
        data: { content: words, closed: false },
      });
    }
    if (how === 'answering') {
      const body = { receiverId: ann.id, content: 'Yes', replyToId: messageId };
      expect(await bob.get(sendPrivateMessage, { body })).toMatchObject({
        data: { replyTo: { content: words } },
      });
    }
    expect((await messagesOf(bob, sent))[0]).toMatchObject({ content: words, closed: false });
  });

  test('stays closed in what was put away, and cannot be pinned to look into it', async () => {
    const sent = await written(words);
    const { conversationId, id: messageId } = sent;
    await answer(conversationId, 'decline');
    expect(await messagesOf(bob, sent)).toMatchObject([{ closed: true, content: '' }]);
    const pinned = await ann.call(pinMessage, { params: { conversationId, messageId }, body: {} });
    expect(pinned).toMatchObject({ status: 403 });
    expect(await messagesOf(bob, sent)).toMatchObject([{ closed: true, content: '' }]);
  });

  test('nobody else opens it', async () => {
    const sent = await written(words);
    const cat = await app.person(`Cat ${people}`);
    expect(await open(cat, sent)).toMatchObject({ status: 404, code: 'CONVERSATION_NOT_FOUND' });
    expect(await open(bob, { ...sent, id: 'no-such-message' })).toMatchObject({
      status: 404,
      code: 'MESSAGE_NOT_FOUND',
    });
    expect(await open(ann, sent)).toMatchObject({ status: 200, data: { content: words } });
    expect(await messagesOf(bob, sent)).toMatchObject([{ closed: true }]);
  });

  test('people of one room see what they write', async () => {
    const room = await aRoom(ann);
    await joined(room, bob);
    const sent = await written(words);
    expect(await messagesOf(bob, sent)).toMatchObject([{ content: words, closed: false }]);
  });
});

describe('who wrote', () => {
  test('is told of by what both have in common, not by being there', async () => {
    const { conversationId } = await written('Hello');
    const stream = await TestStream.open(ann);
    const look = async () => (await bob.get(getConversation, { params: { conversationId } })).data;
    expect(await look()).toMatchObject({
      otherParticipant: { isOnline: false },
      request: { accountCreatedAt: expect.any(String), sharedRooms: 0, sharedInterests: 0, hasPosts: false },
    });
    stream.close();
    await ann.get(saveProfile, { params: { userId: ann.id }, body: { interests: ['hiking', 'gaming'] } });
    await bob.get(saveProfile, { params: { userId: bob.id }, body: { interests: ['hiking'] } });
    await ann.post();
    await joined(await aRoom(ann), bob);
    expect((await look()).request).toMatchObject({ sharedRooms: 1, sharedInterests: 1, hasPosts: true });
    await ann.get(saveProfile, {
      params: { userId: ann.id },
      body: { privacy: { profileVisibility: 'private' } },
    });
    expect((await look()).request).toMatchObject({ sharedInterests: 0 });
    expect((await ann.get(getConversation, { params: { conversationId } })).data.request).toBeNull();
    await answer(conversationId, 'accept');
    expect((await look()).request).toBeNull();
  });
});
