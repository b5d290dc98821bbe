import { expect, type Page } from '@playwright/test';
import { listMessages, sendMessage } from '../../contract/src/chat/conversations.ts';
import { sendPrivateMessage } from '../../contract/src/chat/private-conversations.ts';
import { createRoom, joinRoom } from '../../contract/src/chat/rooms.ts';
import { participate } from '../../contract/src/mini-apps/mini-apps.ts';
import { addComment } from '../../contract/src/posts/comments.ts';
import { addReaction } from '../../contract/src/posts/reactions.ts';
import { getWallet, transfer } from '../../contract/src/wallet/wallet.ts';
import type { TestPerson } from '../../server/src/testing/test-person.ts';
import { dataUrl } from '../../server/src/testing/test-pictures.ts';
import { recordVideo } from '../recording.ts';
import type { SignedIn } from '../server.fixture.ts';
import type { PlanScene } from './plan-scene.ts';

/** What the screens are about: people and posts beside the demo town. */
export interface Scene {
  friendId: string;
  newcomerId: string;
  leaverEmail: string;
  ownPostId: string;
  videoPostId: string;
  /** With somebody who asks to join. */
  ownRoomId: string;
  /** Where no other room is. */
  ownRoomPlace: { latitude: number; longitude: number };
  /** What is said in it. */
  conversationId: string;
  /** Mini apps, of which one quiz is complete and one waits. */
  appsId: string;
  /** What is said between the two friends alone. */
  privateId: string;
  /** Somebody who is not known has written. */
  requestId: string;
  blockedId: string;
  blockedConversationId: string;
  /** Too far away to join. */
  farRoomId: string;
  /** A photograph of the demo town. */
  picture: Buffer;
  plans: PlanScene;
}

const garden = { latitude: 37.7702, longitude: -122.4651 };
/** Each scene on a server has its rooms at a place of its own, so that they stand alone on the map. */
let scenes = 0;
const placeOfRooms = () => ({ ...garden, longitude: garden.longitude - 0.004 * scenes++ });
const lawn = { latitude: 37.7722, longitude: -122.4631 };
const berkeley = { latitude: 37.8715, longitude: -122.273 };
const weekend = { interests: ['hiking', 'photography', 'coffee', 'cycling', 'languages'] };

/** The person's own profile and post, a friend near them with a film, and what was reported. */
export async function prepare(
  person: SignedIn,
  friend: TestPerson,
  newcomer: TestPerson,
  blocked: TestPerson,
  page: Page,
): Promise<Omit<Scene, 'leaverEmail' | 'plans'>> {
  const { request } = person.context;
  const own = await request.post(`/api/profiles/${person.id}`, {
    data: {
      bio: 'Back in town after two years away. I know every bench with a view, and want company on them.',
      lookingFor: ['friendship', 'activityPartner'],
      ...weekend,
    },
  });
  expect(own.ok()).toBe(true);
  await newcomer.saveProfile({ displayName: 'Nils', gender: 'M' });
  await friend.saveProfile({ displayName: '小野美緒', gender: 'F' });
  await friend.saveProfile({
    age: 29,
    bio: '公園を走るのが好きです。週末はフィルムカメラを持って歩いています。 Always up for coffee afterwards.',
    lookingFor: ['friendship', 'activityPartner'],
    ...weekend,
  });
  const shared = await friend.fetch('/api/presence', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(garden),
  });
  expect(shared.status).toBe(200);

  const { data: town } = await (
    await request.get('/api/messages?latitude=37.77&longitude=-122.45&radiusKm=5')
  ).json();
  const withPicture = town.find((post: { media: unknown[] }) => post.media.length > 0);
  const answer = await request.get(withPicture.media[0].url);
  const picture = await answer.body();
  const type = answer.headers()['content-type'] ?? 'image/jpeg';
  const film = dataUrl(await recordVideo(page));
  const { id: videoPostId } = await friend.post({
    content: '夕方の風車の前で。 Who comes along tomorrow?',
    location: garden,
    imageUrls: [film, dataUrl(picture, type)],
  });
  const posted = await request.post('/api/messages', {
    data: {
      userId: person.id,
      content: 'Sketching at the conservatory until five. Bring a pencil.',
      location: garden,
      imageUrls: [dataUrl(picture, type)],
    },
  });
  const { data: ownPost } = await posted.json();
  for (const [targetType, targetId] of [
    ['post', videoPostId],
    ['person', friend.id],
  ]) {
    const data = { targetType, targetId, reason: 'spam', details: 'The same words every day.' };
    expect((await request.post('/api/reports', { data })).ok()).toBe(true);
  }
  const rooms = await openRooms(person, friend, newcomer);
  await talk(person, friend, rooms.conversationId, dataUrl(picture, type));
  const said = await friend.get(listMessages, {
    params: { conversationId: rooms.conversationId },
    query: {},
  });
  for (const [targetType, targetId] of [
    ['message', said.data.findLast((message) => message.senderId === friend.id)!.id],
    ['room', rooms.farRoomId],
  ]) {
    const data = { targetType, targetId, reason: 'other', details: 'Is this meant for here?' };
    expect((await request.post('/api/reports', { data })).ok()).toBe(true);
  }
  await pay(person, friend, rooms.conversationId);
  const appsId = await play(person, friend);
  const whispers = await whisper(person, friend, newcomer, blocked);
  for (const one of [friend, newcomer]) {
    await one.get(addReaction, { body: { messageId: ownPost.id, reactionType: 'HEART' } });
  }
  const content = '水彩の紙も持って行っていいですか？';
  await friend.get(addComment, { body: { messageId: ownPost.id, content, parentId: null } });
  return {
    ...rooms,
    ...whispers,
    appsId,
    friendId: friend.id,
    newcomerId: newcomer.id,
    ownPostId: ownPost.id,
    videoPostId,
    picture,
  };
}

