import type { clearPresence, listOnlineUsers, sharePresence } from '@dazi/contract/chat/presence';
import type { LocationDisplay, Position } from '@dazi/contract/places/places';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '#platform/api.ts';
import { subscribeToPersonal } from '#platform/stream.ts';
import { NearbyService } from './nearby-service.ts';

/** What depends on the own shared position lies below this. */
export const nearbyKey = ['people', 'nearby'] as const;

/** Shares where this device is for an hour, as the settings show it. */
export function useSharePresence(userId: string, locationDisplay: LocationDisplay) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (position: Position) =>
      call<typeof sharePresence>('PUT', '/api/presence', { body: { userId, ...position, locationDisplay } }),
    onSuccess: () => client.invalidateQueries({ queryKey: nearbyKey }),
  });
}

export function useClearPresence(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<typeof clearPresence>('DELETE', '/api/presence', { body: { userId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: nearbyKey }),
  });
}

/** Who is online around, asked for while the component stands. */
export function useNearbyPeople(userId: string) {
  const [service] = useState(
    () =>
      new NearbyService({
        ask: async (radius) =>
          (await call<typeof listOnlineUsers>('GET', '/api/presence/nearby', { query: { userId, radius } }))
            .data,
        after(delay_ms, action) {
          const timer = setTimeout(action, delay_ms);
          return () => clearTimeout(timer);
        },
        isLookedAt: () => document.visibilityState === 'visible',
      }),
  );
  useEffect(() => {
    service.connect();
    const subscription = subscribeToPersonal({ takes: { hidden_changed: () => service.refresh() } });
    const onVisible = () => document.visibilityState === 'visible' && service.refresh();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      service.disconnect();
      subscription.close();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [service]);
  const snapshot = useSyncExternalStore(service.subscribe, service.snapshot);
  return { ...snapshot, retry: () => service.refresh(), toldNews: () => service.toldNews() };
}

export { wasHereRecently } from './nearby-service.ts';
