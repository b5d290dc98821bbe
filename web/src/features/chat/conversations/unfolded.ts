import { useSyncExternalStore } from 'react';
import { onPersonGone } from '#platform/storage.ts';

let unfolded: string | null = null;
const listeners = new Set<() => void>();

/** Whether what somebody wrote whom one has blocked is shown: in one private conversation, until it is left. */
export const isUnfolded = (conversationId: string): boolean => unfolded === conversationId;

export function putUnfolded(conversationId: string | null): void {
  unfolded = conversationId;
  for (const listener of listeners) listener();
}

export const useIsUnfolded = (conversationId: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isUnfolded(conversationId),
  );

onPersonGone(() => putUnfolded(null));

/** For a question about its messages: with them or without. */
export const unfolding = (conversationId: string) =>
  isUnfolded(conversationId) ? { unfolded: 'true' as const } : {};