async function openRooms(person: SignedIn, friend: TestPerson, newcomer: TestPerson) {
  const { request } = person.context;
  const place = placeOfRooms();
  const made = await request.post('/api/chatrooms', {
    data: {
      authorId: person.id,
      name: 'Conservatory Sketchers',
      description: 'Every Sunday at two under the palms. Paper is there, bring something to draw with.',
      ...place,
      placed: true,
      joinRadius: 3,
    },
  });
  const { data: own } = await made.json();
  await friend.get(joinRoom, { params: { roomId: own.id }, body: garden });
  const message = 'I work by the water and come over every Thursday. 絵を描くのは久しぶりです。';
  await newcomer.get(joinRoom, { params: { roomId: own.id }, body: { ...berkeley, message } });
  const { data: far } = await friend.get(createRoom, {
    body: {
      authorId: friend.id,
      name: '京都の朝ラン',
      description: '鴨川沿いを毎朝6時から。ゆっくりです。',
      latitude: 35.0116,
      longitude: 135.7681,
      placed: true,
      joinRadius: 10,
    },
  });
  return {
    ownRoomId: own.id as string,
    ownRoomPlace: place,
    conversationId: own.conversationId as string,
    farRoomId: far.id,
  };
}

/** A conversation with all that one sees in it: an answer, a mention, a picture, what is new. */
async function talk(person: SignedIn, friend: TestPerson, conversationId: string, picture: string) {
  const params = { conversationId };
  const say = (content: string, type: 'TEXT' | 'IMAGE' = 'TEXT') =>
    friend.get(sendMessage, { params, body: { content, type } });
  const answer = async (content: string, replyToId: string | null = null) => {
    const data = { content, type: 'TEXT', replyToId };
    const sent = await person.context.request.post(`/api/conversations/${conversationId}`, { data });
    expect(sent.ok()).toBe(true);
  };
  const asked = await say('日曜日は雨みたいです。温室の中なら大丈夫ですよね？');
  await answer('Perfect. I can bring paper for everybody, and pencils if nobody minds hard ones.');
  await answer('Under the palms at two 🙂', asked.data.id);
  await say('@Mara 3B の鉛筆を持って行きます。');
  await say(picture, 'IMAGE');
}

