import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import type { Numbered } from './conversation-log.ts';
import { useRemoveMessage } from './messages.api.ts';

interface DeleteMessagesProps {
  /** Asks as soon as there are any. */
  messages: readonly Numbered[];
  userId: string;
  onDone(): void;
}

export function DeleteMessages({ messages, userId, onDone }: DeleteMessagesProps) {
  const { t } = useTranslation();
  const remove = useRemoveMessage(userId);
  const confirm = async () => {
    const removals = messages.map(({ conversationId, id: messageId }) =>
      remove.mutateAsync({ conversationId, messageId }),
    );
    const isDone = (await Promise.allSettled(removals)).every(({ status }) => status === 'fulfilled');
    if (!isDone) showToast({ type: 'error', message: t('conversations.actions.deleteFailed') });
    onDone();
  };
  const count = messages.length;
  const [first] = messages;
  const question = () => {
    if (count > 1) return t('conversations.actions.deleteAllQuestion', { count });
    if (!first || first.senderId === userId) return t('conversations.actions.deleteQuestion');
    return t('conversations.removeOfOther', { name: first.senderName || t('conversations.unknownUser') });
  };
  return (
    <ConfirmDialog
      open={count > 0}
      onOpenChange={(open) => !open && onDone()}
      title={question()}
      confirmLabel={t('conversations.actions.delete')}
      onConfirm={confirm}
      busy={remove.isPending}
      destructive
    />
  );
}
