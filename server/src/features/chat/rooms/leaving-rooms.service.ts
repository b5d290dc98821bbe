import * as conversations from '#features/chat/conversations/conversations.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { ReportTarget } from '#platform/area.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { port } from '#platform/ports.ts';
import * as voteStore from './leader-votes.store.ts';
import { afterSuccession } from './leaders.rules.ts';
import {
  refuseNewLeader,
  requireLockedRoom,
  requireOwnLockedRoom,
  tellMap,
  tellRequests,
  tellStanding,
} from './room-standing.service.ts';
import * as store from './rooms.store.ts';

/** The port by which the wallet ends with a group, in the same transaction. `ownerId` is null when nobody owned it. */
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

/** Takes somebody out of a room; null when they are no member. An empty room is closed, a new leader has no votes. */
export async function takeOut(
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
  await voteStore.deleteVotesOf(inner.db, room.conversationId, person.id);
  if (gone.newOwnerId) {
    await voteStore.deleteVotes(inner.db, room.conversationId);
    await store.changeRoom(inner.db, room.id, afterSuccession(room, gone.newOwnerId, inner.clock()));
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

export async function removeRoom(
  deps: Deps,
  actor: Actor,
  roomId: string,
  groupEnds: GroupEnds,
): Promise<void> {
  await deps.transact(async (inner) => {
    const room = await requireOwnLockedRoom(inner, actor, roomId);
    refuseNewLeader(inner, room);
    await end(inner, room, groupEnds);
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
export const reportableRoom = (groupEnds: GroupEnds): ReportTarget => ({
  changesHands: true,

  async ownerOf(deps, _actor, roomId) {
    const [room] = await store.findRoomsEver(deps.db, [roomId]);
    if (!room) throw new AppError('ROOM_NOT_FOUND');
    return room.ownerId;
  },

  async snapshots(deps, roomIds) {
    return new Map(
      (await store.findRoomsEver(deps.db, roomIds)).map((room) => [
        room.id,
        {
          ownerId: room.ownerId,
          content: [room.title, room.description ?? ''].filter(Boolean).join('\n'),
          ...{ type: null, mediaIds: [], room: null, isPrivate: false },
          createdAt: new Date(room.createdAt),
          goneAt: room.isActive ? null : new Date(room.updatedAt),
          goneBy: room.isActive ? null : 'room',
        },
      ]),
    );
  },

  async roomLeaders(deps, roomIds) {
    const rooms = await store.findRoomsEver(deps.db, roomIds);
    return new Map(rooms.flatMap(({ id, ownerId }) => (ownerId ? [[id, ownerId] as const] : [])));
  },

  async remove(inner, roomId) {
    const room = await store.lockRoom(inner.db, roomId);
    if (!room) return false;
    await end(inner, room, groupEnds);
    return true;
  },
});

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
