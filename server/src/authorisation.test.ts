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
  type RoomBan,
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
  type Motion,
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
import { eventsPath, sync } from '@dazi/contract/live/live';
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
  readNotifications,
  removeNotification,
  removePushSubscription,
  saveNotificationSettings,
} from '@dazi/contract/notifications/notifications';
import { blockPerson, listBlocks, unblockPerson } from '@dazi/contract/people/blocks';
import { saveAvatar, saveProfile } from '@dazi/contract/people/profiles';
import { cellOf } from '@dazi/contract/places/cells';
import { findPlaces } from '@dazi/contract/places/place-search';
import { addBookmark, removeBookmark } from '@dazi/contract/posts/bookmarks';
import { addComment, listComments, removeComment } from '@dazi/contract/posts/comments';
import { listMapCounts } from '@dazi/contract/posts/map-counts';
import { getPost, listBookmarks, listPosts } from '@dazi/contract/posts/post-views';
import { createPost, editPost, type Post, removePost } from '@dazi/contract/posts/posts';
import { addReaction, listReactions, removeReaction } from '@dazi/contract/posts/reactions';
import { type ErrorCode, endpoints, errorDefinitions } from '@dazi/contract/registry';
import {
  findTransfer,
  getWallet,
  listTransactions,
  searchWallets,
  transfer,
} from '@dazi/contract/wallet/wallet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMember } from '#features/chat/conversations/conversations.service.ts';
import { aRoom, banned, joined } from '#features/chat/rooms/rooms.builder.ts';
import { aMotion, ballot, castVote } from '#features/governance/governance.builder.ts';
import { aMiniApp } from '#features/mini-apps/mini-apps.builder.ts';
import { allNotified } from '#features/notifications/notifications.builder.ts';
import { bookmarks } from '#features/posts/bookmarks/bookmarks.tables.ts';
import { groupWallet, walletOf } from '#features/wallet/wallet.builder.ts';
import { rememberOnce } from '#platform/installation.store.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { block } from './testing/test-block.ts';
import { haight, TestPerson } from './testing/test-person.ts';
import { picture } from './testing/test-pictures.ts';
import { TestStream } from './testing/test-stream.ts';
import { upload, uploaded } from './testing/test-uploads.ts';

/**
 * Who may do what: every endpoint, asked by everyone. The thing asked for belongs to `owner`; `blocker` has
 * blocked the owner, `blocked` was blocked by the owner.
 */
const roles = ['visitor', 'stranger', 'blocker', 'blocked', 'owner', 'administrator'] as const;
type Role = (typeof roles)[number];

/** "200", "404 POST_NOT_FOUND"; for reads "200 sees" or "200 without", as the thing is in the answer or not. */
type Outcome = string;

interface Case {
  of: string;
  expected: Record<Role, Outcome>;
  request(scene: Scene, as: TestPerson, role: Role): Promise<Outcome>;
}

interface Row {
  method: string;
  path: string;
  cases: Case[];
}

/** What the owner has made, and a post of a host whom nobody hides. */
interface Scene {
  postId: string;
  /** Of the post, of the owner, and of a post that was taken away. Only reading asks for them. */
  pictures: { mediaId: string; avatarId: string; removedMediaId: string } | null;
  hostPostId: string;
  commentId: string;
  /** The host's, on the owner's post. */
  hostCommentId: string;
  /** Made when a case asks for it: what somebody whom the owner does not know has written to them. */
  talk(): Promise<Talk>;
  /** Made when a case asks for it: a room of the owner's with the host in it, and the others or not. */
  room(who: Company): Promise<RoomScene>;
}

/** The others are outside of the room, or members of it: then a block does not put them out. */
type Company = 'outsiders' | 'members';

interface RoomScene {
  roomId: string;
  conversationId: string;
  /** The owner's words, and the host's. */
  messageId: string;
  hostMessageId: string;
  /** Of somebody far away. */
  requestId: string;
  invite: string;
}

interface Talk {
  conversationId: string;
  messageId: string;
}

/** In what the owner said in the room. */
const ownersWords = 'Shall we play a quiet game';

const everyone = (outcome: Outcome): Record<Role, Outcome> =>
  Object.fromEntries(roles.map((role) => [role, outcome])) as Record<Role, Outcome>;
/** Those between whom and the owner there is a block. */
const hidden = (outcome: Outcome) => ({ blocker: outcome, blocked: outcome });
const seenByAllBut = (outcome: Outcome) => ({ ...everyone('200 sees'), ...hidden(outcome) });
/** The owner may, others are refused as said. */
const ownerOnly = (visitor: Outcome, others: Outcome, hiddenOnes: Outcome = others) => ({
  ...everyone(others),
  ...hidden(hiddenOnes),
  visitor,
  owner: '200',
});

let app: TestApp;
let host: TestPerson;
/** Waits far away to be let into rooms. */
let asker: TestPerson;
const people = {} as Record<Role, TestPerson>;

async function ask(as: TestPerson, endpoint: Endpoint, input: object, seen?: (data: never) => boolean) {
  const answer = await as.call(endpoint, input);
  if (!answer.success) return `${answer.status} ${answer.code}`;
  if (!seen) return `${answer.status}`;
  return `${answer.status} ${seen(answer.data as never) ? 'sees' : 'without'}`;
}

async function askForFile(as: TestPerson, path: string): Promise<Outcome> {
  const answer = await as.fetch(path);
  if (/^(image|application\/zip)/.test(answer.headers.get('content-type') ?? '')) {
    await answer.arrayBuffer();
    return `${answer.status}`;
  }
  return `${answer.status} ${((await answer.json()) as { code: string }).code}`;
}

const mediaIdOf = (url: string | null) => url?.split('/')[3] ?? '';

async function makeScene(isForReading = false): Promise<Scene> {
  // Newer than all before: lists show the newest first.
  app.clock.advance(1000);
  const { owner } = people;
  const post = await owner.post({ content: 'Chess?', imageUrls: isForReading ? [await picture()] : [] });
  const hostPost = await host.post({ content: 'Who is around?' });
  const comment = await owner.get(addComment, { body: { messageId: hostPost.id, content: 'I am' } });
  const hostComment = await host.get(addComment, { body: { messageId: post.id, content: 'Not me' } });
  await owner.get(addReaction, { body: { messageId: hostPost.id, reactionType: 'HEART' } });
  // Everyone but the owner had kept the post before blocks came.
  for (const role of roles) {
    if (role === 'visitor' || role === 'owner') continue;
    const row = { userId: people[role].id, postId: post.id, createdAt: app.deps.clock() };
    await app.deps.db.insert(bookmarks).values(row);
  }
  return {
    postId: post.id,
    pictures: isForReading ? await makePictures(post) : null,
    hostPostId: hostPost.id,
    commentId: comment.data.id,
    hostCommentId: hostComment.data.id,
    talk: () => talk(post.id),
    room: remembered((who: Company) => makeRoom(who, isForReading)),
  };
}

async function makePictures(post: Post) {
  const { owner } = people;
  const removed = await owner.post({ imageUrls: [await picture()] });
  await owner.get(removePost, { params: { messageId: removed.id }, body: {} });
  const avatar = await owner.get(saveAvatar, { body: { avatarUrl: await picture() } });
  return {
    mediaId: mediaIdOf(post.imageUrl),
    avatarId: mediaIdOf(avatar.data.avatarUrl),
    removedMediaId: mediaIdOf(removed.imageUrl),
  };
}

beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAILS: 'administrator@people.example' });
  host = await app.person('host');
  asker = await app.person('asker');
  for (const role of roles) people[role] = role === 'visitor' ? app.visitor() : await app.person(role);
  await block(app.deps, people.blocker, people.owner);
  await block(app.deps, people.owner, people.blocked);
  // Loading the town for real takes long and is another test's business.
  await rememberOnce(app.deps.db, 'demo town', 'loaded before');
});
afterAll(() => app.close());

const row = (endpoint: Pick<Endpoint, 'method' | 'path'>, ...cases: Case[]): Row => ({
  method: endpoint.method,
  path: endpoint.path,
  cases,
});

const remembered = <Key, Value>(make: (key: Key) => Promise<Value>) => {
  const made = new Map<Key, Promise<Value>>();
  return (key: Key) => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
};

const talk = remembered(async (key: string): Promise<Talk> => {
  const writer = await app.person(`Writer ${key}`);
  const body = { receiverId: people.owner.id, content: ownersWords };
  const { data } = await writer.get(sendPrivateMessage, { body });
  return { conversationId: data.conversationId, messageId: data.id };
});

let lastRoomId: string | undefined;

async function makeRoom(who: Company, isKept = false): Promise<RoomScene> {
  const { owner } = people;
  // Nobody may own many.
  if (lastRoomId) await owner.call(removeRoom, { body: { chatRoomId: lastRoomId } });
  const room = await aRoom(owner, { placed: true });
  lastRoomId = isKept ? undefined : room.id;
  await joined(room, host);
  const { conversationId } = room;
  if (who === 'members') {
    for (const role of roles) {
      if (role === 'visitor' || role === 'owner') continue;
      const { id, name } = people[role].user!;
      await app.deps.transact((inner) => addMember(inner, conversationId, { id, name }, 'AUTO'));
    }
  }
  const say = async (as: TestPerson, content: string) =>
    (await as.get(sendMessage, { params: { conversationId }, body: { content } })).data.id;
  const params = { roomId: room.id };
  const farAway = { latitude: 49.28, longitude: -123.12 };
  return {
    roomId: room.id,
    conversationId,
    messageId: await say(owner, ownersWords),
    hostMessageId: await say(host, 'Gladly'),
    requestId: (await asker.get(joinRoom, { params, body: farAway })).data.requestId!,
    invite: (await owner.get(inviteToRoom, { params, body: {} })).data.invite,
  };
}

