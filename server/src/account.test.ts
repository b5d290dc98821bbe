import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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
import { sharePresence } from '@dazi/contract/chat/presence';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import {
  answerJoinRequest,
  banParticipant,
  getLeaderVotes,
  joinRoom,
  listJoinRequests,
  type Room,
  removeRoom,
  voteForLeader,
} from '@dazi/contract/chat/rooms';
import { getProfile, listProfiles, listUsers } from '@dazi/contract/discovery/people';
import {
  expectedBytesHeader,
  exportAccount,
  getSession,
  removeAccount,
  restorable_ms,
  restoreAccount,
  signOut,
} from '@dazi/contract/identity/identity';
import { completeMiniApp } from '@dazi/contract/mini-apps/mini-apps';
import { report } from '@dazi/contract/moderation/moderation';
import {
  addPushSubscription,
  getPushKey,
  listNotifications,
  markNotified,
  saveNotificationSettings,
} from '@dazi/contract/notifications/notifications';
import { saveAvatar } from '@dazi/contract/people/profiles';
import { cellOf } from '@dazi/contract/places/cells';
import { addBookmark } from '@dazi/contract/posts/bookmarks';
import { addComment, type Comment, listComments } from '@dazi/contract/posts/comments';
import { getPost, listBookmarks, listPosts } from '@dazi/contract/posts/post-views';
import { createPost, removePost } from '@dazi/contract/posts/posts';
import { addReaction, listReactions } from '@dazi/contract/posts/reactions';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseEnded } from '#features/chat/conversations/conversations.service.ts';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { aMotion, ballot, castVote } from '#features/governance/governance.builder.ts';
import { identityJobs } from '#features/identity/identity.jobs.ts';
import { aMiniApp, quizAnswers, tookPart } from '#features/mini-apps/mini-apps.builder.ts';
import { allNotified } from '#features/notifications/notifications.builder.ts';
import { postsJobs } from '#features/posts/posts/posts.jobs.ts';
import { send } from '#features/wallet/wallet.builder.ts';
import type { AccountPart } from '#platform/account-part.ts';
import { platformJobs } from '#platform/jobs.ts';
import { accountParts } from './areas.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { filesOfArchive } from './testing/test-archive.ts';
import { block } from './testing/test-block.ts';
import { haight, TestPerson } from './testing/test-person.ts';
import { picture } from './testing/test-pictures.ts';
import { shareOf } from './testing/test-share.ts';
import { TestStream } from './testing/test-stream.ts';
import { countNaming, everyRow, fingerprintOfTables, personColumns } from './testing/test-tables.ts';
import { uploaded } from './testing/test-uploads.ts';

/** Deleting an account, bringing it back, erasing it, and taking one's data along. */

const day_ms = 24 * 60 * 60 * 1000;
/** Words that only one of the two has said. */
const annsWords = 'quillfeather';
const bobsWords = 'brambleshank';

let app: TestApp;
let bob: TestPerson;
let people = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  bob = await app.person(`Bob ${bobsWords} ${people}`);
});

interface Busy {
  ann: TestPerson;
  name: string;
  postId: string;
  mediaIds: string[];
  avatarUrl: string;
  bobsPostId: string;
  rootId: string;
  /** Somebody she talks to in private. */
  friend: TestPerson;
  privateId: string;
  /** A room of hers with Bob in it, and one of Bob's with her in it. */
  annsRoom: Room;
  bobsRoom: Room;
  /** Shown in Bob's room. */
  messageMediaId: string;
}

/** Far away from every room of these tests. */
const farAway = { latitude: 49.28, longitude: -123.12 };

