import { useSyncExternalStore } from 'react';
import { logFailure } from '#platform/failures.ts';
import { i18n } from '#platform/i18n/i18n.ts';
import { forgetHandedWords, handOverWords, takeHandedWords } from '#platform/passing-words.ts';

/** How the last attempt to sign in ended, as the server's redirect told us. */
export interface SignInFailure {
  code: string;
  status: string;
  /** Until when no account is opened, as an instant; empty where that is not why. */
  until: string;
}

const startedKey = 'dazi.signingIn';
let failure: SignInFailure | null = null;
let justSignedIn = false;
let starting = false;
let keeps = false;
let entrance: { invitation: string } | null = null;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads what the provider's redirect brought, once, and takes it out of the address. */
export function takeSignInResult(): void {
  const address = new URL(window.location.href);
  const said = (name: string) => address.searchParams.get(name) ?? '';
  const refused = said('signInError');
  const failed = refused !== '' || said('signIn') === 'failed';
  if (failed) {
    failure = { code: refused || said('code'), status: said('status'), until: said('until') };
    logFailure(new Error('Sign in failed', { cause: failure }));
    for (const name of ['signIn', 'signInError', 'code', 'status', 'until'])
      address.searchParams.delete(name);
    window.history.replaceState(window.history.state, '', address);
  }
  try {
    justSignedIn = !failed && sessionStorage.getItem(startedKey) !== null;
    sessionStorage.removeItem(startedKey);
  } catch {
    justSignedIn = false;
  }
  takeHandedWords();
  // Coming back with the browser's own button the page may still be as it was left.
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    starting = false;
    forgetHandedWords();
    changed();
  });
}

/** Leaves for the identity provider and comes back to where the person is, or to another address of ours. */
export function startSignIn(returnTo?: string): void {
  if (starting) return;
  starting = true;
  failure = null;
  changed();
  try {
    sessionStorage.setItem(startedKey, '1');
  } catch {
    // Only the moment of success will not be shown.
  }
  handOverWords();
  const { pathname, search, hash } = window.location;
  const back = returnTo ?? pathname + search + hash;
  const query = new URLSearchParams({
    returnTo: back,
    language: i18n.language,
    ...(keeps && { keep: '1' }),
    ...entrance,
  });
  window.location.assign(`/api/auth/sign-in?${query}`);
}

/** Whether whoever signs in from this page wants to stay signed in. */
export function chooseKeep(next: boolean): void {
  keeps = next;
  changed();
}

/** Whoever signs in from this page on comes by this invitation, by whichever button. */
export function comeBy(invitation: string): void {
  entrance = { invitation };
}

export const useKeepChoice = () => useSyncExternalStore(subscribe, () => keeps);
export const useSignInStarting = () => useSyncExternalStore(subscribe, () => starting);
export const useSignInFailure = () => useSyncExternalStore(subscribe, () => failure);
export const wasJustSignedIn = () => justSignedIn;
