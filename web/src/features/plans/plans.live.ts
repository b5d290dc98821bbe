import { areaLevel } from '@dazi/contract/places/areas.rules';
import { cellOf } from '@dazi/contract/places/cells';
import type { Plan } from '@dazi/contract/plans/plans';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAreas } from '#features/live/live.api.ts';
import { subscribeToPersonal } from '#platform/stream.ts';
import { refreshAllPlans, refreshPlan, refreshPlans } from './plans.api.ts';

/** A plan that fills is told of with each who comes: they are asked for together. */
const gather_ms = 500;

/** Keeps the plans of the map and the lists up to date with what happens in the areas of the map. */
export function useLivePlans(cells: readonly number[] | null): void {
  const client = useQueryClient();
  const waiting = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = () => {
    timer.current = undefined;
    const ids = [...waiting.current];
    waiting.current.clear();
    void refreshPlans(client, ids).catch(() => {});
  };
  useAreas(cells, {
    events: (events) => {
      for (const event of events) if (event.type === 'plan_changed') waiting.current.add(event.planId);
      if (waiting.current.size > 0) timer.current ??= setTimeout(ask, gather_ms);
      if (events.some(({ type }) => type === 'person_changed')) void refreshAllPlans(client);
    },
    changed: () => void refreshAllPlans(client),
  });
}

/** Follows one plan that is looked at, wherever the map is. */
export function useLivePlan(plan: Plan | undefined): void {
  useLivePlans(plan ? [cellOf(plan.district, areaLevel)] : null);
}

/** Follows where whoever is signed in stands with plans, on every device. */
export function useLiveStandings(userId: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (userId === null) return;
    const subscription = subscribeToPersonal({
      takes: { plan: ({ planId }) => void refreshPlan(client, planId) },
      resumed: (_behind, isAfterGap) => {
        if (isAfterGap) void refreshAllPlans(client);
      },
    });
    return () => subscription.close();
  }, [client, userId]);
}
