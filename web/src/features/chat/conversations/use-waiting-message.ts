import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#ui/toast-store.ts';
import type { ConversationLog, Numbered } from './conversation-log.ts';
import { restoreToDraft } from './drafts.ts';
import type { MessageEntry } from './MessageActions.tsx';
import { sendingOf } from './outgoing.ts';
import type { OwnMessage } from './replica/own.ts';

/** What can be done with words that wait to be sent; of what is on its way, nothing. */
export function useWaitingMessage(
  mayWrite: boolean,
  log: ConversationLog,
  onReply: (message: Numbered) => void,
  onResume: () => void,
) {
  const { t } = useTranslation();
  const sending = sendingOf(useQueryClient());
  // As it is when something is done: no bubble is drawn anew for it.
  const now = useRef(log);
  useEffect(() => {
    now.current = log;
  });
  return useCallback(
    (message: OwnMessage): readonly MessageEntry[] => {
      const { clientId, conversationId, userId, content, replyToId, createdAt, state, type } = message;
      if (state === 'sending' || type !== 'TEXT' || !sending.isOurs(clientId)) return [];
      const fail = (key: 'conversations.actions.editFailed' | 'conversations.actions.deleteFailed') =>
        showToast({ type: 'error', message: t(key) });
      const edit = () => {
        if (!sending.takeBack(clientId)) return fail('conversations.actions.editFailed');
        restoreToDraft(conversationId, userId, content, createdAt);
        const answered = now.current.messages.find(({ id }) => id === replyToId);
        if (answered) onReply(answered);
        onResume();
      };
      return [
        // What the server asks to be held is sent when it says so.
        ...(state === 'waiting'
          ? [{ icon: 'refresh' as const, label: t('ui.tryAgain'), onChoose: () => sending.retry() }]
          : []),
        ...(mayWrite
          ? [
              {
                icon: 'pencil' as const,
                label: t('conversations.actions.edit'),
                goesOn: true,
                onChoose: edit,
              },
            ]
          : []),
        {
          icon: 'trash',
          label: t('conversations.actions.delete'),
          danger: true,
          onChoose: () => {
            if (!sending.takeBack(clientId)) fail('conversations.actions.deleteFailed');
          },
        },
      ];
    },
    [sending, mayWrite, onReply, onResume, t],
  );
}
