import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import type { MembershipStatus } from '@dazi/contract/chat/rooms.rules';
import { expect, test } from 'vitest';
import { mergedRooms, nearestPlace, reachingRooms, roomsWithin } from './room-list.ts';

const room = (
  id: string,
  userMembershipStatus: MembershipStatus,
  withinJoinRadius: boolean | null,
  distance: number | null = 1,
) => ({ id, userMembershipStatus, withinJoinRadius, distance }) as NearbyRoom;

test('ROOM-001, ROOM-002 the panel lists the own rooms and those that reach one, nearest first', () => {
  const rooms = [
    room('far', 'non-member', false, 2),
    room('near', 'non-member', true, 3),
    room('mine', 'owner', false, 400),
    room('joined', 'member', null, null),
    room('asked', 'pending', false, 4),
    room('nearest', 'denied', true, 0.5),
    room('unknown', 'non-member', null, 0.1),
  ];
  expect(reachingRooms(rooms).map(({ id }) => id)).toEqual(['nearest', 'near', 'mine', 'joined']);
});

test('rooms of two answers stand once, as the later one knows them', () => {
  const merged = mergedRooms([room('a', 'non-member', true), room('b', 'member', true)], undefined, [
    room('a', 'pending', true),
  ]);
  expect(merged.map(({ id, userMembershipStatus }) => `${id} ${userMembershipStatus}`)).toEqual([
    'a pending',
    'b member',
  ]);
});

const standing = (id: string, latitude: number | null, longitude: number | null) =>
  ({ id, latitude, longitude }) as NearbyRoom;

test('of the rooms those on the shown part of the map are listed, also where it crosses the date line', () => {
  const rooms = [
    standing('fiji', -17.7, 178),
    standing('samoa', -13.8, -171.8),
    standing('porto', 41.2, -8.6),
    standing('nowhere', null, null),
  ];
  const pacific = { west: 170, east: -160, south: -30, north: 0 };
  expect(roomsWithin(rooms, pacific).map(({ id }) => id)).toEqual(['fiji', 'samoa']);
  const iberia = { west: -10, east: 4, south: 36, north: 44 };
  expect(roomsWithin(rooms, iberia).map(({ id }) => id)).toEqual(['porto']);
});

test('the nearest room is the one nearest to where the map looks', () => {
  const rooms = [
    standing('porto', 41.2, -8.6),
    standing('nowhere', null, null),
    standing('fiji', -17.7, 178),
  ];
  expect(nearestPlace(rooms, { latitude: -13, longitude: -172 })).toEqual({
    latitude: -17.7,
    longitude: 178,
  });
  expect(nearestPlace([standing('nowhere', null, null)], { latitude: 0, longitude: 0 })).toBeNull();
});
