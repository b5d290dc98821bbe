import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { sessionKey, useSessionFacts } from '#features/identity/identity.api.ts';
import { onStandingRefused } from '#platform/api.ts';
import { subscribeToPersonal } from '#platform/stream.ts';
import { showToast } from '#ui/toast-store.ts';
import { moderationKey, refreshCases, useWaiting, type Waiting, waitingKey } from './moderation.api.ts';

/** Decisions about oneself, and what one may do as a moderator: the session is asked for again. */
export function useStandingNews(): void {
  const client = useQueryClient();
  useEffect(() => {
    const askAgain = () => {
      void client.invalidateQueries({ queryKey: sessionKey });
      void client.invalidateQueries({ queryKey: ['decisions'] });
    };
    const subscription = subscribeToPersonal({
      takes: { standing_changed: askAgain },
      resumed: (_behind, isAfterGap) => isAfterGap && askAgain(),
    });
    return () => subscription.close();
  }, [client]);
}

/** Whatever was tried, whoever is limited is told that this is why, and led to the decision. */
export function useLimitNews(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { decisionId } = useSessionFacts().standing;
  useEffect(
    () =>
      onStandingRefused((code) => {
        if (code !== 'ACCOUNT_LIMITED') return;
        showToast({
          type: 'error',
          message: t('errors.ACCOUNT_LIMITED'),
          ...(decisionId && {
            action: { label: t('standing.read'), run: () => navigate(`/account/decisions/${decisionId}`) },
          }),
        });
      }),
    [t, navigate, decisionId],
  );
}

/** What waits for a moderator, kept up to date; stands once in the page. */
export function useWaitingNews(isModerator: boolean, onWaiting: (count: number) => void): void {
  const client = useQueryClient();
  const waiting = useWaiting(isModerator);
  useEffect(() => {
    if (!isModerator) return;
    const askAgain = () => void refreshCases(client);
    const takeOver = ({ waiting }: { waiting: Waiting }) => {
      // Pages that show no queue are told all they show.
      client.setQueryData<Waiting>(waitingKey, waiting);
      void client.invalidateQueries({
        queryKey: moderationKey,
        predicate: ({ queryKey }) => queryKey[1] !== waitingKey[1],
      });
    };
    const subscription = subscribeToPersonal({
      takes: { moderation_changed: takeOver },
      resumed: (_behind, isAfterGap) => isAfterGap && askAgain(),
    });
    return () => {
      subscription.close();
      // Whoever is no moderator any more keeps nothing of what they saw as one.
      client.removeQueries({ queryKey: moderationKey });
      client.removeQueries({ queryKey: ['moderated-person'] });
    };
  }, [client, isModerator]);
  const count = waiting ? waiting.hour + waiting.day + waiting.week + waiting.appeals : 0;
  useEffect(() => onWaiting(count), [count, onWaiting]);
}
