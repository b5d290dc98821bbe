import type {
  listPinnedMessages,
  PinnedMessage,
  pinMessage,
  unpinMessage,
} from '@dazi/contract/chat/pinned-messages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#platform/api.ts';
import { subscribeToPersonal } from '#platform/stream.ts';
import type { Numbered } from './conversation-log.ts';

const keyOf = (conversationId: string) => ['conversations', 'pinned', conversationId] as const;

export const usePinnedMessages = (conversationId: string, userId: string) =>
  useQuery({
    queryKey: keyOf(conversationId),
    queryFn: async ({ signal }) =>
      (
        await call<typeof listPinnedMessages>('GET', '/api/conversations/{conversationId}/pinned-messages', {
          params: { conversationId },
          query: { userId },
          signal,
        })
      ).data,
    // Whoever does not look at them is not told what becomes of them: they are asked for anew.
    gcTime: 0,
  });

export function usePinnedNews(conversationId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = keyOf(conversationId);
    const refresh = () => void client.invalidateQueries({ queryKey });
    // Before they are known it may be any of them.
    const mayBePinned = (sequence: number) =>
      client.getQueryData<PinnedMessage[]>(queryKey)?.some(({ message }) => message.sequence === sequence) ??
      true;
    const without = (sequence: number) =>
      client.setQueryData<PinnedMessage[]>(queryKey, (pins) =>
        pins?.filter(({ message }) => message.sequence !== sequence),
      );
    const subscription = subscribeToPersonal({
      takes: {
        conversation_update: (event) => {
          if (event.conversationId !== conversationId) return;
          const { change } = event;
          // With the details may have changed whose account stands, and what of a request is closed.
          const concerns =
            ['pinned', 'hidden', 'details'].includes(change.kind) ||
            (change.kind === 'message' && change.reaction === null && mayBePinned(change.sequence));
          if (!concerns) return;
          const isGone = change.kind === 'message' && change.message?.isDeleted !== false;
          // Nobody reads it any more while it is asked what is left.
          if (isGone) without(change.sequence);
          refresh();
        },
        hidden_changed: refresh,
      },
      resumed: (_behind, isAfterGap) => {
        if (isAfterGap) refresh();
      },
    });
    return () => subscription.close();
  }, [client, conversationId]);
}

/** Pins a message, or takes it down again; what is pinned then is shown at once. */
export function useTogglePin(conversationId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ message, isPinned }: { message: Numbered; isPinned: boolean }) => {
      const input = { params: { conversationId, messageId: message.id }, body: { userId } };
      const path = '/api/conversations/{conversationId}/messages/{messageId}/pin';
      return (
        await (isPinned
          ? call<typeof unpinMessage>('DELETE', path, input)
          : call<typeof pinMessage>('PUT', path, input))
      ).data;
    },
    onSuccess: (pinned) => client.setQueryData(keyOf(conversationId), pinned),
  });
}
