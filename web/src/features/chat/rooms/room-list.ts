import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import { membershipStatusOf } from '@dazi/contract/chat/rooms.rules';
import type { Box, Position } from '@dazi/contract/places/places';
import { boxContains, distanceKm } from '@dazi/contract/places/places.rules';

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

/** The own rooms, and those whose join radius reaches one, the nearest first. */
export function reachingRooms(rooms: readonly NearbyRoom[]): readonly NearbyRoom[] {
  const distanceOf = (room: NearbyRoom) => room.distance ?? Number.POSITIVE_INFINITY;
  return rooms
    .filter((room) => isOwn(room) || room.withinJoinRadius === true)
    .sort((one, other) => distanceOf(one) - distanceOf(other) || (one.id < other.id ? -1 : 1));
}

/** Where a room stands; null for one whose place is not told. */
export function placeOf({ latitude, longitude }: NearbyRoom): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Of some rooms those that stand in a box, in the same order. */
export function roomsWithin(rooms: readonly NearbyRoom[], box: Box): readonly NearbyRoom[] {
  return rooms.filter((room) => {
    const place = placeOf(room);
    return place !== null && boxContains(box, place);
  });
}

/** The place of the room that stands nearest to a point; null when there is none. */
export function nearestPlace(rooms: readonly NearbyRoom[], from: Position): Position | null {
  const places = rooms.map(placeOf).filter((place) => place !== null);
  const [nearest] = places.sort((one, other) => distanceKm(from, one) - distanceKm(from, other));
  return nearest ?? null;
}
