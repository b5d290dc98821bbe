import type {
  getConversationOfRoom,
  getRoom,
  listConversations,
  NearbyRoom,
} from '@dazi/contract/chat/conversation-views';
import type { createRoom, joinRoom, Room } from '@dazi/contract/chat/rooms';
import type { MembershipStatus } from '@dazi/contract/chat/rooms.rules';
import type { BodyOf, QueryOf } from '@dazi/contract/kernel/endpoint';
import type { Box, LocationDisplay, Position } from '@dazi/contract/places/places';
import { roundedForAsking } from '@dazi/contract/places/places.rules';
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocationDisplay } from '#features/people/profiles/profiles.api.ts';
import { call } from '#platform/api.ts';
import { sendOnce } from '#platform/client-ids.ts';
import { askedAgain } from '#platform/skipped-refresh.ts';
import { useStreamStatus } from '#platform/stream.ts';

/** A room under `one` has the invitation it was opened by; `managed` is what its owner sees of it. */
export const roomKeys = {
  all: ['rooms'] as const,
  lists: ['rooms', 'list'] as const,
  list: (...parts: readonly unknown[]) => ['rooms', 'list', ...parts] as const,
  ones: ['rooms', 'one'] as const,
  one: (roomId: string) => ['rooms', 'one', roomId] as const,
  managed: ['rooms', 'managed'] as const,
  managedOne: (roomId: string) => ['rooms', 'managed', roomId] as const,
  removal: (roomId: string) => ['rooms', 'removal', roomId] as const,
};

/** How often rooms are asked for again where the stream does not reach. */
const refresh_ms = 60_000;

async function fetchNearby(
  query: QueryOf<typeof listConversations>,
  signal: AbortSignal,
): Promise<readonly NearbyRoom[]> {
  const { data } = await call<typeof listConversations>('GET', '/api/conversations', {
    query: { includeNearby: 'true', ...query },
    signal,
  });
  return data as NearbyRoom[];
}

/** Where somebody asks from, and how they are shown there when they join; without that it is approximately. */
export interface AskedFrom extends Position {
  locationDisplay?: LocationDisplay;
}

/** Distances and joining go by the same displayed position. */
export function useAskedFrom(userId: string | null, position: Position | null): AskedFrom | null {
  const locationDisplay = useLocationDisplay(userId);
  return useMemo(
    () => position && { ...position, ...(locationDisplay === 'exact' && { locationDisplay }) },
    [position, locationDisplay],
  );
}

const rounded = ({ latitude, longitude, ...shown }: AskedFrom): AskedFrom => ({
  ...roundedForAsking({ latitude, longitude }),
  ...shown,
});

/** The rooms around a place that is rounded for asking, nearest first, also for visitors. */
export const nearbyRooms = (asked: AskedFrom | null) => ({
  queryKey: roomKeys.list('near', asked),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchNearby(asked!, signal),
});

export function useNearbyRooms(origin: AskedFrom | null) {
  const isLive = useStreamStatus() === 'connected';
  const asked = origin && rounded(origin);
  return useQuery({
    ...nearbyRooms(asked),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    refetchInterval: askedAgain(isLive ? false : refresh_ms),
  });
}

/** Outwards to 2 decimals: most moves of the map ask the same question again. */
function roundedBox({ west, south, east, north }: Box): Box {
  const down = (value: number, least: number) => Math.max(least, Math.floor(value * 100) / 100);
  const up = (value: number, most: number) => Math.min(most, Math.ceil(value * 100) / 100);
  return { west: down(west, -180), south: down(south, -90), east: up(east, 180), north: up(north, 90) };
}

/** The rooms that the map shows, wherever it is; distances are from the given place. */
export function useRoomsInBox(box: Box | null, origin: AskedFrom | null) {
  const isLive = useStreamStatus() === 'connected';
  const asked = box && origin && { ...rounded(origin), ...roundedBox(box) };
  return useQuery({
    queryKey: roomKeys.list('box', asked),
    queryFn: ({ signal }) => fetchNearby(asked!, signal),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    refetchInterval: askedAgain(isLive ? false : refresh_ms),
  });
}

/** One room; with a position also how far it is from there. */
export function useRoom(roomId: string | null, from: AskedFrom | null = null) {
  const query = from ? rounded(from) : {};
  return useQuery({
    queryKey: [...roomKeys.one(roomId ?? ''), query],
    queryFn: async ({ signal }) =>
      (
        await call<typeof getRoom>('GET', '/api/chatrooms/{roomId}', {
          params: { roomId: roomId! },
          query,
          signal,
        })
      ).data,
    enabled: roomId !== null,
    // Somebody who moves, or whose place is found, goes on seeing the room.
    placeholderData: (before) => (before?.id === roomId ? before : undefined),
  });
}

