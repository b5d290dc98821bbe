import { useSyncExternalStore } from 'react';

let unread = 0;
const listeners = new Set<() => void>();

/** Messages and requests that wait for whoever is signed in. */
export function setUnread(count: number): void {
  if (count === unread) return;
  unread = count;
  for (const listener of listeners) listener();
}

export function useUnread(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => unread,
  );
}
