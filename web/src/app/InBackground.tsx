import { ConversationsKeeper } from '#features/conversations/ConversationsKeeper.tsx';
import { Notifications } from '#features/notifications/Notifications.tsx';

interface InBackgroundProps {
  userId: string;
  onUnread(count: number): void;
}

/** What follows whoever is signed in from page to page. */
export function InBackground({ userId, onUnread }: InBackgroundProps) {
  return (
    <>
      <ConversationsKeeper userId={userId} onUnread={onUnread} />
      <Notifications key={userId} userId={userId} />
    </>
  );
}
