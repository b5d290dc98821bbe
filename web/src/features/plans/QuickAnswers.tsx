import { type QuickAnswer, quickAnswers } from '@dazi/contract/plans/plans.rules';
import { quickAnswerWords } from '@dazi/contract/plans/quick-answer-words';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { LeaveQuestion } from './LeavePlan.tsx';
import { usePlan } from './plans.api.ts';
import { answerIcons } from './QuickAnswerWords.tsx';
import { planPath } from './use-join-plan.ts';

/** What is said most on the way to one another. */
const first: readonly QuickAnswer[] = ['on_my_way', 'late_5', 'late_10', 'here', 'cannot_find'];
const further = quickAnswers.filter((code) => !first.includes(code));

interface QuickAnswersProps {
  planId: string;
  userId: string;
  say(code: QuickAnswer): void;
}

/** One tap says it to everybody in the plan; who cannot come is offered to give the seat up. */
export function QuickAnswers({ planId, userId, say }: QuickAnswersProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const { data: plan } = usePlan(planId);
  const [showsAll, setShowsAll] = useState(false);
  const [asksToLeave, setAsksToLeave] = useState(false);
  const choose = (code: QuickAnswer) => {
    say(code);
    setShowsAll(false);
    if (code === 'cannot_come') setAsksToLeave(true);
  };
  const toggle = t(showsAll ? 'plans.quick.fewer' : 'plans.quick.more');
  return (
    <fieldset
      className={classNames('chips plans-quick', showsAll && 'plans-quick-all')}
      aria-label={t('plans.quick.title')}
    >
      {[...first, ...(showsAll ? further : [])].map((code) => (
        <button key={code} type="button" className="chip s" onClick={() => choose(code)}>
          <Icon name={answerIcons[code]} size="xs" />
          {quickAnswerWords[language][code]}
        </button>
      ))}
      <button
        type="button"
        className="chip s"
        aria-expanded={showsAll}
        aria-label={toggle}
        title={toggle}
        onClick={() => setShowsAll(!showsAll)}
      >
        <Icon name={showsAll ? 'chevron-down' : 'more'} size="xs" />
      </button>
      {plan?.can.leave && (
        <LeaveQuestion
          plan={plan}
          userId={userId}
          open={asksToLeave}
          onOpenChange={setAsksToLeave}
          // The conversation is theirs no longer.
          onLeft={() => navigate(planPath(plan.id), { replace: true })}
        />
      )}
    </fieldset>
  );
}
