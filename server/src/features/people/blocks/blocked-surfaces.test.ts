import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Conversation,
  countUnread,
  getConversation,
  getConversationOfRoom,
  getRoom,
  listConversations,
} from '@dazi/contract/chat/conversation-views';
import {
  changeConversationSettings,
  editMessage,
  listMembers,
  listMessages,
  markRead,
  reactToMessage,
  removeConversation,
  removeMessage,
  searchMessages,
  sendMessage,
  tellTyping,
} from '@dazi/contract/chat/conversations';
import { listOnlineUsers, sharePresence } from '@dazi/contract/chat/presence';
import {
  answerMessageRequest,
  markPrivateMessageRead,
  sendPrivateMessage,
  startConversation,
} from '@dazi/contract/chat/private-conversations';
import {
  answerJoinRequest,
  banParticipant,
  getLeaderVotes,
  joinRoom,
  liftRoomBan,
  listJoinRequests,
  listRoomBans,
  type Room,
  voteForLeader,
} from '@dazi/contract/chat/rooms';
import {
  findMatches,
  getProfile,
  listProfiles,
  listUsers,
  searchProfiles,
} from '@dazi/contract/discovery/people';
import type { Frame } from '@dazi/contract/frames';
import {
  castBoardVote,
  getMotion,
  listBoardMembers,
  listChainLinks,
  listMotions,
  listVotingRecords,
  type Motion,
} from '@dazi/contract/governance/governance';
import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import {
  addMiniApp,
  changeMiniAppState,
  completeMiniApp,
  getMiniApp,
  listParticipations,
  participate,
} from '@dazi/contract/mini-apps/mini-apps';
import { report } from '@dazi/contract/moderation/moderation';
import {
  countNotifications,
  listNotifications,
  listUnnotified,
  type Notification,
} from '@dazi/contract/notifications/notifications';
import { blockPerson, listBlocks, unblockPerson } from '@dazi/contract/people/blocks';
import type { Profile } from '@dazi/contract/people/profiles';
import { saveAvatar } from '@dazi/contract/people/profiles';
import { cellOf } from '@dazi/contract/places/cells';
import { addBookmark, removeBookmark } from '@dazi/contract/posts/bookmarks';
import { addComment, listComments, removeComment } from '@dazi/contract/posts/comments';
import { listMapCounts } from '@dazi/contract/posts/map-counts';
import { getPost, listBookmarks, listPosts } from '@dazi/contract/posts/post-views';
import type { Post } from '@dazi/contract/posts/posts';
import { addReaction, listReactions, removeReaction } from '@dazi/contract/posts/reactions';
import { endpoints } from '@dazi/contract/registry';
import {
  findTransfer,
  listTransactions,
  searchWallets,
  type Transaction,
  transfer,
} from '@dazi/contract/wallet/wallet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMember } from '#features/chat/conversations/conversations.service.ts';
import { aRoom, banned, joined } from '#features/chat/rooms/rooms.builder.ts';
import { aMotion, ballot, castVote } from '#features/governance/governance.builder.ts';
import { aMiniApp, tookPart } from '#features/mini-apps/mini-apps.builder.ts';
import { allNotified } from '#features/notifications/notifications.builder.ts';
import { send, walletOf } from '#features/wallet/wallet.builder.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { picture } from '../../../testing/test-pictures.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { uploaded } from '../../../testing/test-uploads.ts';
import { blockPerson as block } from './blocks.service.ts';

/**
 * Every surface on which one person meets another: what each sees of Sol, who has been among them for long. The
 * blocker has blocked Sol, the blocked was blocked by Sol, the third has nothing to do with it.
 */
const viewers = ['blocker', 'blocked', 'third', 'visitor'] as const;
type Viewer = (typeof viewers)[number];

interface Surface {
  of: string;
  /** The calls it is about. */
  calls: Endpoint[];
  expected: Record<Viewer, string>;
  look(as: TestPerson, viewer: Viewer): Promise<string>;
}

/** Calls on which nobody meets anybody else, and why. */
const nobodyElse: Record<string, string> = {
  getHealth: 'the service alone',
  getSettings: 'the service alone',
  getSession: 'the own account',
  signOut: 'the own session',
  saveUser: 'the own account',
  removeAccount: 'the own account',
  restoreAccount: 'the own account',
  exportAccount: 'the own data; what others wrote is not in it',
  findPlaces: 'towns',
  getLinkPreview: 'pages elsewhere',
  loadDemoTown: 'an operator, once',
  uploadFile: 'the own file',
  saveProfile: 'the own profile',
  saveAvatar: 'the own picture',
  createPost: 'the own post; who hears of it stands under the stream',
  editPost: 'the own post alone',
  removePost: 'the own post alone',
  clearPresence: 'the own position',
  sharePresence: 'the own position; who sees it stands under the people near by',
  createRoom: 'the own room',
  sync: 'areas, whose news are fetched, and numbers of own conversations',
  getWallet: 'the own wallet, or the one of a group one is in',
  readNotifications: 'the own list',
  removeNotification: 'the own list',
  clearNotifications: 'the own list',
  getNotificationSettings: 'the own settings',
  saveNotificationSettings: 'the own settings',
  getQuestionnaire: 'questions that Dazi brings along or an administrator wrote',
  saveQuestionnaire: 'administrators, from whom no block takes anything',
  getPushKey: 'the service alone',
  addPushSubscription: 'the own device',
  removePushSubscription: 'the own device',
  createMotion: 'the own motion; who sees it stands under the motions',
  voteOnMotion: 'the motion, which no block touches: see the authorisation matrix',
  listResolutions: 'what all of the board has said YES to; their motions stand above',
  markNotified: 'ids of posts one was told of',
  listReports: 'administrators, from whom no block takes anything',
  resolveReports: 'administrators, from whom no block takes anything',
  changeRoom: "the owner's moderation, which no block touches: see the authorisation matrix",
  removeRoom: "the owner's moderation",
  leaveRoom: 'the own membership',
  removeParticipant: "the owner's moderation",
  inviteToRoom: "the owner's moderation",
  removeInvite: "the owner's moderation",
  updateDetails: "the owner's moderation",
};

