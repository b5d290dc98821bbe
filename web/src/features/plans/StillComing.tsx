import type { Plan } from '@dazi/contract/plans/plans';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useConfirmPlan, useLeavePlan } from './plan-people.api.ts';
import { momentText } from './plan-time.ts';
import { useReader } from './use-reader.ts';

/** Asks whether somebody still comes, after a change that matters. */
export function StillComing({ plan, userId }: { plan: Plan; userId: string }) {
  const { t } = useTranslation();
  const reader = useReader();
  const failureText = useFailureText();
  const confirming = useConfirmPlan(userId, plan.id);
  const leaving = useLeavePlan(userId, plan.id);
  const answer = useOneAtATime(async (comes: boolean) => {
    try {
      if (comes) await confirming.mutateAsync(plan.version);
      else await leaving.mutateAsync();
      showToast({ type: 'success', message: t(comes ? 'plans.confirm.done' : 'plans.leave.left') });
    } catch (error) {
      const failed = t(comes ? 'plans.change.failed' : 'plans.leave.failed');
      showToast({ type: 'error', message: failureText(failed, error) });
    }
  });
  const until = plan.mine.confirmUntil;
  return (
    <section className="plans-still" aria-label={t('plans.confirm.question')}>
      <p className="row">
        <Icon name="clock" />
        <span>
          <b className="b">{t('plans.confirm.question')}</b>{' '}
          {until && t('plans.confirm.answerBy', { time: momentText(until, reader) })}
        </span>
      </p>
      <div className="row">
        <Button kind="primary" block busy={confirming.isPending} onClick={() => void answer(true)}>
          {t('plans.confirm.yes')}
        </Button>
        <Button block busy={leaving.isPending} onClick={() => void answer(false)}>
          {t('plans.confirm.no')}
        </Button>
      </div>
    </section>
  );
}
