import type { Member } from '@dazi/contract/chat/conversations';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/Avatar.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useMembers } from './conversations.api.ts';
import { MemberSearch } from './MemberSearch.tsx';
import { MessageButton } from './MessageButton.tsx';

interface MemberListProps {
  conversationId: string;
  title: string;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Everybody, to be searched by name; the owner first. */
export function MemberList({ conversationId, title, open, onOpenChange }: MemberListProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim());
  const list = useMembers(conversationId, query, open);
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
            <MemberLine member={member} />
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

export function MemberLine({ member }: { member: Member }) {
  const { t } = useTranslation();
  const { user, userId, role } = member;
  return (
    <div className="conversations-member-row">
      <PersonLink userId={userId} className="conversations-member-line">
        <Avatar name={user.name} url={user.avatarUrl} />
        <UserText as="span" className="grow ell">
          {user.name}
        </UserText>
        <span className="sm t3">{t(`conversations.groupMenu.role.${role}`)}</span>
      </PersonLink>
      <span className="conversations-member-action">
        <MessageButton person={user} look="icon" />
      </span>
    </div>
  );
}
