import {
  getConversation,
  getConversationOfRoom,
  getRoom,
  listConversations,
  type NearbyRoom,
} from '@dazi/contract/chat/conversation-views';
import { listMembers } from '@dazi/contract/chat/conversations';
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
  type Room,
  removeInvite,
  removeParticipant,
  removeRoom,
  updateDetails,
  voteForLeader,
} from '@dazi/contract/chat/rooms';
import { metresOf } from '@dazi/contract/chat/rooms.rules';
import { removeAccount, restoreAccount } from '@dazi/contract/identity/identity';
import { saveProfile } from '@dazi/contract/people/profiles';
import { cellOf } from '@dazi/contract/places/cells';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { returnFromGroup } from '#features/wallet/wallet.service.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { block } from '../../../testing/test-block.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { TestStream } from '../../../testing/test-stream.ts';
import { takeOutOfRooms } from './leaving-rooms.service.ts';
import { aRoom, conversationOf, joined } from './rooms.builder.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
let cat: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  [ann, bob, cat] = [await app.person('Ann'), await app.person('Bob'), await app.person('Cat')];
});
afterAll(() => app.close());

/** About 870 miles from Haight Street. */
const seattleAndBeyond = { latitude: 49.28, longitude: -123.12 };
const ofRoom = (room: Room) => ({ roomId: room.id });
const join = (person: TestPerson, room: Room, input: object = haight) =>
  person.call(joinRoom, { params: ofRoom(room), body: input });

async function nearby(person: TestPerson, position: object = haight) {
  const query = { includeNearby: 'true' as const, ...position };
  return (await person.get(listConversations, { query })).data as NearbyRoom[];
}

const standing = async (person: TestPerson, room: Room) =>
  (await person.get(getRoom, { params: ofRoom(room) })).data.userMembershipStatus;

/** Somebody asks from afar; the answer is the request's id. */
async function asked(person: TestPerson, room: Room, message?: string): Promise<string> {
  const body = { ...seattleAndBeyond, ...(message === undefined ? {} : { message }) };
  const answer = await person.get(joinRoom, { params: ofRoom(room), body });
  expect(answer.data).toMatchObject({ joinType: 'REQUEST', userMembershipStatus: 'pending' });
  return answer.data.requestId!;
}

describe('opening a room', () => {
  test('ROOM-019, 043, 047: carries everything that is said of it', async () => {
    const room = await aRoom(ann, { description: ' Any level ', joinRadius: 5 });
    expect(room).toMatchObject({
      name: 'Chess in the park',
      description: 'Any level',
      authorId: ann.id,
      ownerId: ann.id,
      joinRadius: 5,
      memberCount: 1,
      isActive: true,
      userMembershipStatus: 'owner',
      userRole: 'OWNER',
      pendingRequests: 0,
      participants: [{ userId: ann.id, role: 'OWNER', joinType: 'AUTO', user: { name: 'Ann' } }],
    });
    expect(room.address).not.toBeNull();
    const near = (await nearby(bob)).find(({ chatRoom }) => chatRoom!.id === room.id)!;
    expect(near).toMatchObject({
      id: room.conversationId,
      title: 'Chess in the park',
      joinRadius: 5,
      memberCount: 1,
      members: [{ userId: ann.id }],
      isActive: true,
      isPrivate: false,
      userMembershipStatus: 'non-member',
      latitude: room.latitude,
      longitude: room.longitude,
    });
    expect(near).not.toHaveProperty('lastMessage');
    expect(near.distance).toBeLessThan(5);
    expect(near.members[0]!.joinedAt).toBe(room.participants[0]!.joinedAt);
    expect(near.members[0]!.joinedAt).toMatch(/Z$/);
  });

  test('ROOM-064: lies at a displayed position, or at the public place that was chosen', async () => {
    const room = await aRoom(ann);
    expect(room.display).toBe('approximate');
    expect([room.latitude, room.longitude]).not.toEqual([haight.latitude, haight.longitude]);
    const placed = await aRoom(ann, { placed: true });
    expect(placed).toMatchObject({ display: 'placed', ...haight });
  });

  test.each([
    [
      'ROOM-026: a name that cannot be seen',
      { name: '\u200b\u2060' },
      'TITLE_MISSING',
      'Please enter a name for your chat room.',
    ],
    ['ROOM-026: no name', { name: '   ' }, 'TITLE_MISSING', 'Please enter a name for your chat room.'],
    ['ROOM-026: no name at all', { name: null }, 'TITLE_MISSING', 'Please enter a name for your chat room.'],
    [
      'ROOM-025, 027: a long name',
      { name: 'x'.repeat(51) },
      'TITLE_TOO_LONG',
      'Chat room name must be 50 characters or less.',
    ],
    ['ROOM-029: a long description', { description: 'x'.repeat(201) }, 'DESCRIPTION_TOO_LONG', undefined],
    [
      'ROOM-031, 033: a radius too small',
      { joinRadius: 0.99 },
      'JOIN_RADIUS_OUT_OF_RANGE',
      'Join radius must be between 1 and 500 miles',
    ],
    ['ROOM-031: a radius too large', { joinRadius: 500.5 }, 'JOIN_RADIUS_OUT_OF_RANGE', undefined],
    [
      'ROOM-037: no place',
      { latitude: null, longitude: null },
      'ROOM_POSITION_MISSING',
      'Location is required to create a chat room. Please allow location access.',
    ],
    ['half a place', { latitude: null }, 'ROOM_POSITION_MISSING', undefined],
  ])('%s is refused', async (_what, change, code, error) => {
    const before = (await nearby(ann)).length;
    const body = { name: 'A room', ...haight, ...change };
    const answer = await ann.call(createRoom, { body });
    expect(answer).toMatchObject({ status: 400, code, ...(error ? { error } : {}) });
    expect(await nearby(ann)).toHaveLength(before);
  });

  test('ROOM-028, 032, 063: no description, 100 miles, and any number in between are fine', async () => {
    expect(await aRoom(ann)).toMatchObject({ description: null, joinRadius: 100 });
    expect(await aRoom(ann, { joinRadius: 1.5 })).toMatchObject({ joinRadius: 1.5 });
    expect(await aRoom(ann, { name: '🎲'.repeat(25), joinRadius: 500 })).toMatchObject({ joinRadius: 500 });
  });

  test('ROOM-036: a visitor is told to sign in; as somebody else nobody acts', async () => {
    expect(await app.visitor().call(createRoom, { body: { name: 'A room', ...haight } })).toMatchObject({
      status: 401,
      error: 'Please log in to create a chat room.',
    });
    const body = { authorId: bob.id, name: 'A room', ...haight };
    expect(await ann.call(createRoom, { body })).toMatchObject({ status: 403, code: 'NOT_YOURSELF' });
  });
});

