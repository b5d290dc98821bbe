import type { removeAccount, restoreAccount, User } from '@dazi/contract/identity/identity';
import { restorable_ms } from '@dazi/contract/identity/identity.rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clearDeviceSession } from '#features/identity/device-session.ts';
import { sessionKey } from '#features/identity/identity.api.ts';
import { setLeaving, tellOtherTabs } from '#features/identity/session-channel.ts';
import { keepFarewell } from '#features/identity/session-facts.ts';
import { ApiError, call } from '#platform/api.ts';
import { untilAnswered } from '#platform/lost-answers.ts';
import { currentTime } from '#platform/time.ts';

/**
 * Answers until when the account can be restored. With it goes the session: whoever is not known any more after an answer
 * was lost has been deleted by the first attempt, a moment ago.
 */
async function removed(userId: string): Promise<string> {
  let tries = 0;
  return untilAnswered(async () => {
    tries++;
    try {
      const removing = call<typeof removeAccount>('DELETE', '/api/profiles/{userId}', {
        params: { userId },
        body: { userId },
      });
      return (await removing).data.restorableUntil;
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 401;
      if (tries === 1 || !isGone) throw error;
      return new Date(currentTime() + restorable_ms).toISOString();
    }
  });
}

/** Deletes the account, signs out here and in all tabs, and begins anew at the start. */
export function useRemoveAccount(user: User) {
  const client = useQueryClient();
  return useMutation({
    onMutate: () => setLeaving(true),
    mutationFn: () => removed(user.id),
    onSuccess: (restorableUntil) => {
      keepFarewell(restorableUntil);
      clearDeviceSession();
      tellOtherTabs(user.id);
      window.location.assign('/');
    },
    onError: () => {
      setLeaving(false);
      // What the other tabs said meanwhile was not heard.
      void client.invalidateQueries({ queryKey: sessionKey });
    },
  });
}

const restored = () =>
  call<typeof restoreAccount>('POST', '/api/account/restore').then(
    () => {},
    (error) => {
      if (!(error instanceof ApiError && error.code === 'ACCOUNT_NOT_LEFT')) throw error;
    },
  );

/** Restored on another device, or by a first attempt whose answer was lost, it is restored as well. */
export function useRestoreAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => untilAnswered(restored),
    // Refused, it was not the account of this session any more.
    onSettled: () => client.invalidateQueries({ queryKey: sessionKey }),
  });
}
