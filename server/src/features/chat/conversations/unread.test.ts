import {
  type Conversation,
  countUnread,
  getConversation,
  listConversations,
} from '@dazi/contract/chat/conversation-views';
import {
  changeConversationSettings,
  listMessages,
  type Message,
  markRead,
  removeMessage,
  sendMessage,
} from '@dazi/contract/chat/conversations';
import { conversationLimits } from '@dazi/contract/chat/conversations.rules';
import { joinRoom, leaveRoom, type Room } from '@dazi/contract/chat/rooms';
import type { Frame } from '@dazi/contract/frames';
import { removeAccount, restoreAccount } from '@dazi/contract/identity/identity';
import { blockPerson, unblockPerson } from '@dazi/contract/people/blocks';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { aPrivateConversation } from './conversations.builder.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let cat: TestPerson;
let room: Room;
let privately: string;
let begun = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A room of Ann's with Bob and Cat in it, and a private conversation of Ann's and Bob's; Ann is who looks. */
async function begin() {
  begun++;
  const person = (name: string) => app.person(`${name} ${begun}`);
  [ann, bob, cat] = [await person('Ann'), await person('Bob'), await person('Cat')];
  room = await aRoom(cat);
  await joined(room, ann, bob);
  privately = await aPrivateConversation(ann, bob);
}

const say = async (who: TestPerson, conversationId: string, content = 'Hello'): Promise<Message> =>
  (await who.get(sendMessage, { params: { conversationId }, body: { content } })).data;

const isQuiet = ({ settings, messageRequest }: Conversation) =>
  settings.isMuted || settings.isArchived || messageRequest === 'incoming';

/** Counted one by one in what is shown to somebody. */
async function countedAnew({ id, readSequence }: Conversation): Promise<number> {
  const { data } = await ann.get(listMessages, {
    params: { conversationId: id },
    query: { after: readSequence, limit: 200 },
  });
  const isLine = ({ type }: Message) => ['SYSTEM', 'JOIN', 'LEAVE'].includes(type);
  return data.filter((one) => one.senderId !== ann.id && !isLine(one) && !one.isDeleted && !one.folded)
    .length;
}

async function ownConversations(): Promise<Conversation[]> {
  const lists = await Promise.all(
    [{}, { archived: 'true' as const }].map((query) => ann.get(listConversations, { query })),
  );
  return lists.flatMap(({ data }) => data as Conversation[]);
}

async function expectEveryBadge(after: string) {
  let sum = 0;
  for (const one of await ownConversations()) {
    const fresh = await countedAnew(one);
    const where = `${one.isPrivate ? 'private' : 'the room'} after ${after}`;
    expect(one.unreadCount, where).toBe(fresh);
    const opened = await ann.get(getConversation, { params: { conversationId: one.id } });
    expect(opened.data.unreadCount, where).toBe(fresh);
    if (!isQuiet(one)) sum += fresh;
  }
  expect((await ann.get(countUnread, {})).data.messages, `the badge after ${after}`).toBe(sum);
}

