import { nearbyRefetch_km } from '@dazi/contract/chat/rooms.rules';
import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';

/**
 * From where rooms near by are asked for. Small moves keep the place, so that nothing is fetched anew; it follows
 * whoever has moved more than 0.3 km since.
 */
export function nearbyOrigin(before: Position | null, position: Position): Position {
  return before && distanceKm(before, position) <= nearbyRefetch_km ? before : position;
}
