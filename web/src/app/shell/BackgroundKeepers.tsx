import { useCallback, useEffect } from 'react';
import { ConversationsKeeper } from '#features/chat/conversations/ConversationsKeeper.tsx';
import { useSessionFacts } from '#features/identity/identity.api.ts';
import { useLimitNews, useStandingNews, useWaitingNews } from '#features/moderation/moderation.live.ts';
import { Notifications } from '#features/notifications/Notifications.tsx';
import { useHiddenNews } from '#features/people/blocks/blocks.live.ts';
import { watchKeyboard } from '#platform/keyboard.ts';
import { noticeAnswers } from './notice-answers.tsx';

interface BackgroundKeepersProps {
  userId: string;
  onUnread(waiting: { messages?: number; motions?: number; cases?: number }): void;
}

export function BackgroundKeepers({ userId, onUnread }: BackgroundKeepersProps) {
  const { moderator } = useSessionFacts();
  useEffect(watchKeyboard, []);
  useHiddenNews(userId);
  useStandingNews();
  useLimitNews();
  useWaitingNews(
    moderator,
    useCallback((cases) => onUnread({ cases }), [onUnread]),
  );
  return (
    <>
      <ConversationsKeeper userId={userId} onUnread={onUnread} />
      <Notifications key={userId} userId={userId} answers={noticeAnswers(userId)} />
    </>
  );
}
