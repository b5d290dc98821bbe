import type { Plan } from '@dazi/contract/plans/plans';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { usePlanPeople } from './plan-people.api.ts';
import { usePlan } from './plans.api.ts';
import { useRequestAnswer, useStillComing } from './use-plan-answers.ts';

interface NoticeAnswersProps {
  planId: string;
  userId: string;
  /** Who asks to join, where that is what was told; null asks whether somebody still comes. */
  askerId: string | null;
  onAnswered(): void;
}

/** What a notice of a plan asks is answered beside it, as long as it is still asked. */
export function NoticeAnswers({ planId, userId, askerId, onAnswered }: NoticeAnswersProps) {
  const { data: plan } = usePlan(planId);
  if (!plan) return null;
  if (askerId === null) {
    return plan.mine.unsure ? <StillComingHere {...{ plan, userId, onAnswered }} /> : null;
  }
  return plan.mine.isHost ? <AskedHere {...{ plan, userId, askerId, onAnswered }} /> : null;
}

interface AnsweredHereProps {
  plan: Plan;
  userId: string;
  onAnswered(): void;
}

function StillComingHere({ plan, userId, onAnswered }: AnsweredHereProps) {
  const { t } = useTranslation();
  const { answer, isConfirming, isLeaving } = useStillComing(plan, userId, onAnswered);
  return (
    <>
      <Button kind="primary" size="s" busy={isConfirming} onClick={() => void answer(true)}>
        {t('plans.confirm.yes')}
      </Button>
      <Button size="s" busy={isLeaving} onClick={() => void answer(false)}>
        {t('plans.confirm.no')}
      </Button>
    </>
  );
}

function AskedHere({ plan, userId, askerId, onAnswered }: AnsweredHereProps & { askerId: string }) {
  const { t } = useTranslation();
  const { data: asking = [] } = usePlanPeople(userId, plan.id, 'asked');
  const { answer, isAnswering } = useRequestAnswer(plan.id, userId, onAnswered);
  // Of several who ask the plan shows each with what they say.
  if (asking.length !== 1 || asking[0]?.person.id !== askerId) return null;
  return (
    <>
      <Button kind="primary" size="s" busy={isAnswering} onClick={() => void answer(askerId, 'let_in')}>
        {t('plans.host.letIn')}
      </Button>
      <Button size="s" onClick={() => void answer(askerId, 'decline')}>
        {t('plans.host.decline')}
      </Button>
    </>
  );
}
