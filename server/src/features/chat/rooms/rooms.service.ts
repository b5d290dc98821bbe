import {
  type answerJoinRequest as answerJoinRequestEndpoint,
  type createRoom as createRoomEndpoint,
  type JoinRequest,
  type JoinRequestStatus,
  type joinRoom as joinRoomEndpoint,
  type MembershipStatus,
  type RoomBan,
  roomLimits,
  type VoteCounts,
} from '@dazi/contract/chat/rooms';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { cellOf } from '@dazi/contract/places/cells';
import type { Position } from '@dazi/contract/places/places';
import * as conversations from '#features/chat/conversations/conversations.service.ts';
import { tellArea, tellPerson } from '#features/live/live.service.ts';
import { profileOf } from '#features/people/profiles/profiles.service.ts';
import { appliedDisplay, displayedPosition, placedPosition } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { port } from '#platform/ports.ts';
import { joinAnswered, joinRequested, memberRemoved, roomNearlyFull } from './rooms.notices.ts';
import {
  acceptDescription,
  acceptJoinRadius,
  acceptName,
  acceptPosition,
  answered,
  isElected,
  membershipStatus,
  milesBetween,
} from './rooms.rules.ts';
import * as store from './rooms.store.ts';

export { membershipStatus } from './rooms.rules.ts';

type Asked = Pick<BodyOf<typeof joinRoomEndpoint>, 'locationDisplay'>;

/**
 * Where somebody is shown who looks for rooms or joins one. Joining is seen by the owner, who learns the distance, so
 * that it is remembered as the place of a post is; looking is seen by nobody else and leaves nothing behind.
 */
export async function askedFrom(
  inner: TransactingDeps,
  actor: Actor,
  truePosition: Position,
  { locationDisplay, isJoining }: Asked & { isJoining: boolean },
): Promise<Position> {
  const precision = (await profileOf(inner, actor.id))?.privacy.locationSharing.precision;
  const display = appliedDisplay(locationDisplay, precision);
  return displayedPosition(inner, actor.id, truePosition, display, { remembers: isJoining });
}

/** Those who look at a room's surroundings hear that it is to be asked for again. */
function tellMap(inner: TransactingDeps, room: store.RoomRow, userId: string) {
  tellArea(inner, cellOf(room, 12), { type: 'room_changed', roomId: room.id, userId });
}

/** Opens a room; its maker owns it. The true position lives only in this function's memory. */
export async function createRoom(
  deps: Deps,
  actor: Actor,
  input: BodyOf<typeof createRoomEndpoint>,
): Promise<string> {
  const title = acceptName(input.name);
  const description = acceptDescription(input.description);
  const joinRadius_miles = acceptJoinRadius(input.joinRadius);
  const given = acceptPosition(input, 'ROOM_POSITION_MISSING');
  const precision = (await profileOf(deps, actor.id))?.privacy.locationSharing.precision;
  const display = input.placed ? ('placed' as const) : appliedDisplay(input.locationDisplay, precision);
  return deps.transact(async (inner) => {
    if ((await store.countOwned(inner.db, actor.id)) >= roomLimits.owned)
      throw new AppError('TOO_MANY_ROOMS');
    const position =
      display === 'placed'
        ? placedPosition(given)
        : await displayedPosition(inner, actor.id, given, display, { remembers: true });
    const conversationId = await conversations.createGroup(inner, actor, { title, description });
    const now = inner.clock();
    const room: store.RoomRow = {
      id: inner.ids.next(now),
      conversationId,
      creatorId: actor.id,
      ...position,
      display,
      joinRadius_miles,
      isActive: true,
      createdAt: now,
      updatedAt: now,
    };
    await store.insertRoom(inner.db, room);
    tellMap(inner, room, actor.id);
    return room.id;
  });
}

/**
 * An active room and how somebody stands in it, with nobody else changing its members until the end of the
 * transaction. Unknown, ended, and of an owner who is hidden from somebody outside are one answer: ROOM_NOT_FOUND.
 */
async function requireLockedRoom(inner: TransactingDeps, actor: Actor, roomId: string) {
  return requireStanding(inner, actor, await store.lockRoom(inner.db, roomId));
}

async function requireStanding(deps: Deps, actor: Actor, room: store.RoomRow | undefined) {
  if (!room) throw new AppError('ROOM_NOT_FOUND');
  const { role, ownerId, ownerIsHidden } = await store.findStanding(deps.db, room.conversationId, actor.id);
  if (!ownerId || (!role && ownerIsHidden)) throw new AppError('ROOM_NOT_FOUND');
  return { room, role, ownerId };
}

