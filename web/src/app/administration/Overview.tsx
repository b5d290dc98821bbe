import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useServerState } from '#features/administration/administration.api.ts';
import { useWaiting } from '#features/moderation/moderation.api.ts';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Warnings } from './Warnings.tsx';

export function Overview() {
  const { t } = useTranslation();
  const waiting = useWaiting(true);
  const { data: server, isPending, refetch } = useServerState();
  return (
    <div className="administration-column">
      {server && <Warnings server={server} />}
      <section className="card administration-card">
        <h2>{t('administration.waiting')}</h2>
        {waiting && (
          <dl className="administration-numbers">
            <Figure label={t('moderation.queue.urgency.hour')} value={waiting.hour} isUrgent />
            <Figure label={t('moderation.queue.urgency.day')} value={waiting.day} />
            <Figure label={t('moderation.queue.urgency.week')} value={waiting.week} />
            <Figure label={t('moderation.queue.tabs.appeals')} value={waiting.appeals} />
          </dl>
        )}
        <p>
          <Link className="administration-on" to="/moderation">
            {t('administration.toCases')}
            <Icon name="chevron-right" size="s" />
          </Link>
        </p>
      </section>
      <section className="card administration-card">
        <h2>{t('administration.tabs.people')}</h2>
        {isPending && <Spinner />}
        {!isPending && !server && (
          <InlineError text={t('administration.loadFailed')} onRetry={() => void refetch()} />
        )}
        {server && (
          <dl className="administration-numbers">
            <Figure label={t('administration.accounts.all')} value={server.accounts.all} />
            <Figure label={t('administration.accounts.active')} value={server.accounts.active} />
            <Figure label={t('administration.accounts.ofLastHour')} value={server.accounts.ofLastHour} />
            <Figure label={t('administration.accounts.ofLastDay')} value={server.accounts.ofLastDay} />
          </dl>
        )}
      </section>
    </div>
  );
}

function Figure({ label, value, isUrgent = false }: { label: string; value: number; isUrgent?: boolean }) {
  return (
    <div>
      <dt className="sm t2">{label}</dt>
      <dd className="num" data-urgent={isUrgent && value > 0}>
        {value}
      </dd>
    </div>
  );
}
