import type { Member } from '@dazi/contract/chat/conversations';
import { conversationLimits } from '@dazi/contract/chat/conversations.rules';
import type { VoteCounts } from '@dazi/contract/chat/rooms';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';
import { ownerText } from './role-text.ts';

/** The owner, then everybody by name. */
export const inMemberOrder = (members: readonly Member[], language: string): readonly Member[] =>
  members.toSorted(
    (a, b) =>
      Number(b.role === 'OWNER') - Number(a.role === 'OWNER') ||
      a.user.name.localeCompare(b.user.name, language) ||
      a.userId.localeCompare(b.userId),
  );

interface MemberGridProps {
  members: readonly Member[];
  isOfPlan: boolean;
  /** Given while a leader is being voted for: a click is the vote. */
  voting: { counts: VoteCounts; busy: boolean; onVote(member: Member): void } | null;
}

export function MemberGrid({ members, isOfPlan, voting }: MemberGridProps) {
  const { t, i18n } = useTranslation();
  const shown = inMemberOrder(members, i18n.language).slice(
    0,
    voting ? undefined : conversationLimits.membersShown,
  );
  return (
    <ul
      className={
        voting ? 'conversations-member-grid conversations-member-grid-voting' : 'conversations-member-grid'
      }
    >
      {shown.map((member) => (
        <li key={member.id}>
          {voting ? (
            <button
              type="button"
              className="conversations-member-tile"
              disabled={voting.busy}
              aria-label={`${t('conversations.vote.for', { name: member.user.name })}, ${t('conversations.vote.count', { count: voting.counts[member.userId]?.votes ?? 0 })}`}
              onClick={() => voting.onVote(member)}
            >
              <Tile member={member} isOfPlan={isOfPlan}>
                <span className="xs12 t3 num">
                  {t('conversations.vote.count', { count: voting.counts[member.userId]?.votes ?? 0 })}
                </span>
              </Tile>
            </button>
          ) : (
            <PersonLink userId={member.userId} className="conversations-member-tile">
              <Tile member={member} isOfPlan={isOfPlan} />
            </PersonLink>
          )}
        </li>
      ))}
    </ul>
  );
}

interface TileProps {
  member: Member;
  isOfPlan: boolean;
  children?: ReactNode;
}

function Tile({ member, isOfPlan, children }: TileProps) {
  const { t } = useTranslation();
  const { user, role } = member;
  return (
    <>
      <span className="conversations-member-face">
        <Avatar name={user.name} url={user.avatarUrl} />
        {role === 'OWNER' && (
          <span className="conversations-owner-mark" role="img" aria-label={ownerText(isOfPlan, t)}>
            <Icon name="crown" size="xs" />
          </span>
        )}
      </span>
      <UserText as="span" className="xs12 ell">
        {user.name}
      </UserText>
      {children}
    </>
  );
}
