import { useTranslation } from 'react-i18next';
import { Page } from '#app/shell/Page.tsx';
import { SignInFirst } from '#app/shell/SignInFirst.tsx';
import { InvitationList } from '#features/identity/InvitationList.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { Spinner } from '#ui/Spinner.tsx';
import './account.css';

export function InvitationsPage() {
  const { t } = useTranslation();
  const { status, user } = useSession();
  return (
    <Page title={t('identity.invitations.title')} back={{ label: t('app.backToMap'), to: '/' }}>
      {status === 'loading' && <Spinner />}
      {status === 'signed-out' && <SignInFirst onPage title={t('errors.SIGN_IN_REQUIRED')} />}
      {user && (
        <div className="card account-invitations">
          <InvitationList user={user} />
        </div>
      )}
    </Page>
  );
}