let app: TestApp;
let webDirectory: string;
let sol: TestPerson;
let host: TestPerson;
const people = {} as Record<Viewer, TestPerson>;
/** With Sol, of each. */
const privately = {} as Record<
  Exclude<Viewer, 'visitor'>,
  { conversationId: string; fromSol: string; toSol: string; pictureUrl: string }
>;
let post: Post;
let hostPost: Post;
let solsComment: string;
let avatarUrl: string;
/** Everybody is in the one; nobody but Sol in the other. */
let together: Room;
let outside: Room;
/** Of somebody else, with Sol and without those who look. */
let elsewhere: Room;
let motion: Motion;
let roomPictureUrl: string;
/** In the room where everybody is: Sol took part in the one and has added the other. */
let hostsApp: { id: string };
let solsApp: { id: string };
/** Rooms of each, into which Sol has asked to be let. */
const asked = {} as Record<string, { room: Room; requestId: string }>;
const streams: TestStream[] = [];

let saidId: string;
const wordsInRoom = 'Shall we meet at the fountain';
const wordsInPrivate = 'Only between the two of us';
const farAway = { latitude: 49.28, longitude: -123.12 };
const in_ = (conversationId: string) => ({ conversationId });
const signedIn = (viewer: Viewer) => privately[viewer as keyof typeof privately];

async function speakInPrivate(as: TestPerson) {
  const said = await as.get(sendPrivateMessage, { body: { receiverId: sol.id, content: 'Hello, Sol' } });
  const { conversationId } = said.data;
  const content = await uploaded(sol);
  const shown = await sol.get(sendMessage, {
    params: in_(conversationId),
    body: { type: 'IMAGE', content },
  });
  const answered = await sol.get(sendMessage, {
    params: in_(conversationId),
    body: { content: wordsInPrivate },
  });
  return {
    conversationId,
    fromSol: answered.data.id,
    toSol: said.data.id,
    pictureUrl: shown.data.media!.url,
  };
}

beforeAll(async () => {
  webDirectory = mkdtempSync(join(tmpdir(), 'dazi-web-'));
  writeFileSync(join(webDirectory, 'index.html'), '<html><head></head><body></body></html>');
  app = await startTestApp({}, {}, undefined, { webDirectory });
  [sol, host] = [await app.person('Sol'), await app.person('Host')];
  for (const viewer of viewers) {
    people[viewer] = viewer === 'visitor' ? app.visitor() : await app.person(viewer);
  }
  const { visitor: _nobody, ...others } = people;
  avatarUrl = (await sol.get(saveAvatar, { body: { avatarUrl: await picture() } })).data.avatarUrl!;
  hostPost = await host.post({ content: 'Who is around?' });
  post = await sol.post({ content: 'Petanque?', imageUrls: [await picture()] });
  const messageId = hostPost.id;
  solsComment = (await sol.get(addComment, { body: { messageId, content: 'I am' } })).data.id;
  await sol.get(addReaction, { body: { messageId, reactionType: 'HEART' } });
  outside = await aRoom(sol, { placed: true, name: 'Outside' });
  together = await aRoom(host, { placed: true, name: 'Together' });
  await joined(together, sol, ...Object.values(others));
  elsewhere = await aRoom(host, { placed: true, name: 'Elsewhere' });
  await joined(elsewhere, sol);
  for (const [viewer, as] of Object.entries(others)) {
    await as.get(addBookmark, { body: { messageId: post.id } });
    privately[viewer as keyof typeof privately] = await speakInPrivate(as);
    const room = await aRoom(as, { placed: true, name: `Of ${viewer}` });
    const request = await sol.get(joinRoom, { params: { roomId: room.id }, body: farAway });
    asked[viewer] = { room, requestId: request.data.requestId! };
  }
  hostsApp = await aMiniApp(host, together.conversationId, 'ice-breaker');
  await tookPart(sol, hostsApp.id, ['Petanque']);
  solsApp = await aMiniApp(sol, together.conversationId, 'ice-breaker');
  const inRoom = { params: in_(together.conversationId) };
  const shown = await sol.get(sendMessage, {
    ...inRoom,
    body: { type: 'IMAGE', content: await uploaded(sol) },
  });
  roomPictureUrl = shown.data.media!.url;
  const mentions = '@blocker @blocked @third';
  const said = await sol.get(sendMessage, { ...inRoom, body: { content: `${wordsInRoom}, ${mentions}` } });
  saidId = said.data.id;
  await sol.get(voteForLeader, { ...inRoom, body: { candidateId: host.id } });
  for (const person of [sol, ...Object.values(others)]) await person.get(sharePresence, { body: haight });
  streams.push(await TestStream.open(sol));

  for (const person of Object.values(others)) await send(sol, person, 1);
  await castVote(host, sol);
  motion = await aMotion(sol);
  await ballot(sol, motion);
  await allNotified(app.deps);
  await block(app.deps, people.blocker.user! as never, sol.id, null);
  await block(app.deps, sol.user! as never, people.blocked.id, null);
}, 60_000);
afterAll(async () => {
  for (const stream of streams) stream.close();
  await app.close();
  rmSync(webDirectory, { recursive: true, force: true });
});

