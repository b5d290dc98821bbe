import { boardSize } from '@dazi/contract/governance';
import type { User } from '@dazi/contract/identity';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/Avatar.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';
import { BoardVoteButton } from './BoardVoteButton.tsx';
import { useBoard } from './governance.api.ts';
import { Waiting } from './Waiting.tsx';

/** Who has the seats, the most votes first. */
export function BoardMembers({ user }: { user: User | null }) {
  const { t } = useTranslation();
  const { data: board, isError, refetch } = useBoard();
  if (!board) return <Waiting isFailed={isError} onRetry={() => void refetch()} />;
  if (board.length === 0) {
    return (
      <EmptyState drawing="talk" title={t('governance.noBoard')} text={t('governance.boardText')}>
        {null}
      </EmptyState>
    );
  }
  return (
    <>
      <p className="sm t3">{t('governance.boardText')}</p>
      <ol className="governance-rows">
        {board.map((member, seat) => (
          <li key={member.id} className="governance-row">
            <span className="governance-seat num t3" aria-hidden="true">
              {seat + 1}
            </span>
            <PersonLink userId={member.id} decorative>
              <Avatar name={member.name} url={member.avatarUrl} />
            </PersonLink>
            <span className="grow">
              <span className="governance-member">
                <PersonLink userId={member.id} className="b ell">
                  <UserText>{member.name}</UserText>
                </PersonLink>
                {member.verified && (
                  <span className="governance-verified" role="img" aria-label={t('governance.verified')}>
                    <Icon name="shield" size="xs" />
                  </span>
                )}
                {member.id === user?.id && <span className="pill">{t('governance.you')}</span>}
              </span>
              <span className="meta num">{t('governance.votes', { count: member.vote_count })}</span>
            </span>
            <BoardVoteButton candidate={member} user={user} hasVoted={member.hasVoted ?? false} inList />
          </li>
        ))}
      </ol>
      {board.length < boardSize && (
        <p className="sm t3">{t('governance.emptySeats', { count: boardSize - board.length })}</p>
      )}
    </>
  );
}
