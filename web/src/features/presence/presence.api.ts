import type { LocationDisplay, Position } from '@dazi/contract/places';
import { clearPresence, sharePresence } from '@dazi/contract/presence';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api.ts';

/** What depends on the own shared position lies below this. */
export const nearbyKey = ['people', 'nearby'] as const;

/** Shares where this device is for an hour, as the settings show it. */
export function useSharePresence(userId: string, locationDisplay: LocationDisplay) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (position: Position) =>
      call(sharePresence, { body: { userId, ...position, locationDisplay } }),
    onSuccess: () => client.invalidateQueries({ queryKey: nearbyKey }),
  });
}

export function useClearPresence(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(clearPresence, { body: { userId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: nearbyKey }),
  });
}
