import type { NearbyRoom } from '@dazi/contract/conversation-views';
import type { MembershipStatus } from '@dazi/contract/rooms';
import { expect, test } from 'vitest';
import { mergedRooms, reachingRooms } from './room-list.ts';

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
