import {
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
import { getLinkPreview } from '@dazi/contract/chat/link-previews';
import { clearPresence, listOnlineUsers, sharePresence } from '@dazi/contract/chat/presence';
import {
  answerMessageRequest,
  markPrivateMessageRead,
  sendPrivateMessage,
  startConversation,
} from '@dazi/contract/chat/private-conversations';
import {
  answerJoinRequest,
  banParticipant,
  changeRoom,
  createRoom,
  getLeaderVotes,
  inviteToRoom,
  joinRoom,
  leaveRoom,
  liftRoomBan,
  listJoinRequests,
  listRoomBans,
  removeInvite,
  removeParticipant,
  removeRoom,
  updateDetails,
  voteForLeader,
} from '@dazi/contract/chat/rooms';
import { loadDemoTown } from '@dazi/contract/demo-town/demo-town';
import {
  findMatches,
  getProfile,
  listProfiles,
  listUsers,
  searchProfiles,
} from '@dazi/contract/discovery/people';
import {
  castBoardVote,
  createMotion,
  getMotion,
  listBoardMembers,
  listChainLinks,
  listMotions,
  listResolutions,
  listVotingRecords,
  voteOnMotion,
} from '@dazi/contract/governance/governance';
import {
  exportAccount,
  getSession,
  removeAccount,
  restoreAccount,
  saveUser,
  signOut,
} from '@dazi/contract/identity/identity';
import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { getHealth, getSettings } from '@dazi/contract/kernel/service';
import { sync } from '@dazi/contract/live/live';
import { getMedia, getThumbnail } from '@dazi/contract/media/media';
import { uploadFile } from '@dazi/contract/media/uploads';
import {
  addMiniApp,
  changeMiniAppState,
  completeMiniApp,
  getMiniApp,
  getQuestionnaire,
  listParticipations,
  participate,
  saveQuestionnaire,
} from '@dazi/contract/mini-apps/mini-apps';
import { listReports, report, resolveReports } from '@dazi/contract/moderation/moderation';
import {
  addPushSubscription,
  clearNotifications,
  countNotifications,
  getNotificationSettings,
  getPushKey,
  listNotifications,
  listUnnotified,
  markNotified,
  type Notification,
  readNotifications,
  removeNotification,
  removePushSubscription,
  saveNotificationSettings,
} from '@dazi/contract/notifications/notifications';
import { blockPerson, listBlocks, unblockPerson } from '@dazi/contract/people/blocks';
import { saveAvatar, saveProfile } from '@dazi/contract/people/profiles';
import { findPlaces } from '@dazi/contract/places/place-search';
import { addBookmark, removeBookmark } from '@dazi/contract/posts/bookmarks';
import { addComment, listComments, removeComment } from '@dazi/contract/posts/comments';
import { listMapCounts } from '@dazi/contract/posts/map-counts';
import { getPost, listBookmarks, listPosts } from '@dazi/contract/posts/post-views';
import { createPost, editPost, type Post, removePost } from '@dazi/contract/posts/posts';
import { addReaction, listReactions, removeReaction } from '@dazi/contract/posts/reactions';
import { endpoints } from '@dazi/contract/registry';
import {
  findTransfer,
  getWallet,
  listTransactions,
  searchWallets,
  transfer,
} from '@dazi/contract/wallet/wallet';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPrivateConversation } from '#features/chat/conversations/conversations.builder.ts';
import { aRoom, banned, joined } from '#features/chat/rooms/rooms.builder.ts';
import { aBoard, aMotion, ballot, castVote } from '#features/governance/governance.builder.ts';
import { aMiniApp, quizAnswers, tookPart } from '#features/mini-apps/mini-apps.builder.ts';
import { allNotified } from '#features/notifications/notifications.builder.ts';
import { walletOf } from '#features/wallet/wallet.builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { picture } from '../../testing/test-pictures.ts';
import { noting } from '../../testing/test-statements.ts';
import { TestStream } from '../../testing/test-stream.ts';
import { uploaded } from '../../testing/test-uploads.ts';

let app: TestApp;
let statements: string[];
let ann: TestPerson;
let bob: TestPerson;
let drawn: string;
/** Bob's posts, each with pictures, comments, answers and reactions. */
const posts: Post[] = [];

beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'ann@people.example' }, {}, async () => {
    const noted = noting(await openTestDatabase());
    statements = noted.statements;
    return noted.database;
  });
  [ann, bob] = [await app.person('Ann'), await app.person('Bob')];
  drawn = await picture();
  for (let number = 0; number < 50; number++) {
    const post = await bob.post({ content: `Post ${number}`, imageUrls: [drawn, drawn] });
    const messageId = post.id;
    posts.push(post);
    await ann.get(addBookmark, { body: { messageId } });
    await ann.get(addReaction, { body: { messageId, reactionType: 'HEART' } });
    const comment = await ann.get(addComment, { body: { messageId, content: 'Me too' } });
    const parentId = (comment.data as { id: string }).id;
    await bob.get(addComment, { body: { messageId, parentId, content: 'Good' } });
    await bob.get(addComment, { body: { messageId: posts[0]!.id, content: `Comment ${number}` } });
  }
}, 120_000);
afterAll(() => app.close());

/** How many statements a call takes that must succeed. */
async function countOf(person: TestPerson, endpoint: Endpoint, input: object = {}): Promise<number> {
  const before = statements.length;
  const answer = await person.call(endpoint, input);
  expect(answer, endpoint.name).toMatchObject({ status: 200 });
  return statements.length - before;
}

describe('a list takes as many statements for 50 as for 1', () => {
  const first = () => posts[0]!.id;
  test.each<[string, Endpoint, (limit: number) => object]>([
    ['posts', listPosts, (limit) => ({ query: { limit } })],
    ['posts nearby', listPosts, (limit) => ({ query: { limit, ...haight, radiusKm: 50 } })],
    ['posts of one', listPosts, (limit) => ({ query: { limit, userId: bob.id } })],
    ['bookmarked posts', listPosts, (limit) => ({ query: { limit, view: 'bookmarked' } })],
    [
      'posts by id',
      listPosts,
      (limit) => ({
        query: {
          ids: posts
            .slice(0, limit)
            .map(({ id }) => id)
            .join(','),
        },
      }),
    ],
    ['bookmarks', listBookmarks, (limit) => ({ query: { limit } })],
    ['comments', listComments, (limit) => ({ query: { limit, messageId: first() } })],
    ['people', listUsers, (limit) => ({ query: { limit } })],
    ['profiles', listProfiles, (limit) => ({ query: { limit } })],
  ])('%s', async (_what, endpoint, input) => {
    const answers: number[] = [];
    const sizes: number[] = [];
    for (const limit of [1, 50]) {
      answers.push(await countOf(ann, endpoint, input(limit)));
      const { data } = await ann.get(endpoint, input(limit));
      sizes.push(Array.isArray(data) ? data.length : Object.keys(data as object).length);
    }
    expect(sizes[0]).toBe(1);
    expect(sizes[1]).toBeGreaterThan(1);
    expect(answers[1]).toBe(answers[0]);
  });

  test('people nearby and people by name', async () => {
    const countBoth = async () => [
      await countOf(ann, findMatches),
      await countOf(ann, searchProfiles, { query: { name: 'o' } }),
      await countOf(ann, listOnlineUsers, { query: { radius: 50 } }),
    ];
    for (const person of [ann, bob]) await person.get(sharePresence, { body: haight });
    const before = await countBoth();
    expect((await ann.get(findMatches)).data).toHaveLength(1);
    for (let number = 0; number < 10; number++) {
      const person = await app.person(`Someone ${number}`);
      await person.get(sharePresence, { body: haight });
    }
    expect(await countBoth()).toEqual(before);
    expect((await ann.get(findMatches)).data).toHaveLength(11);
  });

  test('reactions', async () => {
    const crowded = posts[1]!.id;
    const one = await countOf(ann, listReactions, { query: { messageId: crowded } });
    for (let number = 0; number < 10; number++) {
      const person = await app.person(`Crowd ${number}`);
      await person.get(addReaction, { body: { messageId: crowded, reactionType: 'HEART' } });
    }
    expect(await countOf(ann, listReactions, { query: { messageId: crowded } })).toBe(one);
  });
});

