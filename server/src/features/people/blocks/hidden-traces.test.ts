import { countUnread, getConversation, getRoom } from '@dazi/contract/chat/conversation-views';
import { listMessages, sendMessage } from '@dazi/contract/chat/conversations';
import { answerJoinRequest, listJoinRequests } from '@dazi/contract/chat/rooms';
import { areasOf, boxAround, cellOf, centreOf } from '@dazi/contract/places/cells';
import { addComment, listComments, removeComment } from '@dazi/contract/posts/comments';
import { getPost, listPosts } from '@dazi/contract/posts/post-views';
import { removePost } from '@dazi/contract/posts/posts';
import { addReaction, removeReaction } from '@dazi/contract/posts/reactions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cast, makeCast, type Role, roles } from '../../../testing/may-cast.ts';
import { makeScene } from '../../../testing/may-scene.ts';
import { makeRoom, ownersWords } from '../../../testing/may-talks.ts';
import { block } from '../../../testing/test-block.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { TestStream } from '../../../testing/test-stream.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});
afterAll(() => cast.app.close());

describe('what a block takes away besides (BLOCK-020)', () => {
  const hiddenRoles = ['blocker', 'blocked'] as const;

  test('counts of comments and reactions leave hidden people out', async () => {
    const scene = await makeScene(cast);
    const stranger = cast.people.stranger;
    await stranger.get(addReaction, { body: { messageId: scene.hostPostId, reactionType: 'HEART' } });
    await stranger.get(addComment, { body: { messageId: scene.hostPostId, content: 'Me too' } });
    const params = { messageId: scene.hostPostId };
    const seen = await stranger.get(getPost, { params });
    expect(seen.data).toMatchObject({ commentCount: 2, reactions: { HEART: 2 } });
    for (const role of hiddenRoles) {
      const { data } = await cast.people[role].get(getPost, { params });
      expect(data).toMatchObject({
        commentCount: 1,
        _count: { comments: 1, reactions: 1 },
        reactions: { HEART: 1 },
      });
    }
  });

  test('an answer below a hidden comment is neither shown nor counted', async () => {
    const scene = await makeScene(cast);
    const messageId = scene.hostPostId;
    const answered = await cast.people.stranger.get(addComment, {
      body: { messageId, parentId: scene.commentId, content: 'Good to hear' },
    });
    await cast.host.get(addComment, { body: { messageId, parentId: answered.data.id, content: 'Indeed' } });
    expect((await cast.host.get(getPost, { params: { messageId } })).data.commentCount).toBe(3);
    for (const role of hiddenRoles) {
      expect((await cast.people[role].get(listComments, { query: { messageId } })).data).toEqual([]);
      expect((await cast.people[role].get(getPost, { params: { messageId } })).data.commentCount).toBe(0);
      const [listed] = (await cast.people[role].get(listPosts, { query: { ids: messageId } })).data;
      expect(listed?.commentCount).toBe(0);
    }
  });

  test('nor is one two levels below a hidden answer', async () => {
    const { id: messageId } = await cast.host.post();
    let parentId: string | null = null;
    for (const person of [cast.people.stranger, cast.people.owner, cast.people.stranger, cast.host]) {
      const said: { data: { id: string } } = await person.get(addComment, {
        body: { messageId, parentId, content: 'And so on' },
      });
      parentId = said.data.id;
    }
    expect((await cast.host.get(getPost, { params: { messageId } })).data.commentCount).toBe(4);
    for (const role of hiddenRoles) {
      const [root] = (await cast.people[role].get(listComments, { query: { messageId } })).data;
      expect(root).toMatchObject({ depth: 0, replies: [] });
      expect((await cast.people[role].get(getPost, { params: { messageId } })).data.commentCount).toBe(1);
    }
  });

  test('what one said before a block can be taken back, and only that', async () => {
    const scene = await makeScene(cast);
    const dora = await cast.app.person('Dora');
    const said = await dora.get(addComment, { body: { messageId: scene.postId, content: 'Me' } });
    await dora.get(addReaction, { body: { messageId: scene.postId, reactionType: 'HEART' } });
    await block(cast.app.deps, cast.people.owner, dora);
    const reaction = { messageId: scene.postId, reactionType: 'HEART' };
    expect(await dora.call(removeReaction, { body: reaction })).toMatchObject({ status: 200 });
    expect(await dora.call(removeReaction, { body: reaction })).toMatchObject({ code: 'POST_NOT_FOUND' });
    const params = { commentId: said.data.id };
    expect(await dora.call(removeComment, { params, body: {} })).toMatchObject({ status: 200 });
    const seen = await cast.host.get(getPost, { params: { messageId: scene.postId } });
    expect(seen.data).toMatchObject({ reactions: {}, commentCount: 1 });
    expect(await dora.call(getPost, { params: { messageId: scene.postId } })).toMatchObject({ status: 404 });
  });

  test('who asked to be let in is not shown to an owner who is hidden from them, and does not notice', async () => {
    const { roomId, conversationId, requestId } = await makeRoom(cast, 'outsiders');
    const { owner } = cast.people;
    const params = { roomId };
    const seen = async () => {
      const requests = (await owner.get(listJoinRequests, { params })).data.map(({ id }) => id);
      const conversation = (await owner.get(getConversation, { params: { conversationId } })).data;
      const room = (await owner.get(getRoom, { params })).data;
      return {
        listed: requests.includes(requestId),
        card: conversation.messages.some(({ id }) => id === requestId),
        counted: [conversation.pendingRequests, room.pendingRequests],
      };
    };
    expect(await seen()).toEqual({ listed: true, card: true, counted: [1, 1] });
    const before = (await owner.get(countUnread)).data.requests;
    await block(cast.app.deps, owner, cast.asker);
    expect(await seen()).toEqual({ listed: false, card: false, counted: [0, 0] });
    expect((await owner.get(countUnread)).data.requests).toBe(before - 1);
    const body = { requestId, action: 'approve' } as const;
    expect(await owner.call(answerJoinRequest, { params, body })).toMatchObject({
      code: 'REQUEST_NOT_FOUND',
    });
    cast = { ...cast, asker: await cast.app.person('asker again') };
  });

  test('in a room their words are folded where others answer to them, and their mentions call nobody', async () => {
    const { conversationId, messageId } = await makeRoom(cast, 'members');
    const { blocker, stranger } = cast.people;
    const params = { conversationId };
    const listeners = [await TestStream.open(blocker), await TestStream.open(stranger)];
    const body = { content: 'Yes', replyToId: messageId };
    const { data: answer } = await stranger.get(sendMessage, { params, body });
    expect(answer.replyTo?.content).toBe(ownersWords);
    const heard = await Promise.all(
      listeners.map((stream) =>
        stream.until((frame) => frame.type === 'new_message' && frame.sequence === answer.sequence),
      ),
    );
    expect(heard.map((frame) => JSON.stringify(frame).includes(ownersWords))).toEqual([false, true]);
    for (const stream of listeners) stream.close();
    const listed = (await blocker.get(listMessages, { params })).data.find(({ id }) => id === answer.id);
    expect(listed).toMatchObject({ content: 'Yes', folded: false, replyTo: { content: '' } });
    expect((await blocker.get(sendMessage, { params, body })).data.replyTo?.content).toBe('');

    const called = async (as: TestPerson) => (await as.get(getConversation, { params })).data.mentionsMe;
    await cast.people.owner.get(sendMessage, { params, body: { content: 'Hey @blocker and @stranger' } });
    expect([await called(blocker), await called(stranger)]).toEqual([false, true]);
    await cast.host.get(sendMessage, { params, body: { content: 'Hey @blocker' } });
    expect(await called(blocker)).toBe(true);
  });

  test('the stream carries nothing of hidden people, nor about their posts', async () => {
    const { postId, hostPostId } = await makeScene(cast);
    // Far enough around everybody that every position they are shown at lies within.
    const cells = areasOf(boxAround(haight, 5), haight);
    const streams = {} as Record<Role, TestStream>;
    for (const role of roles) {
      streams[role] = await TestStream.open(cast.people[role]);
      await streams[role].listen(cells);
    }

    const made = await cast.people.owner.post({ content: 'Anyone?' });
    await cast.people.owner.get(addReaction, { body: { messageId: hostPostId, reactionType: 'SAD' } });
    await cast.people.owner.get(addComment, { body: { messageId: hostPostId, content: 'Hm' } });
    await cast.people.stranger.get(addReaction, { body: { messageId: postId, reactionType: 'SAD' } });
    await cast.people.stranger.get(addComment, { body: { messageId: postId, content: 'Hm' } });
    await cast.people.owner.get(removePost, { params: { messageId: made.id }, body: {} });
    // Frames of a cell come in order, so who has heard of the last in each has heard of all before. What is written in
    // the middle of a cell is shown within it.
    const last: string[] = [];
    for (const cell of cells) {
      const made = await cast.host.post({ location: centreOf(cell, 12) });
      expect(cellOf(made.location, 12)).toBe(cell);
      last.push(made.id);
    }
    for (const role of roles) {
      for (const id of last) await streams[role].untilEvent(({ messageId }) => messageId === id);
    }
    for (const role of roles) {
      const about = streams[role].events.filter(
        ({ userId, messageId }) => userId === cast.people.owner.id || [postId, made.id].includes(messageId),
      );
      const isHidden = role === 'blocker' || role === 'blocked';
      expect([role, about.length]).toEqual([role, isHidden ? 0 : 6]);
      streams[role].close();
    }
  });
});
