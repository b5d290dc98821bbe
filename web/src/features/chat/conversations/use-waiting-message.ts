import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationLog, Numbered } from './conversation-log.ts';
import { restoreToDraft } from './drafts.ts';
import type { MessageEntry } from './MessageActions.tsx';
import type { OutgoingMessage } from './outbox.ts';
import { isOurs, outbox, takeBack } from './outgoing.ts';

/** What can be done with words that wait to be sent; of what is on its way, nothing. */
export function useWaitingMessage(
  log: ConversationLog,
  onReply: (message: Numbered) => void,
  onResume: () => void,
) {
  const { t } = useTranslation();
  // As it is when something is done: no bubble is drawn anew for it.
  const now = useRef(log);
  useEffect(() => {
    now.current = log;
  });
  return useCallback(
    (message: OutgoingMessage): readonly MessageEntry[] => {
      const { clientId, conversationId, userId, content, replyTo, state, type } = message;
      if (state === 'sending' || type !== 'TEXT' || !isOurs(clientId)) return [];
      const edit = () => {
        if (!takeBack(clientId)) return;
        restoreToDraft(conversationId, userId, content);
        const answered =
          replyTo && now.current.messages.find(({ sequence }) => sequence === replyTo.sequence);
        if (answered) onReply(answered);
        onResume();
      };
      return [
        { icon: 'refresh', label: t('ui.tryAgain'), onChoose: () => outbox.retry() },
        { icon: 'pencil', label: t('conversations.actions.edit'), goesOn: true, onChoose: edit },
        {
          icon: 'trash',
          label: t('conversations.actions.delete'),
          danger: true,
          onChoose: () => void takeBack(clientId),
        },
      ];
    },
    [onReply, onResume, t],
  );
}