const companies = ['outsiders', 'members'] as const;

/** A case of the room for each of the two: who may, when the others are outside and when they are in it. */
const inRoom = (
  of: string,
  expected: Record<Company, Record<Role, Outcome>>,
  request: (room: RoomScene, as: TestPerson, role: Role) => Promise<Outcome>,
): Case[] =>
  companies.map((who) => ({
    of: `${of}, to ${who}`,
    expected: expected[who],
    request: async (scene, as, role) => request(await scene.room(who), as, role),
  }));

/** For what is looked at after something was changed in the room: nobody else looks at that one. */
const inOwnRoom: typeof inRoom = (of, expected, request) => {
  const roomOf = remembered((who: Company) => makeRoom(who));
  return inRoom(of, expected, request).map((each, index) => ({
    ...each,
    request: async (_scene, as, role) => request(await roomOf(companies[index]!), as, role),
  }));
};

/** What only members get; of a room whose owner is hidden nobody outside hears. */
const forMembers = (owner: Outcome, members: Outcome = owner, visitor: Outcome = '401 SIGN_IN_REQUIRED') => ({
  outsiders: {
    ...everyone('403 NOT_A_MEMBER'),
    ...hidden('404 CONVERSATION_NOT_FOUND'),
    visitor,
    owner,
  },
  members: { ...everyone(members), visitor, owner },
});

const miniAppIn = remembered(
  async (conversationId: string) => (await aMiniApp(people.owner, conversationId, 'ice-breaker')).id,
);

/** To whoever is no member an instance is unknown; whoever has blocked its creator does not see its message either. */
const onMiniApp = (
  of: string,
  members: Outcome,
  request: (miniAppId: string, as: TestPerson) => Promise<Outcome>,
): Case[] => {
  const unknown = '404 MINI_APP_NOT_FOUND';
  const rest = { visitor: '401 SIGN_IN_REQUIRED', owner: '200' };
  const expected = {
    outsiders: { ...everyone(unknown), ...rest },
    members: { ...everyone(members), blocker: unknown, ...rest },
  };
  return inRoom(of, expected, async ({ conversationId }, as) => request(await miniAppIn(conversationId), as));
};

const forTheOwner = (owner: Outcome) => {
  const outsiders = {
    ...ownerOnly('401 MANAGE_SIGN_IN_REQUIRED', '403 NOT_THE_ROOM_AUTHOR', '404 ROOM_NOT_FOUND'),
    owner,
  };
  return { outsiders, members: { ...outsiders, ...hidden('403 NOT_THE_ROOM_AUTHOR') } };
};

/** To the one who has blocked the owner their words are folded, nobody else notices. */
const foldedForBlocker = () => {
  const expected = forMembers('200 sees');
  return { ...expected, members: { ...expected.members, blocker: '200 without' } };
};

const holdsWords = (data: { content: string }[]) => data.some(({ content }) => content === ownersWords);
const holdsConversation =
  ({ conversationId }: RoomScene) =>
  (data: { id: string }[]) =>
    data.some(({ id }) => id === conversationId);

/** What is between two people exists for nobody else. */
const ownersAlone = (
  of: string,
  request: (talk: Talk, as: TestPerson) => Promise<Outcome>,
  code = 'CONVERSATION_NOT_FOUND',
): Case => ({
  of,
  expected: { ...everyone(`404 ${code}`), visitor: '401 SIGN_IN_REQUIRED', owner: '200' },
  request: async (scene, as) => request(await scene.talk(), as),
});
const inTalk = (of: string, endpoint: Endpoint, body?: object): Case =>
  ownersAlone(of, ({ conversationId, messageId }, as) =>
    ask(as, endpoint, { params: { conversationId, messageId }, ...(body ? { body } : {}) }),
  );
/** To whom the owner may not be written: only who blocked is told why. */
const writingToOwner = (own: Outcome) => ({
  ...everyone('200'),
  visitor: '401 PRIVATE_SIGN_IN_REQUIRED',
  blocker: own,
  blocked: '403 CANNOT_START_CONVERSATION',
  owner: '400 RECEIVER_YOURSELF',
});

/** Three members are needed; the vote of the last of six elects nobody. */
const votes = { ...forMembers('409 TOO_FEW_VOTERS'), members: forMembers('200').members };

const holdsPost = (scene: Scene) => (data: { id: string }[]) => data.some(({ id }) => id === scene.postId);

