import { nearbyRefetch_km } from '@dazi/contract/chat/rooms.rules';
import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';

/** Small moves keep the place, so that nothing is fetched anew; it follows whoever has moved further. */
export function nearbyOrigin(before: Position | null, position: Position): Position {
  return before && distanceKm(before, position) <= nearbyRefetch_km ? before : position;
}
