import type { Position } from '@dazi/contract/places';
import { useMemo, useState } from 'react';
import { nearbyOrigin } from '#features/rooms/nearby-origin.ts';
import { mergedRooms, reachingRooms } from '#features/rooms/room-list.ts';
import { useNearbyRooms, useRoomsInBox } from '#features/rooms/rooms.api.ts';
import { useLiveRooms } from '#features/rooms/rooms.live.ts';
import type { MapBounds } from '#map/map-types.ts';
import { useLastShown } from '#platform/skipped-refresh.ts';

/** From where rooms are counted. `from` is the own position, or where somebody looks around without one. */
export function useNearbyOrigin(from: Position): Position {
  const [origin, setOrigin] = useState(() => nearbyOrigin(null, from));
  const next = nearbyOrigin(origin, from);
  if (next !== origin) setOrigin(next);
  return next;
}

/**
 * The rooms near by and those of what the map shows, kept up to date; without an origin they wait. What is known goes
 * on being shown.
 */
export function useShownRooms(
  bounds: MapBounds | null,
  origin: Position | null,
  cells: readonly number[] | null,
) {
  const near = useNearbyRooms(origin);
  const box = useRoomsInBox(bounds, origin);
  useLiveRooms(cells);
  const [inBox, around] = [useLastShown(box), useLastShown(near)];
  const rooms = useMemo(() => mergedRooms(inBox, around), [inBox, around]);
  const reaching = useMemo(() => reachingRooms(rooms), [rooms]);
  return { near, rooms, reaching };
}
