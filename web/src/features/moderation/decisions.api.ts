import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type {
  appeal,
  Decision,
  decide,
  decideAppeal,
  Judged,
  liftMeasure,
  listAppeals,
  listOwnDecisions,
  readDecision,
} from '@dazi/contract/moderation/decisions';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sessionKey } from '#features/identity/identity.api.ts';
import { ApiError, call } from '#platform/api.ts';
import { sendOnce } from '#platform/client-ids.ts';
import { isAnswerLost, untilAnswered } from '#platform/lost-answers.ts';
import { currentTime } from '#platform/time.ts';
import { nameOfTarget, refreshCases } from './moderation.api.ts';
import { type Until, untilInstant } from './until.ts';

const decisionKey = ['decisions'] as const;
/** Nothing tells a page without a stream that an appeal was answered: it asks again. */
const refreshWhileOut_ms = 30_000;

interface DecisionPage {
  decisions: readonly Decision[];
  nextCursor: string | null;
}

/** What moderators decided about oneself, the latest first. */
export function useOwnDecisions(userId: string, isOut = false) {
  return useInfiniteQuery({
    queryKey: [...decisionKey, userId],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<DecisionPage> => {
      const query = { userId, ...(pageParam && { cursor: pageParam }) };
      const { data, nextCursor } = await call<typeof listOwnDecisions>('GET', '/api/account/decisions', {
        query,
        signal,
      });
      return { decisions: data as Decision[], nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    ...(isOut && { refetchInterval: refreshWhileOut_ms, refetchOnWindowFocus: true }),
  });
}

/** One of them, however far back it lies; null where there is none of that id. */
export function useOwnDecision(userId: string, decisionId: string | null, isOut = false) {
  const list = useOwnDecisions(userId, isOut);
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = list;
  const decision = data?.pages.flatMap((page) => page.decisions).find(({ id }) => id === decisionId);
  const isSought = decisionId !== null && !decision && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isSought) void fetchNextPage();
  }, [isSought, fetchNextPage]);
  return {
    decision: decision ?? (data && !hasNextPage && !isFetching ? null : undefined),
    isFailed: isError && !decision,
    retry: () => void refetch(),
  };
}

export function useReadDecision(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decisionId: string) =>
      call<typeof readDecision>('POST', '/api/account/decisions/{decisionId}/read', {
        params: { decisionId },
        body: { userId },
      }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: sessionKey }),
        client.invalidateQueries({ queryKey: decisionKey }),
      ]),
  });
}

export function useAppeal(userId: string, decisionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      call<typeof appeal>('POST', '/api/account/decisions/{decisionId}/appeal', {
        params: { decisionId },
        body: { userId, text },
      }),
    // Refused, it was made on another device, or its time is over.
    onSettled: () => client.invalidateQueries({ queryKey: decisionKey }),
  });
}

type Decided = Omit<BodyOf<typeof decide>, 'until' | 'userId'> & { userId: string; lasts?: Until };

/** Whatever became of it, the case is another one now. */
export function useDecide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId, lasts, ...said }: Decided) => {
      const about = said.target ? nameOfTarget(said.target) : said.personId;
      // How long it lasts is said, not until when: that moves on until it is sent once more.
      return sendOnce(userId, `decision ${about}`, { ...said, lasts }, async (clientId) => {
        const until = lasts === undefined ? {} : { until: untilInstant(lasts, currentTime()) };
        const input = { body: { ...said, ...until, userId, clientId } };
        return (await call<typeof decide>('POST', '/api/moderation/decisions', input)).data as Decision;
      });
    },
    onSettled: () => refreshCases(client),
  });
}

const standsNoMore = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ACTION_NOT_POSSIBLE';

/** Where nothing stands any more after an attempt whose answer was lost, that attempt has ended it. */
export function useLiftMeasure(personId: string) {
  const client = useQueryClient();
  const isLost = useRef(false);
  return useMutation({
    mutationFn: (reason: string) =>
      untilAnswered(async () => {
        try {
          await call<typeof liftMeasure>('DELETE', '/api/moderation/people/{personId}/measure', {
            params: { personId },
            body: { reason },
          });
        } catch (error) {
          if (isLost.current && standsNoMore(error)) return;
          isLost.current ||= isAnswerLost(error);
          throw error;
        }
      }),
    onSuccess: () => {
      isLost.current = false;
    },
    onSettled: () => refreshCases(client),
  });
}

export interface Appealed {
  decision: Judged;
  person: { id: string; name: string; avatarUrl: string | null } | null;
  can: boolean;
}

export function useAppeals(state: 'open' | 'resolved') {
  return useInfiniteQuery({
    queryKey: ['moderation', 'appeals', state],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = { state, ...(pageParam && { cursor: pageParam }) };
      const { data, nextCursor } = await call<typeof listAppeals>('GET', '/api/moderation/appeals', {
        query,
        signal,
      });
      return { appealed: data as Appealed[], nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}

export function useDecideAppeal(decisionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof decideAppeal>) =>
      call<typeof decideAppeal>('POST', '/api/moderation/appeals/{decisionId}', {
        params: { decisionId },
        body,
      }),
    onSettled: () => refreshCases(client),
  });
}
