import { listMessages, sendMessage } from '@dazi/contract/chat/conversations';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { joinRoom } from '@dazi/contract/chat/rooms';
import { defaultBodyLimit, type Endpoint, failureSchema } from '@dazi/contract/kernel/endpoint';
import { uploadFile } from '@dazi/contract/media/uploads';
import {
  getPushKey,
  notificationLimits,
  readNotifications,
} from '@dazi/contract/notifications/notifications';
import { type ErrorCode, endpoints, errorDefinitions } from '@dazi/contract/registry';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { aMotion, ballot, castVote } from '#features/governance/governance.builder.ts';
import { aMiniApp } from '#features/mini-apps/mini-apps.builder.ts';
import { walletOf } from '#features/wallet/wallet.builder.ts';
import { cursorOf } from '#platform/cursor.ts';
import { rememberOnce } from '#platform/installation.store.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { haight, type TestPerson } from './testing/test-person.ts';
import { picture, pngBytes } from './testing/test-pictures.ts';
import { cookieHeader, type RawAnswer, type RawRequest, rawRequest } from './testing/test-request.ts';
import { diceOf, shareOf, turnsOf } from './testing/test-share.ts';
import { TestStream } from './testing/test-stream.ts';
import { fingerprintOfTables } from './testing/test-tables.ts';
import { upload } from './testing/test-uploads.ts';

/** Malformed requests of every kind: never a 5xx, always the envelope, nothing stored. */

