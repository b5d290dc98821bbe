import type { BoardMember } from '@dazi/contract/governance/governance';
import { boardSize } from '@dazi/contract/governance/governance.rules';
import type { User } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';
import { BoardVoteButton } from './BoardVoteButton.tsx';
import { useBoard, useCandidates } from './governance.api.ts';
import { Waiting } from './Waiting.tsx';

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
      <ol className="governance-rows" aria-label={t('governance.board')}>
        {board.map((member, seat) => (
          <Row key={member.id} member={member} place={seat + 1} user={user} />
        ))}
      </ol>
      {board.length < boardSize ? (
        <p className="sm t3">{t('governance.emptySeats', { count: boardSize - board.length })}</p>
      ) : (
        <Candidates user={user} />
      )}
    </>
  );
}

/** Everybody who has votes and no seat, in the order in which seats would come to them. */
function Candidates({ user }: { user: User | null }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const list = useCandidates();
  const candidates = list.data?.pages.flatMap((page) => page.data) ?? [];
  if (candidates.length === 0) return null;
  return (
    <section aria-labelledby="governance-candidates">
      <h3 id="governance-candidates">{t('governance.candidates')}</h3>
      <ol className="governance-rows" start={boardSize + 1}>
        {candidates.map((candidate, index) => (
          <Row key={candidate.id} member={candidate} place={boardSize + index + 1} user={user} />
        ))}
      </ol>
      <LoadMore
        list={list}
        label={t('governance.more')}
        failed={errorText(list.error)}
        className="governance-more"
      />
    </section>
  );
}

function Row({ member, place, user }: { member: BoardMember; place: number; user: User | null }) {
  const { t } = useTranslation();
  return (
    <li className="governance-row">
      <span className="governance-seat num t3" aria-hidden="true">
        {place}
      </span>
      <PersonLink userId={member.id} decorative>
        <Avatar name={member.name} url={member.avatarUrl} />
      </PersonLink>
      <span className="grow">
        <span className="governance-member">
          <PersonLink userId={member.id} className="b ell">
            <UserText>{member.name}</UserText>
          </PersonLink>
          {member.id === user?.id && <span className="pill">{t('governance.you')}</span>}
        </span>
        <span className="meta num">{t('governance.votes', { count: member.vote_count })}</span>
      </span>
      <BoardVoteButton candidate={member} user={user} hasVoted={member.hasVoted ?? false} inList />
    </li>
  );
}
