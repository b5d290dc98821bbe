import { listMembers } from '@dazi/contract/chat/conversations';
import {
  answerJoinRequest,
  banParticipant,
  inviteToRoom,
  type JoinRequest,
  liftRoomBan,
  listJoinRequests,
  listRoomBans,
  removeInvite,
  removeParticipant,
  removeRoom,
} from '@dazi/contract/chat/rooms';
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
      const { data, nextCursor } = await call(listJoinRequests, { params: { roomId }, query, signal });
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
      const { data, nextCursor } = await call(listMembers, { params: { conversationId }, query, signal });
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
    return (await call(answerJoinRequest, { params: { roomId }, body })).data;
  });

export const useRemoveParticipant = (userId: string, roomId: string) =>
  useRoomChange('Failed to remove participant', (targetUserId: string) =>
    call(removeParticipant, { params: { roomId }, body: { userId, targetUserId } }),
  );

export const useBanParticipant = (userId: string, roomId: string) =>
  useRoomChange('Failed to ban participant', (ban: { targetUserId: string; reason: string | null }) =>
    call(banParticipant, { params: { roomId }, body: { userId, ...ban } }),
  );

/** Whom the owner has banned, the latest first. */
export function useRoomBans(userId: string, roomId: string) {
  return useInfiniteQuery({
    queryKey: [...roomKeys.managedOne(roomId), 'bans'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { userId, limit: page, ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, nextCursor } = await call(listRoomBans, { params: { roomId }, query, signal });
      return { bans: data, nextCursor };
    },
    getNextPageParam: (last) => last.nextCursor,
  });
}

export const useLiftBan = (userId: string, roomId: string) =>
  useRoomChange('Failed to unban participant', (targetUserId: string) =>
    call(liftRoomBan, { params: { roomId }, body: { userId, targetUserId } }),
  );

export const useRemoveRoom = (userId: string, roomId: string) =>
  useMutation({
    mutationKey: roomKeys.removal(roomId),
    meta: { failure: 'Failed to delete chat room' },
    mutationFn: () => call(removeRoom, { body: { userId, chatRoomId: roomId } }),
  });

/** The link as people can be given it. */
export function useInvite(userId: string, roomId: string) {
  return useMutation({
    meta: { failure: 'Failed to make an invite link' },
    mutationFn: async (renew: boolean) => {
      const { path } = (await call(inviteToRoom, { params: { roomId }, body: { userId, renew } })).data;
      return new URL(path, window.location.origin).href;
    },
  });
}

export function useRemoveInvite(userId: string, roomId: string) {
  return useMutation({
    meta: { failure: 'Failed to close the invite link' },
    mutationFn: () => call(removeInvite, { params: { roomId }, body: { userId } }),
  });
}
