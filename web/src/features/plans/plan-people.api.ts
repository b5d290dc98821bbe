import type { BodyOf, QueryOf } from '@dazi/contract/kernel/endpoint';
import type { getMarks, PlanMark, saveMarks } from '@dazi/contract/plans/plan-marks';
import type {
  answerPlanRequest,
  confirmPlan,
  inviteToPlan,
  joinPlan,
  leavePlan,
  listPlanPeople,
  removeFromPlan,
  removePlanInvite,
  takeOverPlan,
} from '@dazi/contract/plans/plan-people';
import type { Plan } from '@dazi/contract/plans/plans';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { keepAnswer } from '#platform/keep-answer.ts';
import { answeredOrDone, isMaybeDone, patchPlan, planAfterLoss, planKeys, refreshPlan } from './plans.api.ts';

function shown(client: QueryClient, plan: Plan): void {
  patchPlan(client, plan);
  void refreshPlan(client, plan.id);
}

type Joining = Omit<BodyOf<typeof joinPlan>, 'userId'>;

export function useJoinPlan(userId: string, planId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to join a plan' },
    mutationFn: (body: Joining) =>
      call<typeof joinPlan>('POST', '/api/plans/{planId}/people', {
        params: { planId },
        body: { ...body, userId },
      }),
    onSuccess: ({ data }) => shown(client, data),
    onError: () => void refreshPlan(client, planId),
  });
}

/** Has a seat, stands in line or has asked. */
export const isIn = ({ mine }: Plan) => ['going', 'waiting', 'asked'].includes(mine.standing);

/** The plan as it is then; null where whoever is out of it does not see it, which is known where this failed. */
export async function leaveNow(userId: string, planId: string): Promise<Plan | null> {
  try {
    const input = { params: { planId }, body: { userId } };
    return (await call<typeof leavePlan>('DELETE', '/api/plans/{planId}/people', input)).data;
  } catch (error) {
    const now = await planAfterLoss(error, planId, 'NOT_IN_PLAN');
    if (now === null || (now && now.mine.standing !== 'left')) throw error;
    return now ?? null;
  }
}

export function useLeavePlan(userId: string, planId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to leave a plan' },
    mutationFn: () => leaveNow(userId, planId),
    onSuccess: (plan) => (plan ? shown(client, plan) : void refreshPlan(client, planId)),
    onError: () => void refreshPlan(client, planId),
  });
}

export function useConfirmPlan(userId: string, planId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to confirm a plan' },
    mutationFn: (version: number) =>
      answeredOrDone(
        planId,
        call<typeof confirmPlan>('POST', '/api/plans/{planId}/confirm', {
          params: { planId },
          body: { userId, version },
        }),
        ({ mine }) => mine.standing === 'going' && !mine.unsure,
      ),
    onSuccess: (plan) => shown(client, plan),
    onError: () => void refreshPlan(client, planId),
  });
}

export function useTakeOverPlan(userId: string, planId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to take a plan over' },
    mutationFn: () =>
      answeredOrDone(
        planId,
        call<typeof takeOverPlan>('POST', '/api/plans/{planId}/host', {
          params: { planId },
          body: { userId },
        }),
        ({ mine }) => mine.isHost,
      ),
    onSuccess: (plan) => shown(client, plan),
    onError: () => void refreshPlan(client, planId),
  });
}

type Living = QueryOf<typeof listPlanPeople>['standing'];

const askForPeople = async (userId: string, planId: string, standing: Living, signal?: AbortSignal) =>
  (
    await call<typeof listPlanPeople>('GET', '/api/plans/{planId}/people', {
      params: { planId },
      query: { userId, standing },
      ...(signal && { signal }),
    })
  ).data;

/** Who is in; for the host also who asks and who is in line. */
export function usePlanPeople(userId: string, planId: string, standing: Living) {
  return useQuery({
    queryKey: [...planKeys.people(planId), standing, userId],
    queryFn: ({ signal }) => askForPeople(userId, planId, standing, signal),
  });
}

interface OfGuest {
  userId: string;
  planId: string;
  personId: string;
}

/** What a host did about somebody, also where this failed and they stand now as they were to stand; null is nowhere. */
async function doneAbout<Answer>(
  { userId, planId, personId }: OfGuest,
  asked: Promise<Answer>,
  isDone: (standing: Living | null) => boolean,
): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (!isMaybeDone(error, 'REQUEST_ANSWERED')) throw error;
    const living = ['asked', 'waiting', 'going'] as const;
    const lists = await Promise.all(living.map((standing) => askForPeople(userId, planId, standing))).catch(
      () => null,
    );
    const isAmong = (list: readonly { person: { id: string } }[]) =>
      list.some(({ person }) => person.id === personId);
    if (!lists || !isDone(living[lists.findIndex(isAmong)] ?? null)) throw error;
    return null;
  }
}

export function useAnswerRequest(userId: string, planId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to answer a request' },
    mutationFn: ({ personId, action }: { personId: string; action: 'let_in' | 'decline' }) =>
      doneAbout(
        { userId, planId, personId },
        call<typeof answerPlanRequest>('POST', '/api/plans/{planId}/people/{personId}', {
          params: { planId, personId },
          body: { userId, action },
        }),
        (standing) =>
          action === 'decline' ? standing === null : standing === 'going' || standing === 'waiting',
      ),
    onSettled: () => refreshPlan(client, planId),
  });
}

export function useRemoveFromPlan(userId: string, planId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to remove somebody from a plan' },
    mutationFn: ({
      personId,
      reason,
    }: {
      personId: string;
      reason: BodyOf<typeof removeFromPlan>['reason'];
    }) =>
      doneAbout(
        { userId, planId, personId },
        call<typeof removeFromPlan>('DELETE', '/api/plans/{planId}/people/{personId}', {
          params: { planId, personId },
          body: { userId, reason },
        }),
        (standing) => standing === null,
      ),
    onSettled: () => refreshPlan(client, planId),
  });
}

/** The link by which a plan is found that is not listed, the same each time. */
export function useInviteToPlan(userId: string, planId: string) {
  return useMutation({
    meta: { failure: 'Failed to make an invite link' },
    mutationFn: async () =>
      (
        await call<typeof inviteToPlan>('POST', '/api/plans/{planId}/invite', {
          params: { planId },
          body: { userId },
        })
      ).data,
  });
}

export function useRemoveInvite(userId: string, planId: string) {
  return useMutation({
    meta: { failure: 'Failed to end an invite link' },
    mutationFn: () =>
      call<typeof removePlanInvite>('DELETE', '/api/plans/{planId}/invite', {
        params: { planId },
        body: { userId },
      }),
  });
}

const marksKey = (userId: string, planId: string) => [...planKeys.people(planId), 'marks', userId];

/** Who came, as somebody noted it for themselves. */
export function useMarks(userId: string, planId: string) {
  return useQuery({
    queryKey: marksKey(userId, planId),
    queryFn: async ({ signal }) =>
      (
        await call<typeof getMarks>('GET', '/api/plans/{planId}/marks', {
          params: { planId },
          query: { userId },
          signal,
        })
      ).data,
  });
}

export function useSaveMark(userId: string, planId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to note who came' },
    mutationFn: async (mark: PlanMark) =>
      (
        await call<typeof saveMarks>('PUT', '/api/plans/{planId}/marks', {
          params: { planId },
          body: { userId, marks: [mark] },
        })
      ).data,
    onSuccess: (marks) => keepAnswer<PlanMark[]>(client, marksKey(userId, planId), marks),
  });
}
