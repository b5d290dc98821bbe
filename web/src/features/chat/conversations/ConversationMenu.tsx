import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/IconButton.tsx';
import { Popover } from '#ui/Popover.tsx';
import { GroupMenu } from './GroupMenu.tsx';
import { PrivateMenu } from './PrivateMenu.tsx';

interface ConversationMenuProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  conversation: Conversation;
  userId: string;
  isLoading: boolean;
  /** Where the header has no place for it. */
  onFind?(): void;
  onViewAll(): void;
  onWallet(): void;
  /** Of two people: to send Dazi to the other one. */
  onSendDazi(person: { id: string; name: string; avatarUrl: string | null }): void;
  /** Its room, or the other one of two people, is to be reported. */
  onReport(reported: { targetType: 'room' | 'person'; targetId: string }): void;
  onLeave(): void;
}

/** What can be done with a conversation, behind the last button of its header. */
export function ConversationMenu(props: ConversationMenuProps) {
  const { open, onOpenChange, conversation, userId, isLoading } = props;
  const { onFind, onViewAll, onWallet, onSendDazi, onReport, onLeave } = props;
  const { t } = useTranslation();
  const { isPrivate, otherParticipant: other } = conversation;
  const label = t(isPrivate ? 'conversations.menu' : 'conversations.groupMenu.title');
  const isAboutToFind = useRef(false);
  const find = onFind && {
    onFind() {
      isAboutToFind.current = true;
      onOpenChange(false);
      onFind();
    },
  };
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      label={label}
      align="end"
      className={isPrivate ? 'popover conversations-menu' : 'popover conversations-group-popover'}
      trigger={<IconButton icon="more" label={label} {...(onFind && { 'data-leads-to': 'search' })} />}
      onCloseAutoFocus={(event) => {
        // The field that was asked for has the focus.
        if (isAboutToFind.current) event.preventDefault();
        isAboutToFind.current = false;
      }}
    >
      {isPrivate ? (
        <PrivateMenu
          {...find}
          conversation={conversation}
          onSendDazi={(person) => {
            onOpenChange(false);
            onSendDazi(person);
          }}
          onReport={() => {
            onOpenChange(false);
            if (other) onReport({ targetType: 'person', targetId: other.id });
          }}
          onDelete={onLeave}
        />
      ) : (
        <GroupMenu
          {...find}
          conversation={conversation}
          userId={userId}
          isLoading={isLoading}
          onViewAll={onViewAll}
          onWallet={() => {
            onOpenChange(false);
            onWallet();
          }}
          onReport={(roomId) => {
            onOpenChange(false);
            onReport({ targetType: 'room', targetId: roomId });
          }}
          onLeave={onLeave}
        />
      )}
    </Popover>
  );
}