const rows: Row[] = [
  row(getHealth, { of: 'health', expected: everyone('200'), request: (_s, as) => ask(as, getHealth, {}) }),
  row(getSettings, {
    of: 'settings',
    expected: everyone('200'),
    request: (_s, as) => ask(as, getSettings, {}),
  }),
  row(getSession, {
    of: 'the own account',
    expected: { ...everyone('200 sees'), visitor: '200 without' },
    request: (_s, as) =>
      ask(as, getSession, {}, (data: { id: string } | null) => data !== null && data.id === as.id),
  }),
  row(signOut, {
    of: 'the own session',
    expected: everyone('200'),
    async request(_scene, as) {
      const again = new TestPerson(as.origin);
      if (as.user) await again.signIn(as.user.name);
      return ask(again, signOut, { body: {} });
    },
  }),
  row(
    saveUser,
    {
      of: 'the own account',
      expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
      request: (_s, as) => ask(as, saveUser, { body: {} }),
    },
    {
      of: "the owner's account",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
      request: (_s, as) => ask(as, saveUser, { body: { id: people.owner.id } }),
    },
  ),
  row(removeAccount, {
    of: "the owner's account",
    expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
    async request(_scene, as, role) {
      const outcome = await ask(as, removeAccount, { params: { userId: people.owner.id }, body: {} });
      if (role === 'owner') {
        await as.visitProvider('owner');
        await as.get(restoreAccount, { body: {} });
      }
      return outcome;
    },
  }),
  row(restoreAccount, {
    of: 'an account that is not deleted',
    expected: { ...everyone('409 ACCOUNT_NOT_LEFT'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, restoreAccount, { body: {} }),
  }),
  row(
    exportAccount,
    {
      of: 'the own data',
      expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
      request: (_s, as) => askForFile(as, exportAccount.path),
    },
    {
      of: "the owner's data",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
      request: (_s, as) => askForFile(as, `${exportAccount.path}?userId=${people.owner.id}`),
    },
  ),
  row(
    report,
    {
      of: "the owner's post",
      expected: {
        ...everyone('200'),
        ...hidden('404 POST_NOT_FOUND'),
        visitor: '401 REPORT_SIGN_IN_REQUIRED',
        owner: '400 OWN_REPORT',
      },
      request: (scene, as) =>
        ask(as, report, { body: { targetType: 'post', targetId: scene.postId, reason: 'spam' } }),
    },
    {
      of: 'the owner',
      expected: {
        ...everyone('200'),
        ...hidden('404 PERSON_NOT_FOUND'),
        visitor: '401 REPORT_SIGN_IN_REQUIRED',
        owner: '400 OWN_REPORT',
      },
      request: (_s, as) =>
        ask(as, report, { body: { targetType: 'person', targetId: people.owner.id, reason: 'spam' } }),
    },
    ...inOwnRoom(
      "the owner's message in a room",
      {
        outsiders: {
          ...everyone('404 MESSAGE_NOT_FOUND'),
          visitor: '401 REPORT_SIGN_IN_REQUIRED',
          owner: '400 OWN_REPORT',
        },
        members: { ...everyone('200'), visitor: '401 REPORT_SIGN_IN_REQUIRED', owner: '400 OWN_REPORT' },
      },
      ({ messageId: targetId }, as) =>
        ask(as, report, { body: { targetType: 'message', targetId, reason: 'spam' } }),
    ),
    {
      of: 'what was written to the owner in private',
      expected: {
        ...everyone('404 MESSAGE_NOT_FOUND'),
        visitor: '401 REPORT_SIGN_IN_REQUIRED',
        owner: '200',
      },
      request: async (scene, as) => {
        const { messageId: targetId } = await scene.talk();
        return ask(as, report, { body: { targetType: 'message', targetId, reason: 'spam' } });
      },
    },
    ...inOwnRoom(
      "the owner's room",
      {
        outsiders: {
          ...everyone('200'),
          ...hidden('404 ROOM_NOT_FOUND'),
          visitor: '401 REPORT_SIGN_IN_REQUIRED',
          owner: '400 OWN_REPORT',
        },
        members: { ...everyone('200'), visitor: '401 REPORT_SIGN_IN_REQUIRED', owner: '400 OWN_REPORT' },
      },
      ({ roomId: targetId }, as) =>
        ask(as, report, { body: { targetType: 'room', targetId, reason: 'spam' } }),
    ),
  ),
  row(listReports, {
    of: "a report about the owner's post",
    expected: {
      ...everyone('403 FORBIDDEN'),
      visitor: '401 SIGN_IN_REQUIRED',
      administrator: '200 sees',
    },
    async request(scene, as) {
      await host.call(report, { body: { targetType: 'post', targetId: scene.postId, reason: 'hate' } });
      return ask(as, listReports, {}, (data: { targetId: string }[]) =>
        data.some(({ targetId }) => targetId === scene.postId),
      );
    },
  }),
  row(resolveReports, {
    of: "a report about the owner's post",
    expected: { ...everyone('403 FORBIDDEN'), visitor: '401 SIGN_IN_REQUIRED', administrator: '200' },
    async request(scene, as) {
      const target = { targetType: 'post', targetId: scene.postId } as const;
      await host.call(report, { body: { ...target, reason: 'hate' } });
      return ask(as, resolveReports, { body: { ...target, action: 'remove' } });
    },
  }),
  row(sync, {
    of: "the owner's stream",
    expected: ownerOnly('404 STREAM_UNKNOWN', '404 STREAM_UNKNOWN'),
    async request(_scene, as) {
      const stream = await TestStream.open(people.owner);
      const outcome = await ask(as, sync, { body: { streamId: stream.id, areas: [] } });
      stream.close();
      return outcome;
    },
  }),
  ...[getMedia, getThumbnail].map((endpoint) =>
    row(
      endpoint,
      {
        of: 'a picture of a post',
        expected: { ...everyone('200'), ...hidden('404 NOT_FOUND') },
        request: (scene, as) => askForFile(as, endpoint.path.replace('{mediaId}', scene.pictures!.mediaId)),
      },
      {
        of: "the owner's avatar: who has blocked somebody sees name and picture among those they have blocked",
        expected: { ...everyone('200'), blocked: '404 NOT_FOUND' },
        request: (scene, as) => askForFile(as, endpoint.path.replace('{mediaId}', scene.pictures!.avatarId)),
      },
      {
        of: 'a picture of a deleted post',
        expected: everyone('404 NOT_FOUND'),
        request: (scene, as) =>
          askForFile(as, endpoint.path.replace('{mediaId}', scene.pictures!.removedMediaId)),
      },
      ...inOwnRoom(
        'a picture of a message',
        {
          outsiders: { ...everyone('404 NOT_FOUND'), owner: '200' },
          members: { ...everyone('200'), visitor: '404 NOT_FOUND', blocker: '404 NOT_FOUND' },
        },
        async (room, as) => askForFile(as, endpoint.path.replace('{mediaId}', await pictureIn(room))),
      ),
      ...inOwnRoom(
        'a picture of a message that was reported',
        {
          outsiders: { ...everyone('404 NOT_FOUND'), owner: '200', administrator: '200' },
          members: { ...everyone('200'), visitor: '404 NOT_FOUND', blocker: '404 NOT_FOUND' },
        },
        async (room, as) => {
          const { id: targetId, media } = await sentPictureIn(room);
          await host.get(report, { body: { targetType: 'message', targetId, reason: 'sexual' } });
          return askForFile(as, endpoint.path.replace('{mediaId}', media!.id));
        },
      ),
      {
        of: 'an upload that no message shows yet',
        expected: { ...everyone('404 NOT_FOUND'), owner: '200' },
        async request(_scene, as) {
          const mediaId = mediaIdOf(await uploaded(people.owner));
          return askForFile(as, endpoint.path.replace('{mediaId}', mediaId));
        },
      },
    ),
  ),
  row(uploadFile, {
    of: 'a picture for a message',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    async request(_scene, as) {
      const answer = await upload(as);
      return answer.success ? `${answer.status}` : `${answer.status} ${answer.code}`;
    },
  }),
  row(saveProfile, {
    of: "the owner's profile",
    expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
    request: (_s, as) =>
      ask(as, saveProfile, { params: { userId: people.owner.id }, body: { bio: 'I play chess' } }),
  }),
  row(saveAvatar, {
    of: 'the own picture',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, saveAvatar, { body: { avatarUrl: null } }),
  }),
  row(createPost, {
    of: 'an own post',
    expected: { ...everyone('200'), visitor: '401 POST_SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, createPost, { body: { content: 'x', location: haight } }),
  }),
  row(editPost, {
    of: "the owner's post",
    expected: ownerOnly('401 EDIT_SIGN_IN_REQUIRED', '403 NOT_YOUR_POST_TO_EDIT', '404 POST_NOT_FOUND'),
    request: (scene, as) =>
      ask(as, editPost, { params: { messageId: scene.postId }, body: { content: 'Go?' } }),
  }),
  row(removePost, {
    of: "the owner's post",
    expected: ownerOnly('401 DELETE_SIGN_IN_REQUIRED', '403 NOT_YOUR_POST', '404 POST_NOT_FOUND'),
    request: (scene, as) => ask(as, removePost, { params: { messageId: scene.postId }, body: {} }),
  }),
  row(
    listReactions,
    {
      of: "the owner's post",
      expected: { ...everyone('200'), ...hidden('404 POST_NOT_FOUND') },
      request: (scene, as) => ask(as, listReactions, { query: { messageId: scene.postId } }),
    },
    {
      of: "the owner's reaction to somebody else's post",
      expected: seenByAllBut('200 without'),
      request: (scene, as) =>
        ask(as, listReactions, { query: { messageId: scene.hostPostId } }, (data: { userId: string }[]) =>
          data.some(({ userId }) => userId === people.owner.id),
        ),
    },
  ),
  ...[addReaction, removeReaction].map((endpoint) =>
    row(endpoint, {
      of: "the owner's post",
      expected: {
        ...everyone('200'),
        ...hidden('404 POST_NOT_FOUND'),
        visitor: '401 REACTION_SIGN_IN_REQUIRED',
      },
      request: (scene, as) => ask(as, endpoint, { body: { messageId: scene.postId, reactionType: 'AGREE' } }),
    }),
  ),
  row(
    listComments,
    {
      of: "the owner's post",
      expected: { ...everyone('200'), ...hidden('404 POST_NOT_FOUND') },
      request: (scene, as) => ask(as, listComments, { query: { messageId: scene.postId } }),
    },
    {
      of: "the owner's comment on somebody else's post",
      expected: seenByAllBut('200 without'),
      request: (scene, as) =>
        ask(as, listComments, { query: { messageId: scene.hostPostId } }, (data: { id: string }[]) =>
          data.some(({ id }) => id === scene.commentId),
        ),
    },
  ),
  row(
    addComment,
    {
      of: "the owner's post",
      expected: {
        ...everyone('200'),
        ...hidden('404 POST_NOT_FOUND'),
        visitor: '401 COMMENT_SIGN_IN_REQUIRED',
      },
      request: (scene, as) => ask(as, addComment, { body: { messageId: scene.postId, content: 'Yes' } }),
    },
    {
      of: "an answer to the owner's comment",
      expected: {
        ...everyone('200'),
        ...hidden('404 COMMENT_NOT_FOUND'),
        visitor: '401 COMMENT_SIGN_IN_REQUIRED',
      },
      request: (scene, as) =>
        ask(as, addComment, {
          body: { messageId: scene.hostPostId, parentId: scene.commentId, content: 'Yes' },
        }),
    },
  ),
  row(
    removeComment,
    {
      of: "the owner's comment on somebody else's post",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOUR_COMMENT', '404 COMMENT_NOT_FOUND'),
      request: (scene, as) => ask(as, removeComment, { params: { commentId: scene.commentId }, body: {} }),
    },
    {
      of: "somebody else's comment on the owner's post",
      expected: {
        ...everyone('403 NOT_YOUR_COMMENT'),
        ...hidden('404 COMMENT_NOT_FOUND'),
        visitor: '401 SIGN_IN_REQUIRED',
      },
      request: (scene, as) =>
        ask(as, removeComment, { params: { commentId: scene.hostCommentId }, body: {} }),
    },
  ),
  row(addBookmark, {
    of: "the owner's post",
    expected: {
      ...everyone('200'),
      ...hidden('404 POST_NOT_FOUND'),
      visitor: '401 BOOKMARK_SIGN_IN_REQUIRED',
      owner: '400 OWN_POST_BOOKMARK',
    },
    request: (scene, as) => ask(as, addBookmark, { body: { messageId: scene.postId } }),
  }),
  row(removeBookmark, {
    of: "the owner's post",
    expected: { ...everyone('200'), visitor: '401 UNBOOKMARK_SIGN_IN_REQUIRED' },
    request: (scene, as) => ask(as, removeBookmark, { body: { messageId: scene.postId } }),
  }),
  row(
    listPosts,
    ...(
      [
        ['everything', () => ({})],
        ['by author', () => ({ userId: people.owner.id })],
        ['by ids', (scene) => ({ ids: scene.postId })],
        ['by place', () => ({ ...haight, radiusKm: 5 })],
        ['by map view', () => ({ west: -123, south: 37, east: -122, north: 38 })],
        ['by keyword', () => ({ keywords: 'chess' })],
      ] as [string, (scene: Scene) => object][]
    ).map(
      ([of, query]): Case => ({
        of,
        expected: seenByAllBut('200 without'),
        request: (scene, as) => ask(as, listPosts, { query: query(scene) }, holdsPost(scene)),
      }),
    ),
    {
      of: 'the own posts',
      expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
      request: (scene, as) => ask(as, listPosts, { query: { view: 'mine' } }, holdsPost(scene)),
    },
    {
      of: 'the bookmarked posts',
      expected: {
        ...seenByAllBut('200 without'),
        visitor: '401 SIGN_IN_REQUIRED',
        owner: '200 without',
      },
      request: (scene, as) => ask(as, listPosts, { query: { view: 'bookmarked' } }, holdsPost(scene)),
    },
  ),
  row(findPlaces, {
    of: 'towns',
    expected: everyone('200'),
    request: (_scene, as) => ask(as, findPlaces, { query: { query: 'san' } }),
  }),
  row(listMapCounts, {
    of: 'a box, the same for all',
    expected: everyone('200'),
    request: (_scene, as) =>
      ask(as, listMapCounts, { query: { west: -123, south: 37, east: -122, north: 38, zoom: 9 } }),
  }),
  row(getPost, {
    of: "the owner's post",
    expected: { ...everyone('200'), ...hidden('404 POST_NOT_FOUND') },
    request: (scene, as) => ask(as, getPost, { params: { messageId: scene.postId } }),
  }),
  row(
    listBookmarks,
    {
      of: 'the own bookmarks',
      expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 without' },
      request: (scene, as) =>
        ask(as, listBookmarks, {}, (data: { messageId: string }[]) =>
          data.some(({ messageId }) => messageId === scene.postId),
        ),
    },
    {
      of: "the owner's bookmarks",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
      request: (_s, as) => ask(as, listBookmarks, { query: { userId: people.owner.id } }),
    },
  ),
  row(
    listUsers,
    {
      of: 'the owner among the people',
      expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
      request: (_s, as) =>
        ask(as, listUsers, {}, (data: { id: string }[]) => data.some(({ id }) => id === people.owner.id)),
    },
    {
      of: 'the owner by id',
      expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
      request: (_s, as) =>
        ask(
          as,
          listUsers,
          { query: { userId: people.owner.id } },
          (data: { id: string }[]) => data[0]?.id === people.owner.id,
        ),
    },
    {
      of: "how many posts the owner has: none for those who can't see them",
      expected: seenByAllBut('200 without'),
      request: (_s, as) =>
        ask(
          as,
          listUsers,
          { query: { userId: people.owner.id, messageCount: 'true' } },
          (data: { messageCount: number }) => data.messageCount > 0,
        ),
    },
  ),
  row(getProfile, {
    of: "the owner's profile: no more than name and picture for who has blocked them",
    expected: { ...everyone('200 sees'), blocker: '200 without', blocked: '404 PROFILE_NOT_FOUND' },
    request: (_s, as) =>
      ask(
        as,
        getProfile,
        { params: { userId: people.owner.id } },
        (data: { age: number | null }) => data.age !== null,
      ),
  }),
  row(listProfiles, {
    of: 'the owner among the profiles',
    expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, listProfiles, {}, (data: object) => people.owner.id in data),
  }),
  row(sharePresence, {
    of: 'the own position',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, sharePresence, { body: haight }),
  }),
  row(clearPresence, {
    of: 'the own position',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, clearPresence, { body: {} }),
  }),
  row(findMatches, {
    of: 'the owner among the people nearby',
    expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 without' },
    async request(_scene, as, role) {
      await people.owner.get(sharePresence, { body: haight });
      if (role !== 'visitor') await as.get(sharePresence, { body: haight });
      return ask(as, findMatches, {}, (data: { profile: { id: string } }[]) =>
        data.some(({ profile }) => profile.id === people.owner.id),
      );
    },
  }),
  row(listOnlineUsers, {
    of: 'the owner among the people nearby',
    expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 without' },
    async request(_scene, as, role) {
      await people.owner.get(sharePresence, { body: haight });
      if (role !== 'visitor') await as.get(sharePresence, { body: haight });
      return ask(as, listOnlineUsers, { query: { radius: 50 } }, (data: { userId: string }[]) =>
        data.some(({ userId }) => userId === people.owner.id),
      );
    },
  }),
  row(searchProfiles, {
    of: 'the owner by name',
    expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 without' },
    request: (_s, as) =>
      ask(as, searchProfiles, { query: { name: 'owne' } }, (data: { id: string }[]) =>
        data.some(({ id }) => id === people.owner.id),
      ),
  }),
  row(
    getWallet,
    {
      of: "the owner's wallet",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
      request: (_s, as) => ask(as, getWallet, { query: { userId: people.owner.id } }),
    },
    ...inRoom("the wallet of the owner's room", forMembers('200'), ({ conversationId }, as) =>
      ask(as, getWallet, { query: { conversationId } }),
    ),
  ),
  row(searchWallets, {
    of: 'the owner by name',
    expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 without' },
    request: (_s, as) =>
      ask(as, searchWallets, { query: { q: 'owne' } }, (data: { userId?: string }[]) =>
        data.some(({ userId }) => userId === people.owner.id),
      ),
  }),
  row(
    listTransactions,
    {
      of: "what came into the owner's wallet",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '404 WALLET_NOT_FOUND'),
      request: async (_s, as) =>
        ask(as, listTransactions, { params: { walletId: (await walletOf(people.owner)).id } }),
    },
    ...inRoom(
      "what came into the wallet of the owner's room",
      {
        outsiders: ownerOnly('401 SIGN_IN_REQUIRED', '404 WALLET_NOT_FOUND'),
        members: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
      },
      async ({ conversationId }, as) => {
        const { id } = await groupWallet(people.owner, conversationId);
        return ask(as, listTransactions, { params: { walletId: id } });
      },
    ),
  ),
  row(findTransfer, {
    of: "what was sent from the owner's wallet under a key",
    expected: ownerOnly('401 SIGN_IN_REQUIRED', '404 WALLET_NOT_FOUND'),
    request: async (_s, as) => {
      const params = { walletId: (await walletOf(people.owner)).id, key: 'a-key-of-a-device' };
      return ask(as, findTransfer, { params });
    },
  }),
  row(
    transfer,
    {
      of: "out of the owner's wallet",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOUR_WALLET'),
      request: async (_s, as) => {
        const [from, to] = [await walletOf(people.owner), await walletOf(host)];
        return ask(as, transfer, { body: { fromWalletId: from.id, toWalletId: to.id, amountMinor: 1 } });
      },
    },
    {
      of: 'into the owner’s wallet',
      expected: {
        ...everyone('200'),
        ...hidden('404 WALLET_NOT_FOUND'),
        visitor: '401 SIGN_IN_REQUIRED',
        owner: '400 SAME_WALLET',
      },
      request: async (_s, as, role) => {
        const from = await walletOf(role === 'visitor' ? host : as);
        const to = await walletOf(people.owner);
        return ask(as, transfer, { body: { fromWalletId: from.id, toWalletId: to.id, amountMinor: 1 } });
      },
    },
    ...inRoom(
      "out of the wallet of the owner's room",
      {
        outsiders: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOUR_WALLET'),
        members: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOUR_WALLET'),
      },
      async ({ conversationId }, as) => {
        const [from, to] = [await groupWallet(people.owner, conversationId), await walletOf(host)];
        const given = { fromWalletId: to.id, toWalletId: from.id, amountMinor: 1 };
        await host.get(transfer, { body: given });
        return ask(as, transfer, { body: { fromWalletId: from.id, toWalletId: to.id, amountMinor: 1 } });
      },
    ),
  ),
  row(
    addMiniApp,
    ...inRoom("a mini app in the owner's room", forMembers('200'), ({ conversationId }, as) =>
      ask(as, addMiniApp, { params: { conversationId }, body: { appType: 'ice-breaker' } }),
    ),
  ),
  row(
    getMiniApp,
    ...onMiniApp("the owner's mini app", '200', (miniAppId, as) =>
      ask(as, getMiniApp, { params: { miniAppId } }),
    ),
  ),
  row(
    listParticipations,
    ...onMiniApp("who took part in the owner's mini app", '200', (miniAppId, as) =>
      ask(as, listParticipations, { params: { miniAppId } }),
    ),
  ),
  row(
    participate,
    ...onMiniApp("taking part in the owner's mini app", '200', (miniAppId, as) =>
      ask(as, participate, { params: { miniAppId }, body: { data: { answers: ['Tea'] } } }),
    ),
  ),
  row(
    changeMiniAppState,
    ...onMiniApp("the state of the owner's mini app", '200', (miniAppId, as) =>
      ask(as, changeMiniAppState, { params: { miniAppId }, body: { state: {} } }),
    ),
  ),
  row(
    completeMiniApp,
    ...onMiniApp("completing the owner's mini app", '403 NOT_THE_APP_CREATOR', (miniAppId, as) =>
      ask(as, completeMiniApp, { params: { miniAppId }, body: {} }),
    ),
  ),
  row(getQuestionnaire, {
    of: 'the questions of the quiz',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, getQuestionnaire, {}),
  }),
  row(saveQuestionnaire, {
    of: 'other questions, by an administrator',
    expected: { ...everyone('403 FORBIDDEN'), visitor: '401 SIGN_IN_REQUIRED', administrator: '200' },
    request: (_s, as) => ask(as, saveQuestionnaire, { body: { content: null } }),
  }),
  ...[listBoardMembers, listVotingRecords].map((endpoint) =>
    row(endpoint, {
      of: 'the owner as a candidate, whom blocks leave where they are',
      expected: everyone('200 sees'),
      async request(_scene, as) {
        await castVote(host, people.owner);
        return ask(as, endpoint, {}, (data: unknown) => JSON.stringify(data).includes(people.owner.id));
      },
    }),
  ),
  row(
    castBoardVote,
    {
      of: 'a vote for the owner, blocked or not',
      expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED', owner: '400 BOARD_VOTE_YOURSELF' },
      async request(_scene, as) {
        const body = { candidateId: people.owner.id, action: 'add' };
        const outcome = await ask(as, castBoardVote, { body });
        if (as.user) await castVote(as, people.owner, 'remove');
        return outcome;
      },
    },
    {
      of: 'whether the owner has voted for the host: everybody hears of their own votes alone',
      expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
      async request(_scene, as) {
        await castVote(people.owner, host);
        const body = { candidateId: host.id, action: 'check' };
        return ask(as, castBoardVote, { body }, ({ hasVoted }: { hasVoted: boolean }) => hasVoted);
      },
    },
  ),
  row(listMotions, {
    of: 'what the owner has put to the board',
    expected: everyone('200 sees'),
    async request(_scene, as) {
      await castVote(host, people.owner);
      const { id } = await aMotion(people.owner);
      return ask(as, listMotions, { query: { limit: 100 } }, (data: Motion[]) =>
        data.some((motion) => motion.id === id && motion.createdBy === people.owner.id),
      );
    },
  }),
  row(getMotion, {
    of: 'one motion of the owner, blocked or not',
    expected: everyone('200 sees'),
    async request(_scene, as) {
      await castVote(host, people.owner);
      const { id: motionId } = await aMotion(people.owner);
      return ask(
        as,
        getMotion,
        { params: { motionId } },
        ({ creator }: Motion) => creator?.id === people.owner.id,
      );
    },
  }),
  row(createMotion, {
    of: 'a motion, by the owner, who is on the board',
    expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_A_BOARD_MEMBER'),
    async request(_scene, as) {
      await castVote(host, people.owner);
      return ask(as, createMotion, { body: { title: 'Benches', content: 'More of them' } });
    },
  }),
  row(voteOnMotion, {
    of: 'a ballot, by the owner, who is on the board',
    expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_A_BOARD_MEMBER'),
    async request(_scene, as) {
      await castVote(host, people.owner);
      const { id: motionId } = await aMotion(people.owner);
      return ask(as, voteOnMotion, { params: { motionId }, body: { vote: 'YES' } });
    },
  }),
  row(listResolutions, {
    of: 'what the board has resolved',
    expected: everyone('200'),
    request: (_s, as) => ask(as, listResolutions, {}),
  }),
  row(listChainLinks, {
    of: 'the ballot of the owner in the chain, blocked or not',
    expected: everyone('200 sees'),
    async request(_scene, as) {
      await castVote(host, people.owner);
      await ballot(people.owner, await aMotion(people.owner));
      return ask(as, listChainLinks, { params: { chain: 'ballots' } }, (data: unknown) =>
        JSON.stringify(data).includes(people.owner.id),
      );
    },
  }),
  row(
    listMessages,
    inTalk('what was written to the owner', listMessages),
    ...inRoom("the owner's words", foldedForBlocker(), ({ conversationId }, as) =>
      ask(as, listMessages, { params: { conversationId } }, holdsWords),
    ),
  ),
  row(
    searchMessages,
    ownersAlone('what was written to the owner', ({ conversationId }, as) =>
      ask(as, searchMessages, { params: { conversationId }, query: { query: 'quiet' } }),
    ),
    ...inRoom("the owner's words", foldedForBlocker(), ({ conversationId }, as) =>
      ask(as, searchMessages, { params: { conversationId }, query: { query: 'quiet' } }, holdsWords),
    ),
  ),
  row(
    sendMessage,
    {
      ...inTalk('an answer of the owner', sendMessage, { content: 'Hello' }),
      expected: {
        ...everyone('404 CONVERSATION_NOT_FOUND'),
        visitor: '401 MESSAGE_SIGN_IN_REQUIRED',
        owner: '200',
      },
    },
    ...inRoom(
      'an own message',
      forMembers('200', '200', '401 MESSAGE_SIGN_IN_REQUIRED'),
      ({ conversationId }, as) =>
        ask(as, sendMessage, { params: { conversationId }, body: { content: 'Hello' } }),
    ),
    ...inRoom(
      "an answer to the owner's message",
      forMembers('200', '200', '401 MESSAGE_SIGN_IN_REQUIRED'),
      ({ conversationId, messageId }, as) =>
        ask(as, sendMessage, { params: { conversationId }, body: { content: 'Yes', replyToId: messageId } }),
    ),
  ),
  row(
    editMessage,
    {
      ...inTalk('what was written to the owner', editMessage, { content: 'x' }),
      expected: {
        ...everyone('404 CONVERSATION_NOT_FOUND'),
        visitor: '401 SIGN_IN_REQUIRED',
        owner: '403 NOT_YOUR_MESSAGE',
      },
    },
    ...inRoom(
      "the owner's message",
      forMembers('200', '403 NOT_YOUR_MESSAGE'),
      ({ conversationId, messageId }, as) =>
        ask(as, editMessage, { params: { conversationId, messageId }, body: { content: 'Shall I?' } }),
    ),
  ),
  row(
    removeMessage,
    {
      ...inTalk('what was written to the owner', removeMessage, {}),
      expected: {
        ...everyone('404 CONVERSATION_NOT_FOUND'),
        visitor: '401 SIGN_IN_REQUIRED',
        owner: '403 NOT_YOUR_MESSAGE',
      },
    },
    ...inRoom(
      "the owner's message",
      forMembers('200', '403 NOT_YOUR_MESSAGE'),
      ({ conversationId, messageId }, as) =>
        ask(as, removeMessage, { params: { conversationId, messageId }, body: {} }),
    ),
    ...inRoom(
      "the host's message: it is not the room owner's either",
      forMembers('403 NOT_YOUR_MESSAGE'),
      ({ conversationId, hostMessageId }, as) =>
        ask(as, removeMessage, { params: { conversationId, messageId: hostMessageId }, body: {} }),
    ),
  ),
  row(
    reactToMessage,
    inTalk('what was written to the owner', reactToMessage, { reactionType: 'HEART' }),
    ...inRoom("the owner's message", forMembers('200'), ({ conversationId, messageId }, as) =>
      ask(as, reactToMessage, { params: { conversationId, messageId }, body: { reactionType: 'AGREE' } }),
    ),
  ),
  row(
    markRead,
    inTalk('how far the owner has read', markRead, {}),
    ...inRoom('how far one has read', forMembers('200'), ({ conversationId }, as) =>
      ask(as, markRead, { params: { conversationId }, body: {} }),
    ),
  ),
  row(
    tellTyping,
    inTalk('that one is writing to the owner', tellTyping, {}),
    ...inRoom('that one is writing', forMembers('200'), ({ conversationId }, as) =>
      ask(as, tellTyping, { params: { conversationId }, body: {} }),
    ),
  ),
  row(
    changeConversationSettings,
    inTalk('the conversation of two', changeConversationSettings, { isMuted: true }),
    ...inRoom("the owner's room", forMembers('200'), ({ conversationId }, as) =>
      ask(as, changeConversationSettings, { params: { conversationId }, body: { isMuted: true } }),
    ),
  ),
  row(
    listMembers,
    inTalk('the two', listMembers),
    ...inRoom('the owner among the members', forMembers('200 sees'), ({ conversationId }, as) =>
      ask(as, listMembers, { params: { conversationId } }, (data: { userId: string }[]) =>
        data.some(({ userId }) => userId === people.owner.id),
      ),
    ),
  ),
  row(
    removeConversation,
    inTalk('the conversation of two', removeConversation, {}),
    ...inRoom("the owner's room", forMembers('400 PRIVATE_ONLY_DELETE'), ({ conversationId }, as) =>
      ask(as, removeConversation, { params: { conversationId }, body: {} }),
    ),
  ),
  row(
    listConversations,
    ...inRoom(
      'the own conversations',
      {
        outsiders: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
        members: { ...everyone('200 sees'), visitor: '401 SIGN_IN_REQUIRED' },
      },
      (room, as) => ask(as, listConversations, {}, holdsConversation(room)),
    ),
    ...inRoom(
      'the rooms near by',
      {
        outsiders: seenByAllBut('200 without'),
        members: everyone('200 sees'),
      },
      (room, as) =>
        ask(as, listConversations, { query: { includeNearby: 'true', ...haight } }, holdsConversation(room)),
    ),
    ...inOwnRoom(
      "the last message, the owner's: not told to those who are hidden from each other",
      {
        outsiders: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
        members: {
          ...everyone('200 sees'),
          ...hidden('200 without'),
          visitor: '401 SIGN_IN_REQUIRED',
        },
      },
      async ({ conversationId, hostMessageId }, as) => {
        const params = { conversationId, messageId: hostMessageId };
        await host.call(removeMessage, { params, body: {} });
        return ask(as, listConversations, {}, (data: object[]) => JSON.stringify(data).includes(ownersWords));
      },
    ),
  ),
  row(
    getConversation,
    inTalk('the conversation of two', getConversation),
    ...inRoom("the owner's words", foldedForBlocker(), ({ conversationId }, as) =>
      ask(as, getConversation, { params: { conversationId } }, (data: { messages: { content: string }[] }) =>
        holdsWords(data.messages),
      ),
    ),
    ...inRoom(
      'the cards of those who wait',
      forMembers('200 sees', '200 without'),
      ({ conversationId, requestId }, as) =>
        ask(as, getConversation, { params: { conversationId } }, (data: object) =>
          JSON.stringify(data).includes(requestId),
        ),
    ),
  ),
  row(
    getRoom,
    ...inRoom(
      "the owner's room",
      {
        outsiders: { ...everyone('200'), ...hidden('404 ROOM_NOT_FOUND') },
        members: everyone('200'),
      },
      ({ roomId }, as) => ask(as, getRoom, { params: { roomId } }),
    ),
    ...inRoom(
      'the same with an invite',
      {
        outsiders: { ...everyone('200'), ...hidden('404 ROOM_NOT_FOUND') },
        members: everyone('200'),
      },
      ({ roomId, invite }, as) => ask(as, getRoom, { params: { roomId }, query: { invite } }),
    ),
  ),
  row(
    getConversationOfRoom,
    ...inRoom(
      "the owner's room",
      {
        outsiders: { ...forMembers('200').outsiders, ...hidden('404 ROOM_NOT_FOUND') },
        members: forMembers('200').members,
      },
      ({ roomId }, as) => ask(as, getConversationOfRoom, { body: { chatRoomId: roomId } }),
    ),
  ),
  row(countUnread, {
    of: 'the own badge',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, countUnread, {}),
  }),
  row(listNotifications, {
    of: "of the host's reaction to the own post",
    expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
    request: async (scene, as) => {
      await host.get(addReaction, { body: { messageId: scene.postId, reactionType: 'HEART' } });
      await allNotified(app.deps);
      // Who is near may be told of the post itself.
      return ask(as, listNotifications, {}, (list: { type: string; data: { messageId: string } }[]) =>
        list.some(({ type, data }) => type === 'MESSAGE_REACTION' && data.messageId === scene.postId),
      );
    },
  }),
  ...[countNotifications, getNotificationSettings, listUnnotified].map((endpoint) =>
    row(endpoint, {
      of: 'the own ones',
      expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
      request: (_s, as) => ask(as, endpoint, {}),
    }),
  ),
  ...[readNotifications, clearNotifications, saveNotificationSettings].map((endpoint) =>
    row(endpoint, {
      of: 'the own ones',
      expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
      request: (_s, as) => ask(as, endpoint, { body: {} }),
    }),
  ),
  row(removeNotification, {
    of: "the owner's, which stays whoever else says so",
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: async (scene, as, role) => {
      await host.get(addReaction, { body: { messageId: scene.postId, reactionType: 'HEART' } });
      await allNotified(app.deps);
      const notificationId = `reactions-${scene.postId}`;
      const answer = await ask(as, removeNotification, { params: { notificationId }, body: {} });
      const { data } = await people.owner.get(listNotifications);
      const isThere = (data as { id: string }[]).some(({ id }) => id === notificationId);
      expect([role, isThere]).toEqual([role, role !== 'owner']);
      return answer;
    },
  }),
  row(getPushKey, {
    of: 'what everybody may know',
    expected: everyone('200'),
    request: (_s, as) => ask(as, getPushKey, {}),
  }),
  row(addPushSubscription, {
    of: 'the own browser: nobody pushes into this network',
    expected: { ...everyone('400 PUSH_ADDRESS_REFUSED'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) =>
      ask(as, addPushSubscription, {
        body: {
          endpoint: 'https://127.0.0.1/push',
          keys: { p256dh: 'x', auth: 'x' },
          language: 'en',
          publicKey: 'x',
        },
      }),
  }),
  row(removePushSubscription, {
    of: 'the own browser',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, removePushSubscription, { body: { endpoint: 'https://push.example/1' } }),
  }),
  row(markNotified, {
    of: 'a post, for oneself',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (scene, as) => ask(as, markNotified, { body: { messageIds: [scene.postId] } }),
  }),
  row(getLinkPreview, {
    of: 'an address inside of this network: nobody hears what is there',
    expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_s, as) =>
      ask(
        as,
        getLinkPreview,
        { query: { url: 'http://127.0.0.1/' } },
        (data: object | null) => data !== null,
      ),
  }),
  row(createRoom, {
    of: 'an own room',
    expected: { ...everyone('200'), visitor: '401 ROOM_SIGN_IN_REQUIRED' },
    request: (_s, as) => ask(as, createRoom, { body: { name: 'Go', ...haight } }),
  }),
  row(
    joinRoom,
    ...[false, true].flatMap((isInvited) =>
      inRoom(
        isInvited ? "the owner's room with an invite" : "the owner's room",
        {
          outsiders: {
            ...everyone('200'),
            ...hidden('404 ROOM_NOT_FOUND'),
            visitor: '401 JOIN_SIGN_IN_REQUIRED',
            owner: '409 ALREADY_A_MEMBER',
          },
          members: { ...everyone('409 ALREADY_A_MEMBER'), visitor: '401 JOIN_SIGN_IN_REQUIRED' },
        },
        ({ roomId, invite }, as) =>
          ask(as, joinRoom, { params: { roomId }, body: isInvited ? { invite } : haight }),
      ),
    ),
  ),
  row(
    changeRoom,
    ...inRoom("the owner's room", forTheOwner('200'), ({ roomId }, as) =>
      ask(as, changeRoom, { params: { roomId }, body: { joinRadius: 7 } }),
    ),
  ),
  row(
    leaveRoom,
    ...inRoom(
      "the owner's room",
      {
        outsiders: { ...forMembers('200').outsiders, ...hidden('404 ROOM_NOT_FOUND') },
        members: forMembers('200').members,
      },
      ({ roomId }, as) => ask(as, leaveRoom, { params: { roomId }, body: {} }),
    ),
  ),
  row(
    removeRoom,
    ...inRoom("the owner's room", forTheOwner('200'), ({ roomId }, as) =>
      ask(as, removeRoom, { body: { chatRoomId: roomId } }),
    ),
  ),
  row(
    listJoinRequests,
    ...inRoom('a request that waits', forTheOwner('200 sees'), ({ roomId, requestId }, as) =>
      ask(as, listJoinRequests, { params: { roomId } }, (data: { id: string }[]) =>
        data.some(({ id }) => id === requestId),
      ),
    ),
  ),
  row(
    answerJoinRequest,
    ...inRoom('a request that waits', forTheOwner('200'), ({ roomId, requestId }, as) =>
      ask(as, answerJoinRequest, { params: { roomId }, body: { requestId, action: 'approve' } }),
    ),
  ),
  ...(
    [
      [removeParticipant, '404 PARTICIPANT_NOT_FOUND'],
      [banParticipant, '200'],
    ] as const
  ).map(([endpoint, ofWhoAsked]) =>
    row(
      endpoint,
      ...inRoom('the host in the room of the owner', forTheOwner('200'), ({ roomId }, as) =>
        ask(as, endpoint, { params: { roomId }, body: { targetUserId: host.id } }),
      ),
      ...inRoom('somebody who has only asked to join', forTheOwner(ofWhoAsked), ({ roomId }, as) =>
        ask(as, endpoint, { params: { roomId }, body: { targetUserId: asker.id } }),
      ),
    ),
  ),
  row(
    listRoomBans,
    ...inRoom('who is banned', forTheOwner('200 sees'), async ({ roomId }, as) => {
      await banned(app.deps, roomId, asker.id);
      return ask(as, listRoomBans, { params: { roomId } }, (data: RoomBan[]) =>
        data.some(({ user }) => user.id === asker.id),
      );
    }),
  ),
  row(
    liftRoomBan,
    ...inRoom('somebody who is banned', forTheOwner('200'), async ({ roomId }, as) => {
      await banned(app.deps, roomId, asker.id);
      return ask(as, liftRoomBan, { params: { roomId }, body: { targetUserId: asker.id } });
    }),
  ),
  row(
    inviteToRoom,
    ...inRoom('the invite', forTheOwner('200 sees'), ({ roomId, invite }, as) =>
      ask(
        as,
        inviteToRoom,
        { params: { roomId }, body: {} },
        (data: { invite: string }) => data.invite === invite,
      ),
    ),
  ),
  row(
    removeInvite,
    ...inRoom('the invite', forTheOwner('200'), ({ roomId }, as) =>
      ask(as, removeInvite, { params: { roomId }, body: {} }),
    ),
  ),
  row(
    getLeaderVotes,
    ...inRoom('the votes', forMembers('200'), ({ conversationId }, as) =>
      ask(as, getLeaderVotes, { params: { conversationId } }),
    ),
  ),
  row(
    voteForLeader,
    ...inRoom('a vote for the host', votes, ({ conversationId }, as) =>
      ask(as, voteForLeader, { params: { conversationId }, body: { candidateId: host.id } }),
    ),
  ),
  row(
    updateDetails,
    ...inRoom(
      "the owner's room",
      forMembers('200', '403 NOT_THE_OWNER', '401 MANAGE_SIGN_IN_REQUIRED'),
      ({ conversationId }, as) =>
        ask(as, updateDetails, {
          params: { conversationId },
          body: { action: 'update_details', title: 'Go in the park' },
        }),
    ),
  ),
  row(startConversation, {
    of: 'a conversation with the owner',
    expected: writingToOwner('403 BLOCKED_CANNOT_CREATE'),
    request: (_s, as) => ask(as, startConversation, { body: { otherUserId: people.owner.id } }),
  }),
  row(
    sendPrivateMessage,
    {
      of: 'a message to the owner',
      expected: writingToOwner('403 BLOCKED_RECEIVER'),
      async request(_scene, as) {
        // The owner has begun it too: nobody has to be accepted first.
        if (as.user) await people.owner.call(startConversation, { body: { otherUserId: as.id } });
        return ask(as, sendPrivateMessage, { body: { receiverId: people.owner.id, content: 'Hello' } });
      },
    },
    {
      ...ownersAlone('an answer of the owner', ({ conversationId }, as) =>
        ask(as, sendPrivateMessage, { body: { conversationId, content: 'Hello' } }),
      ),
      expected: {
        ...everyone('404 CONVERSATION_NOT_FOUND'),
        visitor: '401 PRIVATE_SIGN_IN_REQUIRED',
        owner: '200',
      },
    },
  ),
  row(
    markPrivateMessageRead,
    ownersAlone(
      'what was written to the owner',
      ({ messageId }, as) => ask(as, markPrivateMessageRead, { params: { messageId }, body: {} }),
      'MESSAGE_NOT_FOUND',
    ),
  ),
  row(answerMessageRequest, inTalk('a request to the owner', answerMessageRequest, { action: 'accept' })),
  row(listBlocks, {
    of: 'the owner among those one has blocked',
    expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', blocker: '200 sees' },
    request: (_s, as) =>
      ask(as, listBlocks, {}, (data: { blockedId: string }[]) =>
        data.some(({ blockedId }) => blockedId === people.owner.id),
      ),
  }),
  row(blockPerson, {
    of: 'the owner: blocked or not, the answer is the same',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED', owner: '400 BLOCK_YOURSELF' },
    async request(_scene, as, role) {
      const outcome = await ask(as, blockPerson, { body: { blockedId: people.owner.id } });
      if (role !== 'blocker' && as.user)
        await as.get(unblockPerson, { body: { blockedId: people.owner.id } });
      return outcome;
    },
  }),
  row(unblockPerson, {
    of: "the owner, whom one has blocked; others' blocks stay",
    expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', blocker: '200 sees' },
    async request(_scene, as, role) {
      const body = { blockedId: people.owner.id };
      const outcome = await ask(as, unblockPerson, { body }, (data: object | null) => data !== null);
      if (role === 'blocker') await as.get(blockPerson, { body });
      return outcome;
    },
  }),
  row(loadDemoTown, {
    of: 'a town that is there already',
    expected: everyone('409 DEMO_TOWN_LOADED'),
    request: (_s, as) => ask(as, loadDemoTown, { body: {} }),
  }),
  row(
    { method: 'GET', path: eventsPath },
    {
      of: 'a stream without a name',
      expected: everyone('200'),
      request: (_s, as) => askForStream(as, ''),
    },
    {
      of: "the owner's stream",
      expected: ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_YOURSELF'),
      request: (_s, as) => askForStream(as, `?userId=${people.owner.id}`),
    },
  ),
  row(
    { method: 'GET', path: '/api/auth/sign-in' },
    {
      of: 'the way to the provider',
      expected: everyone('302'),
      request: async (_s, as) => `${(await as.fetch('/api/auth/sign-in')).status}`,
    },
  ),
  row(
    { method: 'GET', path: '/api/auth/callback' },
    {
      of: 'an answer nobody asked for',
      expected: everyone('303 /?signIn=failed&code=SIGN_IN_FAILED'),
      async request(_scene, as) {
        const answer = await new TestPerson(as.origin).fetch('/api/auth/callback?code=x&state=y');
        return `${answer.status} ${answer.headers.get('location')}`;
      },
    },
  ),
  row(
    { method: 'POST', path: '/api/auth/callback' },
    {
      of: 'an answer as a form, which is sent on to be taken',
      expected: everyone('303 /api/auth/callback?code=x&state=y'),
      async request(_scene, as) {
        const body = new URLSearchParams({ code: 'x', state: 'y', id_token: 'z' });
        const headers = { origin: 'https://provider.example', 'sec-fetch-site': 'cross-site' };
        const answer = await as.fetch('/api/auth/callback', { method: 'POST', body, headers });
        return `${answer.status} ${answer.headers.get('location')}`;
      },
    },
  ),
  ...['/api/openapi.json', '/api/docs'].map((path) =>
    row(
      { method: 'GET', path },
      {
        of: 'the description of the API',
        expected: everyone('200'),
        request: async (_s, as) => `${(await as.fetch(path)).status}`,
      },
    ),
  ),
];