interface Sample {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

let app: TestApp;
let ann: TestPerson;
let stream: TestStream;
let fingerprint: () => Promise<string>;
/** What is stored, looked at after the last request; null once a request was let through. */
let known: string | null = null;
let samples: Record<string, Sample>;

const decade = '2030-01-01T00:00:00.000Z';

/** One request of each endpoint with every field filled, so that each field can be spoilt. */
async function makeSamples(): Promise<Record<string, Sample>> {
  const bob = await app.person('Bob');
  const { id: messageId } = await bob.post();
  const image = await picture();
  const userId = ann.id;
  const room = await aRoom(ann, { placed: true });
  const bobsRoom = await aRoom(bob, { placed: true });
  await joined(room, bob, await app.person('Cat'));
  const far = await app.person('Far');
  const farAway = { latitude: 49.28, longitude: -123.12 };
  const asked = await far.get(joinRoom, { params: { roomId: room.id }, body: farAway });
  const wallet = await walletOf(ann);
  await walletOf(bob);
  await castVote(bob, ann);
  const motion = await aMotion(ann);
  await ballot(ann, motion);
  const motionCursor = `p${cursorOf(motion)}`;
  const inRoom = { conversationId: room.conversationId };
  const said = await ann.get(sendMessage, { params: inRoom, body: { content: 'Hello' } });
  const saidId = said.data.id;
  const toAnn = { receiverId: ann.id, content: 'Hello' };
  const received = (await far.get(sendPrivateMessage, { body: toAnn })).data;
  const ofRoom = { params: { roomId: room.id } };
  const { data: pushKey } = await ann.get(getPushKey);
  const miniApp = await aMiniApp(ann, room.conversationId, 'ice-breaker');
  const ofMiniApp = { params: { miniAppId: miniApp.id } };
  const media = { params: { mediaId: 'nothing' } };
  const reaction = { messageId, reactionType: 'AGREE', userId, userName: 'Ann' };
  const page = { limit: '5', page: '1', cursor: Buffer.from(`${decade} ${messageId}`).toString('base64url') };
  return {
    getHealth: {},
    getSettings: {},
    getSession: {},
    signOut: { body: {} },
    saveUser: {
      body: {
        id: userId,
        email: 'a@b.example',
        name: 'Ann',
        avatarUrl: '/x',
        createdAt: 'x',
        lastActive: 'x',
        verified: true,
      },
    },
    // Nobody's: the others go on with their account.
    removeAccount: { params: { userId: 'nobody' }, body: { userId } },
    restoreAccount: { body: {} },
    exportAccount: { query: { userId: bob.id } },
    report: { body: { userId, targetType: 'post', targetId: messageId, reason: 'other', details: 'x' } },
    listReports: { query: { state: 'resolved', cursor: page.cursor } },
    resolveReports: { body: { userId, targetType: 'post', targetId: messageId, action: 'dismiss' } },
    sync: {
      body: {
        streamId: stream.id,
        areas: [{ cell: 7, version: 1 }],
        conversations: [{ id: room.conversationId, sequence: 1, change: 0 }],
      },
    },
    getMedia: media,
    getThumbnail: media,
    saveProfile: {
      params: { userId },
      body: {
        displayName: 'Ann',
        bio: 'Chess',
        age: 30,
        gender: 'F',
        interests: ['hiking'],
        lookingFor: ['friendship'],
        preferences: {
          ageRange: { min: 18, max: 65 },
          maxDistance: 5,
          notificationSettings: {
            newMessages: true,
            nearbyActivity: true,
            cityUpdates: true,
            reactions: true,
          },
        },
        privacy: {
          showAge: true,
          profileVisibility: 'public',
          locationSharing: { enabled: true, precision: 'exact' },
        },
        stats: { messagesSent: 1 },
      },
    },
    saveAvatar: { body: { userId, avatarUrl: image } },
    createPost: {
      body: {
        userId,
        content: 'Hello',
        location: { ...haight, address: 'Haight Street' },
        locationDisplay: 'approximate',
        gender: 'F',
        isActive: true,
        imageUrl: image,
        imageUrls: [image],
        posters: [image],
        expiresAt: decade,
      },
    },
    editPost: { params: { messageId }, body: { userId, content: 'Hello again', gender: 'M' } },
    removePost: { params: { messageId }, body: { userId } },
    listReactions: { query: { messageId } },
    addReaction: { body: reaction },
    removeReaction: { body: reaction },
    listComments: { query: { messageId, limit: '5', cursor: page.cursor } },
    addComment: { body: { messageId, userId, content: 'Yes', parentId: null, isActive: true } },
    removeComment: { params: { commentId: 'nothing' }, body: { userId } },
    addBookmark: { body: { messageId, userId } },
    removeBookmark: { body: { messageId, userId } },
    listPosts: {
      query: {
        ...page,
        userId,
        latitude: '37.77',
        longitude: '-122.44',
        radiusKm: '5',
        west: '-123',
        south: '37',
        east: '-122',
        north: '38',
        gender: 'F',
        view: 'all',
        keywords: 'chess',
        postedSince: '2020-01-01T00:00:00.000Z',
      },
    },
    findPlaces: { query: { query: 'san' } },
    listMapCounts: { query: { west: '-123', south: '37', east: '-122', north: '38', zoom: '9' } },
    getPost: { params: { messageId } },
    listBookmarks: { query: { userId, ...page } },
    listUsers: { query: { userId, messageCount: 'false', ...page } },
    getProfile: { params: { userId } },
    listProfiles: { query: page },
    sharePresence: { body: { userId, ...haight, locationDisplay: 'approximate' } },
    clearPresence: { body: { userId } },
    findMatches: {},
    listOnlineUsers: { query: { userId, radius: '5' } },
    searchProfiles: { query: { name: 'Bob' } },
    getWallet: { query: { userId, conversationId: room.conversationId } },
    searchWallets: { query: { userId, q: 'bob' } },
    listTransactions: { params: { walletId: wallet.id }, query: { limit: '5', cursor: '7' } },
    findTransfer: { params: { walletId: wallet.id, key: 'a-key-of-a-device' } },
    transfer: {
      body: {
        actorUserId: userId,
        fromWalletId: wallet.id,
        toWalletId: `user-${bob.id}`,
        amountMinor: 1,
        memo: 'Thanks!',
        key: 'made-by-me',
      },
    },
    addMiniApp: {
      params: inRoom,
      body: { userId, appType: 'poll', title: 'Tea?', config: { options: ['Tea', 'Coffee'] } },
    },
    getMiniApp: ofMiniApp,
    listParticipations: { ...ofMiniApp, query: { limit: '5', cursor: page.cursor } },
    participate: {
      ...ofMiniApp,
      body: { userId, data: { answers: ['Tea'], completedAt: decade, version: 1 } },
    },
    changeMiniAppState: { ...ofMiniApp, body: { state: { step: 1 }, version: 0 } },
    completeMiniApp: { ...ofMiniApp, body: {} },
    getQuestionnaire: { query: { language: 'en' } },
    saveQuestionnaire: { body: { content: '1. Tea or coffee?：Tea/Coffee' } },
    listBoardMembers: { query: { from: '12' } },
    castBoardVote: { body: { voterId: userId, candidateId: bob.id, action: 'check' } },
    listVotingRecords: { query: { limit: '5', cursor: '7' } },
    listMotions: { query: { limit: '5', cursor: motionCursor, except: 'PASSED' } },
    getMotion: { params: { motionId: motion.id } },
    createMotion: { body: { title: 'Benches', content: 'More', createdBy: userId } },
    voteOnMotion: { params: { motionId: motion.id }, body: { voterId: userId, vote: 'YES' } },
    listResolutions: { query: { limit: '5', cursor: '7' } },
    listChainLinks: { params: { chain: 'ballots' }, query: { after: '0', limit: '5' } },
    listMessages: {
      params: inRoom,
      query: { userId, before: '9', after: '0', around: '2', changedAfter: '0', limit: '5' },
    },
    searchMessages: { params: inRoom, query: { userId, query: 'hello', before: '9' } },
    sendMessage: {
      params: inRoom,
      body: { userId, content: 'Hello @Bob', type: 'TEXT', clientId: 'made-by-me', replyToId: saidId },
    },
    editMessage: { params: { ...inRoom, messageId: saidId }, body: { userId, content: 'Hello, all' } },
    removeMessage: { params: { ...inRoom, messageId: 'nothing' }, body: { userId } },
    reactToMessage: {
      params: { ...inRoom, messageId: saidId },
      body: { userId, reactionType: 'AGREE' },
    },
    markRead: { params: inRoom, body: { userId, sequence: 1 } },
    tellTyping: { params: inRoom, body: { userId } },
    changeConversationSettings: {
      params: inRoom,
      body: { userId, isMuted: true, isPinned: true, isArchived: false },
    },
    listMembers: { params: inRoom, query: { userId, query: 'b', limit: '5', cursor: bob.id } },
    removeConversation: { params: inRoom, body: { userId } },
    listBlocks: { query: { userId, cursor: page.cursor } },
    // Nobody: the others go on meeting each other.
    blockPerson: { body: { userId, blockedId: 'nobody', reason: 'Rude' } },
    unblockPerson: { body: { userId, blockedId: bob.id } },
    startConversation: { body: { userId, otherUserId: bob.id } },
    sendPrivateMessage: {
      body: {
        userId,
        conversationId: received.conversationId,
        receiverId: far.id,
        content: 'Hello',
        type: 'TEXT',
        clientId: 'made-by-me',
        replyToId: received.id,
      },
    },
    markPrivateMessageRead: { params: { messageId: received.id }, body: { userId } },
    answerMessageRequest: {
      params: { conversationId: received.conversationId },
      body: { userId, action: 'decline' },
    },
    listConversations: {
      query: {
        ...page,
        cursor: Buffer.from(`${decade} 00-${room.conversationId}`).toString('base64url'),
        userId,
        includeNearby: 'false',
        latitude: '37.77',
        longitude: '-122.44',
        west: '-123',
        south: '37',
        east: '-122',
        north: '38',
        search: 'chess',
        archived: 'false',
        requests: 'false',
        sort: 'unread_first',
      },
    },
    getConversation: { params: inRoom, query: { userId, limit: '5', unfolded: 'true' } },
    getRoom: { ...ofRoom, query: { userId, latitude: '1', longitude: '1' } },
    getConversationOfRoom: { body: { userId, chatRoomId: room.id } },
    countUnread: { query: { userId, onScreen: room.conversationId } },
    // Of this network, so that nothing outside is asked.
    getLinkPreview: { query: { url: 'http://127.0.0.1/' } },
    createRoom: {
      body: {
        authorId: userId,
        name: 'Go',
        description: 'Any level',
        ...haight,
        locationDisplay: 'approximate',
        placed: false,
        joinRadius: 5,
      },
    },
    joinRoom: {
      params: { roomId: bobsRoom.id },
      body: { userId, ...haight, locationDisplay: 'approximate', message: 'Hello', invite: 'nothing' },
    },
    changeRoom: { ...ofRoom, body: { userId, joinRadius: 5 } },
    leaveRoom: { params: { roomId: bobsRoom.id }, body: { userId } },
    // Nothing: the others go on with the room.
    removeRoom: { body: { userId, chatRoomId: 'nothing' } },
    listJoinRequests: { ...ofRoom, query: { userId, status: 'PENDING', limit: '5', cursor: '0' } },
    answerJoinRequest: {
      ...ofRoom,
      body: { userId, requestId: asked.data.requestId, action: 'deny', responseMessage: 'Sorry' },
    },
    removeParticipant: { ...ofRoom, body: { userId, targetUserId: 'nobody' } },
    banParticipant: { ...ofRoom, body: { userId, targetUserId: 'nobody', reason: 'Rude' } },
    listRoomBans: {
      ...ofRoom,
      query: { userId, limit: '5', cursor: Buffer.from(`${decade} 7`).toString('base64url') },
    },
    liftRoomBan: { ...ofRoom, body: { userId, targetUserId: 'nobody' } },
    inviteToRoom: { ...ofRoom, body: { userId, renew: true } },
    removeInvite: { ...ofRoom, body: { userId } },
    getLeaderVotes: { params: inRoom, query: { userId } },
    voteForLeader: { params: inRoom, body: { userId, candidateId: bob.id } },
    updateDetails: {
      params: inRoom,
      body: { userId, action: 'update_details', title: 'Shogi', description: 'Bring a board' },
    },
    // A form, which is spoilt below; as JSON it is refused whatever it says.
    uploadFile: { params: { kind: 'image' }, body: { upload_preset: 'dazi_images', file: image } },
    listNotifications: {
      query: {
        userId,
        unread: 'true',
        limit: '5',
        cursor: Buffer.from(`${decade} 7`).toString('base64url'),
      },
    },
    countNotifications: { query: { userId } },
    readNotifications: { body: { userId, ids: ['event-1'], upTo: 7 } },
    removeNotification: { params: { notificationId: 'event-1' }, body: { userId, upTo: 7 } },
    clearNotifications: { body: { userId, upTo: 7 } },
    getNotificationSettings: { query: { userId } },
    saveNotificationSettings: {
      body: {
        userId,
        quietHours: { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' },
        pushPreviews: true,
      },
    },
    getPushKey: {},
    addPushSubscription: {
      body: {
        userId,
        endpoint: 'https://push.example/1',
        keys: { p256dh: pushKey.publicKey, auth: Buffer.alloc(16).toString('base64url') },
        language: 'en',
        publicKey: pushKey.publicKey,
      },
    },
    removePushSubscription: { body: { userId, endpoint: 'https://push.example/1' } },
    listUnnotified: { query: { userId } },
    markNotified: { body: { userId, messageIds: [messageId] } },
    loadDemoTown: { body: {} },
  };
}

beforeAll(async () => {
  // An administrator, so that what only they may do is looked at too.
  app = await startTestApp({ ADMIN_EMAILS: 'ann@people.example' });
  countPictureFiles();
  await rememberOnce(app.deps.db, 'demo town', 'loaded before');
  ann = await app.person('Ann');
  stream = await TestStream.open(ann);
  samples = await makeSamples();
  fingerprint = await fingerprintOfTables(app.deps.db);
});
afterAll(async () => {
  stream.close();
  await app.close();
});

/** How many files of pictures there are; they are counted again when one was written or removed. */
let pictureFiles = async () => 0;

function countPictureFiles() {
  const { files } = app.deps;
  const { write, remove } = files;
  let changes = 0;
  let counted = { after: -1, files: 0 };
  const changing =
    <Given extends unknown[]>(change: (...given: Given) => Promise<void>) =>
    async (...given: Given) => {
      changes++;
      await change(...given);
      changes++;
    };
  Object.assign(files, { write: changing(write), remove: changing(remove) });
  pictureFiles = async () => {
    if (counted.after === changes) return counted.files;
    const found = { after: changes, files: 0 };
    for await (const _key of files.olderThan(new Date(decade))) found.files++;
    counted = found;
    return found.files;
  };
}

/** The envelope, its code known and its status the one of the code; or the code `null` when it succeeded. */
function codeOf(answer: RawAnswer, what: string): ErrorCode | null {
  expect(answer.status, `${what} → ${answer.status} ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  if (answer.status < 300) return null;
  const failure = failureSchema.safeParse(JSON.parse(answer.text));
  expect(failure.success, `${what} is answered without the envelope: ${answer.text.slice(0, 300)}`).toBe(
    true,
  );
  const { code, error } = failure.data!;
  const definition = errorDefinitions[code as ErrorCode];
  expect(definition, `${what}: the code ${code} is not in the contract`).toBeDefined();
  expect(answer.status, what).toBe(definition.status);
  expect(error).not.toMatch(/\b(SELECT|INSERT|syntax|stack|node_modules|undefined)\b/);
  return code as ErrorCode;
}

/** Sends a request and checks the answer; a refused one must leave everything stored as it was. */
async function sent(request: RawRequest, as: TestPerson = ann): Promise<ErrorCode | null> {
  const before = { stored: known ?? (await fingerprint()), files: await pictureFiles() };
  known = null;
  const answer = await rawRequest(app.url, {
    ...request,
    headers: { ...cookieHeader(as.cookies), ...request.headers },
  });
  const what = `${request.method} ${request.path.slice(0, 200)} ${String(request.body ?? '').slice(0, 300)}`;
  const code = codeOf(answer, what);
  if (code !== null) {
    const stored = await fingerprint();
    expect(stored, `${what} was refused and stored`).toBe(before.stored);
    known = stored;
    // Files of a picture that was replaced earlier may still be going away.
    expect(await pictureFiles(), `${what} was refused and kept a file`).toBeLessThanOrEqual(before.files);
  }
  return code;
}

const json = { 'content-type': 'application/json' };

function requestOf(
  endpoint: Endpoint,
  { params = {}, query = {}, body }: Sample,
  raw: { query?: string; body?: string } = {},
): RawRequest {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? '');
  const search = raw.query ?? new URLSearchParams(query).toString();
  const text = raw.body ?? (body && JSON.stringify(body));
  return {
    method: endpoint.method,
    path: search ? `${path}?${search}` : path,
    ...(endpoint.method === 'GET' || text === undefined ? {} : { headers: json, body: text }),
  };
}

/** Somebody without a session to end: the others go on with theirs. */
const actorFor = (endpoint: Endpoint) => (endpoint.name === 'signOut' ? app.visitor() : ann);

type Path = (string | number)[];

/** The places of all values in a JSON value, the whole one included. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => pathsIn(part, [...path, key]))];
}

/** JSON text of the value with one place replaced by raw JSON; without raw JSON the place is left out. */
function spoilt(value: unknown, [head, ...rest]: Path, raw: string | null): string {
  if (head === undefined) return raw ?? '';
  const entries = Object.entries(value as object).flatMap(([key, part]): [string, string][] => {
    if (key !== String(head)) return [[key, JSON.stringify(part)]];
    if (rest.length === 0) return raw === null ? [] : [[key, raw]];
    return [[key, spoilt(part, rest, raw)]];
  });
  return Array.isArray(value)
    ? `[${entries.map(([, part]) => part).join()}]`
    : `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${part}`).join()}}`;
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** Raw JSON that a careless server stumbles over. */
const hostileJson = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      null,
      'null',
      'true',
      '0',
      '-0',
      '-1',
      '1.5',
      '1e308',
      '1e400',
      '9007199254740993',
      '2147483648',
      '""',
      '" "',
      '"\\u0000"',
      '"a\\u0000b"',
      '"\\ud800"',
      '"\\udc00\\ud800"',
      '"\\u202e\\ufeff\\uffff"',
      '"\\b\\f\\u001b[31m"',
      '"__proto__"',
      '"constructor"',
      '"\' OR 1=1 --"',
      '"{{7*7}}"',
      '"../../../etc/passwd"',
      '"0000-01-01T00:00:00Z"',
      '"9999-12-31T23:59:59-23:59"',
      '"2030-02-30T00:00:00Z"',
      '"data:image/png;base64,"',
      '"data:image/png;base64,AAAA"',
      '"data:text/html,<script>"',
      '"https://elsewhere.example/x.png"',
      JSON.stringify('x'.repeat(5000)),
      JSON.stringify('\u{1f600}'.repeat(400)),
      '[]',
      '{}',
      '[null]',
      '[[]]',
      '{"length":7}',
      '{"__proto__":{"isAdministrator":true}}',
      '{"constructor":{"prototype":{"isAdministrator":true}}}',
      '{"toString":1,"valueOf":2,"then":3}',
      nested(20_000, '[', ']'),
      nested(5000, '{"a":', '}').replace('{"a":}', '{"a":0}'),
    ),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)) },
);

