import { useSyncExternalStore } from 'react';

interface Expanded {
  id: string;
  /** Which of its views, for apps that have several. */
  view: string | null;
}

/** The one card that is expanded: opening another one collapses it. */
let expanded: Expanded | null = null;
const listeners = new Set<() => void>();

function set(next: Expanded | null): void {
  expanded = next;
  for (const listener of listeners) listener();
}

export const expandCard = (id: string, view: string | null = null): void => set({ id, view });

export function collapseCard(id: string): void {
  if (expanded?.id === id) set(null);
}

export const expandedCard = (): Expanded | null => expanded;

/** Null while the card is collapsed. */
export const useExpandedCard = (id: string): Expanded | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (expanded?.id === id ? expanded : null),
  );
