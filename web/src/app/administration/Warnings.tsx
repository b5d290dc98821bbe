import { useTranslation } from 'react-i18next';
import type { ServerState } from '#features/administration/administration.api.ts';
import { Note } from '#ui/Note.tsx';

/** Below this part of the disk files are not taken any more: an operator hears of it well before. */
const littleLeft = 0.1;

export function Warnings({ server: { disk, jobs } }: { server: ServerState }) {
  const { t } = useTranslation();
  const failed = jobs.filter(({ hasFailed }) => hasFailed);
  const free = disk.free_bytes / disk.total_bytes;
  return (
    <>
      {free < littleLeft && (
        <Note kind="warn" icon="warning">
          {t('administration.server.littleDisk', { percent: Math.floor(free * 100) })}
        </Note>
      )}
      {failed.length > 0 && (
        <Note kind="err" icon="error">
          {t('administration.server.failedJobs', { jobs: failed.map(({ name }) => name).join(', ') })}
        </Note>
      )}
    </>
  );
}