/** Query values as they stand in the address, escaped or not. */
const hostileQuery = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      null,
      '',
      '%00',
      'a%00b',
      '%ff',
      '%ED%A0%80',
      '%zz',
      '%',
      '%20',
      'NaN',
      'Infinity',
      '-1',
      '0',
      '1e400',
      '0x10',
      '1.5',
      '99999999999999999999',
      '__proto__',
      '%5C',
      '%25%5F%5C',
      "'%20OR%201=1--",
      ',,,,',
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59-23:59',
      '9999-12-31T23:59:59Z',
      Buffer.from('0000-01-01T00:00:00Z x').toString('base64url'),
      Buffer.from('+275760-09-13T00:00:00.000Z x').toString('base64url'),
      Buffer.from('-000001-01-01T00:00:00.000Z x').toString('base64url'),
      Buffer.from('1 x').toString('base64url'),
      Buffer.from("2030-01-01 x' OR 1=1").toString('base64url'),
      Buffer.from([0xff, 0x00, 0x20]).toString('base64url'),
      'x'.repeat(6000),
      '%F0%9F%98%80'.repeat(100),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => encodeURIComponent(text)),
  },
);

const hostileParam = fc.constantFrom(
  '%00',
  'a%00',
  '..',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%2f',
  '%5c',
  '%ff',
  '%zz',
  '%',
  '%20',
  'a%20b',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '-',
  '*',
  ':messageId',
  '{messageId}',
  "'%20OR%201=1",
  '%F0%9F%98%80',
  'x'.repeat(65),
  'x'.repeat(499),
  'x'.repeat(600),
  '',
);