async function ask(as: TestPerson, endpoint: Endpoint, input: object, seen?: (data: never) => unknown) {
  const answer = await as.call(endpoint, input);
  if (!answer.success) return `${answer.status} ${answer.code}`;
  if (!seen) return `${answer.status}`;
  const found = seen(answer.data as never);
  return typeof found === 'string' ? found : `${answer.status} ${found ? 'sees' : 'without'}`;
}
async function askForFile(as: TestPerson, path: string) {
  const answer = await as.fetch(path);
  await answer.arrayBuffer();
  return `${answer.status}`;
}

async function askForPage(as: TestPerson, path: string, words: string) {
  const answer = await as.fetch(path);
  return `${answer.status} ${(await answer.text()).includes(words) ? 'sees' : 'without'}`;
}

const all = (outcome: string, visitor = outcome) => ({
  blocker: outcome,
  blocked: outcome,
  third: outcome,
  visitor,
});
const hiddenOnes = (outcome: string, others: string, visitor = others) => ({
  ...all(others, visitor),
  blocker: outcome,
  blocked: outcome,
});
const noSession = '401 SIGN_IN_REQUIRED';
const mentionsSol = (data: object) => JSON.stringify(data).includes(sol.id);

const surface = (
  of: string,
  calls: Endpoint[],
  expected: Surface['expected'],
  look: Surface['look'],
): Surface => ({ of, calls, expected, look });

const posts: Surface[] = [
  ...(
    [
      ['all', () => ({})],
      ['by author', () => ({ userId: sol.id })],
      ['by id', () => ({ ids: post.id })],
      ['by radius', () => ({ ...haight, radiusKm: 5 })],
      ['by box', () => ({ west: -123, south: 37, east: -122, north: 38 })],
      ['by keyword', () => ({ keywords: 'petanque' })],
    ] as [string, () => object][]
  ).map(([of, query]) =>
    surface(`posts, ${of}`, [listPosts], hiddenOnes('200 without', '200 sees'), (as) =>
      ask(as, listPosts, { query: query() }, mentionsSol),
    ),
  ),
  surface('a post by its address', [getPost], hiddenOnes('404 POST_NOT_FOUND', '200'), (as) =>
    ask(as, getPost, { params: { messageId: post.id } }),
  ),
  surface('counters of the map, the same for all', [listMapCounts], all('200'), (as) =>
    ask(as, listMapCounts, { query: { west: -123, south: 37, east: -122, north: 38, zoom: 9 } }),
  ),
  surface('what a link to a post says to who has no session', [], all('200 without', '200 sees'), (as) =>
    askForPage(as, `/post/${post.id}`, 'Petanque?'),
  ),
  surface('what a link to a room says to them', [], all('200 without', '200 sees'), (as) =>
    askForPage(as, `/chat-rooms/${outside.id}`, 'Outside'),
  ),
  surface("reactions to Sol's post", [listReactions], hiddenOnes('404 POST_NOT_FOUND', '200'), (as) =>
    ask(as, listReactions, { query: { messageId: post.id } }),
  ),
  surface("Sol's reaction", [listReactions], hiddenOnes('200 without', '200 sees'), (as) =>
    ask(as, listReactions, { query: { messageId: hostPost.id } }, mentionsSol),
  ),
  ...[addReaction, removeReaction].map((endpoint) =>
    surface(
      "the own reaction to Sol's post",
      [endpoint],
      hiddenOnes('404 POST_NOT_FOUND', '200', '401 REACTION_SIGN_IN_REQUIRED'),
      (as) => ask(as, endpoint, { body: { messageId: post.id, reactionType: 'AGREE' } }),
    ),
  ),
  surface("comments on Sol's post", [listComments], hiddenOnes('404 POST_NOT_FOUND', '200'), (as) =>
    ask(as, listComments, { query: { messageId: post.id } }),
  ),
  surface("Sol's comment", [listComments], hiddenOnes('200 without', '200 sees'), (as) =>
    ask(as, listComments, { query: { messageId: hostPost.id } }, mentionsSol),
  ),
  surface(
    "a comment on Sol's post",
    [addComment],
    hiddenOnes('404 POST_NOT_FOUND', '200', '401 COMMENT_SIGN_IN_REQUIRED'),
    (as) => ask(as, addComment, { body: { messageId: post.id, content: 'Yes' } }),
  ),
  surface(
    "an answer to Sol's comment",
    [addComment],
    hiddenOnes('404 COMMENT_NOT_FOUND', '200', '401 COMMENT_SIGN_IN_REQUIRED'),
    (as) =>
      ask(as, addComment, { body: { messageId: hostPost.id, parentId: solsComment, content: 'Me too' } }),
  ),
  surface(
    "taking Sol's comment away",
    [removeComment],
    hiddenOnes('404 COMMENT_NOT_FOUND', '403 NOT_YOUR_COMMENT', noSession),
    (as) => ask(as, removeComment, { params: { commentId: solsComment }, body: {} }),
  ),
  surface('bookmarks', [listBookmarks], hiddenOnes('200 without', '200 sees', noSession), (as) =>
    ask(as, listBookmarks, {}, mentionsSol),
  ),
  surface(
    "a bookmark of Sol's post",
    [addBookmark],
    hiddenOnes('404 POST_NOT_FOUND', '200', '401 BOOKMARK_SIGN_IN_REQUIRED'),
    (as) => ask(as, addBookmark, { body: { messageId: post.id } }),
  ),
  surface(
    'taking the own bookmark away',
    [removeBookmark],
    all('200', '401 UNBOOKMARK_SIGN_IN_REQUIRED'),
    (as) => ask(as, removeBookmark, { body: { messageId: post.id } }),
  ),
  ...['', '/thumbnail'].map((size) =>
    surface(
      `a picture of a post${size}`,
      endpoints.filter(({ name }) => name === (size ? 'getThumbnail' : 'getMedia')),
      hiddenOnes('404', '200'),
      (as) => askForFile(as, `${post.media[0]!.url}${size}`),
    ),
  ),
  surface(
    'reports of a post',
    [report],
    hiddenOnes('404 POST_NOT_FOUND', '200', '401 REPORT_SIGN_IN_REQUIRED'),
    (as) => ask(as, report, { body: { targetType: 'post', targetId: post.id, reason: 'spam' } }),
  ),
];

