import type { PollConfig, PollDetails } from '@dazi/contract/mini-apps/poll';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Answers } from '../../Answers.tsx';
import type { AppViewProps } from '../../app-kind.ts';
import { CloseApp } from '../../CloseApp.tsx';
import { useParticipate } from '../../mini-apps.api.ts';
import { ParticipationList } from '../../ParticipationList.tsx';
import { PollBars } from './PollBars.tsx';
import { withChoice } from './poll-draft.ts';

const facesOfOption = 3;

/** Voting, and how it stands. */
export function PollView({ miniApp, userId, title }: AppViewProps) {
  const { t } = useTranslation();
  const { can, hasParticipated, participantCount, isActive, participations } = miniApp;
  const config = miniApp.config as unknown as PollConfig;
  const { counts } = miniApp.details as unknown as PollDetails;
  const own = numbers(participations.find((one) => one.userId === userId)?.data?.answers);
  const [isChanging, setChanging] = useState(false);
  const mayVote = can.participate && (!hasParticipated || isChanging);
  return (
    <div className="mini-apps-body">
      {config.anonymous && <p className="sm t3">{t('miniApps.poll.isAnonymous')}</p>}
      {mayVote && (
        <Ballot
          {...config}
          miniAppId={miniApp.id}
          userId={userId}
          before={own}
          onDone={() => setChanging(false)}
          onKeep={hasParticipated ? () => setChanging(false) : null}
        />
      )}
      {counts && (!mayVote || config.shows === 'always') && (
        <Standing
          miniAppId={miniApp.id}
          isAnonymous={config.anonymous}
          counts={counts}
          voters={participantCount}
          own={own}
        />
      )}
      {!counts && !mayVote && own.length > 0 && (
        <p className="sm t2">
          {t('miniApps.poll.yours')}:{' '}
          <UserText>{own.map((place) => config.options[place]).join(', ')}</UserText>
        </p>
      )}
      {!counts && isActive && (
        <Note icon="lock">
          {t(config.shows === 'closed' ? 'miniApps.poll.hiddenClosed' : 'miniApps.poll.hiddenVoted')}
        </Note>
      )}
      <div className="mini-apps-foot">
        {can.participate && hasParticipated && !isChanging ? (
          <Button size="s" kind="ghost" onClick={() => setChanging(true)}>
            {t('miniApps.poll.change')}
          </Button>
        ) : (
          <span />
        )}
        {isActive && <CloseApp miniApp={miniApp} title={title} />}
      </div>
    </div>
  );
}

const numbers = (answers: readonly unknown[] | undefined): number[] =>
  (answers ?? []).filter((answer): answer is number => typeof answer === 'number');

interface BallotProps {
  options: readonly string[];
  multiple: boolean;
  miniAppId: string;
  userId: string;
  before: readonly number[];
  onDone(): void;
  onKeep: (() => void) | null;
}

function Ballot({ options, multiple, miniAppId, userId, before, onDone, onKeep }: BallotProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const name = useId();
  const [chosen, setChosen] = useState<readonly number[]>(before);
  const vote = useParticipate(miniAppId, userId);
  return (
    <form
      className="mini-apps-body"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0 && !vote.isPending)
          vote.mutate({ answers: [...chosen] }, { onSuccess: onDone });
      }}
    >
      <fieldset className="mini-apps-poll-options" aria-label={t('miniApps.poll.optionsLabel')}>
        {options.map((option, place) => (
          <label
            key={option}
            className={chosen.includes(place) ? 'mini-apps-quiz-option on' : 'mini-apps-quiz-option'}
          >
            <input
              type={multiple ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(place)}
              onChange={() => setChosen(withChoice(chosen, place, multiple))}
            />
            <UserText as="span" className="grow">
              {option}
            </UserText>
          </label>
        ))}
      </fieldset>
      {vote.isError && <InlineError text={failureText(t('miniApps.poll.failed'), vote.error)} />}
      <div className="mini-apps-foot">
        {onKeep ? (
          <Button size="s" kind="ghost" onClick={onKeep}>
            {t('miniApps.poll.keep')}
          </Button>
        ) : (
          <span />
        )}
        <Button size="s" kind="primary" type="submit" disabled={chosen.length === 0} busy={vote.isPending}>
          {t('miniApps.poll.vote')}
        </Button>
      </div>
    </form>
  );
}

interface StandingProps {
  miniAppId: string;
  isAnonymous: boolean;
  counts: Parameters<typeof PollBars>[0]['counts'];
  voters: number;
  own: readonly number[];
}

function Standing({ miniAppId, isAnonymous, ...bars }: StandingProps) {
  const { t } = useTranslation();
  if (isAnonymous) return <PollBars {...bars} />;
  return (
    <ParticipationList miniAppId={miniAppId}>
      {(participations, more) => (
        <>
          <PollBars
            {...bars}
            aside={(place) => {
              const voters = participations.filter(({ data }) => data?.answers.includes(place));
              if (voters.length === 0) return null;
              return (
                <span className="avatars">
                  {voters.slice(0, facesOfOption).map(({ userId, user }) => (
                    <Avatar key={userId} name={user.name} url={user.avatarUrl} size="xs" />
                  ))}
                  <span className="unseen">{voters.map(({ user }) => user.name).join(', ')}</span>
                </span>
              );
            }}
          />
          {participations.length > 0 && (
            <details className="mini-apps-poll-voters">
              <summary className="link sm">{t('miniApps.poll.voters')}</summary>
              <Answers
                label={t('miniApps.poll.voters')}
                answers={participations.map(({ userId, user, data }) => ({
                  id: userId,
                  name: user.name,
                  avatarUrl: user.avatarUrl,
                  text: numbers(data?.answers)
                    .map((place) => bars.counts[place]?.text)
                    .join(', '),
                }))}
              />
              {more}
            </details>
          )}
        </>
      )}
    </ParticipationList>
  );
}
