import { getConversation, getRoom } from '@dazi/contract/chat/conversation-views';
import { listMessages, removeMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { leaveRoom, removeRoom } from '@dazi/contract/chat/rooms';
import { getSession, removeAccount } from '@dazi/contract/identity/identity';
import { listReports, type Reported, report, resolveReports } from '@dazi/contract/moderation/moderation';
import { reportReasons } from '@dazi/contract/moderation/moderation.rules';
import { cellOf } from '@dazi/contract/places/cells';
import { getPost, listPosts } from '@dazi/contract/posts/post-views';
import { removePost } from '@dazi/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { aMiniApp } from '#features/mini-apps/mini-apps.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { block } from '../../testing/test-block.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { picture } from '../../testing/test-pictures.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { uploaded } from '../../testing/test-uploads.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let cara: TestPerson;
let judge: TestPerson;
let round = 0;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'judge@people.example' });
  judge = await app.person('Judge');
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(60_000);
  round++;
  [ann, bob, cara] = await Promise.all([
    app.person(`Ann ${round}`),
    app.person(`Bob ${round}`),
    app.person(`Cara ${round}`),
  ]);
});

const tell = (as: TestPerson, target: object, rest: object = {}) =>
  as.call(report, { body: { reason: 'spam', ...target, ...rest } as never });
const aPost = (targetId: string) => ({ targetType: 'post' as const, targetId });
const aPerson = (targetId: string) => ({ targetType: 'person' as const, targetId });
const aMessage = (targetId: string) => ({ targetType: 'message' as const, targetId });
const theRoom = (targetId: string) => ({ targetType: 'room' as const, targetId });
const settle = (
  target: ReturnType<typeof aPost | typeof aPerson | typeof aMessage | typeof theRoom>,
  action: 'dismiss' | 'remove',
) => judge.call(resolveReports, { body: { ...target, action } });

