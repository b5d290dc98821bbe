import { changesNotifications } from '@dazi/contract/notifications/notifications.rules';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeToPersonal } from '#platform/stream.ts';
import type { PersonalEvent } from '#platform/stream-core.ts';
import { refreshSettings, refreshUnread } from './notifications.api.ts';

/** News that arrive together cause one refresh. */
const gather_ms = 60;
/** What may have been read, or stands no more, can wait a little. */
const later_ms = 400;
/** An open conversation says after a second that it was read; until then nothing of it is new. */
const reading_ms = 1800;

/** What gathers messages of a conversation: all, or those that mention or answer somebody. Reactions are read in the bell alone. */
const gathersMessages = /^(?:conversation|mentions|answers)-(.+)$/;

function isOpenHere(id: string): boolean {
  const conversationId = gathersMessages.exec(id)?.[1];
  const shownId = window.location.pathname.split('/')[2];
  return document.visibilityState === 'visible' && conversationId !== undefined && conversationId === shownId;
}

/** Keeps the unread list and the settings up to date; stands once in the page while somebody is signed in. */
export function useNotificationNews(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let due = 0;
    const refreshIn = (delay_ms: number) => {
      const at = performance.now() + delay_ms;
      if (timer !== undefined && due <= at) return;
      clearTimeout(timer);
      due = at;
      timer = setTimeout(() => {
        timer = undefined;
        void refreshUnread(client, userId);
      }, delay_ms);
    };
    const laterIfItChanges = (event: PersonalEvent) => {
      if (changesNotifications(event, userId)) refreshIn(later_ms);
    };
    const subscription = subscribeToPersonal({
      takes: {
        notification: ({ id }) => refreshIn(isOpenHere(id) ? reading_ms : gather_ms),
        notifications_changed: () => refreshIn(gather_ms),
        hidden_changed: () => refreshIn(gather_ms),
        // From this moment on it may be quiet.
        notification_settings_changed: () => void refreshSettings(client, userId),
        membership: laterIfItChanges,
        new_message: laterIfItChanges,
        member_leave: laterIfItChanges,
        conversation_update: laterIfItChanges,
      },
      resumed: (_behind, isAfterGap) => {
        if (!isAfterGap) return;
        refreshIn(gather_ms);
        void refreshSettings(client, userId);
      },
    });
    return () => {
      subscription.close();
      clearTimeout(timer);
    };
  }, [client, userId]);
}
