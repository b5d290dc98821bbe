import { useSyncExternalStore } from 'react';

let open = false;
const listeners = new Set<() => void>();

export function setSettingsOpen(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

/** The settings belong to the whole app, and several places lead to them. */
export const openSettings = () => setSettingsOpen(true);
export const closeSettings = () => setSettingsOpen(false);

export function useSettingsOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