describe('and so do lists of conversations', () => {
  const farAway = { latitude: 49.28, longitude: -123.12 };
  const sizes = [1, 12];
  let crowd: TestPerson[];
  beforeAll(async () => {
    crowd = await Promise.all(
      sizes
        .flatMap((size) => Array.from({ length: size }, (_each, number) => `Guest ${size} ${number}`))
        .map((name) => app.person(name)),
    );
  }, 120_000);

  /** Counts a list while there is one thing to list, and again when there are many. */
  async function expectSame(
    count: () => Promise<number>,
    grow: (index: number) => Promise<unknown>,
    length: () => Promise<number>,
  ) {
    const few = await count();
    const before = await length();
    expect(before).toBeGreaterThan(0);
    for (let index = 0; index < sizes[1]!; index++) await grow(index);
    expect(await length()).toBeGreaterThan(before + 5);
    expect(await count()).toBe(few);
  }

  test('messages, with reactions, mentions, answers and pictures', async () => {
    const room = await aRoom(bob);
    await joined(room, ann);
    const params = { conversationId: room.conversationId };
    const say = async (index: number) => {
      const said = await bob.get(sendMessage, { params, body: { content: `@Ann ${index}` } });
      const of = { ...params, messageId: said.data.id };
      await ann.get(reactToMessage, { params: of, body: { reactionType: 'HEART' } });
      await ann.get(sendMessage, { params, body: { content: 'Yes', replyToId: said.data.id } });
      const content = await uploaded(bob);
      await bob.get(sendMessage, { params, body: { type: 'IMAGE', content } });
    };
    await say(-1);
    const query = { query: '@ann' };
    await expectSame(
      async () =>
        (await countOf(ann, listMessages, { params })) * 100 +
        (await countOf(ann, searchMessages, { params, query })),
      say,
      async () => (await ann.get(listMessages, { params })).data.length,
    );
  });

  test('members, join requests and bans', async () => {
    const room = await aRoom(bob, { placed: true });
    const params = { roomId: room.id };
    const of = { conversationId: room.conversationId };
    const comeAndAsk = async (index: number) => {
      await joined(room, crowd[index]!);
      const other = await app.person(`Asker ${index}`);
      await other.get(joinRoom, { params, body: farAway });
      await banned(app.deps, room.id, other.id);
    };
    await comeAndAsk(sizes[1]!);
    await expectSame(
      async () =>
        (await countOf(bob, listMembers, { params: of })) * 10_000 +
        (await countOf(bob, listJoinRequests, { params, query: { limit: 50 } })) * 100 +
        (await countOf(bob, listRoomBans, { params })),
      comeAndAsk,
      async () =>
        Math.min(
          (await bob.get(listMembers, { params: of })).data.length,
          (await bob.get(listJoinRequests, { params, query: { limit: 50 } })).data.length,
          (await bob.get(listRoomBans, { params })).data.length,
        ),
    );
  }, 120_000);

  test('private conversations, message requests and blocks', async () => {
    const dora = await app.person('Dora of many friends');
    const meet = async (index: number) => {
      const one = crowd[index]!;
      await dora.get(sendPrivateMessage, { body: { receiverId: one.id, content: 'Hello' } });
      await one.get(sendPrivateMessage, { body: { receiverId: dora.id, content: 'Hello' } });
      const stranger = await app.person(`Stranger ${index}`);
      await stranger.get(sendPrivateMessage, { body: { receiverId: dora.id, content: 'May I?' } });
      const pest = await app.person(`Pest ${index}`);
      await dora.get(blockPerson, { body: { blockedId: pest.id } });
    };
    await meet(sizes[1]!);
    const own = { query: { limit: 50, sort: 'unread_first' } };
    const lane = { query: { limit: 50, requests: 'true' } };
    await expectSame(
      async () =>
        (await countOf(dora, listConversations, own)) * 1000 +
        (await countOf(dora, listConversations, lane)) * 100 +
        (await countOf(dora, countUnread)) * 10 +
        (await countOf(dora, listBlocks)),
      meet,
      async () =>
        Math.min(
          (await dora.get(listConversations, own)).data.length,
          (await dora.get(listConversations, lane)).data.length,
          (await dora.get(listBlocks, {})).data.length,
        ),
    );
  }, 120_000);

  test('a message in private takes one statement more than in a room', async () => {
    const room = await aRoom(ann);
    await joined(room, bob);
    const conversationId = await aPrivateConversation(ann, bob);
    const say = (id: string) =>
      countOf(bob, sendMessage, { params: { conversationId: id }, body: { content: 'Hello' } });
    for (const id of [room.conversationId, conversationId]) await say(id);
    expect(await say(conversationId)).toBe((await say(room.conversationId)) + 1);
  });

  test('the own conversations and the rooms near by', async () => {
    const cara = await app.person('Cara of many rooms');
    const open = async (index: number) => {
      const room = await aRoom(cara);
      await joined(room, crowd[index]!, ann);
      const params = { conversationId: room.conversationId };
      await ann.get(sendMessage, { params, body: { content: '@Cara, hello' } });
    };
    await open(sizes[1]!);
    const nearby = { query: { includeNearby: 'true', ...haight } };
    const own = { query: { limit: 50 } };
    await expectSame(
      async () =>
        (await countOf(cara, listConversations, own)) * 100 +
        (await countOf(cara, listConversations, nearby)),
      open,
      async () =>
        Math.min(
          (await cara.get(listConversations, own)).data.length,
          (await cara.get(listConversations, nearby)).data.length,
        ),
    );
  }, 120_000);
});

