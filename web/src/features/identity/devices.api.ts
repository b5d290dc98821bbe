import type { keepSignedIn, listDevices, signOutDevices } from '@dazi/contract/identity/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionKey } from '#features/identity/identity.api.ts';
import { tellOtherTabs } from '#features/identity/session-channel.ts';
import { ApiError, call } from '#platform/api.ts';
import { showToast } from '#ui/toast-store.ts';

export const devicesKey = (userId: string) => ['devices', userId] as const;

/** Where somebody is signed in, this device first. */
export function useDevices(userId: string) {
  return useQuery({
    queryKey: devicesKey(userId),
    queryFn: async ({ signal }) =>
      (await call<typeof listDevices>('GET', '/api/account/devices', { query: { userId }, signal })).data,
    // Times pass, and so do devices.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** Stays signed in here, or no longer than the rest of 24 hours. */
export function useKeepSignedIn(userId: string) {
  const client = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (keep: boolean) =>
      call<typeof keepSignedIn>('PUT', '/api/account/devices/this', { body: { userId, keep } }),
    onSuccess: () => {
      tellOtherTabs(null);
      return Promise.all([
        client.invalidateQueries({ queryKey: sessionKey }),
        client.invalidateQueries({ queryKey: devicesKey(userId) }),
      ]);
    },
    onError: () => showToast({ type: 'error', message: t('identity.devices.failed') }),
  });
}

/** Signs one other device out, or all of them without an id. */
export function useSignOutDevices(userId: string) {
  const client = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    mutationFn: async (deviceId: string | undefined) => {
      try {
        const body = { userId, ...(deviceId && { deviceId }) };
        return (await call<typeof signOutDevices>('DELETE', '/api/account/devices', { body })).data.ended;
      } catch (error) {
        // It is signed out already, and that is what was wanted.
        if (error instanceof ApiError && error.code === 'DEVICE_NOT_FOUND') return 0;
        throw error;
      }
    },
    onSuccess: (count) => {
      if (count > 0) showToast({ type: 'success', message: t('identity.devices.othersDone', { count }) });
    },
    onError: () => showToast({ type: 'error', message: t('identity.devices.failed') }),
    onSettled: () => client.invalidateQueries({ queryKey: devicesKey(userId) }),
  });
}
