import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Switch } from '#ui/Switch.tsx';
import { showToast } from '#ui/toast-store.ts';
import { usePlanSettings, useSavePlanSettings } from './plan-settings.api.ts';
import './plans-settings.css';

export function ReminderSettings({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { data: settings, isPending, refetch } = usePlanSettings(userId);
  const saving = useSavePlanSettings(userId);
  const change = (reminders: { day?: boolean; hours?: boolean }) =>
    saving.mutate(
      { reminders },
      {
        onError: (error) =>
          showToast({ type: 'error', message: failureText(t('plans.calendar.saveFailed'), error) }),
      },
    );
  const shown = settings && { ...settings.reminders, ...(saving.isPending && saving.variables.reminders) };
  return (
    <section aria-label={t('plans.settings.reminders')}>
      <h2 className="label">{t('plans.settings.reminders')}</h2>
      {isPending && <Spinner />}
      {!isPending && !settings && (
        <InlineError text={t('plans.calendar.loadFailed')} onRetry={() => void refetch()} />
      )}
      {shown && (
        <div className="plans-settings-rows">
          {(['day', 'hours'] as const).map((code) => (
            <Switch
              key={code}
              label={t(`plans.settings.${code}`)}
              checked={shown[code] ?? true}
              onChange={(value) => change({ [code]: value })}
            />
          ))}
        </div>
      )}
    </section>
  );
}
