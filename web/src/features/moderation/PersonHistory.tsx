import type { Judged } from '@dazi/contract/moderation/decisions';
import type { Reported } from '@dazi/contract/moderation/moderation';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useDates } from './dates.ts';
import { actionLooks } from './decision-looks.ts';
import type { ModeratedPerson } from './moderated-people.api.ts';
import { nameOfTarget, useOpenCasesOf } from './moderation.api.ts';
import { PublicWords } from './PublicWords.tsx';
import { reportedWords } from './reported-words.ts';

type Filter = 'all' | 'decisions' | 'reports';
const filters: readonly Filter[] = ['all', 'decisions', 'reports'];

const isShown = ({ action }: Judged, filter: Filter): boolean =>
  filter === 'all' || (filter === 'reports') === (action === 'dismiss');

/** What was decided about somebody and what waits, the latest first, back to when they came. */
export function PersonHistory({ known }: { known: ModeratedPerson }) {
  const { t } = useTranslation();
  const dates = useDates();
  const [filter, setFilter] = useState<Filter>('all');
  const decisions = known.decisions.filter((decision) => isShown(decision, filter));
  const { data: open = [], isError } = useOpenCasesOf(known.person.id, known.reportsAbout.open > 0);
  const cases = filter === 'decisions' ? [] : open;
  const items = [
    ...cases.map((reported) => ({
      at: reported.since,
      item: <CaseItem key={nameOfTarget(reported)} reported={reported} />,
    })),
    ...decisions.map((decision) => ({
      at: decision.createdAt,
      item: <DecisionItem key={decision.id} decision={decision} />,
    })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <section className="card moderation-person-card">
      <div className="moderation-queue-between">
        <h2>{t('moderation.person.history')}</h2>
        <div className="moderation-person-filter">
          <Segmented<Filter>
            label={t('moderation.person.history')}
            value={filter}
            onChange={setFilter}
            options={filters.map((value) => ({ value, label: t(`moderation.person.filters.${value}`) }))}
          />
        </div>
      </div>
      {isError && cases.length === 0 && filter !== 'decisions' && (
        <p className="t3">{t('moderation.queue.loadFailed')}</p>
      )}
      {items.length === 0 && filter !== 'all' && !isError && (
        <p className="t3">{t('moderation.person.nothing')}</p>
      )}
      <ol className="moderation-person-history">
        {items.map(({ item }) => item)}
        {filter === 'all' && (
          <Item
            icon="person"
            tone=""
            title={t('moderation.person.opened')}
            at={known.accountCreatedAt}
            date={dates.short(known.accountCreatedAt)}
          />
        )}
      </ol>
      <PublicWords known={known} />
    </section>
  );
}

/** An open case, which the queue shows whole. */
function CaseItem({ reported }: { reported: Reported }) {
  const { t } = useTranslation();
  const dates = useDates();
  const { targetType, since } = reported;
  const reports = reported.reports.filter(({ state }) => state === 'open');
  const reasons = [...new Set(reports.map(({ reason }) => t(`moderation.reasons.${reason}`)))];
  return (
    <Item
      icon="flag"
      tone="plain"
      title={
        <Link to={{ pathname: '/moderation', search: `?case=${nameOfTarget(reported)}` }}>
          {t('moderation.person.inOneCase', { count: reports.length })}
        </Link>
      }
      at={since}
      date={dates.time(since)}
    >
      <p className="sm t2">{[t(`moderation.queue.kinds.${targetType}`), ...reasons].join(', ')}</p>
    </Item>
  );
}

function DecisionItem({ decision }: { decision: Judged }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dates = useDates();
  const { action, until, rule, reason, about, readAt, by, number, createdAt, appeal } = decision;
  const { icon, tone } = actionLooks[action];
  const was = t(`moderation.decision.was.${action}`);
  const facts = [
    readAt && t('moderation.person.readOn', { date: dates.short(readAt) }),
    by
      ? t('moderation.person.by', { name: by.name, n: number })
      : t('moderation.person.byOperator', { n: number }),
    appeal &&
      (appeal.state === 'open'
        ? t('moderation.appeals.madeOn', { date: dates.short(appeal.madeAt) })
        : t(`standing.appeal.${appeal.state}`)),
  ].filter(Boolean);
  return (
    <Item
      icon={icon}
      tone={tone}
      title={until ? `${was}, ${t('standing.until', { date: dates.short(until) })}` : was}
      at={createdAt}
      date={dates.time(createdAt)}
    >
      {(rule || reason) && (
        <p className="sm t2 moderation-queue-details">
          {rule && <b>{t('moderation.decision.ruleOf', { n: rule.number })} </b>}
          {reason && <UserText>{reason}</UserText>}
        </p>
      )}
      {about && about.excerpt.trim() !== '' && (
        <UserText as="blockquote" className="sm moderation-queue-quote">
          {reportedWords(about.excerpt, about.isQuick === true, language)}
        </UserText>
      )}
      <p className="sm t3">{facts.join(' · ')}</p>
    </Item>
  );
}

const ticOf = { red: 'err', yellow: 'warn', '': 'ok', plain: 'moderation-person-plain' } as const;

interface ItemProps {
  icon: IconName;
  tone: keyof typeof ticOf;
  title: ReactNode;
  at: string;
  date: string;
  children?: ReactNode;
}

function Item({ icon, tone, title, at, date, children }: ItemProps) {
  return (
    <li>
      <span className={`tic ${ticOf[tone]}`}>
        <Icon name={icon} size="s" />
      </span>
      <div className="moderation-queue-report">
        <div className="row">
          <span className="b grow">{title}</span>
          <time className="sm t3 num moderation-queue-fixed" dateTime={at}>
            {date}
          </time>
        </div>
        {children}
      </div>
    </li>
  );
}