const persons: Surface[] = [
  surface(
    "Sol's profile: name and picture alone for who blocked",
    [getProfile],
    { blocker: '200 closed', blocked: '404 PROFILE_NOT_FOUND', third: '200 open', visitor: '200 open' },
    (as) =>
      ask(as, getProfile, { params: { userId: sol.id } }, (profile: Profile) => {
        const isClosed =
          profile.age === null && profile.lastActive === null && !profile.stats && !profile.isOnline;
        return profile.blockedByMe === isClosed && `200 ${isClosed ? 'closed' : 'open'}`;
      }),
  ),
  surface(
    'whether Sol is online',
    [getProfile],
    { ...all('200 sees'), blocker: '200 without', blocked: '404 PROFILE_NOT_FOUND' },
    (as) => ask(as, getProfile, { params: { userId: sol.id } }, ({ isOnline }: Profile) => isOnline === true),
  ),
  surface("Sol's picture", [], { ...all('200'), blocked: '404' }, (as) => askForFile(as, avatarUrl)),
  surface('profiles', [listProfiles], hiddenOnes('200 without', '200 sees', noSession), (as) =>
    ask(as, listProfiles, {}, mentionsSol),
  ),
  surface('people', [listUsers], hiddenOnes('200 without', '200 sees', noSession), (as) =>
    ask(as, listUsers, {}, mentionsSol),
  ),
  surface('how many posts', [listUsers], hiddenOnes('200 without', '200 sees'), (as) =>
    ask(
      as,
      listUsers,
      { query: { userId: sol.id, messageCount: 'true' } },
      (data: { messageCount: number }) => data.messageCount > 0,
    ),
  ),
  surface('a search by name', [searchProfiles], hiddenOnes('200 without', '200 sees', noSession), (as) =>
    ask(as, searchProfiles, { query: { name: 'sol' } }, mentionsSol),
  ),
  surface('matches', [findMatches], hiddenOnes('200 without', '200 sees', noSession), (as) =>
    ask(as, findMatches, {}, mentionsSol),
  ),
  surface('people near by', [listOnlineUsers], hiddenOnes('200 without', '200 sees', noSession), (as) =>
    ask(as, listOnlineUsers, {}, mentionsSol),
  ),
  surface(
    'reports of a person',
    [report],
    hiddenOnes('404 PERSON_NOT_FOUND', '200', '401 REPORT_SIGN_IN_REQUIRED'),
    (as) => ask(as, report, { body: { targetType: 'person', targetId: sol.id, reason: 'spam' } }),
  ),
];

const foldedForBlocker = { ...all('200 sees', noSession), blocker: '200 without' };
const inTogether = () => in_(together.conversationId);
const says = (words: string) => (data: object) => JSON.stringify(data).includes(words);