/** Ann and Bob talk in a room of hers and in one of his; a third of his she asks to be let into, one she is banned from. */
async function makeRoomsBusy(ann: TestPerson) {
  const voter = await app.person(`Voter ${people}`);
  const annsRoom = await aRoom(ann, { name: 'Chess at her place' });
  const bobsRoom = await aRoom(bob, { name: 'Go at his place', placed: true });
  await joined(annsRoom, bob);
  await joined(bobsRoom, ann, voter);
  const say = async (as: TestPerson, room: Room, content: string, more: object = {}) =>
    (
      await as.get(sendMessage, {
        params: { conversationId: room.conversationId },
        body: { content, ...more },
      })
    ).data;
  await say(ann, annsRoom, `${annsWords} in her room`);
  await say(bob, annsRoom, `${bobsWords} in her room`);
  const annsSaid = await say(ann, bobsRoom, `${annsWords} in his room, @Bob`);
  const bobsSaid = await say(bob, bobsRoom, `${bobsWords} says @${annsWords} is right`, {
    replyToId: annsSaid.id,
  });
  const shown = await say(ann, bobsRoom, await uploaded(ann), { type: 'IMAGE' });
  const params = { conversationId: bobsRoom.conversationId };
  await ann.get(reactToMessage, {
    params: { ...params, messageId: bobsSaid.id },
    body: { reactionType: 'HEART' },
  });
  await bob.get(reactToMessage, {
    params: { ...params, messageId: annsSaid.id },
    body: { reactionType: 'LAUGH' },
  });
  await ann.get(voteForLeader, { params, body: { candidateId: bob.id } });
  await bob.get(voteForLeader, { params, body: { candidateId: ann.id } });

  const ownQuiz = await aMiniApp(ann, bobsRoom.conversationId, undefined, { title: `${annsWords} quiz` });
  const bobsQuiz = await aMiniApp(bob, bobsRoom.conversationId, undefined, { title: `${bobsWords} quiz` });
  const bobsQuestion = await aMiniApp(bob, bobsRoom.conversationId, 'ice-breaker');
  for (const who of [ann, bob]) {
    for (const { id } of [ownQuiz, bobsQuiz]) await tookPart(who, id, quizAnswers('00000'));
    await tookPart(who, bobsQuestion.id, [`${who === ann ? annsWords : bobsWords} made me smile`]);
  }
  await bob.get(completeMiniApp, { params: { miniAppId: bobsQuestion.id }, body: {} });

  const refused = async (host: TestPerson, room: Room, guest: TestPerson, words: string, answer: string) => {
    const of = { roomId: room.id };
    const asked = await guest.get(joinRoom, { params: of, body: { ...farAway, message: words } });
    await host.get(answerJoinRequest, {
      params: of,
      body: { requestId: asked.data.requestId!, action: 'deny', responseMessage: answer },
    });
  };
  const banned = async (host: TestPerson, room: Room, guest: TestPerson, reason: string) => {
    await joined(room, guest);
    await host.get(banParticipant, { params: { roomId: room.id }, body: { targetUserId: guest.id, reason } });
  };
  await refused(bob, await aRoom(bob), ann, `${annsWords} may I`, `${bobsWords} no`);
  await banned(bob, await aRoom(bob), ann, `${bobsWords} enough`);
  await refused(ann, annsRoom, voter, 'May I', `${annsWords} no`);
  await banned(ann, annsRoom, await app.person(`Pest ${people}`), `${annsWords} enough`);
  return { annsRoom, bobsRoom, messageMediaId: shown.media!.id };
}

/** Ann is told of what Bob did, and Bob of what she did; her browser is pushed to. */
async function makeToldBusy(ann: TestPerson, bobsPostId: string) {
  const { publicKey } = (await ann.get(getPushKey)).data;
  await ann.get(addPushSubscription, {
    body: {
      endpoint: `https://push.example/${ann.id}`,
      keys: { p256dh: publicKey, auth: Buffer.alloc(16).toString('base64url') },
      language: 'en',
      publicKey,
    },
  });
  await ann.get(saveNotificationSettings, { body: { pushPreviews: true } });
  await ann.get(markNotified, { body: { messageIds: [bobsPostId] } });
  await allNotified(app.deps);
  for (const person of [ann, bob]) expect((await person.get(listNotifications)).data).not.toEqual([]);
}

