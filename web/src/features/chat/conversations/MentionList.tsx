import type { Member } from '@dazi/contract/chat/conversations';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/Avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { UserText } from '#ui/UserText.tsx';
import { ownerText } from './role-text.ts';

interface MentionListProps {
  id: string;
  members: readonly Member[];
  isOfPlan: boolean;
  chosen: number;
  onChoose(member: Member): void;
}

export const mentionOptionId = (listId: string, index: number) => `${listId}-${index}`;

/** Above the field while somebody is being named; the field keeps the focus. */
export function MentionList({ id, members, isOfPlan, chosen, onChoose }: MentionListProps) {
  const { t } = useTranslation();
  return (
    <div
      id={id}
      className="conversations-mentions"
      role="listbox"
      aria-label={t('conversations.composer.mentions')}
    >
      {members.map((member, index) => (
        <div
          key={member.id}
          id={mentionOptionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={classNames('mi', index === chosen && 'conversations-mention-chosen')}
          // Before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(member);
          }}
        >
          <Avatar name={member.user.name} url={member.user.avatarUrl} size="s" />
          <UserText as="span" className="grow ell">
            {member.user.name}
          </UserText>
          {member.role === 'OWNER' && <span className="xs12 t3">{ownerText(isOfPlan, t)}</span>}
        </div>
      ))}
    </div>
  );
}
