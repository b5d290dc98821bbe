import { appealOutcomes, decisionActions } from '@dazi/contract/moderation/moderation.rules';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import type { CountedMonth } from './counts.api.ts';

export function MonthCounts({ counted }: { counted: CountedMonth }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { month, reports, decisions, medianHours, appeals, moderators, head } = counted;
  const name = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
  const isQuiet = reports.received === 0;
  return (
    <section className="card moderation-counts-month">
      <h2>{name}</h2>
      {isQuiet && <p>{t('transparency.none')}</p>}
      <dl className="moderation-counts-list">
        {!isQuiet && <Count label={t('transparency.received')} count={reports.received ?? 0} />}
        <Count label={t('transparency.upheld')} count={reports.upheld ?? 0} />
        <Count label={t('transparency.dismissed')} count={reports.dismissed ?? 0} />
        {decisionActions
          .filter((action) => action !== 'dismiss' && decisions[action])
          .map((action) => (
            <Count
              key={action}
              label={t(`moderation.decision.was.${action}`)}
              count={decisions[action] ?? 0}
            />
          ))}
        <Count label={t('transparency.appeals')} count={appeals.made} />
        {appealOutcomes
          .filter((outcome) => appeals[outcome] !== 0)
          .map((outcome) => (
            <Count
              key={outcome}
              label={`${t('transparency.appeals')}: ${t(`moderation.log.outcomes.${outcome}`)}`}
              count={appeals[outcome]}
            />
          ))}
        <Count label={t('transparency.moderators')} count={moderators} />
      </dl>
      {medianHours !== null && <p className="sm">{t('transparency.hours', { count: medianHours })}</p>}
      <p className="xs12 t3 moderation-counts-head">
        {t('transparency.head', { n: head.number, hash: head.hash })}
      </p>
    </section>
  );
}

function Count({ label, count }: { label: string; count: number | 'few' }) {
  const { t } = useTranslation();
  return (
    <div>
      <dt className="t2">{label}</dt>
      <dd className="num">{count === 'few' ? t('transparency.few') : count}</dd>
    </div>
  );
}
