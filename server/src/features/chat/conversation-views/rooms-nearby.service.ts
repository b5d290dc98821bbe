import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import type { Room } from '@dazi/contract/chat/rooms';
import { milesOf, milesPerKm, roomLimits } from '@dazi/contract/chat/rooms.rules';
import { boxAround } from '@dazi/contract/places/cells';
import type { Box, LocationDisplay, Position } from '@dazi/contract/places/places';
import { askedFrom, membershipStatus } from '#features/chat/rooms/rooms.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import * as store from './conversation-view.store.ts';
import { placeOf, publicFields, unlessOver } from './public-fields.service.ts';

/** Rounded as people read it, and never finer than the cells that positions are shown in. */
const readableMiles = (km: number) => Math.round(milesOf(km) * 10) / 10;

/** How far a room is and whether that is near enough; the button, the list and joining go by nothing else. */
const reachOf = ({ km, joinRadius }: store.RoomRow) => ({
  distance: km === null ? null : readableMiles(km),
  withinJoinRadius: km === null ? null : milesOf(km) <= joinRadius,
});

async function nearbyRoom(deps: Deps, row: store.RoomRow): Promise<NearbyRoom> {
  return {
    ...(await publicFields(deps, row)),
    // What was said last in a room is for those who are in it.
    lastMessageAt: row.role ? row.lastMessageAt : null,
    ...reachOf(row),
  };
}

/** Miles around: the nearest are found in the smallest of these that holds enough. */
const rings_miles = [10, 60, 200, roomLimits.nearby_miles];

/** Where somebody is who asks, and how they are shown there, as when they join. */
interface AskedFrom extends Position {
  locationDisplay?: LocationDisplay | undefined;
}

/** From where distances are counted: the caller's displayed position; of a visitor's rounded to two decimals. */
async function countedFrom(
  deps: Deps,
  viewer: Actor | null,
  { latitude, longitude, locationDisplay }: AskedFrom,
): Promise<Position> {
  if (viewer) {
    return deps.transact((inner) => askedFrom(inner, viewer, { latitude, longitude }, locationDisplay));
  }
  const rounded = (degrees: number) => Math.round(degrees * 100) / 100;
  return { latitude: rounded(latitude), longitude: rounded(longitude) };
}

export async function nearbyRooms(
  deps: Deps,
  viewer: Actor | null,
  asked: AskedFrom,
  box: Box | null,
): Promise<NearbyRoom[]> {
  const from = await countedFrom(deps, viewer, asked);
  const viewerId = viewer?.id ?? null;
  const rows = box
    ? await store.findRooms(deps.db, viewerId, { box, from, within_miles: null })
    : await nearestRooms(deps, viewerId, from);
  return Promise.all(rows.map((row) => nearbyRoom(deps, row)));
}

async function nearestRooms(deps: Deps, viewerId: string | null, from: Position) {
  const rings = rings_miles.map((within_miles) => ({
    box: boxAround(from, within_miles / milesPerKm),
    from,
    within_miles,
  }));
  const widest = rings.length - 1;
  let rows: store.RoomRow[] = [];
  // Some may not be seen: then the next one is looked through.
  for (let ring = (await store.firstWithEnough(deps.db, rings)) ?? widest; ring <= widest; ring++) {
    rows = await store.findRooms(deps.db, viewerId, rings[ring]!);
    if (rows.length >= roomLimits.nearby) break;
  }
  return rows;
}

/** Told to whoever leads and to whom they were voted in against. */
function leadershipOf(row: store.RoomRow, viewer: Actor | null, now: Date) {
  const isTold = viewer !== null && (row.role === 'OWNER' || (row.role && row.deposedId === viewer.id));
  if (!isTold) return { ownerSince: null, leaderRestrictedUntil: null };
  return {
    ownerSince: row.ownerSince ?? row.createdAt,
    leaderRestrictedUntil: unlessOver(row.restrictedUntil, now),
  };
}

/** Unknown, ended, and of people who are hidden are one answer: ROOM_NOT_FOUND. */
export async function getRoom(
  deps: Deps,
  viewer: Actor | null,
  roomId: string,
  asked: AskedFrom | null = null,
): Promise<Room> {
  const from = asked && (await countedFrom(deps, viewer, asked));
  const row = await store.findRoom(deps.db, viewer?.id ?? null, roomId, from);
  if (!row) throw new AppError('ROOM_NOT_FOUND');
  const { latitude, longitude, joinRadius, display } = row;
  return {
    id: row.roomId,
    conversationId: row.id,
    name: row.title ?? '',
    description: row.description,
    authorId: row.creatorId,
    ownerId: row.ownerId,
    latitude,
    longitude,
    joinRadius,
    ...(await placeOf(deps, row)),
    display,
    memberCount: row.memberCount,
    ...reachOf(row),
    participants: row.members,
    isActive: row.isActive,
    createdAt: row.createdAt,
    updatedAt: row.roomUpdatedAt,
    userMembershipStatus: membershipStatus(row.role, row.requestStatus, row.isBanned),
    userRole: row.role,
    slowMode_s: row.slowMode_s,
    ...leadershipOf(row, viewer, deps.clock()),
    pendingRequests: row.role === 'OWNER' ? row.pendingRequests : null,
    can: {
      manage: row.role === 'OWNER',
      moderate: row.role === 'OWNER' || row.moderates === true,
      leave: row.role !== null,
    },
  };
}