/** A room of mini apps: a quiz both have answered, a poll, a meeting point, and a quiz that waits. */
async function play(person: SignedIn, friend: TestPerson): Promise<string> {
  const { request } = person.context;
  const ask = async (path: string, data: object) => {
    const answer = await request.post(path, { data });
    expect(answer.ok()).toBe(true);
    return (await answer.json()).data;
  };
  const room = { authorId: person.id, name: 'Picnic on the lawn', ...lawn, placed: true, joinRadius: 3 };
  const { id: roomId, conversationId } = await ask('/api/chatrooms', room);
  await friend.get(joinRoom, { params: { roomId }, body: garden });
  const add = (data: object) => ask(`/api/conversations/${conversationId}/mini-apps`, data);
  const asFriend = (miniAppId: string, answers: unknown[]) =>
    friend.get(participate, { params: { miniAppId }, body: { data: { answers } } });
  const quiz = await add({ appType: 'compatibility-quiz' });
  await ask(`/api/mini-apps/${quiz.id}/participate`, { data: { answers: [0, 1, 0, 1, 0] } });
  await asFriend(quiz.id, [1, 1, 0, 0, 1]);
  await add({ appType: 'meeting-point' });
  const options = ['Under the palms', '温室の入口', 'On the hill above the pond, if it stays dry'];
  const poll = await add({ appType: 'poll', title: 'Where do we spread the blanket?', config: { options } });
  await asFriend(poll.id, [1]);
  await ask(`/api/mini-apps/${poll.id}/participate`, { data: { answers: [2] } });
  const second = await add({ appType: 'compatibility-quiz' });
  await asFriend(second.id, [0, 0, 0, 0, 0]);
  return conversationId as string;
}

/** Dazi to and fro, and some for the group. */
async function pay(person: SignedIn, friend: TestPerson, conversationId: string) {
  const { request } = person.context;
  const walletOf = async (whose: string): Promise<string> =>
    (await (await request.get(`/api/wallets?${whose}`)).json()).data.id;
  const [own, group] = [
    await walletOf(`userId=${person.id}`),
    await walletOf(`conversationId=${conversationId}`),
  ];
  const friends = (await friend.get(getWallet, { query: { userId: friend.id } })).data.id;
  const give = async (fromWalletId: string, toWalletId: string, amountMinor: number, memo: string | null) => {
    const data = { fromWalletId, toWalletId, amountMinor, memo };
    expect((await request.post('/api/wallets/transfer', { data })).ok()).toBe(true);
  };
  await give(own, group, 1550, 'Paper and two tins of pencils');
  await give(own, friends, 825, null);
  await friend.get(transfer, {
    body: { fromWalletId: friends, toWalletId: own, amountMinor: 3600, memo: '水彩の紙、ありがとう' },
  });
  await give(group, friends, 400, 'B3 の鉛筆');
}

/** A talk of two, a request of somebody who is not known, and somebody who is kept away. */
async function whisper(person: SignedIn, friend: TestPerson, newcomer: TestPerson, blocked: TestPerson) {
  const { request } = person.context;
  const write = async (from: TestPerson, content: string) =>
    (await from.get(sendPrivateMessage, { body: { receiverId: person.id, content, type: 'TEXT' } })).data;
  const ask = async (path: string, data: object) => {
    const answer = await request.post(path, { data });
    expect(answer.ok()).toBe(true);
    return (await answer.json()).data;
  };
  const { conversationId: privateId } = await write(friend, '風車のスケッチ、見せてもらえますか？');
  for (const content of ['Gladly, but only the good half of it.', 'Thursday after work?']) {
    await ask(`/api/conversations/${privateId}`, { content, type: 'TEXT' });
  }
  await write(friend, 'はい、木曜日に。');
  await ask(`/api/conversations/${privateId}`, {
    content: 'I will keep the bench by the pond.',
    type: 'TEXT',
  });
  const words = 'Hello Mara, is there still room on Sundays for somebody who has not drawn in years?';
  const { conversationId: requestId } = await write(newcomer, words);
  const { id: blockedConversationId } = await ask('/api/conversations', { otherUserId: blocked.id });
  await ask(`/api/conversations/${blockedConversationId}`, {
    content: 'No, thank you.',
    type: 'TEXT',
  });
  await ask('/api/blocks', { blockedId: blocked.id, reason: 'Writes to everybody about the same watch.' });
  return { privateId, requestId, blockedId: blocked.id, blockedConversationId };
}
