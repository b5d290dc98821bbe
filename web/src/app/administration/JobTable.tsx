import { useTranslation } from 'react-i18next';
import type { ServerState } from '#features/administration/administration.api.ts';
import { useRelativeTime } from '#platform/relative-time.ts';

export function JobTable({ jobs }: { jobs: ServerState['jobs'] }) {
  const { t } = useTranslation();
  const relative = useRelativeTime();
  return (
    <section className="card administration-card">
      <h2>{t('administration.jobs.title')}</h2>
      <ul className="administration-rows">
        {jobs.map(({ name, begunAt, endedAt, hasFailed, isElsewhere }) => (
          <li key={name}>
            <span className="grow" lang="en">
              {name}
            </span>
            <span className="sm t3">
              {isElsewhere
                ? t('administration.jobs.elsewhere')
                : endedAt
                  ? relative(endedAt).ago
                  : begunAt
                    ? t('administration.jobs.running')
                    : ''}
            </span>
            {hasFailed && <span className="pill red">{t('administration.jobs.failed')}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
