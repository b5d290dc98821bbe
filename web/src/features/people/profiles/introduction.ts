import type { Profile } from '@dazi/contract/people/profiles';
import { useSyncExternalStore } from 'react';
import { readStored, stored, writePersonal } from '#platform/storage.ts';

/** Age and gender that nobody has confirmed, and that were not waved through on this device. */
export function needsIntroduction(profile: Profile): boolean {
  return !profile.isConfirmed && readStored(stored.introduced(profile.userId)) === null;
}

export function keepIntroduced(userId: string): void {
  writePersonal(userId, stored.introduced(userId), 'yes');
}

/** How often something has asked for the card that could not go on without it. */
let requests = 0;
const listeners = new Set<() => void>();

/** Opens the card "This is you": what somebody wants to do needs an age and a gender that they have confirmed. */
export function requestIntroduction(): void {
  requests++;
  for (const listener of listeners) listener();
}

const putOffListeners = new Set<() => void>();

/** Somebody closed the card without saving it: what waited for it waits no more. */
export function putOffIntroduction(): void {
  for (const listener of putOffListeners) listener();
}

export function onIntroductionPutOff(listener: () => void): () => void {
  putOffListeners.add(listener);
  return () => putOffListeners.delete(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIntroductionRequests = (): number => useSyncExternalStore(subscribe, () => requests);
