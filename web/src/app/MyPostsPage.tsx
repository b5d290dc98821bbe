import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Page } from '#app/Page.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

export function MyPostsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { status } = useSession();
  return (
    <Page title={t('app.myPosts.title')} back={{ label: t('app.backToMap'), to: '/' }}>
      {status === 'signed-out' && (
        <div className="card">
          <EmptyState drawing="lock" title={t('app.myPosts.signIn')}>
            <Button kind="primary" onClick={() => navigate('/')}>
              {t('app.goToHome')}
            </Button>
          </EmptyState>
        </div>
      )}
    </Page>
  );
}
