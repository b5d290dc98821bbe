import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { ConversationsKeeper } from '#features/chat/conversations/ConversationsKeeper.tsx';
import { useSessionFacts } from '#features/identity/identity.api.ts';
import { useLimitNews, useStandingNews, useWaitingNews } from '#features/moderation/moderation.live.ts';
import { Notifications } from '#features/notifications/Notifications.tsx';
import { useHiddenNews } from '#features/people/blocks/blocks.live.ts';
import { watchKeyboard } from '#platform/keyboard.ts';
import { whenSettled } from '#platform/settled.ts';
import { dialogSurface } from '#ui/Dialog.tsx';
import { menuSurface } from '#ui/Menu.tsx';
import { popoverSurface } from '#ui/Popover.tsx';
import { noticeAnswers } from './notice-answers.tsx';

interface BackgroundKeepersProps {
  userId: string;
  onUnread(waiting: { messages?: number; motions?: number; cases?: number }): void;
}

export function BackgroundKeepers({ userId, onUnread }: BackgroundKeepersProps) {
  const { moderator } = useSessionFacts();
  useEffect(watchKeyboard, []);
  useSurfacesAhead();
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

/** Whoever is under way with a conversation may lose the network before the first menu opens. */
function useSurfacesAhead(): void {
  const client = useQueryClient();
  useEffect(() => {
    const preload = () => {
      for (const surface of [menuSurface, popoverSurface, dialogSurface]) surface.preload();
    };
    return whenSettled(() => client.isFetching() > 0, preload);
  }, [client]);
}
