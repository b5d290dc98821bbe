import type { removeAccount, restoreAccount, User } from '@dazi/contract/identity/identity';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clearDeviceSession } from '#features/identity/device-session.ts';
import { sessionKey } from '#features/identity/identity.api.ts';
import { setLeaving, tellOtherTabs } from '#features/identity/session-channel.ts';
import { keepFarewell } from '#features/identity/session-facts.ts';
import { ApiError, call } from '#platform/api.ts';
import { untilAnswered } from '#platform/lost-answers.ts';

/** Deletes the account, signs out here and in all tabs, and begins anew at the start. */
export function useRemoveAccount(user: User) {
  const client = useQueryClient();
  return useMutation({
    onMutate: () => setLeaving(true),
    mutationFn: async () => {
      const body = { userId: user.id };
      return (
        await call<typeof removeAccount>('DELETE', '/api/profiles/{userId}', {
          params: { userId: user.id },
          body,
        })
      ).data;
    },
    onSuccess: ({ restorableUntil }) => {
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
