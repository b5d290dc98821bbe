import type { getServerState, listAccounts } from '@dazi/contract/administration/administration';
import type { DataOf } from '@dazi/contract/kernel/endpoint';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '#platform/api.ts';

export type ServerState = DataOf<typeof getServerState>;
export type Account = DataOf<typeof listAccounts>[number];

const administrationKey = ['administration'] as const;
const refresh_ms = 30_000;

export function useServerState() {
  return useQuery({
    queryKey: [...administrationKey, 'server'],
    queryFn: async ({ signal }) =>
      (await call<typeof getServerState>('GET', '/api/administration/server', { signal }))
        .data as ServerState,
    refetchInterval: refresh_ms,
  });
}

export function useAccounts(query: string) {
  return useInfiniteQuery({
    queryKey: [...administrationKey, 'accounts', query],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const { data, nextCursor } = await call<typeof listAccounts>('GET', '/api/administration/accounts', {
        query: { ...(query && { query }), ...(pageParam && { cursor: pageParam }) },
        signal,
      });
      return { accounts: data as Account[], nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}
