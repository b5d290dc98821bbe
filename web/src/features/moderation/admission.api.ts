import type { RegistrationMode } from '@dazi/contract/identity/registration.rules';
import type { getRegistration, setRegistration } from '@dazi/contract/moderation/admission';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { moderationKey, refreshCases } from './moderation.api.ts';

/** Who may come in, and what an invitation says. */
export function useRegistration(invitation?: string) {
  return useQuery({
    queryKey: [...moderationKey, 'registration', invitation],
    queryFn: async ({ signal }) => {
      const query = invitation === undefined ? {} : { invitation };
      return (await call<typeof getRegistration>('GET', '/api/registration', { query, signal })).data;
    },
    refetchOnMount: 'always',
  });
}

/** The log says it, too. */
export function useSetRegistration() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mode: RegistrationMode) =>
      call<typeof setRegistration>('PUT', '/api/registration', { body: { mode } }),
    onSettled: () => refreshCases(client),
  });
}
