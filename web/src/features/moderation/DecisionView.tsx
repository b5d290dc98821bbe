import type { Standing } from '@dazi/contract/identity/standing';
import type { Decision } from '@dazi/contract/moderation/decisions';
import {
  appealLimits,
  type ReportTargetType,
  reportTargetTypes,
} from '@dazi/contract/moderation/moderation.rules';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { type Dates, useDates } from './dates.ts';
import { actionLooks, standingOfAction } from './decision-looks.ts';
import { reportedWords } from './reported-words.ts';
import './moderation-standing.css';

interface DecisionProps {
  decision: Decision;
  /** How the reader stands: of a measure that is over it is not said that it stands. */
  standing: Standing;
}

/** Title and text of the page about a decision. */
function saying({ decision, standing }: DecisionProps, t: TFunction, dates: Dates): [string, string | null] {
  const { action, createdAt } = decision;
  const lasting = standingOfAction[action];
  if (lasting && standing.decisionId !== decision.id) return [t('standing.settled.title'), null];
  switch (action) {
    case 'warn':
      return [t('standing.warned.title'), t('standing.warned.text')];
    case 'remove':
      return [t('standing.removed.title'), null];
    case 'hide_picture':
    case 'hide_name':
    case 'hide_bio':
      return [t('standing.hidden.title'), t('standing.hidden.text')];
    case 'limit':
      return [t('standing.limited.title'), t('standing.limited.text')];
    case 'suspend':
      return [t('standing.suspended.title'), t('standing.suspended.text')];
    case 'close': {
      const erasedAt = new Date(Date.parse(createdAt) + appealLimits.within_ms).toISOString();
      return [t('standing.closed.title'), t('standing.closed.text', { date: dates.day(erasedAt) })];
    }
    case 'dismiss':
      return [t('standing.settled.title'), null];
  }
}

export function DecisionHeading({
  heading: Heading = 'h1',
  ...props
}: DecisionProps & { heading?: 'h1' | 'h2' }) {
  const { t } = useTranslation();
  const dates = useDates();
  const { decision, standing } = props;
  const [title, text] = saying(props, t, dates);
  const { icon, tone } = actionLooks[decision.action];
  const isOver = standingOfAction[decision.action] !== undefined && standing.decisionId !== decision.id;
  const until = decision.until && t('standing.until', { date: dates.moment(decision.until) });
  const pill = isOver
    ? [t(`moderation.decision.was.${decision.action}`), until].filter(Boolean).join(' · ')
    : until;
  return (
    <div className="moderation-standing-head">
      {pill && (
        <span className={classNames('pill', !isOver && tone)}>
          <Icon name={icon} size="xs" />
          {pill}
        </span>
      )}
      <Heading>{title}</Heading>
      {text && <p className="content t2">{text}</p>}
    </div>
  );
}

export function DecisionCard({ decision }: { decision: Decision }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const dates = useDates();
  const { about, rule, reason, createdAt, number, hash } = decision;
  return (
    <section className="card moderation-standing-card">
      {about && (
        <div>
          <h2 className="label">{t('standing.about')}</h2>
          <About about={about} dates={dates} />
        </div>
      )}
      {(rule || reason) && (
        <div className="moderation-standing-why">
          <h2 className="label">{t('standing.why')}</h2>
          {rule && (
            <p>
              <span className="b">{t('standing.rule', { n: rule.number })}</span>{' '}
              <UserText>{rule[language]}</UserText>
            </p>
          )}
          {reason && (
            <UserText as="p" className="content moderation-standing-words">
              {reason}
            </UserText>
          )}
        </div>
      )}
      <p className="sm t3 num">{t('standing.decided', { date: dates.moment(createdAt), n: number })}</p>
      <p className="xs12 t3 moderation-standing-hash">{t('standing.number', { hash })}</p>
    </section>
  );
}

type About = NonNullable<Decision['about']>;

const isKind = (type: string): type is ReportTargetType => reportTargetTypes.some((kind) => kind === type);

function About({ about, dates }: { about: About; dates: Dates }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { targetType, createdAt } = about;
  const excerpt = reportedWords(about.excerpt, about.isQuick === true, language);
  if (!isKind(targetType)) return <Quote>{excerpt}</Quote>;
  if (targetType === 'room') {
    const [name = '', ...description] = excerpt.split('\n');
    return (
      <>
        <p className="sm t2">{t('standing.aboutKind.room', { name })}</p>
        <Quote>{description.join('\n')}</Quote>
      </>
    );
  }
  return (
    <>
      <p className="sm t2">{t(`standing.aboutKind.${targetType}`, { date: dates.day(createdAt) })}</p>
      <Quote>{excerpt}</Quote>
    </>
  );
}

function Quote({ children }: { children: string }) {
  if (children.trim() === '') return null;
  return (
    <UserText as="blockquote" className="moderation-standing-quote">
      {children}
    </UserText>
  );
}
