import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Filters, filtersInAddress, withFilters } from '#features/posts/post-views/filters.ts';

/**
 * The filters live in the address: they can be shared, and back and forward restore them; a word that is typed on leaves no
 * trace of its letters. What only a signed-in person may ask for is left out for visitors, a gender for the unconfirmed.
 */
export function useFilters(signedIn: boolean, isConfirmed: boolean): [Filters, (filters: Filters) => void] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const filters = useMemo(() => {
    const found = filtersInAddress(search);
    return {
      ...found,
      ...(!signedIn && { view: 'all' as const }),
      ...(!isConfirmed && { gender: null }),
    };
  }, [search, signedIn, isConfirmed]);
  const set = useCallback(
    (next: Filters) => {
      // The map writes its view beside the router: the window knows the whole address.
      const { pathname, search: whole } = window.location;
      const before = filtersInAddress(whole);
      const isTyping = before.keywords !== '' && next.keywords !== '' && before.keywords !== next.keywords;
      navigate({ pathname, search: withFilters(whole, next) }, { replace: isTyping });
    },
    [navigate],
  );
  return [filters, set];
}
