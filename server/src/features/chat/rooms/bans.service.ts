import type { RoomBan } from '@dazi/contract/chat/rooms';
import type { MembershipStatus } from '@dazi/contract/chat/rooms.rules';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import * as banStore from './bans.store.ts';
import * as requestStore from './join-requests.store.ts';
import { takeOut } from './leaving-rooms.service.ts';
import {
  refuseNewLeader,
  requireLockedRoomToOrder,
  requireOwner,
  requireOwnLockedRoom,
  tellStanding,
} from './room-standing.service.ts';
import { memberRemoved } from './rooms.notices.ts';
import { acceptNote, membershipStatus } from './rooms.rules.ts';
import * as store from './rooms.store.ts';

export async function removeParticipant(
  deps: Deps,
  actor: Actor,
  roomId: string,
  targetUserId: string,
): Promise<void> {
  await deps.transact(async (inner) => {
    const { room, role } = await requireLockedRoomToOrder(inner, actor, roomId, targetUserId);
    if (role === 'OWNER') refuseNewLeader(inner, room);
    if (!(await expel(inner, actor, room, targetUserId, 'non-member'))) {
      throw new AppError('PARTICIPANT_NOT_FOUND');
    }
  });
}

/**
 * The same for good. Whoever was in the room once or asked to be, and whom the owner may see, is banned
 * as well: leaving first does not help. A request that waits stays, and can still be approved.
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
    refuseNewLeader(inner, room);
    if (!(await expel(inner, actor, room, targetUserId, 'denied'))) {
      if (!(await banStore.hadPart(inner.db, room, actor.id, targetUserId))) {
        throw new AppError('PARTICIPANT_NOT_FOUND');
      }
      tellStanding(inner, room, targetUserId, 'denied');
    }
    const ban = { roomId, userId: targetUserId, bannedBy: actor.id, createdAt: inner.clock() };
    await banStore.insertBan(inner.db, { ...ban, reason: acceptNote(reason) || null });
  });
}

/** The latest first, and where the next page begins. */
export async function listBans(
  deps: Deps,
  actor: Actor,
  roomId: string,
  page: { limit: number; cursor: string | undefined },
): Promise<{ bans: RoomBan[]; nextCursor: string | null }> {
  const after = page.cursor ? frontierOf(page.cursor) : null;
  await requireOwner(deps, actor, roomId);
  const rows = await banStore.pageOfBans(deps.db, roomId, actor.id, after, page.limit + 1);
  const bans = rows.slice(0, page.limit);
  const last = rows.length > bans.length ? bans.at(-1) : undefined;
  return { bans, nextCursor: last ? cursorOf({ createdAt: last.bannedAt, id: last.user.id }) : null };
}

/** They stand in the room as they would without the ban. */
export async function liftBan(deps: Deps, actor: Actor, roomId: string, targetUserId: string): Promise<void> {
  await deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    if (!(await banStore.showsBan(inner.db, roomId, actor.id, targetUserId))) {
      throw new AppError('BAN_NOT_FOUND');
    }
    await banStore.deleteBan(inner.db, roomId, targetUserId);
    const request = await requestStore.findRequestOf(inner.db, roomId, targetUserId);
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

/** Why somebody is no longer in a room: removed, or banned while they were in it. Null when they left by themselves. */
export async function whyOutside(
  deps: Deps,
  actor: Actor,
  conversationId: string,
): Promise<'REMOVED_FROM_ROOM' | 'BANNED_FROM_ROOM' | null> {
  const departure = await banStore.findDeparture(deps.db, conversationId, actor.id);
  if (departure?.isBanned) return 'BANNED_FROM_ROOM';
  return departure?.wasRemoved ? 'REMOVED_FROM_ROOM' : null;
}
