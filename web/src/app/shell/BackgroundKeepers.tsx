import { ConversationsKeeper } from '#features/chat/conversations/ConversationsKeeper.tsx';
import { Notifications } from '#features/notifications/Notifications.tsx';
import { useHiddenNews } from '#features/people/blocks/blocks.live.ts';

interface BackgroundKeepersProps {
  userId: string;
  onUnread(waiting: { messages?: number; motions?: number }): void;
}

/** What follows whoever is signed in from page to page. */
export function BackgroundKeepers({ userId, onUnread }: BackgroundKeepersProps) {
  useHiddenNews(userId);
  return (
    <>
      <ConversationsKeeper userId={userId} onUnread={onUnread} />
      <Notifications key={userId} userId={userId} />
    </>
  );
}
