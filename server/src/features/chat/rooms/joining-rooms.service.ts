import type { JoinRequestStatus, joinRoom as joinRoomEndpoint } from '@dazi/contract/chat/rooms';
import type { MembershipStatus } from '@dazi/contract/chat/rooms.rules';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { LocationDisplay, Position } from '@dazi/contract/places/places';
import * as conversations from '#features/chat/conversations/conversations.service.ts';
import { refuseLinks, requireBudget, requireReach } from '#features/identity/identity.service.ts';
import { profileOf } from '#features/people/profiles/profiles.service.ts';
import { appliedDisplay, displayedPosition } from '#features/places/places.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import * as banStore from './bans.store.ts';
import * as requestStore from './join-requests.store.ts';
import { requireLockedRoom, tellMap, tellRequests, tellStanding } from './room-standing.service.ts';
import { joinRequested, roomNearlyFull } from './rooms.notices.ts';
import { acceptNote, acceptPosition, milesBetween } from './rooms.rules.ts';
import * as store from './rooms.store.ts';

/** Where somebody is shown who looks for rooms or joins one. Distances to rooms tell it, whoever comes to see them. */
export async function askedFrom(
  inner: TransactingDeps,
  actor: Actor,
  truePosition: Position,
  locationDisplay?: LocationDisplay,
): Promise<Position> {
  const precision = (await profileOf(inner, actor.id))?.privacy.locationSharing.precision;
  const display = appliedDisplay(locationDisplay, precision);
  return displayedPosition(inner, actor.id, truePosition, display);
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
  requireReach(actor);
  const truePosition = input.invite ? null : acceptPosition(input, 'JOIN_POSITION_MISSING');
  return deps.transact(async (inner) => {
    const { room, role, ownerId } = await requireLockedRoom(inner, actor, roomId);
    const { conversationId } = room;
    if (role) throw new AppError('ALREADY_A_MEMBER');
    const request = await requestStore.findRequestOf(inner.db, roomId, actor.id);
    if ((await banStore.isBanned(inner.db, roomId, actor.id)) || request?.status === 'DENIED') {
      throw new AppError('REQUEST_DENIED');
    }
    if (input.invite && (await store.findInvite(inner.db, roomId)) !== input.invite) {
      throw new AppError('INVITE_NOT_FOUND');
    }
    if (request?.status === 'PENDING' && !input.invite) throw new AppError('REQUEST_PENDING');
    const members = await refuseWhenFull(inner, room);
    await requireBudget(inner, actor, 'joins', (since) => requestStore.joinsSince(inner.db, actor.id, since));
    const position = truePosition && (await askedFrom(inner, actor, truePosition, input.locationDisplay));
    const distance_miles = position ? milesBetween(position, room) : 0;
    if (distance_miles > room.joinRadius_miles) {
      const message = acceptNote(input.message);
      const requestId = await ask(inner, actor, room, ownerId, distance_miles, message);
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
export async function refuseWhenFull(inner: TransactingDeps, room: store.RoomRow): Promise<number> {
  const count = await conversations.memberCountOf(inner, room.conversationId);
  if (count >= roomLimits.members) throw new AppError('ROOM_FULL');
  return count;
}

/** Lets somebody in beside the `members` there were; the owner is warned once the room is nearly full. */
export async function admit(
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

async function ask(
  inner: TransactingDeps,
  actor: Actor,
  room: store.RoomRow,
  ownerId: string,
  distance_miles: number,
  message: string,
): Promise<string> {
  // The owner need not know whoever asks.
  refuseLinks(inner, actor, message);
  const requestedAt = inner.clock();
  const id = inner.ids.next(requestedAt);
  await requestStore.putRequest(inner.db, {
    id,
    roomId: room.id,
    userId: actor.id,
    status: 'PENDING',
    message,
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

export async function answer(
  inner: TransactingDeps,
  requestId: string,
  status: JoinRequestStatus,
  by: { responderId: string; responseMessage: string | null },
) {
  await requestStore.answerRequest(inner.db, requestId, { status, respondedAt: inner.clock(), ...by });
}
