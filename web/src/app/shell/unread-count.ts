import { useSyncExternalStore } from 'react';

/** What waits for whoever is signed in. */
interface Waiting {
  /** Messages and requests. */
  messages: number;
  /** Before the board, for the own ballot. */
  motions: number;
  /** Cases and appeals before moderators. */
  cases: number;
}

const nothing: Waiting = { messages: 0, motions: 0, cases: 0 };
let waiting = nothing;
const listeners = new Set<() => void>();

export function setUnread(next: Partial<Waiting>): void {
  const { messages, motions, cases } = { ...waiting, ...next };
  if (messages === waiting.messages && motions === waiting.motions && cases === waiting.cases) return;
  waiting = { messages, motions, cases };
  for (const listener of listeners) listener();
}

/** Nobody is signed in any more. */
export const clearUnread = (): void => setUnread(nothing);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useUnread = (): number => useSyncExternalStore(subscribe, () => waiting.messages);
export const useWaitingMotions = (): number => useSyncExternalStore(subscribe, () => waiting.motions);
export const useWaitingCases = (): number => useSyncExternalStore(subscribe, () => waiting.cases);
