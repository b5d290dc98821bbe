import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Member } from '@dazi/contract/chat/conversations';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '#platform/history.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useMembers } from './conversation-settings.api.ts';
import { MemberOrder, MutedMark } from './MemberOrder.tsx';
import { MemberSearch } from './MemberSearch.tsx';
import { MessageButton } from './MessageButton.tsx';
import { roleText } from './role-text.ts';
import { standsOver } from './room-order.ts';

interface MemberListProps {
  conversation: Conversation;
  userId: string;
  title: string;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Everybody, to be searched by name; the owner first. */
export function MemberList({ conversation, userId, title, open, onOpenChange }: MemberListProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  useBackCloses('members', open, () => onOpenChange(false));
  const query = useDeferredValue(text.trim());
  const list = useMembers(conversation.id, query, open);
  const { data, error, isPending, refetch } = list;
  const members = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      width="s"
      className="conversations-member-dialog"
    >
      <MemberSearch text={text} onText={setText} />
      {error && !data && (
        <InlineError text={t('conversations.groupMenu.membersFailed')} onRetry={() => void refetch()} />
      )}
      {isPending && (
        <p className="t3" role="status">
          {t('ui.loading')}
        </p>
      )}
      {data && members.length === 0 && <p className="t3">{t('conversations.groupMenu.noMembers')}</p>}
      <ul className="conversations-member-rows">
        {members.map((member) => (
          <li key={member.id}>
            <MemberLine
              member={member}
              isOfPlan={conversation.plan !== null}
              order={<OrderOf {...{ conversation, userId, member }} />}
            />
          </li>
        ))}
      </ul>
      <LoadMore
        kind="text"
        list={list}
        label={t('conversations.more')}
        failed={t('conversations.groupMenu.membersFailed')}
      />
    </Dialog>
  );
}

/** What one may do about a member in whose room one keeps order. */
function OrderOf({
  conversation,
  userId,
  member,
}: {
  conversation: Conversation;
  userId: string;
  member: Member;
}) {
  const { id, chatRoom, userRole } = conversation;
  if (!chatRoom || member.userId === userId || !standsOver(conversation, member)) return null;
  const room = { conversationId: id, roomId: chatRoom.id, userId };
  return <MemberOrder room={room} member={member} appoints={userRole === 'OWNER'} takesOut />;
}

interface MemberLineProps {
  member: Member;
  isOfPlan: boolean;
  order?: ReactNode;
}

export function MemberLine({ member, isOfPlan, order }: MemberLineProps) {
  const { t } = useTranslation();
  const { user, userId } = member;
  const role = roleText(member, isOfPlan, t);
  return (
    <div className="conversations-member-row">
      <PersonLink userId={userId} className="conversations-member-line">
        <Avatar name={user.name} url={user.avatarUrl} />
        <span className="grow conversations-member-name">
          <UserText as="span" className="ell">
            {user.name}
          </UserText>
          <MutedMark member={member} />
        </span>
        {role && <span className="sm t3">{role}</span>}
      </PersonLink>
      <span className="conversations-member-action">
        <MessageButton person={user} look="icon" />
        {order}
      </span>
    </div>
  );
}
