import type { loadDemoTown } from '@dazi/contract/demo-town/demo-town';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';

/** Fills the demo server; everything shown is stale afterwards. */
export function useLoadDemoTown() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call<typeof loadDemoTown>('POST', '/api/demo-town')).data,
    onSuccess: () => client.invalidateQueries(),
  });
}
