import type { Judged } from '@dazi/contract/moderation/decisions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { Note } from '#ui/Note.tsx';
import { UserText } from '#ui/UserText.tsx';
import { AppealForm } from './AppealForm.tsx';
import { useDates } from './dates.ts';
import { actionLooks } from './decision-looks.ts';
import type { Appealed } from './decisions.api.ts';
import { reportedWords } from './reported-words.ts';
import './moderation-queue.css';

/** A decision that somebody does not accept: what was decided, what they say, and the answer. */
export function AppealCard({ appealed, userId }: { appealed: Appealed; userId: string }) {
  const { t } = useTranslation();
  const dates = useDates();
  const { decision, person, can } = appealed;
  const { appeal, by } = decision;
  const name = person?.name ?? t('moderation.queue.somebody');
  const isOwn = by?.id === userId;
  if (!appeal) return null;
  const isOpen = appeal.state === 'open';
  return (
    <article className="card moderation-queue-appeal" aria-label={name}>
      <header className="moderation-queue-head">
        <Avatar name={name} url={person?.avatarUrl ?? null} />
        <div className="grow">
          <UserText as="h2">{name}</UserText>
          {person && (
            <Link className="sm" to={`/moderation/people/${person.id}`}>
              {t('moderation.queue.openPerson')}
            </Link>
          )}
        </div>
        <span className="sm t3 num">
          {t('moderation.appeals.madeOn', { date: dates.time(appeal.madeAt) })}
        </span>
      </header>
      <Decided decision={decision} />
      <section className="moderation-queue-part">
        <h3>{t('moderation.appeals.theirWords')}</h3>
        <UserText as="p" className="content moderation-queue-words">
          {appeal.text}
        </UserText>
      </section>
      {!isOpen && <Answer decision={decision} />}
      {isOpen && isOwn && (
        <Note kind="warn" icon="info">
          {t(can ? 'moderation.appeals.ownAlone' : 'moderation.appeals.own')}
        </Note>
      )}
      {isOpen && can && <AppealForm decision={decision} name={name} userId={userId} />}
    </article>
  );
}

export function Decided({ decision }: { decision: Judged }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dates = useDates();
  const { action, until, rule, reason, about, by, number, createdAt } = decision;
  const { icon, tone } = actionLooks[action];
  const title = t(`moderation.decision.was.${action}`);
  return (
    <section className="moderation-queue-box">
      <div className="row wrap">
        <span className={classNames('pill', tone)}>
          <Icon name={icon} size="xs" />
          {until ? `${title}, ${t('standing.until', { date: dates.short(until) })}` : title}
        </span>
        {rule && <span className="b">{t('moderation.decision.ruleOf', { n: rule.number })}</span>}
        <span className="grow" />
        <time className="sm t3 num" dateTime={createdAt}>
          {dates.time(createdAt)}
        </time>
      </div>
      {rule && (
        <UserText as="p" className="sm t2">
          {rule[language]}
        </UserText>
      )}
      {reason && (
        <UserText as="p" className="moderation-queue-details">
          {reason}
        </UserText>
      )}
      {about && about.excerpt.trim() !== '' && (
        <UserText as="blockquote" className="moderation-queue-quote">
          {reportedWords(about.excerpt, about.isQuick === true, language)}
        </UserText>
      )}
      <p className="sm t3 num">
        {by
          ? t('moderation.person.by', { name: by.name, n: number })
          : t('moderation.person.byOperator', { n: number })}
      </p>
    </section>
  );
}

function Answer({ decision: { appeal } }: { decision: Judged }) {
  const { t } = useTranslation();
  const dates = useDates();
  if (!appeal || appeal.state === 'open') return null;
  return (
    <section className="moderation-queue-part">
      <h3>{t(`standing.appeal.${appeal.state}`)}</h3>
      {appeal.reason && (
        <UserText as="p" className="moderation-queue-details">
          {appeal.reason}
        </UserText>
      )}
      {appeal.decidedAt && (
        <p className="sm t3 num">
          {t('moderation.appeals.decidedOn', { date: dates.time(appeal.decidedAt) })}
        </p>
      )}
    </section>
  );
}