describe('rooms near by', () => {
  test('ROOM-003: also for visitors, who need a place', async () => {
    const visitor = app.visitor();
    const room = await aRoom(ann);
    const found = (await nearby(visitor)).find(({ chatRoom }) => chatRoom!.id === room.id);
    expect(found).toMatchObject({ userMembershipStatus: 'non-member' });
    const answer = await visitor.call(listConversations, { query: { includeNearby: 'true' } });
    expect(answer).toMatchObject({ status: 400, error: 'Location required for public access' });
  });

  test('ROOM-058: carry the distance and whether one is inside; those beyond 500 miles are absent', async () => {
    const room = await aRoom(ann, { joinRadius: 10 });
    const of = (rooms: NearbyRoom[]) => rooms.find(({ chatRoom }) => chatRoom!.id === room.id);
    expect(of(await nearby(bob))).toMatchObject({ withinJoinRadius: true });
    const sanJose = { latitude: 37.34, longitude: -121.89 };
    const far = of(await nearby(bob, sanJose))!;
    expect(far.withinJoinRadius).toBe(false);
    expect(far.distance).toBeGreaterThan(35);
    expect(far.distance).toBeLessThan(50);
    expect(of(await nearby(bob, seattleAndBeyond))).toBeUndefined();
  });

  test('ROOM-058: whoever shows where they are exactly is inside where joining says so, and nobody else', async () => {
    const exact = await app.person('Exact');
    const query = { locationDisplay: 'exact' as const };
    const pier = { latitude: 37.8086, longitude: -122.4098 };
    const room = await aRoom(ann, { placed: true, ...pier, joinRadius: 1 });
    const seenBy = async (input: object) => {
      const inList = (await nearby(exact, { ...pier, ...input })).find(
        ({ chatRoom }) => chatRoom!.id === room.id,
      )!;
      const alone = (await exact.get(getRoom, { params: ofRoom(room), query: { ...pier, ...input } })).data;
      expect(alone).toMatchObject({ distance: inList.distance, withinJoinRadius: inList.withinJoinRadius });
      return inList.distance;
    };
    const approximately = await seenBy({});
    expect(approximately).toBeGreaterThan(0);
    // Of the device and the profile the more private one holds.
    expect(await seenBy(query)).toBe(approximately);
    const body = { privacy: { locationSharing: { enabled: true, precision: 'exact' as const } } };
    await exact.get(saveProfile, { params: { userId: exact.id }, body });
    expect(await seenBy({})).toBe(approximately);
    expect(await seenBy({ locationDisplay: 'approximate' })).toBe(approximately);
    expect(await seenBy(query)).toBe(0);
    expect(await join(exact, room, { ...pier, ...query })).toMatchObject({ data: { joinType: 'AUTO' } });
  });

  test('a map view shows the rooms in it, wherever it is', async () => {
    const room = await aRoom(ann);
    const box = { west: -122.6, south: 37.6, east: -122.3, north: 37.9 };
    const shown = await nearby(bob, { ...seattleAndBeyond, ...box });
    expect(shown.map(({ chatRoom }) => chatRoom!.id)).toContain(room.id);
    expect(await nearby(bob, { ...haight, west: 0, south: 0, east: 1, north: 1 })).toEqual([]);
  });

  test('of people between whom there is a block are absent, like their names', async () => {
    const [host, shy] = [await app.person('Host'), await app.person('Shy')];
    const room = await aRoom(host);
    await block(app.deps, shy, host);
    const ids = (await nearby(shy)).map(({ chatRoom }) => chatRoom!.id);
    expect(ids).not.toContain(room.id);
    expect(await shy.call(getRoom, { params: ofRoom(room) })).toMatchObject({ status: 404 });
    expect(await join(shy, room)).toMatchObject({ status: 404, code: 'ROOM_NOT_FOUND' });
  });

  test('miles become metres for the circle on the map', () => {
    expect(metresOf(1)).toBeCloseTo(1609.34, 0);
  });
});

