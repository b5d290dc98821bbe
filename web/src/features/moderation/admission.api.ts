import type { RegistrationMode } from '@dazi/contract/identity/registration.rules';
import type {
  BlockedIdentity,
  getRegistration,
  listBlockedIdentities,
  setRegistration,
  unblockIdentity,
} from '@dazi/contract/moderation/admission';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { takeAway } from '#platform/lost-answers.ts';
import { moderationKey, refreshCases } from './moderation.api.ts';

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

export function useBlockedIdentities() {
  return useInfiniteQuery({
    queryKey: [...moderationKey, 'blocked-identities'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam ? { cursor: pageParam } : {};
      const path = '/api/moderation/blocked-identities';
      const { data, nextCursor } = await call<typeof listBlockedIdentities>('GET', path, { query, signal });
      return { blocks: data as BlockedIdentity[], nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}

export function useUnblockIdentity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (blockId: string) =>
      takeAway(() =>
        call<typeof unblockIdentity>('DELETE', '/api/moderation/blocked-identities/{blockId}', {
          params: { blockId },
          body: {},
        }),
      ),
    onSettled: () => refreshCases(client),
  });
}
