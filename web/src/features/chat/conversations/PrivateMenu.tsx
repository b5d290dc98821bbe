import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { useTranslation } from 'react-i18next';
import { Entry } from './GroupMenu.tsx';

interface PrivateMenuProps {
  conversation: Conversation;
  /** Where the header has no place for it. */
  onFind?(): void;
  onSendDazi(person: { id: string; name: string; avatarUrl: string | null }): void;
  onReport(): void;
  onDelete(): void;
}

export function PrivateMenu({ conversation, onFind, onSendDazi, onReport, onDelete }: PrivateMenuProps) {
  const { t } = useTranslation();
  const other = conversation.otherParticipant;
  return (
    <div className="conversations-menu-entries">
      {onFind && <Entry icon="search" label={t('conversations.find.open')} onClick={onFind} />}
      {other && !other.blockedByMe && (
        <Entry
          icon="wallet"
          label={t('wallet.send')}
          onClick={() => onSendDazi({ id: other.id, name: other.name, avatarUrl: other.avatar })}
        />
      )}
      {other && <Entry icon="flag" label={t('moderation.report')} onClick={onReport} />}
      <Entry icon="trash" label={t('conversations.groupMenu.delete')} danger onClick={onDelete} />
    </div>
  );
}
