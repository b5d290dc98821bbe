import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/IconButton.tsx';
import { UserText } from '#ui/UserText.tsx';
import type { Numbered } from './conversation-log.ts';
import { quotedText } from './preview.ts';

interface MessageInHandNoteProps {
  replyTo: Numbered | null;
  quoted: Numbered | null;
  editing: Numbered | null;
  onCancel(): void;
}

/** Above what is written: the message that it answers, or the one that it takes the place of. */
export function MessageInHandNote({ replyTo, quoted, editing, onCancel }: MessageInHandNoteProps) {
  const { t } = useTranslation();
  if (!editing && !replyTo) return null;
  return (
    <div className="conversations-composer-context">
      <div className="grow">
        <b className="sm">
          {editing
            ? t('conversations.editing.title')
            : t('conversations.reply.to', { name: replyTo?.senderName ?? '' })}
        </b>
        <UserText as="div" className="sm t3 ell">
          {quotedText(editing ?? quoted!, t)}
        </UserText>
      </div>
      <IconButton
        icon="close"
        size="s"
        iconSize="s"
        tip="none"
        label={t(editing ? 'conversations.editing.cancel' : 'conversations.reply.cancel')}
        onClick={onCancel}
      />
    </div>
  );
}