test('every endpoint has a sample', () => {
  const missing = endpoints.filter(({ name }) => !(name in samples)).map(({ name }) => name);
  expect(
    missing,
    'These endpoints are not walked: add a request with every field filled to `makeSamples` in server/src/bad-input.test.ts.',
  ).toEqual([]);
});

/** The same requests at every run; a failure names the request. */
const bounded = { seed: diceOf(20_301), numRuns: turnsOf(60), endOnFailure: true };

describe.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    test('accepts its sample or refuses it for a reason', async () => {
      const code = await sent(requestOf(endpoint, samples[endpoint.name]!), actorFor(endpoint));
      // Otherwise the walk would spoil what is refused anyway.
      expect(['INVALID_INPUT', 'INVALID_JSON', 'SIGN_IN_REQUIRED']).not.toContain(code);
    });

    test('withstands spoilt requests', async () => {
      const sample = samples[endpoint.name]!;
      const kinds: fc.Arbitrary<RawRequest>[] = [];
      if (endpoint.method !== 'GET') {
        const body = sample.body ?? {};
        kinds.push(
          fc
            .tuple(fc.constantFrom(...pathsIn(body)), hostileJson)
            .map(([path, raw]) => requestOf(endpoint, sample, { body: spoilt(body, path, raw) })),
          fc
            .constantFrom(
              '"__proto__":{"x":1}',
              '"constructor":{"prototype":1}',
              '"isAdministrator":true',
              '"":1',
            )
            .map((extra) => {
              const text = JSON.stringify(body).slice(1);
              return requestOf(endpoint, sample, { body: `{${extra}${text === '}' ? '' : ','}${text}` });
            }),
        );
      }
      const query = sample.query ?? (endpoint.method === 'DELETE' ? { userId: ann.id } : {});
      kinds.push(
        fc
          .tuple(
            fc.constantFrom('x', '__proto__', 'constructor', ...Object.keys(query)),
            hostileQuery,
            fc.boolean(),
          )
          .map(([spoiltName, value, twice]) => {
            const parts = Object.entries(query)
              .filter(([name]) => name !== spoiltName)
              .map(([name, kept]) => `${name}=${encodeURIComponent(kept)}`);
            if (value !== null) parts.push(`${spoiltName}=${value}`);
            if (value !== null && twice) parts.push(`${spoiltName}=${value}`);
            return requestOf(endpoint, sample, { query: parts.join('&') });
          }),
      );
      const names = Object.keys(sample.params ?? {});
      if (names.length > 0) {
        kinds.push(
          hostileParam.map((value) =>
            requestOf(endpoint, {
              ...sample,
              params: Object.fromEntries(names.map((name) => [name, value])),
            }),
          ),
        );
      }
      await fc.assert(
        fc.asyncProperty(fc.oneof(...kinds), async (request) => {
          await sent(request, actorFor(endpoint));
        }),
        bounded,
      );
    });
  },
);

