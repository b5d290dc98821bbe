import { useTranslation } from 'react-i18next';
import { Page } from '#app/shell/Page.tsx';
import { SignInFirst } from '#app/shell/SignInFirst.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { useNotificationSettings } from '#features/notifications/notifications.api.ts';
import { CalendarSettings } from '#features/plans/CalendarSettings.tsx';
import { ReminderSettings } from '#features/plans/ReminderSettings.tsx';
import { Note } from '#ui/Note.tsx';
import { Spinner } from '#ui/Spinner.tsx';

export function PlanSettingsPage() {
  const { t } = useTranslation();
  const { status, user } = useSession();
  return (
    <Page title={t('plans.settings.title')} back={{ label: t('app.backToMap'), to: '/' }}>
      {status === 'loading' && <Spinner />}
      {status === 'signed-out' && <SignInFirst onPage title={t('errors.SIGN_IN_REQUIRED')} />}
      {user && (
        <div className="card plans-settings">
          <ReminderSettings userId={user.id} />
          <QuietNote userId={user.id} />
          <CalendarSettings userId={user.id} />
        </div>
      )}
    </Page>
  );
}

function QuietNote({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data } = useNotificationSettings(userId);
  if (!data?.quietHours) return null;
  const { from, to } = data.quietHours;
  return <Note icon="muted">{t('plans.settings.quiet', { from, to })}</Note>;
}
