import { useHiddenNews } from '#features/blocks/blocks.live.ts';
import { ConversationsKeeper } from '#features/conversations/ConversationsKeeper.tsx';

interface BackgroundKeepersProps {
  userId: string;
  onUnread(count: number): void;
}

/** What stands on every page of somebody signed in without being seen. */
export function BackgroundKeepers({ userId, onUnread }: BackgroundKeepersProps) {
  useHiddenNews(userId);
  return <ConversationsKeeper userId={userId} onUnread={onUnread} />;
}
