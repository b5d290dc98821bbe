import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#features/identity/session.ts';
import { startSignIn } from '#features/identity/sign-in.ts';
import { showToast } from '#ui/toast-store.ts';

/**
 * Says whether somebody is signed in; when not, shows the given text with an offer to sign in. While the
 * session is still being asked for it gives true: the server refuses what it must.
 */
export function useRequireSignIn(): (text: string) => boolean {
  const { t } = useTranslation();
  const { status } = useSession();
  return useCallback(
    (text) => {
      if (status !== 'signed-out') return true;
      showToast({
        type: 'warning',
        message: text,
        action: { label: t('identity.signIn'), run: startSignIn },
      });
      return false;
    },
    [status, t],
  );
}
