import type { BodyOf, SuccessOf } from '@dazi/contract/kernel/endpoint';
import type {
  listOwnReports,
  listReports,
  OwnReport,
  Reported,
  report,
  takeCase,
} from '@dazi/contract/moderation/moderation';
import {
  type ReportReason,
  type ReportTargetType,
  type Urgency,
  urgencyOf,
} from '@dazi/contract/moderation/moderation.rules';
import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, call } from '#platform/api.ts';
import { isAnswerLost, untilAnswered } from '#platform/lost-answers.ts';

export interface ReportTarget {
  targetType: ReportTargetType;
  targetId: string;
  /** Of the link by which it was found, where no list has it. */
  invite?: string | null;
}

/** What is offered to be reported, as the dialog shows it. */
export interface ReportedThing extends ReportTarget {
  /** Of whoever made it, or of the room; null where that is not known. */
  name: string | null;
  /** What it says. */
  excerpt?: string | undefined;
  avatarUrl?: string | null | undefined;
  /** Reasons that fit where it is reported from; they are offered first. */
  fits?: readonly ReportReason[] | undefined;
  /** Who may be blocked for it. */
  person?: { id: string; name: string } | null | undefined;
  /** Declines the message request that it came with. */
  decline?: (() => Promise<unknown>) | undefined;
  /** Takes the comment away from below the own post. */
  removeComment?: (() => Promise<unknown>) | undefined;
}

/** How a target is named in addresses and lists. */
export const nameOfTarget = ({ targetType, targetId }: ReportTarget) => `${targetType}:${targetId}`;

const ownReportsKey = ['own-reports'] as const;
/** All that moderators see begins with it. */
export const moderationKey = ['moderation'] as const;

/** Something was reported, taken or decided: what is shown of it is asked for again. */
export const refreshCases = (client: QueryClient) => client.invalidateQueries({ queryKey: moderationKey });

const isRepeated = (error: unknown): boolean => error instanceof ApiError && error.code === 'REPORT_REPEATED';

/** What was reported already after an answer that was lost is this report: it is sent. */
export function useReport(userId: string) {
  const client = useQueryClient();
  const isLost = useRef(false);
  return useMutation({
    mutationFn: (body: Omit<BodyOf<typeof report>, 'userId'>) =>
      untilAnswered(async () => {
        try {
          const input = { body: { ...body, userId } };
          return (await call<typeof report>('POST', '/api/reports', input)).data;
        } catch (error) {
          if (isLost.current && isRepeated(error)) return { urgency: urgencyOf[body.reason] };
          isLost.current ||= isAnswerLost(error);
          throw error;
        }
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ownReportsKey }),
  });
}

export function useOwnReports(userId: string) {
  return useInfiniteQuery({
    queryKey: [...ownReportsKey, userId],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { userId, ...(pageParam && { cursor: pageParam }) };
      const { data, nextCursor } = await call<typeof listOwnReports>('GET', '/api/reports', {
        query,
        signal,
      });
      return { reports: data as OwnReport[], nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
    // Told by a notice, not by the stream.
    staleTime: 0,
  });
}

export type CaseState = 'open' | 'resolved';

export function useReports(state: CaseState, urgency: Urgency | null) {
  return useInfiniteQuery({
    queryKey: [...moderationKey, 'reports', state, urgency],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { state, ...(urgency && { urgency }), ...(pageParam && { cursor: pageParam }) };
      const { data, nextCursor } = await call<typeof listReports>('GET', '/api/moderation/reports', {
        query,
        signal,
      });
      return { reported: data as Reported[], nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}

/** The open cases about somebody, of whom there are any: the queue is read until all of theirs are found. */
export function useOpenCasesOf(personId: string, isAny: boolean) {
  return useQuery({
    queryKey: [...moderationKey, 'reports', 'open', 'of', personId],
    queryFn: async ({ signal }) => {
      const found: Reported[] = [];
      let cursor: string | null = null;
      do {
        const page: SuccessOf<typeof listReports> = await call<typeof listReports>(
          'GET',
          '/api/moderation/reports',
          { query: { state: 'open', ...(cursor && { cursor }) }, signal },
        );
        found.push(...(page.data as Reported[]).filter(({ person }) => person?.id === personId));
        cursor = page.nextCursor;
      } while (cursor && !(found[0] && found.length > found[0].alsoOpen.length));
      return found;
    },
    enabled: isAny,
    staleTime: 0,
  });
}

export type Waiting = SuccessOf<typeof listReports>['waiting'];
export const waitingKey = [...moderationKey, 'waiting'] as const;

/** How many cases wait by urgency, and how many appeals; undefined while it is not known. */
export function useWaiting(isModerator: boolean) {
  const { data } = useQuery({
    queryKey: waitingKey,
    queryFn: async ({ signal }) =>
      (
        await call<typeof listReports>('GET', '/api/moderation/reports', {
          query: { state: 'open' },
          signal,
        })
      ).waiting,
    enabled: isModerator,
    refetchOnWindowFocus: true,
  });
  return isModerator ? data : undefined;
}

/** Keeps a case for oneself, or puts it back. */
export function useTakeCase() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ReportTarget & { take: boolean }) =>
      call<typeof takeCase>('PUT', '/api/moderation/claims', { body }),
    onSettled: () => refreshCases(client),
  });
}
