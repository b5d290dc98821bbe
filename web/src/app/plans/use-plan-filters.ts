import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type PlanFilters, planFiltersIn, withPlanFilters } from '#features/plans/plan-filters.ts';

/** The filters of plans live in the address: they can be shared, and back and forward restore them. */
export function usePlanFilters(): [PlanFilters, (filters: PlanFilters) => void] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const filters = useMemo(() => planFiltersIn(search), [search]);
  const set = useCallback(
    (next: PlanFilters) => {
      // The map writes its view beside the router: the window knows the whole address.
      const { pathname, search: whole } = window.location;
      navigate({ pathname, search: withPlanFilters(whole, next) });
    },
    [navigate],
  );
  return [filters, set];
}
