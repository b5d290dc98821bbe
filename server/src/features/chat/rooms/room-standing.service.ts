import type { MembershipStatus } from '@dazi/contract/chat/rooms.rules';
import { cellOf } from '@dazi/contract/places/cells';
import { isOver, keepsOrder, standingOf } from '#features/chat/conversations/conversations.service.ts';
import { tellArea, tellPerson } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { isRestricted } from './leaders.rules.ts';
import * as store from './rooms.store.ts';

/**
 * Those who look at a room's surroundings hear that it is to be asked for again, unless `userId` is hidden from them. They
 * are not told who that is: who comes to a room and who goes is its members' business.
 */
export function tellMap(
  inner: TransactingDeps,
  room: Pick<store.RoomRow, 'id' | 'latitude' | 'longitude'>,
  userId: string,
) {
  tellArea(inner, cellOf(room, 12), { type: 'room_changed', roomId: room.id }, userId);
}

/** An active room with its members locked. Unknown, ended and hidden rooms are one answer: ROOM_NOT_FOUND. */
export async function requireLockedRoom(inner: TransactingDeps, actor: Actor, roomId: string) {
  return requireStanding(inner, actor, await store.lockRoom(inner.db, roomId));
}

export async function requireStanding(deps: Deps, actor: Actor, room: store.RoomRow | undefined) {
  if (!room) throw new AppError('ROOM_NOT_FOUND');
  const standing = await store.findStanding(deps.db, room.conversationId, actor.id);
  const { role, moderates, ownerId, ownerIsHidden } = standing;
  if (!ownerId || (!role && ownerIsHidden)) throw new AppError('ROOM_NOT_FOUND');
  return { room, role, moderates, ownerId };
}

/** The same for its owner; NOT_THE_ROOM_AUTHOR for everybody else. */
export async function requireOwnLockedRoom(
  inner: TransactingDeps,
  actor: Actor,
  roomId: string,
): Promise<store.RoomRow> {
  const { room, role } = await requireLockedRoom(inner, actor, roomId);
  if (role !== 'OWNER') throw new AppError('NOT_THE_ROOM_AUTHOR');
  return room;
}

/**
 * The same for those who keep it in order, its owner and its moderators, about another member whom they stand over.
 * Errors also: NOT_ONESELF, NOT_OVER_ROOM_MODERATORS, LEADER_TOO_NEW.
 */
export async function requireLockedRoomToOrder(
  inner: TransactingDeps,
  actor: Actor,
  roomId: string,
  memberId: string,
) {
  const { room, role, moderates } = await requireLockedRoom(inner, actor, roomId);
  if (!role || !keepsOrder({ role, moderates })) throw new AppError('NOT_THE_ROOM_AUTHOR');
  if (memberId === actor.id) throw new AppError('NOT_ONESELF');
  refuseAgainstDeposed(inner, room, memberId);
  // Whoever owns the room stands over everybody.
  if (role === 'OWNER') return { room, role };
  const other = await standingOf(inner, room.conversationId, memberId);
  if (!isOver({ role, moderates }, other ?? undefined)) throw new AppError('NOT_OVER_ROOM_MODERATORS');
  return { room, role };
}

/** What could not be undone waits for a while after a vote. Error: LEADER_TOO_NEW. */
export function refuseNewLeader(inner: TransactingDeps, room: store.RoomRow): void {
  if (isRestricted(room, inner.clock())) throw new AppError('LEADER_TOO_NEW');
}

/** Whoever was voted out is neither muted nor taken out for as long, by nobody. Error: LEADER_TOO_NEW. */
export function refuseAgainstDeposed(inner: TransactingDeps, room: store.RoomRow, memberId: string): void {
  if (room.deposedId === memberId) refuseNewLeader(inner, room);
}

/** To look only. */
export async function requireOwner(deps: Deps, actor: Actor, roomId: string): Promise<void> {
  const { role } = await requireStanding(deps, actor, await store.findRoom(deps.db, roomId));
  if (role !== 'OWNER') throw new AppError('NOT_THE_ROOM_AUTHOR');
}

export function tellStanding(
  inner: TransactingDeps,
  room: store.RoomRow,
  userId: string,
  userMembershipStatus: MembershipStatus,
) {
  const { id: roomId, conversationId } = room;
  tellPerson(inner, userId, { type: 'membership', roomId, conversationId, userMembershipStatus });
}

/** The owner's cards and badges follow. */
export function tellRequests(inner: TransactingDeps, conversationId: string, ownerId: string) {
  const change = { kind: 'requests' as const };
  tellPerson(inner, ownerId, { type: 'conversation_update', conversationId, change });
}