/** Whether one asks of a room that is just being deleted here: the stream may tell of it before its answer comes. */
const asksOfRemoved = (client: QueryClient, [, kind, roomId]: readonly unknown[]) =>
  (kind === 'one' || kind === 'managed') &&
  ['pending', 'success'].includes(
    client.getMutationCache().find({ mutationKey: roomKeys.removal(String(roomId)) })?.state.status ?? '',
  );

const refresh = (client: QueryClient, queryKey: readonly unknown[]) =>
  client.invalidateQueries({ queryKey, predicate: (query) => !asksOfRemoved(client, query.queryKey) });

/** Asks again for everything about rooms: where one stands with them changed. */
export const refreshRooms = (client: QueryClient) => refresh(client, roomKeys.all);

/** Asks again for one room, unless that is being done. */
export const refreshRoom = (client: QueryClient, roomId: string) =>
  client.invalidateQueries(
    { queryKey: roomKeys.one(roomId), predicate: (query) => !asksOfRemoved(client, query.queryKey) },
    { cancelRefetch: false },
  );

/** Asks again for the room whose detail or management is open. */
export async function refreshOpenRoom(client: QueryClient): Promise<void> {
  await Promise.all([refresh(client, roomKeys.ones), refresh(client, roomKeys.managed)]);
}

/** The same for what everybody may see of rooms. */
export async function refreshShownRooms(client: QueryClient): Promise<void> {
  await Promise.all([refresh(client, roomKeys.lists), refresh(client, roomKeys.ones)]);
}

/** Shows at once where somebody stands with a room; counts and members follow when they are asked for. */
export function patchMembership(client: QueryClient, roomId: string, status: MembershipStatus): void {
  client.setQueriesData<Room>(
    { queryKey: roomKeys.one(roomId) },
    (room) => room && { ...room, userMembershipStatus: status },
  );
  client.setQueriesData<readonly NearbyRoom[]>({ queryKey: roomKeys.lists }, (rooms) =>
    rooms?.some(({ chatRoom }) => chatRoom?.id === roomId)
      ? rooms.map((room) => (room.chatRoom?.id === roomId ? { ...room, userMembershipStatus: status } : room))
      : rooms,
  );
}

/** Shows how many are in a room now, wherever it is listed. */
export function patchMemberCount(client: QueryClient, conversationId: string, memberCount: number): void {
  client.setQueriesData<readonly NearbyRoom[]>({ queryKey: roomKeys.lists }, (rooms) =>
    rooms?.some(({ id }) => id === conversationId)
      ? rooms.map((room) => (room.id === conversationId ? { ...room, memberCount } : room))
      : rooms,
  );
}

export function useCreateRoom(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to create chat room' },
    mutationFn: async (body: BodyOf<typeof createRoom>) => {
      const at = body.placed ? [body.latitude, body.longitude] : body.locationDisplay;
      const said = [body.name, body.description, body.joinRadius, at];
      const { data } = await sendOnce(userId, 'room', said, (clientId) =>
        call<typeof createRoom>('POST', '/api/chatrooms', { body: { ...body, authorId: userId, clientId } }),
      );
      return data;
    },
    onSuccess: () => refreshRooms(client),
  });
}

interface Joining extends Omit<BodyOf<typeof joinRoom>, 'userId'> {
  roomId: string;
}

export function useJoinRoom(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to join chat room' },
    mutationFn: async ({ roomId, ...body }: Joining) =>
      (
        await call<typeof joinRoom>('POST', '/api/chatrooms/{roomId}', {
          params: { roomId },
          body: { ...body, userId },
        })
      ).data,
    onSuccess: ({ userMembershipStatus }, { roomId }) => {
      patchMembership(client, roomId, userMembershipStatus);
      void refreshRooms(client);
    },
  });
}

export function useOpenConversation(userId: string) {
  return useMutation({
    meta: { failure: 'Failed to open the conversation' },
    mutationFn: async (roomId: string) =>
      (
        await call<typeof getConversationOfRoom>('POST', '/api/conversations/create-for-chatroom', {
          body: { userId, chatRoomId: roomId },
        })
      ).data.id,
  });
}