/** The same for its owner; NOT_THE_ROOM_AUTHOR for everybody else. */
async function requireOwnLockedRoom(
  inner: TransactingDeps,
  actor: Actor,
  roomId: string,
): Promise<store.RoomRow> {
  const { room, role } = await requireLockedRoom(inner, actor, roomId);
  if (role !== 'OWNER') throw new AppError('NOT_THE_ROOM_AUTHOR');
  return room;
}

/** To look only. */
async function requireOwner(deps: Deps, actor: Actor, roomId: string): Promise<void> {
  const { role } = await requireStanding(deps, actor, await store.findRoom(deps.db, roomId));
  if (role !== 'OWNER') throw new AppError('NOT_THE_ROOM_AUTHOR');
}

export interface Joined {
  joinType: 'AUTO' | 'REQUEST';
  conversationId: string;
  userMembershipStatus: MembershipStatus;
  requestId: string | null;
}

/** Joins inside the join radius or by an invite link; asks the owner outside of it. */
export async function joinRoom(
  deps: Deps,
  actor: Actor,
  roomId: string,
  input: BodyOf<typeof joinRoomEndpoint>,
): Promise<Joined> {
  const truePosition = input.invite ? null : acceptPosition(input, 'JOIN_POSITION_MISSING');
  return deps.transact(async (inner) => {
    const { room, role, ownerId } = await requireLockedRoom(inner, actor, roomId);
    const { conversationId } = room;
    if (role) throw new AppError('ALREADY_A_MEMBER');
    const request = await store.findRequestOf(inner.db, roomId, actor.id);
    if ((await store.isBanned(inner.db, roomId, actor.id)) || request?.status === 'DENIED') {
      throw new AppError('REQUEST_DENIED');
    }
    if (input.invite && (await store.findInvite(inner.db, roomId)) !== input.invite) {
      throw new AppError('INVITE_NOT_FOUND');
    }
    if (request?.status === 'PENDING' && !input.invite) throw new AppError('REQUEST_PENDING');
    const members = await refuseWhenFull(inner, room);
    const position =
      truePosition && (await askedFrom(inner, actor, truePosition, { ...input, isJoining: true }));
    const distance_miles = position ? milesBetween(position, room) : 0;
    if (distance_miles > room.joinRadius_miles) {
      const requestId = await ask(inner, actor, room, ownerId, distance_miles, input.message ?? '');
      return { joinType: 'REQUEST', conversationId, userMembershipStatus: 'pending', requestId };
    }
    if (request?.status === 'PENDING') {
      await answer(inner, request.id, 'APPROVED', { responderId: ownerId, responseMessage: null });
      tellRequests(inner, conversationId, ownerId);
    }
    await admit(inner, room, members, actor, 'AUTO');
    return { joinType: 'AUTO', conversationId, userMembershipStatus: 'member', requestId: null };
  });
}

/** Answers how many members there are. */
async function refuseWhenFull(inner: TransactingDeps, room: store.RoomRow): Promise<number> {
  const count = await conversations.memberCountOf(inner, room.conversationId);
  if (count >= roomLimits.members) throw new AppError('ROOM_FULL');
  return count;
}

/** Lets somebody in beside the `members` there were; the owner is warned once the room is nearly full. */
async function admit(
  inner: TransactingDeps,
  room: store.RoomRow,
  members: number,
  person: { id: string; name: string },
  joinType: 'AUTO' | 'REQUEST',
) {
  await conversations.addMember(inner, room.conversationId, person, joinType);
  tellStanding(inner, room, person.id, 'member');
  tellMap(inner, room, person.id);
  if (members + 1 === roomLimits.nearlyFull || members + 1 === roomLimits.members) {
    const { conversationId } = room;
    const limit = roomLimits.members;
    publishNotice(inner, roomNearlyFull, { conversationId, members: members + 1, limit });
  }
}

function tellStanding(
  inner: TransactingDeps,
  room: store.RoomRow,
  userId: string,
  userMembershipStatus: MembershipStatus,
) {
  const { id: roomId, conversationId } = room;
  tellPerson(inner, userId, { type: 'membership', roomId, conversationId, userMembershipStatus });
}