/** Ann leaves something in every table that can name her; Bob answers, reacts and has his own. */
async function makeBusy(): Promise<Busy> {
  const name = `Ann ${annsWords} ${people++}`;
  const ann = await app.person(name);
  await ann.saveProfile({ bio: `${annsWords} bio`, interests: ['hiking'] });
  await ann.get(sharePresence, { body: { latitude: 37.77, longitude: -122.45 } });
  await send(ann, bob, 1_00, { memo: annsWords });
  await castVote(ann, bob);
  await castVote(bob, ann);
  await ballot(ann, await aMotion(ann));
  const avatar = await ann.get(saveAvatar, { body: { avatarUrl: await picture() } });
  const post = await ann.post({
    content: `${annsWords} post`,
    imageUrls: [await picture(), await picture(16)],
  });
  const bobsPost = await bob.post({ content: `${bobsWords} post`, imageUrls: [await picture()] });
  const messageId = bobsPost.id;
  await ann.get(addBookmark, { body: { messageId } });
  await ann.get(addReaction, { body: { messageId, reactionType: 'HEART' } });
  await bob.get(addReaction, { body: { messageId: post.id, reactionType: 'LAUGH' } });
  await bob.get(addBookmark, { body: { messageId: post.id } });
  const say = async (as: TestPerson, content: string, parentId?: string) =>
    (await as.get(addComment, { body: { messageId, content, parentId: parentId ?? null } })).data.id;
  const rootId = await say(ann, `${annsWords} root`);
  const answer = await say(bob, `${bobsWords} answer`, rootId);
  await say(ann, `${annsWords} leaf`, answer);
  await say(ann, `${annsWords} alone`);
  await bob.get(addComment, { body: { messageId: post.id, content: `${bobsWords} under it` } });
  const troll = await app.person(`Troll ${people}`);
  await block(app.deps, ann, troll);
  const friend = await app.person(`Friend ${people}`);
  const toFriend = { receiverId: friend.id, content: `${annsWords} to a friend` };
  const { conversationId: privateId } = (await ann.get(sendPrivateMessage, { body: toFriend })).data;
  await friend.get(sendPrivateMessage, { body: { receiverId: ann.id, content: `${bobsWords} to her` } });
  (await TestStream.open(ann)).close();
  await ann.get(report, {
    body: { targetType: 'post', targetId: messageId, reason: 'spam', details: `${annsWords} words` },
  });
  await bob.get(report, {
    body: { targetType: 'person', targetId: ann.id, reason: 'other', details: `${bobsWords} words` },
  });
  await makeToldBusy(ann, messageId);
  return {
    ann,
    name,
    postId: post.id,
    mediaIds: post.media.map(({ id }) => id),
    avatarUrl: avatar.data.avatarUrl!,
    bobsPostId: messageId,
    rootId,
    friend,
    privateId,
    ...(await makeRoomsBusy(ann)),
  };
}

const leave = async (ann: TestPerson) =>
  (await ann.get(removeAccount, { params: { userId: ann.id }, body: {} })).data;

/** What the hourly job does, with these parts instead of the real ones when something is to go wrong. */
async function erase(parts: readonly AccountPart[] = accountParts) {
  for (const job of identityJobs(parts)) await job.run(app.deps);
}

async function comeBack(name: string): Promise<TestPerson> {
  const person = app.visitor();
  await person.visitProvider(name);
  return person;
}

const mediaFiles = () => readdirSync(join(app.dataDir, 'media'), { recursive: true }).map(String).join('\n');

async function archiveOf(person: TestPerson) {
  const answer = await person.fetch(exportAccount.path);
  expect(answer.status).toBe(200);
  return { answer, files: filesOfArchive(Buffer.from(await answer.arrayBuffer())) };
}

const outline = (comments: readonly Comment[]): unknown[] =>
  comments.map(({ isActive, content, replies }) =>
    replies.length > 0 ? [isActive ? content : '-', outline(replies)] : isActive ? content : '-',
  );
const treesOf = async (as: TestPerson, messageId: string) =>
  (await as.get(listComments, { query: { messageId } })).data as Comment[];

