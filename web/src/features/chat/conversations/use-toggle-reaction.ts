import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#ui/toast-store.ts';
import type { Numbered } from './conversation-log.ts';
import { useReactToMessage } from './messages.api.ts';

/** The reaction that was given already is taken back. */
export function useToggleReaction(userId: string): (message: Numbered, type: ReactionType) => void {
  const { t } = useTranslation();
  const react = useReactToMessage(userId);
  const latest = useRef(react);
  latest.current = react;
  return useCallback(
    (message, type) =>
      latest.current.mutate(
        {
          conversationId: message.conversationId,
          messageId: message.id,
          reactionType: message.myReaction === type ? null : type,
        },
        { onError: () => showToast({ type: 'error', message: t('conversations.actions.reactFailed') }) },
      ),
    [t],
  );
}