describe('joining', () => {
  test('JOIN-008, 011, 035: inside the radius at once', async () => {
    const room = await aRoom(ann);
    const answer = await join(bob, room);
    expect(answer).toMatchObject({
      status: 200,
      data: { joinType: 'AUTO', conversationId: room.conversationId, userMembershipStatus: 'member' },
    });
    expect(await standing(bob, room)).toBe('member');
    const { members, messages, memberCount } = await conversationOf(room, bob);
    expect(memberCount).toBe(2);
    expect(members.map(({ user, role }) => [user.name, role])).toEqual([
      ['Ann', 'OWNER'],
      ['Bob', 'MEMBER'],
    ]);
    expect(messages.at(-1)).toMatchObject({
      type: 'JOIN',
      content: 'Bob joined the group',
      event: { code: 'member_joined', params: { name: 'Bob' } },
    });
    expect(await join(bob, room)).toMatchObject({ status: 409, code: 'ALREADY_A_MEMBER' });
  });

  test('JOIN-012, 013, 028, 029: outside of it asks, once', async () => {
    const room = await aRoom(ann);
    await asked(bob, room, ' Hello ');
    expect(await standing(bob, room)).toBe('pending');
    const again = await join(bob, room);
    expect(again).toMatchObject({
      status: 409,
      error: 'You already have a pending join request for this group',
    });
    expect(await standing(bob, room)).toBe('pending');
    expect(
      await bob.call(getConversation, { params: { conversationId: room.conversationId } }),
    ).toMatchObject({
      status: 403,
      code: 'NOT_A_MEMBER',
    });
  });

  test('JOIN-031: without a place is refused; JOIN-034: without sign-in too', async () => {
    const room = await aRoom(ann);
    expect(await join(bob, room, {})).toMatchObject({
      status: 400,
      error: 'Location required to join conversations',
    });
    expect(await join(app.visitor(), room)).toMatchObject({ status: 401, error: 'Login to join' });
    expect(await standing(bob, room)).toBe('non-member');
  });

  test('an invite lets in from anywhere, until it is renewed or closed', async () => {
    const room = await aRoom(ann);
    const params = ofRoom(room);
    expect(await bob.call(inviteToRoom, { params, body: {} })).toMatchObject({ status: 403 });
    const first = (await ann.get(inviteToRoom, { params, body: {} })).data;
    expect(first.path).toBe(`/chat-rooms/${room.id}?invite=${first.invite}`);
    expect((await ann.get(inviteToRoom, { params, body: {} })).data).toEqual(first);
    const second = (await ann.get(inviteToRoom, { params, body: { renew: true } })).data;
    expect(second.invite).not.toBe(first.invite);
    expect(await join(bob, room, { invite: first.invite })).toMatchObject({
      status: 404,
      code: 'INVITE_NOT_FOUND',
    });
    expect(await join(bob, room, { invite: second.invite })).toMatchObject({
      data: { joinType: 'AUTO', userMembershipStatus: 'member' },
    });
    await ann.get(removeInvite, { params, body: {} });
    expect(await join(cat, room, { invite: second.invite })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
  });
});

describe('join requests', () => {
  test('MOD-009, 010, 018, 025, 029: are shown to the owner alone', async () => {
    const room = await aRoom(ann);
    const requestId = await asked(bob, room, 'I play on Sundays');
    const { data } = await ann.get(listJoinRequests, { params: ofRoom(room) });
    expect(data).toMatchObject([
      {
        id: requestId,
        status: 'PENDING',
        message: 'I play on Sundays',
        user: { id: bob.id, name: 'Bob', gender: 'F', age: 30 },
        respondedAt: null,
      },
    ]);
    expect(data[0]!.distance).toBeGreaterThan(500);
    const others = await cat.call(listJoinRequests, { params: ofRoom(room) });
    expect(others).toMatchObject({
      status: 403,
      error: 'Only the chat room author can manage join requests and participants.',
    });
    const card = (await conversationOf(room, ann)).messages.at(-1)!;
    expect(card).toMatchObject({ type: 'JOIN_REQUEST', sequence: null, content: 'I play on Sundays' });
    expect(JSON.parse(card.metadata!)).toMatchObject({
      joinRequestId: requestId,
      requesterId: bob.id,
      requesterName: 'Bob',
      requestMessage: 'I play on Sundays',
      ownerId: ann.id,
    });
    await joined(room, cat);
    const types = (await conversationOf(room, cat)).messages.map(({ type }) => type);
    expect(types).not.toContain('JOIN_REQUEST');
  });

  test('nothing of what people write to each other turns the direction of what stands beside it', async () => {
    const [room, odd] = [await aRoom(ann), await app.person('Odd')];
    await asked(odd, room, 'Let\u202e me\u2066\nin');
    const [request] = (await ann.get(listJoinRequests, { params: ofRoom(room), query: {} })).data;
    expect(request!.message).toBe('Let me\nin');
    const ban = { targetUserId: odd.id, reason: 'Rude\u202e words ' };
    await ann.get(banParticipant, { params: ofRoom(room), body: ban });
    const [banned] = (await ann.get(listRoomBans, { params: ofRoom(room), query: {} })).data;
    expect(banned!.reason).toBe('Rude words');
    const other = await aRoom(ann);
    await joined(other, odd);
    const body = { targetUserId: odd.id, reason: '\u200b' };
    await ann.get(banParticipant, { params: ofRoom(other), body });
    const [nothing] = (await ann.get(listRoomBans, { params: ofRoom(other), query: {} })).data;
    expect(nothing!.reason).toBeNull();
  });

  test('MOD-013, 014, 030: approval lets in; the requester hears of it', async () => {
    const room = await aRoom(ann);
    const requestId = await asked(bob, room);
    const stream = await TestStream.open(bob);
    const body = { requestId, action: 'approve' as const, responseMessage: 'Welcome' };
    const answer = await ann.get(answerJoinRequest, { params: ofRoom(room), body });
    expect(answer.data).toMatchObject({ status: 'APPROVED' });
    expect(answer.data.respondedAt).not.toBeNull();
    await stream.until(
      (frame) =>
        frame.type === 'membership' && frame.userMembershipStatus === 'member' && frame.roomId === room.id,
    );
    stream.close();
    const { members } = await conversationOf(room, bob);
    expect(members.find(({ userId }) => userId === bob.id)).toMatchObject({ joinType: 'REQUEST' });
    const again = await ann.call(answerJoinRequest, { params: ofRoom(room), body });
    expect(again).toMatchObject({ status: 409, code: 'REQUEST_ANSWERED' });
  });

  test('MOD-016, JOIN-045: denied stays denied until the owner lets in after all', async () => {
    const room = await aRoom(ann);
    const requestId = await asked(bob, room);
    const params = ofRoom(room);
    await ann.get(answerJoinRequest, { params, body: { requestId, action: 'deny' } });
    expect(await standing(bob, room)).toBe('denied');
    expect(await join(bob, room)).toMatchObject({ status: 403, code: 'REQUEST_DENIED' });
    expect(await ann.call(answerJoinRequest, { params, body: { requestId, action: 'deny' } })).toMatchObject({
      code: 'REQUEST_ANSWERED',
    });
    await ann.get(answerJoinRequest, { params, body: { requestId, action: 'approve' } });
    expect(await standing(bob, room)).toBe('member');
  });

  test('of another room are unknown, and nobody but the owner answers', async () => {
    const [room, other] = [await aRoom(ann), await aRoom(ann)];
    const requestId = await asked(bob, room);
    const body = { requestId, action: 'approve' as const };
    expect(await ann.call(answerJoinRequest, { params: ofRoom(other), body })).toMatchObject({ status: 404 });
    expect(await cat.call(answerJoinRequest, { params: ofRoom(room), body })).toMatchObject({ status: 403 });
    expect(await bob.call(answerJoinRequest, { params: ofRoom(room), body })).toMatchObject({ status: 403 });
    expect(await standing(bob, room)).toBe('pending');
  });

  test('two answers at once: one holds', async () => {
    const room = await aRoom(ann);
    const requestId = await asked(bob, room);
    const answers = await Promise.all(
      (['approve', 'deny', 'approve', 'deny'] as const).map((action) =>
        ann.call(answerJoinRequest, { params: ofRoom(room), body: { requestId, action } }),
      ),
    );
    const status = await standing(bob, room);
    expect(['member', 'denied']).toContain(status);
    const held = answers.filter(({ success }) => success).length;
    // A denied one may still be approved.
    expect(held).toBeGreaterThanOrEqual(1);
    expect(held).toBeLessThanOrEqual(2);
    const { memberCount } = await conversationOf(room, ann);
    expect(memberCount).toBe(status === 'member' ? 2 : 1);
  });
});

describe('moderation', () => {
  test('MOD-023, 031: whoever is removed is out at once, and may join again', async () => {
    const room = await aRoom(ann);
    await joined(room, bob, cat);
    const stream = await TestStream.open(bob);
    await ann.get(removeParticipant, { params: ofRoom(room), body: { targetUserId: bob.id } });
    await stream.until((frame) => frame.type === 'member_leave' && frame.userId === bob.id);
    expect(await standing(bob, room)).toBe('non-member');
    expect((await conversationOf(room, cat)).messages.at(-1)).toMatchObject({
      type: 'LEAVE',
      event: { code: 'member_removed', params: { name: 'Bob' } },
    });
    expect((await join(bob, room)).success).toBe(true);
    stream.close();
  });

  test('MOD-032, JOIN-045: a ban reads as denied and keeps out, also by invite', async () => {
    const room = await aRoom(ann);
    await joined(room, bob);
    const params = ofRoom(room);
    await ann.get(banParticipant, { params, body: { targetUserId: bob.id, reason: 'Spam' } });
    expect(await standing(bob, room)).toBe('denied');
    expect(await join(bob, room)).toMatchObject({ status: 403, code: 'REQUEST_DENIED' });
    const { invite } = (await ann.get(inviteToRoom, { params, body: {} })).data;
    expect(await join(bob, room, { invite })).toMatchObject({ status: 403, code: 'REQUEST_DENIED' });
  });

  test('who is banned is listed for the owner, the latest first, and can be let join again', async () => {
    const room = await aRoom(ann);
    const params = ofRoom(room);
    const others = [await app.person('Dov'), await app.person('Eli')];
    await joined(room, bob, cat, ...others);
    for (const person of [bob, cat, ...others]) {
      app.clock.advance(1000);
      const reason = person === bob ? 'Spam' : null;
      await ann.get(banParticipant, { params, body: { targetUserId: person.id, reason } });
    }
    const first = await ann.get(listRoomBans, { params, query: { limit: 3 } });
    expect(first.data.map(({ user }) => user.name)).toEqual(['Eli', 'Dov', 'Cat']);
    const rest = await ann.get(listRoomBans, { params, query: { limit: 3, cursor: first.nextCursor! } });
    expect(rest).toMatchObject({
      data: [{ user: { id: bob.id, name: 'Bob', avatarUrl: null }, reason: 'Spam' }],
      nextCursor: null,
    });
    expect(await ann.call(listRoomBans, { params, query: { cursor: 'spoilt' } })).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
    });
    for (const endpoint of [listRoomBans, liftRoomBan] as const) {
      const asked = endpoint === listRoomBans ? { params } : { params, body: { targetUserId: bob.id } };
      expect(await bob.call(endpoint, asked)).toMatchObject({ status: 403, code: 'NOT_THE_ROOM_AUTHOR' });
    }

    const stream = await TestStream.open(bob);
    await ann.get(liftRoomBan, { params, body: { targetUserId: bob.id } });
    await stream.until((frame) => frame.type === 'membership' && frame.userMembershipStatus === 'non-member');
    stream.close();
    expect(await standing(bob, room)).toBe('non-member');
    expect(await join(bob, room)).toMatchObject({ success: true });
    expect(await standing(cat, room)).toBe('denied');
    for (const targetUserId of [bob.id, 'nobody-at-all']) {
      expect(await ann.call(liftRoomBan, { params, body: { targetUserId } })).toMatchObject({
        status: 404,
        code: 'BAN_NOT_FOUND',
      });
    }
  });

  test('who is outside again is told whether they were removed, banned, or left by themselves', async () => {
    const room = await aRoom(ann);
    await joined(room, bob, cat);
    const params = ofRoom(room);
    const opened = async (person: TestPerson) => {
      const answer = await person.call(getConversation, { params: { conversationId: room.conversationId } });
      return answer.success ? 'shown' : `${answer.status} ${answer.code}`;
    };
    const body = { targetUserId: bob.id };
    await ann.get(removeParticipant, { params, body });
    expect(await opened(bob)).toBe('403 REMOVED_FROM_ROOM');
    // Who left is banned all the same, and what was before a coming back counts no more.
    await joined(room, bob);
    expect(await opened(bob)).toBe('shown');
    await bob.get(leaveRoom, { params, body: {} });
    expect(await opened(bob)).toBe('403 NOT_A_MEMBER');
    await ann.get(banParticipant, { params, body });
    expect(await opened(bob)).toBe('403 BANNED_FROM_ROOM');
    await ann.get(liftRoomBan, { params, body });
    expect(await opened(bob)).toBe('403 NOT_A_MEMBER');
    await joined(room, bob);
    await ann.get(banParticipant, { params, body });
    expect(await opened(bob)).toBe('403 BANNED_FROM_ROOM');
    // Taken out they were, whether or not they may come back.
    await ann.get(liftRoomBan, { params, body });
    expect(await opened(bob)).toBe('403 REMOVED_FROM_ROOM');

    const [stranger, denied] = [await app.person('Dov'), await app.person('Eli')];
    expect(await opened(stranger)).toBe('403 NOT_A_MEMBER');
    await denied.get(joinRoom, { params, body: { ...seattleAndBeyond, message: 'May I?' } });
    await ann.get(banParticipant, { params, body: { targetUserId: denied.id } });
    expect(await opened(denied)).toBe('403 NOT_A_MEMBER');
    // The others learn what they learnt before.
    const { messages } = await conversationOf(room, cat);
    const said = messages.filter(({ type }) => type === 'LEAVE').map(({ event }) => event?.code);
    expect(said).toEqual(['member_removed', 'member_left', 'member_removed']);
    // Somebody of this test alone: those after it need the others.
    const blocked = await app.person('Una');
    await joined(room, blocked);
    await ann.get(removeParticipant, { params, body: { targetUserId: blocked.id } });
    await block(app.deps, ann, blocked);
    expect(await opened(blocked)).toBe('404 CONVERSATION_NOT_FOUND');
  });

  test('who was denied before a ban is denied after it', async () => {
    const room = await aRoom(ann);
    const params = ofRoom(room);
    const { data } = await bob.get(joinRoom, { params, body: { ...seattleAndBeyond, message: 'May I?' } });
    const answer = (action: 'approve' | 'deny') =>
      ann.get(answerJoinRequest, { params, body: { requestId: data.requestId!, action } });
    await answer('deny');
    await joined(room, cat);
    await ann.get(banParticipant, { params, body: { targetUserId: cat.id } });
    await answer('approve');
    await ann.get(banParticipant, { params, body: { targetUserId: bob.id } });
    await ann.get(liftRoomBan, { params, body: { targetUserId: bob.id } });
    expect(await standing(bob, room)).toBe('non-member');
    expect(await standing(cat, room)).toBe('denied');
  });

  test('MOD-019 to 021: nobody but the owner, and not themselves', async () => {
    const room = await aRoom(ann);
    await joined(room, bob, cat);
    const params = ofRoom(room);
    for (const endpoint of [removeParticipant, banParticipant]) {
      expect(await bob.call(endpoint, { params, body: { targetUserId: cat.id } })).toMatchObject({
        status: 403,
        code: 'NOT_THE_ROOM_AUTHOR',
      });
      expect(await ann.call(endpoint, { params, body: { targetUserId: ann.id } })).toMatchObject({
        status: 400,
        code: 'NOT_ONESELF',
      });
      expect(await ann.call(endpoint, { params, body: { targetUserId: 'nobody-at-all' } })).toMatchObject({
        status: 404,
        code: 'PARTICIPANT_NOT_FOUND',
      });
    }
    expect((await conversationOf(room, ann)).memberCount).toBe(3);
  });

  test('joining while being banned ends outside, whoever comes first', async () => {
    for (let round = 0; round < 5; round++) {
      const room = await aRoom(ann);
      await joined(room, bob);
      const params = ofRoom(room);
      const leave = bob.call(leaveRoom, { params, body: {} });
      await Promise.all([
        ann.get(banParticipant, { params, body: { targetUserId: bob.id } }),
        leave.then(() => join(bob, room)),
      ]);
      const { memberCount } = await conversationOf(room, ann);
      expect([memberCount, await standing(bob, room)]).toEqual([1, 'denied']);
    }
  });

  test('whoever leaves first is banned all the same, and whoever has only asked', async () => {
    const room = await aRoom(ann);
    await joined(room, bob);
    const params = ofRoom(room);
    await bob.get(leaveRoom, { params, body: {} });
    await asked(cat, room);
    const before = (await conversationOf(room, ann)).messages.length;
    for (const person of [bob, cat]) {
      const body = { targetUserId: person.id };
      expect(await ann.call(removeParticipant, { params, body })).toMatchObject({
        status: 404,
        code: 'PARTICIPANT_NOT_FOUND',
      });
      const stream = await TestStream.open(person);
      await ann.get(banParticipant, { params, body });
      await stream.until((frame) => frame.type === 'membership' && frame.userMembershipStatus === 'denied');
      stream.close();
      expect(await standing(person, room)).toBe('denied');
      expect(await join(person, room)).toMatchObject({ status: 403, code: 'REQUEST_DENIED' });
    }
    // Nobody went from the room, so its log says nothing.
    expect((await conversationOf(room, ann)).messages.length).toBe(before);
    await ann.get(liftRoomBan, { params, body: { targetUserId: cat.id } });
    expect(await standing(cat, room)).toBe('pending');
  });

  test('strangers to the room, and people hidden from its owner, are not there to be banned', async () => {
    const room = await aRoom(ann);
    const [stranger, hidden] = [await app.person('Dina'), await app.person('Emre')];
    await joined(await aRoom(ann), stranger);
    await joined(room, hidden);
    const params = ofRoom(room);
    await hidden.get(leaveRoom, { params, body: {} });
    await block(app.deps, hidden, ann);
    for (const { id } of [stranger, hidden]) {
      expect(await ann.call(banParticipant, { params, body: { targetUserId: id } })).toMatchObject({
        status: 404,
        code: 'PARTICIPANT_NOT_FOUND',
      });
    }
    expect((await ann.get(listRoomBans, { params })).data).toEqual([]);
  });

  test('MOD-024, 027, ROOM-061: a deleted room is gone for everybody', async () => {
    const room = await aRoom(ann);
    await joined(room, bob);
    const body = { chatRoomId: room.id };
    expect(await bob.call(removeRoom, { body })).toMatchObject({ status: 403, code: 'NOT_THE_ROOM_AUTHOR' });
    await ann.get(removeRoom, { body });
    for (const person of [ann, bob]) {
      expect(await person.call(getRoom, { params: ofRoom(room) })).toMatchObject({ status: 404 });
      const params = { conversationId: room.conversationId };
      expect(await person.call(getConversation, { params })).toMatchObject({ status: 404 });
    }
    expect(await join(cat, room)).toMatchObject({ status: 404 });
    expect((await nearby(cat)).map(({ id }) => id)).not.toContain(room.conversationId);
  });
});

