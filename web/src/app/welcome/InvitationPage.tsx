import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router';
import { Page } from '#app/shell/Page.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { KeepChoice } from '#features/identity/KeepChoice.tsx';
import { SignInButton } from '#features/identity/SignInButton.tsx';
import { comeBy } from '#features/identity/sign-in.ts';
import { useSignInError } from '#features/identity/use-sign-in-error.ts';
import { useRegistration } from '#features/moderation/admission.api.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';

/** /invitation/{id}: who invites, and the way in. Who has an account already is on the map. */
export function InvitationPage() {
  const { t } = useTranslation();
  const { invitationId = '' } = useParams();
  const { status } = useSession();
  const { data: registration, isPending, refetch } = useRegistration(invitationId);
  if (status === 'signed-in') return <Navigate to="/" replace />;
  const inviter = registration?.invitedBy ?? null;
  const title =
    inviter === null ? t('identity.invitations.title') : t('identity.invitedBy', { name: inviter });
  return (
    <Page title={title} hideTitle back={{ label: t('app.backToMap'), to: '/' }}>
      {(isPending || status === 'loading') && <Spinner />}
      {!isPending && !registration && (
        <InlineError text={t('identity.invitations.loadFailed')} onRetry={() => void refetch()} />
      )}
      {registration && status === 'signed-out' && (
        <div className="card">
          {inviter === null ? <Gone /> : <Welcome invitationId={invitationId} title={title} />}
        </div>
      )}
    </Page>
  );
}

function Gone() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <EmptyState drawing="lock" title={t('errors.INVITATION_GONE')}>
      <Button kind="primary" onClick={() => navigate('/')}>
        {t('app.goToHome')}
      </Button>
    </EmptyState>
  );
}

function Welcome({ invitationId, title }: { invitationId: string; title: string }) {
  const { t } = useTranslation();
  const error = useSignInError();
  useEffect(() => comeBy(invitationId), [invitationId]);
  return (
    <EmptyState drawing="talk" title={title} text={t('app.welcome.text')}>
      <SignInButton kind="primary" size="l" />
      <KeepChoice />
      <p className="hint">{t('identity.adult')}</p>
      {error && (
        <p className="hint err" role="alert">
          <Icon name="error" size="s" />
          {error}
        </p>
      )}
    </EmptyState>
  );
}