/** A picture that the owner sends into a room. */
async function sentPictureIn({ conversationId }: RoomScene) {
  const content = await uploaded(people.owner);
  const sent = await people.owner.get(sendMessage, {
    params: { conversationId },
    body: { type: 'IMAGE', content },
  });
  return sent.data;
}

const pictureIn = async (room: RoomScene) => (await sentPictureIn(room)).media!.id;

async function askForStream(as: TestPerson, query: string): Promise<Outcome> {
  const stop = new AbortController();
  const answer = await as.fetch(eventsPath + query, { signal: stop.signal });
  const outcome =
    answer.status === 200 ? '200' : `${answer.status} ${((await answer.json()) as { code: string }).code}`;
  stop.abort();
  return outcome;
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const advice =
  'has no row in the authorisation matrix: add one to `rows` in server/src/authorisation.test.ts that says for every role which status and code it gets and, for reads, whether the thing is in the answer.';

test('every call has a row', () => {
  const known = new Set(rows.map(nameOf));
  const documented = Object.entries(app.server.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const missing = [...endpoints, ...documented].filter((call) => !known.has(nameOf(call)));
  expect(missing.map((call) => `${nameOf(call)} ${advice}`)).toEqual([]);
  expect(rows.length).toBe(known.size);
});

/** Who only looks leaves everything as it was: they come first, and one scene is enough for them all. */
const looks = ({ method }: Row) => method === 'GET';
const inOrder = [...rows.filter(looks), ...rows.filter((entry) => !looks(entry))];
let seen: Promise<Scene> | undefined;

describe.each(inOrder.map((entry) => [nameOf(entry), entry] as const))('%s', (_name, entry) => {
  const sceneOf = () => {
    if (!looks(entry)) return makeScene();
    seen ??= makeScene(true);
    return seen;
  };

  test.each(entry.cases.map((each) => [each.of, each] as const))('%s', async (_of, { expected, request }) => {
    const outcomes: Partial<Record<Role, Outcome>> = {};
    // The owner comes last: what is taken away must have been there for everybody else.
    const order = [...roles].sort((a, b) => Number(a === 'owner') - Number(b === 'owner'));
    const scene = await sceneOf();
    for (const role of order) outcomes[role] = await request(scene, people[role], role);
    expect(outcomes).toEqual(expected);
  });
});

const needsSession = endpoints.filter(({ who }) => who === 'signed-in');
const namesActor = endpoints.filter(({ actor }) => actor !== undefined);

/** Path parameters of the right form that stand for nothing. */
const paramsOf = (endpoint: Endpoint) =>
  Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'nothing']));

