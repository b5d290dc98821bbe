import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#ui/toast-store.ts';
import type { ConversationLog } from './conversation-log.ts';
import { logIn } from './conversations.api.ts';
import { loadNewer, moveTo } from './messages.api.ts';

/** To the end, also from a place from which it has to be fetched. */
export function useToNewest(
  { isDetached }: ConversationLog,
  conversationId: string,
  controls: RefObject<{ toBottom(): void } | null>,
): () => void {
  const client = useQueryClient();
  const { t } = useTranslation();
  const isWanted = useRef(false);
  // As soon as the end is drawn, and not before: what is drawn until then has an end too.
  useLayoutEffect(() => {
    if (isDetached || !isWanted.current) return;
    isWanted.current = false;
    controls.current?.toBottom();
  }, [isDetached, controls]);
  return useCallback(() => {
    if (!logIn(client, conversationId)?.isDetached) {
      controls.current?.toBottom();
      return;
    }
    isWanted.current = true;
    moveTo(client, conversationId, {})
      // Said while that was on its way.
      .then(() => loadNewer(client, conversationId))
      .catch(() => {
        isWanted.current = false;
        showToast({ type: 'error', message: t('conversations.openFailed') });
      });
  }, [client, conversationId, controls, t]);
}
