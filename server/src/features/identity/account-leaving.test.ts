import { getConversation, getRoom, listConversations } from '@dazi/contract/chat/conversation-views';
import {
  listMembers,
  listMessages,
  type Message,
  markRead,
  reactToMessage,
  removeConversation,
  removeMessage,
  searchMessages,
  sendMessage,
} from '@dazi/contract/chat/conversations';
import { getLeaderVotes, joinRoom, listJoinRequests, type Room } from '@dazi/contract/chat/rooms';
import { getProfile, listProfiles, listUsers } from '@dazi/contract/discovery/people';
import {
  exportAccount,
  getSession,
  removeAccount,
  restoreAccount,
  signOut,
} from '@dazi/contract/identity/identity';
import { restorable_ms } from '@dazi/contract/identity/identity.rules';
import { report } from '@dazi/contract/moderation/moderation';
import { cellOf } from '@dazi/contract/places/cells';
import { listComments } from '@dazi/contract/posts/comments';
import { getPost, listBookmarks, listPosts } from '@dazi/contract/posts/post-views';
import { createPost, removePost } from '@dazi/contract/posts/posts';
import { addReaction, listReactions } from '@dazi/contract/posts/reactions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aRoom } from '#features/chat/rooms/rooms.builder.ts';
import { platformJobs } from '#platform/jobs.ts';
import {
  aBob,
  annsWords,
  bobsWords,
  comeBack,
  day_ms,
  erase,
  leave,
  makeBusy,
  nextNumber,
  outline,
  treesOf,
} from '../../testing/busy-person.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { haight, TestPerson } from '../../testing/test-person.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { everyRow } from '../../testing/test-tables.ts';

/** Deleting an account, and bringing it back. */
let app: TestApp;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  bob = await aBob(app);
});

describe('deleting an account', () => {
  test('takes the person out of every answer at once (PRIVACY-013)', async () => {
    const { ann, postId, mediaIds, avatarUrl, bobsPostId } = await makeBusy(app, bob);
    const dora = await app.person(`Dora ${nextNumber()}`);
    const answer = await leave(ann);
    expect(answer.restorableUntil).toBe(new Date(app.clock.read().getTime() + restorable_ms).toISOString());

    for (const viewer of [bob, dora, app.visitor()]) {
      const params = { messageId: postId };
      expect(await viewer.call(getPost, { params })).toMatchObject({ status: 404, code: 'POST_NOT_FOUND' });
      expect(await viewer.call(getProfile, { params: { userId: ann.id } })).toMatchObject({ status: 404 });
      expect(await viewer.call(listComments, { query: params })).toMatchObject({ status: 404 });
      for (const query of [
        {},
        { userId: ann.id },
        { ids: postId },
        { ...haight, radiusKm: 50 },
        { west: -123, south: 37, east: -122, north: 38 },
        { keywords: annsWords },
      ]) {
        const { data } = await viewer.get(listPosts, { query });
        expect(JSON.stringify(data)).not.toContain(ann.id);
        expect(JSON.stringify(data)).not.toContain(annsWords);
      }
      const counted = await viewer.get(listUsers, { query: { userId: ann.id, messageCount: 'true' } });
      expect(counted.data).toEqual({ messageCount: 0 });
      for (const url of [
        avatarUrl,
        ...mediaIds.flatMap((id) => [`/api/media/${id}`, `/api/media/${id}/thumbnail`]),
      ]) {
        expect((await viewer.fetch(url)).status).toBe(404);
      }
      expect((await viewer.get(listReactions, { query: { messageId: bobsPostId } })).data).toEqual([]);
      const trees = await treesOf(viewer, bobsPostId);
      expect(outline(trees)).toEqual([['-', [`${bobsWords} answer`]]]);
      expect(trees[0]).toMatchObject({
        userId: null,
        user: null,
        content: '',
        can: { reply: false, remove: false },
      });
      const seen = (await viewer.get(getPost, { params: { messageId: bobsPostId } })).data;
      expect(seen).toMatchObject({ commentCount: 1, _count: { comments: 1, reactions: 0 }, reactions: {} });
    }
    for (const viewer of [bob, dora]) {
      expect(JSON.stringify((await viewer.get(listUsers)).data)).not.toContain(ann.id);
      expect((await viewer.get(listUsers, { query: { userId: ann.id } })).data).toEqual([]);
      expect((await viewer.get(listProfiles)).data).not.toHaveProperty(ann.id);
    }
    expect((await bob.get(listBookmarks)).data).toEqual([]);
    expect(await bob.call(addReaction, { body: { messageId: postId, reactionType: 'SAD' } })).toMatchObject({
      status: 404,
    });
    expect(
      await dora.call(report, { body: { targetType: 'person', targetId: ann.id, reason: 'spam' } }),
    ).toMatchObject({ status: 200 });
  });

  test('ends every session and stream of the person, and tells those who look at their traces', async () => {
    const { ann, name, bobsPostId } = await makeBusy(app, bob);
    const elsewhere = await new TestPerson(app.url).signIn(name);
    const streams = [await TestStream.open(ann), await TestStream.open(elsewhere)];
    const watcher = await TestStream.open(bob);
    const own = await ann.post();
    const { location } = (await bob.get(getPost, { params: { messageId: bobsPostId } })).data;
    const cells = [...new Set([cellOf(own.location, 12), cellOf(location, 12)])];
    await watcher.listen(cells);

    await leave(ann);
    for (const stream of streams) {
      await stream.until((frame) => frame.type === 'signed_out');
      await stream.untilEnd();
    }
    for (const cell of cells) {
      await watcher.until(
        (frame) =>
          frame.type === 'area' &&
          frame.cell === cell &&
          frame.events.some((event) => event.type === 'person_changed' && event.userId === ann.id),
      );
    }
    watcher.close();
    for (const device of [ann, elsewhere]) {
      expect((await device.get(getSession)).data).toBeNull();
      expect(await device.call(createPost, { body: { content: 'x', location: haight } })).toMatchObject({
        status: 401,
      });
    }
  });

  test('is nobody else’s to do', async () => {
    const { ann } = await makeBusy(app, bob);
    for (const body of [{}, { userId: ann.id }]) {
      expect(await bob.call(removeAccount, { params: { userId: ann.id }, body })).toMatchObject({
        status: 403,
        code: 'NOT_YOURSELF',
      });
    }
    expect(await app.visitor().call(removeAccount, { params: { userId: ann.id }, body: {} })).toMatchObject({
      status: 401,
    });
    expect(
      await ann.call(removeAccount, { params: { userId: ann.id }, body: { userId: bob.id } }),
    ).toMatchObject({
      status: 403,
    });
    expect((await ann.get(getSession)).data?.id).toBe(ann.id);
  });
});

