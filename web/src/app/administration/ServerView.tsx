import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ServerState, useServerState } from '#features/administration/administration.api.ts';
import { useDates } from '#features/moderation/dates.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { JobTable } from './JobTable.tsx';
import { NodeList } from './NodeList.tsx';
import { sizeOf } from './sizes.ts';
import { Warnings } from './Warnings.tsx';

export function ServerView() {
  const { t } = useTranslation();
  const { data: server, isPending, refetch } = useServerState();
  if (isPending) return <Spinner />;
  if (!server) return <InlineError text={t('administration.loadFailed')} onRetry={() => void refetch()} />;
  return (
    <div className="administration-column">
      <Warnings server={server} />
      <Facts server={server} />
      {server.nodes.length > 1 && <NodeList nodes={server.nodes} />}
      <JobTable jobs={server.jobs} />
    </div>
  );
}

function Facts({ server }: { server: ServerState }) {
  const { t } = useTranslation();
  const dates = useDates();
  const language = useLanguage();
  const { version, node, startedAt, database, disk, media, queues } = server;
  const size = (bytes: number) => sizeOf(bytes, language);
  const kind = database.kind === 'embedded' ? t('administration.server.embedded') : 'PostgreSQL';
  return (
    <section className="card administration-card">
      <h2>{t('administration.tabs.server')}</h2>
      <dl className="administration-facts">
        <Fact label={t('administration.server.version')}>
          {t('administration.server.versions', { version, node })}
        </Fact>
        <Fact label={t('administration.server.startedAt')}>{dates.moment(startedAt)}</Fact>
        <Fact label={t('administration.server.database')}>
          {`${kind} ${database.version}, ${size(database.bytes)}, ${database.schema}`}
        </Fact>
        <Fact label={t('administration.server.disk')}>
          {t('administration.server.free', { free: size(disk.free_bytes), all: size(disk.total_bytes) })}
        </Fact>
        <Fact label={t('administration.server.media')}>
          {t('administration.server.files', { count: media.files, size: size(media.bytes) })}
        </Fact>
        <Fact label={t('administration.server.queues')}>
          {[
            t('administration.server.notifications', { count: queues.notifications }),
            t('administration.server.pushes', { count: queues.pushes }),
            t('administration.server.uploads', { count: queues.uploads }),
          ].join(' · ')}
        </Fact>
      </dl>
      <Note icon="info">{t('administration.server.backup')}</Note>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="t2">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