/** Forms are another matter, see below. */
const withBody = endpoints.filter(({ method, name }) => method !== 'GET' && name !== uploadFile.name);
const named = (list: readonly Endpoint[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('a NUL character', () => {
  const strings = (value: unknown, path: Path = []): Path[] => {
    if (typeof value === 'string') return [path];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, part]) => strings(part, [...path, key]));
  };

  test.each(named(withBody))('in any text of %s is refused with 400', async (_name, endpoint) => {
    const sample = samples[endpoint.name]!;
    for (const path of strings(sample.body)) {
      for (const raw of ['"a\\u0000b"', '"\\\\\\u0000"']) {
        const request = requestOf(endpoint, sample, { body: spoilt(sample.body, path, raw) });
        expect([path.join('.'), await sent(request)]).toEqual([path.join('.'), 'INVALID_INPUT']);
      }
    }
  });

  test.each(named(endpoints.filter(({ name }) => /^list/.test(name))))(
    'in any part of the query of %s is refused with 400',
    async (_name, endpoint) => {
      const { query = {}, params = {} } = samples[endpoint.name]!;
      for (const name of Object.keys(query)) {
        const request = requestOf(endpoint, { params, query: { ...query, [name]: 'a\u0000b' } });
        expect([name, await sent(request)]).toEqual([name, 'INVALID_INPUT']);
      }
    },
  );

  test('is not seen where there is none: a backslash before u0000 is a text', async () => {
    const body = { content: 'C:\\u0000', location: haight };
    expect(await sent(requestOf(endpoints.find(({ name }) => name === 'createPost')!, { body }))).toBeNull();
  });
});

