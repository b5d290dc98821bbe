import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '#ui/Popover.tsx';
import { inMemberOrder } from './MemberGrid.tsx';
import { MemberLine } from './MemberList.tsx';

interface PeoplePopoverProps {
  conversation: Conversation;
  name: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  onViewAll(): void;
  /** What is clicked: the name of the group. */
  children: ReactNode;
}

export function PeoplePopover(props: PeoplePopoverProps) {
  const { conversation, name, open, onOpenChange, onViewAll, children } = props;
  const { t } = useTranslation();
  const { members, memberCount } = conversation;
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      label={t('conversations.participants')}
      align="start"
      className="popover conversations-people"
      trigger={
        <button
          type="button"
          className="conversations-people-button"
          aria-label={t('conversations.participantsOf', { title: `${name} (${memberCount})` })}
        >
          {children}
        </button>
      }
    >
      <h3>{t('conversations.participants')}</h3>
      <ul className="conversations-member-rows">
        {inMemberOrder(members, 'en').map((member) => (
          <li key={member.id}>
            <MemberLine member={member} isOfPlan={conversation.plan !== null} />
          </li>
        ))}
      </ul>
      {memberCount > members.length && (
        <button type="button" className="link conversations-people-all" onClick={onViewAll}>
          {t('conversations.groupMenu.viewAll', { n: memberCount })}
        </button>
      )}
    </Popover>
  );
}