describe('details', () => {
  test('ROOM-042, 044, 048: the owner changes name, description and radius; nobody else does', async () => {
    const room = await aRoom(ann);
    await joined(room, bob);
    const params = { conversationId: room.conversationId };
    const body = { action: 'update_details' as const, title: ' Go in the park ', description: '' };
    expect(await bob.call(updateDetails, { params, body })).toMatchObject({
      status: 403,
      error: 'Only the chat room owner can manage this group',
    });
    expect(await cat.call(updateDetails, { params, body })).toMatchObject({
      status: 403,
      code: 'NOT_A_MEMBER',
    });
    expect((await ann.get(updateDetails, { params, body })).data).toEqual({
      id: room.conversationId,
      title: 'Go in the park',
      description: null,
    });
    expect(await bob.call(changeRoom, { params: ofRoom(room), body: { joinRadius: 3 } })).toMatchObject({
      status: 403,
    });
    await ann.get(changeRoom, { params: ofRoom(room), body: { joinRadius: 3 } });
    expect((await bob.get(getRoom, { params: ofRoom(room) })).data).toMatchObject({
      name: 'Go in the park',
      joinRadius: 3,
    });
    for (const [change, code] of [
      [{ title: ' ' }, 'TITLE_MISSING'],
      [{ title: 'x'.repeat(51) }, 'TITLE_TOO_LONG'],
      [{ description: 'x'.repeat(201) }, 'DESCRIPTION_TOO_LONG'],
    ] as const) {
      const answer = await ann.call(updateDetails, { params, body: { action: 'update_details', ...change } });
      expect(answer).toMatchObject({ status: 400, code });
    }
    const radius = await ann.call(changeRoom, { params: ofRoom(room), body: { joinRadius: 501 } });
    expect(radius).toMatchObject({ status: 400, code: 'JOIN_RADIUS_OUT_OF_RANGE' });
  });

  test('ROOM-045, 059: the conversation of a room is answered to its members', async () => {
    const room = await aRoom(ann);
    const body = { chatRoomId: room.id };
    const first = (await ann.get(getConversationOfRoom, { body })).data;
    expect(first).toMatchObject({ id: room.conversationId, chatRoom: { id: room.id } });
    expect((await ann.get(getConversationOfRoom, { body })).data.id).toBe(first.id);
    expect(await bob.call(getConversationOfRoom, { body })).toMatchObject({ status: 403 });
  });

  test('members are listed with the owner first, then by name, in pages and by a part of the name', async () => {
    const room = await aRoom(bob);
    const others = await Promise.all(['Zoe', 'Álvaro', 'mia', '葵', 'Mika'].map((name) => app.person(name)));
    await joined(room, ann, ...others);
    const params = { conversationId: room.conversationId };
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ann.get(listMembers, { params, query: { limit: 3, cursor } });
      names.push(...page.data.map(({ user }) => user.name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(names).toEqual(['Bob', 'Ann', 'mia', 'Mika', 'Zoe', 'Álvaro', '葵']);
    const found = await ann.get(listMembers, { params, query: { query: 'MI' } });
    expect(found.data.map(({ user }) => user.name)).toEqual(['mia', 'Mika']);
    const [mika] = others.slice(-1);
    await mika!.get(saveProfile, { params: { userId: mika!.id }, body: { displayName: 'Nika' } });
    expect((await ann.get(listMembers, { params, query: { query: 'nik' } })).data).toHaveLength(1);
  });
});

describe('leaving', () => {
  test('ROOM-022, 049: of an owner the earliest member takes over', async () => {
    const room = await aRoom(ann);
    await joined(room, cat, bob);
    const answer = await ann.get(leaveRoom, { params: ofRoom(room), body: {} });
    expect(answer.data).toEqual({
      wasOwner: true,
      newOwnerId: cat.id,
      groupEmpty: false,
      groupDeactivated: false,
    });
    expect(await standing(cat, room)).toBe('owner');
    expect(await standing(ann, room)).toBe('non-member');
    // MOD-054: what waits belongs to whoever is owner now.
    await asked(ann, room);
    expect((await cat.get(listJoinRequests, { params: ofRoom(room) })).data).toHaveLength(1);
    expect(await ann.call(leaveRoom, { params: ofRoom(room), body: {} })).toMatchObject({
      status: 403,
      code: 'NOT_A_MEMBER',
    });
  });

  test('ROOM-023, 024, 061: the last one closes it', async () => {
    const room = await aRoom(ann);
    const answer = await ann.get(leaveRoom, { params: ofRoom(room), body: {} });
    expect(answer.data).toMatchObject({ wasOwner: true, groupEmpty: true, groupDeactivated: true });
    expect(await ann.call(getRoom, { params: ofRoom(room) })).toMatchObject({ status: 404 });
  });

  test('CONV-054: whoever listens where a room is hears that it changed, and not who came or went', async () => {
    const room = await aRoom(ann, { placed: true });
    const dan = await app.person('Dan');
    const stream = await TestStream.open(app.visitor());
    await stream.listen([cellOf(room, 12)]);
    const heard = () =>
      stream.frames
        .flatMap((frame) => (frame.type === 'area' ? frame.events : []))
        .filter((event) => event.type === 'room_changed' && event.roomId === room.id);
    await joined(room, bob, cat, dan);
    await bob.get(leaveRoom, { params: ofRoom(room), body: {} });
    await ann.get(removeParticipant, { params: ofRoom(room), body: { targetUserId: cat.id } });
    await ann.get(banParticipant, { params: ofRoom(room), body: { targetUserId: dan.id } });
    await expect.poll(() => heard().length).toBe(6);
    expect(heard()).toEqual(Array(6).fill({ type: 'room_changed', roomId: room.id }));
    stream.close();
  });

  test('of two who leave at once and an owner who removes, everybody is out once', async () => {
    const room = await aRoom(ann);
    await joined(room, bob, cat);
    await Promise.all([
      bob.call(leaveRoom, { params: ofRoom(room), body: {} }),
      ann.call(removeParticipant, { params: ofRoom(room), body: { targetUserId: bob.id } }),
      cat.call(leaveRoom, { params: ofRoom(room), body: {} }),
    ]);
    const { memberCount, messages } = await conversationOf(room, ann);
    expect(memberCount).toBe(1);
    expect(messages.filter(({ type }) => type === 'LEAVE')).toHaveLength(2);
  });
});

describe('how large a room is', () => {
  const sizesSeen = async (viewer: TestPerson, room: Room) => {
    const nearby = await viewer.get(listConversations, { query: { includeNearby: 'true', ...haight } });
    const seen = await viewer.get(getRoom, { params: ofRoom(room) });
    const conversation = await conversationOf(room, viewer);
    return [
      seen.data.memberCount,
      conversation.memberCount,
      nearby.data.find(({ id }) => id === room.conversationId)?.memberCount,
    ];
  };
  const goes = (person: TestPerson) => person.get(removeAccount, { params: { userId: person.id }, body: {} });

  test('are those whose account stands, also when one comes back, joins, leaves or is erased', async () => {
    const room = await aRoom(ann);
    const [eve, fay] = [await app.person('Eve of size'), await app.person('Fay of size')];
    await joined(room, bob, eve, fay);
    expect(await sizesSeen(ann, room)).toEqual([4, 4, 4]);
    await goes(eve);
    await goes(fay);
    expect(await sizesSeen(ann, room)).toEqual([2, 2, 2]);
    await eve.visitProvider('Eve of size');
    await eve.get(restoreAccount, { body: {} });
    expect(await sizesSeen(ann, room)).toEqual([3, 3, 3]);
    await bob.get(leaveRoom, { params: ofRoom(room), body: {} });
    expect(await sizesSeen(ann, room)).toEqual([2, 2, 2]);
    // Erased: they were not counted before.
    await takeOutOfRooms(app.deps, fay.id, 10, returnFromGroup);
    expect(await sizesSeen(ann, room)).toEqual([2, 2, 2]);
  });

  test('it ends with the last whose account stands', async () => {
    const room = await aRoom(ann);
    const eve = await app.person('Eve of the end');
    await joined(room, eve);
    await goes(eve);
    const left = await ann.get(leaveRoom, { params: ofRoom(room), body: {} });
    expect(left.data).toMatchObject({ groupEmpty: true, groupDeactivated: true });
  });

  test('of deleted accounts alone it waits for whoever comes back, who owns it then', async () => {
    const [eve, fay] = [await app.person('Eve of waiting'), await app.person('Fay of waiting')];
    const room = await aRoom(eve);
    await joined(room, fay);
    await goes(fay);
    await goes(eve);
    await takeOutOfRooms(app.deps, eve.id, 10, returnFromGroup);
    await fay.visitProvider('Fay of waiting');
    await fay.get(restoreAccount, { body: {} });
    expect(await standing(fay, room)).toBe('owner');
    expect(await sizesSeen(fay, room)).toEqual([1, 1, 1]);
  });
});

describe('leader votes', () => {
  const vote = (person: TestPerson, room: Room, candidate: TestPerson) =>
    person.call(voteForLeader, {
      params: { conversationId: room.conversationId },
      body: { candidateId: candidate.id },
    });

  test('VOTE-013, 014, 017, 019: more than half of the members make a new owner, and votes begin anew', async () => {
    const room = await aRoom(ann);
    await joined(room, bob, cat);
    const params = { conversationId: room.conversationId };
    expect(await vote(ann, room, bob)).toMatchObject({ success: true, newOwner: null });
    expect(await vote(bob, room, ann)).toMatchObject({ newOwner: null });
    expect(await cat.get(getLeaderVotes, { params })).toMatchObject({
      data: { [bob.id]: { votes: 1, voters: [ann.id] }, [ann.id]: { votes: 1, voters: [bob.id] } },
      votedFor: null,
    });
    expect(await ann.get(getLeaderVotes, { params })).toMatchObject({
      votedFor: { id: bob.id, name: 'Bob' },
    });
    // One vote each: the new one takes the place of the old. For oneself is fine.
    expect(await vote(bob, room, bob)).toMatchObject({ newOwner: { id: bob.id, name: 'Bob' } });
    expect(await standing(bob, room)).toBe('owner');
    expect(await standing(ann, room)).toBe('member');
    expect((await cat.get(getLeaderVotes, { params })).data).toEqual({});
    expect((await conversationOf(room, cat)).messages.at(-1)).toMatchObject({
      type: 'SYSTEM',
      content: 'Bob is now the group leader!',
    });
  });

  test('VOTE-010, 012: takes three members, and candidates from among them', async () => {
    const room = await aRoom(ann);
    await joined(room, bob);
    expect(await vote(ann, room, bob)).toMatchObject({ status: 409, code: 'TOO_FEW_VOTERS' });
    await joined(room, cat);
    const stranger = await app.person('Stranger');
    expect(await vote(ann, room, stranger)).toMatchObject({ status: 400, code: 'CANDIDATE_NOT_A_MEMBER' });
    expect(await vote(stranger, room, ann)).toMatchObject({ status: 403, code: 'NOT_A_MEMBER' });
  });

  test('leaving takes the vote and the votes along, and elects nobody', async () => {
    const room = await aRoom(ann);
    const dan = await app.person('Dan');
    await joined(room, bob, cat, dan);
    await vote(ann, room, bob);
    await vote(bob, room, bob);
    await cat.get(leaveRoom, { params: ofRoom(room), body: {} });
    expect(await standing(bob, room)).toBe('member');
    await bob.get(leaveRoom, { params: ofRoom(room), body: {} });
    const params = { conversationId: room.conversationId };
    expect((await ann.get(getLeaderVotes, { params })).data).toEqual({});
  });

  test('whoever has deleted their account is no voter, and outvotes nobody', async () => {
    const room = await aRoom(ann);
    const [eve, fay] = [await app.person('Eve'), await app.person('Fay')];
    await joined(room, bob, cat, eve, fay);
    for (const gone of [eve, fay]) {
      await gone.get(removeAccount, { params: { userId: gone.id }, body: {} });
    }
    // Two of three; of five it would have taken three.
    expect(await vote(ann, room, bob)).toMatchObject({ success: true, newOwner: null });
    expect(await vote(cat, room, bob)).toMatchObject({ newOwner: { id: bob.id } });
    const [gus, hal] = [await app.person('Gus'), await app.person('Hal')];
    const small = await aRoom(ann);
    await joined(small, gus, hal);
    await gus.get(removeAccount, { params: { userId: gus.id }, body: {} });
    expect(await vote(ann, small, ann)).toMatchObject({ status: 409, code: 'TOO_FEW_VOTERS' });
  });

  test('all at once elect one', async () => {
    const room = await aRoom(ann);
    await joined(room, bob, cat);
    await Promise.all([vote(ann, room, cat), vote(bob, room, cat), vote(cat, room, cat)]);
    const { members } = await conversationOf(room, ann);
    expect(members.filter(({ role }) => role === 'OWNER')).toMatchObject([{ userId: cat.id }]);
  });
});
