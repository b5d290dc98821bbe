import type { Reported, Snapshot } from '@dazi/contract/moderation/moderation';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAge } from '#platform/age-text.ts';
import { inOneLine } from '#platform/i18n/sentences.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useRelativeTime } from '#platform/relative-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { PlayMark } from '#ui/PlayMark.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useDates } from './dates.ts';
import { actionLooks } from './decision-looks.ts';
import { nameOfTarget, type ReportTarget } from './moderation.api.ts';
import { firstSentence } from './offered-rule.ts';
import { reportedWords } from './reported-words.ts';
import { StandingPill } from './StandingPill.tsx';
import { urgencyTones } from './urgency.ts';
import './moderation-queue.css';

interface CaseCardProps {
  reported: Reported;
  /** Those settled together with it; null where nothing is to be decided. */
  together: readonly ReportTarget[] | null;
  onTogether(targets: readonly ReportTarget[]): void;
  /** Who has the case. */
  claim: ReactNode;
}

export function CaseCard({ reported, together, onTogether, claim }: CaseCardProps) {
  const { t } = useTranslation();
  const { targetType, person, snapshot, reports, alsoOpen } = reported;
  const name = person?.name ?? t('moderation.queue.somebody');
  const open = reports.filter(({ state }) => state === 'open');
  const before = reports.filter(({ state }) => state !== 'open');
  const shown = open.length > 0 ? open : before;
  const earlier = open.length > 0 ? before : [];
  const about = t('moderation.queue.about', { kind: t(`moderation.queue.kinds.${targetType}`), name });
  return (
    <article className="moderation-queue-case" aria-label={about}>
      <header className="moderation-queue-head">
        <Avatar name={name} url={person?.avatarUrl ?? null} size="l" />
        <div className="grow">
          <div className="row wrap">
            <UserText as="h2">{name}</UserText>
            {person && <AccountAge since={person.accountCreatedAt} />}
            {person && <StandingPill standing={person.standing} />}
          </div>
          {person && (
            <Link className="sm" to={`/moderation/people/${person.id}`}>
              {t('moderation.queue.openPerson')}
            </Link>
          )}
        </div>
        {claim}
      </header>
      <AsReported snapshot={snapshot} targetType={targetType} about={about} />
      <section className="moderation-queue-part">
        <div className="moderation-queue-between">
          <h3>{t('moderation.queue.reports', { count: shown.length })}</h3>
          {person && <span className="sm t3">{t('moderation.queue.neverLearns', { name })}</span>}
        </div>
        <ReportList reports={shown} />
      </section>
      {alsoOpen.length > 0 && (
        <AlsoOpen name={name} alsoOpen={alsoOpen} together={together} onTogether={onTogether} />
      )}
      {(reported.before.length > 0 || earlier.length > 0) && (
        <section className="moderation-queue-before">
          <h3>{t('moderation.queue.before')}</h3>
          <DecidedBefore decided={reported.before} />
          {earlier.length > 0 && <ReportList reports={earlier} />}
        </section>
      )}
    </article>
  );
}

function AccountAge({ since }: { since: string }) {
  const { t } = useTranslation();
  const { text, isNew } = useAge()(since);
  return (
    <span className={classNames('pill', isNew && 'yellow')}>
      <Icon name="clock" size="xs" />
      {t('moderation.queue.accountAge', { age: text })}
    </span>
  );
}

interface AsReportedProps {
  snapshot: Snapshot | null;
  targetType: Reported['targetType'];
  about: string;
}

/** As it was at the first report, whatever became of it. */
function AsReported({ snapshot, targetType, about }: AsReportedProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dates = useDates();
  if (!snapshot) {
    return (
      <div className="moderation-queue-box">
        <p className="t3">{t('moderation.queue.nothingLeft')}</p>
      </div>
    );
  }
  const { media, createdAt, room, isPrivate } = snapshot;
  const content = reportedWords(snapshot.content, snapshot.type === 'QUICK', language);
  const head = isPrivate
    ? t('moderation.queue.asReported.private')
    : room !== null && targetType !== 'room'
      ? t('moderation.queue.asReported.room', { name: room })
      : t('moderation.queue.asReported.public');
  return (
    <div className="moderation-queue-box">
      <div className="moderation-queue-between sm t3">
        <span>{head}</span>
        <time className="num" dateTime={createdAt}>
          {dates.time(createdAt)}
        </time>
      </div>
      {content.trim() !== '' && (
        <UserText as="p" className="content moderation-queue-words">
          {content}
        </UserText>
      )}
      {media.length > 0 && (
        <div className="moderation-queue-media">
          {media.map(({ id, url, thumbnailUrl, type }) => (
            <a key={id} href={url} target="_blank" rel="noreferrer">
              <img src={thumbnailUrl} alt={about} loading="lazy" />
              {type === 'video' && <PlayMark />}
            </a>
          ))}
        </div>
      )}
      <WhatBecame snapshot={snapshot} />
    </div>
  );
}

