import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { reactToMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { sharePresence } from '@dazi/contract/chat/presence';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import {
  answerJoinRequest,
  banParticipant,
  joinRoom,
  type Room,
  voteForLeader,
} from '@dazi/contract/chat/rooms';
import { exportAccount, removeAccount } from '@dazi/contract/identity/identity';
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
import { addBookmark } from '@dazi/contract/posts/bookmarks';
import { addComment, type Comment, listComments } from '@dazi/contract/posts/comments';
import { addReaction } from '@dazi/contract/posts/reactions';
import { expect } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { aMotion, ballot, castVote } from '#features/governance/governance.builder.ts';
import { identityJobs } from '#features/identity/identity.jobs.ts';
import { aMiniApp, quizAnswers, tookPart } from '#features/mini-apps/mini-apps.builder.ts';
import { allNotified } from '#features/notifications/notifications.builder.ts';
import { send } from '#features/wallet/wallet.builder.ts';
import type { AccountPart } from '#platform/account-part.ts';
import { accountParts } from '../areas.ts';
import type { TestApp } from './test-app.ts';
import { filesOfArchive } from './test-archive.ts';
import { block } from './test-block.ts';
import { farAway, type TestPerson } from './test-person.ts';
import { picture } from './test-pictures.ts';
import { TestStream } from './test-stream.ts';
import { uploaded } from './test-uploads.ts';

/** Somebody who has left something nearly everywhere, for tests of what becomes of it. */

export const day_ms = 24 * 60 * 60 * 1000;
/** Words that only one of the two has said. */
export const annsWords = 'quillfeather';
export const bobsWords = 'brambleshank';

let number = 0;
/** For names that nobody else has. */
export const nextNumber = (): number => number++;

export const aBob = (app: TestApp): Promise<TestPerson> => app.person(`Bob ${bobsWords} ${nextNumber()}`);

export interface Busy {
  ann: TestPerson;
  name: string;
  postId: string;
  mediaIds: string[];
  avatarUrl: string;
  bobsPostId: string;
  rootId: string;
  friend: TestPerson;
  privateId: string;
  /** A room of hers with Bob in it, and one of Bob's with her in it. */
  annsRoom: Room;
  bobsRoom: Room;
  /** Shown in Bob's room. */
  messageMediaId: string;
}

/** Ann and Bob talk in a room of hers and in one of his; a third of his she asks to be let into, one she is banned from. */
async function makeRoomsBusy(app: TestApp, ann: TestPerson, bob: TestPerson) {
  const voter = await app.person(`Voter ${nextNumber()}`);
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
  await banned(ann, annsRoom, await app.person(`Pest ${nextNumber()}`), `${annsWords} enough`);
  return { annsRoom, bobsRoom, messageMediaId: shown.media!.id };
}

/** Ann is told of what Bob did, and Bob of what she did; her browser is pushed to. */
async function makeNotificationsBusy(app: TestApp, ann: TestPerson, bob: TestPerson, bobsPostId: string) {
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
export async function makeBusy(app: TestApp, bob: TestPerson): Promise<Busy> {
  const name = `Ann ${annsWords} ${nextNumber()}`;
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
  const troll = await app.person(`Troll ${nextNumber()}`);
  await block(app.deps, ann, troll);
  const friend = await app.person(`Friend ${nextNumber()}`);
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
  await makeNotificationsBusy(app, ann, bob, messageId);
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
    ...(await makeRoomsBusy(app, ann, bob)),
  };
}

export const leave = async (ann: TestPerson) =>
  (await ann.get(removeAccount, { params: { userId: ann.id }, body: {} })).data;

/** What the hourly job does, with these parts instead of the real ones when something is to go wrong. */
export async function erase(app: TestApp, parts: readonly AccountPart[] = accountParts): Promise<void> {
  for (const job of identityJobs(parts)) await job.run(app.deps);
}

export async function comeBack(app: TestApp, name: string): Promise<TestPerson> {
  const person = app.visitor();
  await person.visitProvider(name);
  return person;
}

export const mediaFiles = (app: TestApp): string =>
  readdirSync(join(app.dataDir, 'media'), { recursive: true }).map(String).join('\n');

export async function archiveOf(person: TestPerson) {
  const answer = await person.fetch(exportAccount.path);
  expect(answer.status).toBe(200);
  return { answer, files: filesOfArchive(Buffer.from(await answer.arrayBuffer())) };
}

export const outline = (comments: readonly Comment[]): unknown[] =>
  comments.map(({ isActive, content, replies }) =>
    replies.length > 0 ? [isActive ? content : '-', outline(replies)] : isActive ? content : '-',
  );
export const treesOf = async (as: TestPerson, messageId: string) =>
  (await as.get(listComments, { query: { messageId } })).data as Comment[];
