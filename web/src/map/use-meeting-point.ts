import type { Position } from '@dazi/contract/places/places';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { meetingPointIn, withoutMeetingPoint } from '#platform/meeting-point-path.ts';

/** The circle around a point of two decimals: about a kilometre across. */
export const meetingRadius_m = 500;

/** The meeting point that a conversation agreed on and the address carries, until it is dismissed. */
export function useMeetingPoint(): { point: Position | null; dismiss(): void } {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const point = useMemo(() => meetingPointIn(search), [search]);
  const dismiss = useCallback(() => {
    // The map writes its view beside the router: the window knows the whole address.
    navigate({ pathname, search: withoutMeetingPoint(window.location.search) }, { replace: true, state });
  }, [navigate, pathname, state]);
  return { point, dismiss };
}
