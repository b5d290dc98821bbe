import type { NearbyRoom } from '@dazi/contract/conversation-views';
import { membershipStatusOf } from '@dazi/contract/rooms';

/** Rooms of several answers, each once; of the later ones what they know newer. */
export function mergedRooms(...lists: readonly (readonly NearbyRoom[] | undefined)[]): readonly NearbyRoom[] {
  const byId = new Map<string, NearbyRoom>();
  for (const list of lists) for (const room of list ?? []) byId.set(room.id, room);
  return [...byId.values()];
}

const isOwn = (room: NearbyRoom): boolean => {
  const status = membershipStatusOf(room.userMembershipStatus);
  return status === 'owner' || status === 'member';
};

/** What the panel lists: the own rooms, and those whose join radius reaches one, the nearest first. */
export function reachingRooms(rooms: readonly NearbyRoom[]): readonly NearbyRoom[] {
  const distanceOf = (room: NearbyRoom) => room.distance ?? Number.POSITIVE_INFINITY;
  return rooms
    .filter((room) => isOwn(room) || room.withinJoinRadius === true)
    .sort((one, other) => distanceOf(one) - distanceOf(other) || (one.id < other.id ? -1 : 1));
}
