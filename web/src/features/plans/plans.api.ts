import type { BodyOf, QueryOf } from '@dazi/contract/kernel/endpoint';
import type { Box, Position } from '@dazi/contract/places/places';
import { roundedForAsking } from '@dazi/contract/places/places.rules';
import type { repeatPlan } from '@dazi/contract/plans/plan-again';
import type { getPlan, listCommonPlans, listMyPlans, listPlans } from '@dazi/contract/plans/plan-views';
import type { callOffPlan, changePlan, createPlan, Plan } from '@dazi/contract/plans/plans';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { postKeys } from '#features/posts/posts/posts.api.ts';
import { ApiError, call } from '#platform/api.ts';
import { isAnswerLost, untilAnswered } from '#platform/lost-answers.ts';
import { askedAgain } from '#platform/skipped-refresh.ts';
import { useStreamStatus } from '#platform/stream.ts';

export { useCatalogue } from './use-catalogue.ts';

/**
 * Every list of plans lies under `lists`, as a `PlanList` or in pages of it, the own ones among them; one plan alone under
 * `one`, who is in it under `people`.
 */
export const planKeys = {
  all: ['plans'] as const,
  lists: ['plans', 'list'] as const,
  list: (...parts: readonly unknown[]) => ['plans', 'list', ...parts] as const,
  mine: ['plans', 'list', 'mine'] as const,
  one: (planId: string) => ['plans', 'one', planId] as const,
  people: (planId: string) => ['plans', 'people', planId] as const,
};

export interface PlanList {
  plans: readonly Plan[];
  nextCursor: string | null;
}

/** Of plans for some nobody is told in the areas of the map: lists that are looked at ask by themselves. */
const refresh_ms = 60_000;
/** As many as a map shows as pins of their own. */
const mapPageSize = planLimits.pageMost;

async function fetchPlans(query: QueryOf<typeof listPlans>, signal?: AbortSignal): Promise<PlanList> {
  const { data, nextCursor } = await call<typeof listPlans>('GET', '/api/plans', {
    query,
    ...(signal && { signal }),
  });
  return { plans: data, nextCursor };
}

/** Plans to come, soonest first, a page at a time; null asks for nothing. */
export function useSoonPlans(query: QueryOf<typeof listPlans> | null) {
  return useInfiniteQuery({
    queryKey: planKeys.list('soon', query),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      fetchPlans({ ...query!, limit: planLimits.page, ...(pageParam ? { cursor: pageParam } : {}) }, signal),
    getNextPageParam: (page) => page.nextCursor,
    enabled: query !== null,
    refetchInterval: askedAgain(refresh_ms),
  });
}

/** Outwards to 2 decimals: most moves of the map ask the same question again. */
function roundedBox({ west, south, east, north }: Box): Box {
  const down = (value: number, least: number) => Math.max(least, Math.floor(value * 100) / 100);
  const up = (value: number, most: number) => Math.min(most, Math.ceil(value * 100) / 100);
  return { west: down(west, -180), south: down(south, -90), east: up(east, 180), north: up(north, 90) };
}

/** The plans that the map shows, the soonest of them. */
export function usePlansInBox(box: Box | null, filters: QueryOf<typeof listPlans>) {
  const asked = box && { ...filters, ...roundedBox(box) };
  return useQuery({
    queryKey: planKeys.list('box', asked),
    queryFn: ({ signal }) => fetchPlans({ ...asked!, limit: mapPageSize }, signal),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    refetchInterval: askedAgain(refresh_ms),
  });
}