function WhatBecame({ snapshot: { goneAt, goneBy, wasEdited, isPrivate, room } }: { snapshot: Snapshot }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dates = useDates();
  const facts = [
    goneAt && goneBy ? t(`moderation.queue.goneBy.${goneBy}`, { time: dates.time(goneAt) }) : null,
    wasEdited ? t('moderation.queue.edited') : null,
    isPrivate || room !== null ? t('moderation.queue.nothingElse') : null,
  ].filter((fact) => fact !== null);
  if (facts.length === 0) return null;
  return (
    <p className="moderation-queue-fact sm t3">
      <Icon name={isPrivate ? 'lock' : 'info'} size="s" />
      <span>{inOneLine(facts, language)}</span>
    </p>
  );
}

function ReportList({ reports }: { reports: Reported['reports'] }) {
  return (
    <ul className="moderation-queue-reports">
      {reports.map((report) => (
        <ReportLine key={report.id} report={report} />
      ))}
    </ul>
  );
}

function ReportLine({ report }: { report: Reported['reports'][number] }) {
  const { t } = useTranslation();
  const relativeTime = useRelativeTime();
  const { reporter, reason, part, details, createdAt, state } = report;
  const made = relativeTime(createdAt);
  const name = reporter?.name ?? t('moderation.queue.somebody');
  const isSettled = state !== 'open';
  return (
    <li>
      <Avatar name={name} url={reporter?.avatarUrl ?? null} size="s" />
      <div className="moderation-queue-report">
        <div className="row wrap">
          {reporter ? (
            <Link className="moderation-queue-name" to={`/moderation/people/${reporter.id}`}>
              <UserText className="b">{name}</UserText>
            </Link>
          ) : (
            <span className="b">{name}</span>
          )}
          <span className={classNames('pill', !isSettled && 'red')}>{t(`moderation.reasons.${reason}`)}</span>
          {part && <span className="pill">{t(`moderation.parts.${part}`)}</span>}
          {isSettled && <span className="pill">{t(`moderation.queue.states.${state}`)}</span>}
          <span className="grow" />
          <time className="sm t3 num" dateTime={createdAt} title={made.ago}>
            {made.short}
          </time>
        </div>
        {details && (
          <UserText as="p" className="content moderation-queue-details">
            {details}
          </UserText>
        )}
        {reporter && !isSettled && (
          <p className="sm t3">
            {t('moderation.queue.earlier', { upheld: reporter.upheld, dismissed: reporter.dismissed })}
          </p>
        )}
      </div>
    </li>
  );
}

function DecidedBefore({ decided }: { decided: Reported['before'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dates = useDates();
  if (decided.length === 0) return null;
  return (
    <ul className="moderation-queue-decided">
      {decided.map(({ action, rule, targetType, createdAt }) => (
        <li key={`${createdAt} ${action}`}>
          <span className={classNames('pill', actionLooks[action].tone)}>
            {t(`moderation.decision.was.${action}`)}
          </span>
          <span className="sm t2">
            {rule
              ? t('moderation.decision.ruleNamed', { n: rule.number, name: firstSentence(rule[language]) })
              : targetType &&
                t('moderation.decision.reportOf', { kind: t(`moderation.queue.kinds.${targetType}`) })}
          </span>
          <time className="sm t3 num" dateTime={createdAt}>
            {dates.short(createdAt)}
          </time>
        </li>
      ))}
    </ul>
  );
}

interface AlsoOpenProps extends Pick<CaseCardProps, 'together' | 'onTogether'> {
  name: string;
  alsoOpen: Reported['alsoOpen'];
}

function AlsoOpen({ name, alsoOpen, together, onTogether }: AlsoOpenProps) {
  const { t } = useTranslation();
  const relativeTime = useRelativeTime();
  const isIn = (target: ReportTarget) =>
    together?.some((one) => nameOfTarget(one) === nameOfTarget(target)) ?? false;
  const toggle = ({ targetType, targetId }: ReportTarget) => {
    const others = (together ?? []).filter(
      (one) => one.targetId !== targetId || one.targetType !== targetType,
    );
    onTogether(isIn({ targetType, targetId }) ? others : [...others, { targetType, targetId }]);
  };
  return (
    <section className="moderation-queue-part">
      <div className="moderation-queue-between">
        <h3>{t('moderation.queue.alsoOpen', { name })}</h3>
        {together && <span className="sm t3">{t('moderation.queue.together')}</span>}
      </div>
      <ul className="moderation-queue-also">
        {alsoOpen.map((one) => {
          const kind = t(`moderation.queue.kinds.${one.targetType}`);
          const reason = t(`moderation.reasons.${one.reason}`);
          return (
            <li key={nameOfTarget(one)}>
              {together && (
                <input
                  type="checkbox"
                  className="moderation-check"
                  aria-label={`${kind}, ${reason}`}
                  checked={isIn(one)}
                  onChange={() => toggle(one)}
                />
              )}
              <Link to={{ search: `?case=${nameOfTarget(one)}` }}>{kind}</Link>
              <span className={classNames('pill', urgencyTones.hour)}>{reason}</span>
              <span className="grow" />
              <time className="sm t3 num" dateTime={one.since}>
                {relativeTime(one.since).short}
              </time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