describe('every table that names a person is answered for', () => {
  /** Tables that no part needs to know, and why. */
  const exceptions: Record<string, string> = {
    left_accounts: 'the mark of the deletion itself; nothing is in it before, and it goes with the account',
  };
  const owners = new Map(
    accountParts.flatMap((part) =>
      Object.entries(part.tables).map(([table, section]) => [table, { part, section }]),
    ),
  );

  test('by an account part, or stands among the exceptions', async () => {
    const tables = new Set((await personColumns(app.deps.db)).map(({ table }) => table));
    const advice =
      'names a person, but is neither exported nor erased: put it into `tables` of <feature>.account.ts, export and erase it there, and list the part in app.ts';
    const missing = [...tables].filter((table) => !owners.has(table) && !exceptions[table]);
    expect(missing.map((table) => `${table} ${advice}`)).toEqual([]);
    expect(Object.keys(exceptions).filter((table) => !tables.has(table))).toEqual([]);
    expect([...owners.keys()].filter((table) => !tables.has(table))).toEqual([]);
  });

  test('each of them is in the archive, and after the erasure nothing names the person', async () => {
    const { ann } = await makeBusy();
    const columns = new Map<string, string[]>();
    for (const { table, column } of await personColumns(app.deps.db)) {
      columns.set(table, [...(columns.get(table) ?? []), column]);
    }
    const naming = async () => {
      const counts: Record<string, number> = {};
      for (const [table, found] of columns) {
        counts[table] = await countNaming(app.deps.db, table, found, ann.id);
      }
      return counts;
    };
    const before = await naming();
    const advice = 'is empty for the busy person of this test: let makeBusy fill it through the API';
    const empty = Object.keys(before).filter((table) => !before[table] && !exceptions[table]);
    expect(empty.map((table) => `${table} ${advice}`)).toEqual([]);

    const { files } = await archiveOf(ann);
    for (const [table, { section }] of owners) {
      const rows = JSON.parse(files.get(`${section}.json`)?.toString() ?? '[]') as unknown[];
      expect([table, rows.length > 0]).toEqual([table, true]);
    }

    await leave(ann);
    app.clock.advance(restorable_ms);
    await erase();
    expect(Object.values(await naming()).every((count) => count === 0)).toBe(true);
  });
});

