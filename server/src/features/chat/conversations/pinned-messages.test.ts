import {
  listMessages,
  type Message,
  removeConversation,
  removeMessage,
  sendMessage,
} from '@dazi/contract/chat/conversations';
import { listPinnedMessages, pinMessage, unpinMessage } from '@dazi/contract/chat/pinned-messages';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { removeAccount } from '@dazi/contract/identity/identity';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { block } from '../../../testing/test-block.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { conversationsAccount } from './conversations.account.ts';
import { aPrivateConversation } from './conversations.builder.ts';

let app: TestApp;
let people = 0;
let ann: TestPerson;
let bob: TestPerson;
let conversationId: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A room of Ann's with Bob in it. */
beforeEach(async () => {
  people++;
  [ann, bob] = [await app.person(`Ann ${people}`), await app.person(`Bob ${people}`)];
  const room = await aRoom(ann);
  await joined(room, bob);
  conversationId = room.conversationId;
});

const say = async (as: TestPerson, content: string): Promise<Message> =>
  (await as.get(sendMessage, { params: { conversationId }, body: { content } })).data;
const pin = (as: TestPerson, { id: messageId }: { id: string }) =>
  as.call(pinMessage, { params: { conversationId, messageId }, body: {} });
const unpin = (as: TestPerson, { id: messageId }: { id: string }) =>
  as.call(unpinMessage, { params: { conversationId, messageId }, body: {} });
const pinned = async (as: TestPerson) =>
  (await as.get(listPinnedMessages, { params: { conversationId } })).data;
const words = async (as: TestPerson) => (await pinned(as)).map(({ message }) => message.content);
const lines = async (as: TestPerson) =>
  (await as.get(listMessages, { params: { conversationId } })).data
    .filter(({ event }) => event?.code === 'message_pinned')
    .map(({ event, senderId }) => ({ event, senderId }));

test('the owner pins what somebody said; all see it, and a line says who did it', async () => {
  const stream = await TestStream.open(bob);
  const said = await say(bob, 'At seven by the gate');
  const answer = await pin(ann, said);
  expect(answer).toMatchObject({
    success: true,
    data: [
      {
        message: { id: said.id, content: 'At seven by the gate' },
        pinnedBy: { id: ann.id, name: ann.user!.name },
      },
    ],
  });
  expect(await pinned(bob)).toMatchObject([{ message: { id: said.id }, pinnedBy: { id: ann.id } }]);
  const line = { event: { code: 'message_pinned', params: { name: ann.user!.name } }, senderId: ann.id };
  expect(await lines(bob)).toEqual([line]);
  const isPinned = { type: 'conversation_update', conversationId, change: { kind: 'pinned' } };
  await stream.until((frame) => JSON.stringify(frame) === JSON.stringify(isPinned));
  stream.close();

  // Again changes nothing.
  expect(await pin(ann, said)).toMatchObject({ success: true, data: [{ message: { id: said.id } }] });
  expect(await lines(bob)).toEqual([line]);
  expect(await unpin(ann, said)).toMatchObject({ success: true, data: [] });
  expect(await unpin(ann, said)).toMatchObject({ success: true, data: [] });
  expect(await words(bob)).toEqual([]);
  expect(await lines(bob)).toEqual([line]);
});

test('only the owner pins in a room, and only what somebody said there', async () => {
  const said = await say(bob, 'Mine');
  const elsewhere = await aRoom(bob);
  const params = { conversationId: elsewhere.conversationId };
  const foreign = (await bob.get(sendMessage, { params, body: { content: 'Elsewhere' } })).data;
  const joining = (await ann.get(listMessages, { params: { conversationId } })).data[0]!;
  expect(await pin(bob, said)).toMatchObject({ code: 'NOT_THE_OWNER' });
  expect(await unpin(bob, said)).toMatchObject({ code: 'NOT_THE_OWNER' });
  expect(await pin(ann, foreign)).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
  expect(joining.type).toBe('JOIN');
  expect(await pin(ann, joining)).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
  expect(await pin(ann, { id: 'nothing' })).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
  await ann.get(removeMessage, {
    params: { conversationId, messageId: (await say(ann, 'Gone')).id },
    body: {},
  });
  expect(await words(ann)).toEqual([]);
});