test.each(needsSession.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s refuses visitors in its own words before it looks at the request (AUTH-049)',
  async (_name, endpoint) => {
    const path = endpoint.path.replace(/\{\w+\}/g, 'nothing');
    const answer = await app.visitor().fetch(path, {
      method: endpoint.method,
      ...(endpoint.method === 'GET'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: 'not json' }),
    });
    const code = (endpoint.signInError ?? 'SIGN_IN_REQUIRED') as ErrorCode;
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ success: false, error: errorDefinitions[code].text, code });
  },
);

/** What the endpoints need besides, so that only the name is wrong. */
const neededBesides = {
  messageId: 'nothing',
  reactionType: 'AGREE',
  content: 'x',
  avatarUrl: null,
  targetType: 'post',
  targetId: 'nothing',
  reason: 'spam',
  query: 'x',
  name: 'x',
  joinRadius: 5,
  chatRoomId: 'nothing',
  requestId: 'nothing',
  targetUserId: 'nothing',
  candidateId: 'nothing',
  blockedId: 'nothing',
  otherUserId: 'nothing',
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'x', auth: 'x' },
  language: 'en',
  publicKey: 'x',
  messageIds: [],
  q: 'xx',
  fromWalletId: 'nothing',
  toWalletId: 'nothing',
  amountMinor: 1,
  title: 'x',
  vote: 'YES',
  appType: 'poll',
  data: { answers: [] },
};
const actions: Record<string, string> = {
  resolveReports: 'dismiss',
  answerJoinRequest: 'approve',
  answerMessageRequest: 'accept',
  updateDetails: 'update_details',
  castBoardVote: 'add',
};

