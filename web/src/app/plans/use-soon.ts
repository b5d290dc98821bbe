import type { QueryOf } from '@dazi/contract/kernel/endpoint';
import type { Position } from '@dazi/contract/places/places';
import { roundedForAsking } from '@dazi/contract/places/places.rules';
import type { listPlans } from '@dazi/contract/plans/plan-views';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import { useMemo } from 'react';
import { useSoonPlans } from '#features/plans/plans.api.ts';

const { default: usual_km, most: furthest_km } = planLimits.radius_km;

/** How far the list reaches: kilometres, or null for everywhere. */
export type Reach = { near: number; shown: number | null };

type SoonList = ReturnType<typeof useSoonPlans>;

const isEmpty = ({ data, hasNextPage }: SoonList) =>
  data !== undefined && !hasNextPage && data.pages.every(({ plans }) => plans.length === 0);

/** Soonest first: within what was chosen, and where nothing is, further out and then anywhere. Without a place they wait. */
export function useSoon(from: Position | null, filters: QueryOf<typeof listPlans>, within: number | null) {
  const near = within ?? usual_km;
  const around = (radiusKm: number) => from && { ...roundedForAsking(from), radiusKm, ...filters };
  const first = useSoonPlans(around(near));
  const goesFurther = isEmpty(first) && near < furthest_km;
  const second = useSoonPlans(goesFurther ? around(furthest_km) : null);
  const goesAnywhere = goesFurther ? isEmpty(second) : isEmpty(first);
  const anywhere = useSoonPlans(from && goesAnywhere ? filters : null);
  const list = goesAnywhere ? anywhere : goesFurther ? second : first;
  const { data } = list;
  // A page may be empty and go on; of somebody who moves up in it a plan may stand in two.
  const plans = useMemo(() => {
    const all = data?.pages.flatMap((page) => page.plans);
    return all && [...new Map(all.map((plan) => [plan.id, plan])).values()];
  }, [data]);
  // Where nothing is anywhere, nothing was widened.
  const isNowhere = goesAnywhere && isEmpty(anywhere);
  const reach: Reach = {
    near,
    shown: isNowhere ? near : goesAnywhere ? null : goesFurther ? furthest_km : near,
  };
  return { list, plans, reach };
}
