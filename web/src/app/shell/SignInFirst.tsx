import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { KeepChoice } from '#features/identity/KeepChoice.tsx';
import { SignInButton } from '#features/identity/SignInButton.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

interface SignInFirstProps {
  title: string;
  /** All that a page has: a card, which leads home as well. */
  onPage?: boolean;
}

/** What stands for visitors in the place of what is somebody's own. */
export function SignInFirst({ title, onPage = false }: SignInFirstProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className={onPage ? 'card' : undefined}>
      <EmptyState drawing="lock" title={title}>
        <div className="row wrap">
          <SignInButton kind="primary" />
          {onPage && <Button onClick={() => navigate('/')}>{t('app.goToHome')}</Button>}
        </div>
        <KeepChoice />
        <p className="hint">{t('identity.adult')}</p>
      </EmptyState>
    </div>
  );
}