/** The fields of a DELETE may come either way. */
const placesOfNames = namesActor.flatMap((endpoint) => {
  if (endpoint.method === 'GET') return [['query', nameOf(endpoint), endpoint] as const];
  const inBody = ['body', nameOf(endpoint), endpoint] as const;
  return endpoint.method === 'DELETE' ? [inBody, ['query', nameOf(endpoint), endpoint] as const] : [inBody];
});

test.each(placesOfNames)(
  'somebody else as userId in the %s of %s is refused (AUTH-049)',
  async (place, _name, endpoint: Endpoint) => {
    const rest = {
      ...neededBesides,
      ...haight,
      ...(endpoint.name in actions ? { action: actions[endpoint.name] } : {}),
      [endpoint.actor!]: people.owner.id,
    };
    const input = place === 'body' ? { body: { ...rest, location: haight } } : { query: rest };
    expect(await people.stranger.call(endpoint, { params: paramsOf(endpoint), ...input })).toMatchObject({
      success: false,
      status: 403,
      code: 'NOT_YOURSELF',
    });
  },
);

test.each(namesActor.filter(({ who }) => who === 'anyone').map((endpoint) => [nameOf(endpoint), endpoint]))(
  'a visitor who names somebody in %s is asked to sign in (AUTH-049)',
  async (_name, endpoint) => {
    const query = { ...neededBesides, ...haight, [endpoint.actor!]: people.owner.id };
    expect(await app.visitor().call(endpoint, { params: paramsOf(endpoint), query })).toMatchObject({
      success: false,
      status: 401,
      code: 'SIGN_IN_REQUIRED',
    });
  },
);

