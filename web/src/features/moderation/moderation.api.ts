import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type {
  listReports,
  Reported,
  ReportTargetType,
  report,
  resolveReports,
} from '@dazi/contract/moderation/moderation';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';

/** What a report is about. */
export interface ReportTarget {
  targetType: ReportTargetType;
  targetId: string;
}

const reportsKey = ['reports'] as const;

export function useReport(userId: string) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof report>) =>
      call<typeof report>('POST', '/api/reports', { body: { ...body, userId } }),
  });
}

export function useReports(state: 'open' | 'resolved') {
  return useInfiniteQuery({
    queryKey: [...reportsKey, state],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { state, ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, nextCursor } = await call<typeof listReports>('GET', '/api/moderation/reports', {
        query,
        signal,
      });
      return { reported: data as Reported[], nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useResolve() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ReportTarget & { action: 'dismiss' | 'remove' }) =>
      call<typeof resolveReports>('POST', '/api/moderation/resolutions', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: reportsKey }),
  });
}
