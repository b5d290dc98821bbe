import { useMemo } from 'react';
import { mergedRooms, nearestPlace, reachingRooms, roomsWithin } from '#features/chat/rooms/room-list.ts';
import { type AskedFrom, useNearbyRooms, useRoomsInBox } from '#features/chat/rooms/rooms.api.ts';
import { useLiveRooms } from '#features/chat/rooms/rooms.live.ts';
import type { ShownView } from '#map/use-map-view.ts';
import { useLastShown } from '#platform/skipped-refresh.ts';

/**
 * What is known goes on being shown; without an origin it waits. `listed` are the own rooms and those that reach what the
 * map shows, undefined while that is not known; `elsewhere` is the place of the nearest such room when none is listed.
 */
export function useShownRooms(
  shown: ShownView | null,
  origin: AskedFrom | null,
  cells: readonly number[] | null,
) {
  const near = useNearbyRooms(origin);
  const box = useRoomsInBox(shown?.bounds ?? null, origin);
  useLiveRooms(cells);
  const [inBox, around] = [useLastShown(box), useLastShown(near)];
  const rooms = useMemo(() => mergedRooms(inBox, around), [inBox, around]);
  const reaching = useMemo(() => reachingRooms(rooms), [rooms]);
  const isKnown = shown !== null && (around !== undefined || reaching.length > 0);
  const listed = useMemo(
    () => (isKnown ? roomsWithin(reaching, shown.bounds) : undefined),
    [isKnown, reaching, shown],
  );
  const elsewhere = useMemo(
    () => (shown && listed?.length === 0 ? nearestPlace(reaching, shown.view) : null),
    [shown, listed, reaching],
  );
  return { near, rooms, listed, elsewhere };
}
