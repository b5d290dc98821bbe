import type { getSession, signOut, User } from '@dazi/contract/identity/identity';
import { sessionCheckCache_ms } from '@dazi/contract/identity/identity.rules';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  clearDeviceSession,
  endDeviceSession,
  keepDeviceSession,
  readDeviceSession,
} from '#features/identity/device-session.ts';
import { setLeaving, tellOtherTabs } from '#features/identity/session-channel.ts';
import { keepSessionFacts } from '#features/identity/session-facts.ts';
import { call, holdCalls } from '#platform/api.ts';
import { failingAs } from '#platform/failures.ts';
import { restartStream } from '#platform/stream.ts';
import { currentTime } from '#platform/time.ts';
import { showToast } from '#ui/toast-store.ts';

export const sessionKey = ['session'] as const;

/** The picture is taken from the server again when it is older than this. */
const avatarRefresh_ms = 5 * 60_000;

export type Session =
  | { status: 'loading'; user: null }
  | { status: 'signed-in'; user: User }
  | { status: 'signed-out'; user: null };

/** Who was found to be here last: where nothing is kept only this says that the next answer is no news. */
let lastFound: string | null = null;

/** The server decides who is signed in; what is kept here helps only while it cannot be asked. */
async function checkSession(signal: AbortSignal): Promise<User | null> {
  const kept = readDeviceSession(currentTime());
  if (kept.state === 'spoiled') {
    endDeviceSession();
    await call<typeof signOut>('POST', '/api/auth/sign-out').catch(() => {});
    return null;
  }
  let user: User | null;
  let keptUntil: string | null;
  try {
    const answer = await failingAs(
      call<typeof getSession>('GET', '/api/auth/session', { signal }),
      () => 'Authentication error',
    );
    user = answer.data;
    keptUntil = answer.keptUntil;
    const { left, administrator, moderator, standing, unreadDecision } = answer;
    keepSessionFacts({ left, administrator, moderator, standing, unreadDecision, keptUntil });
  } catch (error) {
    // No answer, or one that says nothing about the session: who was signed in stays so for now.
    if (kept.state === 'kept') return kept.user;
    throw error;
  }
  const before = kept.state === 'kept' ? kept.user.id : null;
  if (user) keepDeviceSession(user, currentTime(), keptUntil === null ? null : Date.parse(keptUntil));
  else endDeviceSession();
  const found = user?.id ?? null;
  const isNews = before !== found && (before !== null || found !== lastFound);
  lastFound = found;
  if (isNews) {
    restartStream();
    tellOtherTabs(user ? null : before);
  }
  return user;
}

const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => checkSession(signal),
  staleTime: sessionCheckCache_ms,
  refetchOnWindowFocus: true,
});

/** Asks again from time to time; stands once in the page. */
export const useSessionRefresh = (every_ms = avatarRefresh_ms) =>
  void useQuery({ ...sessionQuery, refetchInterval: every_ms });

export function useSession(): Session {
  const { data, isPending } = useQuery({ ...sessionQuery, refetchOnMount: false });
  if (isPending) return { status: 'loading', user: null };
  return data ? { status: 'signed-in', user: data } : { status: 'signed-out', user: null };
}

/** A page that is loaded anew is gone by then. */
const pageGone_ms = 5000;

/** Ends the session here and in all tabs, then loads the page anew. */
export function useSignOut() {
  const client = useQueryClient();
  const { t } = useTranslation();
  return useMutation({
    // The other tabs hear of it from the server, too: what they say of it is not to end this tab before its own word.
    onMutate: () => setLeaving(true),
    mutationFn: async () => {
      const kept = readDeviceSession(currentTime());
      // What is under way would be refused once the session is over, and so would what begins until the page is new.
      await client.cancelQueries();
      const leaving = call<typeof signOut>('POST', '/api/auth/sign-out');
      holdCalls(leaving.then(() => new Promise((resolve) => setTimeout(resolve, pageGone_ms))));
      await leaving;
      return kept.state === 'kept' ? kept.user.id : null;
    },
    onSuccess: (userId) => {
      clearDeviceSession();
      client.clear();
      restartStream();
      tellOtherTabs(userId);
      window.location.reload();
    },
    onError: () => {
      setLeaving(false);
      // What the other tabs said meanwhile was not heard, and what was under way is still wanted.
      void client.invalidateQueries();
      showToast({ type: 'error', message: t('identity.signOutFailed') });
    },
  });
}

export { keepCurrentProfile, readDeviceSession } from './device-session.ts';
export { isOut, useSessionFacts } from './session-facts.ts';
export { startSignIn, useSignInFailure } from './sign-in.ts';
export { useRequireSignIn } from './use-require-sign-in.ts';
