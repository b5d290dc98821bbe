import { useSyncExternalStore } from 'react';

/** What waits for whoever is signed in. */
interface Waiting {
  /** Messages and requests. */
  messages: number;
  /** Before the board, for the own ballot. */
  motions: number;
}

let waiting: Waiting = { messages: 0, motions: 0 };
const listeners = new Set<() => void>();

export function setUnread(next: Partial<Waiting>): void {
  const { messages, motions } = { ...waiting, ...next };
  if (messages === waiting.messages && motions === waiting.motions) return;
  waiting = { messages, motions };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useUnread = (): number => useSyncExternalStore(subscribe, () => waiting.messages);
export const useWaitingMotions = (): number => useSyncExternalStore(subscribe, () => waiting.motions);