const rooms: Surface[] = [
  surface("Sol's room near by", [listConversations], hiddenOnes('200 without', '200 sees'), (as) =>
    ask(as, listConversations, { query: { includeNearby: 'true', ...haight } }, says(outside.id)),
  ),
  surface(
    'Sol among the members of a room near by',
    [listConversations],
    hiddenOnes('200 without', '200 sees'),
    (as) =>
      ask(as, listConversations, { query: { includeNearby: 'true', ...haight } }, (data: Conversation[]) =>
        mentionsSol(data.find(({ id }) => id === elsewhere.conversationId)!),
      ),
  ),
  surface(
    'Sol among the first members of a shared room',
    [listConversations],
    all('200 sees', noSession),
    (as) =>
      ask(as, listConversations, {}, (data: Conversation[]) =>
        mentionsSol(data.find(({ id }) => id === together.conversationId)!.members),
      ),
  ),
  surface(
    "reports of Sol's room",
    [report],
    hiddenOnes('404 ROOM_NOT_FOUND', '200', '401 REPORT_SIGN_IN_REQUIRED'),
    (as) => ask(as, report, { body: { targetType: 'room', targetId: outside.id, reason: 'spam' } }),
  ),
  surface("Sol's room", [getRoom], hiddenOnes('404 ROOM_NOT_FOUND', '200'), (as) =>
    ask(as, getRoom, { params: { roomId: outside.id } }),
  ),
  surface(
    "joining Sol's room",
    [joinRoom],
    hiddenOnes('404 ROOM_NOT_FOUND', '200', '401 JOIN_SIGN_IN_REQUIRED'),
    (as) => ask(as, joinRoom, { params: { roomId: outside.id }, body: haight }),
  ),
  surface('all members of a shared room', [listMembers], all('200 sees', noSession), (as) =>
    ask(as, listMembers, { params: inTogether() }, mentionsSol),
  ),
  surface('the conversation of a shared room', [getConversationOfRoom], all('200', noSession), (as) =>
    ask(as, getConversationOfRoom, { body: { chatRoomId: together.id } }),
  ),
  // Folded or not: what was said to somebody they may complain of.
  surface(
    "reports of Sol's words in a shared room",
    [report],
    all('200', '401 REPORT_SIGN_IN_REQUIRED'),
    (as) => ask(as, report, { body: { targetType: 'message', targetId: saidId, reason: 'spam' } }),
  ),
  surface("Sol's words in a shared room", [getConversation], foldedForBlocker, (as) =>
    ask(as, getConversation, { params: inTogether() }, (data: { messages: object[] }) =>
      says(wordsInRoom)(data.messages),
    ),
  ),
  surface("a page of Sol's words", [listMessages], foldedForBlocker, (as) =>
    ask(as, listMessages, { params: inTogether() }, says(wordsInRoom)),
  ),
  surface("a search for Sol's words", [searchMessages], foldedForBlocker, (as) =>
    ask(as, searchMessages, { params: inTogether(), query: { query: 'fountain' } }, says(wordsInRoom)),
  ),
  surface(
    "Sol's words under a room in the list",
    [listConversations],
    hiddenOnes('200 without', '200 sees', noSession),
    (as) =>
      ask(as, listConversations, {}, (data: Conversation[]) =>
        says(wordsInRoom)(data.find(({ id }) => id === together.conversationId)!),
      ),
  ),
  surface(
    'that Sol has mentioned one',
    [listConversations],
    hiddenOnes('200 without', '200 sees', noSession),
    (as) =>
      ask(
        as,
        listConversations,
        {},
        (data: Conversation[]) => data.find(({ id }) => id === together.conversationId)!.mentionsMe,
      ),
  ),
  surface("a picture of Sol's in a shared room", [], { ...all('200', '404'), blocker: '404' }, (as) =>
    askForFile(as, roomPictureUrl),
  ),
  surface("Sol's vote", [getLeaderVotes], all('200 sees', noSession), (as) =>
    ask(as, getLeaderVotes, { params: inTogether() }, mentionsSol),
  ),
  surface('a vote for Sol', [voteForLeader], all('200', noSession), (as) =>
    ask(as, voteForLeader, { params: inTogether(), body: { candidateId: host.id } }),
  ),
  surface(
    "Sol's request to be let in",
    [listJoinRequests],
    hiddenOnes('200 without', '200 sees', 'no room'),
    async (as, viewer) =>
      viewer === 'visitor'
        ? 'no room'
        : ask(as, listJoinRequests, { params: { roomId: asked[viewer]!.room.id } }, mentionsSol),
  ),
  surface(
    'Sol among those who are banned',
    [listRoomBans],
    hiddenOnes('200 without', '200 sees', 'no room'),
    async (as, viewer) => {
      if (viewer === 'visitor') return 'no room';
      const roomId = asked[viewer]!.room.id;
      await banned(app.deps, roomId, sol.id);
      return ask(as, listRoomBans, { params: { roomId } }, mentionsSol);
    },
  ),
  surface(
    'banning Sol, who has only asked to be let in, as the owner may',
    [banParticipant],
    hiddenOnes('404 PARTICIPANT_NOT_FOUND', '200', 'no room'),
    async (as, viewer) =>
      viewer === 'visitor'
        ? 'no room'
        : ask(as, banParticipant, {
            params: { roomId: asked[viewer]!.room.id },
            body: { targetUserId: sol.id },
          }),
  ),
  surface('banning Sol out of the own room', [banParticipant], all('200', 'no room'), async (as, viewer) => {
    if (viewer === 'visitor') return 'no room';
    // Among the members the owner meets them, whatever is between the two.
    const room = await aRoom(as, { placed: true, name: 'With Sol' });
    const { id, name } = sol.user!;
    await app.deps.transact((inner) => addMember(inner, room.conversationId, { id, name }, 'AUTO'));
    return ask(as, banParticipant, { params: { roomId: room.id }, body: { targetUserId: sol.id } });
  }),
  surface(
    'letting Sol join again, as the owner may',
    [liftRoomBan],
    hiddenOnes('404 BAN_NOT_FOUND', '200', 'no room'),
    async (as, viewer) => {
      if (viewer === 'visitor') return 'no room';
      const roomId = asked[viewer]!.room.id;
      await banned(app.deps, roomId, sol.id);
      return ask(as, liftRoomBan, { params: { roomId }, body: { targetUserId: sol.id } });
    },
  ),
  surface(
    "answering Sol's request, as its owner may",
    [answerJoinRequest],
    hiddenOnes('404 REQUEST_NOT_FOUND', '200', 'no room'),
    async (as, viewer) =>
      viewer === 'visitor'
        ? 'no room'
        : ask(as, answerJoinRequest, {
            params: { roomId: asked[viewer]!.room.id },
            body: { requestId: asked[viewer]!.requestId, action: 'approve' },
          }),
  ),
];

const rowOf = (viewer: Viewer, data: Conversation[]) =>
  data.find(({ id }) => id === signedIn(viewer).conversationId)!;
const inPrivate = (
  of: string,
  calls: Endpoint[],
  expected: Surface['expected'],
  look: (as: TestPerson, own: (typeof privately)['third'], viewer: Viewer) => Promise<string>,
) =>
  surface(of, calls, { ...expected, visitor: 'nothing' }, async (as, viewer) =>
    viewer === 'visitor' ? 'nothing' : look(as, signedIn(viewer), viewer),
  );
const blockedSides = (blocker: string, third = '200') => ({
  ...all(third),
  blocker,
  blocked: '403 CANNOT_START_CONVERSATION',
});

