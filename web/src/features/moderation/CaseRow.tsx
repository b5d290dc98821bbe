import type { Reported } from '@dazi/contract/moderation/moderation';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useRelativeTime } from '#platform/relative-time.ts';
import { useNow } from '#platform/time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Badge } from '#ui/Badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { nameOfTarget } from './moderation.api.ts';
import { reportedWords } from './reported-words.ts';
import { isOverdue, urgencyTones } from './urgency.ts';
import './moderation-queue.css';

interface CaseRowProps {
  reported: Reported;
  isOpen: boolean;
  /** Whether it still waits. */
  isWaiting: boolean;
}

export function CaseRow({ reported, isOpen, isWaiting }: CaseRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const relativeTime = useRelativeTime();
  const { targetType, person, snapshot, urgency, since, reports, isFolded } = reported;
  const counted = isWaiting ? reports.filter(({ state }) => state === 'open') : reports;
  const reasons = [...new Set(counted.map(({ reason }) => t(`moderation.reasons.${reason}`)))];
  const name = person?.name ?? t('moderation.queue.somebody');
  const time = relativeTime(since);
  return (
    <Link
      className={classNames('moderation-queue-row', isOpen && 'moderation-queue-row-open')}
      to={{ search: `?case=${nameOfTarget(reported)}` }}
      aria-current={isOpen ? 'true' : undefined}
    >
      <Avatar name={name} url={person?.avatarUrl ?? null} />
      <span className="moderation-queue-row-main">
        <span className="row">
          <UserText className="b ell">{name}</UserText>
          <span className="t3 sm moderation-queue-fixed">{t(`moderation.queue.kinds.${targetType}`)}</span>
          <span className="grow" />
          <time className="t3 sm num moderation-queue-fixed" dateTime={since} title={time.ago}>
            {time.short}
          </time>
        </span>
        <UserText className="sm t2 ell">
          {(snapshot && reportedWords(snapshot.content, snapshot.type === 'QUICK', language).trim()) ||
            t('moderation.queue.nothingLeft')}
        </UserText>
        <span className="row moderation-queue-row-foot">
          {isWaiting ? (
            <Pill urgency={urgency} overdue={isOverdue(since, urgency, now)} />
          ) : (
            <span className="pill">{t(`moderation.queue.states.${settledAs(reported)}`)}</span>
          )}
          {isFolded && <span className="pill">{t('moderation.beingChecked')}</span>}
          <span className="sm t3 ell grow">{reasons.join(', ')}</span>
          <Badge count={counted.length} kind="quiet" />
        </span>
      </span>
    </Link>
  );
}

const settledAs = ({ reports }: Reported) =>
  reports.some(({ state }) => state === 'upheld') ? 'upheld' : 'dismissed';

function Pill({ urgency, overdue }: { urgency: Reported['urgency']; overdue: boolean }) {
  const { t } = useTranslation();
  const isAlarming = overdue || urgency === 'hour';
  return (
    <span className={classNames('pill', overdue ? 'red' : urgencyTones[urgency])}>
      <Icon name={isAlarming ? 'error' : 'clock'} size="xs" />
      {t(overdue ? 'moderation.queue.overdue' : `moderation.queue.urgency.${urgency}`)}
    </span>
  );
}