describe('deleting an account', () => {
  test('takes the person out of every answer at once (PRIVACY-013)', async () => {
    const { ann, postId, mediaIds, avatarUrl, bobsPostId } = await makeBusy();
    const dora = await app.person(`Dora ${people}`);
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
    ).toMatchObject({ status: 404, code: 'PERSON_NOT_FOUND' });
  });

  test('ends every session and stream of the person, and tells those who look at their traces', async () => {
    const { ann, name, bobsPostId } = await makeBusy();
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
    const { ann } = await makeBusy();
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
    const { ann, friend, privateId, name } = await makeBusy();
    await leave(ann);
    app.clock.advance(restorable_ms);
    await erase();
    const friendAgain = await comeBack(friend.user!.name);
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
    const { ann, name, annsRoom, bobsRoom, messageMediaId } = await makeBusy();
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
    const { ann, name, annsRoom } = await makeBusy();
    await leave(ann);
    const params = { roomId: annsRoom.id };
    expect((await bob.get(getRoom, { params })).data).toMatchObject({ ownerId: bob.id, userRole: 'OWNER' });
    expect(await bob.call(listJoinRequests, { params })).toMatchObject({ status: 200 });
    expect((await messagesIn(annsRoom)).at(-1)).toMatchObject({ event: { code: 'owner_changed' } });
    const back = await comeBack(name);
    await back.get(restoreAccount, { body: {} });
    expect((await back.get(getRoom, { params })).data).toMatchObject({
      ownerId: bob.id,
      userMembershipStatus: 'member',
    });
    expect((await messagesIn(annsRoom)).map(({ content }) => content)).toContain(`${annsWords} in her room`);
  });

  test('hides a room that nobody else is in, and erasing ends it', async () => {
    const name = `Ann ${annsWords} ${people++}`;
    const ann = await app.person(name);
    const room = await aRoom(ann);
    const params = { roomId: room.id };
    await leave(ann);
    expect(await bob.call(getRoom, { params })).toMatchObject({ status: 404 });
    expect(await bob.call(joinRoom, { params, body: haight })).toMatchObject({ code: 'ROOM_NOT_FOUND' });
    const back = await comeBack(name);
    await back.get(restoreAccount, { body: {} });
    expect((await back.get(getRoom, { params })).data.ownerId).toBe(ann.id);
    await back.get(removeAccount, { params: { userId: ann.id }, body: {} });
    app.clock.advance(restorable_ms);
    await erase();
    await bob.signIn(bob.user!.name);
    expect(await bob.call(getRoom, { params })).toMatchObject({ status: 404 });
    const rows = (await everyRow(app.deps.db)).filter((row) => !row.startsWith('outbox '));
    expect(rows.filter((row) => row.includes(ann.id))).toEqual([]);
  });

  test('and erasing keeps the numbers and what others said', async () => {
    const { ann, name, annsRoom, bobsRoom } = await makeBusy();
    const before = { anns: await messagesIn(annsRoom), bobs: await messagesIn(bobsRoom) };
    const params = { conversationId: bobsRoom.conversationId };
    const { change } = await bob.get(listMessages, { params });
    await leave(ann);
    app.clock.advance(restorable_ms);
    await erase();
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
    const { ann, name, postId } = await makeBusy();
    await leave(ann);
    app.clock.advance(20 * day_ms);
    const back = await comeBack(name);
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
    const { ann, name, postId, mediaIds, bobsPostId, annsRoom, bobsRoom } = await makeBusy();
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
    await erase();

    const back = await comeBack(name);
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
        .map((row) => row.replace(new RegExp(`^(board_votes \\(${ann.id},[^,]+),\\d+,f`), '$1'));
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
    await erase();
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

describe('erasing', () => {
  /** Nothing stored says anything of Ann any more. */
  async function expectErased({
    ann,
    name,
    mediaIds,
    avatarUrl,
    messageMediaId,
  }: Pick<Busy, 'ann' | 'name' | 'mediaIds'> & Partial<Busy>) {
    const email = ann.user!.email!;
    const shown = [...mediaIds, ...(messageMediaId ? [messageMediaId] : [])];
    for (const job of platformJobs) await job.run(app.deps);
    const rows = await everyRow(app.deps.db);
    const parts = [ann.id, name, email, ...shown];
    const isOld = (row: string) => row.startsWith('outbox ');
    expect(rows.filter((row) => !isOld(row) && parts.some((part) => row.includes(part)))).toEqual([]);
    // What was told lately has ids; nothing of it says who that was.
    expect(rows.filter((row) => isOld(row) && [name, email].some((part) => row.includes(part)))).toEqual([]);
    for (const mediaId of [...shown, ...(avatarUrl ? [avatarUrl.split('/').at(-1)!] : [])])
      expect(mediaFiles()).not.toContain(mediaId);
  }

  test('comes when the time is over, not before, with rows and media files (PRIVACY-004, PRIVACY-013)', async () => {
    const busy = await makeBusy();
    await leave(busy.ann);
    app.clock.advance(restorable_ms - 1);
    await erase();
    for (const mediaId of busy.mediaIds) expect(mediaFiles()).toContain(mediaId);
    app.clock.advance(1);
    await erase();
    await expectErased(busy);
    expect(restorable_ms).toBeLessThanOrEqual(29 * day_ms);
  });

  test('keeps what others wrote, as a tree one can read', async () => {
    const busy = await makeBusy();
    await leave(busy.ann);
    app.clock.advance(restorable_ms);
    await erase();
    await bob.signIn(bob.user!.name);
    const seen = (await bob.get(getPost, { params: { messageId: busy.bobsPostId } })).data;
    expect(seen).toMatchObject({ commentCount: 1, content: `${bobsWords} post` });
    const trees = await treesOf(bob, busy.bobsPostId);
    expect(outline(trees)).toEqual([['-', [`${bobsWords} answer`]]]);
    const parentId = trees[0]!.replies[0]!.id;
    await bob.get(addComment, { body: { messageId: busy.bobsPostId, parentId, content: 'still here' } });
    expect(outline(await treesOf(bob, busy.bobsPostId))).toEqual([
      ['-', [[`${bobsWords} answer`, ['still here']]]],
    ]);
    expect((await bob.fetch(seen.imageUrl!)).status).toBe(200);
  });

  test('frees the sign-in: the same person begins anew', async () => {
    const busy = await makeBusy();
    await leave(busy.ann);
    app.clock.advance(restorable_ms);
    await erase();
    const again = await app.person(busy.name);
    expect(again.id).not.toBe(busy.ann.id);
    expect((await again.get(listPosts, { query: { view: 'mine' } })).data).toEqual([]);
    expect(again.user).toMatchObject({ email: busy.ann.user!.email });
  });

  test('may run again, twice at once, and with nothing to do', async () => {
    const busy = await makeBusy();
    await leave(busy.ann);
    app.clock.advance(restorable_ms);
    await Promise.all([erase(), erase()]);
    await expectErased(busy);
    const fingerprint = await fingerprintOfTables(app.deps.db);
    const before = await fingerprint();
    await erase();
    expect(await fingerprint()).toBe(before);
  });

  test('goes on where it was interrupted, in one part after the other', async () => {
    const busy = await makeBusy();
    let other: Pick<Busy, 'ann' | 'name' | 'mediaIds'> = await makeBusy();
    await leave(busy.ann);
    // Parts are asked last first: each run comes one further, and finds what the one before left half done.
    for (const interrupted of shareOf([...accountParts].reverse())) {
      await leave(other.ann);
      app.clock.advance(restorable_ms);
      // The job dies after half of one part's work, for the first of the two people.
      const dying = accountParts.map(
        (each): AccountPart =>
          each === interrupted
            ? {
                ...each,
                async erase(deps, userId) {
                  if (userId !== busy.ann.id) return each.erase(deps, userId);
                  await each.erase({ ...deps, files: failingAfter(1) }, userId).catch(() => {});
                  throw new Error('The process was killed');
                },
              }
            : each,
      );
      await erase(dying);
      // It did not hold up the other one, and there is no way back any more.
      await expectErased(other);
      const again = await comeBack(busy.name);
      const session = await again.get(getSession);
      expect(session.left).toBeNull();
      expect(session.data?.id).not.toBe(busy.ann.id);
      expect((await again.get(listPosts, { query: { userId: busy.ann.id } })).data).toEqual([]);
      await again.get(removeAccount, { params: { userId: session.data!.id }, body: {} });
      other = await somebodyWithPictures();
    }
    await erase();
    const rows = await everyRow(app.deps.db);
    expect(rows.filter((row) => !row.startsWith('outbox ') && row.includes(busy.ann.id))).toEqual([]);
    for (const mediaId of busy.mediaIds) expect(mediaFiles()).not.toContain(mediaId);
  });

  async function somebodyWithPictures() {
    const name = `Other ${annsWords} ${people++}`;
    const ann = await app.person(name);
    const { media } = await ann.post({ imageUrls: [await picture(), await picture(16)] });
    return { ann, name, mediaIds: media.map(({ id }) => id) };
  }

  /** A storage whose disk fails after some files were removed. */
  function failingAfter(count: number) {
    let removed = 0;
    return {
      ...app.deps.files,
      async remove(key: string) {
        if (removed++ >= count) throw new Error('EIO');
        await app.deps.files.remove(key);
      },
    };
  }

  test('of one deleted post takes its words and pictures within 30 days too', async () => {
    const ann = await app.person(`Ann posting ${people++}`);
    const post = await ann.post({ content: `${annsWords} gone`, imageUrls: [await picture()] });
    const mediaId = post.media[0]!.id;
    await ann.get(removePost, { params: { messageId: post.id }, body: {} });
    app.clock.advance(29 * day_ms);
    for (const job of postsJobs) await job.run(app.deps);
    const rows = (await everyRow(app.deps.db)).filter((row) => !row.startsWith('outbox '));
    expect(rows.filter((row) => row.includes(post.id) || row.includes(mediaId))).toEqual([]);
    await expect.poll(mediaFiles).not.toContain(mediaId);
  });
});

describe('a deleted room', () => {
  test('is erased within 30 days, with what was said and shown in it, by whomever', async () => {
    const ann = await app.person(`Ann hosting ${people++}`);
    const [room, kept] = [await aRoom(ann, { name: `${annsWords} club` }), await aRoom(ann)];
    await joined(room, bob);
    const params = { conversationId: room.conversationId };
    const say = async (as: TestPerson, body: object) =>
      (await as.get(sendMessage, { params, body: { content: '', ...body } })).data;
    const { id: messageId } = await say(ann, { content: 'Hello @Bob' });
    await bob.get(reactToMessage, { params: { ...params, messageId }, body: { reactionType: 'HEART' } });
    const shown = await say(bob, { type: 'IMAGE', content: await uploaded(bob) });
    const mediaId = shown.media!.id;
    await ann.get(removeRoom, { body: { chatRoomId: room.id } });
    const stored = async (id: string) =>
      (await everyRow(app.deps.db)).filter((row) => !row.startsWith('outbox ') && row.includes(id));

    app.clock.advance(29 * day_ms);
    await eraseEnded(app.deps);
    expect(await stored(room.conversationId)).not.toEqual([]);
    expect(mediaFiles()).toContain(mediaId);
    app.clock.advance(1);
    await eraseEnded(app.deps);
    for (const id of [room.id, room.conversationId, messageId, mediaId]) expect(await stored(id)).toEqual([]);
    await expect.poll(mediaFiles).not.toContain(mediaId);
    expect(await stored(kept.conversationId)).not.toEqual([]);
  });
});

describe('taking the own data along', () => {
  test('gives everything of the person, readable, and nothing of others', async () => {
    const busy = await makeBusy();
    const { ann, postId, mediaIds, avatarUrl, bobsPostId, annsRoom, bobsRoom, messageMediaId } = busy;
    const { friend, privateId } = busy;
    const { answer, files } = await archiveOf(ann);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toContain('dazi-data.zip');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(Number(answer.headers.get(expectedBytesHeader))).toBeGreaterThan(1000);
    const json = (name: string) =>
      JSON.parse(files.get(`${name}.json`)!.toString()) as Record<string, unknown>[];

    expect(files.get('README.txt')!.toString()).toContain('Everything Dazi has stored about you');
    expect(json('account')).toMatchObject([{ id: ann.id, email: ann.user!.email }]);
    expect(json('profile')).toMatchObject([{ bio: `${annsWords} bio`, interests: ['hiking'] }]);
    expect(json('posts')).toMatchObject([{ id: postId, content: `${annsWords} post`, mediaIds }]);
    expect(
      json('comments')
        .map(({ content }) => content)
        .sort(),
    ).toEqual(['alone', 'leaf', 'root'].map((word) => `${annsWords} ${word}`));
    expect(json('reactions')).toMatchObject([{ postId: bobsPostId, type: 'HEART' }]);
    expect(json('bookmarks')).toMatchObject([{ postId: bobsPostId }]);
    expect(json('blocks')).toHaveLength(1);
    expect(json('reports')).toMatchObject([{ targetId: bobsPostId, details: `${annsWords} words` }]);
    expect(json('rooms')).toMatchObject([{ id: annsRoom.id, creatorId: ann.id }]);
    const roles = new Map(json('conversations').map((row) => [row.conversationId, row.role]));
    expect(roles).toEqual(
      new Map([
        [annsRoom.conversationId, 'OWNER'],
        [bobsRoom.conversationId, 'MEMBER'],
        [privateId, 'MEMBER'],
      ]),
    );
    expect(json('privateConversations')).toEqual([
      { conversationId: privateId, withUserId: friend.id, requestedAt: expect.any(String) },
    ]);
    expect(json('openStreams')).toMatchObject([{ userId: ann.id }]);
    const said = json('messages').filter(({ type }) => type === 'TEXT');
    expect(said.map(({ content }) => content).sort()).toEqual([
      `${annsWords} in her room`,
      `${annsWords} in his room, @Bob`,
      `${annsWords} to a friend`,
    ]);
    expect(json('messages').filter(({ type }) => type === 'IMAGE')).toMatchObject([
      { mediaId: messageMediaId },
    ]);
    expect(json('mentions')).toMatchObject([{ conversationId: bobsRoom.conversationId }]);
    expect(json('messageReactions')).toMatchObject([{ reactionType: 'HEART' }]);
    expect(json('joinRequests')).toMatchObject([{ message: `${annsWords} may I`, status: 'DENIED' }]);
    expect(json('roomBans')).toHaveLength(1);
    expect(json('leaderVotes')).toMatchObject([{ conversationId: bobsRoom.conversationId, voterId: ann.id }]);
    expect(json('sessions').every((session) => !('id' in session))).toBe(true);
    const pictures = [...files].filter(([name]) => name.startsWith('media/'));
    expect(pictures.map(([name]) => name.replace(/^media\/|\.png$/g, '')).sort()).toEqual(
      [...mediaIds, messageMediaId, avatarUrl.split('/').at(-1)!].sort(),
    );
    for (const [, bytes] of pictures) expect((await sharp(bytes).metadata()).format).toBe('png');

    const page = files.get('index.html')!.toString();
    expect(page).toContain(`<h2>Posts · 投稿 · 帖子</h2>`);
    expect(page).toContain(`${annsWords} post`);
    expect(page).toContain(`<img src="media/${mediaIds[0]}.png"`);
    expect(page).toContain(`<b><bdi>${friend.user!.name}</bdi></b> <code>${friend.id}</code>`);
    expect(page).toContain(`<b><bdi>${annsRoom.name}</bdi></b> <code>${annsRoom.conversationId}</code>`);
    expect(page).toMatch(/<dt>Amount<\/dt><dd dir="auto">\d+\.\d\d Dazi<\/dd>/);
    for (const [name] of files)
      if (name.endsWith('.json')) expect(page).toContain(`id="${name.slice(0, -5)}"`);

    const everything = [...files]
      .filter(([name]) => !name.startsWith('media/'))
      // The page has names of others beside their ids, and nothing else of them.
      .map(([, bytes]) => bytes.toString().replace(/<b><bdi>[^<]*<\/bdi><\/b> <code>/g, '<code>'));
    expect(everything.join('\n')).not.toContain(bobsWords);
    expect(everything.join('\n')).not.toContain('Troll');
  });

  test('of somebody who has nothing is whole too', async () => {
    const person = await app.person(`Newcomer ${people++}`, { profile: false });
    const { files } = await archiveOf(person);
    expect(JSON.parse(files.get('posts.json')!.toString())).toEqual([]);
    expect(JSON.parse(files.get('profile.json')!.toString())).toEqual([]);
  });

  test('in long lists too: nothing is left out between two pages', async () => {
    const person = await app.person(`Writer ${people++}`);
    const messageId = (await bob.post()).id;
    const { id } = (await person.get(addComment, { body: { messageId, content: 'first' } })).data;
    const { deps } = app;
    const part = accountParts.find(({ tables }) => 'comments' in tables)!;
    const [first] = (await everyRow(deps.db)).filter(
      (row) => row.startsWith('comments ') && row.includes(id),
    );
    expect(first).toBeDefined();
    const { comments } = await import('#features/posts/comments/comments.tables.ts');
    const made = Array.from({ length: 1203 }, (_each, number) => ({
      id: `made-${String(number).padStart(5, '0')}`,
      postId: messageId,
      userId: person.id,
      parentId: null,
      rootId: `made-${String(number).padStart(5, '0')}`,
      depth: 0,
      content: `${number}`,
      isActive: true,
      createdAt: deps.clock(),
    }));
    await deps.db.insert(comments).values(made);
    const { files } = await archiveOf(person);
    const rows = JSON.parse(files.get('comments.json')!.toString()) as { id: string }[];
    expect(new Set(rows.map((row) => row.id)).size).toBe(1204);
    await part.erase(deps, person.id);
    expect((await everyRow(deps.db)).filter((row) => row.includes('made-'))).toEqual([]);
  });

  test('is for the person alone, and one at a time', async () => {
    const { ann } = await makeBusy();
    const refused = await bob.fetch(`${exportAccount.path}?userId=${ann.id}`);
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'NOT_YOURSELF' }]);
    expect((await app.visitor().fetch(exportAccount.path)).status).toBe(401);
    expect((await ann.fetch(`${exportAccount.path}?userId=${ann.id}`)).status).toBe(200);

    // A reader who does not read holds up only themselves, and leaving frees the place.
    const big = await app.person(`Hoarder ${people++}`);
    const noise = await sharp({
      create: {
        width: 1500,
        height: 1500,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    for (let count = 0; count < 3; count++)
      await big.post({ imageUrls: [await uploaded(big, { file: noise })] });
    const stop = new AbortController();
    const slow = await big.fetch(exportAccount.path, { signal: stop.signal });
    expect(slow.status).toBe(200);
    const second = await big.fetch(exportAccount.path);
    expect([second.status, await second.json()]).toMatchObject([429, { code: 'EXPORT_RUNNING' }]);
    expect(second.headers.get('retry-after')).toBe('10');
    stop.abort();
    await expect.poll(async () => (await big.fetch(exportAccount.path)).status, { timeout: 5000 }).toBe(200);
  });

  test('breaks off when something fails on the way, so that half never passes for whole', async () => {
    const { ann } = await makeBusy();
    const { deps } = app;
    const { Archives } = await import('#features/identity/archive.service.ts');
    const failing: AccountPart = {
      tables: {},
      sections: {
        async *broken() {
          yield { fine: true };
          throw new Error('The database is gone');
        },
      },
      erase: async () => {},
    };
    const archives = new Archives(deps, [...accountParts, failing]);
    const actor = { id: ann.id, name: '', avatarUrl: null, isAdministrator: false };
    const { stream } = await archives.of(actor);
    await expect(stream.toArray()).rejects.toThrow('The database is gone');
    // And the place is free again.
    const again = await archives.of(actor);
    again.stream.destroy();
  });
});

test('archives are asked for three times a minute at most', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' });
  const person = await strict.person('Eager');
  for (let count = 0; count < 3; count++) {
    const answer = await person.fetch(exportAccount.path);
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
  }
  const answer = await person.fetch(exportAccount.path);
  expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'TOO_MANY_REQUESTS' }]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  await strict.close();
});