describe('half a character', () => {
  test('becomes the sign for what cannot be shown, and a whole one stays', async () => {
    const send = endpoints.find(({ name }) => name === 'sendMessage')!;
    const { params } = samples.sendMessage!;
    const body = (content: string) =>
      requestOf(send, { params: params! }, { body: `{"content":"${content}"}` });
    for (const content of ['a\\ud800b', '\\udc00\\ud83d\\ude00', 'C:\\\\ud800', '\\uD83D']) {
      expect(await sent(body(content))).toBeNull();
    }
    const { data } = await ann.get(listMessages, { params: params as never });
    const said = (data as { content: string }[]).slice(-4).map(({ content }) => content);
    expect(said).toEqual(['a\ufffdb', '\ufffd\u{1f600}', 'C:\\ud800', '\ufffd']);
  });
});

// Refused before any database is asked: each endpoint on one of the two.
describe('bodies that are no JSON', () => {
  test.each(shareOf(named(withBody)))('%s', async (_name, endpoint) => {
    const request = requestOf(endpoint, samples[endpoint.name]!);
    const send = (body: string | Uint8Array, headers: Record<string, string> = json) =>
      sent({ ...request, headers, body }, actorFor(endpoint));
    for (const body of ['{', '{"a":', 'nothing', "{'a':1}", '{"a":1}}', '\u0000', '[1,]', 'NaN']) {
      expect([body, await send(body)]).toEqual([body, 'INVALID_JSON']);
    }
    expect(await send('{"__proto__":{"x":1}}')).toBe('INVALID_JSON');
    for (const body of ['7', '"text"', 'true', '[]', '[1]']) {
      expect([body, await send(body)]).toEqual([body, 'INVALID_INPUT']);
    }
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'x', '']) {
      expect([type, await send('a=1', { 'content-type': type })]).toEqual([type, 'INVALID_INPUT']);
    }
  });

  test('bytes that are no UTF-8 do no harm', async () => {
    const endpoint = endpoints.find(({ name }) => name === 'addComment')!;
    const { body } = requestOf(endpoint, samples.addComment!);
    const [before = '', after = ''] = String(body).split('Yes');
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      const spoiltBody = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
      await sent({ ...requestOf(endpoint, {}), headers: json, body: spoiltBody });
    }
  });
});

test('many mistakes are answered with some of them', async () => {
  const { method, path } = readNotifications;
  const body = JSON.stringify({ ids: Array(notificationLimits.kept).fill(1) });
  const answer = await ann.fetch(path, { method, headers: json, body });
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({ success: false, code: 'INVALID_INPUT' });
  expect(JSON.parse(text).fields).toHaveLength(20);
  expect(text.length).toBeLessThan(2000);
});