const conversations: Surface[] = [
  inPrivate('the conversation in the list', [listConversations], all('200 sees'), (as, _own, viewer) =>
    ask(as, listConversations, {}, (data: Conversation[]) => rowOf(viewer, data) !== undefined),
  ),
  inPrivate('both among its members', [listConversations], all('200 sees'), (as, _own, viewer) =>
    ask(as, listConversations, {}, (data: Conversation[]) => rowOf(viewer, data).members.length === 2),
  ),
  inPrivate(
    "Sol's last words there",
    [listConversations],
    { ...all('200 sees'), blocker: '200 without' },
    (as, _own, viewer) =>
      ask(as, listConversations, {}, (data: Conversation[]) => says(wordsInPrivate)(rowOf(viewer, data))),
  ),
  inPrivate('a search for Sol in the list', [listConversations], all('200 sees'), (as, _own, viewer) =>
    ask(
      as,
      listConversations,
      { query: { search: 'Sol' } },
      (data: Conversation[]) => rowOf(viewer, data) !== undefined,
    ),
  ),
  inPrivate(
    'that Sol is blocked',
    [getConversation],
    { ...all('200 without'), blocker: '200 sees' },
    (as, own) =>
      ask(
        as,
        getConversation,
        { params: in_(own.conversationId) },
        ({ otherParticipant, can }: Conversation) =>
          otherParticipant!.id === sol.id &&
          otherParticipant!.isBlocked &&
          otherParticipant!.blockedByMe &&
          !can.send,
      ),
  ),
  inPrivate('that Sol is online', [getConversation], hiddenOnes('200 without', '200 sees'), (as, own) =>
    ask(
      as,
      getConversation,
      { params: in_(own.conversationId) },
      ({ otherParticipant }: Conversation) => otherParticipant!.isOnline,
    ),
  ),
  inPrivate('what was said', [listMessages], { ...all('200 sees'), blocker: '200 without' }, (as, own) =>
    ask(as, listMessages, { params: in_(own.conversationId) }, says(wordsInPrivate)),
  ),
  inPrivate('a search in it', [searchMessages], { ...all('200 sees'), blocker: '200 without' }, (as, own) =>
    ask(
      as,
      searchMessages,
      { params: in_(own.conversationId), query: { query: 'between' } },
      says(wordsInPrivate),
    ),
  ),
  inPrivate('a picture in it', [], { ...all('200'), blocker: '404' }, (as, own) =>
    askForFile(as, own.pictureUrl),
  ),
  inPrivate('the badge', [countUnread], all('200'), (as) => ask(as, countUnread, {})),
  surface(
    'starting',
    [startConversation],
    { ...blockedSides('403 BLOCKED_CANNOT_CREATE'), visitor: '401 PRIVATE_SIGN_IN_REQUIRED' },
    (as) => ask(as, startConversation, { body: { otherUserId: sol.id } }),
  ),
  surface(
    'writing to Sol',
    [sendPrivateMessage],
    { ...blockedSides('403 BLOCKED_RECEIVER'), visitor: '401 PRIVATE_SIGN_IN_REQUIRED' },
    (as) => ask(as, sendPrivateMessage, { body: { receiverId: sol.id, content: 'Hello' } }),
  ),
  inPrivate(
    'writing into it',
    [sendPrivateMessage],
    blockedSides('403 BLOCKED_CONVERSATION'),
    (as, { conversationId }) => ask(as, sendPrivateMessage, { body: { conversationId, content: 'Hello' } }),
  ),
  inPrivate(
    'the same by the other call',
    [sendMessage],
    blockedSides('403 BLOCKED_CONVERSATION'),
    (as, own) => ask(as, sendMessage, { params: in_(own.conversationId), body: { content: 'Hello' } }),
  ),
  inPrivate(
    'other words for what was said',
    [editMessage],
    blockedSides('403 BLOCKED_CONVERSATION'),
    (as, own) =>
      ask(as, editMessage, {
        params: { ...in_(own.conversationId), messageId: own.toSol },
        body: { content: 'Hello there' },
      }),
  ),
  inPrivate(
    "reactions to Sol's words",
    [reactToMessage],
    blockedSides('403 BLOCKED_CONVERSATION'),
    (as, own) =>
      ask(as, reactToMessage, {
        params: { ...in_(own.conversationId), messageId: own.fromSol },
        body: { reactionType: 'HEART' },
      }),
  ),
  inPrivate('reading', [markRead, markPrivateMessageRead], all('200'), async (as, own) => {
    await as.get(markPrivateMessageRead, { params: { messageId: own.fromSol }, body: {} });
    return ask(as, markRead, { params: in_(own.conversationId), body: {} });
  }),
  inPrivate(
    'answering a request where there is none',
    [answerMessageRequest],
    all('409 NO_MESSAGE_REQUEST'),
    (as, own) =>
      ask(as, answerMessageRequest, { params: in_(own.conversationId), body: { action: 'accept' } }),
  ),
  inPrivate('taking the own words back', [removeMessage], all('200'), (as, own) =>
    ask(as, removeMessage, { params: { ...in_(own.conversationId), messageId: own.toSol }, body: {} }),
  ),
  inPrivate('muting it', [changeConversationSettings], all('200'), (as, own) =>
    ask(as, changeConversationSettings, { params: in_(own.conversationId), body: { isMuted: true } }),
  ),
  inPrivate('taking it out of the list', [removeConversation], all('200'), (as, own) =>
    ask(as, removeConversation, { params: in_(own.conversationId), body: {} }),
  ),
];

/** Who does something, and which frames it makes: whether they come through, and with which words. */
const isWith = (words: string) => (frame: Frame) => JSON.stringify(frame).includes(words);

