import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Page } from '#app/shell/Page.tsx';
import { SignInFirst } from '#app/shell/SignInFirst.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Spinner } from '#ui/Spinner.tsx';

export function NotAllowed() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { status } = useSession();
  return (
    <Page title={t('moderation.queue.title')} back={{ label: t('app.backToMap'), to: '/' }}>
      {status === 'loading' && <Spinner />}
      {status === 'signed-out' && <SignInFirst onPage title={t('moderation.queue.notAllowed')} />}
      {status === 'signed-in' && (
        <div className="card">
          <EmptyState drawing="lock" title={t('moderation.queue.notAllowed')}>
            <Button kind="primary" onClick={() => navigate('/')}>
              {t('app.goToHome')}
            </Button>
          </EmptyState>
        </div>
      )}
    </Page>
  );
}
