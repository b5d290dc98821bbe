import type { Position } from '@dazi/contract/places/places';
import { membershipStatus } from '#features/chat/rooms/rooms.service.ts';
import { placeNameOf } from '#features/places/places.service.ts';
import type { Deps } from '#platform/deps.ts';
import type * as store from './conversation-view.store.ts';
import type * as own from './own-conversations.store.ts';

export async function placeOf(deps: Deps, position: Position) {
  const name = await placeNameOf(deps, position);
  return { address: name?.name ?? null, addressNames: name?.names ?? {} };
}

const nowhere = { address: null, addressNames: {} };

async function placedFields(deps: Deps, row: own.OwnRow | store.RoomRow) {
  const { roomId, latitude, longitude, joinRadius } = row;
  if (roomId === null || latitude === null || longitude === null || joinRadius === null) {
    return { latitude: null, longitude: null, joinRadius: null, chatRoom: null, ...nowhere };
  }
  const place = { latitude, longitude, joinRadius, ...(await placeOf(deps, { latitude, longitude })) };
  return { ...place, chatRoom: { id: roomId, ...place } };
}

export async function publicFields(deps: Deps, row: own.OwnRow | store.RoomRow) {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    isPrivate: row.kind === 'private',
    ...(await placedFields(deps, row)),
    memberCount: row.memberCount,
    members: row.members,
    isActive: row.isActive && !row.isClosed,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    lastMessageAt: row.lastMessageAt,
    userMembershipStatus: membershipStatus(row.role, row.requestStatus, row.isBanned),
  };
}

export const unlessOver = (until: string | null, now: Date): string | null =>
  until !== null && Date.parse(until) > now.getTime() ? until : null;
