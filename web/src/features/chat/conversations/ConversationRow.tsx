import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useNow } from '#platform/time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge, cappedCount } from '#ui/Badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Collage } from './Collage.tsx';
import { nameOf } from './conversation-names.ts';
import { type Lane, searchOf } from './lanes.ts';
import { useIsOnScreen } from './on-screen.ts';
import { planConversations } from './plan-conversations.ts';
import { previewOf, previewOnTheWay } from './preview.ts';
import { RowMenu } from './RowMenu.tsx';
import { lastOwnIn, shownState } from './replica/own.ts';
import { useReplica } from './replica/replica-store.ts';
import { timeLabel } from './time-label.ts';

interface ConversationRowProps {
  conversation: Conversation;
  myId: string;
  isOpen: boolean;
  lane: Lane;
  onOpen(conversation: Conversation): void;
  /** Where it has a menu: it goes to another list. */
  onLeave?: (conversation: Conversation) => void;
}

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, myId, isOpen, lane, onOpen, onLeave } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const { id, lastMessage, settings, members } = conversation;
  const own = useReplica((replica) => lastOwnIn(replica.own, id));
  const lastMessageAt = own?.createdAt ?? conversation.lastMessageAt;
  // What is being read needs no badge.
  const isOnScreen = useIsOnScreen(id);
  const unreadCount = isOnScreen ? 0 : conversation.unreadCount;
  const mentionsMe = !isOnScreen && conversation.mentionsMe;
  const other = conversation.otherParticipant;
  // Found from the list that one talks in.
  const isPutAway = settings.isArchived && lane === 'own';
  const name = nameOf(conversation, t);
  return (
    <li className="conversations-row-item">
      <Link
        to={{ pathname: `/messages/${id}`, search: searchOf[lane] }}
        className={classNames(
          'conversations-row',
          isOpen && 'on',
          unreadCount > 0 && 'conversations-row-unread',
        )}
        aria-current={isOpen ? 'page' : undefined}
        onClick={() => onOpen(conversation)}
      >
        {conversation.plan ? (
          planConversations()?.picture(conversation.plan)
        ) : conversation.isPrivate ? (
          <Avatar name={name} url={other?.avatar ?? null}>
            {other?.isOnline && <i className="presence" />}
          </Avatar>
        ) : (
          <Collage members={members} />
        )}
        <UserText as="span" className="conversations-row-name ell">
          {name}
        </UserText>
        {other?.isOnline && <span className="unseen">{t('presence.online')} </span>}
        <span className="conversations-row-time num">
          {settings.isPinned && <Icon name="sticky" size="xs" />}
          {settings.isPinned && <span className="unseen">{t('conversations.pinned')} </span>}
          {isPutAway && <Icon name="archive" size="xs" />}
          {isPutAway && <span className="unseen">{t('conversations.archive.title')} </span>}
          {settings.isMuted && <Icon name="muted" size="xs" />}
          {settings.isMuted && <span className="unseen">{t('conversations.muted')} </span>}
          {lastMessageAt && <time dateTime={lastMessageAt}>{timeLabel(lastMessageAt, now, language)}</time>}
        </span>
        <span className="conversations-row-last">
          {own && (
            <>
              <Icon name="clock" size="xs" />
              <span className="unseen">{t(`conversations.${shownState(own)}`)} </span>
            </>
          )}
          <UserText as="span" className="conversations-row-preview ell">
            {own ? previewOnTheWay(own, t) : previewOf(lastMessage, myId, t, conversation.plan !== null)}
          </UserText>
          <span className="conversations-row-badges">
            {mentionsMe && (
              <span
                className="badge conversations-at-badge"
                role="img"
                aria-label={t('conversations.mentioned')}
              >
                @
              </span>
            )}
            {unreadCount > 0 && (
              <>
                <span className="unseen">
                  {t('conversations.unread', {
                    count: unreadCount,
                    replace: { count: cappedCount(unreadCount, 99) },
                  })}
                </span>
                <span aria-hidden="true">
                  <Badge count={unreadCount} kind={mentionsMe ? 'unread' : 'green'} />
                </span>
              </>
            )}
          </span>
        </span>
      </Link>
      {onLeave && <RowMenu conversation={conversation} myId={myId} onLeave={onLeave} />}
    </li>
  );
});
