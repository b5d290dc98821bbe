import type {
  ConversationSettings,
  changeConversationSettings,
  listMembers,
  removeConversation,
} from '@dazi/contract/chat/conversations';
import type {
  answerJoinRequest,
  changeRoom,
  getLeaderVotes,
  leaveRoom,
  updateDetails,
  voteForLeader,
} from '@dazi/contract/chat/rooms';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { refreshWaitingCount } from '#platform/waiting-count.ts';
import {
  conversationKeys,
  patchConversation,
  refreshConversation,
  refreshLists,
} from './conversations.api.ts';
import { replicaOf } from './replica/replica-store.ts';

export function useMembers(conversationId: string, query: string, isWanted = true) {
  return useInfiniteQuery({
    queryKey: [...conversationKeys.members(conversationId), query],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const { data, nextCursor } = await call<typeof listMembers>(
        'GET',
        '/api/conversations/{conversationId}/members',
        {
          params: { conversationId },
          query: { ...(query && { query }), ...(pageParam && { cursor: pageParam }) },
          signal,
        },
      );
      return { data, nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
    enabled: isWanted,
  });
}

/** Shown at once, over what the server has, until it has answered. */
export function useConversationSettings(conversationId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (settings: Partial<ConversationSettings>) =>
      (
        await call<typeof changeConversationSettings>('PUT', '/api/conversations/{conversationId}/settings', {
          params: { conversationId },
          body: { userId, ...settings },
        })
      ).data,
    onMutate: (settings) => {
      const { asked: key, dispatch } = replicaOf(client).ask();
      dispatch({ kind: 'set', key, id: conversationId, settings });
      return { key, dispatch };
    },
    onError: (_error, _settings, asked) => {
      asked?.dispatch({ kind: 'settings refused', key: asked.key });
      // Refused, or taken by a server whose answer was lost.
      void refreshLists(client);
    },
    onSuccess: (settings, _settings, { key, dispatch }) => {
      dispatch({ kind: 'settings answered', key, settings });
      void refreshWaitingCount(client);
      void refreshLists(client);
    },
  });
}

export function useUpdateDetails(conversationId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (details: { title: string } | { description: string | null }) =>
      (
        await call<typeof updateDetails>('PUT', '/api/conversations/{conversationId}', {
          params: { conversationId },
          body: { userId, action: 'update_details', ...details },
        })
      ).data,
    onSuccess: ({ title, description }) =>
      patchConversation(client, conversationId, (one) => ({ ...one, title, description })),
  });
}

export function useChangeRadius(conversationId: string, roomId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (joinRadius: number) =>
      (
        await call<typeof changeRoom>('PUT', '/api/chatrooms/{roomId}', {
          params: { roomId },
          body: { userId, joinRadius },
        })
      ).data,
    onSuccess: ({ joinRadius }) =>
      patchConversation(client, conversationId, (one) => ({ ...one, joinRadius })),
  });
}

export function useLeaveRoom(conversationId: string, roomId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: conversationKeys.leaving(conversationId),
    mutationFn: async () =>
      (
        await call<typeof leaveRoom>('DELETE', '/api/chatrooms/{roomId}', {
          params: { roomId },
          body: { userId },
        })
      ).data,
    onError: () => {
      // Refused, or done by a server whose answer was lost: what was told meanwhile was left to the answer.
      void refreshConversation(client, conversationId);
      void refreshLists(client);
    },
  });
}

export const useRemoveConversation = (conversationId: string, userId: string) =>
  useMutation({
    mutationFn: async () =>
      (
        await call<typeof removeConversation>('DELETE', '/api/conversations/{conversationId}', {
          params: { conversationId },
          body: { userId },
        })
      ).data,
  });

export function useAnswerRequest(conversationId: string, roomId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (answer: { requestId: string; action: 'approve' | 'deny' }) =>
      (
        await call<typeof answerJoinRequest>('POST', '/api/chatrooms/{roomId}/requests', {
          params: { roomId },
          body: { userId, ...answer },
        })
      ).data,
    onSuccess: () => {
      void refreshWaitingCount(client);
      void client.invalidateQueries({ queryKey: conversationKeys.members(conversationId) });
      return refreshConversation(client, conversationId);
    },
    // Who asked may be gone, or answered elsewhere: nobody is left with a card that leads nowhere.
    onError: () => void refreshConversation(client, conversationId),
  });
}

export const useLeaderVotes = (conversationId: string, userId: string, isWanted: boolean) =>
  useQuery({
    queryKey: conversationKeys.votes(conversationId),
    queryFn: async ({ signal }) => {
      const answer = await call<typeof getLeaderVotes>('GET', '/api/conversations/{conversationId}/vote', {
        params: { conversationId },
        query: { userId },
        signal,
      });
      const { data: counts, votedFor, counted, countsFrom } = answer;
      return { counts, votedFor, counted, countsFrom };
    },
    enabled: isWanted,
  });

export function useVoteForLeader(conversationId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (candidateId: string) =>
      call<typeof voteForLeader>('POST', '/api/conversations/{conversationId}/vote', {
        params: { conversationId },
        body: { userId, candidateId },
      }),
    onSuccess: ({ data: counts, votedFor, counted, countsFrom, newOwner }) => {
      const votes = { counts, votedFor, counted, countsFrom };
      client.setQueryData(conversationKeys.votes(conversationId), votes);
      if (newOwner) {
        void client.invalidateQueries({ queryKey: conversationKeys.members(conversationId) });
        void refreshConversation(client, conversationId);
      }
    },
  });
}
