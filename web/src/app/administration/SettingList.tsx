import { useTranslation } from 'react-i18next';
import { type ServerState, useServerState } from '#features/administration/administration.api.ts';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';

/** The settings in force; of secrets only whether there is one. */
export function SettingList() {
  const { t } = useTranslation();
  const { data: server, isPending, refetch } = useServerState();
  if (isPending) return <Spinner />;
  if (!server) return <InlineError text={t('administration.loadFailed')} onRetry={() => void refetch()} />;
  return (
    <section className="card administration-card">
      <h2>{t('administration.tabs.settings')}</h2>
      <p className="sm t2">{t('administration.settings.text')}</p>
      <ul className="administration-rows">
        {server.settings.map((setting) => (
          <li key={setting.name}>
            <code className="administration-setting">{setting.name}</code>
            <Value setting={setting} />
            {!setting.isGiven && <span className="sm t3">{t('administration.settings.usual')}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Value({ setting: { value, isGiven, isSecret } }: { setting: ServerState['settings'][number] }) {
  const { t } = useTranslation();
  if (isSecret) {
    const said = isGiven ? 'administration.settings.secret' : 'administration.settings.none';
    return <span className="grow t2">{t(said)}</span>;
  }
  if (value === null) return <span className="grow t3">{t('administration.settings.none')}</span>;
  return <span className="grow administration-value">{value}</span>;
}
