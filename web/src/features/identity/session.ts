import type { getSession, signOut, User } from '@dazi/contract/identity/identity';
import { sessionCheckCache_ms } from '@dazi/contract/identity/identity.rules';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { endDeviceSession, keepDeviceSession, readDeviceSession } from '#features/identity/device-session.ts';
import { isTabLeaving, tellOtherTabs } from '#features/identity/session-channel.ts';
import { keepSessionFacts } from '#features/identity/session-facts.ts';
import { call } from '#platform/api.ts';
import { failingAs } from '#platform/failures.ts';
import { restartStream } from '#platform/stream.ts';
import { currentTime } from '#platform/time.ts';

export const sessionKey = ['session'] as const;

/** The picture is taken from the server again when it is older than this. */
const avatarRefresh_ms = 5 * 60_000;

type Session =
  | { status: 'loading'; user: null }
  | { status: 'signed-in'; user: User }
  | { status: 'signed-out'; user: null };

/** Who was found to be here last: where nothing is kept only this says that the next answer is no news. */
let lastFound: string | null = null;

/** The server decides who is signed in; what is kept here helps only while it cannot be asked. */
async function checkSession(signal: AbortSignal, shown: () => User | null): Promise<User | null> {
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
    // Whoever leaves stays until the page is new: dialogs that go with them go back in the history, which takes the place
    // of the way to the new page.
    if (isTabLeaving()) return shown();
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
  queryFn: ({ signal, client }) =>
    checkSession(signal, () => client.getQueryData<User | null>(sessionKey) ?? null),
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
