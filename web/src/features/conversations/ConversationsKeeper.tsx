import { useEffect } from 'react';
import { useUnreadCount } from './conversations.api.ts';
import { useConversationNews } from './conversations.live.ts';

interface ConversationsKeeperProps {
  userId: string;
  onUnread(count: number): void;
}

/** Stands once in the page while somebody is signed in. */
export function ConversationsKeeper({ userId, onUnread }: ConversationsKeeperProps) {
  useConversationNews(userId);
  const { data } = useUnreadCount(userId);
  const count = data ? data.messages + data.requests : null;
  useEffect(() => {
    // What cannot be counted now stays as it was.
    if (count !== null) onUnread(count);
  }, [count, onUnread]);
  return null;
}
