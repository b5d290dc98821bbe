import { type RegistrationMode, registrationModes } from '@dazi/contract/identity/registration.rules';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { Chips } from '#ui/Chips.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useRegistration, useSetRegistration } from './admission.api.ts';
import { Loading } from './Loading.tsx';
import './moderation-registration.css';

/** Who may come in; for administrators. It stands by itself, wherever it is put. */
export function RegistrationSettings() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { data, isPending, refetch } = useRegistration();
  const change = useSetRegistration();
  const set = (next: RegistrationMode) =>
    change.mutate(next, {
      onSuccess: () => {
        const message = t('moderation.office.modeSaved', { mode: t(`moderation.office.modes.${next}`) });
        showToast({ type: 'success', message });
      },
      onError: (error) => {
        showToast({ type: 'error', message: failureText(t('moderation.office.failed'), error) });
      },
    });
  const title = t('moderation.office.registration');
  return (
    <section className="card moderation-registration" aria-label={title}>
      <h2>{title}</h2>
      {isPending && <Loading />}
      {!isPending && !data && (
        <InlineError text={t('moderation.office.modeLoadFailed')} onRetry={() => void refetch()} />
      )}
      {data && (
        <Chips<RegistrationMode>
          label={title}
          options={registrationModes.map((value) => ({
            value,
            label: t(`moderation.office.modes.${value}`),
          }))}
          value={(change.isPending && change.variables) || data.mode}
          onChange={set}
        />
      )}
      <p className="hint">{t('moderation.office.modesHint')}</p>
    </section>
  );
}