/** The owner's cards and badges follow. */
function tellRequests(inner: TransactingDeps, conversationId: string, ownerId: string) {
  const change = { kind: 'requests' as const };
  tellPerson(inner, ownerId, { type: 'conversation_update', conversationId, change });
}

async function ask(
  inner: TransactingDeps,
  actor: Actor,
  room: store.RoomRow,
  ownerId: string,
  distance_miles: number,
  message: string,
): Promise<string> {
  const requestedAt = inner.clock();
  const id = inner.ids.next(requestedAt);
  await store.putRequest(inner.db, {
    id,
    roomId: room.id,
    userId: actor.id,
    status: 'PENDING',
    message: message.trim(),
    distance_miles,
    requestedAt,
    respondedAt: null,
    responderId: null,
    responseMessage: null,
  });
  tellRequests(inner, room.conversationId, ownerId);
  tellStanding(inner, room, actor.id, 'pending');
  const { conversationId } = room;
  publishNotice(inner, joinRequested, { conversationId, requestId: id, personId: actor.id });
  return id;
}

async function answer(
  inner: TransactingDeps,
  requestId: string,
  status: JoinRequestStatus,
  by: { responderId: string; responseMessage: string | null },
) {
  await store.answerRequest(inner.db, requestId, { status, respondedAt: inner.clock(), ...by });
}

export async function answerJoinRequest(
  deps: Deps,
  actor: Actor,
  roomId: string,
  input: BodyOf<typeof answerJoinRequestEndpoint>,
): Promise<JoinRequest> {
  return deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    const request = await store.findRequest(inner.db, roomId, actor.id, input.requestId);
    if (!request) throw new AppError('REQUEST_NOT_FOUND');
    const status = answered(request.status, input.action);
    await answer(inner, request.id, status, {
      responderId: actor.id,
      responseMessage: input.responseMessage ?? null,
    });
    if (status === 'APPROVED') await letIn(inner, room, request.userId);
    else tellStanding(inner, room, request.userId, 'denied');
    tellRequests(inner, room.conversationId, actor.id);
    publishNotice(inner, joinAnswered, {
      conversationId: room.conversationId,
      userId: request.userId,
      isApproved: status === 'APPROVED',
    });
    return store.viewOfRequest(inner.db, request.id);
  });
}

/** Whoever is let in by the owner is banned no more. */
async function letIn(inner: TransactingDeps, room: store.RoomRow, userId: string) {
  const person = await store.findPerson(inner.db, userId);
  if (!person) throw new AppError('REQUEST_NOT_FOUND');
  await store.deleteBan(inner.db, room.id, userId);
  if (await conversations.roleOf(inner, room.conversationId, userId)) return;
  const members = await refuseWhenFull(inner, room);
  await admit(inner, room, members, person, 'REQUEST');
}

/** Error: those of the owner. */
export async function listJoinRequests(
  deps: Deps,
  actor: Actor,
  roomId: string,
  page: { status: JoinRequestStatus | null; limit: number; offset: number },
): Promise<JoinRequest[]> {
  await requireOwner(deps, actor, roomId);
  return store.pageOfRequests(deps.db, roomId, actor.id, page);
}

/** Error: those of the owner, JOIN_RADIUS_OUT_OF_RANGE. */
export async function changeJoinRadius(
  deps: Deps,
  actor: Actor,
  roomId: string,
  miles: number,
): Promise<number> {
  const joinRadius_miles = acceptJoinRadius(miles);
  await deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    await store.changeRoom(inner.db, roomId, { joinRadius_miles, updatedAt: inner.clock() });
    conversations.tellDetails(inner, room.conversationId);
    tellMap(inner, room, actor.id);
  });
  return joinRadius_miles;
}

/** Name and description. */
export async function updateDetails(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  input: { title?: string | undefined; description?: string | null | undefined },
): Promise<{ id: string; title: string; description: string | null }> {
  return deps.transact(async (inner) => {
    const { conversation, member } = await conversations.requireMembership(inner, actor, conversationId);
    const room = await store.findRoomOf(inner.db, conversationId);
    if (!room || member.role !== 'OWNER') throw new AppError('NOT_THE_OWNER');
    const title = input.title === undefined ? conversation.title! : acceptName(input.title);
    const description =
      input.description === undefined ? conversation.description : acceptDescription(input.description);
    await conversations.changeDetails(inner, actor, conversationId, {
      ...(title === conversation.title ? {} : { title }),
      ...(description === conversation.description ? {} : { description }),
    });
    tellMap(inner, room, actor.id);
    return { id: conversationId, title, description };
  });
}

