import type { LeftAccount } from '@dazi/contract/identity/identity';
import type { Standing } from '@dazi/contract/identity/standing';
import { useSyncExternalStore } from 'react';

/** What the server says of a session beside whose it is. */
export interface SessionFacts {
  /** The account is deleted and may be restored; nobody is signed in then. */
  left: LeftAccount | null;
  administrator: boolean;
  /** Until when one stays signed in here who asked to; null for the usual 24 hours. */
  keptUntil: string | null;
  /** Administrators are moderators as well. */
  moderator: boolean;
  standing: Standing;
  /** A decision that must be read before one goes on. */
  unreadDecision: string | null;
}

const goodStanding: Standing = { kind: 'good', until: null, decisionId: null };

let facts: SessionFacts = {
  left: null,
  administrator: false,
  moderator: false,
  standing: goodStanding,
  unreadDecision: null,
  keptUntil: null,
};
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

/** Suspended or closed: nothing is left but to read why, to appeal, and to take along or delete what is one's own. */
export const isOut = ({ kind }: Pick<Standing, 'kind'>): boolean => kind === 'suspended' || kind === 'closed';

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
