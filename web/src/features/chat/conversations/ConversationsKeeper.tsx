import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { showToast } from '#ui/toast-store.ts';
import { useUnreadCount } from './conversations.api.ts';
import { useConversationNews } from './conversations.live.ts';
import { sendingOf } from './outgoing.ts';
import { unreadKnown, unreadToShow } from './replica/badge.ts';
import { useReplica } from './replica/replica-store.ts';

interface ConversationsKeeperProps {
  userId: string;
  onUnread(waiting: { messages?: number; motions?: number }): void;
}

/** Stands once in the page while somebody is signed in. */
export function ConversationsKeeper({ userId, onUnread }: ConversationsKeeperProps) {
  useConversationNews(userId);
  useRefusals();
  const { data, error } = useUnreadCount(userId);
  const count = unreadToShow(data, error, useReplica(unreadKnown));
  useEffect(() => {
    if (count !== null) onUnread({ messages: count });
  }, [count, onUnread]);
  const motions = data?.motions;
  useEffect(() => {
    if (motions !== undefined) onUnread({ motions });
  }, [motions, onUnread]);
  return null;
}

/** Of two people; a group's refusal puts the words back into the field without a word. */
const spoken = [
  'BLOCKED_RECEIVER',
  'BLOCKED_CONVERSATION',
  'CANNOT_START_CONVERSATION',
  'REQUEST_NOT_ACCEPTED',
  'TOO_MANY_NEW_PEOPLE',
  'NEWCOMER_LIMIT',
  'DAY_LIMIT',
  'NEWCOMER_LINKS',
];

function useRefusals(): void {
  const errorText = useErrorText();
  const sending = sendingOf(useQueryClient());
  useEffect(
    () =>
      sending.onRefusal(({ receiverId }, error) => {
        if (receiverId === null || !(error instanceof ApiError) || !spoken.includes(error.code)) return;
        showToast({ type: 'error', message: errorText(error) });
      }),
    [sending, errorText],
  );
}