describe('in private, erasing an account', () => {
  test('leaves the conversation with the other side, and what they said in it', async () => {
    const { ann, friend, privateId, name } = await makeBusy(app, bob);
    await leave(ann);
    app.clock.advance(restorable_ms);
    await erase(app);
    const friendAgain = await comeBack(app, friend.user!.name);
    const params = { conversationId: privateId };
    const [conversation] = (await friendAgain.get(listConversations, {})).data;
    expect(conversation).toMatchObject({ id: privateId, otherParticipant: null, can: { send: false } });
    const { data } = await friendAgain.get(listMessages, { params });
    expect(data.map(({ content }) => content)).toEqual(['', `${bobsWords} to her`]);
    expect(JSON.stringify([conversation, data])).not.toContain(name);
    expect(await friendAgain.call(sendMessage, { params, body: { content: 'x' } })).toMatchObject({
      status: 403,
      code: 'CANNOT_START_CONVERSATION',
    });
    const friendsOwn = data[1]!;
    const of = { ...params, messageId: friendsOwn.id };
    expect(await friendAgain.call(removeMessage, { params: of, body: {} })).toMatchObject({ status: 200 });
    expect(await friendAgain.call(markRead, { params, body: {} })).toMatchObject({ status: 200 });
    expect(await friendAgain.call(removeConversation, { params, body: {} })).toMatchObject({ status: 200 });
    expect((await friendAgain.get(listConversations, {})).data).toEqual([]);
  });
});