/** What one hosts, is in, waits for or has asked to join; or what is over of it. */
export function useMyPlans(userId: string | null, part: 'ahead' | 'past', isWanted = true) {
  return useInfiniteQuery({
    queryKey: [...planKeys.mine, userId, part],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<PlanList> => {
      const page = { limit: planLimits.page, ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, nextCursor } = await call<typeof listMyPlans>('GET', '/api/plans/mine', {
        query: { userId: userId!, part, ...page },
        signal,
      });
      return { plans: data, nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
    enabled: userId !== null && isWanted,
  });
}

/** The plans of both, ahead of them. */
export function useCommonPlans(userId: string, personId: string) {
  return useQuery({
    queryKey: planKeys.list('common', userId, personId),
    queryFn: async ({ signal }): Promise<PlanList> => {
      const { data } = await call<typeof listCommonPlans>('GET', '/api/blocks/plans', {
        query: { userId, blockedId: personId },
        signal,
      });
      return { plans: data, nextCursor: null };
    },
  });
}

const pagesOf = (list: PlanList | InfiniteData<PlanList> | undefined): readonly PlanList[] =>
  list ? ('pages' in list ? list.pages : [list]) : [];

function knownPlan(client: QueryClient, planId: string | null): Plan | undefined {
  return client
    .getQueriesData<PlanList | InfiniteData<PlanList>>({ queryKey: planKeys.lists })
    .flatMap(([, list]) => pagesOf(list))
    .flatMap(({ plans }) => plans)
    .find(({ id }) => id === planId);
}

/** A plan as it is at this moment. */
export const askForPlan = async (planId: string): Promise<Plan> =>
  (await call<typeof getPlan>('GET', '/api/plans/{planId}', { params: { planId } })).data;

/** Its answer was lost, or it is refused with this code, as what another device of theirs has done a moment before. */
export const isMaybeDone = (error: unknown, code: string | null): boolean =>
  isAnswerLost(error) || (error instanceof ApiError && error.code === code);

/**
 * What became of something that may be done although it failed: the plan as it is now, or null where nobody knows. One that is
 * no longer to be seen is undefined.
 */
export async function planAfterLoss(
  error: unknown,
  planId: string,
  code: string | null = null,
): Promise<Plan | null | undefined> {
  if (!isMaybeDone(error, code)) return null;
  return askForPlan(planId).catch((failure) => (isNoPlan(failure) ? undefined : null));
}

/** The plan that was answered, or that is as it was to become though this failed. */
export async function answeredOrDone(
  planId: string,
  asked: Promise<{ data: Plan }>,
  isDone: (plan: Plan) => boolean,
  code: string | null = null,
): Promise<Plan> {
  try {
    return (await asked).data;
  } catch (error) {
    const now = await planAfterLoss(error, planId, code);
    if (now && isDone(now)) return now;
    throw error;
  }
}

interface PlanQuestion {
  invite?: string | null;
  from?: Position | null;
}

/** Whether the stream tells of every change: of plans that are not for everyone areas hear nothing, and what is over stays. */
const isFollowed = ({ listed, who, state }: Plan): boolean =>
  (listed && who === 'everyone') || state === 'over' || state === 'called_off';

/** One plan; what a list knows of it already is shown at once. */
export function usePlan(planId: string | null, { invite = null, from = null }: PlanQuestion = {}) {
  const client = useQueryClient();
  const isLive = useStreamStatus() === 'connected';
  const query = { ...(invite && { invite }), ...(from && roundedForAsking(from)) };
  return useQuery({
    queryKey: [...planKeys.one(planId ?? ''), query],
    queryFn: async ({ signal }) =>
      (
        await call<typeof getPlan>('GET', '/api/plans/{planId}', {
          params: { planId: planId! },
          query,
          signal,
        })
      ).data,
    enabled: planId !== null,
    initialData: () => knownPlan(client, planId),
    initialDataUpdatedAt: 0,
    // Somebody who moves, or whose place is found, goes on seeing the plan.
    placeholderData: (before) => (before?.id === planId ? before : undefined),
    refetchInterval: (asked) => {
      const { data, error } = asked.state;
      if (isNoPlan(error)) return false;
      return askedAgain(isLive && (!data || isFollowed(data)) ? false : refresh_ms)(asked);
    },
  });
}

/** Whether the server said that there is no such plan, or none for this reader. */
export const isNoPlan = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

function changeLists(client: QueryClient, change: (plans: readonly Plan[]) => readonly Plan[]) {
  const changed = (list: PlanList): PlanList => {
    const plans = change(list.plans);
    return plans === list.plans ? list : { ...list, plans };
  };
  client.setQueriesData<PlanList | InfiniteData<PlanList>>({ queryKey: planKeys.lists }, (list) => {
    if (!list) return list;
    return 'pages' in list ? { ...list, pages: list.pages.map(changed) } : changed(list);
  });
}

/** Shows a plan as it is now wherever it is shown; how far away it is stays known where the answer does not say it. */
export function patchPlan(client: QueryClient, plan: Plan): void {
  const merged = (before: Plan): Plan => ({ ...plan, distanceKm: plan.distanceKm ?? before.distanceKm });
  client.setQueriesData<Plan>({ queryKey: planKeys.one(plan.id) }, (before) => before && merged(before));
  changeLists(client, (plans) =>
    plans.some(({ id }) => id === plan.id)
      ? plans.map((one) => (one.id === plan.id ? merged(one) : one))
      : plans,
  );
}

/** Asks for plans by id and shows what came back; those that do not stand in lists any more leave them, but not the own ones. */
export async function refreshPlans(client: QueryClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  if (ids.length > planLimits.ids) return refreshAllPlans(client);
  const { plans } = await fetchPlans({ ids: ids.join(','), limit: planLimits.pageMost });
  const found = new Set(plans.map(({ id }) => id));
  const known = new Set(ids.filter((id) => knownPlan(client, id)));
  for (const plan of plans) patchPlan(client, plan);
  await Promise.all([
    ...ids.map((id) => client.invalidateQueries({ queryKey: planKeys.one(id) })),
    // New here, or no longer to be listed: only the server knows where it belongs.
    ids.some((id) => !known.has(id) || !found.has(id)) &&
      client.invalidateQueries({ queryKey: planKeys.lists }),
  ]);
}

/** Asks again for everything about plans. */
export const refreshAllPlans = (client: QueryClient) => client.invalidateQueries({ queryKey: planKeys.all });

/** After a change made here, or told of by the stream: the plan, who is in it, and the lists it may stand in. */
export async function refreshPlan(client: QueryClient, planId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: planKeys.one(planId) }),
    client.invalidateQueries({ queryKey: planKeys.lists }),
  ]);
  // Now it is known whether the reader still hosts it: only its host may ask for more than who is in.
  const shown = client.getQueriesData<Plan>({ queryKey: planKeys.one(planId) });
  const mayHost = shown.length === 0 || shown.some(([, plan]) => plan?.mine.isHost);
  await client.invalidateQueries({
    queryKey: planKeys.people(planId),
    predicate: ({ queryKey }) => mayHost || queryKey.includes('going'),
  });
}

