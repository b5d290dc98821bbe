import type { Plan } from '@dazi/contract/plans/plans';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { showToast } from '#ui/toast-store.ts';
import { useAnswerRequest, useConfirmPlan, useLeavePlan } from './plan-people.api.ts';

/** Answers whether somebody still comes; a failure is said. `onDone` hears of what was taken. */
export function useStillComing(plan: Pick<Plan, 'id' | 'version'>, userId: string, onDone?: () => void) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const confirming = useConfirmPlan(userId, plan.id);
  const leaving = useLeavePlan(userId, plan.id);
  const answer = useOneAtATime(async (comes: boolean) => {
    try {
      if (comes) await confirming.mutateAsync(plan.version);
      else await leaving.mutateAsync();
    } catch (error) {
      const failed = t(comes ? 'plans.change.failed' : 'plans.leave.failed');
      showToast({ type: 'error', message: failureText(failed, error) });
      return;
    }
    showToast({ type: 'success', message: t(comes ? 'plans.confirm.done' : 'plans.leave.left') });
    onDone?.();
  });
  return { answer, isConfirming: confirming.isPending, isLeaving: leaving.isPending };
}

/** Answers a request to join, in the same way. */
export function useRequestAnswer(planId: string, userId: string, onDone?: () => void) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const answering = useAnswerRequest(userId, planId);
  const answer = useOneAtATime(async (personId: string, action: 'let_in' | 'decline') => {
    try {
      await answering.mutateAsync({ personId, action });
    } catch (error) {
      showToast({ type: 'error', message: failureText(t('plans.change.failed'), error) });
      return;
    }
    onDone?.();
  });
  return { answer, isAnswering: answering.isPending };
}
