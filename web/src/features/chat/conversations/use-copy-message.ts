import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#platform/clipboard.ts';
import { showToast } from '#ui/toast-store.ts';
import type { Numbered } from './conversation-log.ts';
import { wordsIn } from './preview.ts';

export function useCopyMessage(): (message: Numbered) => void {
  const { t } = useTranslation();
  return useCallback(
    ({ type, content }) =>
      void copyText(wordsIn(type, content)).then(
        () => showToast({ type: 'success', message: t('conversations.actions.copied') }),
        () => showToast({ type: 'error', message: t('conversations.actions.copyFailed') }),
      ),
    [t],
  );
}
