import { listConversations } from '@dazi/contract/chat/conversation-views';
import { listMessages } from '@dazi/contract/chat/conversations';
import { createRoom, removeRoom } from '@dazi/contract/chat/rooms';
import { createMotion, listMotions } from '@dazi/contract/governance/governance';
import { addMiniApp } from '@dazi/contract/mini-apps/mini-apps';
import { addComment, listComments, removeComment } from '@dazi/contract/posts/comments';
import { listPosts } from '@dazi/contract/posts/post-views';
import { createPost, removePost } from '@dazi/contract/posts/posts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRoom } from '#features/chat/rooms/rooms.builder.ts';
import { aBoard } from '#features/governance/governance.builder.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { picture } from '../../testing/test-pictures.ts';
import { clientIdsKept_ms } from './client-ids.rules.ts';
import { forgetClientIds } from './client-ids.service.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.person('Ann');
  bob = await app.person('Bob');
  [member] = (await aBoard(app)) as [TestPerson];
});
afterAll(() => app.close());

/** What may be sent once more, and how many of it there are. */
const kinds = {
  post: {
    send: (clientId: string, content = 'Chess in the park?') =>
      ann.call(createPost, { body: { content, location: haight, clientId } }),
    count: async () => (await ann.get(listPosts, { query: { userId: ann.id } })).data.length,
  },
  comment: {
    send: async (clientId: string, content = 'I play') =>
      bob.call(addComment, { body: { messageId: (await thePost()).id, content, clientId } }),
    count: async () =>
      (await bob.get(listComments, { query: { messageId: (await thePost()).id } })).data.length,
  },
  room: {
    send: (clientId: string, name = 'Chess') =>
      ann.call(createRoom, { body: { name, ...haight, joinRadius: 1, clientId } }),
    count: async () => (await ann.get(listConversations, { query: { userId: ann.id } })).data.length,
  },
  'mini app': {
    send: async (clientId: string, title = 'Who plays what?') =>
      ann.call(addMiniApp, {
        params: { conversationId: await theConversation() },
        body: { appType: 'ice-breaker', title, clientId },
      }),
    count: async () => {
      const conversationId = await theConversation();
      const { data } = await ann.get(listMessages, { params: { conversationId } });
      return data.filter(({ type }) => type === 'MINI_APP').length;
    },
  },
  motion: {
    send: (clientId: string, title = 'Benches') =>
      member.call(createMotion, { body: { title, content: 'Put more of them there.', clientId } }),
    count: async () => (await member.get(listMotions)).data.length,
  },
};

let post: Promise<{ id: string }> | null = null;
const thePost = () => {
  post ??= bob.post();
  return post;
};

let room: Promise<string> | null = null;
const theConversation = () => {
  room ??= aRoom(ann).then(({ conversationId }) => conversationId);
  return room;
};

type Answer = Awaited<ReturnType<(typeof kinds)[keyof typeof kinds]['send']>>;
function idOf(answer: Answer): string {
  if (!answer.success) throw new Error(answer.code);
  return answer.data.id;
}

describe.each(Object.entries(kinds))('a %s', (_kind, { send, count }) => {
  test('that is sent once more is the one that was made, whatever it says by then', async () => {
    const before = await count();
    const id = idOf(await send('sent-twice'));
    app.clock.advance(1000);
    expect(idOf(await send('sent-twice'))).toBe(id);
    expect(idOf(await send('sent-twice', 'Other words'))).toBe(id);
    expect(await count()).toBe(before + 1);
    expect(idOf(await send('sent-later'))).not.toBe(id);
    expect(await count()).toBe(before + 2);
  });

  test('that is sent five times at once is made once', async () => {
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('sent-at-once')));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  test.each(['short', 'x'.repeat(65), 'not an id!'])('with the client id %j is refused', async (clientId) => {
    const before = await count();
    expect(await send(clientId)).toMatchObject({ success: false, code: 'INVALID_INPUT' });
    expect(await count()).toBe(before);
  });
});

describe('a client id', () => {
  test('is of one person and of one kind of thing', async () => {
    const own = idOf(await kinds.post.send('of-one-alone'));
    const others = await bob.post({ clientId: 'of-one-alone' });
    expect(others.id).not.toBe(own);
    expect(others.userId).toBe(bob.id);
    expect(idOf(await kinds.room.send('of-one-alone'))).not.toBe(own);
    expect(idOf(await kinds.post.send('of-one-alone'))).toBe(own);
  });

  test('of what was refused is free', async () => {
    expect(await kinds.post.send('refused-at-first', ' ')).toMatchObject({ code: 'POST_EMPTY' });
    idOf(await kinds.post.send('refused-at-first', 'Now with words'));
    expect(await kinds.post.send('refused-at-first', ' ')).toMatchObject({ success: true });
  });

  test('makes another one of what was taken away since', async () => {
    const post = idOf(await kinds.post.send('taken-away'));
    await ann.get(removePost, { params: { messageId: post }, body: {} });
    const next = idOf(await kinds.post.send('taken-away'));
    expect(next).not.toBe(post);
    expect(idOf(await kinds.post.send('taken-away'))).toBe(next);
    const comment = idOf(await kinds.comment.send('taken-away'));
    await bob.get(removeComment, { params: { commentId: comment }, body: {} });
    expect(idOf(await kinds.comment.send('taken-away'))).not.toBe(comment);
    const room = idOf(await kinds.room.send('taken-away'));
    await ann.get(removeRoom, { body: { chatRoomId: room } });
    expect(idOf(await kinds.room.send('taken-away'))).not.toBe(room);
  });

  test('keeps the pictures of the post that was made', async () => {
    const body = { content: '', location: haight, imageUrls: [await picture()], clientId: 'with-a-picture' };
    const first = await ann.get(createPost, { body });
    const media = () => rowsOf(app.deps.db, sql`SELECT id FROM media WHERE owner_id = ${ann.id} ORDER BY id`);
    const kept = await media();
    expect((await ann.get(createPost, { body })).data).toMatchObject({
      id: first.data.id,
      imageUrls: first.data.imageUrls,
    });
    expect(await media()).toEqual(kept);
    expect((await ann.fetch(first.data.imageUrls[0]!)).status).toBe(200);
  });

  test('is forgotten after a day', async () => {
    const id = idOf(await kinds.post.send('sent-a-day-later'));
    const kept = () => rowsOf<{ made_id: string }>(app.deps.db, sql`SELECT made_id FROM client_ids`);
    app.clock.advance(clientIdsKept_ms);
    await forgetClientIds(app.deps);
    expect(await kept()).toContainEqual({ made_id: id });
    app.clock.advance(1);
    await forgetClientIds(app.deps);
    expect(await kept()).toEqual([]);
    await ann.signIn('Ann');
    expect(idOf(await kinds.post.send('sent-a-day-later'))).not.toBe(id);
  });
});
