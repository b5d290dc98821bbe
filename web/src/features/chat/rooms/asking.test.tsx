// @vitest-environment happy-dom
import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import type { Box, Position } from '@dazi/contract/places/places';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { stored, writeStored } from '#platform/storage.ts';
import { Asking, draw } from '#testing/draw.tsx';
import {
  patchMemberCount,
  patchMembership,
  roomKeys,
  useAskedFrom,
  useNearbyRooms,
  useRoom,
  useRoomsInBox,
} from './rooms.api.ts';

let asked: URL[] = [];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(new URL(path, 'https://dazi.example'));
    return Response.json({ success: true, data: [], nextCursor: null });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Runs a hook with one input after the other. */
async function run<Input>(hook: (input: Input) => unknown, ...inputs: Input[]) {
  function Probe({ input }: { input: Input }) {
    hook(input);
    return null;
  }
  const client = createQueryClient();
  const box = document.createElement('div');
  for (const input of inputs) {
    await draw(
      <Asking client={client}>
        <Probe input={input} />
      </Asking>,
      box,
    );
  }
}

test('ROOM-003 rooms near by are asked for from 3 decimals, once for the same place', async () => {
  const here: Position = { latitude: 37.769912, longitude: -122.446789 };
  await run(useNearbyRooms, null, here, { ...here, latitude: 37.769934 });
  expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
    '/api/conversations?includeNearby=true&latitude=37.77&longitude=-122.447',
  ]);
});

test('ROOM-058 whoever is shown exactly on this device is counted from there, as when they join', async () => {
  const here: Position = { latitude: 37.769912, longitude: -122.446789 };
  writeStored(stored.locationPrivacy('exact'), { userId: 'exact', locationDisplay: 'exact' });
  await run((userId: string | null) => useNearbyRooms(useAskedFrom(userId, here)), null, 'shy', 'exact');
  await run((userId: string) => useRoom('r1', useAskedFrom(userId, here)), 'exact');
  expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
    '/api/conversations?includeNearby=true&latitude=37.77&longitude=-122.447',
    '/api/conversations?includeNearby=true&latitude=37.77&longitude=-122.447&locationDisplay=exact',
    '/api/chatrooms/r1?latitude=37.77&longitude=-122.447&locationDisplay=exact',
  ]);
});

test('rooms of a map view are asked for by its box, rounded outwards', async () => {
  const from = { latitude: 37.77, longitude: -122.447 };
  const box: Box = { west: -122.4567, south: 37.7512, east: -122.4011, north: 37.7999 };
  await run((shown: Box | null) => useRoomsInBox(shown, from), null, box, { ...box, west: -122.4561 });
  expect(asked).toHaveLength(1);
  expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({
    includeNearby: 'true',
    latitude: '37.77',
    longitude: '-122.447',
    west: '-122.46',
    south: '37.75',
    east: '-122.4',
    north: '37.8',
  });
});

test('the box of the whole world stays within it', async () => {
  const world = { west: -180, south: -85.0511, east: 180, north: 85.0511 };
  await run((box: Box) => useRoomsInBox(box, { latitude: 0, longitude: 0 }), world);
  const { west, south, east, north } = Object.fromEntries(asked[0]!.searchParams);
  expect([west, south, east, north]).toEqual(['-180', '-85.06', '180', '85.06']);
});

const listed = (client: QueryClient) => client.getQueryData<readonly NearbyRoom[]>(roomKeys.list('near'));
const room = (number: number) =>
  ({
    id: `c${number}`,
    chatRoom: { id: `r${number}` },
    userMembershipStatus: 'pending',
    memberCount: 1,
  }) as NearbyRoom;

test('JOIN-013 a new standing shows in lists and in the open room, nowhere else', () => {
  const client = createQueryClient();
  client.setQueryData(roomKeys.list('near'), [room(1), room(2)]);
  client.setQueryData([...roomKeys.one('r1'), null], { id: 'r1', userMembershipStatus: 'pending' });
  patchMembership(client, 'r1', 'member');
  expect(listed(client)?.map(({ userMembershipStatus }) => userMembershipStatus)).toEqual([
    'member',
    'pending',
  ]);
  expect(client.getQueryData([...roomKeys.one('r1'), null])).toMatchObject({
    userMembershipStatus: 'member',
  });
  const before = listed(client);
  patchMembership(client, 'r9', 'member');
  expect(listed(client)).toBe(before);
});

test('member counts follow by the conversation', () => {
  const client = createQueryClient();
  client.setQueryData(roomKeys.list('near'), [room(1), room(2)]);
  patchMemberCount(client, 'c2', 5);
  expect(listed(client)?.map(({ memberCount }) => memberCount)).toEqual([1, 5]);
});
