import type { listMembers } from '@dazi/contract/chat/conversations';
import type {
  answerJoinRequest,
  banParticipant,
  inviteToRoom,
  JoinRequest,
  liftRoomBan,
  listJoinRequests,
  listRoomBans,
  removeInvite,
  removeParticipant,
  removeRoom,
  setSlowMode,
} from '@dazi/contract/chat/rooms';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { refreshRooms, roomKeys } from './rooms.api.ts';

const page = 50;

/** Those that wait first, then the latest answered; for the owner. */
export function useJoinRequests(userId: string, roomId: string) {
  return useInfiniteQuery({
    queryKey: [...roomKeys.managedOne(roomId), 'requests'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { userId, limit: page, ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, nextCursor } = await call<typeof listJoinRequests>(
        'GET',
        '/api/chatrooms/{roomId}/requests',
        { params: { roomId }, query, signal },
      );
      return { requests: data, nextCursor };
    },
    getNextPageParam: (last) => last.nextCursor,
  });
}

export function useParticipants(userId: string, conversationId: string, roomId: string, search: string) {
  return useInfiniteQuery({
    queryKey: [...roomKeys.managedOne(roomId), 'participants', search],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        userId,
        limit: page,
        ...(search ? { query: search } : {}),
        ...(pageParam ? { cursor: pageParam } : {}),
      };
      const { data, nextCursor } = await call<typeof listMembers>(
        'GET',
        '/api/conversations/{conversationId}/members',
        { params: { conversationId }, query, signal },
      );
      return { members: data, nextCursor };
    },
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  });
}

interface Answer {
  request: JoinRequest;
  action: 'approve' | 'deny';
}

/** What the owner does to a room; whatever comes of it, the room is asked for again. */
function useRoomChange<Input, Result>(failure: string, change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure },
    mutationFn: change,
    onSettled: () => refreshRooms(client),
  });
}

export const useAnswerRequest = (userId: string, roomId: string) =>
  useRoomChange('Failed to answer join request', async ({ request, action }: Answer) => {
    const body = { userId, requestId: request.id, action };
    return (
      await call<typeof answerJoinRequest>('POST', '/api/chatrooms/{roomId}/requests', {
        params: { roomId },
        body,
      })
    ).data;
  });

export const useRemoveParticipant = (userId: string, roomId: string) =>
  useRoomChange('Failed to remove participant', (targetUserId: string) =>
    call<typeof removeParticipant>('DELETE', '/api/chatrooms/{roomId}/moderation', {
      params: { roomId },
      body: { userId, targetUserId },
    }),
  );

export const useBanParticipant = (userId: string, roomId: string) =>
  useRoomChange('Failed to ban participant', (ban: { targetUserId: string; reason: string | null }) =>
    call<typeof banParticipant>('POST', '/api/chatrooms/{roomId}/moderation', {
      params: { roomId },
      body: { userId, ...ban },
    }),
  );

/** Whom the owner has banned, the latest first. */
export function useRoomBans(userId: string, roomId: string) {
  return useInfiniteQuery({
    queryKey: [...roomKeys.managedOne(roomId), 'bans'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { userId, limit: page, ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, nextCursor } = await call<typeof listRoomBans>('GET', '/api/chatrooms/{roomId}/bans', {
        params: { roomId },
        query,
        signal,
      });
      return { bans: data, nextCursor };
    },
    getNextPageParam: (last) => last.nextCursor,
  });
}

export const useLiftBan = (userId: string, roomId: string) =>
  useRoomChange('Failed to unban participant', (targetUserId: string) =>
    call<typeof liftRoomBan>('DELETE', '/api/chatrooms/{roomId}/bans', {
      params: { roomId },
      body: { userId, targetUserId },
    }),
  );

export type SlowModeSeconds = BodyOf<typeof setSlowMode>['seconds'];

export const useSetSlowMode = (userId: string, roomId: string) =>
  useRoomChange('Failed to set slow mode', (seconds: SlowModeSeconds) =>
    call<typeof setSlowMode>('PUT', '/api/chatrooms/{roomId}/slow-mode', {
      params: { roomId },
      body: { userId, seconds },
    }),
  );

export const useRemoveRoom = (userId: string, roomId: string) =>
  useMutation({
    mutationKey: roomKeys.removal(roomId),
    meta: { failure: 'Failed to delete chat room' },
    mutationFn: () =>
      call<typeof removeRoom>('DELETE', '/api/chatrooms', { body: { userId, chatRoomId: roomId } }),
  });

/** The link as people can be given it. */
export function useInvite(userId: string, roomId: string) {
  return useMutation({
    meta: { failure: 'Failed to make an invite link' },
    mutationFn: async (renew: boolean) => {
      const { path } = (
        await call<typeof inviteToRoom>('POST', '/api/chatrooms/{roomId}/invite', {
          params: { roomId },
          body: { userId, renew },
        })
      ).data;
      return new URL(path, window.location.origin).href;
    },
  });
}

export function useRemoveInvite(userId: string, roomId: string) {
  return useMutation({
    meta: { failure: 'Failed to close the invite link' },
    mutationFn: () =>
      call<typeof removeInvite>('DELETE', '/api/chatrooms/{roomId}/invite', {
        params: { roomId },
        body: { userId },
      }),
  });
}