export function useCreatePlan(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to make a plan' },
    mutationFn: async (body: BodyOf<typeof createPlan>) => {
      const send = () => call<typeof createPlan>('POST', '/api/plans', { body: { ...body, userId } });
      return (await untilAnswered(send)).data;
    },
    onSuccess: (_plan, { fromPostId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: planKeys.lists }),
        fromPostId && client.invalidateQueries({ queryKey: postKeys.one(fromPostId) }),
      ]),
  });
}

export function useChangePlan(userId: string, planId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to change a plan' },
    mutationFn: async (body: BodyOf<typeof changePlan>) =>
      (
        await call<typeof changePlan>('PATCH', '/api/plans/{planId}', {
          params: { planId },
          body: { ...body, userId },
        })
      ).data,
    onSuccess: (plan) => {
      patchPlan(client, plan);
      void refreshPlan(client, planId);
    },
    onError: () => void refreshPlan(client, planId),
  });
}

export function useCallOffPlan(userId: string, planId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to call a plan off' },
    mutationFn: (reason: BodyOf<typeof callOffPlan>['reason']) =>
      answeredOrDone(
        planId,
        call<typeof callOffPlan>('DELETE', '/api/plans/{planId}', {
          params: { planId },
          body: { userId, reason },
        }),
        (plan) => plan.state === 'called_off',
        'PLAN_OVER',
      ),
    onSuccess: (plan) => {
      patchPlan(client, plan);
      void refreshPlan(client, planId);
    },
    onError: () => void refreshPlan(client, planId),
  });
}

export function useRepeatPlan(userId: string, planId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to repeat a plan' },
    mutationFn: async (body: Omit<BodyOf<typeof repeatPlan>, 'userId'>) => {
      const input = { params: { planId }, body: { ...body, userId } };
      const ask = () => call<typeof repeatPlan>('POST', '/api/plans/{planId}/again', input);
      try {
        // Asked for again by the same id, it is the same plan.
        return (await untilAnswered(ask)).data;
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'PLAN_REPEATED')) throw error;
        // Another tab or device of theirs was faster: it is that plan.
        const copyId = (await askForPlan(planId)).copiedToId;
        if (copyId === null) throw error;
        return askForPlan(copyId);
      }
    },
    onSettled: () => refreshPlan(client, planId),
  });
}
