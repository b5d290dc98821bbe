import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Page } from './Page.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page title={t('app.notFound.title')} hideTitle>
      <div className="card">
        <EmptyState drawing="map" title={t('app.notFound.title')} text={t('app.notFound.text')}>
          <Button kind="primary" onClick={() => navigate('/')}>
            {t('app.goToHome')}
          </Button>
        </EmptyState>
      </div>
    </Page>
  );
}
