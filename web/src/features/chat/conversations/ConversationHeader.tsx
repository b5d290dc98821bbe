import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { User } from '@dazi/contract/identity/identity';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '#features/people/profiles/profiles.api.ts';
import { useRelativeTime } from '#platform/relative-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { Popover } from '#ui/Popover.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Collage } from './Collage.tsx';
import { nameOf } from './conversation-names.ts';
import { Entry, GroupMenu } from './GroupMenu.tsx';
import { DeleteConversation, LeaveGroup } from './LeaveGroup.tsx';
import { inMemberOrder } from './MemberGrid.tsx';
import { MemberLine, MemberList } from './MemberList.tsx';

/** How long it is said that one was mentioned. */
const mentionBadge_ms = 3000;

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
  /** Its group's wallet is wanted. */
  onWallet(): void;
  /** Of two people: to send Dazi to the other one. */
  onSendDazi(person: { id: string; name: string; avatarUrl: string | null }): void;
  /** Of what becomes of its group's wallet when the last one leaves. */
  walletNote: ReactNode;
  /** Its room is to be reported. */
  onReport(roomId: string): void;
}

export function ConversationHeader(props: ConversationHeaderProps) {
  const { conversation, user, isLoading, wasMentioned, isFinding, onFind } = props;
  const { onBack, onClose, onWallet, onSendDazi, onReport, walletNote } = props;
  const userId = user.id;
  const { t } = useTranslation();
  const { id, isPrivate, memberCount, members, otherParticipant: other } = conversation;
  const [open, setOpen] = useState<'menu' | 'people' | 'all' | 'leave' | null>(null);
  const name = nameOf(conversation, t);
  const seen = useSeen(other, user);
  const toggle = (which: typeof open) => (isOpen: boolean) => setOpen(isOpen ? which : null);
  const picture = isPrivate ? (
    <Avatar name={name} url={other?.avatar ?? null}>
      {seen.isOnline && <i className="presence" />}
    </Avatar>
  ) : (
    <Collage members={members} />
  );
  const title = (
    <span className="cv-name">
      <UserText as="span" className="ell">
        {name}
      </UserText>
      {!isPrivate && <span className="t3 num cv-count">({memberCount})</span>}
    </span>
  );

  return (
    <header className="cv-header" data-top-bar>
      <IconButton icon="back" className="cv-back" tip="none" label={t('ui.back')} onClick={onBack} />
      {isPrivate && other ? (
        <PersonLink userId={other.id} decorative>
          {picture}
        </PersonLink>
      ) : (
        picture
      )}
      <div className="grow cv-title">
        <div className="row">
          <h2>
            {isPrivate ? (
              other ? (
                <PersonLink userId={other.id}>{title}</PersonLink>
              ) : (
                title
              )
            ) : (
              <Popover
                open={open === 'people'}
                onOpenChange={toggle('people')}
                label={t('conversations.participants')}
                align="start"
                className="popover people-popover"
                trigger={
                  <button
                    type="button"
                    className="cv-people"
                    aria-label={t('conversations.participantsOf', { title: `${name} (${memberCount})` })}
                  >
                    {title}
                  </button>
                }
              >
                <h3>{t('conversations.participants')}</h3>
                <ul className="member-rows">
                  {inMemberOrder(members, 'en').map((member) => (
                    <li key={member.id}>
                      <MemberLine member={member} />
                    </li>
                  ))}
                </ul>
                {memberCount > members.length && (
                  <button type="button" className="link people-all" onClick={() => setOpen('all')}>
                    {t('conversations.groupMenu.viewAll', { n: memberCount })}
                  </button>
                )}
              </Popover>
            )}
          </h2>
          <MentionBadge mentionsMe={conversation.mentionsMe} wasMentioned={wasMentioned} />
        </div>
        <div className="sm t3 cv-kind">
          <span className="ell">{t(isPrivate ? 'conversations.private' : 'conversations.groupKind')}</span>
          {isPrivate && <Seen {...seen} />}
        </div>
      </div>
      <IconButton
        icon="search"
        label={t('conversations.find.open')}
        pressed={isFinding}
        aria-expanded={isFinding}
        onClick={onFind}
      />
      <Popover
        open={open === 'menu'}
        onOpenChange={toggle('menu')}
        label={t(isPrivate ? 'conversations.menu' : 'conversations.groupMenu.title')}
        align="end"
        className={isPrivate ? 'popover message-menu' : 'popover group-popover'}
        trigger={
          <IconButton
            icon="more"
            label={t(isPrivate ? 'conversations.menu' : 'conversations.groupMenu.title')}
          />
        }
      >
        {isPrivate ? (
          <div className="message-entries">
            {other && !other.blockedByMe && (
              <Entry
                icon="wallet"
                label={t('wallet.send')}
                onClick={() => {
                  setOpen(null);
                  onSendDazi({ id: other.id, name: other.name, avatarUrl: other.avatar });
                }}
              />
            )}
            <Entry
              icon="trash"
              label={t('conversations.groupMenu.delete')}
              danger
              onClick={() => setOpen('leave')}
            />
          </div>
        ) : (
          <GroupMenu
            conversation={conversation}
            userId={userId}
            isLoading={isLoading}
            onViewAll={() => setOpen('all')}
            onWallet={() => {
              setOpen(null);
              onWallet();
            }}
            onReport={(roomId) => {
              setOpen(null);
              onReport(roomId);
            }}
            onLeave={() => setOpen('leave')}
          />
        )}
      </Popover>
      <IconButton icon="close" className="cv-close" label={t('conversations.close')} onClick={onClose} />
      <MemberList
        conversationId={id}
        title={t('conversations.groupMenu.allMembers')}
        open={open === 'all'}
        onOpenChange={toggle('all')}
      />
      {isPrivate ? (
        <DeleteConversation
          conversation={conversation}
          userId={userId}
          open={open === 'leave'}
          onOpenChange={toggle('leave')}
        />
      ) : (
        <LeaveGroup
          walletNote={walletNote}
          conversation={conversation}
          userId={userId}
          open={open === 'leave'}
          onOpenChange={toggle('leave')}
        />
      )}
    </header>
  );
}

