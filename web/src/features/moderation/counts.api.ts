import type { CountedMonth, getModerationCounts } from '@dazi/contract/moderation/moderation-counts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#platform/api.ts';

export type { CountedMonth };

/** What was reported and decided in the months that are over, the latest first. */
export function useModerationCounts() {
  return useQuery({
    queryKey: ['moderation-counts'],
    queryFn: async ({ signal }) =>
      (await call<typeof getModerationCounts>('GET', '/api/moderation/counts', { signal }))
        .data as CountedMonth[],
  });
}