async function queue(state: 'open' | 'resolved' = 'open'): Promise<Reported[]> {
  const found: Reported[] = [];
  let cursor: string | undefined;
  do {
    const page = await judge.get(listReports, { query: { state, ...(cursor ? { cursor } : {}) } });
    found.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return found;
}
const inQueue = async (targetId: string, state: 'open' | 'resolved' = 'open') =>
  (await queue(state)).find((entry) => entry.targetId === targetId);

describe('reporting', () => {
  test('a post and a person, each with a reason and words', async () => {
    const post = await ann.post({ content: 'Buy my pills', imageUrls: [await picture()] });
    expect(await tell(bob, aPost(post.id), { details: '  Third time today  ' })).toMatchObject({
      status: 200,
    });
    expect(await tell(bob, aPerson(ann.id), { reason: 'harassment' })).toMatchObject({ status: 200 });
    expect(await inQueue(post.id)).toMatchObject({
      targetType: 'post',
      person: { id: ann.id, name: `Ann ${round}` },
      post: { content: 'Buy my pills', media: [{ id: post.media[0]!.id }] },
      reports: [
        {
          reason: 'spam',
          details: 'Third time today',
          state: 'open',
          reporter: { id: bob.id, name: `Bob ${round}` },
          resolvedAt: null,
          resolvedBy: null,
        },
      ],
      can: { dismiss: true, remove: true },
    });
    expect(await inQueue(ann.id)).toMatchObject({
      targetType: 'person',
      post: null,
      reports: [{ reason: 'harassment', details: null }],
      can: { dismiss: true, remove: false },
    });
  });

  test.each([...reportReasons])('for %s', async (reason) => {
    expect(await tell(bob, aPerson(ann.id), { reason })).toMatchObject({ status: 200 });
    expect((await inQueue(ann.id))?.reports[0]?.reason).toBe(reason);
  });

  test('the same thing twice is refused until the first report is settled, others may', async () => {
    const { id } = await ann.post();
    await tell(bob, aPost(id));
    expect(await tell(bob, aPost(id), { reason: 'hate' })).toMatchObject({
      status: 409,
      code: 'REPORT_REPEATED',
      error: 'You have reported this already',
    });
    expect(await tell(cara, aPost(id))).toMatchObject({ status: 200 });
    expect((await inQueue(id))?.reports).toHaveLength(2);
    await settle(aPost(id), 'dismiss');
    expect(await tell(bob, aPost(id))).toMatchObject({ status: 200 });
  });

  test('twice at the same moment makes one', async () => {
    const { id } = await ann.post();
    const answers = await Promise.all(Array.from({ length: 8 }, () => tell(bob, aPost(id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  test('oneself is refused, and what is unknown, gone or hidden is not found', async () => {
    const post = await ann.post();
    expect(await tell(ann, aPost(post.id))).toMatchObject({ status: 400, code: 'OWN_REPORT' });
    expect(await tell(ann, aPerson(ann.id))).toMatchObject({ status: 400, code: 'OWN_REPORT' });
    expect(await tell(bob, aPost('unknown'))).toMatchObject({ status: 404, code: 'POST_NOT_FOUND' });
    expect(await tell(bob, aPerson('unknown'))).toMatchObject({ status: 404, code: 'PERSON_NOT_FOUND' });
    await block(app.deps, ann, cara);
    expect(await tell(cara, aPost(post.id))).toMatchObject({ status: 404 });
    expect(await tell(cara, aPerson(ann.id))).toMatchObject({ status: 404 });
    await ann.get(removePost, { params: { messageId: post.id }, body: {} });
    expect(await tell(bob, aPost(post.id))).toMatchObject({ status: 404 });
  });

  test.each([
    [{ reason: 'because' }],
    [{ reason: undefined }],
    [{ targetType: 'comment' }],
    [{ targetId: '' }],
    [{ details: 'x'.repeat(501) }],
    [{ details: 7 }],
  ])('%j is not accepted', async (wrong) => {
    expect(await tell(bob, aPerson(ann.id), wrong)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    expect(await inQueue(ann.id)).toBeUndefined();
  });

  test('ten times a minute at most', async () => {
    const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' });
    const [one, other] = [await strict.person('One'), await strict.person('Other')];
    const posts = [];
    for (let count = 0; count < 11; count++) posts.push(await other.post());
    const statuses: number[] = [];
    for (const { id } of posts) statuses.push((await tell(one, aPost(id))).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    await strict.close();
  });
});

describe('the queue', () => {
  test('is for administrators, who are told that they are one', async () => {
    expect((await judge.get(getSession)).administrator).toBe(true);
    expect((await bob.get(getSession)).administrator).toBe(false);
    expect(await bob.call(listReports, {})).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    await tell(bob, aPerson(ann.id));
    const body = { ...aPerson(ann.id), action: 'dismiss' as const };
    expect(await bob.call(resolveReports, { body })).toMatchObject({ status: 403 });
    expect((await inQueue(ann.id))?.reports[0]?.state).toBe('open');
  });

  test('shows the longest waiting first, page by page, each once', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 45; count++) {
      const { id } = await ann.post();
      await tell(bob, aPost(id));
      ids.push(id);
      // Some in the same instant.
      if (count % 3 === 0) app.clock.advance(1000);
    }
    await tell(cara, aPost(ids[0]!));
    const found = (await queue()).map(({ targetId }) => targetId);
    expect(new Set(found).size).toBe(found.length);
    expect(found.filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort());
    expect(found.indexOf(ids[0]!)).toBeLessThan(found.indexOf(ids[44]!));
    for (const id of ids) await settle(aPost(id), 'dismiss');
    expect((await queue()).filter(({ targetId }) => ids.includes(targetId))).toEqual([]);
    const history = (await queue('resolved')).map(({ targetId }) => targetId);
    expect(new Set(history).size).toBe(history.length);
    expect(ids.every((id) => history.includes(id))).toBe(true);
  });

  test('hides what concerns a deleted account, and who reported from one', async () => {
    const { id } = await ann.post();
    await tell(bob, aPost(id));
    await tell(ann, aPerson(cara.id));
    await ann.get(removeAccount, { params: { userId: ann.id }, body: {} });
    expect(await inQueue(id)).toBeUndefined();
    expect((await inQueue(cara.id))?.reports[0]?.reporter).toBeNull();
  });

  test('knows what is gone, and that a block of the administrator changes nothing', async () => {
    const post = await ann.post({ content: 'Seen all the same' });
    await tell(bob, aPost(post.id));
    await block(app.deps, ann, judge);
    expect(await inQueue(post.id)).toMatchObject({ post: { content: 'Seen all the same' } });
    await ann.get(removePost, { params: { messageId: post.id }, body: {} });
    expect(await inQueue(post.id)).toMatchObject({ post: null, can: { dismiss: true, remove: false } });
    expect(await settle(aPost(post.id), 'remove')).toMatchObject({ status: 400, code: 'NOT_REMOVABLE' });
    expect((await inQueue(post.id))?.reports[0]?.state).toBe('open');
    expect(await settle(aPost(post.id), 'dismiss')).toMatchObject({ status: 200, data: { resolved: 1 } });
  });
});

describe('settling', () => {
  test('dismissing leaves the post and keeps the history', async () => {
    const { id } = await ann.post();
    await tell(bob, aPost(id));
    await tell(cara, aPost(id), { reason: 'hate' });
    expect(await settle(aPost(id), 'dismiss')).toMatchObject({ status: 200, data: { resolved: 2 } });
    expect(await inQueue(id)).toBeUndefined();
    expect(await inQueue(id, 'resolved')).toMatchObject({
      reports: [
        { state: 'dismissed', resolvedBy: { id: judge.id, name: 'Judge' }, resolvedAt: expect.any(String) },
        { state: 'dismissed' },
      ],
      can: { dismiss: false, remove: false },
    });
    expect(await bob.call(getPost, { params: { messageId: id } })).toMatchObject({ status: 200 });
    expect(await settle(aPost(id), 'dismiss')).toMatchObject({ status: 404, code: 'REPORT_NOT_FOUND' });
    // What comes later stands beside what was.
    await tell(bob, aPost(id));
    expect((await inQueue(id))?.reports.map(({ state }) => state)).toEqual([
      'open',
      'dismissed',
      'dismissed',
    ]);
  });

  test('removing takes the post out of every list and tells those who look at it', async () => {
    const post = await ann.post();
    await tell(bob, aPost(post.id));
    const stream = await TestStream.open(cara);
    await stream.listen([cellOf(post.location, 12)]);
    expect(await settle(aPost(post.id), 'remove')).toMatchObject({ status: 200 });
    await stream.untilEvent(({ type, messageId }) => type === 'post_deleted' && messageId === post.id);
    stream.close();
    for (const viewer of [ann, bob, app.visitor()]) {
      expect(await viewer.call(getPost, { params: { messageId: post.id } })).toMatchObject({ status: 404 });
      expect((await viewer.get(listPosts, { query: { ids: post.id } })).data).toEqual([]);
    }
    expect((await inQueue(post.id, 'resolved'))?.reports[0]?.state).toBe('removed');
  });

  test('a person is not removed here', async () => {
    await tell(bob, aPerson(ann.id));
    expect(await settle(aPerson(ann.id), 'remove')).toMatchObject({ status: 400, code: 'NOT_REMOVABLE' });
    expect(await settle(aPerson(ann.id), 'dismiss')).toMatchObject({ status: 200 });
  });
});

describe('a message', () => {
  const say = async (as: TestPerson, conversationId: string, body: { content: string; type?: 'IMAGE' }) =>
    (await as.get(sendMessage, { params: { conversationId }, body })).data;

  test('is shown to the administrator by itself, and taken back for everybody', async () => {
    const room = await aRoom(ann);
    await joined(room, bob, cara);
    const { conversationId } = room;
    await say(bob, conversationId, { content: 'What came before' });
    const message = await say(ann, conversationId, { content: 'You are a fool' });
    await say(bob, conversationId, { content: 'What came after' });
    await tell(bob, aMessage(message.id), { reason: 'harassment', details: 'Look at this' });
    const shown = await inQueue(message.id);
    expect(shown).toMatchObject({
      person: { id: ann.id },
      post: null,
      room: null,
      message: { content: 'You are a fool', type: 'TEXT', media: [], room: room.name },
      can: { dismiss: true, remove: true },
    });
    expect(JSON.stringify(shown)).not.toContain('What came');
    expect(await judge.call(getConversation, { params: { conversationId } })).toMatchObject({ status: 403 });

    const stream = await TestStream.open(cara);
    expect(await settle(aMessage(message.id), 'remove')).toMatchObject({
      status: 200,
      data: { resolved: 1 },
    });
    await stream.until(
      (event) => event.type === 'conversation_update' && event.conversationId === conversationId,
    );
    stream.close();
    const { data } = await cara.get(listMessages, { params: { conversationId } });
    expect(data.find(({ id }) => id === message.id)).toMatchObject({ isDeleted: true, content: '' });
    expect(await inQueue(message.id, 'resolved')).toMatchObject({ message: null, can: { remove: false } });
    expect(await tell(cara, aMessage(message.id))).toMatchObject({ status: 404, code: 'MESSAGE_NOT_FOUND' });
  });

  test('of a private conversation is read until its reports are settled, its picture too', async () => {
    const conversationId = await aPrivateConversation(ann, bob);
    const picture = await say(ann, conversationId, { type: 'IMAGE', content: await uploaded(ann) });
    const words = await say(ann, conversationId, { content: 'Send me money' });
    await tell(bob, aMessage(picture.id));
    await tell(bob, aMessage(words.id));
    const url = (await inQueue(picture.id))!.message!.media[0]!.url;
    expect((await judge.fetch(url)).status).toBe(200);
    expect((await cara.fetch(url)).status).toBe(404);
    expect(await inQueue(words.id)).toMatchObject({ message: { content: 'Send me money', room: null } });
    await settle(aMessage(picture.id), 'dismiss');
    await settle(aMessage(words.id), 'dismiss');
    expect((await judge.fetch(url)).status).toBe(404);
    expect((await inQueue(words.id, 'resolved'))!.message).toBeNull();
    expect((await bob.get(listMessages, { params: { conversationId } })).data.at(-1)).toMatchObject({
      content: 'Send me money',
    });
    // Once more, and then it goes for both.
    await tell(bob, aMessage(picture.id));
    await settle(aMessage(picture.id), 'remove');
    expect((await bob.fetch(url)).status).toBe(404);
    const { data } = await ann.get(listMessages, { params: { conversationId } });
    expect(data.find(({ id }) => id === picture.id)).toMatchObject({ isDeleted: true, media: null });
  });

  test('is not there for who has left, when it was taken back, and when the server wrote it', async () => {
    const room = await aRoom(ann);
    await joined(room, bob, cara);
    const { conversationId } = room;
    const [one, other] = [
      await say(ann, conversationId, { content: 'One' }),
      await say(ann, conversationId, { content: 'Other' }),
    ];
    const { data } = await bob.get(listMessages, { params: { conversationId } });
    const joining = data.find(({ type }) => type === 'JOIN')!;
    const notFound = { status: 404, code: 'MESSAGE_NOT_FOUND', error: 'Message not found' };
    expect(await tell(bob, aMessage(joining.id))).toMatchObject(notFound);
    expect(await tell(bob, aMessage('unknown'))).toMatchObject(notFound);
    expect(await tell(ann, aMessage(one.id))).toMatchObject({ status: 400, code: 'OWN_REPORT' });
    await tell(bob, aMessage(one.id));
    await ann.get(removeMessage, { params: { conversationId, messageId: one.id }, body: {} });
    expect(await tell(cara, aMessage(one.id))).toMatchObject(notFound);
    expect(await inQueue(one.id)).toMatchObject({ message: null, can: { dismiss: true, remove: false } });
    expect(await settle(aMessage(one.id), 'remove')).toMatchObject({ status: 400, code: 'NOT_REMOVABLE' });
    await cara.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    expect(await tell(cara, aMessage(other.id))).toMatchObject(notFound);
  });

  test('of a mini app shows its title, and goes with the app; also when its sender has left', async () => {
    const room = await aRoom(ann);
    await joined(room, bob, cara);
    const { conversationId } = room;
    const app_ = await aMiniApp(bob, conversationId, 'ice-breaker');
    const { data } = await cara.get(listMessages, { params: { conversationId } });
    const message = data.find(({ type }) => type === 'MINI_APP')!;
    await tell(cara, aMessage(message.id));
    expect((await inQueue(message.id))!.message).toMatchObject({ type: 'MINI_APP', content: app_.title });
    await bob.get(leaveRoom, { params: { roomId: room.id }, body: {} });
    expect(await settle(aMessage(message.id), 'remove')).toMatchObject({ status: 200 });
    const after = await cara.get(listMessages, { params: { conversationId } });
    expect(after.data.find(({ id }) => id === message.id)).toMatchObject({ isDeleted: true });
  });
});

describe('a room', () => {
  test('is shown as everybody sees it, and ended for all', async () => {
    const room = await aRoom(ann, { name: 'Cheap pills', description: 'Only today' });
    await joined(room, cara);
    await tell(bob, theRoom(room.id), { details: 'An advertisement' });
    expect(await tell(ann, theRoom(room.id))).toMatchObject({ status: 400, code: 'OWN_REPORT' });
    expect(await tell(bob, theRoom('unknown'))).toMatchObject({ status: 404, code: 'ROOM_NOT_FOUND' });
    await block(app.deps, ann, judge);
    expect(await inQueue(room.id)).toMatchObject({
      person: { id: ann.id },
      message: null,
      room: { name: 'Cheap pills', description: 'Only today', memberCount: 2 },
      can: { dismiss: true, remove: true },
    });
    expect(await settle(theRoom(room.id), 'remove')).toMatchObject({ status: 200 });
    expect(await cara.call(getRoom, { params: { roomId: room.id } })).toMatchObject({ status: 404 });
    expect(await inQueue(room.id, 'resolved')).toMatchObject({ room: null, can: { remove: false } });
    expect(await tell(cara, theRoom(room.id))).toMatchObject({ status: 404, code: 'ROOM_NOT_FOUND' });
  });

  test('waits on when its owner deletes the account: it is the next one’s then', async () => {
    const room = await aRoom(ann, { name: 'Passed on' });
    await joined(room, cara);
    await tell(bob, theRoom(room.id));
    await ann.get(removeAccount, { params: { userId: ann.id }, body: {} });
    expect(await inQueue(room.id)).toMatchObject({ person: { id: cara.id }, room: { name: 'Passed on' } });
    await cara.get(removeRoom, { body: { chatRoomId: room.id } });
    expect(await inQueue(room.id)).toMatchObject({ room: null, can: { dismiss: true, remove: false } });
    expect(await settle(theRoom(room.id), 'remove')).toMatchObject({ status: 400, code: 'NOT_REMOVABLE' });
  });
});
