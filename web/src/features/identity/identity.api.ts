import type { signOut } from '@dazi/contract/identity/identity';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { clearDeviceSession, readDeviceSession } from '#features/identity/device-session.ts';
import { setLeaving, tellOtherTabs } from '#features/identity/session-channel.ts';
import { call, holdCalls } from '#platform/api.ts';
import { restartStream } from '#platform/stream.ts';
import { currentTime } from '#platform/time.ts';
import { showToast } from '#ui/toast-store.ts';

/** A page that is loaded anew is gone by then. */
const pageGone_ms = 5000;

/** Ends the session here and in all tabs, then loads the page anew. */
export function useSignOut() {
  const client = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    // The other tabs hear of it from the server, too: what they say of it is not to end this tab before its own word.
    onMutate: () => setLeaving(true),
    mutationFn: async () => {
      const kept = readDeviceSession(currentTime());
      // What is under way would be refused once the session is over, and so would what begins until the page is new.
      await client.cancelQueries();
      const leaving = call<typeof signOut>('POST', '/api/auth/sign-out');
      holdCalls(leaving.then(() => new Promise((resolve) => setTimeout(resolve, pageGone_ms))));
      await leaving;
      return kept.state === 'kept' ? kept.user.id : null;
    },
    onSuccess: (userId) => {
      clearDeviceSession();
      client.clear();
      restartStream();
      tellOtherTabs(userId);
      window.location.reload();
    },
    onError: () => {
      setLeaving(false);
      // What the other tabs said meanwhile was not heard, and what was under way is still wanted.
      void client.invalidateQueries();
      showToast({ type: 'error', message: t('identity.signOutFailed') });
    },
  });
}

export { keepCurrentProfile, readDeviceSession } from './device-session.ts';
export { sessionKey, useSession, useSessionRefresh } from './session.ts';
export { isOut, useSessionFacts } from './session-facts.ts';
export { startSignIn, useSignInFailure } from './sign-in.ts';
export { useRequireSignIn } from './use-require-sign-in.ts';
