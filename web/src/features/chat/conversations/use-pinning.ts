import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { showToast } from '#ui/toast-store.ts';
import type { MessageHandlers } from './MessageActions.tsx';
import { usePinnedMessages, useTogglePin } from './pinned-messages.api.ts';

/** In the menu of a message, for the owner of a room and for either side of a private conversation. */
export function usePinning({ id, isPrivate, can }: Conversation, userId: string): MessageHandlers['more'] {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const toggle = useTogglePin(id, userId);
  const { data } = usePinnedMessages(id, userId);
  const mayPin = isPrivate ? can.send : can.manage;
  const latest = useRef({ data, toggle, errorText });
  latest.current = { data, toggle, errorText };
  return useCallback(
    (message) => {
      if (!mayPin) return [];
      const isPinned = latest.current.data?.some((pin) => pin.message.id === message.id) ?? false;
      return [
        {
          icon: 'sticky',
          label: t(isPinned ? 'conversations.pins.unpin' : 'conversations.pins.pin'),
          onChoose: () =>
            latest.current.toggle.mutate(
              { message, isPinned },
              {
                onError: (error) => showToast({ type: 'error', message: latest.current.errorText(error) }),
              },
            ),
        },
      ];
    },
    [mayPin, t],
  );
}
