import type { LocationDisplay } from '@dazi/contract/places/places';
import { useSyncExternalStore } from 'react';
import { readStored, stored, writePersonal } from '#platform/storage.ts';

const listeners = new Set<() => void>();

/** How this person's position is shown, as chosen on this device; approximate until they choose. */
export function locationDisplayOf(userId: string): LocationDisplay {
  return readStored(stored.locationPrivacy(userId))?.locationDisplay ?? 'approximate';
}

export function keepLocationDisplay(userId: string, locationDisplay: LocationDisplay): void {
  writePersonal(userId, stored.locationPrivacy(userId), { userId, locationDisplay });
  for (const listener of listeners) listener();
}

export function useLocationDisplay(userId: string | null): LocationDisplay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (userId ? locationDisplayOf(userId) : 'approximate'),
  );
}
