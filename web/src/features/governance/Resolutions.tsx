import type { Motion, Resolution } from '@dazi/contract/governance/governance';
import { boardSize } from '@dazi/contract/governance/governance.rules';
import type { User } from '@dazi/contract/identity/identity';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { LinkedText } from '#ui/LinkedText.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Note } from '#ui/Note.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { ShareButton } from '#ui/ShareButton.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Ballots } from './Ballots.tsx';
import { Decided } from './Decided.tsx';
import {
  isMissing,
  useBoard,
  useMotions,
  useNamedMotion,
  useNamedResolution,
  useResolutions,
} from './governance.api.ts';
import { ofMotion, ofResolution, pathTo, placeIn } from './governance-place.ts';
import { type MotionAction, MotionCard, TitleOf } from './MotionCard.tsx';
import { MotionForm } from './MotionForm.tsx';
import { Waiting } from './Waiting.tsx';

interface PlaceProps {
  /** Where one is, as the address names it. */
  place: string;
  onMove(place: string): void;
}

interface ResolutionsProps extends PlaceProps {
  user: User | null;
  action: MotionAction;
}

/** What the board has before it or refused, then what it has resolved. */
export function Resolutions({ user, place, action, onMove }: ResolutionsProps) {
  const { t } = useTranslation();
  const at = placeIn(place);
  const { data: shown } = useMotions();
  const motionId = 'motionId' in at ? at.motionId : null;
  const isShown = shown?.pages.some((page) => page.data.some(({ id }) => id === motionId));
  const named = useNamedMotion(isShown === false ? motionId : null);
  const resolved = named.data?.resolution;
  // Whoever follows the address of a motion finds what became of it.
  useEffect(() => {
    if (resolved) onMove(ofResolution(resolved.number));
  }, [resolved, onMove]);
  return (
    <>
      {isMissing(named.error) && (
        <Note kind="warn" icon="info">
          {t('errors.MOTION_NOT_FOUND')}
        </Note>
      )}
      <Motions
        user={user}
        named={resolved ? undefined : named.data?.motion}
        place={place}
        action={action}
        onMove={onMove}
      />
      <ResolutionList number={'resolution' in at ? at.resolution : null} onMove={onMove} />
    </>
  );
}

interface MotionsProps extends ResolutionsProps {
  /** The one of the address, which may be older than those shown. */
  named: Motion | undefined;
}

function Motions({ user, named, place, action, onMove }: MotionsProps) {
  const { t } = useTranslation();
  const id = useId();
  const { data: board } = useBoard();
  const errorText = useErrorText();
  const list = useMotions();
  const [isWriting, setWriting] = useState(false);
  const motions = withNamed(list.data?.pages.flatMap((page) => page.data) ?? [], named, ({ id }) => id);
  const isMember = board?.some((member) => member.id === user?.id) ?? false;
  const emptySeats = board ? boardSize - board.length : 0;
  return (
    <section className="governance-part" aria-labelledby={id}>
      <div className="row between">
        <h3 id={id}>{t('governance.motions')}</h3>
        {isMember && !isWriting && (
          <Button size="s" icon="plus" onClick={() => setWriting(true)}>
            {t('governance.newMotion')}
          </Button>
        )}
      </div>
      {isWriting && <MotionForm user={user} onDone={() => setWriting(false)} />}
      {!list.data && <Waiting isFailed={list.isError} onRetry={() => void list.refetch()} />}
      {list.data && motions.length === 0 && !isWriting && (
        <p className="sm t3">{t(isMember ? 'governance.noMotions' : 'governance.noMotionsText')}</p>
      )}
      {motions.map((motion) => (
        <MotionCard
          key={motion.id}
          motion={motion}
          isNamed={place === ofMotion(motion.id)}
          onMove={onMove}
          board={board}
          user={user}
          action={action}
        />
      ))}
      <LoadMore
        list={list}
        label={t('governance.more')}
        failed={errorText(list.error)}
        className="governance-more"
      />
      {emptySeats > 0 && (
        <Note kind="warn" icon="info">
          {t('governance.emptySeats', { count: emptySeats })} {t('governance.unanimity')}
        </Note>
      )}
    </section>
  );
}

/** What is named and not among those shown is older: it comes after them. */
function withNamed<Of>(
  shown: readonly Of[],
  named: Of | undefined,
  keyOf: (one: Of) => unknown,
): readonly Of[] {
  const isMissing = named !== undefined && !shown.some((one) => keyOf(one) === keyOf(named));
  return isMissing ? [...shown, named] : shown;
}

interface ResolutionListProps {
  /** The one that the address names. */
  number: number | null;
  onMove(place: string): void;
}

function ResolutionList({ number, onMove }: ResolutionListProps) {
  const { t } = useTranslation();
  const id = useId();
  const errorText = useErrorText();
  const list = useResolutions();
  const shown = list.data?.pages.flatMap((page) => page.data) ?? [];
  const isShown = !list.data || shown.some((one) => one.number === number);
  const named = useNamedResolution(isShown ? null : number);
  const resolutions = withNamed(shown, named.data ?? undefined, (one) => one.number);
  return (
    <section className="governance-part" aria-labelledby={id}>
      <h3 id={id}>{t('governance.resolutions')}</h3>
      {!list.data && <Waiting isFailed={list.isError} onRetry={() => void list.refetch()} />}
      {number !== null && named.data === null && (
        <Note kind="warn" icon="info">
          {t('governance.noSuchResolution', { number })}
        </Note>
      )}
      {list.data && resolutions.length === 0 && <p className="sm t3">{t('governance.noResolutions')}</p>}
      {resolutions.length > 0 && (
        <ol className="governance-rows">
          {resolutions.map((resolution) => (
            <li key={resolution.number}>
              <ResolutionRow resolution={resolution} isNamed={resolution.number === number} onMove={onMove} />
            </li>
          ))}
        </ol>
      )}
      <LoadMore
        list={list}
        label={t('governance.more')}
        failed={errorText(list.error)}
        className="governance-more"
      />
    </section>
  );
}

interface ResolutionRowProps {
  resolution: Resolution;
  isNamed: boolean;
  onMove(place: string): void;
}

function ResolutionRow({ resolution, isNamed, onMove }: ResolutionRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { number, content, passedAt, creator, votingSummary, votes } = resolution;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(passedAt));
  const { yesVotes: yes, noVotes: no } = votingSummary;
  return (
    <Decided
      isNamed={isNamed}
      onUnfold={() => onMove(ofResolution(number))}
      onFold={() => onMove('resolutions')}
      summary={
        <>
          <span className="governance-number num">{number}</span>
          <span className="grow">
            <TitleOf said={resolution} className="b governance-title" />
            <span className="meta num">
              <time dateTime={passedAt}>{t('governance.passedOn', { date })}</time>
              {' · '}
              {t('governance.summary', { yes, no })}
            </span>
          </span>
        </>
      }
    >
      <div className="governance-resolved">
        <LinkedText as="p" className="governance-content t2">
          {content}
        </LinkedText>
        <div className="row between">
          <p className="governance-mover sm t3">
            {t('governance.movedBy')}{' '}
            {creator ? (
              <PersonLink userId={creator.id}>
                <UserText>{creator.name}</UserText>
              </PersonLink>
            ) : (
              t('governance.deletedMember')
            )}
          </p>
          <ShareButton path={pathTo(ofResolution(number))} size="s" iconSize="s" tip="left" />
        </div>
        <Ballots votes={votes} />
      </div>
    </Decided>
  );
}
