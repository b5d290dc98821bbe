import { useTranslation } from 'react-i18next';
import type { ServerState } from '#features/administration/administration.api.ts';
import { useRelativeTime } from '#platform/relative-time.ts';

export function NodeList({ nodes }: { nodes: ServerState['nodes'] }) {
  const { t } = useTranslation();
  const relative = useRelativeTime();
  return (
    <section className="card administration-card">
      <h2>{t('administration.nodes.title')}</h2>
      <ul className="administration-rows">
        {nodes.map(({ name, version, startedAt, seenAt, isAlive, isHere, hasOtherMedia }) => (
          <li key={`${name} ${startedAt}`}>
            <span className="grow">{`${name}, ${version}`}</span>
            {isHere && <span className="sm t3">{t('administration.nodes.here')}</span>}
            {isAlive && hasOtherMedia && (
              <span className="pill red">{t('administration.nodes.otherMedia')}</span>
            )}
            {!isAlive && (
              <span className="pill red">
                {t('administration.nodes.gone', { time: relative(seenAt).ago })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