test('every badge says what a fresh count says, whatever happened', async () => {
  const whose = fc.constantFrom('bob', 'cat');
  const inPrivate = fc.boolean();
  const event = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('says'), whose, inPrivate }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('takes back'), index: fc.nat(7) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('reads'), inPrivate, behind: fc.nat(3) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('is blocked', 'is not blocked'), whose }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('deletes', 'comes back'), whose }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('leaves and joins'), whose }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('mute', 'archive'), inPrivate, on: fc.boolean() }),
    },
  );
  type Step = {
    kind: string;
    whose?: string;
    inPrivate?: boolean;
    index?: number;
    behind?: number;
    on?: boolean;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 12, maxLength: 30 }), async (steps: Step[]) => {
      await begin();
      const said: { who: TestPerson; message: Message }[] = [];
      const gone = new Set<TestPerson>();
      for (const { kind, whose, inPrivate, index, behind, on } of steps) {
        const who = whose === 'cat' ? cat : bob;
        const conversationId = inPrivate ? privately : room.conversationId;
        const body = { userId: ann.id };
        const params = { conversationId };
        if (kind === 'says' && !gone.has(who) && !(inPrivate && who === cat)) {
          const sent = await who.call(sendMessage, { params, body: { content: 'Hello' } });
          if (sent.success) said.push({ who, message: sent.data });
        } else if (kind === 'takes back' && said.length > 0) {
          const [{ who: sender, message } = said[0]!] = said.splice(index! % said.length, 1);
          if (gone.has(sender)) continue;
          await sender.call(removeMessage, {
            params: { conversationId: message.conversationId, messageId: message.id },
            body: {},
          });
        } else if (kind === 'reads') {
          const own = (await ownConversations()).find(({ id }) => id === conversationId);
          if (!own) continue;
          const sequence = Math.max(0, own.lastSequence - behind!);
          const { data } = await ann.get(markRead, { params, body: { sequence } });
          const now = (await ownConversations()).find(({ id }) => id === conversationId)!;
          expect(data, 'the answer of reading').toEqual({
            readSequence: now.readSequence,
            unreadCount: await countedAnew(now),
          });
        } else if (kind === 'is blocked') await ann.call(blockPerson, { body: { blockedId: who.id } });
        else if (kind === 'is not blocked') {
          await ann.call(unblockPerson, { body: { blockedId: who.id } });
        } else if (kind === 'deletes' && !gone.has(who)) {
          await who.get(removeAccount, { params: { userId: who.id }, body: {} });
          gone.add(who);
        } else if (kind === 'comes back' && gone.delete(who)) {
          await who.visitProvider(who.user!.name);
          await who.get(restoreAccount, { body: {} });
        } else if (kind === 'leaves and joins' && !gone.has(who)) {
          await who.call(leaveRoom, { params: { roomId: room.id }, body: {} });
          await who.call(joinRoom, { params: { roomId: room.id }, body: haight });
        } else if (kind === 'mute' || kind === 'archive') {
          const settings = kind === 'mute' ? { isMuted: on! } : { isArchived: on! };
          await ann.get(changeConversationSettings, { params, body: { ...body, ...settings } });
        }
        await expectEveryBadge(kind);
      }
    }),
    { numRuns: 8 },
  );
});

describe('what counts no more', () => {
  test('in a group: what was taken back, of a deleted account, and of somebody blocked', async () => {
    await begin();
    const unread = async () => (await ownConversations()).find(({ isPrivate }) => !isPrivate)!.unreadCount;
    const first = await say(bob, room.conversationId);
    await say(bob, room.conversationId);
    await say(cat, room.conversationId);
    expect(await unread()).toBe(3);
    const params = { conversationId: room.conversationId };
    await bob.get(removeMessage, { params: { ...params, messageId: first.id }, body: {} });
    expect(await unread()).toBe(2);
    await ann.get(blockPerson, { body: { blockedId: cat.id } });
    expect(await unread()).toBe(1);
    await ann.get(unblockPerson, { body: { blockedId: cat.id } });
    expect(await unread()).toBe(2);
    const stream = await TestStream.open(ann);
    const told = (times: number) => expect.poll(() => stream.frames.filter(isDetails)).toHaveLength(times);
    const isDetails = (frame: Frame) =>
      frame.type === 'conversation_update' &&
      frame.conversationId === params.conversationId &&
      frame.change.kind === 'details';
    await bob.get(removeAccount, { params: { userId: bob.id }, body: {} });
    await told(1);
    expect(await unread()).toBe(1);
    await bob.visitProvider(bob.user!.name);
    await bob.get(restoreAccount, { body: {} });
    await told(2);
    stream.close();
    expect(await unread()).toBe(2);
  });

  test('what is on the screen counts in no badge of the header', async () => {
    await begin();
    await say(bob, room.conversationId);
    await say(bob, privately);
    const badge = async (onScreen?: string) =>
      (await ann.get(countUnread, { query: { ...(onScreen && { onScreen }) } })).data.messages;
    expect([await badge(), await badge(privately), await badge('another')]).toEqual([2, 1, 2]);
  });

  test('is found also behind as many as a badge counts, and none is counted beyond', async () => {
    await begin();
    const { conversationId } = room;
    const unread = async () =>
      (await ownConversations()).find(({ id }) => id === conversationId)!.unreadCount;
    for (let index = 0; index < conversationLimits.unread + 2; index++) await say(bob, conversationId);
    await say(cat, conversationId);
    expect(await unread()).toBe(conversationLimits.unread);
    await ann.get(blockPerson, { body: { blockedId: bob.id } });
    expect(await unread()).toBe(1);
  });
});
