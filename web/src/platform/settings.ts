import type { DataOf } from '@dazi/contract/kernel/endpoint';
import type { getSettings } from '@dazi/contract/kernel/service';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from '#platform/api.ts';

export type Settings = DataOf<typeof getSettings>;

const settingsKey = ['settings'] as const;

/** What this installation is: who runs it, and whether it is a demo. */
export function useSettings(): UseQueryResult<Settings> {
  return useQuery({
    queryKey: settingsKey,
    queryFn: async ({ signal }) => (await call<typeof getSettings>('GET', '/api/settings', { signal })).data,
    staleTime: 5 * 60_000,
  });
}
