import { getConversation } from '@dazi/contract/chat/conversation-views';
import { listMessages, type Message, removeMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { leaveRoom, type Room } from '@dazi/contract/chat/rooms';
import { completeMiniApp } from '@dazi/contract/mini-apps/mini-apps';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aMiniApp, quizAnswers, tookPart } from '#features/mini-apps/mini-apps.builder.ts';
import { allNotified, wordsTo } from '#features/notifications/notifications.builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { block } from '../../../testing/test-block.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { uploaded } from '../../../testing/test-uploads.ts';
import { aRoom, joined } from './rooms.builder.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let cat: TestPerson;
let dan: TestPerson;
let room: Room;
let params: { conversationId: string };

beforeAll(async () => {
  app = await startTestApp();
  [ann, bob, cat, dan] = [
    await app.person('Ann'),
    await app.person('Bob'),
    await app.person('Cat'),
    await app.person('Dan'),
  ];
});
afterAll(() => app.close());

/** A room of Ann's with Bob, Cat and Dan in it. */
beforeEach(async () => {
  room = await aRoom(ann);
  await joined(room, bob, cat, dan);
  params = { conversationId: room.conversationId };
});

const said = async (person: TestPerson, content = 'Hello', more: object = {}): Promise<Message> =>
  (await person.get(sendMessage, { params, body: { content, ...more } })).data;
const removes = (person: TestPerson, { id: messageId }: Message) =>
  person.call(removeMessage, { params: { ...params, messageId }, body: {} });
const newest = async (person: TestPerson) => (await person.get(listMessages, { params })).data.at(-1)!;

describe('messages of others', () => {
  test('the owner takes them out; place and number stay, and the author is told', async () => {
    const message = await said(bob, 'You are all fools');
    expect((await newest(cat)).removedBy).toBeNull();
    const stream = await TestStream.open(cat);
    expect(await removes(ann, message)).toMatchObject({ success: true, data: { removedBy: 'room' } });
    const gone = {
      id: message.id,
      sequence: message.sequence,
      isDeleted: true,
      removedBy: 'room',
      content: '',
      senderId: bob.id,
    };
    const heard = await stream.until(
      (frame) => frame.type === 'conversation_update' && frame.change.kind === 'message',
    );
    stream.close();
    expect(heard).toMatchObject({ change: { message: gone } });
    expect(JSON.stringify(heard)).not.toContain('fools');
    expect(await newest(bob)).toMatchObject(gone);
    await allNotified(app.deps);
    expect(await wordsTo(bob)).toContainEqual(
      'A message of yours was removed | A moderator of Chess in the park removed it',
    );
    expect(await removes(ann, message)).toMatchObject({ status: 404, code: 'MESSAGE_NOT_FOUND' });
  });

  test('a picture goes for everybody, also of somebody who has left or is blocked', async () => {
    const picture = await said(bob, await uploaded(bob), { type: 'IMAGE' });
    const url = picture.media!.url;
    expect((await cat.fetch(url)).status).toBe(200);
    await bob.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    await removes(ann, picture);
    expect((await cat.fetch(url)).status).toBe(404);
    const dina = await app.person('Dina the blocked');
    await joined(room, dina);
    const words = await said(dina, 'Something else');
    await block(app.deps, ann, dina);
    expect(await removes(ann, words)).toMatchObject({ data: { removedBy: 'room' } });
  });

  test('a mini app goes with its result, lines of the server stay', async () => {
    const { id } = await aMiniApp(bob, room.conversationId);
    await tookPart(bob, id, quizAnswers('00000'));
    await tookPart(cat, id, quizAnswers('00000'));
    await bob.get(completeMiniApp, { params: { miniAppId: id } });
    const log = async () => (await ann.get(listMessages, { params })).data;
    const message = (await log()).find(({ type }) => type === 'MINI_APP')!;
    const result = (await log()).find(({ type }) => type === 'MINI_APP_RESULT')!;
    expect(await removes(ann, result)).toMatchObject({ status: 403, code: 'NOT_YOUR_MESSAGE' });
    expect(await removes(ann, message)).toMatchObject({ success: true });
    expect((await log()).filter(({ isDeleted }) => isDeleted)).toMatchObject([
      { type: 'MINI_APP', removedBy: 'room' },
      { type: 'MINI_APP_RESULT', removedBy: 'room', content: '' },
    ]);
    const line = (await log()).find(({ type }) => type === 'JOIN')!;
    expect(await removes(ann, line)).toMatchObject({ status: 403, code: 'NOT_YOUR_MESSAGE' });
  });

  test('members take back their own alone, which says so; nobody touches the owner', async () => {
    const [own, other] = [await said(bob), await said(ann)];
    for (const message of [own, other]) {
      expect(await removes(cat, message)).toMatchObject({ status: 403, code: 'NOT_YOUR_MESSAGE' });
    }
    expect(await removes(bob, own)).toMatchObject({ data: { removedBy: 'author' } });
    expect(await removes(ann, other)).toMatchObject({ data: { removedBy: 'author' } });
    expect((await ann.get(getConversation, { params })).data.messages.at(-1)).toMatchObject({
      removedBy: 'author',
    });
  });

  test('of two who take one out at once, one does', async () => {
    const message = await said(bob);
    const answers = await Promise.all([removes(ann, message), removes(bob, message), removes(ann, message)]);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
  });
});
