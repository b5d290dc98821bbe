import type { Plan } from '@dazi/contract/plans/plans';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { leavingOf } from './plan-action.ts';
import { useLeavePlan } from './plan-people.api.ts';
import { momentText } from './plan-time.ts';
import { useReader } from './use-reader.ts';

interface LeaveQuestionProps {
  plan: Plan;
  userId: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  onLeft?(): void;
}

/** Asks before the own seat is given up; of a host others may take over. */
export function LeaveQuestion({ plan, userId, open, onOpenChange, onLeft }: LeaveQuestionProps) {
  const { t } = useTranslation();
  const reader = useReader();
  const failureText = useFailureText();
  const leaving = useLeavePlan(userId, plan.id);
  const until = Math.min(reader.now + planLimits.confirm_ms, Date.parse(plan.decidesAt));
  const text = t(`plans.leave.${leavingOf(plan, reader.now)}`, {
    time: momentText(new Date(until).toISOString(), reader),
  });
  const leave = async () => {
    try {
      await leaving.mutateAsync();
      onOpenChange(false);
      onLeft?.();
      showToast({ type: 'success', message: t('plans.leave.left') });
    } catch (error) {
      showToast({ type: 'error', message: failureText(t('plans.leave.failed'), error) });
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('plans.leave.question')}
      text={text}
      confirmLabel={t('plans.leave.action')}
      destructive
      busy={leaving.isPending}
      onConfirm={leave}
    />
  );
}

export function LeavePlan({ plan, userId }: { plan: Plan; userId: string }) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button kind="danger-quiet" onClick={() => setAsks(true)}>
        {t('plans.leave.action')}
      </Button>
      <LeaveQuestion plan={plan} userId={userId} open={asks} onOpenChange={setAsks} />
    </>
  );
}