/**
 * What else ends with a group, in the transaction that ends it; filled by the wallet, where the group may have money.
 * `ownerId` is null when nobody is known to have owned it last.
 */
export type GroupEnds = (
  inner: TransactingDeps,
  conversationId: string,
  ownerId: string | null,
) => Promise<void>;
export const groupEndsPort = port<GroupEnds>('what else ends with a group');

export interface Left {
  wasOwner: boolean;
  newOwnerId: string | null;
  groupEmpty: boolean;
  groupDeactivated: boolean;
}

export async function leaveRoom(
  deps: Deps,
  actor: Actor,
  roomId: string,
  groupEnds: GroupEnds,
): Promise<Left> {
  return deps.transact(async (inner) => {
    const { room } = await requireLockedRoom(inner, actor, roomId);
    const left = await takeOut(inner, room, actor, { how: 'member_left', groupEnds });
    if (!left) throw new AppError('NOT_A_MEMBER');
    tellStanding(inner, room, actor.id, 'non-member');
    return left;
  });
}

/**
 * Null when the person is no member. An empty room is closed, and with it what else ends with a group; a new leader
 * begins without votes. Whom its owner takes out leaves at least the owner behind, so nothing ends with them.
 */
async function takeOut(
  inner: TransactingDeps,
  room: store.RoomRow,
  person: { id: string; name: string },
  leaving: { how: 'member_removed' } | { how: 'member_left' | 'account_erased'; groupEnds: GroupEnds },
): Promise<Left | null> {
  const { how } = leaving;
  if (
    how !== 'member_removed' &&
    (await conversations.isLastMember(inner, room.conversationId, person.id, how))
  ) {
    const ownerId = await conversations.ownerOf(inner, room.conversationId);
    await leaving.groupEnds(inner, room.conversationId, ownerId ?? person.id);
  }
  const gone = await conversations.removeMember(inner, room.conversationId, person, how);
  if (!gone) return null;
  await store.deleteVotesOf(inner.db, room.conversationId, person.id);
  if (gone.newOwnerId) {
    await store.deleteVotes(inner.db, room.conversationId);
    tellRequests(inner, room.conversationId, gone.newOwnerId);
  }
  if (gone.isEmpty) {
    await store.changeRoom(inner.db, room.id, { isActive: false, updatedAt: inner.clock() });
  }
  tellMap(inner, room, person.id);
  return {
    wasOwner: gone.wasOwner,
    newOwnerId: gone.newOwnerId,
    groupEmpty: gone.isEmpty,
    groupDeactivated: gone.isEmpty,
  };
}

/** Ends a room for good. */
export async function removeRoom(
  deps: Deps,
  actor: Actor,
  roomId: string,
  groupEnds: GroupEnds,
): Promise<void> {
  await deps.transact(async (inner) => {
    await end(inner, await requireOwnLockedRoom(inner, actor, roomId), groupEnds);
  });
}

async function end(inner: TransactingDeps, room: store.RoomRow, groupEnds: GroupEnds): Promise<void> {
  const ownerId = await conversations.ownerOf(inner, room.conversationId);
  await groupEnds(inner, room.conversationId, ownerId);
  await store.changeRoom(inner.db, room.id, { isActive: false, updatedAt: inner.clock() });
  await conversations.endConversation(inner, room.conversationId);
  tellMap(inner, room, ownerId ?? '');
}

/** A room may be reported by whoever sees it but its owner; the administrators end it. */
export const reportableRoom = (groupEnds: GroupEnds) => ({
  changesHands: true as const,

  ownerOf: async (deps: Deps, actor: Actor, roomId: string): Promise<string> =>
    (await requireStanding(deps, actor, await store.findRoom(deps.db, roomId))).ownerId,

  async remove(inner: TransactingDeps, roomId: string): Promise<boolean> {
    const room = await store.lockRoom(inner.db, roomId);
    if (!room) return false;
    await end(inner, room, groupEnds);
    return true;
  },
});

export async function removeParticipant(
  deps: Deps,
  actor: Actor,
  roomId: string,
  targetUserId: string,
): Promise<void> {
  await deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    if (!(await expel(inner, actor, room, targetUserId, 'non-member'))) {
      throw new AppError('PARTICIPANT_NOT_FOUND');
    }
  });
}

/**
 * The same for good. Whoever leaves first must not get away with it: banned is also who was in the room once or has
 * asked to be, as its log and its requests know, as long as the owner may see them. A request that waits stays as it
 * is, so that letting them in is still one decision of the owner.
 */
