import { useTranslation } from 'react-i18next';
import { useSession } from '#features/identity/identity.api.ts';
import { startSignIn, useSignInStarting, wasJustSignedIn } from '#features/identity/sign-in.ts';
import { Button, type ButtonProps } from '#ui/Button.tsx';

type SignInButtonProps = Pick<ButtonProps, 'kind' | 'size' | 'block' | 'className'>;

/** Idle, loading while the provider is asked, and for a moment success. */
export function SignInButton({ kind = 'outline', ...rest }: SignInButtonProps) {
  const { t } = useTranslation();
  const starting = useSignInStarting();
  const { status } = useSession();
  if (status === 'signed-in' && wasJustSignedIn()) {
    return (
      <Button {...rest} kind={kind} icon="check" data-state="success">
        <span>{t('identity.signedIn')}</span>
      </Button>
    );
  }
  return (
    <Button
      {...rest}
      kind={kind}
      busy={starting}
      onClick={() => startSignIn()}
      data-state={starting ? 'loading' : 'idle'}
    >
      <span>{starting ? t('identity.signingIn') : t('identity.signIn')}</span>
    </Button>
  );
}