describe('bodies that are too large', () => {
  const filled = (bytes: number) => JSON.stringify({ x: 'x'.repeat(bytes - 8) });

  test.each(shareOf(named(withBody.filter(({ bodyLimit }) => bodyLimit === defaultBodyLimit))))(
    '129 KiB on %s (MEDIA-034)',
    async (_name, endpoint) => {
      expect(defaultBodyLimit).toBe(128 * 1024);
      const request = requestOf(endpoint, samples[endpoint.name]!, { body: filled(129 * 1024) });
      expect(await sent(request, actorFor(endpoint))).toBe('TOO_LARGE');
      // Without its length announced.
      const chunked = await ann.fetch(request.path, {
        method: endpoint.method,
        headers: json,
        body: new Blob([filled(129 * 1024)]).stream(),
        duplex: 'half',
      } as RequestInit);
      expect(chunked.status).toBe(413);
      expect(await chunked.json()).toMatchObject({ success: false, code: 'TOO_LARGE' });
    },
  );

  const megabyte = 1024 * 1024;
  const larger = [...withBody, uploadFile].filter(({ bodyLimit }) => bodyLimit !== defaultBodyLimit);

  test.each(named(larger))('a megabyte more than %s takes (MEDIA-034)', async (_name, endpoint) => {
    const limit = endpoint.bodyLimit;
    const limits: Record<string, number> = { sendMessage: 3, sendPrivateMessage: 3, uploadFile: 28 };
    expect(limit).toBe((limits[endpoint.name] ?? 8) * megabyte);
    const tooLarge = endpoint.tooLargeError ?? 'TOO_LARGE';
    const { body: _none, ...request } = requestOf(endpoint, samples[endpoint.name]!);
    expect(await sent({ ...request, announced_bytes: limit + megabyte })).toBe(tooLarge);
    expect(await sent({ ...request, body: filled(limit - megabyte) })).not.toBe(tooLarge);
  });
});

