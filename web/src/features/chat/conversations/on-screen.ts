import { useSyncExternalStore } from 'react';
import { onPersonGone } from '#platform/storage.ts';

let shown: string | null = null;
const listeners = new Set<() => void>();

/** The conversation whose end somebody is looking at: what is said there is seen, and no badge tells of it. */
export const onScreen = (): string | null => shown;

export function putOnScreen(conversationId: string | null): void {
  if (conversationId === shown) return;
  shown = conversationId;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useIsOnScreen = (conversationId: string): boolean =>
  useSyncExternalStore(subscribe, () => shown === conversationId);

onPersonGone(() => putOnScreen(null));