const stream: Surface[] = [
  ...(
    [
      ['a post', async () => sol.post({ content: 'New' }), 'post_created', hiddenOnes('silence', 'heard')],
      [
        "Sol's comment on the host's post",
        () => sol.get(addComment, { body: { messageId: hostPost.id, content: 'Again' } }),
        'comments_changed',
        hiddenOnes('silence', 'heard'),
      ],
      [
        "Sol's reaction to the host's post",
        () => sol.get(addReaction, { body: { messageId: hostPost.id, reactionType: 'SAD' } }),
        'reactions_changed',
        hiddenOnes('silence', 'heard'),
      ],
      [
        "Sol's words in a shared room",
        () => sol.get(sendMessage, { params: inTogether(), body: { content: 'Do you hear the sea' } }),
        'Do you hear the sea',
        hiddenOnes('silence', 'heard', 'silence'),
      ],
      [
        'that something was said in a shared room: numbers have no gaps',
        () => sol.get(sendMessage, { params: inTogether(), body: { content: 'Something' } }),
        'new_message',
        all('heard', 'silence'),
      ],
      [
        'that Sol is writing in a shared room',
        () => sol.get(tellTyping, { params: inTogether(), body: {} }),
        'typing',
        hiddenOnes('silence', 'heard', 'silence'),
      ],
    ] as [string, () => Promise<unknown>, string, Surface['expected']][]
  ).map(([of, act, words, expected]) =>
    surface(`the stream: ${of}`, [tellTyping], expected, async (as) => listen(as, act, isWith(words))),
  ),
  ...(
    [
      ['that Sol is writing', (id) => sol.get(tellTyping, { params: in_(id), body: {} }), 'typing'],
      ['that Sol has read', (id) => sol.get(markRead, { params: in_(id), body: {} }), 'readers'],
      [
        "Sol's words",
        (id) => sol.call(sendMessage, { params: in_(id), body: { content: 'A whisper' } }),
        'A whisper',
      ],
    ] as [string, (conversationId: string) => Promise<unknown>, string][]
  ).map(([of, act, words]) =>
    inPrivate(
      `the stream of a private conversation: ${of}`,
      [],
      hiddenOnes('silence', 'heard'),
      async (as, own) => {
        // Something that Sol has not read yet, where it can still be said.
        await as.call(sendMessage, { params: in_(own.conversationId), body: { content: 'Unread' } });
        return listen(as, () => act(own.conversationId), isWith(words));
      },
    ),
  ),
];

const blocksThemselves: Surface[] = [
  surface(
    'whom one has blocked',
    [listBlocks],
    { ...all('200 without', noSession), blocker: '200 sees' },
    (as) => ask(as, listBlocks, {}, mentionsSol),
  ),
  surface('blocking Sol: the same answer for all', [blockPerson], all('200 sees', noSession), (as) =>
    ask(as, blockPerson, { body: { blockedId: sol.id } }, ({ isActive }: { isActive: boolean }) => isActive),
  ),
  surface(
    "Sol's name and picture for all who have blocked Sol",
    [listBlocks],
    all('200 sees', noSession),
    async (as, viewer) => {
      if (viewer !== 'visitor') expect(await askForFile(as, avatarUrl)).toBe('200');
      return ask(as, listBlocks, {}, says(avatarUrl));
    },
  ),
  surface('unblocking Sol', [unblockPerson], all('200 sees', noSession), (as) =>
    ask(
      as,
      unblockPerson,
      { body: { blockedId: sol.id } },
      ({ isActive }: { isActive: boolean }) => !isActive,
    ),
  ),
];

/** Listens while something happens: a frame of the host's afterwards says that everything before has come. */
async function listen(as: TestPerson, act: () => Promise<unknown>, fits: (frame: Frame) => boolean) {
  const heard = await TestStream.open(as);
  const mark = await host.post({ content: 'A mark' });
  const cells = [mark, post, hostPost].map(({ location }) => cellOf(location, 12));
  const later = await sol.post({ content: 'Where Sol is shown' });
  await heard.listen([...new Set([...cells, cellOf(later.location, 12)])]);
  await act();
  // Areas are gathered for a moment; what comes after comes later.
  const end = await host.post({ content: 'An end' });
  await heard.untilEvent(({ type, messageId }) => type === 'post_created' && messageId === end.id);
  const frames = heard.frames.map(
    (frame): Frame =>
      frame.type === 'area'
        ? { ...frame, events: frame.events.filter((event) => 'userId' in event && event.userId === sol.id) }
        : frame,
  );
  heard.close();
  return frames.some(fits) ? 'heard' : 'silence';
}

