import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { SignInButton } from '#features/identity/SignInButton.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

/** What a page that is somebody's own says to visitors. */
export function SignInFirst({ title }: { title: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <EmptyState drawing="lock" title={title}>
      <div className="row wrap">
        <Button kind="primary" onClick={() => navigate('/')}>
          {t('app.goToHome')}
        </Button>
        <SignInButton />
      </div>
    </EmptyState>
  );
}
