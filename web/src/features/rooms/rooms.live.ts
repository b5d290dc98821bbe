import type { AreaEvent } from '@dazi/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAreas } from '#features/live/live.api.ts';
import { refreshRooms } from './rooms.api.ts';

/** Asks for the rooms again when one of them changed in the areas of the map, or something was missed there. */
export function useLiveRooms(cells: readonly number[] | null): void {
  const client = useQueryClient();
  const handlers = useMemo(
    () => ({
      events: (events: readonly AreaEvent[]) => {
        if (events.some(({ type }) => type === 'room_changed' || type === 'person_changed')) {
          void refreshRooms(client);
        }
      },
      changed: () => void refreshRooms(client),
    }),
    [client],
  );
  useAreas(cells, handlers);
}
