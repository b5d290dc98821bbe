import type { User } from '@dazi/contract/identity/identity';
import { useTranslation } from 'react-i18next';
import { useRequireSignIn } from '#features/identity/identity.api.ts';
import { useReasonText } from '#platform/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { showToast } from '#ui/toast-store.ts';
import { useBoardVote, useCastBoardVote } from './governance.api.ts';

interface Candidate {
  id: string;
  name: string;
}

interface BoardVoteButtonProps {
  candidate: Candidate;
  user: User | null;
  hasVoted: boolean;
  /** Among others in a list it is short, and says to readers alone whom it is about. */
  inList?: boolean;
}

/** Votes for somebody as a board member, and takes it back; nothing for oneself. */
export function BoardVoteButton({ candidate, user, hasVoted, inList = false }: BoardVoteButtonProps) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const requireSignIn = useRequireSignIn();
  const cast = useCastBoardVote(user?.id ?? '', candidate.id);
  const { name } = candidate;
  if (user?.id === candidate.id) return null;

  const toggle = async () => {
    if (!requireSignIn(t('errors.SIGN_IN_REQUIRED')) || !user) return;
    try {
      const stands = await cast.mutateAsync(!hasVoted);
      const message = t(stands ? 'governance.votedFor' : 'governance.removedVote', { name });
      showToast({ type: 'success', message });
    } catch (error) {
      const failed = t('governance.voteFailed');
      const reason = reasonText(error);
      showToast({ type: 'error', ...(reason ? { title: failed, message: reason } : { message: failed }) });
    }
  };
  const label = inList
    ? t(hasVoted ? 'governance.voted' : 'governance.vote')
    : t(hasVoted ? 'governance.votedForBoard' : 'governance.voteForBoard');
  const icon = hasVoted ? 'check' : inList ? null : 'governance';
  return (
    <Button
      size={inList ? 's' : 'm'}
      {...(icon && { icon })}
      busy={cast.isPending}
      {...(inList && { 'aria-label': `${label}: ${name}` })}
      className={classNames('governance-vote', hasVoted && 'governance-vote-given')}
      onClick={() => void toggle()}
    >
      {label}
    </Button>
  );
}

/** The same on somebody's profile, where it is not known yet whether the vote stands. */
export function ProfileBoardVote({ candidate, user }: { candidate: Candidate; user: User | null }) {
  const { data: hasVoted = false } = useBoardVote(user?.id ?? null, candidate.id);
  return <BoardVoteButton candidate={candidate} user={user} hasVoted={hasVoted} />;
}