describe('forms', () => {
  interface Field {
    name: string;
    /** How the rest of the part's head reads, when it is no plain text field. */
    head?: string;
    value: string | Buffer;
  }
  const boundary = 'the-boundary';
  const path = '/api/uploads/image/upload';
  const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` };

  function formBytes(fields: readonly Field[], ending = `--${boundary}--\r\n`): Buffer {
    const parts = fields.flatMap(({ name, head = '', value }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n`),
      Buffer.isBuffer(value) ? value : Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
    return Buffer.concat([...parts, Buffer.from(ending)]);
  }
  const preset: Field = { name: 'upload_preset', value: 'dazi_images' };
  const asFile = '; filename="a.png"\r\nContent-Type: image/png';
  const file = (value: string | Buffer): Field => ({ name: 'file', head: asFile, value });
  const send = (body: Buffer, headers: Record<string, string> = {}, address = path) =>
    sent({ method: 'POST', path: address, headers: { ...formType, ...headers }, body });

  let good: Buffer;
  beforeAll(async () => {
    good = await pngBytes(8);
  });

  test('a good one is taken', async () => {
    expect(await send(formBytes([preset, file(good)]))).toBeNull();
  });

  test('without what it needs are refused', async () => {
    const refused = async (fields: Field[], ending?: string) => send(formBytes(fields, ending));
    expect(await refused([])).toBe('UPLOAD_INCOMPLETE');
    expect(await refused([preset])).toBe('UPLOAD_INCOMPLETE');
    expect(await refused([preset, file('')])).toBe('UPLOAD_INCOMPLETE');
    expect(await refused([preset, { name: 'file', value: 'text, not a file' }])).toBe('UPLOAD_INCOMPLETE');
    expect(await refused([file(good)])).toBe('PRESET_UNKNOWN');
    expect(await refused([preset, file('no picture')])).toBe('INVALID_IMAGE');
    expect(await refused([preset, file(good)], '')).toBe('UPLOAD_INCOMPLETE');
    expect(await send(Buffer.alloc(0))).toBe('UPLOAD_INCOMPLETE');
    expect(await send(Buffer.from('a=1'))).toBe('UPLOAD_INCOMPLETE');
  });

  test.each([
    ['text', { 'content-type': 'text/plain' }, 'UPLOAD_INCOMPLETE'],
    ['JSON', json, 'UPLOAD_INCOMPLETE'],
    ['a form without a boundary', { 'content-type': 'multipart/form-data' }, 'UPLOAD_INCOMPLETE'],
    ['another kind of parts', { 'content-type': 'multipart/mixed; boundary=x' }, 'INVALID_INPUT'],
  ])('what is said to be %s is refused', async (_what, headers, code) => {
    const body = headers === json ? Buffer.from('{}') : formBytes([preset, file(good)]);
    expect(await send(body, headers)).toBe(code);
  });

  test('with more than anybody needs are refused, and leave room for the next', async () => {
    const many = (count: number, one: Field) => formBytes(Array.from({ length: count }, () => one));
    expect(await send(many(200, { name: 'x', value: 'x' }))).toBe('UPLOAD_INCOMPLETE');
    expect(await send(many(30, file(good)))).toBe('UPLOAD_INCOMPLETE');
    expect(await send(formBytes([preset, file(Buffer.alloc(20 * 1024 * 1024 + 1))]))).toBe(
      'UPLOAD_TOO_LARGE',
    );
    const poster: Field = { name: 'poster', head: asFile, value: Buffer.alloc(9 * 1024 * 1024) };
    expect(await send(formBytes([preset, poster, file(Buffer.alloc(19.5 * 1024 * 1024))]))).toBe('TOO_LARGE');
    expect(await send(formBytes([preset, file(good)]))).toBeNull();
  }, 30_000);

  test('without its length announced are limited too', async () => {
    const body = formBytes([preset, file(Buffer.alloc(29 * 1024 * 1024))]);
    const chunked = await ann.fetch(path, {
      method: 'POST',
      headers: formType,
      body: new Blob([Uint8Array.from(body)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
    expect(await chunked.json()).toMatchObject({ success: false });
  }, 30_000);

  const hostileText = fc.oneof(
    fc.constantFrom(
      '',
      '"',
      '\\',
      '\u0000',
      '__proto__',
      'constructor',
      '../../etc/passwd',
      'x'.repeat(5000),
      '\r\n\r\n',
      '"; filename="',
      `--${boundary}--`,
      '\u{1f600}'.repeat(50),
    ),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );

  test('however they are spoilt are refused or taken', async () => {
    const hostileField = fc.oneof(
      fc.record({ name: hostileText, value: hostileText }),
      hostileText.map((name) => ({ name, head: asFile, value: good })),
      hostileText.map((head) => ({ name: 'file', head: `; filename="${head}"`, value: good })),
      hostileText.map((head) => ({ name: 'file', head, value: good })),
      hostileText.map((value) => file(value)),
      hostileText.map((value) => ({ ...preset, value })),
    );
    const whole = formBytes([preset, file(good)]);
    const bodies = fc.oneof(
      fc
        .tuple(fc.array(hostileField, { maxLength: 3 }), fc.boolean())
        .map(([fields, first]) => formBytes(first ? [...fields, preset, file(good)] : [preset, ...fields])),
      fc.nat(whole.length - 1).map((length) => whole.subarray(0, length)),
      fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, value]) => {
        const bytes = Buffer.from(whole);
        bytes[at] = value;
        return bytes;
      }),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => void (await send(body))),
      { ...bounded, numRuns: turnsOf(120) },
    );
  }, 60_000);

  test('with strange words about their parts are refused and keep nothing', async () => {
    const header = fc.oneof(
      fc.constantFrom(
        'bytes 0-0/0',
        'bytes 0-67/68',
        'bytes 68-135/136',
        'bytes 5-1/9',
        'bytes 0-5999999/12000000',
        'bytes 6000000-6000068/6000069',
        'bytes 0-99999999999999999999/99999999999999999999',
        'bytes */*',
        'bytes=0-1/2',
        'BYTES 0-1/2',
        '-1',
      ),
      fc.tuple(fc.nat(), fc.nat(), fc.nat()).map(([a, b, c]) => `bytes ${a}-${b}/${c}`),
      fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((text) => text.trim()),
    );
    const id = fc.oneof(
      fc.constantFrom('an-upload-id', '../../../../etc', '__proto__', 'x'.repeat(3000), 'short', ' '),
      fc.string({ unit: 'grapheme-ascii', maxLength: 70 }).map((text) => text.trim()),
    );
    const body = formBytes([preset, file(good)]);
    await fc.assert(
      fc.asyncProperty(
        fc.option(id),
        fc.option(header),
        fc.constantFrom('image', 'video', 'raw', '%00', '..', 'x'.repeat(300)),
        async (uploadId, range, kind) => {
          const headers = {
            ...(uploadId === null ? {} : { 'x-unique-upload-id': uploadId }),
            ...(range === null ? {} : { 'content-range': range }),
          };
          await send(body, headers, `/api/uploads/${kind}/upload`);
        },
      ),
      { ...bounded, numRuns: turnsOf(120) },
    );
  }, 60_000);

  test('too many a minute are refused', async () => {
    const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.1' });
    const person = await strict.person('Eager');
    const codes: (string | null)[] = [];
    for (let count = 0; count < 4; count++) codes.push((await upload(person)).status.toString());
    expect(codes).toEqual(['200', '200', '200', '429']);
    await strict.close();
  });
});

describe('addresses of strange form', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/api/messages/'],
    ['GET', '/api/messages/x/y'],
    ['PUT', '/api/messages'],
    ['PUT', '/api/messages/x'],
    ['DELETE', '/api/messages'],
    ['POST', '/api/health'],
    ['GET', '/api/%zz'],
    ['GET', '/%'],
    ['GET', '/api/media/../../server.lock'],
    ['GET', '/api/media/%2e%2e/%2e%2e/secrets/position-secret'],
    ['GET', '//api//messages'],
    ['OPTIONS', '/api/messages'],
  ])('%s %s is answered with the envelope', async (method, path) => {
    expect(['NOT_FOUND', 'INVALID_INPUT']).toContain(await sent({ method, path }));
  });

  test('an address longer than any server reads', async () => {
    const answer = await rawRequest(app.url, { path: `/api/messages?keywords=${'x'.repeat(20_000)}` });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(failureSchema.safeParse(JSON.parse(answer.text)).success).toBe(true);
  });
});
