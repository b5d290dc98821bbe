import type { User } from '@dazi/contract/identity/identity';
import type { Plan } from '@dazi/contract/plans/plans';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { startSignIn } from '#features/identity/identity.api.ts';
import { requestIntroduction, useOwnProfile } from '#features/people/profiles/profiles.api.ts';
import { ApiError } from '#platform/api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useBackCloses } from '#platform/history.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { showToast } from '#ui/toast-store.ts';
import { isStatable } from './plan-action.ts';
import { isIn, useJoinPlan } from './plan-people.api.ts';
import { usePlanSettings } from './plan-settings.api.ts';
import { momentText } from './plan-time.ts';
import { isToBeStated, wantedBy } from './plan-wants.ts';
import { planName } from './plan-words.ts';
import { askForPlan, planAfterLoss } from './plans.api.ts';
import { useReader } from './use-reader.ts';

export const planPath = (planId: string, invite: string | null = null) =>
  `/plan/${planId}${invite ? `?invite=${encodeURIComponent(invite)}` : ''}`;

interface Asked {
  invite?: string | null;
  message?: string;
}

/**
 * Joins a plan, stands in its line or asks its host. What is to be stated first is asked for in a dialog, after which
 * joining goes on by itself; nothing is kept to be sent later.
 */
export function useJoining(user: User | null, plan: Plan, { invite = null, message = '' }: Asked) {
  const { t } = useTranslation();
  const reader = useReader();
  const failureText = useFailureText();
  const { profile } = useOwnProfile();
  const settings = usePlanSettings(user?.id ?? null);
  const joining = useJoinPlan(user?.id ?? '', plan.id);
  const [asks, setAsks] = useState<'safety' | 'blocked' | null>(null);
  // On a phone it is a page of its own. There may be several buttons of one plan.
  useBackCloses(`safety:${useId()}`, asks === 'safety', () => setAsks(null));
  const fail = (text: string) => showToast({ type: 'error', message: text });

  const tellOverlap = async (planId: string) => {
    const data = await askForPlan(planId);
    const time = momentText(data.startsAt, reader);
    const activity = planName(data, reader.language);
    showToast({ type: 'warning', message: t('plans.join.overlap', { activity, time }) });
  };

  const tell = (joined: Plan) => {
    const { standing, place } = joined.mine;
    if (standing === 'going') {
      showToast({ type: 'success', title: t('plans.join.joined'), message: t('plans.join.joinedText') });
    } else if (standing === 'waiting') {
      const isFaster = plan.goingCount < plan.seats;
      const message = isFaster ? t('plans.join.late') : t('plans.join.waiting', { place: place ?? 1 });
      showToast({ type: isFaster ? 'warning' : 'success', message });
    } else if (standing === 'asked') {
      const time = momentText(joined.decidesAt, reader);
      showToast({ type: 'success', message: t('plans.join.asked', { time }) });
    }
  };

  const failed = async (error: unknown, hasStated: boolean) => {
    const code = error instanceof ApiError ? error.code : '';
    // Whoever has just stated what they could would be asked the same again, and not know why.
    if (isStatable(code) && !hasStated) {
      const stated = (await settings.refetch()).data;
      if (stated && isToBeStated(stated, wantedBy(plan, stated))) return setAsks('safety');
    }
    // Perhaps it was heard, and the answer was lost.
    const now = await planAfterLoss(error, plan.id);
    if (now && isIn(now) && now.mine.standing !== plan.mine.standing) return tell(now);
    if (code === 'NETWORK' && !navigator.onLine) return fail(t('plans.join.offline'));
    fail(failureText(t('plans.join.failed'), error));
  };

  const send = async (hasStated = false) => {
    try {
      const { data, overlaps } = await joining.mutateAsync({
        ...(invite && { invite }),
        ...(plan.entry === 'ask' && message.trim() && { message: message.trim() }),
      });
      tell(data);
      if (overlaps[0]) await tellOverlap(overlaps[0]).catch(() => {});
    } catch (error) {
      await failed(error, hasStated);
    }
  };

  const begin = async () => {
    const stated = settings.data ?? (await settings.refetch()).data;
    if (!stated) return fail(t(navigator.onLine ? 'plans.join.failed' : 'plans.join.offline'));
    const wanted = wantedBy(plan, stated);
    if (wanted.gender && profile && !profile.isConfirmed) return requestIntroduction();
    if (isToBeStated(stated, wanted)) return setAsks('safety');
    await send();
  };

  const once = useOneAtATime((work: () => Promise<unknown>) => work());
  return {
    join: () => {
      if (!user) return startSignIn(planPath(plan.id, invite));
      if (plan.mine.blockedAmong && plan.mine.standing !== 'waiting') return setAsks('blocked');
      return void once(async () => begin());
    },
    /** What was asked for has been answered: what was stated needs no second look. */
    goOn: () => {
      const next = asks === 'safety' ? () => send(true) : begin;
      setAsks(null);
      return once(async () => next());
    },
    asks,
    stopAsking: () => setAsks(null),
    settings: settings.data,
    isBusy: joining.isPending,
  };
}
