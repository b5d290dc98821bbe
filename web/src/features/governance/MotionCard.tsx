import type { BallotVote, BoardMember, Motion } from '@dazi/contract/governance/governance';
import { ballotVotes, boardSize } from '@dazi/contract/governance/governance.rules';
import type { User } from '@dazi/contract/identity/identity';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { useRelativeTime } from '#platform/relative-time.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { classNames } from '#ui/class-names.ts';
import { InlineError } from '#ui/InlineError.tsx';
import { LinkedText } from '#ui/LinkedText.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { ShareButton } from '#ui/ShareButton.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useInView } from '#ui/use-in-view.ts';
import { Ballots } from './Ballots.tsx';
import { Decided } from './Decided.tsx';
import { useVoteOnMotion } from './governance.api.ts';
import { ofMotion, ofResolution, pathTo } from './governance-place.ts';
import { tallyOf } from './motion-tally.ts';

const pillOf = { PENDING: 'yellow', PASSED: 'green', FAILED: 'red' } as const;
const places = Array.from({ length: boardSize }, (_, place) => place);

interface MotionCardProps {
  motion: Motion;
  /** Whether the address names it. */
  isNamed: boolean;
  onMove(place: string): void;
  board: readonly BoardMember[] | undefined;
  user: User | null;
  action: MotionAction;
}

export type MotionAction = (motion: Motion) => ReactNode;

/** What is put to the board, how it stands, and the vote on it for those who have a seat. */
export function MotionCard({ motion, isNamed, onMove, board, user, action }: MotionCardProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const cast = useVoteOnMotion(user?.id ?? '', motion.id);
  const isMember = board?.some(({ id }) => id === user?.id) ?? false;
  const [asking, setAsking] = useState<BallotVote | null>(null);
  const { yes, own, uncounted } = tallyOf(motion, board, user?.id ?? null);
  const tally = t('governance.tally', { yes, size: boardSize });
  const isPending = motion.status === 'PENDING';
  /** Only one YES is missing: this one decides. */
  const passes = yes === boardSize - 1;
  const element = useInView<HTMLElement>(isNamed && isPending);
  const place = ofMotion(motion.id);
  const vote = useOneAtATime(async (choice: BallotVote) => {
    try {
      const { resolution } = await cast.mutateAsync(choice);
      if (resolution) onMove(ofResolution(resolution.number));
    } catch {
      // Said below the ballots.
    }
  });
  return (
    <article
      ref={element}
      className={classNames(isPending && 'governance-motion', isNamed && 'governance-motion-named')}
    >
      {isPending ? (
        <>
          <div className="governance-motion-head">
            <Status status={motion.status} />
            <span className="governance-mover sm t3">
              <Mover motion={motion} />
            </span>
            <span className="governance-seats" role="img" aria-label={tally}>
              {places.map((place) => (
                <i key={place} className={place < yes ? 'governance-seat-yes' : undefined} />
              ))}
            </span>
          </div>
          <TitleOf said={motion} as="h4" />
          <WhatIsMoved motion={motion} uncounted={uncounted} />
          <div className="governance-motion-foot">
            {(motion.can.vote || (isMember && own !== null)) && (
              <div className="row">
                {ballotVotes.map((choice) => (
                  <VoteButton
                    key={choice}
                    vote={choice}
                    own={own}
                    isSending={cast.isPending}
                    isThis={cast.isPending && cast.variables === choice}
                    onVote={() => (choice === 'NO' || passes ? setAsking(choice) : void vote(choice))}
                  />
                ))}
              </div>
            )}
            <span className="sm t3 num">{t('governance.tallyPending', { tally })}</span>
            {action(motion)}
            <ShareButton path={pathTo(place)} size="s" iconSize="s" tip="left" />
          </div>
        </>
      ) : (
        <Decided
          isNamed={isNamed}
          onUnfold={() => onMove(place)}
          onFold={() => onMove('resolutions')}
          summary={
            <>
              <Status status={motion.status} />
              <span className="grow">
                <TitleOf said={motion} className="b governance-title" />
                <span className="meta num">{tally}</span>
              </span>
            </>
          }
        >
          <div className="governance-resolved governance-resolved-motion">
            <div className="row between">
              <p className="governance-mover sm t3">
                <Mover motion={motion} />
              </p>
              <span className="row">
                {action(motion)}
                <ShareButton path={pathTo(place)} size="s" iconSize="s" tip="left" />
              </span>
            </div>
            <WhatIsMoved motion={motion} uncounted={uncounted} />
          </div>
        </Decided>
      )}
      {/* All have to agree, and no ballot can be taken back: the first NO decides, and so does the last YES. */}
      <ConfirmDialog
        open={asking !== null && motion.can.vote}
        onOpenChange={(open) => !open && setAsking(null)}
        title={t(asking === 'YES' ? 'governance.yesQuestion' : 'governance.noQuestion')}
        text={t(asking === 'YES' ? 'governance.yesText' : 'governance.noText', { title: motion.title })}
        confirmLabel={t(asking === 'YES' ? 'governance.voteYes' : 'governance.voteNo')}
        {...(asking === 'NO' && { destructive: true })}
        busy={cast.isPending}
        onConfirm={async () => {
          if (asking) await vote(asking);
          setAsking(null);
        }}
      />
      {/* What stands as it was wanted has arrived, whatever became of the answer. */}
      {cast.isError && own !== cast.variables && <InlineError text={errorText(cast.error)} />}
    </article>
  );
}