const money: Surface[] = [
  {
    of: 'Sol among whom one may send Dazi to',
    calls: [searchWallets],
    expected: hiddenOnes('200 without', '200 sees', '401 SIGN_IN_REQUIRED'),
    look: (as) =>
      ask(as, searchWallets, { query: { q: 'Sol' } }, (data: { userId?: string }[]) =>
        data.some(({ userId }) => userId === sol.id),
      ),
  },
  {
    of: 'sending Dazi to Sol',
    calls: [transfer],
    expected: hiddenOnes('404 WALLET_NOT_FOUND', '200', '401 SIGN_IN_REQUIRED'),
    look: async (as, viewer) => {
      const from = await walletOf(viewer === 'visitor' ? host : as);
      const body = { fromWalletId: from.id, toWalletId: `user-${sol.id}`, amountMinor: 1 };
      return ask(as, transfer, { body });
    },
  },
  {
    of: 'what Sol has sent before, which stays in the history',
    calls: [listTransactions, findTransfer],
    expected: all('200 sees', '401 SIGN_IN_REQUIRED'),
    look: async (as, viewer) => {
      const { id } = await walletOf(viewer === 'visitor' ? host : as);
      return ask(as, listTransactions, { params: { walletId: id } }, (data: Transaction[]) =>
        data.some(({ fromWallet }) => fromWallet.user?.id === sol.id),
      );
    },
  },
  ...[listBoardMembers, listVotingRecords, listMotions].map((call) => ({
    of: `Sol in public office, which no block touches: ${call.name}`,
    calls: [call],
    expected: all('200 sees', '200 sees'),
    look: (as: TestPerson) => ask(as, call, {}, (data: unknown) => JSON.stringify(data).includes(sol.id)),
  })),
  {
    of: 'a motion of Sol, which no block touches',
    calls: [getMotion],
    expected: all('200 sees', '200 sees'),
    look: (as) =>
      ask(as, getMotion, { params: { motionId: motion.id } }, (data: unknown) =>
        JSON.stringify(data).includes(sol.id),
      ),
  },
  {
    of: 'Sol in the chains, which no block touches',
    calls: [listChainLinks],
    expected: all('200 sees', '200 sees'),
    look: (as) =>
      ask(as, listChainLinks, { params: { chain: 'ballots' } }, (data: unknown) =>
        JSON.stringify(data).includes(sol.id),
      ),
  },
  {
    of: 'a board vote for Sol, which no block touches',
    calls: [castBoardVote],
    expected: all('200', '401 SIGN_IN_REQUIRED'),
    look: (as) => ask(as, castBoardVote, { body: { candidateId: sol.id, action: 'add' } }),
  },
];

const ofHostsApp = () => ({ params: { miniAppId: hostsApp.id } });
const ofSolsApp = () => ({ params: { miniAppId: solsApp.id } });
/** The message is folded for whoever has blocked its sender; what was said in it still stands for the other. */
const foldedApp = { ...all('200', noSession), blocker: '404 MINI_APP_NOT_FOUND' };

const apps: Surface[] = [
  ...[getMiniApp, listParticipations].map((call) =>
    surface(
      `that Sol took part in a mini app: ${call.name}`,
      [call],
      hiddenOnes('200 without', '200 sees', noSession),
      (as) => ask(as, call, ofHostsApp(), mentionsSol),
    ),
  ),
  surface('a mini app where Sol is, added by oneself', [addMiniApp], all('200', noSession), (as) =>
    ask(as, addMiniApp, {
      params: { conversationId: together.conversationId },
      body: { appType: 'ice-breaker' },
    }),
  ),
  surface("taking part in Sol's mini app", [participate], foldedApp, (as) =>
    ask(as, participate, { ...ofSolsApp(), body: { data: { answers: ['A nap'] } } }),
  ),
  surface("the state of Sol's mini app", [changeMiniAppState], foldedApp, (as) =>
    ask(as, changeMiniAppState, { ...ofSolsApp(), body: { state: {} } }),
  ),
  surface(
    "completing Sol's mini app",
    [completeMiniApp],
    { ...all('403 NOT_THE_APP_CREATOR', noSession), blocker: '404 MINI_APP_NOT_FOUND' },
    (as) => ask(as, completeMiniApp, { ...ofSolsApp(), body: {} }),
  ),
];

const told: Surface[] = [
  {
    of: 'what one was told of Sol',
    calls: [listNotifications, countNotifications],
    expected: hiddenOnes('200 without', '200 sees', '401 SIGN_IN_REQUIRED'),
    look: async (as) => {
      const listed = await ask(as, listNotifications, {}, (data: Notification[]) =>
        data.some(({ type, params }) => type !== 'USER_BLOCKED' && JSON.stringify(params).includes('Sol')),
      );
      if (!listed.startsWith('200')) return listed;
      const { data } = await as.get(listNotifications, {});
      const count = await as.get(countNotifications, {});
      expect(count.data).toMatchObject({
        count: (data as Notification[]).filter(({ read }) => !read).length,
      });
      return listed;
    },
  },
  {
    of: "Sol's posts that one was not told of yet",
    calls: [listUnnotified],
    expected: hiddenOnes('200 without', '200 sees', '401 SIGN_IN_REQUIRED'),
    look: (as) =>
      ask(as, listUnnotified, {}, (data: { id: string }[]) => data.some(({ id }) => id === post.id)),
  },
];

const surfaces = [
  ...money,
  ...told,
  ...posts,
  ...persons,
  ...rooms,
  ...conversations,
  ...stream,
  // What is added here stands in the log: after what looks at the last words there.
  ...apps,
  ...blocksThemselves,
];

test('every call stands in a row, or says why nobody meets anybody there', () => {
  const covered = new Set(surfaces.flatMap(({ calls }) => calls.map(({ name }) => name)));
  const advice =
    'stands in no row: add one to `surfaces` of server/src/features/people/blocks/blocked-surfaces.test.ts that says what it shows across a block, or give the reason in `nobodyElse` when no person is named in it.';
  const missing = endpoints.filter(({ name }) => !covered.has(name) && !(name in nobodyElse));
  expect(missing.map(({ name }) => `${name} ${advice}`)).toEqual([]);
  expect(Object.keys(nobodyElse).filter((name) => covered.has(name))).toEqual([]);
});

describe('across a block (BLOCK-020)', () => {
  test.each(surfaces.map((each) => [each.of, each] as const))('%s', async (_of, { expected, look }) => {
    const outcomes: Partial<Record<Viewer, string>> = {};
    for (const viewer of viewers) outcomes[viewer] = await look(people[viewer], viewer);
    expect(outcomes).toEqual(expected);
  });
});
