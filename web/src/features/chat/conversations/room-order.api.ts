import type {
  muteMember,
  objectToLeader,
  removeParticipant,
  setRoomModerator,
} from '@dazi/contract/chat/rooms';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { conversationKeys, refreshConversation } from './conversations.api.ts';

export interface OrderedRoom {
  conversationId: string;
  roomId: string;
  userId: string;
}

/** What is done to keep a room in order; whatever comes of it, the conversation and its members are asked for again. */
function useOrder<Input, Result>(conversationId: string, change: (input: Input) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: conversationKeys.members(conversationId) });
      void client.invalidateQueries({ queryKey: conversationKeys.votes(conversationId) });
      return refreshConversation(client, conversationId);
    },
  });
}

export const useSetModerator = ({ conversationId, roomId, userId }: OrderedRoom) =>
  useOrder(conversationId, ({ memberId, isModerator }: { memberId: string; isModerator: boolean }) =>
    call<typeof setRoomModerator>('PUT', '/api/chatrooms/{roomId}/moderators/{memberId}', {
      params: { roomId, memberId },
      body: { userId, isModerator },
    }),
  );

export type MuteMinutes = BodyOf<typeof muteMember>['minutes'];

export const useMuteMember = ({ conversationId, roomId, userId }: OrderedRoom) =>
  useOrder(
    conversationId,
    async ({ memberId, ...mute }: { memberId: string; minutes: MuteMinutes; reason: string | null }) =>
      (
        await call<typeof muteMember>('PUT', '/api/chatrooms/{roomId}/mutes/{memberId}', {
          params: { roomId, memberId },
          body: { userId, ...mute },
        })
      ).data,
  );

export const useTakeOut = ({ conversationId, roomId, userId }: OrderedRoom) =>
  useOrder(conversationId, (targetUserId: string) =>
    call<typeof removeParticipant>('DELETE', '/api/chatrooms/{roomId}/moderation', {
      params: { roomId },
      body: { userId, targetUserId },
    }),
  );

export const useObjectToLeader = (conversationId: string, userId: string) =>
  useOrder(conversationId, () =>
    call<typeof objectToLeader>('POST', '/api/conversations/{conversationId}/vote/objection', {
      params: { conversationId },
      body: { userId },
    }),
  );