describe('pictures of messages (COMP-073)', () => {
  test('are read by the members of the moment, and kept by nobody', async () => {
    const room = await makeRoom('members');
    const { roomId, conversationId } = room;
    const mediaId = await pictureIn(room);
    const addresses = [`/api/media/${mediaId}`, `/api/media/${mediaId}/thumbnail`];
    for (const address of addresses) {
      const answer = await people.stranger.fetch(address);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    }
    const params = { roomId };
    await people.owner.get(removeParticipant, { params, body: { targetUserId: people.stranger.id } });
    await people.administrator.get(leaveRoom, { params, body: {} });
    for (const address of addresses) {
      expect((await people.stranger.fetch(address)).status).toBe(404);
      expect((await people.administrator.fetch(address)).status).toBe(404);
      expect((await host.fetch(address)).status).toBe(200);
    }
    await people.owner.get(leaveRoom, { params, body: {} });
    // Whoever sent it is a reader like others.
    for (const address of addresses) expect((await people.owner.fetch(address)).status).toBe(404);
    await people.stranger.get(joinRoom, { params, body: haight });
    for (const address of addresses) expect((await people.stranger.fetch(address)).status).toBe(200);
    expect((await host.get(getConversation, { params: { conversationId } })).data.userRole).toBe('OWNER');
  });

  test('are gone for everybody when the message is taken back, and when the room ends', async () => {
    for (const end of ['taken back', 'ended']) {
      const room = await makeRoom('members');
      const { roomId, conversationId } = room;
      const mediaId = await pictureIn(room);
      const sent = (await people.owner.get(listMessages, { params: { conversationId } })).data.at(-1)!;
      if (end === 'ended') await people.owner.get(removeRoom, { body: { chatRoomId: roomId } });
      else {
        const params = { conversationId, messageId: sent.id };
        await people.owner.get(removeMessage, { params, body: {} });
      }
      for (const reader of [people.owner, people.stranger, host]) {
        for (const address of [`/api/media/${mediaId}`, `/api/media/${mediaId}/thumbnail`]) {
          expect((await reader.fetch(address)).status, end).toBe(404);
        }
      }
    }
  });
});

