import { boardSize, type Resolution } from '@dazi/contract/governance';
import type { User } from '@dazi/contract/identity';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Note } from '#ui/Note.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Ballots } from './Ballots.tsx';
import { useBoard, useMotions, useResolutions } from './governance.api.ts';
import { MotionCard } from './MotionCard.tsx';
import { MotionForm } from './MotionForm.tsx';
import { Waiting } from './Waiting.tsx';

/** What the board has before it, then what it has resolved. */
export function Resolutions({ user }: { user: User | null }) {
  return (
    <>
      <Motions user={user} />
      <ResolutionList />
    </>
  );
}

function Motions({ user }: { user: User | null }) {
  const { t } = useTranslation();
  const id = useId();
  const { data: board } = useBoard();
  const list = useMotions();
  const [isWriting, setWriting] = useState(false);
  const motions = list.data?.pages.flatMap((page) => page.data) ?? [];
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
        <MotionCard key={motion.id} motion={motion} board={board} user={user} />
      ))}
      {list.hasNextPage && (
        <div className="governance-more">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('governance.more')}
          </Button>
        </div>
      )}
      {emptySeats > 0 && (
        <Note kind="warn" icon="info">
          {t('governance.emptySeats', { count: emptySeats })} {t('governance.unanimity')}
        </Note>
      )}
    </section>
  );
}

function ResolutionList() {
  const { t } = useTranslation();
  const id = useId();
  const list = useResolutions();
  const resolutions = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section className="governance-part" aria-labelledby={id}>
      <h3 id={id}>{t('governance.resolutions')}</h3>
      {!list.data && <Waiting isFailed={list.isError} onRetry={() => void list.refetch()} />}
      {list.data && resolutions.length === 0 && <p className="sm t3">{t('governance.noResolutions')}</p>}
      {resolutions.length > 0 && (
        <ol className="governance-rows">
          {resolutions.map((resolution) => (
            <li key={resolution.number}>
              <ResolutionRow resolution={resolution} />
            </li>
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <div className="governance-more">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('governance.more')}
          </Button>
        </div>
      )}
    </section>
  );
}

function ResolutionRow({ resolution }: { resolution: Resolution }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { number, title, content, passedAt, creator, votingSummary, votes } = resolution;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(passedAt));
  const { yesVotes: yes, noVotes: no } = votingSummary;
  return (
    <details className="governance-decided">
      <summary>
        <span className="governance-number num">{number}</span>
        <span className="grow">
          <UserText className="b governance-title">{title}</UserText>
          <span className="meta num">
            <time dateTime={passedAt}>{t('governance.passedOn', { date })}</time>
            {' · '}
            {t('governance.summary', { yes, no })}
          </span>
        </span>
        <Icon name="chevron-down" size="s" />
      </summary>
      <div className="governance-resolved">
        <UserText as="p" className="governance-content t2">
          {content}
        </UserText>
        <p className="sm t3">
          {t('governance.movedBy')}{' '}
          {creator ? (
            <PersonLink userId={creator.id}>
              <UserText>{creator.name}</UserText>
            </PersonLink>
          ) : (
            t('governance.deletedMember')
          )}
        </p>
        <Ballots votes={votes} />
      </div>
    </details>
  );
}