test('five at most, also when they are pinned at once, and the latest stands first', async () => {
  const said: Message[] = [];
  for (let count = 1; count <= 8; count++) said.push(await say(bob, `Message ${count}`));
  for (const message of said.slice(0, 3)) {
    app.clock.advance(1000);
    expect(await pin(ann, message)).toMatchObject({ success: true });
  }
  expect(await words(bob)).toEqual(['Message 3', 'Message 2', 'Message 1']);
  const answers = await Promise.all(said.slice(3).map((message) => pin(ann, message)));
  expect(answers.filter(({ success }) => success)).toHaveLength(2);
  expect(answers.filter((answer) => !answer.success && answer.code === 'TOO_MANY_PINNED')).toHaveLength(3);
  expect(await words(bob)).toHaveLength(5);
  expect(await lines(bob)).toHaveLength(5);
  await unpin(ann, said[0]!);
  const left = said.find(({ content }, index) => index > 2 && !answers[index - 3]!.success && content);
  expect(await pin(ann, left!)).toMatchObject({ success: true });
});

test('what is taken back or whose author is gone stands there no more, and makes room', async () => {
  const [first, second] = [await say(bob, 'First'), await say(ann, 'Second')];
  for (const message of [first, second]) await pin(ann, message);
  await ann.get(removeMessage, { params: { conversationId, messageId: second.id }, body: {} });
  expect(await words(ann)).toEqual(['First']);
  await bob.get(removeAccount, { params: { userId: bob.id }, body: {} });
  expect(await words(ann)).toEqual([]);
  for (let count = 1; count <= 5; count++) {
    expect(await pin(ann, await say(ann, `Later ${count}`))).toMatchObject({ success: true });
  }
  expect(await words(ann)).toHaveLength(5);
});

test('either side of a private conversation pins; a list of one’s own that was cleared holds none', async () => {
  conversationId = await aPrivateConversation(ann, bob);
  const [hers, his] = [await say(ann, 'Hers'), await say(bob, 'His')];
  expect(await pin(bob, hers)).toMatchObject({ success: true });
  app.clock.advance(1000);
  expect(await pin(ann, his)).toMatchObject({ success: true });
  expect(await words(ann)).toEqual(['His', 'Hers']);
  expect(await unpin(ann, hers)).toMatchObject({ success: true });
  await bob.get(removeConversation, { params: { conversationId }, body: {} });
  expect(await words(bob)).toEqual([]);
  expect(await words(ann)).toEqual(['His']);
  expect(await pin(bob, his)).toMatchObject({ code: 'MESSAGE_NOT_FOUND' });
});

test('who has not been accepted pins nothing; pinning accepts', async () => {
  const body = { receiverId: bob.id, content: 'Hello, may I?' };
  const { data: said } = await (await app.person(`Cat ${people}`)).get(sendPrivateMessage, { body });
  conversationId = said.conversationId;
  expect(await pin(bob, said)).toMatchObject({ success: true });
  expect(await words(bob)).toEqual(['Hello, may I?']);
  const dan = await app.person(`Dan ${people}`);
  const asked = (await dan.get(sendPrivateMessage, { body })).data;
  conversationId = asked.conversationId;
  expect(await pin(dan, asked)).toMatchObject({ code: 'REQUEST_NOT_ACCEPTED' });
  expect(await lines(dan)).toEqual([]);
});

test('across a block nothing is pinned, and the words of who is blocked stay folded', async () => {
  conversationId = await aPrivateConversation(ann, bob);
  const his = await say(bob, 'His');
  await pin(ann, his);
  await block(app.deps, ann, bob);
  expect(await unpin(ann, his)).toMatchObject({ code: 'BLOCKED_CONVERSATION' });
  expect(await unpin(bob, his)).toMatchObject({ code: 'CANNOT_START_CONVERSATION' });
  expect(await pinned(ann)).toMatchObject([{ message: { folded: true, content: '' } }]);
  expect(await words(bob)).toEqual(['His']);
});

const noAnswers = { isOne: async () => false, saying: () => [], wordsOf: () => null };

test('of an erased account stays what it pinned, and not that it did', async () => {
  conversationId = await aPrivateConversation(ann, bob);
  const his = await say(bob, 'Stays here');
  await pin(ann, his);
  await ann.get(removeAccount, { params: { userId: ann.id }, body: {} });
  expect(await pinned(bob)).toMatchObject([{ message: { id: his.id }, pinnedBy: null }]);
  await conversationsAccount(noAnswers).erase(app.deps, ann.id);
  expect(await pinned(bob)).toMatchObject([{ message: { content: 'Stays here' }, pinnedBy: null }]);
});
