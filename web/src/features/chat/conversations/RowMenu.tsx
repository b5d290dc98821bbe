import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu } from '#ui/Menu.tsx';
import { nameOf } from './conversation-names.ts';
import { useSettings } from './use-settings.ts';

interface RowMenuProps {
  conversation: Conversation;
  myId: string;
  /** It goes to another list. */
  onLeave(conversation: Conversation): void;
}

export function RowMenu({ conversation, myId, onLeave }: RowMenuProps) {
  const { t } = useTranslation();
  const change = useSettings(conversation.id, myId);
  const { isPinned, isMuted, isArchived } = conversation.settings;
  const label = t('conversations.row.menu', { name: nameOf(conversation, t) });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton
          icon="more"
          size="s"
          iconSize="s"
          tip="none"
          className="conversations-row-menu"
          label={label}
        />
      }
      entries={[
        {
          kind: 'item',
          key: 'pin',
          icon: 'sticky',
          label: t(isPinned ? 'conversations.row.unpin' : 'conversations.row.pin'),
          onSelect: () => void change({ isPinned: !isPinned }),
        },
        {
          kind: 'item',
          key: 'mute',
          icon: isMuted ? 'bell' : 'muted',
          label: t(isMuted ? 'conversations.row.unmute' : 'conversations.row.mute'),
          onSelect: () => void change({ isMuted: !isMuted }),
        },
        {
          kind: 'item',
          key: 'archive',
          icon: isArchived ? 'unarchive' : 'archive',
          label: t(isArchived ? 'conversations.row.unarchive' : 'conversations.row.archive'),
          onSelect: () => {
            onLeave(conversation);
            void change({ isArchived: !isArchived });
          },
        },
      ]}
    />
  );
}