describe('in rooms, deleting an account', () => {
  /** Everything that Bob can ask of a room, as one text. */
  async function asSeenByBob(rooms: Room[]): Promise<string> {
    const seen: unknown[] = [
      (await bob.get(listConversations, {})).data,
      (await bob.get(listConversations, { query: { includeNearby: 'true', ...haight } })).data,
    ];
    for (const { id, conversationId } of rooms) {
      const params = { conversationId };
      seen.push(
        (await bob.get(getRoom, { params: { roomId: id } })).data,
        (await bob.get(getConversation, { params })).data,
        (await bob.get(listMessages, { params })).data,
        (await bob.get(searchMessages, { params, query: { query: annsWords } })).data,
        (await bob.get(listMembers, { params })).data,
        (await bob.get(listMembers, { params, query: { query: annsWords } })).data,
        (await bob.get(getLeaderVotes, { params })).data,
      );
    }
    return JSON.stringify(seen);
  }

  const messagesIn = async (room: Room) => {
    const params = { conversationId: room.conversationId };
    return (await bob.get(listMessages, { params })).data;
  };
  const numbers = (messages: readonly Message[]) => messages.map(({ sequence }) => sequence);
  const upTo = (count: number) => Array.from({ length: count }, (_each, index) => index + 1);

  test('shows what they said as taken back, and nobody is named any more (PRIVACY-013)', async () => {
    const { ann, name, annsRoom, bobsRoom, messageMediaId } = await makeBusy(app, bob);
    const before = await asSeenByBob([annsRoom, bobsRoom]);
    for (const part of [ann.id, name, `${annsWords} in his room`]) expect(before).toContain(part);
    const messages = await messagesIn(bobsRoom);
    await leave(ann);

    const after = await asSeenByBob([annsRoom, bobsRoom]);
    for (const part of [ann.id, name, `${annsWords} in`, messageMediaId]) expect(after).not.toContain(part);
    for (const message of messages.filter(({ senderId }) => senderId === ann.id)) {
      const of = { conversationId: bobsRoom.conversationId, messageId: message.id };
      const reacting = await bob.call(reactToMessage, { params: of, body: { reactionType: 'SAD' } });
      expect(reacting).toMatchObject({ status: 404, code: 'MESSAGE_NOT_FOUND' });
    }
    const left = await messagesIn(bobsRoom);
    expect(numbers(left)).toEqual(numbers(messages));
    for (const [index, message] of messages.entries()) {
      if (message.senderId === ann.id) {
        expect(left[index]).toMatchObject({
          isDeleted: true,
          content: '',
          senderId: null,
          senderName: '',
          senderAvatar: null,
          media: null,
          event: null,
          reactions: {},
        });
      } else if (message.type !== 'MINI_APP_RESULT') {
        expect(left[index]).toMatchObject({ isDeleted: false, content: message.content });
      }
    }
    // Of what she added the result goes along; of what Bob did she goes out of it.
    const results = left.filter(({ type }) => type === 'MINI_APP_RESULT');
    expect(results.map(({ isDeleted }) => isDeleted)).toEqual([true, false, false]);
    expect(results.map(({ content }) => content.includes(bob.id))).toEqual([false, true, true]);
    expect(JSON.stringify(results)).not.toContain(annsWords);
    const answering = left.find(({ content }) => content.startsWith(bobsWords));
    expect(answering).toMatchObject({
      replyTo: { content: '', isDeleted: true, senderId: null },
      mentions: [],
    });
    expect(answering?.reactions).toEqual({});
    expect((await bob.fetch(`/api/media/${messageMediaId}`)).status).toBe(404);
  });

  test('passes their rooms on at once; they come back as members', async () => {
    const { ann, name, annsRoom } = await makeBusy(app, bob);
    await leave(ann);
    const params = { roomId: annsRoom.id };
    expect((await bob.get(getRoom, { params })).data).toMatchObject({ ownerId: bob.id, userRole: 'OWNER' });
    expect(await bob.call(listJoinRequests, { params })).toMatchObject({ status: 200 });
    expect((await messagesIn(annsRoom)).at(-1)).toMatchObject({ event: { code: 'owner_changed' } });
    const back = await comeBack(app, name);
    await back.get(restoreAccount, { body: {} });
    expect((await back.get(getRoom, { params })).data).toMatchObject({
      ownerId: bob.id,
      userMembershipStatus: 'member',
    });
    expect((await messagesIn(annsRoom)).map(({ content }) => content)).toContain(`${annsWords} in her room`);
  });

  test('hides a room that nobody else is in, and erasing ends it', async () => {
    const name = `Ann ${annsWords} ${nextNumber()}`;
    const ann = await app.person(name);
    const room = await aRoom(ann);
    const params = { roomId: room.id };
    await leave(ann);
    expect(await bob.call(getRoom, { params })).toMatchObject({ status: 404 });
    expect(await bob.call(joinRoom, { params, body: haight })).toMatchObject({ code: 'ROOM_NOT_FOUND' });
    const back = await comeBack(app, name);
    await back.get(restoreAccount, { body: {} });
    expect((await back.get(getRoom, { params })).data.ownerId).toBe(ann.id);
    await back.get(removeAccount, { params: { userId: ann.id }, body: {} });
    app.clock.advance(restorable_ms);
    await erase(app);
    await bob.signIn(bob.user!.name);
    expect(await bob.call(getRoom, { params })).toMatchObject({ status: 404 });
    const rows = (await everyRow(app.deps.db)).filter((row) => !row.startsWith('outbox '));
    expect(rows.filter((row) => row.includes(ann.id))).toEqual([]);
  });

  test('and erasing keeps the numbers and what others said', async () => {
    const { ann, name, annsRoom, bobsRoom } = await makeBusy(app, bob);
    const before = { anns: await messagesIn(annsRoom), bobs: await messagesIn(bobsRoom) };
    const params = { conversationId: bobsRoom.conversationId };
    const { change } = await bob.get(listMessages, { params });
    await leave(ann);
    app.clock.advance(restorable_ms);
    await erase(app);
    await bob.signIn(bob.user!.name);
    // A device that was away hears of each by its change, in pages too.
    const changed: Message[] = [];
    for (let changedAfter = change; ; ) {
      const { data } = await bob.get(listMessages, { params, query: { changedAfter, limit: 1 } });
      if (data.length === 0) break;
      changed.push(...data);
      changedAfter = data.at(-1)!.change;
    }
    const isBobsApp = ({ type, isDeleted }: Message) => type.startsWith('MINI_APP') && !isDeleted;
    const ofBobsApps = changed.filter(isBobsApp);
    expect(ofBobsApps).toHaveLength(4);
    const gone = changed.filter((message) => !isBobsApp(message));
    expect(gone.every(({ isDeleted, content }) => isDeleted && content === '')).toBe(true);
    const touched = before.bobs.filter(
      ({ senderId, type }) => senderId === ann.id || type.startsWith('MINI_APP'),
    );
    expect(numbers(changed).sort()).toEqual(numbers(touched).sort());
    const after = { anns: await messagesIn(annsRoom), bobs: await messagesIn(bobsRoom) };
    // One more in hers: that Bob leads it.
    expect(numbers(after.anns)).toEqual(upTo(before.anns.length + 1));
    expect(numbers(after.bobs)).toEqual(upTo(before.bobs.length));
    const words = (messages: readonly Message[]) =>
      messages
        .filter(({ type }) => type === 'TEXT')
        .map(({ content }) => content)
        .filter(Boolean);
    const annsOut = (texts: string[]) => texts.filter((text) => !text.startsWith(annsWords));
    expect(words(after.anns)).toEqual(annsOut(words(before.anns)));
    expect(words(after.bobs)).toEqual(annsOut(words(before.bobs)));
    for (const part of [ann.id, name, `${annsWords} in`]) {
      expect(await asSeenByBob([annsRoom, bobsRoom])).not.toContain(part);
    }
    // Nor do words she said to others, of a request or of a ban.
    const ids = [annsRoom, bobsRoom].flatMap(({ id, conversationId }) => [id, conversationId]);
    const rows = (await everyRow(app.deps.db)).filter((row) => ids.some((id) => row.includes(id)));
    expect(rows.some((row) => row.includes('May I'))).toBe(true);
    for (const part of [`${annsWords} no`, `${annsWords} enough`, `${annsWords} in`]) {
      expect(rows.filter((row) => row.includes(part))).toEqual([]);
    }
    expect((await bob.get(getRoom, { params: { roomId: annsRoom.id } })).data).toMatchObject({
      authorId: null,
      ownerId: bob.id,
      memberCount: 1,
    });
    expect((await bob.get(getRoom, { params: { roomId: bobsRoom.id } })).data.memberCount).toBe(2);
    const said = await bob.get(sendMessage, { params, body: { content: 'Still here' } });
    expect(said.data.sequence).toBe(before.bobs.length + 1);

    // And what was told of it is forgotten in its turn.
    app.clock.advance(8 * day_ms);
    for (const job of platformJobs) await job.run(app.deps);
    expect((await everyRow(app.deps.db)).filter((row) => row.includes(ann.id))).toEqual([]);
  });
});

