import type { User } from '@dazi/contract/identity/identity';
import type { Plan } from '@dazi/contract/plans/plans';
import { Repeat } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFailureText } from '#platform/error-text.ts';
import { localId } from '#platform/local-id.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast-store.ts';
import { Gem } from './ActivityGlyph.tsx';
import { PlanButton } from './PlanButton.tsx';
import { PlanCard } from './PlanCard.tsx';
import { whenAgain } from './plan-again.ts';
import { whenText } from './plan-time.ts';
import { usePlan, useRepeatPlan } from './plans.api.ts';
import { planPath } from './use-join-plan.ts';
import { useReader } from './use-reader.ts';

interface OwnPlan {
  plan: Plan;
  user: User;
}

/** Afterwards: asks whoever was in, and offers its host the next one. */
export function HowWasIt({ plan, children }: { plan: Plan; children: ReactNode }) {
  const { t } = useTranslation();
  const reader = useReader();
  const count = plan.goingCount;
  return (
    <section className="plans-how" aria-label={t('plans.after.how')}>
      <Gem activity={plan.activity} size="l" />
      <h3>{t('plans.after.how')}</h3>
      <p className="sm t2">{t('plans.after.howText', { when: whenText(plan, reader, t), count })}</p>
      {children}
    </section>
  );
}

/** For the host: makes the same plan a week later. */
export function RepeatPlan({ plan, user }: OwnPlan) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const reader = useReader();
  const failureText = useFailureText();
  const [clientId] = useState(localId);
  const repeating = useRepeatPlan(user.id, plan.id);
  const when = whenAgain(plan, reader.now);
  const repeat = useOneAtATime(async () => {
    const askedOn = window.location.pathname;
    try {
      const copy = await repeating.mutateAsync({ clientId, local: when.local });
      const done = { type: 'success', message: t('plans.after.againDone') } as const;
      const open = () => navigate(planPath(copy.id));
      // Whoever went on meanwhile is not taken away from there.
      if (window.location.pathname !== askedOn) {
        showToast({ ...done, action: { label: t('plans.detail.open'), run: open } });
        return;
      }
      showToast(done);
      open();
    } catch (error) {
      showToast({ type: 'error', message: failureText(t('plans.create.failed'), error) });
    }
  });
  return (
    <section className="plans-after" aria-label={t('plans.after.again')}>
      <Button kind="primary" busy={repeating.isPending} onClick={() => void repeat()}>
        <Repeat className="i s" aria-hidden="true" />
        <span>{t('plans.after.again')}</span>
      </Button>
      <p className="sm t2">{t('plans.after.againText', { when: whenText(when, reader, t) })}</p>
    </section>
  );
}

/** For those who were in: the plan that is this one again. */
export function NextPlan({ planId, user }: { planId: string; user: User }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: plan } = usePlan(planId);
  if (!plan) return null;
  return (
    <section className="plans-after" aria-label={t('plans.after.next')}>
      <h3>{t('plans.after.next')}</h3>
      <PlanCard plan={plan} located={false} selected={false} onOpen={({ id }) => navigate(`/plan/${id}`)}>
        <PlanButton user={user} plan={plan} size="s" />
      </PlanCard>
    </section>
  );
}
