import type { ActivityCode } from '@dazi/contract/plans/plan-activities';
import type { Plan } from '@dazi/contract/plans/plans';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useRequireSignIn, useSession } from '#features/identity/identity.api.ts';
import {
  beginningOf,
  emptyPlanDraft,
  filledDraft,
  type PlanDraft,
  planForms,
  writtenOver,
} from '#features/plans/plan-draft.ts';
import { useBackCloses } from '#platform/history.ts';
import { usePersonalForm } from '#platform/personal-forms.ts';

export function usePlanForm() {
  const { t } = useTranslation();
  const { user } = useSession();
  const requireSignIn = useRequireSignIn();
  const [state, setState] = useState<'closed' | 'open' | 'placing'>('closed');
  const [isUsed, setUsed] = useState(false);
  const [plan, setPlan] = useState<Plan | null>(null);
  const empty = useMemo(() => (plan ? beginningOf(plan) : emptyPlanDraft), [plan]);
  const {
    form: kept,
    change: keep,
    forget,
  } = usePersonalForm(planForms, user?.id ?? '', plan?.id ?? 'new', empty);
  const written = useMemo(() => filledDraft(kept), [kept]);
  const draft = useMemo(() => writtenOver(written, empty), [written, empty]);
  const change = (changes: Partial<PlanDraft>) =>
    keep(draft === written ? changes : { ...draft, ...changes });

  const open = useCallback((changed: Plan | null) => {
    setPlan(changed);
    setUsed(true);
    setState('open');
  }, []);
  /** A new one, about something where that is known; it is signed-in people who may. */
  const start = useCallback(
    (activity?: ActivityCode) => {
      if (!requireSignIn(t('errors.PLAN_SIGN_IN_REQUIRED')) || !user) return;
      if (activity) {
        const kept = planForms.of(user.id, 'new') ?? emptyPlanDraft;
        planForms.keep(user.id, 'new', { ...kept, activity });
      }
      open(null);
    },
    [user, requireSignIn, open, t],
  );

  const { key, state: asked } = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history asks once
  useEffect(() => {
    if (!(asked as { makesPlan?: boolean } | null)?.makesPlan) return;
    navigate({ search: window.location.search }, { replace: true });
    start();
  }, [key]);

  // The choice of a place lies over the form, which stays as it is meanwhile.
  useBackCloses('plan-form', state !== 'closed', () => setState('closed'));
  useBackCloses('plan-place', state === 'placing', () => setState('open'));

  const finish = () => {
    forget();
    setState('closed');
  };
  return { state, setState, isUsed, plan, draft, change, start, edit: open, finish };
}
