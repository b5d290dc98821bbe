import type { ConversationSettings } from '@dazi/contract/chat/conversations';
import { useTranslation } from 'react-i18next';
import { showToast } from '#ui/toast-store.ts';
import { useConversationSettings } from './conversation-settings.api.ts';

/** Pins, mutes and archives, and says what there is to say of it, also when the row it was asked from is gone. */
export function useSettings(conversationId: string, userId: string) {
  const { t } = useTranslation();
  const { mutateAsync } = useConversationSettings(conversationId, userId);
  return async function change(settings: Partial<ConversationSettings>): Promise<void> {
    try {
      await mutateAsync(settings);
    } catch {
      showToast({ type: 'error', message: t('conversations.groupMenu.settingFailed') });
      return;
    }
    if (!settings.isArchived) return;
    showToast({
      type: 'success',
      message: t('conversations.archive.done'),
      action: { label: t('conversations.archive.undo'), run: () => void change({ isArchived: false }) },
    });
  };
}