/** Looked at again while the conversation is open. */
const seenRefresh_ms = 60_000;

interface SeenProps {
  isOnline: boolean;
  lastSeen: string | null;
}

/** Whether the other one is there, as far as they show it. */
function useSeen(other: Conversation['otherParticipant'], user: User): SeenProps {
  const isAsked = other !== null && !other.blockedByMe;
  const { data, isError, refetch } = useQuery({
    ...profileQuery(other?.id ?? '', user),
    enabled: isAsked,
    staleTime: seenRefresh_ms,
    refetchInterval: seenRefresh_ms,
    retry: false,
  });
  // The list hears at once when somebody comes or goes; since when they are away only the profile knows.
  const isOnlineInList = other?.isOnline;
  const known = useRef(isOnlineInList);
  useEffect(() => {
    if (known.current === isOnlineInList) return;
    known.current = isOnlineInList;
    if (isAsked) void refetch();
  }, [isOnlineInList, isAsked, refetch]);
  // A profile that may not be seen any more says nothing, nor does what it said before.
  if (!other || other.blockedByMe || isError) return { isOnline: false, lastSeen: null };
  return { isOnline: data?.isOnline ?? other.isOnline, lastSeen: data?.lastActive ?? null };
}

function Seen({ isOnline, lastSeen }: SeenProps) {
  const { t } = useTranslation();
  const relativeTime = useRelativeTime();
  if (!isOnline && !lastSeen) return null;
  return (
    <>
      <span className="dotsep" aria-hidden="true" />
      {isOnline ? (
        <span className="cv-online">{t('presence.online')}</span>
      ) : (
        <time className="ell" dateTime={lastSeen!}>
          {t('presence.lastSeen', { time: relativeTime(lastSeen!).ago })}
        </time>
      )}
    </>
  );
}

/** Something unread mentions the reader: said for a moment, also when it was read meanwhile. */
function MentionBadge({ mentionsMe, wasMentioned }: { mentionsMe: boolean; wasMentioned: boolean }) {
  const { t } = useTranslation();
  const [shows, setShows] = useState(mentionsMe || wasMentioned);
  if (mentionsMe && !shows) setShows(true);
  useEffect(() => {
    if (!shows) return;
    const timer = setTimeout(() => setShows(false), mentionBadge_ms);
    return () => clearTimeout(timer);
  }, [shows]);
  if (!shows) return null;
  return (
    <span className="badge at-badge" role="img" aria-label={t('conversations.mentioned')}>
      @
    </span>
  );
}
