import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { getPlanSettings, PlanSettings, savePlanSettings } from '@dazi/contract/plans/plan-settings';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';
import { keepAnswer } from '#platform/keep-answer.ts';

const keyOf = (userId: string) => ['plan-settings', userId] as const;

export function usePlanSettings(userId: string | null) {
  return useQuery({
    queryKey: keyOf(userId ?? ''),
    queryFn: async ({ signal }) =>
      (
        await call<typeof getPlanSettings>('GET', '/api/plans/settings', {
          query: { userId: userId! },
          signal,
        })
      ).data,
    enabled: userId !== null,
  });
}

export function useSavePlanSettings(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: 'Failed to save what was stated for plans' },
    mutationFn: async (body: Omit<BodyOf<typeof savePlanSettings>, 'userId'>) =>
      (await call<typeof savePlanSettings>('PUT', '/api/plans/settings', { body: { ...body, userId } })).data,
    onSuccess: (settings) => keepAnswer<PlanSettings>(client, keyOf(userId), settings),
  });
}

/** Whether the card was read in the version that is to be read. */
export const hasReadCard = ({ adultAt, safetyCard }: PlanSettings): boolean =>
  adultAt !== null && (safetyCard ?? 0) >= planLimits.safetyCard;
