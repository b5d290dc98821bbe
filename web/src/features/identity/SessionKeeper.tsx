import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { readDeviceSession } from '#features/identity/device-session.ts';
import {
  isOut,
  sessionKey,
  useSession,
  useSessionFacts,
  useSessionRefresh,
} from '#features/identity/identity.api.ts';
import { isTabLeaving, onSessionNews, setLeaving } from '#features/identity/session-channel.ts';
import { startSignIn } from '#features/identity/sign-in.ts';
import { useSignInError } from '#features/identity/use-sign-in-error.ts';
import { useStandingChange } from '#features/identity/use-standing-change.ts';
import { onSignInRequired } from '#platform/api.ts';
import { dropWordsOfOthers } from '#platform/passing-words.ts';
import { forgetMemories } from '#platform/storage.ts';
import { onStreamSignedOut, restartStream } from '#platform/stream.ts';
import { currentTime } from '#platform/time.ts';
import { entered } from '#platform/visit-mark.ts';
import { showToast } from '#ui/toast-store.ts';

/** Browsers hold timers to about 24.8 days; what lasts longer is looked at on the way. */
const longestTimer_ms = 2 ** 31 - 1;

/** Without a stream nothing tells that an account is in again. */
const askWhileOut_ms = 15_000;

/** Where the landing says what became of a sign-in, beside its own button. */
const hasLanding = () => /^\/(map$|$|invitation\/)/.test(window.location.pathname) && !entered.isSet;

/** Keeps every tab in step with the session: its end, other tabs, and the stream. */
export function SessionKeeper() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { standing, keptUntil } = useSessionFacts();
  useSessionRefresh(isOut(standing) ? askWhileOut_ms : undefined);
  const session = useSession();
  const userId = session.user?.id ?? null;
  useStandingChange(userId, standing);
  const failure = useSignInError();

  // A tab that began anew shows somebody else, or nobody: several others may say that the same person went.
  const lastShown = useRef<string | null>(null);
  if (userId !== null) lastShown.current = userId;

  // In the browser's memory it did not hear whether somebody signed out, or their session ended by itself.
  const cameBack = useRef(false);
  useEffect(() => {
    const check = () => void client.invalidateQueries({ queryKey: sessionKey });
    const forgetTabs = onSessionNews((gone) => {
      if (gone !== null && gone === lastShown.current) window.location.reload();
      else check();
    });
    const forgetStream = onStreamSignedOut(check);
    // Back from the browser's memory it has heard nothing meanwhile, neither who is signed in nor what was told.
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      cameBack.current = true;
      setLeaving(false);
      check();
      restartStream();
    };
    addEventListener('pageshow', back);
    return () => {
      removeEventListener('pageshow', back);
      forgetTabs();
      forgetStream();
    };
  }, [client]);

  // It may have ended elsewhere, which nothing tells a page without a stream; for a visitor a refusal is no news.
  useEffect(() => {
    if (userId === null) return;
    return onSignInRequired(() => {
      if (!isTabLeaving()) void client.invalidateQueries({ queryKey: sessionKey }, { cancelRefetch: false });
    });
  }, [client, userId]);

  useEffect(() => {
    const kept = readDeviceSession(currentTime());
    if (!userId || kept.state !== 'kept') return;
    const until = keptUntil === null ? kept.until : Date.parse(keptUntil);
    const left_ms = Math.min(longestTimer_ms, until - currentTime());
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: sessionKey }), left_ms);
    return () => clearTimeout(timer);
  }, [client, userId, keptUntil]);

  // Undefined until it is known who asks.
  const before = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    if (session.status === 'loading' || before.current === userId) return;
    // Answers depend on who asks; once everything that asks has turned to whoever is there now.
    if (before.current !== undefined) {
      const filter = { predicate: ({ queryKey }: Query) => queryKey[0] !== sessionKey[0] };
      const wasSomebody = before.current !== null;
      if (wasSomebody) forgetMemories(userId === null && !cameBack.current);
      queueMicrotask(() => {
        if (!wasSomebody) return void client.invalidateQueries(filter);
        // Nothing that was answered to somebody stays for whoever comes.
        client.getMutationCache().clear();
        client.removeQueries({ ...filter, type: 'inactive' });
        void client.resetQueries(filter);
      });
      if (userId === null) {
        const action = { label: t('identity.signIn'), run: startSignIn };
        showToast({ type: 'info', message: t('identity.sessionEnded'), action });
      }
    }
    if (userId !== null) dropWordsOfOthers(userId);
    before.current = userId;
  }, [client, session, userId, t]);

  const told = useRef(false);
  useEffect(() => {
    if (!failure || told.current || hasLanding()) return;
    told.current = true;
    showToast({ type: 'error', message: failure });
  }, [failure]);

  return null;
}
