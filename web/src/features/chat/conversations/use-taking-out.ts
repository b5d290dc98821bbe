import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Numbered } from './conversation-log.ts';
import type { MessageHandlers } from './MessageActions.tsx';
import { mayTakeOut } from './room-order.ts';

/** In the menu of what others said, for those who keep the room in order. */
export function useTakingOut(
  conversation: Conversation,
  userId: string,
  onTakeOut: (messages: readonly Numbered[]) => void,
): MessageHandlers['more'] {
  const { t } = useTranslation();
  const { can, userRole, members, moderatorIds } = conversation;
  return useCallback(
    (message) =>
      mayTakeOut({ can, userRole, members, moderatorIds }, message, userId)
        ? [
            {
              icon: 'trash',
              label: t('conversations.actions.delete'),
              danger: true,
              onChoose: () => onTakeOut([message]),
            },
          ]
        : [],
    [can, userRole, members, moderatorIds, userId, onTakeOut, t],
  );
}
