import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { User } from '@dazi/contract/identity/identity';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '#platform/device.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Collage } from './Collage.tsx';
import { ConversationMenu } from './ConversationMenu.tsx';
import { nameOf } from './conversation-names.ts';
import { DeleteConversation, LeaveGroup } from './LeaveGroup.tsx';
import { MemberList } from './MemberList.tsx';
import { MentionBadge } from './MentionBadge.tsx';
import { PeoplePopover } from './PeoplePopover.tsx';
import { planConversations } from './plan-conversations.ts';
import { Seen } from './Seen.tsx';
import { useSeen } from './use-seen.ts';

interface ConversationHeaderProps {
  conversation: Conversation;
  user: User;
  isLoading: boolean;
  /** Something unread mentioned the reader when it was opened. */
  wasMentioned: boolean;
  isFinding: boolean;
  onFind(): void;
  onBack(): void;
  onClose(): void;
  onWallet(): void;
  /** Of two people: to send Dazi to the other one. */
  onSendDazi(person: { id: string; name: string; avatarUrl: string | null }): void;
  /** Of what becomes of its group's wallet when the last one leaves. */
  walletNote(isEnding: boolean): ReactNode;
  /** Its room, or the other one of two people, is to be reported. */
  onReport(reported: { targetType: 'room' | 'person'; targetId: string }): void;
}

export function ConversationHeader(props: ConversationHeaderProps) {
  const { conversation, user, isLoading, wasMentioned, isFinding, onFind } = props;
  const { onBack, onClose, onWallet, onSendDazi, onReport, walletNote } = props;
  const { t } = useTranslation();
  const { isPrivate, otherParticipant: other } = conversation;
  const [open, setOpen] = useState<'menu' | 'people' | 'all' | 'leave' | null>(null);
  // Whether somebody is there who is not known, and since when they are not, is nothing to judge them by.
  const isRequest = conversation.messageRequest === 'incoming';
  const seen = useSeen(isRequest ? null : other, user);
  // One thing is open at a time.
  const opening = (which: typeof open) => ({
    open: open === which,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? which : null),
  });
  const viewAll = () => setOpen('all');
  const askToLeave = () => setOpen('leave');
  // On a small screen the name needs the place.
  const isInMenu = useSmallScreen();

  return (
    <header className="conversations-header" data-top-bar>
      <IconButton
        icon="back"
        className="conversations-back"
        tip="none"
        label={t('ui.back')}
        onClick={onBack}
      />
      <Picture conversation={conversation} isOnline={seen.isOnline} />
      <div className="grow conversations-title">
        <div className="row">
          <h2>
            <Title conversation={conversation} people={opening('people')} onViewAll={viewAll} />
          </h2>
          <MentionBadge mentionsMe={conversation.mentionsMe} wasMentioned={wasMentioned} />
        </div>
        <div className="sm t3 conversations-kind">
          <span className="ell">
            {conversation.plan
              ? planConversations()?.kind(conversation)
              : t(
                  isRequest
                    ? 'conversations.requests.one'
                    : isPrivate
                      ? 'conversations.private'
                      : 'conversations.groupKind',
                )}
          </span>
          {isPrivate && !isRequest && <Seen {...seen} />}
        </div>
      </div>
      {conversation.plan && planConversations()?.tools()}
      {!isInMenu && (
        <IconButton
          icon="search"
          data-leads-to="search"
          label={t('conversations.find.open')}
          pressed={isFinding}
          aria-expanded={isFinding}
          onClick={onFind}
        />
      )}
      <ConversationMenu
        {...opening('menu')}
        {...{ conversation, isLoading, onWallet, onSendDazi, onReport }}
        userId={user.id}
        {...(isInMenu && !isFinding && { onFind })}
        onViewAll={viewAll}
        onLeave={askToLeave}
      />
      <IconButton icon="close" label={t('conversations.close')} onClick={onClose} />
      <MemberList
        conversation={conversation}
        userId={user.id}
        title={t('conversations.groupMenu.allMembers')}
        {...opening('all')}
      />
      {isPrivate ? (
        <DeleteConversation conversation={conversation} userId={user.id} {...opening('leave')} />
      ) : (
        <LeaveGroup
          walletNote={walletNote}
          conversation={conversation}
          userId={user.id}
          {...opening('leave')}
        />
      )}
    </header>
  );
}

/** The other one's picture, which leads to them, or those of the group. */
function Picture({ conversation, isOnline }: { conversation: Conversation; isOnline: boolean }) {
  const { t } = useTranslation();
  const { isPrivate, members, otherParticipant: other, plan } = conversation;
  if (plan) return planConversations()?.picture(plan);
  if (!isPrivate) return <Collage members={members} />;
  const picture = (
    <Avatar name={nameOf(conversation, t)} url={other?.avatar ?? null}>
      {isOnline && <i className="presence" />}
    </Avatar>
  );
  if (!other) return picture;
  return (
    <PersonLink userId={other.id} decorative>
      {picture}
    </PersonLink>
  );
}

interface TitleProps {
  conversation: Conversation;
  /** Whether it is shown who is in the group. */
  people: { open: boolean; onOpenChange(open: boolean): void };
  onViewAll(): void;
}

/** The other one's name, which leads to them, or that of the group, which shows its people. */
function Title({ conversation, people, onViewAll }: TitleProps) {
  const { t } = useTranslation();
  const { isPrivate, memberCount, otherParticipant: other } = conversation;
  const name = nameOf(conversation, t);
  const title = (
    <span className="conversations-name">
      <UserText as="span" className="ell">
        {name}
      </UserText>
      {!isPrivate && <span className="t3 num conversations-count">({memberCount})</span>}
    </span>
  );
  if (!isPrivate) {
    return (
      <PeoplePopover conversation={conversation} name={name} {...people} onViewAll={onViewAll}>
        {title}
      </PeoplePopover>
    );
  }
  return other ? <PersonLink userId={other.id}>{title}</PersonLink> : title;
}