describe('what a block takes away besides (BLOCK-020)', () => {
  const hiddenRoles = ['blocker', 'blocked'] as const;

  test('counts of comments and reactions leave hidden people out', async () => {
    const scene = await makeScene();
    const stranger = people.stranger;
    await stranger.get(addReaction, { body: { messageId: scene.hostPostId, reactionType: 'HEART' } });
    await stranger.get(addComment, { body: { messageId: scene.hostPostId, content: 'Me too' } });
    const params = { messageId: scene.hostPostId };
    const seen = await stranger.get(getPost, { params });
    expect(seen.data).toMatchObject({ commentCount: 2, reactions: { HEART: 2 } });
    for (const role of hiddenRoles) {
      const { data } = await people[role].get(getPost, { params });
      expect(data).toMatchObject({
        commentCount: 1,
        _count: { comments: 1, reactions: 1 },
        reactions: { HEART: 1 },
      });
    }
  });

  test('an answer below a hidden comment is neither shown nor counted', async () => {
    const scene = await makeScene();
    const messageId = scene.hostPostId;
    const answered = await people.stranger.get(addComment, {
      body: { messageId, parentId: scene.commentId, content: 'Good to hear' },
    });
    await host.get(addComment, { body: { messageId, parentId: answered.data.id, content: 'Indeed' } });
    expect((await host.get(getPost, { params: { messageId } })).data.commentCount).toBe(3);
    for (const role of hiddenRoles) {
      expect((await people[role].get(listComments, { query: { messageId } })).data).toEqual([]);
      expect((await people[role].get(getPost, { params: { messageId } })).data.commentCount).toBe(0);
      const [listed] = (await people[role].get(listPosts, { query: { ids: messageId } })).data;
      expect(listed?.commentCount).toBe(0);
    }
  });

  test('nor is one two levels below a hidden answer', async () => {
    const { id: messageId } = await host.post();
    let parentId: string | null = null;
    for (const person of [people.stranger, people.owner, people.stranger, host]) {
      const said: { data: { id: string } } = await person.get(addComment, {
        body: { messageId, parentId, content: 'And so on' },
      });
      parentId = said.data.id;
    }
    expect((await host.get(getPost, { params: { messageId } })).data.commentCount).toBe(4);
    for (const role of hiddenRoles) {
      const [root] = (await people[role].get(listComments, { query: { messageId } })).data;
      expect(root).toMatchObject({ depth: 0, replies: [] });
      expect((await people[role].get(getPost, { params: { messageId } })).data.commentCount).toBe(1);
    }
  });

  test('what one said before a block can be taken back, and only that', async () => {
    const scene = await makeScene();
    const dora = await app.person('Dora');
    const said = await dora.get(addComment, { body: { messageId: scene.postId, content: 'Me' } });
    await dora.get(addReaction, { body: { messageId: scene.postId, reactionType: 'HEART' } });
    await block(app.deps, people.owner, dora);
    const reaction = { messageId: scene.postId, reactionType: 'HEART' };
    expect(await dora.call(removeReaction, { body: reaction })).toMatchObject({ status: 200 });
    expect(await dora.call(removeReaction, { body: reaction })).toMatchObject({ code: 'POST_NOT_FOUND' });
    const params = { commentId: said.data.id };
    expect(await dora.call(removeComment, { params, body: {} })).toMatchObject({ status: 200 });
    const seen = await host.get(getPost, { params: { messageId: scene.postId } });
    expect(seen.data).toMatchObject({ reactions: {}, commentCount: 1 });
    expect(await dora.call(getPost, { params: { messageId: scene.postId } })).toMatchObject({ status: 404 });
  });

  test('who asked to be let in is not shown to an owner who is hidden from them, and does not notice', async () => {
    const { roomId, conversationId, requestId } = await makeRoom('outsiders');
    const { owner } = people;
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
    await block(app.deps, owner, asker);
    expect(await seen()).toEqual({ listed: false, card: false, counted: [0, 0] });
    expect((await owner.get(countUnread)).data.requests).toBe(before - 1);
    const body = { requestId, action: 'approve' } as const;
    expect(await owner.call(answerJoinRequest, { params, body })).toMatchObject({
      code: 'REQUEST_NOT_FOUND',
    });
    asker = await app.person('asker again');
  });

  test('in a room their words are folded where others answer to them, and their mentions call nobody', async () => {
    const { conversationId, messageId } = await makeRoom('members');
    const { blocker, stranger } = people;
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
    await people.owner.get(sendMessage, { params, body: { content: 'Hey @blocker and @stranger' } });
    expect([await called(blocker), await called(stranger)]).toEqual([false, true]);
    await host.get(sendMessage, { params, body: { content: 'Hey @blocker' } });
    expect(await called(blocker)).toBe(true);
  });

  test('the stream carries nothing of hidden people, nor about their posts', async () => {
    const { postId, hostPostId } = await makeScene();
    const { location } = (await host.get(getPost, { params: { messageId: postId } })).data;
    const { location: hostLocation } = (await host.get(getPost, { params: { messageId: hostPostId } })).data;
    const cells = [...new Set([cellOf(location, 12), cellOf(hostLocation, 12)])];
    const streams = {} as Record<Role, TestStream>;
    for (const role of roles) {
      streams[role] = await TestStream.open(people[role]);
      await streams[role].listen(cells);
    }

    const made = await people.owner.post({ content: 'Anyone?' });
    await people.owner.get(addReaction, { body: { messageId: hostPostId, reactionType: 'SAD' } });
    await people.owner.get(addComment, { body: { messageId: hostPostId, content: 'Hm' } });
    await people.stranger.get(addReaction, { body: { messageId: postId, reactionType: 'SAD' } });
    await people.stranger.get(addComment, { body: { messageId: postId, content: 'Hm' } });
    await people.owner.get(removePost, { params: { messageId: made.id }, body: {} });
    // Frames of a cell come in order, so who has heard of these has heard of all before.
    await people.stranger.get(addReaction, { body: { messageId: hostPostId, reactionType: 'LAUGH' } });
    const lastPost = await host.post({ content: 'The end' });
    const isLast = (event: { messageId: string; userId: string }) =>
      event.messageId === hostPostId && event.userId === people.stranger.id;

    for (const role of roles) {
      await streams[role].untilEvent(isLast);
      await streams[role].untilEvent(({ messageId }) => messageId === lastPost.id);
    }
    // One more batch for the other cell.
    await new Promise((resolve) => setTimeout(resolve, 400));
    for (const role of roles) {
      const about = streams[role].events.filter(
        ({ userId, messageId }) => userId === people.owner.id || [postId, made.id].includes(messageId),
      );
      const isHidden = role === 'blocker' || role === 'blocked';
      expect([role, about.length]).toEqual([role, isHidden ? 0 : 6]);
      streams[role].close();
    }
  });
});
