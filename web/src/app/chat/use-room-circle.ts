import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import { metresOf } from '@dazi/contract/chat/rooms.rules';
import { useMemo } from 'react';
import { radiusOf } from '#features/chat/rooms/room-draft.ts';
import type { MapSurroundings } from '#map/map-kind.ts';
import type { MapCircle } from '#map/map-types.ts';
import type { useRoomCreation } from './use-room-creation.ts';

/** The reach of the room that is being made, or of the one somebody looks at; undefined when there is neither. */
export function useRoomCircle(
  { position, shown }: MapSurroundings,
  { state, draft }: ReturnType<typeof useRoomCreation>,
  room: NearbyRoom | undefined,
): MapCircle | null | undefined {
  const isMaking = state !== 'closed';
  const making = state === 'placing' ? shown?.view : (draft.place ?? position);
  const { latitude, longitude } = (isMaking ? making : room) ?? { latitude: null, longitude: null };
  const miles = isMaking ? radiusOf(draft) : (room?.joinRadius ?? null);
  const circle = useMemo(
    () =>
      latitude === null || longitude === null || miles === null
        ? null
        : { latitude, longitude, radius_m: metresOf(miles) },
    [latitude, longitude, miles],
  );
  return isMaking || room ? circle : undefined;
}