/**
 * The most statements one call of an endpoint may take, BEGIN and COMMIT not counted, the look-up of the
 * session included. Who needs more says why beside the number. The demo town is loaded once, by an operator.
 */
const most: Record<string, number> = {
  getHealth: 2,
  getSettings: 2,
  getSession: 2,
  // What was shared of the position goes as well.
  signOut: 3,
  saveUser: 2,
  // Locks the account, ends its sessions and tells the areas in which the person left traces; nine more for each
  // room that passes on: the next owner, the roles, the line in the log, the votes; and one for whom they spoke with.
  // The board votes: what there is, the chains held, the board before and after, the links with all they change.
  removeAccount: 27,
  // Back on the board as well: told or not, and what the new board agrees on.
  restoreAccount: 21,
  // One for each section of the archive, and the list of files.
  // Governance adds five, mini apps two.
  // The page that opens it reads every part once more and looks up names.
  exportAccount: 96,
  // A message, and how one stands in its conversation.
  report: 4,
  // Targets, their reports, the posts, the messages, the rooms and the people.
  listReports: 7,
  resolveReports: 5,
  sync: 3,
  getMedia: 3,
  getThumbnail: 3,
  // Answered with what is counted of the person.
  saveProfile: 8,
  // The picture before is erased with its row.
  saveAvatar: 5,
  createPost: 10,
  // The session, the post, whether it has media, the change, its event, and the post as its author sees it.
  editPost: 7,
  removePost: 4,
  findPlaces: 1,
  listMapCounts: 2,
  listReactions: 3,
  addReaction: 4,
  removeReaction: 4,
  listComments: 4,
  addComment: 6,
  removeComment: 5,
  addBookmark: 3,
  removeBookmark: 2,
  listPosts: 3,
  getPost: 3,
  listBookmarks: 3,
  listUsers: 2,
  // With what is counted of the person.
  getProfile: 3,
  listProfiles: 2,
  // The places somebody was shown at before are looked through.
  sharePresence: 7,
  clearPresence: 2,
  findMatches: 3,
  searchProfiles: 3,
  // A wallet that is not open yet: looked for, opened, the opening deposit entered, looked for again.
  getWallet: 9,
  searchWallets: 2,
  listTransactions: 3,
  findTransfer: 3,
  // The session; then of the whole batch the end of the chain, the wallets, the keys, who is hidden, the entries and
  // who is notified. What was made needs not be asked for.
  transfer: 7,
  // The membership, the questions, the message as any other, how many are open, the row, and the instance as it is seen.
  addMiniApp: 11,
  getMiniApp: 4,
  listParticipations: 5,
  // The most there can be: held, taken part, everybody's answers, the result written anew and the message changed, both
  // counted as changes that all hear of, and the instance as it is seen.
  participate: 21,
  changeMiniAppState: 13,
  // The result is a message of its own.
  completeMiniApp: 20,
  getQuestionnaire: 2,
  saveQuestionnaire: 2,
  listBoardMembers: 2,
  // Both accounts and the chains held, what stands, the board before and after; the link with all it changes in one;
  // who is told, and what the new board agrees on, with one resolution.
  castBoardVote: 14,
  listVotingRecords: 2,
  listMotions: 2,
  // The session, the motion, and what it became.
  getMotion: 3,
  // With what whoever looks is told.
  createMotion: 7,
  // The twelfth YES: the ballot and its voter, the ends of two chains, the motion, its resolution, both again, and what is told.
  voteOnMotion: 15,
  listResolutions: 3,
  listChainLinks: 3,
  // The session, the membership, who has read how far, and the page.
  listMessages: 4,
  // Looked for among the newest, then by the index, then made into messages.
  searchMessages: 6,
  // The most there can be: a message that was perhaps sent before, answers another one and mentions people.
  sendMessage: 11,
  // The message locked, its mentions looked for and replaced, and counted as a change that all hear of.
  editMessage: 14,
  // As an edit, and its picture goes.
  removeMessage: 13,
  // What all hear and what the actor is answered are two looks at the message.
  reactToMessage: 10,
  markRead: 6,
  tellTyping: 2,
  changeConversationSettings: 4,
  // The owner stands first, whatever the name.
  listMembers: 5,
  removeConversation: 4,
  // Where the caller is shown, and at most four rings around it, until the rooms of one fill the answer.
  listConversations: 7,
  // The conversation, its newest messages, and the requests that wait.
  getConversation: 6,
  // From a place: the transaction, the profile that says how one is shown there.
  getRoom: 4,
  getConversationOfRoom: 3,
  countUnread: 2,
  getLinkPreview: 1,
  // The position, the conversation, its first member, the room, and who hears of it.
  createRoom: 13,
  // Who stands how, then the newcomer, the line in the log, and who hears of it: the members, the map, oneself.
  joinRoom: 17,
  // The same by the owner, and the request is answered.
  answerJoinRequest: 18,
  changeRoom: 5,
  // Somebody takes over: two lines in the log, the roles, and the votes begin anew.
  leaveRoom: 18,
  // As leaving, with the vote that elects.
  voteForLeader: 17,
  removeParticipant: 11,
  banParticipant: 12,
  removeRoom: 8,
  listJoinRequests: 4,
  listRoomBans: 4,
  // The room is kept as it is meanwhile; who is banned, their request, and who hears of it.
  liftRoomBan: 8,
  inviteToRoom: 5,
  removeInvite: 4,
  getLeaderVotes: 3,
  updateDetails: 7,
  // One of them asks how much lies there unattached.
  uploadFile: 3,
  listBlocks: 2,
  // The two are kept apart from what else happens between them; then what stands, the block, and who hears of it.
  blockPerson: 7,
  unblockPerson: 6,
  // Kept apart, the two looked at, then the conversation, its members, the two, and the answer.
  startConversation: 10,
  // With the conversation that it opens: who is written to, how many there were today, and the message.
  sendPrivateMessage: 22,
  // The message, then as reading; the two are kept as they are meanwhile.
  markPrivateMessageRead: 10,
  answerMessageRequest: 8,
  listOnlineUsers: 3,
  // The session, the badge, and the list.
  listNotifications: 3,
  countNotifications: 2,
  // What is marked, the other devices told, and the badge.
  readNotifications: 4,
  removeNotification: 4,
  clearNotifications: 4,
  getNotificationSettings: 2,
  saveNotificationSettings: 4,
  getPushKey: 1,
  // Whoever had the browser before goes, and the oldest beyond the most.
  addPushSubscription: 4,
  removePushSubscription: 2,
  listUnnotified: 3,
  markNotified: 4,
};