export async function banParticipant(
  deps: Deps,
  actor: Actor,
  roomId: string,
  targetUserId: string,
  reason: string | null,
): Promise<void> {
  await deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    if (!(await expel(inner, actor, room, targetUserId, 'denied'))) {
      if (!(await store.hadPart(inner.db, room, actor.id, targetUserId))) {
        throw new AppError('PARTICIPANT_NOT_FOUND');
      }
      tellStanding(inner, room, targetUserId, 'denied');
    }
    const row = { roomId, userId: targetUserId, bannedBy: actor.id, reason, createdAt: inner.clock() };
    await store.insertBan(inner.db, row);
  });
}

/** Who is banned, the latest first, and where the next page begins. */
export async function listBans(
  deps: Deps,
  actor: Actor,
  roomId: string,
  page: { limit: number; cursor: string | undefined },
): Promise<{ bans: RoomBan[]; nextCursor: string | null }> {
  const after = page.cursor ? frontierOf(page.cursor) : null;
  await requireOwner(deps, actor, roomId);
  const rows = await store.pageOfBans(deps.db, roomId, actor.id, after, page.limit + 1);
  const bans = rows.slice(0, page.limit);
  const last = rows.length > bans.length ? bans.at(-1) : undefined;
  return { bans, nextCursor: last ? cursorOf({ createdAt: last.bannedAt, id: last.user.id }) : null };
}

/** They stand in the room as they would without the ban. */
export async function liftBan(deps: Deps, actor: Actor, roomId: string, targetUserId: string): Promise<void> {
  await deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    if (!(await store.showsBan(inner.db, roomId, actor.id, targetUserId))) {
      throw new AppError('BAN_NOT_FOUND');
    }
    await store.deleteBan(inner.db, roomId, targetUserId);
    const request = await store.findRequestOf(inner.db, roomId, targetUserId);
    tellStanding(inner, room, targetUserId, membershipStatus(null, request?.status ?? null, false));
  });
}

/** False when they are no member. Error: NOT_ONESELF. */
async function expel(
  inner: TransactingDeps,
  actor: Actor,
  room: store.RoomRow,
  userId: string,
  standing: MembershipStatus,
): Promise<boolean> {
  if (userId === actor.id) throw new AppError('NOT_ONESELF');
  const person = await store.findPerson(inner.db, userId);
  const left = person && (await takeOut(inner, room, person, { how: 'member_removed' }));
  if (!left) return false;
  tellStanding(inner, room, userId, standing);
  const isBanned = standing === 'denied';
  publishNotice(inner, memberRemoved, { conversationId: room.conversationId, userId, isBanned });
  return true;
}

/**
 * What somebody is told who is in a room no more, and whom its owner took out or keeps out; null when they left by
 * themselves. Of a ban only those hear who had been in it: to all others it is a request that was denied.
 */
export async function whyOutside(
  deps: Deps,
  actor: Actor,
  conversationId: string,
): Promise<'REMOVED_FROM_ROOM' | 'BANNED_FROM_ROOM' | null> {
  const departure = await store.findDeparture(deps.db, conversationId, actor.id);
  if (departure?.isBanned) return 'BANNED_FROM_ROOM';
  return departure?.wasRemoved ? 'REMOVED_FROM_ROOM' : null;
}

/** The invite of a room, made when there is none or a new one is wanted. */
export async function inviteToRoom(
  deps: Deps,
  actor: Actor,
  roomId: string,
  renew: boolean,
): Promise<string> {
  return deps.transact(async (inner) => {
    await requireOwnLockedRoom(inner, actor, roomId);
    const known = renew ? null : await store.findInvite(inner.db, roomId);
    if (known) return known;
    const invite = inner.ids.secret();
    await store.putInvite(inner.db, roomId, invite, inner.clock());
    return invite;
  });
}

export async function removeInvite(deps: Deps, actor: Actor, roomId: string): Promise<void> {
  await deps.transact(async (inner) => {
    await requireOwnLockedRoom(inner, actor, roomId);
    await store.deleteInvite(inner.db, roomId);
  });
}

interface LeaderVotes {
  counts: VoteCounts;
  /** Whom the actor has voted for. */
  votedFor: { id: string; name: string } | null;
}

