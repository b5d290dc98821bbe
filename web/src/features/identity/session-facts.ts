import type { LeftAccount } from '@dazi/contract/identity/identity';
import { useSyncExternalStore } from 'react';

/** What the server says of a session beside whose it is. */
export interface SessionFacts {
  /** The account is deleted and may be restored; nobody is signed in then. */
  left: LeftAccount | null;
  administrator: boolean;
  /** Until when one stays signed in here who asked to; null for the usual 24 hours. */
  keptUntil: string | null;
}

let facts: SessionFacts = { left: null, administrator: false, keptUntil: null };
const listeners = new Set<() => void>();

export function keepSessionFacts(next: SessionFacts): void {
  facts = next;
  for (const listener of listeners) listener();
}

export function useSessionFacts(): SessionFacts {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => facts,
  );
}

const farewellKey = 'dazi.farewell';

/** Remembers over the reload until when the account that was just deleted can be restored. */
export function keepFarewell(restorableUntil: string | null): void {
  try {
    if (restorableUntil) sessionStorage.setItem(farewellKey, restorableUntil);
    else sessionStorage.removeItem(farewellKey);
  } catch {
    // The account is deleted all the same; only nothing is said of it.
  }
}

export function readFarewell(): string | null {
  try {
    return sessionStorage.getItem(farewellKey);
  } catch {
    return null;
  }
}