describe('signing in again', () => {
  test('offers the restoration and nothing else', async () => {
    const { ann, name, postId } = await makeBusy(app, bob);
    await leave(ann);
    app.clock.advance(20 * day_ms);
    const back = await comeBack(app, name);
    expect(await back.get(getSession)).toMatchObject({
      data: null,
      left: { name, restorableUntil: new Date(app.clock.read().getTime() + 9 * day_ms).toISOString() },
    });
    const tries = [
      [createPost, { body: { content: 'x', location: haight } }],
      [removePost, { params: { messageId: postId }, body: {} }],
      [listBookmarks, {}],
      [removeAccount, { params: { userId: ann.id }, body: {} }],
    ] as const;
    for (const [endpoint, input] of tries) {
      expect(await back.call(endpoint, input as never)).toMatchObject({ status: 403, code: 'ACCOUNT_LEFT' });
    }
    expect((await back.fetch(exportAccount.path)).status).toBe(403);
    // As a visitor they may look around.
    expect(await back.call(getPost, { params: { messageId: postId } })).toMatchObject({ status: 404 });
    expect(await back.call(listPosts, {})).toMatchObject({ status: 200 });
    await back.get(signOut, { body: {} });
    expect(await back.get(getSession)).toMatchObject({ data: null, left: null });
  });

  test('and restoring leaves everything as it was', async () => {
    const { ann, name, postId, mediaIds, bobsPostId, annsRoom, bobsRoom } = await makeBusy(app, bob);
    const params = { conversationId: bobsRoom.conversationId };
    const look = async () => ({
      messages: (await bob.get(listMessages, { params })).data,
      members: (await bob.get(listMembers, { params })).data,
      votes: (await bob.get(getLeaderVotes, { params })).data,
      room: (await bob.get(getRoom, { params: { roomId: bobsRoom.id } })).data,
      posts: (await bob.get(listPosts, { query: { userId: ann.id } })).data,
      post: (await bob.get(getPost, { params: { messageId: postId } })).data,
      profile: (await bob.get(getProfile, { params: { userId: ann.id } })).data,
      comments: await treesOf(bob, bobsPostId),
      reactions: (await bob.get(listReactions, { query: { messageId: bobsPostId } })).data,
      bookmarks: (await bob.get(listBookmarks)).data,
    });
    const withoutActivity = (seen: Awaited<ReturnType<typeof look>>) =>
      JSON.stringify(seen).replaceAll(/"(lastActive|isOnline)":("[^"]*"|true|false)/g, '');
    const before = await look();
    // Only what she owned has passed on meanwhile.
    const stored = (await storedOf(ann))
      .map((row) =>
        row.startsWith(`conversation_members (${annsRoom.conversationId},${ann.id}`)
          ? row.replace(',OWNER,', ',MEMBER,')
          : row,
      )
      .sort();
    await leave(ann);
    app.clock.advance(restorable_ms - 1000);
    await erase(app);

    const back = await comeBack(app, name);
    await bob.signIn(bob.user!.name);
    const watcher = await TestStream.open(bob);
    await watcher.listen([cellOf(before.post.location, 12)]);
    expect((await back.get(restoreAccount, { body: {} })).data.id).toBe(ann.id);
    await watcher.until(
      (frame) => frame.type === 'area' && frame.events.some(({ type }) => type === 'person_changed'),
    );
    watcher.close();
    expect((await back.get(getSession)).data?.id).toBe(ann.id);
    expect(withoutActivity(await look())).toBe(withoutActivity(before));
    // Her board vote was withdrawn and added again: the chain keeps both links, and the vote stands by the newer one.
    const isLink = (row: string) => row.startsWith('board_vote_details (');
    const standing = (rows: readonly string[]) =>
      rows
        .filter((row) => !isLink(row))
        .map((row) => row.replace(new RegExp(`^(board_votes \\(${ann.id},[^,]+),\\d+,f`), '$1'))
        // Since when somebody else leads her room.
        .map((row) => row.replace(/^(rooms \(.*),("[^"]*")?,f,,,,\)$/, '$1'));
    const after = await storedOf(ann);
    expect(standing(after)).toEqual(standing(stored));
    expect(after).toEqual(expect.arrayContaining(stored.filter(isLink)));
    expect(after.filter(isLink)).toHaveLength(stored.filter(isLink).length + 2);
    expect((await back.fetch(`/api/media/${mediaIds[0]}`)).status).toBe(200);
    expect(await back.call(restoreAccount, { body: {} })).toMatchObject({
      status: 409,
      code: 'ACCOUNT_NOT_LEFT',
    });
    expect(await app.visitor().call(restoreAccount, { body: {} })).toMatchObject({ status: 401 });
    app.clock.advance(2 * day_ms);
    await erase(app);
    await bob.signIn(bob.user!.name);
    expect(withoutActivity(await look())).toBe(withoutActivity(before));
  });

  /** Every row that names the person, sessions, what ends with them, and the time of the last visit aside. */
  async function storedOf(person: TestPerson): Promise<string[]> {
    const rows = await everyRow(app.deps.db);
    return rows
      .filter((row) => row.includes(person.id) && !/^(sessions|push_subscriptions|outbox|users) /.test(row))
      .sort();
  }
});