/** Whom the members want to lead. */
export async function leaderVotes(deps: Deps, actor: Actor, conversationId: string): Promise<LeaderVotes> {
  await conversations.requireMembership(deps, actor, conversationId);
  const votes = await store.listVotes(deps.db, conversationId);
  const own = votes.find(({ voterId }) => voterId === actor.id);
  return { counts: countsOf(votes), votedFor: own ? { id: own.candidateId, name: own.candidateName } : null };
}

function countsOf(votes: readonly { voterId: string; candidateId: string }[]): VoteCounts {
  const counts: VoteCounts = {};
  for (const { voterId, candidateId } of votes) {
    const count = counts[candidateId] ?? { votes: 0, voters: [] };
    counts[candidateId] = { votes: count.votes + 1, voters: [...count.voters, voterId] };
  }
  return counts;
}

/** Votes for the leader; more than half of the members make a new owner, and votes begin anew. */
export async function voteForLeader(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  candidateId: string,
): Promise<LeaderVotes & { newOwner: { id: string; name: string } | null }> {
  return deps.transact(async (inner) => {
    await conversations.requireMembership(inner, actor, conversationId);
    const room = await store.lockRoomOf(inner.db, conversationId);
    if (!room) throw new AppError('CONVERSATION_NOT_FOUND');
    // Once more, now that nobody else changes it.
    const { conversation } = await conversations.requireMembership(inner, actor, conversationId);
    const { memberCount } = conversation;
    if (memberCount < roomLimits.voters) throw new AppError('TOO_FEW_VOTERS');
    const candidate = await store.findPerson(inner.db, candidateId);
    if (!candidate || !(await conversations.roleOf(inner, conversationId, candidateId))) {
      throw new AppError('CANDIDATE_NOT_A_MEMBER');
    }
    const createdAt = inner.clock();
    await store.putVote(inner.db, { conversationId, voterId: actor.id, candidateId, createdAt });
    const counts = countsOf(await store.listVotes(inner.db, conversationId));
    const isOwner = (await conversations.ownerOf(inner, conversationId)) === candidateId;
    if (isOwner || !isElected(counts[candidateId]?.votes ?? 0, memberCount)) {
      conversations.tellDetails(inner, conversationId);
      return { counts, votedFor: candidate, newOwner: null };
    }
    await passOn(inner, room, candidateId);
    return { counts: {}, votedFor: null, newOwner: candidate };
  });
}

async function passOn(inner: TransactingDeps, room: store.RoomRow, userId: string) {
  await conversations.makeOwner(inner, room.conversationId, userId);
  await store.deleteVotes(inner.db, room.conversationId);
  tellRequests(inner, room.conversationId, userId);
  tellMap(inner, room, userId);
}

/**
 * Somebody has deleted their account: their rooms go to whoever has been there longest, at once, so that nobody
 * waits for an owner who does not come, and nobody is outvoted by one who does not vote. Coming back they are members
 * as others, and own a room again that nobody was left to own.
 */
export async function passOnRoomsOf(inner: TransactingDeps, userId: string): Promise<void> {
  for (let after = ''; ; ) {
    const page = await store.pageOfRoomsWith(inner.db, userId, after, passedAtOnce);
    for (const { room, role } of page) {
      // Who comes and goes at this moment comes before or after.
      if (!(await store.lockRoom(inner.db, room.id))) continue;
      // Also what they said is not there any more for the others, or is again: it counts no longer as unread.
      await conversations.membersChanged(inner, room.conversationId);
      if (role === 'OWNER' || !(await conversations.ownerOf(inner, room.conversationId))) {
        const next = await conversations.earliestMember(inner, room.conversationId);
        if (next && (next !== userId || role !== 'OWNER')) await passOn(inner, room, next);
      }
      tellMap(inner, room, userId);
    }
    if (page.length < passedAtOnce) return;
    after = page.at(-1)!.room.id;
  }
}

const passedAtOnce = 100;

/** Takes somebody whose account is being erased out of a batch of rooms; answers how many it was. */
export async function takeOutOfRooms(
  deps: Deps,
  userId: string,
  limit: number,
  groupEnds: GroupEnds,
): Promise<number> {
  const page = await store.pageOfRoomsWith(deps.db, userId, '', limit);
  for (const { room } of page) {
    await deps.transact(async (inner) => {
      const locked = await store.lockRoom(inner.db, room.id);
      if (locked)
        await takeOut(inner, locked, { id: userId, name: '' }, { how: 'account_erased', groupEnds });
    });
  }
  return page.length;
}