describe('no endpoint takes more statements than its line says', () => {
  test('every endpoint has a line', () => {
    const counted = endpoints.filter(({ name }) => name !== loadDemoTown.name);
    expect(Object.keys(most).sort()).toEqual(counted.map(({ name }) => name).sort());
  });

  type Take = (person: TestPerson, endpoint: Endpoint, input?: object) => Promise<void>;

  async function takeConversations(take: Take) {
    const { data: opened } = await bob.get(createRoom, { body: { name: 'Chess', ...haight, placed: true } });
    const far = await app.person('Far');
    const [dan, eve] = [await app.person('Dan'), await app.person('Eve')];
    await take(bob, createRoom, { body: { name: 'Go', ...haight } });
    const params = { conversationId: opened.conversationId };
    const ofRoom = { roomId: opened.id };
    await take(ann, joinRoom, { params: ofRoom, body: haight });
    await joined(opened, dan, eve);
    await far.get(joinRoom, { params: ofRoom, body: { latitude: 49.28, longitude: -123.12 } });
    await take(bob, listConversations, { query: { includeNearby: 'true', ...haight } });
    await take(bob, listJoinRequests, { params: ofRoom });
    const [request] = (await bob.get(listJoinRequests, { params: ofRoom })).data;
    await take(bob, getConversation, { params });
    await take(bob, answerJoinRequest, {
      params: ofRoom,
      body: { requestId: request!.id, action: 'approve' },
    });
    const content = 'Hello @Ann and @Dan';
    const said = (await bob.get(sendMessage, { params, body: { content } })).data;
    const body = { content, replyToId: said.id, clientId: 'the-first-one' };
    await take(bob, sendMessage, { params, body });
    const ofMessage = { ...params, messageId: said.id };
    await take(bob, editMessage, { params: ofMessage, body: { content: 'Hello @Eve' } });
    await take(ann, reactToMessage, { params: ofMessage, body: { reactionType: 'HEART' } });
    await take(ann, listMessages, { params });
    await take(ann, searchMessages, { params, query: { query: 'hello' } });
    await take(ann, markRead, { params, body: {} });
    await take(ann, tellTyping, { params, body: {} });
    await take(ann, changeConversationSettings, { params, body: { isMuted: true } });
    await take(ann, listMembers, { params });
    await take(ann, getRoom, { params: ofRoom, query: { latitude: '1', longitude: '1' } });
    await take(ann, getConversationOfRoom, { body: { chatRoomId: opened.id } });
    await take(ann, countUnread);
    await take(ann, getLinkPreview, { query: { url: 'http://127.0.0.1/' } });
    const before = statements.length;
    const file = await uploaded(bob);
    taken[uploadFile.name] = statements.length - before;
    const shown = (await bob.get(sendMessage, { params, body: { type: 'IMAGE', content: file } })).data;
    await take(bob, removeMessage, { params: { ...params, messageId: shown.id }, body: {} });
    await take(bob, changeRoom, { params: ofRoom, body: { joinRadius: 7 } });
    await take(bob, updateDetails, {
      params,
      body: { action: 'update_details', title: 'Shogi', description: 'Bring a board' },
    });
    await take(bob, inviteToRoom, { params: ofRoom, body: {} });
    await take(bob, removeInvite, { params: ofRoom, body: {} });
    await take(bob, removeParticipant, { params: ofRoom, body: { targetUserId: far.id } });
    await take(bob, banParticipant, { params: ofRoom, body: { targetUserId: eve.id } });
    const banned = taken[banParticipant.name]!;
    // Who is out already: what their part was is asked instead of taking them out.
    await take(bob, banParticipant, { params: ofRoom, body: { targetUserId: far.id } });
    taken[banParticipant.name] = Math.max(banned, taken[banParticipant.name]!);
    await take(bob, listRoomBans, { params: ofRoom });
    await take(bob, liftRoomBan, { params: ofRoom, body: { targetUserId: eve.id } });
    await take(ann, getLeaderVotes, { params });
    await ann.get(voteForLeader, { params, body: { candidateId: ann.id } });
    // With the vote that elects.
    await take(dan, voteForLeader, { params, body: { candidateId: ann.id } });
    await take(ann, leaveRoom, { params: ofRoom, body: {} });
    const conversationId = await aPrivateConversation(ann, bob);
    await take(ann, removeConversation, { params: { conversationId }, body: {} });
    const [fay, gus] = [await app.person('Fay'), await app.person('Gus')];
    await take(ann, startConversation, { body: { otherUserId: gus.id } });
    const greeting = { content: 'Hello', clientId: 'the-first-one' };
    await take(fay, sendPrivateMessage, { body: { receiverId: ann.id, ...greeting } });
    const [asked] = (await ann.get(listConversations, { query: { requests: 'true' } })).data;
    await take(ann, answerMessageRequest, {
      params: { conversationId: asked!.id },
      body: { action: 'accept' },
    });
    const { data: more } = await fay.get(sendPrivateMessage, { body: { receiverId: ann.id, content: 'So' } });
    await take(ann, markPrivateMessageRead, { params: { messageId: more.id }, body: {} });
    await take(ann, blockPerson, { body: { blockedId: fay.id } });
    await take(ann, listBlocks);
    await take(ann, unblockPerson, { body: { blockedId: fay.id } });
    const { data: room } = await bob.get(getRoom, { params: ofRoom });
    await take(room.ownerId === bob.id ? bob : dan, removeRoom, { body: { chatRoomId: opened.id } });
  }

  async function takeNotifications(take: Take) {
    await allNotified(app.deps);
    const { data } = await bob.get(listNotifications);
    const told = data as Notification[];
    expect(told.length).toBeGreaterThan(40);
    await take(bob, listNotifications);
    await take(bob, countNotifications);
    await take(bob, readNotifications, { body: { ids: told.slice(0, 9).map(({ id }) => id) } });
    await take(bob, removeNotification, { params: { notificationId: told[0]!.id }, body: {} });
    await take(bob, clearNotifications, { body: {} });
    await take(bob, saveNotificationSettings, { body: { pushPreviews: true } });
    await take(bob, getNotificationSettings);
    await take(bob, getPushKey);
    const { publicKey } = (await bob.get(getPushKey)).data;
    const endpoint = 'https://push.example/bob';
    const keys = { p256dh: publicKey, auth: Buffer.alloc(16).toString('base64url') };
    await take(bob, addPushSubscription, { body: { endpoint, keys, language: 'en', publicKey } });
    await take(bob, removePushSubscription, { body: { endpoint } });
    await ann.get(sharePresence, { body: haight });
    await take(ann, listUnnotified);
    await take(ann, markNotified, { body: { messageIds: posts.map(({ id }) => id) } });
  }

  async function takeWallets(take: Take) {
    await take(ann, getWallet, { query: { userId: ann.id } });
    await take(ann, searchWallets, { query: { q: 'bob' } });
    const [from, to] = [await walletOf(ann), await walletOf(bob)];
    const body = { fromWalletId: from.id, toWalletId: to.id, amountMinor: 1, key: 'the-first-one' };
    await take(ann, transfer, { body });
    await take(ann, listTransactions, { params: { walletId: from.id } });
    await take(ann, findTransfer, { params: { walletId: from.id, key: 'the-first-one' } });
  }

  async function takeMiniApps(take: Take) {
    const room = await aRoom(ann);
    const { conversationId } = room;
    const others = await Promise.all(['Q1', 'Q2', 'Q3'].map((name) => app.person(name)));
    await joined(room, bob, ...others);
    await take(ann, addMiniApp, { params: { conversationId }, body: { appType: 'compatibility-quiz' } });
    const quiz = await aMiniApp(ann, conversationId);
    const params = { miniAppId: quiz.id };
    const answers = quizAnswers('00000');
    for (const other of others) await tookPart(other, quiz.id, answers);
    // A result that is there already is written anew.
    await take(bob, participate, { params, body: { data: { answers } } });
    await take(ann, getMiniApp, { params });
    await take(ann, listParticipations, { params });
    await take(ann, changeMiniAppState, { params, body: { state: { step: 1 } } });
    const poll = await aMiniApp(ann, conversationId, 'poll', { config: { options: ['Tea', 'Coffee'] } });
    for (const other of others) await tookPart(other, poll.id, [0]);
    await take(ann, completeMiniApp, { params: { miniAppId: poll.id }, body: {} });
    await take(ann, getQuestionnaire);
    await take(ann, saveQuestionnaire, { body: { content: null } });
  }

  async function takeGovernance(take: Take) {
    const board = await aBoard(app);
    const [first, last] = [board[0]!, board[11]!];
    await take(first, createMotion, { body: { title: 'Benches', content: 'More of them' } });
    const [passing, other] = [await aMotion(first), await aMotion(first)];
    for (const member of board.slice(0, 11))
      for (const motion of [passing, other]) await ballot(member, motion);
    const params = { motionId: passing.id };
    await take(last, voteOnMotion, { params, body: { vote: 'YES' } });
    await castVote(board[1]!, first, 'remove');
    await ballot(last, other);
    // As if they had not been told of late.
    await app.deps.db.execute(sql`UPDATE board_candidates SET told_at = NULL`);
    await take(board[1]!, castBoardVote, { body: { candidateId: first.id, action: 'add' } });
    await take(ann, listBoardMembers);
    await take(ann, listVotingRecords);
    await take(ann, listMotions);
    await take(ann, getMotion, { params });
    await take(ann, listResolutions);
    await take(ann, listChainLinks, { params: { chain: 'ballots' } });
  }

  const taken: Record<string, number> = {};

  test('and keeps to it', async () => {
    const take = async (person: TestPerson, endpoint: Endpoint, input: object = {}) => {
      taken[endpoint.name] = await countOf(person, endpoint, input);
    };
    const messageId = posts[2]!.id;
    const mediaId = posts[2]!.media[0]!.id;
    const stream = await TestStream.open(ann);
    await take(ann, getHealth);
    await take(ann, getSettings);
    await take(ann, getSession);
    await take(ann, saveUser, { body: { name: 'Ann' } });
    await take(ann, sync, { body: { streamId: stream.id, areas: [{ cell: 1, version: null }] } });
    stream.close();
    const target = { targetType: 'post', targetId: posts[3]!.id } as const;
    await take(ann, report, { body: { ...target, reason: 'spam' } });
    const cara = await app.person('Cara');
    await cara.get(report, { body: { targetType: 'person', targetId: bob.id, reason: 'hate' } });
    const owner = await app.person('Owner');
    const reportedRoom = await aRoom(owner);
    await joined(reportedRoom, ann);
    const said = await owner.get(sendMessage, {
      params: { conversationId: reportedRoom.conversationId },
      body: { content: 'Look here' },
    });
    await take(ann, report, { body: { targetType: 'room', targetId: reportedRoom.id, reason: 'spam' } });
    await take(ann, report, { body: { targetType: 'message', targetId: said.data.id, reason: 'spam' } });
    await take(ann, listReports);
    await owner.get(removeRoom, { body: { chatRoomId: reportedRoom.id } });
    await take(ann, resolveReports, { body: { ...target, action: 'remove' } });
    await cara.post({ imageUrls: [drawn] });
    await cara.get(addReaction, { body: { messageId, reactionType: 'SAD' } });
    await cara.get(addComment, { body: { messageId, content: 'Me too' } });
    await castVote(cara, bob);
    await castVote(bob, cara);
    const beforeExport = statements.length;
    const archive = await cara.fetch(exportAccount.path);
    await archive.arrayBuffer();
    taken[exportAccount.name] = statements.length - beforeExport;
    await joined(await aRoom(cara), ann);
    await take(cara, removeAccount, { params: { userId: cara.id }, body: {} });
    await cara.visitProvider('Cara');
    await take(cara, restoreAccount, { body: {} });
    await castVote(cara, bob, 'remove');
    await castVote(bob, cara, 'remove');
    for (const endpoint of [getMedia, getThumbnail]) {
      const before = statements.length;
      const answer = await ann.fetch(endpoint.path.replace('{mediaId}', mediaId));
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
      taken[endpoint.name] = statements.length - before;
    }
    await take(ann, saveProfile, { params: { userId: ann.id }, body: { bio: 'Hello' } });
    await ann.get(saveAvatar, { body: { avatarUrl: drawn } });
    await take(ann, saveAvatar, { body: { avatarUrl: drawn } });
    await take(bob, createPost, {
      body: { content: 'Four pictures', location: haight, imageUrls: [drawn, drawn, drawn] },
    });
    await take(bob, editPost, {
      params: { messageId: (await bob.post()).id },
      body: { content: 'Other words' },
    });
    await take(ann, listReactions, { query: { messageId } });
    await take(bob, addReaction, { body: { messageId, reactionType: 'HEART' } });
    await take(bob, removeReaction, { body: { messageId, reactionType: 'HEART' } });
    await take(ann, listComments, { query: { messageId: posts[0]!.id } });
    const { data } = await ann.get(addComment, { body: { messageId, content: 'A comment' } });
    const parentId = (data as { id: string }).id;
    await take(ann, addComment, { body: { messageId, parentId, content: 'An answer' } });
    await take(ann, removeComment, { params: { commentId: parentId }, body: {} });
    await take(ann, removeBookmark, { body: { messageId } });
    await take(ann, addBookmark, { body: { messageId } });
    await take(ann, listPosts, { query: { ...haight, radiusKm: 50, keywords: 'post', gender: 'F' } });
    await take(ann, findPlaces, { query: { query: 'san' } });
    await take(ann, listMapCounts, { query: { west: -123, east: -122, south: 37, north: 38, zoom: 9 } });
    await take(ann, getPost, { params: { messageId } });
    await take(ann, listBookmarks);
    await take(ann, listUsers);
    await take(ann, getProfile, { params: { userId: bob.id } });
    await take(ann, listProfiles);
    for (const person of [bob, ann]) await take(person, sharePresence, { body: haight });
    await take(ann, findMatches);
    await take(ann, listOnlineUsers);
    await take(ann, searchProfiles, { query: { name: 'Bob' } });
    await take(ann, clearPresence, { body: {} });
    await takeWallets(take);
    await takeMiniApps(take);
    await takeGovernance(take);
    await takeConversations(take);
    await takeNotifications(take);
    await take(bob, removePost, { params: { messageId }, body: {} });
    await take(ann, signOut, { body: {} });

    const beyond = Object.entries(taken).filter(([name, count]) => count > most[name]!);
    expect(beyond, JSON.stringify(taken)).toEqual([]);
    expect(Object.keys(taken).sort()).toEqual(Object.keys(most).sort());
  }, 120_000);
});
