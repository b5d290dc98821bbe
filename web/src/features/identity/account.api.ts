import type { removeAccount, restoreAccount, User } from '@dazi/contract/identity/identity';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clearDeviceSession } from '#features/identity/device-session.ts';
import { sessionKey } from '#features/identity/identity.api.ts';
import { setLeaving, tellOtherTabs } from '#features/identity/session-channel.ts';
import { keepFarewell } from '#features/identity/session-facts.ts';
import { call } from '#platform/api.ts';

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

export function useRestoreAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<typeof restoreAccount>('POST', '/api/account/restore'),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionKey }),
  });
}