function Status({ status }: { status: Motion['status'] }) {
  const { t } = useTranslation();
  return <span className={classNames('pill', pillOf[status])}>{t(`governance.statuses.${status}`)}</span>;
}

interface TitleProps {
  said: Pick<Motion, 'title' | 'removed'>;
  as?: 'h4' | 'span';
  className?: string;
}

/** What a motion or a resolution is called, or by which rule moderators took its words away. */
export function TitleOf({ said, as: Tag = 'span', className }: TitleProps) {
  const { t } = useTranslation();
  if (said.removed) {
    return <Tag className={className}>{t('standing.removedPost', { n: said.removed.rule })}</Tag>;
  }
  return (
    <UserText as={Tag} {...(className && { className })}>
      {said.title}
    </UserText>
  );
}

function Mover({ motion: { creator, createdAt } }: { motion: Motion }) {
  const { t } = useTranslation();
  const { short, ago } = useRelativeTime()(createdAt);
  return (
    <>
      {creator ? (
        <PersonLink userId={creator.id}>
          <UserText>{creator.name}</UserText>
        </PersonLink>
      ) : (
        t('governance.deletedMember')
      )}
      <time dateTime={createdAt} title={ago}>
        {' · '}
        {short}
      </time>
    </>
  );
}

function WhatIsMoved({ motion, uncounted }: { motion: Motion; uncounted: ReadonlySet<string> }) {
  return (
    <>
      <LinkedText as="p" className="governance-content t2">
        {motion.content}
      </LinkedText>
      <Ballots votes={motion.votes} uncounted={uncounted} />
    </>
  );
}

interface VoteButtonProps {
  vote: BallotVote;
  own: BallotVote | null;
  isSending: boolean;
  isThis: boolean;
  onVote(): void;
}

function VoteButton({ vote, own, isSending, isThis, onVote }: VoteButtonProps) {
  const { t } = useTranslation();
  const choice = t(`governance.choices.${vote}`);
  return (
    <Button
      kind={vote === 'YES' && own === null ? 'primary' : 'quiet'}
      {...((own === null || own === vote) && { icon: vote === 'YES' ? 'check' : 'close' })}
      busy={isThis}
      disabled={own !== null || (isSending && !isThis)}
      onClick={onVote}
    >
      {own === vote ? t('governance.youVoted', { choice }) : choice}
    </Button>
  );
}
