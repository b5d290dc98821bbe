import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type {
  getCalendar,
  getPlanFile,
  makeCalendar,
  PlanCalendar,
  removeCalendar,
} from '@dazi/contract/plans/plan-calendar';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, urlOf } from '#platform/api.ts';
import { keepAnswer } from '#platform/keep-answer.ts';

const path = '/api/plans/calendar';
const keyOf = (userId: string) => ['plan-calendar', userId] as const;

/** Whether calendars read somebody's plans, and what they are told. */
export function usePlanCalendar(userId: string) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: async ({ signal }) =>
      (await call<typeof getCalendar>('GET', path, { query: { userId }, signal })).data,
  });
}

/** Makes the address, another one, or changes what is read there; only what was made has its address with it. */
export function useMakeCalendar(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to make the address of a calendar' },
    mutationFn: async (body: Omit<BodyOf<typeof makeCalendar>, 'userId'>) =>
      (await call<typeof makeCalendar>('POST', path, { body: { ...body, userId } })).data,
    onSuccess: ({ address: _once, ...calendar }) => keepAnswer<PlanCalendar>(client, keyOf(userId), calendar),
  });
}

export function useRemoveCalendar(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to remove the address of a calendar' },
    mutationFn: async () => (await call<typeof removeCalendar>('DELETE', path, { body: { userId } })).data,
    onSuccess: (calendar) => keepAnswer<PlanCalendar>(client, keyOf(userId), calendar),
  });
}

export function planFileUrl(planId: string, language: PlanCalendar['language'], hasPlace: boolean): string {
  const endpoint: (typeof getPlanFile)['path'] = '/api/plans/{planId}/calendar';
  return urlOf(endpoint, { planId }, { language, place: hasPlace });
}
